// SPDX-License-Identifier: GPL-3.0-or-later
#include "datasources/collectors/scheduler/slurmsources.h"

#include <fmt/format.h>

namespace lockstep {

namespace {

constexpr std::string_view socketPrefix = "unix:";
constexpr int newestVersion = 44; ///< of v0.0.N; a server knows several
constexpr int oldestVersion = 36;

HttpCredentials credentialsOf(const SlurmRest::Options& options)
{
    HttpCredentials credentials;
    credentials.caFile = options.caFile;
    credentials.bearerTokenFile = options.tokenFile;
    credentials.tokenHeader = "X-SLURM-USER-TOKEN: ";
    if (options.address.starts_with(socketPrefix))
        credentials.unixSocket = options.address.substr(socketPrefix.size());
    return credentials;
}

} // namespace

Status SlurmCommands::readList(const std::vector<std::string>& command, const char* what, const RecordList::Take& take,
                               const std::stop_token& stop) const
{
    RecordList list(what, take);
    const Status ran = streamOutputOf(
        command, m_limits, [&list](std::string_view piece) { return list.feed(piece); }, stop);
    return ran.isOk() ? list.finish(command.front()) : ran;
}

Result<SchedulerView> SlurmCommands::read(const std::stop_token& stop)
{
    SlurmTaker taker;
    if (m_hasScontrol) {
        const Status nodes = readList({"scontrol", "show", "nodes", "--json"}, "nodes", taker.nodes(), stop);
        m_hasScontrol = nodes.isOk() || nodes.error().message.find("--json") == std::string::npos;
        if (m_hasScontrol && !nodes.isOk())
            return nodes.error();
    }
    if (!m_hasScontrol) {
        if (const Status nodes = readList({"sinfo", "--json"}, "nodes", taker.nodes(), stop); !nodes.isOk())
            return nodes.error();
    }
    if (const Status jobs = readList({"squeue", "--json"}, "jobs", taker.jobs(), stop); !jobs.isOk())
        return jobs.error();
    taker.view.setKnowsReservations(
        m_hasScontrol
        && readList({"scontrol", "show", "reservations", "--json"}, "reservations", taker.reservations(), stop).isOk());
    return std::move(taker.view);
}

SlurmRest::SlurmRest(Options options)
    : m_options(std::move(options)),
      m_base(m_options.address.starts_with(socketPrefix) ? "http://localhost" : m_options.address),
      m_client(credentialsOf(m_options), {.bytes = m_options.longestAnswer, .whole = m_options.patience})
{ }

HttpRequest SlurmRest::requestFor(const std::string& path) const
{
    HttpRequest request{.url = m_base + path};
    request.headers.emplace_back("Accept: application/json");
    if (!m_options.user.empty())
        request.headers.push_back("X-SLURM-USER-NAME: " + m_options.user);
    return request;
}

/// Finds the newest version that the server supports, by trying.
Status SlurmRest::findVersion(const std::stop_token& stop)
{
    int status = 0;
    for (int version = newestVersion; version >= oldestVersion && m_version.empty(); --version) {
        const std::string name = fmt::format("v0.0.{}", version);
        const auto reply = m_client.send(requestFor(fmt::format("/slurm/{}/ping", name)), stop);
        if (!reply.isOk())
            return reply.error();
        status = reply.value().status;
        if (status == 401 || status == 403)
            return Error{fmt::format("{} rejected the credentials ({}); see token_file and user", where(), status)};
        if (reply.value().isOk())
            m_version = name;
    }
    return m_version.empty()
        ? Status(Error{fmt::format("{} is no slurmrestd of version v0.0.{} to v0.0.{} (it answers {})", where(),
                                   oldestVersion, newestVersion, status)})
        : success();
}

Status SlurmRest::readList(const char* what, const RecordList::Take& take, const std::stop_token& stop)
{
    RecordList list(what, take);
    const auto reply = m_client.stream(
        requestFor(fmt::format("/slurm/{}/{}", m_version, what)),
        [&list](std::string_view piece) { return list.feed(piece); }, stop);
    if (!reply.isOk())
        return reply.error();
    if (!reply.value().isOk()) {
        m_version.clear(); // the server may have been replaced
        return Error{fmt::format("{} returned {} for its {}: {}", where(), reply.value().status, what,
                                 SchedulerView::cleanText(reply.value().body, 300))};
    }
    return list.finish(where());
}

Result<SchedulerView> SlurmRest::read(const std::stop_token& stop)
{
    if (m_version.empty()) {
        if (const Status found = findVersion(stop); !found.isOk())
            return found.error();
    }
    SlurmTaker taker;
    if (const Status nodes = readList("nodes", taker.nodes(), stop); !nodes.isOk())
        return nodes.error();
    if (const Status jobs = readList("jobs", taker.jobs(), stop); !jobs.isOk())
        return jobs.error();
    taker.view.setKnowsReservations(readList("reservations", taker.reservations(), stop).isOk());
    return std::move(taker.view);
}

} // namespace lockstep
