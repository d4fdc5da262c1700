// SPDX-License-Identifier: GPL-3.0-or-later
#include "datasources/collectors/scheduler/slurmsources.h"

#include "datasources/text/hostlist.h"
#include "datasources/text/jsonaccess.h"
#include "models/core/textparts.h"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <numeric>

namespace lockstep {

namespace {

using simdjson::dom::element;

constexpr std::uint32_t maxGpusOfJob = 1U << 20U; ///< of one job; more is no number of GPUs
constexpr std::size_t longestReason = 300;

/// A number in any of Slurm's forms.
std::optional<std::int64_t> slurmNumber(element record, std::string_view name)
{
    const auto member = memberOf(record, name);
    if (!member)
        return std::nullopt;
    if (const auto whole = integerOf(*member))
        return whole;
    bool isSet = false;
    const auto set = memberOf(*member, "set");
    if (!set || set->get(isSet) != simdjson::SUCCESS || !isSet)
        return std::nullopt;
    return integerMember(*member, "number");
}

std::uint32_t slurmCount(element record, std::string_view name)
{
    return static_cast<std::uint32_t>(std::clamp<std::int64_t>(slurmNumber(record, name).value_or(0), 0, maxGpusOfJob));
}

/// Seconds since 1970; 0 is "not".
std::optional<TimePoint> slurmTime(element record, std::string_view name)
{
    constexpr std::int64_t latest = 7'258'118'400; // 2200
    const std::int64_t seconds = slurmNumber(record, name).value_or(0);
    return seconds > 0 && seconds < latest ? std::optional(TimePoint(std::chrono::seconds(seconds))) : std::nullopt;
}

/// Words of a state: "RUNNING", ["RUNNING", "CONFIGURING"].
std::vector<std::string> wordsOf(element record, std::string_view name)
{
    constexpr std::size_t maxWords = 16;
    std::vector<std::string> words;
    const auto add = [&words](element word) {
        std::string text = SchedulerView::cleanText(textOf(word), 40);
        std::ranges::transform(text, text.begin(), [](char letter) {
            return letter >= 'a' && letter <= 'z' ? static_cast<char>(letter - 'a' + 'A') : letter;
        });
        if (!text.empty() && words.size() < maxWords)
            words.push_back(std::move(text));
    };
    const auto member = memberOf(record, name);
    if (!member)
        return words;
    if (const auto list = arrayOf(*member)) {
        for (const element word : *list)
            add(word);
    } else {
        add(*member);
    }
    return words;
}

bool hasAny(const std::vector<std::string>& words, std::initializer_list<std::string_view> wanted)
{
    return std::ranges::any_of(
        words, [&](const std::string& word) { return std::ranges::find(wanted, word) != wanted.end(); });
}

std::string slurmText(element record, std::string_view name, std::size_t longest = 120)
{
    return SchedulerView::cleanText(textMember(record, name), longest);
}

std::uint32_t numberIn(std::string_view text)
{
    std::uint32_t number = 0;
    std::from_chars(text.data(), text.data() + text.size(), number);
    return std::min(number, maxGpusOfJob);
}

/// Of "gpu:a100:4(IDX:0-3),shard:2": 4 and "0-3".
std::pair<std::uint32_t, std::string> gpusOfGres(std::string_view gres)
{
    std::uint32_t count = 0;
    std::string which;
    while (!gres.empty()) {
        std::size_t end = 0; // of this one: a comma within brackets belongs to it
        for (int depth = 0; end < gres.size() && (gres[end] != ',' || depth > 0); ++end)
            depth += gres[end] == '(' ? 1 : gres[end] == ')' ? -1 : 0;
        std::string_view one = gres.substr(0, end);
        gres.remove_prefix(std::min(end + 1, gres.size()));
        if (one.starts_with("gres/") || one.starts_with("gres:"))
            one.remove_prefix(5);
        if (!one.starts_with("gpu"))
            continue;
        const std::size_t bracket = std::min(one.find('('), one.size());
        const std::string_view head = one.substr(0, bracket);
        const std::size_t colon = head.rfind(':');
        const std::uint32_t number = colon == std::string_view::npos ? 1 : numberIn(head.substr(colon + 1));
        count = std::min(count + number, maxGpusOfJob);
        constexpr std::string_view index = "IDX:";
        const std::size_t from = one.find(index, bracket);
        if (from != std::string_view::npos && number > 0) {
            const std::size_t begin = from + index.size();
            which += (which.empty() ? "" : ",")
                + SchedulerView::cleanText(one.substr(begin, one.find(')', begin) - begin), 40);
        }
    }
    return {count, which};
}

/// GPUs in a list of trackable resources ("cpu=8,gres/gpu=4,gres/gpu:a100=4"); 0: none.
std::uint32_t gpusOfTres(std::string_view tres)
{
    std::uint32_t typed = 0;
    while (!tres.empty()) {
        const std::string_view one = takeUpTo(tres, ',');
        const std::size_t equals = one.find('=');
        if (equals == std::string_view::npos || !one.starts_with("gres/gpu"))
            continue;
        const std::uint32_t number = numberIn(one.substr(equals + 1));
        if (one.substr(0, equals) == "gres/gpu")
            return number; // of all types
        if (one.starts_with("gres/gpu:"))
            typed = std::min(typed + number, maxGpusOfJob);
    }
    return typed;
}

/// Requested GPUs, per node, task or socket, if Slurm does not account for GPUs.
std::uint32_t wantedGpus(element record)
{
    const std::uint32_t wanted = gpusOfTres(textMember(record, "tres_req_str"));
    if (wanted > 0)
        return wanted;
    const auto times = [&](std::string_view member, std::uint64_t count) {
        const std::uint64_t each = gpusOfGres(textMember(record, member)).first;
        return static_cast<std::uint32_t>(
            std::min<std::uint64_t>(each * std::max<std::uint64_t>(count, 1), maxGpusOfJob));
    };
    return std::max({times("tres_per_job", 1), times("tres_per_node", slurmCount(record, "node_count")),
                     times("tres_per_task", slurmCount(record, "tasks"))});
}

/// The nodes of a job, with the GPUs on each as far as known.
std::vector<SchedulerPlacement> placementsOf(element record, std::uint32_t gpus)
{
    std::vector<SchedulerPlacement> placements;
    const auto names = expandHostList(textMember(record, "nodes"));
    if (!names.isOk())
        return placements;
    placements.reserve(names.value().size());
    for (const std::string& name : names.value())
        placements.push_back({SchedulerView::cleanText(name), 0, {}});
    const auto member = memberOf(record, "gres_detail");
    const auto details = member ? arrayOf(*member) : std::nullopt;
    std::size_t at = 0;
    if (details) {
        for (const element detail : *details) {
            if (at == placements.size())
                break;
            std::tie(placements[at].gpus, placements[at].which) = gpusOfGres(textOf(detail));
            ++at;
        }
    }
    if (at == 0 && !placements.empty() && gpus % placements.size() == 0) {
        for (SchedulerPlacement& placement : placements) // nearly all jobs have as many of each node
            placement.gpus = gpus / static_cast<std::uint32_t>(placements.size());
    }
    return placements;
}

Result<element> recordOf(simdjson::dom::parser& parser, std::string_view json, const char* expected)
{
    element record;
    if (const auto error = parser.parse(json.data(), json.size()).get(record); error != simdjson::SUCCESS)
        return Error{fmt::format("expected {}: {}", expected, simdjson::error_message(error))};
    if (!objectOf(record))
        return Error{fmt::format("expected {}, a JSON object", expected)};
    return record;
}

} // namespace

Result<SchedulerJob> parseSlurmJob(std::string_view json, std::size_t& room)
{
    using enum SchedulerJob::State;
    simdjson::dom::parser parser;
    const Result<element> parsed = recordOf(parser, json, "a Slurm job");
    if (!parsed.isOk())
        return parsed.error();
    const element record = parsed.value();
    const auto id = slurmNumber(record, "job_id");
    const std::vector<std::string> states = wordsOf(record, "job_state");
    if (!id || states.empty())
        return Error{"a Slurm job must have \"job_id\" and \"job_state\""};
    SchedulerJob job;
    job.id = std::to_string(*id);
    const std::string given = slurmText(record, "name", 80);
    job.name = fmt::format("{} {}", given.empty() ? "slurm" : given, *id); // as lockstep.py and the plugin call it
    job.tenant = slurmText(record, "account", 80);
    job.user = slurmText(record, "user_name", 80);
    if (job.tenant.empty())
        job.tenant = job.user;
    job.queue = slurmText(record, "partition", 80);
    job.stateWord = states.front();
    job.reason = slurmText(record, "state_reason", longestReason);
    if (job.reason == "None")
        job.reason.clear();
    job.submitted = slurmTime(record, "submit_time");
    job.started = slurmTime(record, "start_time");
    job.restarts = slurmCount(record, "restart_cnt");
    const bool isPending = hasAny(states, {"PENDING", "REQUEUED", "REQUEUE_HOLD", "REQUEUE_FED", "SPECIAL_EXIT"});
    const bool isRunning
        = hasAny(states, {"RUNNING", "SUSPENDED", "CONFIGURING", "STOPPED", "SIGNALING", "STAGE_OUT", "RESIZING"});
    job.isEnding = hasAny(states, {"COMPLETING"});
    job.state = job.isEnding || (isRunning && !isPending) ? Running : isPending ? Pending : Ended;
    job.hasFailed = job.state == Ended && !hasAny(states, {"COMPLETED", "CANCELLED"});
    const std::uint32_t allocated = gpusOfTres(textMember(record, "tres_alloc_str"));
    job.gpus = job.state == Pending || allocated == 0 ? std::max(wantedGpus(record), allocated) : allocated;
    if (job.state == Running && room > 0) {
        job.placements = placementsOf(record, job.gpus);
        room -= std::min(room, job.placements.size());
        const auto ofNodes
            = std::accumulate(job.placements.begin(), job.placements.end(), std::uint64_t{0},
                              [](std::uint64_t sum, const SchedulerPlacement& place) { return sum + place.gpus; });
        if (allocated == 0 && ofNodes > 0) // without GPU accounting, Slurm reports only the nodes
            job.gpus = static_cast<std::uint32_t>(std::min<std::uint64_t>(ofNodes, maxGpusOfJob));
    }
    if (job.state == Pending)
        job.started.reset(); // a planned start
    return job;
}

Result<SchedulerNode> parseSlurmNode(std::string_view json)
{
    simdjson::dom::parser parser;
    const Result<element> parsed = recordOf(parser, json, "a Slurm node");
    if (!parsed.isOk())
        return parsed.error();
    const element record = parsed.value();
    SchedulerNode node;
    node.name = slurmText(record, "name");
    std::vector<std::string> states = wordsOf(record, "state");
    if (node.name.empty() || states.empty())
        return Error{"a Slurm node must have \"name\" and \"state\""};
    std::ranges::move(wordsOf(record, "state_flags"), std::back_inserter(states));
    for (const std::string& word : states)
        node.stateWord += (node.stateWord.empty() ? "" : "+") + word;
    node.gpus = std::max(gpusOfTres(textMember(record, "tres")), gpusOfGres(textMember(record, "gres")).first);
    node.allocated
        = std::max(gpusOfTres(textMember(record, "tres_used")), gpusOfGres(textMember(record, "gres_used")).first);
    node.isInUse = hasAny(states, {"ALLOCATED", "MIXED", "COMPLETING"});
    node.isUnavailable = hasAny(states,
                                {"DRAIN", "DRAINED", "DRAINING", "DOWN", "FAIL", "FAILING", "ERROR", "NOT_RESPONDING",
                                 "NO_RESPOND", "POWERED_DOWN", "POWERING_DOWN", "POWER_DOWN", "REBOOT_ISSUED",
                                 "MAINTENANCE", "MAINT", "FUTURE", "INVALID", "INVALID_REG", "UNKNOWN"});
    if (node.isUnavailable) {
        node.reason = slurmText(record, "reason", longestReason);
        const std::string by = slurmText(record, "reason_set_by_user", 40);
        if (!node.reason.empty() && !by.empty())
            node.reason += fmt::format(" (by {})", by);
    }
    return node;
}

Result<SchedulerReservation> parseSlurmReservation(std::string_view json)
{
    simdjson::dom::parser parser;
    const Result<element> parsed = recordOf(parser, json, "a Slurm reservation");
    if (!parsed.isOk())
        return parsed.error();
    const element record = parsed.value();
    SchedulerReservation reservation;
    reservation.name = slurmText(record, "name");
    if (reservation.name.empty())
        return Error{"a Slurm reservation must have a \"name\""};
    reservation.start = slurmTime(record, "start_time");
    reservation.end = slurmTime(record, "end_time");
    reservation.nodes = slurmText(record, "node_list", longestReason);
    const std::string accounts = slurmText(record, "accounts");
    reservation.forWhom = accounts.empty() ? slurmText(record, "users") : accounts;
    return reservation;
}

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
    SlurmConverter taker;
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
      m_client(credentialsOf(m_options), {.bytes = m_options.maxResponseBytes, .whole = m_options.timeout})
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
            return Error{fmt::format("{}: {}", where(), reply.error().message)};
        status = reply.value().status;
        if (status == 401 || status == 403)
            return Error{fmt::format("{} rejected the credentials ({}); see token_file and user", where(), status)};
        if (reply.value().isOk())
            m_version = name;
    }
    return m_version.empty()
        ? Status(Error{fmt::format("{} is not a slurmrestd of version v0.0.{} to v0.0.{} (it returned status {})",
                                   where(), oldestVersion, newestVersion, status)})
        : success();
}

Status SlurmRest::readList(const char* what, const RecordList::Take& take, const std::stop_token& stop)
{
    RecordList list(what, take);
    const auto reply = m_client.stream(
        requestFor(fmt::format("/slurm/{}/{}", m_version, what)),
        [&list](std::string_view piece) { return list.feed(piece); }, stop);
    if (!reply.isOk())
        return Error{fmt::format("{}: {}", where(), reply.error().message)};
    if (!reply.value().isOk()) {
        m_version.clear(); // the server may have been replaced
        return Error{fmt::format("{} returned status {} for its {}: {}", where(), reply.value().status, what,
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
    SlurmConverter taker;
    if (const Status nodes = readList("nodes", taker.nodes(), stop); !nodes.isOk())
        return nodes.error();
    if (const Status jobs = readList("jobs", taker.jobs(), stop); !jobs.isOk())
        return jobs.error();
    taker.view.setKnowsReservations(readList("reservations", taker.reservations(), stop).isOk());
    return std::move(taker.view);
}

} // namespace lockstep
