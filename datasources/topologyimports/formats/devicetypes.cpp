// SPDX-License-Identifier: GPL-3.0-or-later
#include "datasources/topologyimports/formats/topologypart.h"
#include "datasources/topologyimports/formats/yamlscalars.h"
#include "models/core/budget.h"

#include <fmt/format.h>

#include <cmath>
#include <cstdlib>

namespace lockstep {

namespace {

bool hasLine(std::string_view text, std::string_view key)
{
    return text.starts_with(key) || text.find('\n' + std::string(key)) != std::string_view::npos;
}

/// "interfaces/3/name" -> "name", if it begins with "interfaces/".
std::string_view memberIn(std::string_view path, std::string_view list)
{
    if (!path.starts_with(list))
        return {};
    const std::size_t slash = path.rfind('/');
    return path.substr(slash + 1);
}

/// Recognises "AMD Instinct MI300X GPU" in a bay named "GPU 03".
void readBay(DeviceModel& model, std::string_view key, std::string_view value, bool& isGpuBay)
{
    if (key == "name") {
        isGpuBay = value.starts_with("GPU ");
        model.gpus += isGpuBay ? 1 : 0;
    } else if (key == "description" && isGpuBay && model.gpuModel.empty()) {
        std::string_view name = value;
        if (name.ends_with(" GPU"))
            name.remove_suffix(4);
        model.gpuModel = name;
    }
}

} // namespace

bool isDeviceType(std::string_view text)
{
    return hasLine(text, "manufacturer:") && hasLine(text, "model:");
}

Result<TopologyPart> readDeviceType(std::string_view text, const std::string& origin)
{
    const auto scalars = readYamlScalars(text, origin);
    if (!scalars.isOk())
        return scalars.error();
    TopologyPart part;
    part.origin = origin;
    DeviceModel model;
    std::string port;
    bool isGpuBay = false;
    bool isRack = false;
    for (const YamlScalar& each : scalars.value()) {
        if (each.path == "model")
            model.name = each.value;
        else if (each.path == "form_factor")
            isRack = true;
        else if (each.path == "u_height") {
            const double units = std::strtod(each.value.c_str(), nullptr);
            if (units >= 0 && units <= budget::rackUnits)
                model.units = static_cast<std::uint32_t>(std::ceil(units));
            else
                part.notes.add(each.line, fmt::format("u_height: expected 0 to {}", budget::rackUnits));
        } else if (const auto member = memberIn(each.path, "interfaces/"); member == "name")
            port = each.value;
        else if (member == "type" && interfaceGbps(each.value) > 0)
            model.portGbps[port] = interfaceGbps(each.value);
        else if (const auto bay = memberIn(each.path, "module-bays/"); !bay.empty())
            readBay(model, bay, each.value, isGpuBay);
    }
    if (model.name.empty())
        return Error{fmt::format("{}: expected a 'model'", origin)};
    if (isRack)
        part.notes.add(0,
                       fmt::format("'{}' is a rack type and not used; racks are taken from the inventory", model.name));
    part.models.push_back(std::move(model));
    return part;
}

} // namespace lockstep
