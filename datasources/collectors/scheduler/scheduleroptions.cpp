// SPDX-License-Identifier: GPL-3.0-or-later
#include "datasources/collectors/scheduler/scheduleroptions.h"

#include "datasources/collectors/scheduler/kubernetesapi.h"
#include "datasources/collectors/scheduler/slurmsources.h"
#include "datasources/http/httpclient.h"

#include <fmt/format.h>

namespace lockstep {

namespace {

constexpr std::string_view socketScheme = "unix:";
constexpr std::string_view byCommands = "commands";

void readCommon(TomlTable& fields, SchedulerOptions& options)
{
    options.tokenFile = fields.textOr("token_file", {});
    options.caFile = fields.textOr("ca", {});
    options.domain = fields.textOr("domain", {});
    if (!options.domain.empty() && options.domain.front() != '.')
        options.domain.insert(options.domain.begin(), '.');
    fields.seconds("interval", options.interval, 1, 3600);
    fields.seconds("timeout", options.timeout, 0.5, 600);
}

void readUrl(TomlTable& fields, SchedulerOptions& options, const std::string& expected)
{
    const Result<std::string> url = HttpClient::checkedUrl(options.address);
    if (url.isOk())
        options.address = url.value();
    else
        fields.fail("address", fmt::format("{}; expected {}", url.error().message, expected));
}

} // namespace

Result<SchedulerOptions> readSlurmOptions(TomlTable& top, const std::string& origin)
{
    SchedulerOptions options;
    const toml::table* const section = top.table("slurm");
    if (section == nullptr)
        return options;
    TomlTable fields(*section, origin, "[slurm]");
    options.address = fields.text("address");
    options.user = fields.textOr("user", {});
    readCommon(fields, options);
    if (options.address.starts_with(socketScheme)) {
        if (options.address.size() == socketScheme.size() || options.address[socketScheme.size()] != '/')
            fields.fail("address",
                        "expected the absolute path of slurmrestd's socket, such as "
                        "\"unix:/run/slurmrestd/slurmrestd.socket\"");
    } else if (options.address == byCommands) {
        for (const char* key : {"token_file", "user", "ca"})
            if (fields.has(key))
                fields.fail(key,
                            fmt::format("\"{}\" applies to slurmrestd only, but \"address\" is \"commands\"", key));
    } else if (fields.has("address")) {
        readUrl(fields, options, "\"unix:/PATH\", \"http://127.0.0.1:6820\" or \"commands\"");
    }
    if (!options.user.empty() && options.tokenFile.empty() && !options.address.starts_with(socketScheme))
        fields.fail("user", "\"user\" requires a \"token_file\"");
    return fields.finished(std::move(options));
}

Result<SchedulerOptions> readKubernetesOptions(TomlTable& top, const std::string& origin)
{
    SchedulerOptions options;
    options.interval = std::chrono::seconds(10); // its answers are all pods there are
    const toml::table* const section = top.table("kubernetes");
    if (section == nullptr)
        return options;
    TomlTable fields(*section, origin, "[kubernetes]");
    options.address = fields.text("address");
    readCommon(fields, options);
    if (fields.has("address") && options.address != KubernetesApi::inCluster)
        readUrl(fields, options, "\"https://10.0.0.1:6443\" or \"in-cluster\"");
    return fields.finished(std::move(options));
}

std::unique_ptr<SchedulerSource> slurmSource(const SchedulerOptions& options)
{
    if (options.address.empty())
        return nullptr;
    if (options.address == byCommands)
        return std::make_unique<SlurmCommands>(ChildLimits{.whole = options.timeout});
    return std::make_unique<SlurmRest>(SlurmRest::Options{.address = options.address,
                                                          .tokenFile = options.tokenFile,
                                                          .user = options.user,
                                                          .caFile = options.caFile,
                                                          .timeout = options.timeout});
}

std::unique_ptr<SchedulerSource> kubernetesSource(const SchedulerOptions& options)
{
    if (options.address.empty())
        return nullptr;
    return std::make_unique<KubernetesApi>(KubernetesApi::Options{.address = options.address,
                                                                  .tokenFile = options.tokenFile,
                                                                  .caFile = options.caFile,
                                                                  .timeout = options.timeout});
}

} // namespace lockstep
