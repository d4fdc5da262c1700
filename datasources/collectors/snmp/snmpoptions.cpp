// SPDX-License-Identifier: GPL-3.0-or-later
#include "datasources/collectors/snmp/snmpoptions.h"

#include "datasources/text/textfile.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cstdlib>
#include <span>
#include <string.h> // explicit_bzero

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

/// Reads NAME_file or NAME_env, but not both.
DeviceSecret readDeviceSecret(TomlTable& fields, const std::string& name)
{
    DeviceSecret secret{fields.textOr(name + "_file", {}), fields.textOr(name + "_env", {})};
    if (!secret.file.empty() && !secret.variable.empty())
        fields.fail(name + "_env", fmt::format("either \"{0}_file\" or \"{0}_env\", not both", name));
    return secret;
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
        fields.fail("version", "version 2c requires \"community_file\" or \"community_env\"");
    if (identity.isV3 && (identity.user.empty() || !identity.authenticationSecret.isNamed()))
        fields.fail("version", "version 3 requires \"user\" and either \"auth_file\" or \"auth_env\"");
    for (const char* const key : {"user", "auth", "auth_file", "auth_env", "privacy", "privacy_file", "privacy_env"}) {
        if (!identity.isV3 && fields.has(key))
            fields.fail(key, fmt::format("\"{}\" applies only to version 3", key));
    }
    if (identity.isV3 && identity.community.isNamed())
        fields.fail("version", "a community applies only to version 2c");
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
        fields.fail("oid", "expected either \"oid\" for a single number or \"column\" for a table");
    row.oid = readOid(fields, row.isColumn ? "column" : "oid");
    if (fields.has("names"))
        row.names = readOid(fields, "names");
    row.isCounter = fields.flag("counter").value_or(false);
    const bool isByName = names(row.reading.place, "{name}");
    if (row.isColumn != (isByName || names(row.reading.place, "{index}")))
        fields.fail(
            "column",
            row.isColumn
                ? "a \"column\" requires a name that contains {index} or {name}, such as sensor = \"outlet {index}\""
                : "{index} and {name} are allowed only with \"column\"");
    if (isByName != fields.has("names"))
        fields.fail("names",
                    "{name} requires \"names\", the column that provides the names, and \"names\" requires {name}");
    return row;
}

Result<SnmpOptions> readSnmpTarget(const toml::table& table, const std::string& origin)
{
    TomlTable fields(table, origin, "[[snmp]]");
    SnmpOptions options;
    options.device = readMappedDevice(fields);
    options.port = static_cast<std::uint16_t>(fields.count("port", 1, 65535).value_or(options.port));
    options.identity = readIdentity(fields);
    const Status status = readMapping(fields, "snmp", origin, 1, options, readSnmpRow);
    if (!status.isOk())
        return status.error();
    return options;
}

} // namespace

Result<std::string> DeviceSecret::read() const
{
    if (!file.empty())
        return readSecretFile(file);
    const char* const value = std::getenv(variable.c_str()); // NOLINT(concurrency-mt-unsafe): not set at run time
    if (value == nullptr || *value == '\0')
        return Error{fmt::format("the environment variable {}, which should contain a secret, is not set", variable)};
    return std::string(value);
}

void wipe(std::string& secret)
{
    ::explicit_bzero(secret.data(), secret.size());
    secret.clear();
}

Result<std::vector<SnmpOptions>> readSnmpTargets(TomlTable& top, const std::string& origin)
{
    return readTargets(top, "snmp", origin, readSnmpTarget);
}

} // namespace lockstep
