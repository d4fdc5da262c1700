// SPDX-License-Identifier: GPL-3.0-or-later
#include "datasources/collectors/redfish/redfishoptions.h"

#include "datasources/collectors/facility/facilitymapping.h"
#include "datasources/http/httpclient.h"

#include <fmt/format.h>

namespace lockstep {

namespace {

void readLoopNames(TomlTable& fields, RedfishNames& names)
{
    for (const std::string& text : fields.texts("loops").value_or(std::vector<std::string>())) {
        const std::size_t equals = text.find('=');
        const std::string name = equals == std::string::npos ? std::string() : facilityName(text.substr(equals + 1));
        if (equals == 0 || name.empty())
            return fields.fail("loops", fmt::format("'{}': expected ID=NAME, such as 1=cdu-7", text));
        names.loops[text.substr(0, equals)] = name;
    }
}

Result<RedfishOptions> readTarget(const toml::table& table, const std::string& origin)
{
    TomlTable fields(table, origin, "[[redfish]]");
    RedfishOptions options;
    const Result<std::string> url = HttpClient::checkedUrl(fields.text("url"));
    if (url.isOk())
        options.url = url.value();
    else if (fields.has("url"))
        fields.fail("url", url.error().message);
    options.user = fields.textOr("user", {});
    options.passwordFile = fields.textOr("password_file", {});
    options.caFile = fields.textOr("ca", {});
    if (options.user.empty() != options.passwordFile.empty())
        fields.fail("user", "[[redfish]] must have both \"user\" and \"password_file\", or neither");
    fields.seconds("interval", options.interval, 1, 3600);
    fields.seconds("timeout", options.timeout, 0.5, 60);
    RedfishNames& names = options.names;
    names.loop = facilityName(fields.textOr("loop", {}));
    readLoopNames(fields, names);
    names.serves = fields.texts("serves").value_or(std::vector<std::string>());
    names.rack = facilityName(fields.textOr("rack", {}));
    names.node = facilityName(fields.textOr("node", {}));
    if (!names.serves.empty() && !names.isLoop())
        fields.fail("serves", "\"serves\" requires a \"loop\"");
    if (!names.node.empty() && names.rack.empty())
        fields.fail("node", "\"node\" requires a \"rack\"; leave both out for this machine's own controller");
    return fields.finished(std::move(options));
}

} // namespace

Result<std::vector<RedfishOptions>> readRedfishTargets(TomlTable& top, const std::string& origin)
{
    return readTargets(top, "redfish", origin, readTarget);
}

} // namespace lockstep
