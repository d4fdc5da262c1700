// SPDX-License-Identifier: GPL-3.0-or-later
#include "datasources/collectors/ipmi/ipmioptions.h"

#include "datasources/collectors/facility/facilitycollector.h"

#include <fmt/format.h>

namespace lockstep {

namespace {

std::string readPath(TomlTable& fields, const char* key)
{
    std::string path = fields.textOr(key, {});
    if (!path.empty() && !path.starts_with('/'))
        fields.fail(key, fmt::format("\"{}\" must be a whole path", key));
    return path;
}

Result<IpmiOptions> readIpmiTarget(const toml::table& table, const std::string& origin)
{
    TomlTable fields(table, origin, "[[ipmi]]");
    IpmiOptions options;
    MappedDevice usual;
    usual.host = IpmiOptions::thisMachine;
    usual.interval = std::chrono::seconds(30);
    usual.patience = std::chrono::seconds(20);
    options.device = readMappedDevice(fields, usual);
    options.configFile = readPath(fields, "config_file");
    options.cacheFolder = readPath(fields, "cache");
    options.node = facilityName(fields.textOr("node", {}));
    if (options.device.host.starts_with('-') || options.isRemote() == options.configFile.empty())
        fields.fail("host",
                    "\"host\" and \"config_file\", which holds its user and password, need each other; leave both "
                    "out for this machine's own controller");
    if (!options.node.empty() && options.device.place.empty())
        fields.fail("node", "\"node\" needs a \"rack\" beside it; leave both out for this machine's own controller");
    const std::vector<const toml::table*> rows = fields.tables("reading");
    if (rows.size() > MappedDevice::maxReadings)
        fields.fail("reading",
                    fmt::format("[[ipmi]] has {} of [[ipmi.reading]], expected {} at most", rows.size(),
                                MappedDevice::maxReadings));
    if (const Status status = fields.finish(); !status.isOk())
        return status.error();
    MappingReader mapping(options.device);
    for (const toml::table* const each : rows) {
        TomlTable row(*each, origin, "[[ipmi.reading]]");
        const FacilityReading reading = mapping.readRow(row);
        options.rows.push_back({row.text("name"), reading});
        if (const Status status = row.finish(); !status.isOk())
            return status.error();
    }
    return options;
}

} // namespace

Result<std::vector<IpmiOptions>> readIpmiTargets(TomlTable& top, const std::string& origin)
{
    const std::vector<const toml::table*> tables = top.tables("ipmi");
    if (tables.size() > FacilityCollector::maxTargets)
        return top.errorAt(
            "ipmi", fmt::format("there are {} targets, {} are allowed", tables.size(), FacilityCollector::maxTargets));
    std::vector<IpmiOptions> targets;
    for (const toml::table* const table : tables) {
        Result<IpmiOptions> target = readIpmiTarget(*table, origin);
        if (!target.isOk())
            return target.error();
        targets.push_back(std::move(target).value());
    }
    return targets;
}

} // namespace lockstep
