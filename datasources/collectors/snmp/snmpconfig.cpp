// SPDX-License-Identifier: GPL-3.0-or-later
#include "datasources/collectors/snmp/snmpconfig.h"

#include "datasources/collectors/facility/facilitycollector.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <span>

namespace lockstep {

namespace {

constexpr std::array<std::string_view, 6> authenticationWords{"SHA", "SHA-224", "SHA-256", "SHA-384", "SHA-512", "MD5"};
constexpr std::array<std::string_view, 4> privacyWords{"AES", "AES-192", "AES-256", "DES"};

std::string readProtocol(TomlTable& fields, const char* key, std::span<const std::string_view> words)
{
    const std::string text = fields.textOr(key, std::string(words.front()));
    if (std::ranges::find(words, text) == words.end())
        fields.fail(key,
                    fmt::format("\"{}\" is '{}', expected one of {}", key, facilityName(text), fmt::join(words, ", ")));
    return text;
}

SnmpIdentity readIdentity(TomlTable& fields)
{
    SnmpIdentity identity;
    const std::string version = fields.textOr("version", "2c");
    if (version != "2c" && version != "3")
        fields.fail("version", "\"version\": expected \"2c\" or \"3\"");
    identity.isV3 = version == "3";
    identity.community = readDeviceSecret(fields, "community");
    identity.user = fields.textOr("user", {});
    identity.authentication = readProtocol(fields, "auth", authenticationWords);
    identity.authenticationSecret = readDeviceSecret(fields, "auth");
    identity.privacy = readProtocol(fields, "privacy", privacyWords);
    identity.privacySecret = readDeviceSecret(fields, "privacy");
    if (!identity.isV3 && !identity.community.isNamed())
        fields.fail("version", "version 2c needs \"community_file\" or \"community_env\"");
    if (identity.isV3 && (identity.user.empty() || !identity.authenticationSecret.isNamed()))
        fields.fail("version", "version 3 needs \"user\" and \"auth_file\" or \"auth_env\"");
    for (const char* const key : {"user", "auth", "auth_file", "auth_env", "privacy", "privacy_file", "privacy_env"}) {
        if (!identity.isV3 && fields.has(key))
            fields.fail(key, fmt::format("\"{}\" is for version 3", key));
    }
    if (identity.isV3 && identity.community.isNamed())
        fields.fail("version", "a community is for version 2c");
    return identity;
}

SnmpOid readOid(TomlTable& fields, const char* key)
{
    const auto oid = parseSnmpOid(fields.textOr(key, "1.3"));
    if (!oid)
        fields.fail(key,
                    fmt::format("\"{}\": expected an object identifier in numbers, such as 1.3.6.1.2.1.1.3.0", key));
    return oid.value_or(SnmpOid());
}

bool names(const FacilityPlace& place, std::string_view what)
{
    return std::ranges::any_of(place,
                               [&](const FacilityStep& step) { return step.name.find(what) != std::string::npos; });
}

SnmpRow readSnmpRow(TomlTable& fields, MappingReader& mapping)
{
    SnmpRow row;
    row.reading = mapping.readRow(fields);
    row.isColumn = fields.has("column");
    if (row.isColumn == fields.has("oid"))
        fields.fail("oid", "expected either \"oid\", of one number, or \"column\", of a table");
    row.oid = readOid(fields, row.isColumn ? "column" : "oid");
    if (fields.has("names"))
        row.names = readOid(fields, "names");
    row.isCounter = fields.flag("counter").value_or(false);
    const bool isByName = names(row.reading.place, "{name}");
    if (row.isColumn != (isByName || names(row.reading.place, "{index}")))
        fields.fail("column",
                    row.isColumn ? "a \"column\" needs a name with {index} or {name} in it, such as "
                                   "sensor = \"outlet {index}\""
                                 : "{index} and {name} are for a \"column\"");
    if (isByName != fields.has("names"))
        fields.fail("names", "{name} and \"names\", the column that it stands for, need each other");
    return row;
}

Result<SnmpOptions> readSnmpTarget(const toml::table& table, const std::string& origin)
{
    TomlTable fields(table, origin, "[[snmp]]");
    SnmpOptions options;
    options.device = readMappedDevice(fields);
    options.port = static_cast<std::uint16_t>(fields.count("port", 1, 65535).value_or(options.port));
    options.identity = readIdentity(fields);
    const std::vector<const toml::table*> rows = fields.tables("reading");
    if (rows.empty() || rows.size() > MappedDevice::maxReadings)
        fields.fail("reading",
                    fmt::format("[[snmp]] has {} of [[snmp.reading]], expected 1 to {}", rows.size(),
                                MappedDevice::maxReadings));
    if (const Status status = fields.finish(); !status.isOk())
        return status.error();
    MappingReader mapping(options.device);
    for (const toml::table* const each : rows) {
        TomlTable row(*each, origin, "[[snmp.reading]]");
        options.rows.push_back(readSnmpRow(row, mapping));
        if (const Status status = row.finish(); !status.isOk())
            return status.error();
    }
    return options;
}

} // namespace

Result<std::vector<SnmpOptions>> readSnmpTargets(TomlTable& top, const std::string& origin)
{
    const std::vector<const toml::table*> tables = top.tables("snmp");
    if (tables.size() > FacilityCollector::maxTargets)
        return top.errorAt(
            "snmp", fmt::format("there are {} targets, {} are allowed", tables.size(), FacilityCollector::maxTargets));
    std::vector<SnmpOptions> targets;
    for (const toml::table* const table : tables) {
        Result<SnmpOptions> target = readSnmpTarget(*table, origin);
        if (!target.isOk())
            return target.error();
        targets.push_back(std::move(target).value());
    }
    return targets;
}

} // namespace lockstep
