// SPDX-License-Identifier: GPL-3.0-or-later
#include "datasources/collectors/ipmi/ipmioptions.h"

#include <fmt/format.h>

namespace lockstep {

namespace {

std::string readPath(TomlTable& fields, const char* key)
{
    std::string path = fields.textOr(key, {});
    if (!path.empty() && !path.starts_with('/'))
        fields.fail(key, fmt::format("\"{}\" must be an absolute path", key));
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
                    "set both \"host\" and \"config_file\", which contains user and password, or neither for this "
                    "machine's own controller");
    if (!options.node.empty() && options.device.place.empty())
        fields.fail("node", "\"node\" requires a \"rack\"; leave both out for this machine's own controller");
    const Status status = readMapping(fields, "ipmi", origin, 0, options, [](TomlTable& row, MappingReader& mapping) {
        const FacilityMapping reading = mapping.readRow(row);
        return IpmiRow{row.text("name"), reading};
    });
    if (!status.isOk())
        return status.error();
    return options;
}

} // namespace

Result<std::vector<IpmiOptions>> readIpmiTargets(TomlTable& top, const std::string& origin)
{
    return readTargets(top, "ipmi", origin, readIpmiTarget);
}

} // namespace lockstep
