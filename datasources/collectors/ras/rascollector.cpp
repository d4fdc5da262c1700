// SPDX-License-Identifier: GPL-3.0-or-later
#include "datasources/collectors/ras/rascollector.h"

#include "models/core/eventcodes.h"
#include "models/core/metrics/metricnames.h"
#include "models/core/textparts.h"

#include <fmt/format.h>

#include <algorithm>
#include <arpa/inet.h>
#include <array>
#include <cerrno>
#include <cstring>
#include <ifaddrs.h>
#include <netdb.h>
#include <numeric>
#include <poll.h>
#include <sys/eventfd.h>
#include <sys/socket.h>
#include <unistd.h>
#include <utility>

namespace lockstep {

namespace {

std::string nameOf(const RasRank& rank)
{
    if (rank.rank < 0 && rank.process == 0)
        return rank.host; // of ranks that are not listed
    if (rank.rank >= 0 && rank.process == 0 && rank.host.empty())
        return fmt::format("rank {}", rank.rank);
    if (rank.rank < 0)
        return fmt::format("process {} on {}", rank.process, rank.host);
    const std::string gpu = rank.gpu >= 0 ? fmt::format("GPU {}, ", rank.gpu) : "";
    return fmt::format("rank {} ({}process {} on {})", rank.rank, gpu, rank.process, rank.host);
}

std::int64_t launchedBy(const RasRank& rank)
{
    return std::accumulate(rank.counts.begin(), rank.counts.end(), std::int64_t{0},
                           [](std::int64_t sum, std::int64_t count) { return sum + count; });
}

std::vector<std::int64_t> countsOf(const RasCommunicator& communicator)
{
    std::vector<std::int64_t> counts;
    for (const RasRank& rank : communicator.ranks)
        counts.push_back(launchedBy(rank));
    return counts;
}

} // namespace

void RasJudge::getOn(Known& known, Time now)
{
    const auto [min, max] = std::ranges::minmax_element(known.counts);
    const bool wereSomeBehind = !known.counts.empty() && *min != *max;
    // Half of it is forgotten after about twenty others.
    known.longest -= known.longest / 32;
    if (wereSomeBehind)
        known.longest = std::max(known.longest, now - known.since);
    if (known.counts.empty())
        known.begun = now;
    else
        ++known.moves;
    known.since = now;
}

RasJudge::Time::duration RasJudge::timeoutFor(const Known& known)
{
    const auto age = known.since - known.begun;
    const bool hasPace = known.moves >= minMoves && age >= timeOfPace && age >= stallFactor * known.longest;
    return std::max<Time::duration>(hasPace ? Time::duration(stallTimeout) : Time::duration(initialStallTimeout),
                                    known.longest + known.longest / 2);
}

void RasJudge::judgeOne(const RasCommunicator& communicator, Known& known, Time now, std::vector<Finding>& current)
{
    const auto aboutOf = [&communicator](const RasRank& rank) {
        return fmt::format("communicator {}: {}", communicator.hash, nameOf(rank));
    };
    for (const RasRank& rank : communicator.missing) {
        const std::string about = aboutOf(rank);
        current.push_back(
            {Finding::Kind::Missing, false, rank.isDead, about,
             fmt::format("{} {}", about, rank.isDead ? "was reported dead by its peers" : "does not answer")});
    }
    std::vector<std::int64_t> counts = countsOf(communicator);
    if (counts != known.counts) {
        getOn(known, now);
        known.counts = std::move(counts);
        return;
    }
    if (known.counts.empty() || now - known.since < timeoutFor(known))
        return;
    const std::int64_t max = *std::ranges::max_element(known.counts);
    for (std::size_t at = 0; at < known.counts.size(); ++at) {
        if (known.counts[at] >= max)
            continue;
        const std::string about = aboutOf(communicator.ranks[at]);
        current.push_back({Finding::Kind::Behind, false, false, about,
                           fmt::format("{} has launched {}, others {}; all ranks have stopped launching", about,
                                       counted(static_cast<std::uint64_t>(known.counts[at]), "collective"), max)});
    }
}

std::vector<RasJudge::Finding> RasJudge::judge(const RasStatus& status, Time now)
{
    std::vector<Finding> news;
    std::map<std::string, Known> still;
    m_missing = m_behind = 0;
    m_isSuspicious = false;
    for (const RasCommunicator& communicator : status.communicators) {
        Known known = std::move(m_communicators[communicator.hash]);
        std::vector<Finding> current;
        judgeOne(communicator, known, now, current);
        const auto [min, max] = std::ranges::minmax_element(known.counts);
        m_isSuspicious |= !communicator.missing.empty() || (!known.counts.empty() && *min != *max);
        std::map<std::string, Finding> reported;
        for (Finding& finding : current) {
            (finding.kind == Finding::Kind::Missing ? m_missing : m_behind) += 1;
            if (reported.size() >= RasJudge::reported || reported.contains(finding.about)) // may be listed twice
                continue;
            if (!known.reported.contains(finding.about))
                news.push_back(finding);
            reported.emplace(finding.about, std::move(finding));
        }
        for (auto& [about, finding] : known.reported) {
            if (reported.contains(about))
                continue;
            finding.isOver = true;
            finding.text = about + (finding.kind == Finding::Kind::Missing ? " answers again" : " has caught up");
            news.push_back(finding);
        }
        known.reported = std::move(reported);
        still[communicator.hash] = std::move(known);
    }
    // A communicator that has disappeared has ended, with all its findings.
    m_communicators = std::move(still);
    return news;
}

namespace {

using Clock = std::chrono::steady_clock;

constexpr std::size_t longestEvent = 64U << 10U;
constexpr std::size_t keptEvents = 64;
constexpr std::size_t keptFindings = 256;

int leftOf(Clock::time_point deadline)
{
    const auto left = std::chrono::ceil<std::chrono::milliseconds>(deadline - Clock::now()).count();
    return static_cast<int>(std::clamp<std::int64_t>(left, 0, 60'000));
}

bool sendAll(int socket, std::string_view text)
{
    return ::send(socket, text.data(), text.size(), MSG_NOSIGNAL) == static_cast<ssize_t>(text.size());
}

} // namespace

RasClient::RasClient(Options options)
    : m_options(std::move(options)),
      m_wakeUp(::eventfd(0, EFD_CLOEXEC | EFD_NONBLOCK)),
      m_thread([this](const std::stop_token& stop) { run(stop); })
{ }

RasClient::~RasClient()
{
    m_thread.request_stop();
    ::eventfd_write(m_wakeUp.get(), 1);
    m_thread.join();
}

bool RasClient::isThisHost(const std::string& host)
{
    std::array<char, 256> name{};
    if (::gethostname(name.data(), name.size() - 1) == 0 && host == name.data())
        return true;
    ifaddrs* all = nullptr;
    if (::getifaddrs(&all) != 0)
        return true; // a duplicate report is better than none
    bool isOwn = false;
    for (const ifaddrs* each = all; each != nullptr && !isOwn; each = each->ifa_next) {
        std::array<char, NI_MAXHOST> text{};
        const int family = each->ifa_addr != nullptr ? each->ifa_addr->sa_family : AF_UNSPEC;
        const socklen_t size = family == AF_INET6 ? sizeof(sockaddr_in6) : sizeof(sockaddr_in);
        if ((family == AF_INET || family == AF_INET6)
            && ::getnameinfo(each->ifa_addr, size, text.data(), text.size(), nullptr, 0, NI_NUMERICHOST) == 0)
            isOwn = host == std::string_view(text.data()).substr(0, std::string_view(text.data()).find('%'));
    }
    ::freeifaddrs(all);
    return isOwn;
}

RasClient::News RasClient::take()
{
    const std::lock_guard lock(m_mutex);
    News news = m_news;
    m_news.findings.clear();
    m_news.events.clear();
    return news;
}

void RasClient::run(const std::stop_token& stop)
{
    while (!stop.stop_requested()) {
        ask();
        listen(stop, m_pause);
    }
}

bool RasClient::isReady(int socket, short what, Clock::time_point deadline) const
{
    std::array<pollfd, 2> waits{{{socket, what, 0}, {m_wakeUp.get(), POLLIN, 0}}};
    return ::poll(waits.data(), waits.size(), leftOf(deadline)) > 0 && waits[1].revents == 0;
}

FileDescriptor RasClient::connect() const
{
    sockaddr_in address{};
    address.sin_family = AF_INET;
    address.sin_port = htons(m_options.port);
    if (::inet_pton(AF_INET, m_options.address.c_str(), &address.sin_addr) != 1)
        return {};
    FileDescriptor socket(::socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC | SOCK_NONBLOCK, 0));
    if (!socket.isOpen())
        return {};
    if (::connect(socket.get(), reinterpret_cast<const sockaddr*>(&address), sizeof(address)) == 0)
        return socket;
    int error = errno == EINPROGRESS ? 0 : errno;
    socklen_t size = sizeof(error);
    if (error != 0 || !isReady(socket.get(), POLLOUT, Clock::now() + std::chrono::seconds(1))
        || ::getsockopt(socket.get(), SOL_SOCKET, SO_ERROR, &error, &size) != 0 || error != 0)
        return {};
    return socket;
}

/// Reads the answer until the server closes the connection, or until one object is complete.
Result<std::string> RasClient::answerTo(const char* command) const
{
    const FileDescriptor socket = connect();
    if (!socket.isOpen())
        return std::string();
    const auto deadline = Clock::now() + m_options.timeout;
    std::string answer;
    if (!sendAll(socket.get(), command))
        return Error{"it does not accept commands"};
    std::array<char, 65536> buffer;
    std::size_t looked = 0;
    while (isReady(socket.get(), POLLIN, deadline)) {
        const ssize_t size = ::recv(socket.get(), buffer.data(), buffer.size(), MSG_DONTWAIT);
        if (size == 0)
            return answer.empty() ? Result<std::string>(Error{"it sent no data"}) : Result<std::string>(answer);
        if (size < 0 && errno != EAGAIN && errno != EINTR)
            return Error{fmt::format("the connection ended: {}", std::strerror(errno))};
        answer.append(buffer.data(), static_cast<std::size_t>(std::max<ssize_t>(size, 0)));
        if (answer.size() > m_options.maxResponseBytes)
            return Error{fmt::format("its response is larger than {} MB", m_options.maxResponseBytes >> 20U)};
        // Searches for the end only after the text has doubled, which limits the cost.
        if (answer.size() >= 2 * looked || answer.ends_with("}\n") || answer.ends_with('}')) {
            looked = answer.size();
            if (wholeObject(answer) > 0)
                return answer;
        }
    }
    return Error{
        fmt::format("its response did not end within {} s", std::chrono::duration<double>(m_options.timeout).count())};
}

void RasClient::ask()
{
    Result<std::string> answer = answerTo(m_answersInText ? "VERBOSE STATUS\n" : "SET FORMAT json\nVERBOSE STATUS\n");
    // NCCL before 2.28.7 has no JSON: it rejects the first command, and may then close the connection.
    if (answer.isOk() && !answer.value().empty() && !m_answersInText && wholeObject(answer.value()) == 0
        && !isRasText(answer.value()))
        answer = answerTo("VERBOSE STATUS\n");
    const bool isNobodyThere = answer.isOk() && answer.value().empty();
    Result<RasStatus> status = answer.isOk() && !isNobodyThere
        ? parseRasStatus(answer.value())
        : Result<RasStatus>(answer.isOk() ? Error{} : answer.error());
    m_answersInText = status.isOk() && status.value().isText; // a new job may use another NCCL: JSON is tried again
    // An unreadable answer gives no information on ranks, so earlier reports remain valid.
    std::vector<RasJudge::Finding> findings;
    if (status.isOk())
        std::erase_if(status.value().communicators, [this](const RasCommunicator& communicator) {
            return m_options.isOwnHost && !communicator.ranks.empty()
                && !m_options.isOwnHost(communicator.ranks.front().host);
        });
    if (status.isOk())
        findings = m_options.judge.judge(status.value(), Clock::now());
    else if (isNobodyThere)
        findings = m_options.judge.judge({}, Clock::now()); // the job has ended
    using namespace std::chrono_literals;
    const double seconds = status.isOk() ? status.value().seconds : 0;
    const auto courtesy = std::chrono::milliseconds(static_cast<std::int64_t>(20'000 * std::min(seconds, 6.0)));
    m_pause = std::max(status.isOk() && m_options.judge.isSuspicious() ? 1000ms : 2000ms, courtesy);
    const std::lock_guard lock(m_mutex);
    m_news.isThere = status.isOk();
    m_news.problem = status.isOk() || isNobodyThere ? "" : status.error().message;
    m_news.missing = m_options.judge.missing();
    m_news.behind = m_options.judge.behind();
    m_news.communicators = status.isOk() ? status.value().communicators.size() + status.value().unnamed : 0;
    m_news.dialect = m_answersInText ? fmt::format("NCCL {} answers in text format, which lists ranks only if RAS "
                                                   "finds a fault; a status of OK does not rule out a hang",
                                                   status.value().ncclVersion)
                                     : std::string();
    for (RasJudge::Finding& finding : findings) {
        if (m_news.findings.size() < keptFindings)
            m_news.findings.push_back(std::move(finding));
    }
}

void RasClient::listen(const std::stop_token& stop, std::chrono::milliseconds length)
{
    const auto deadline = Clock::now() + length;
    if (!m_monitor.isOpen()) {
        m_monitored.clear();
        bool isThere = false;
        {
            const std::lock_guard lock(m_mutex);
            isThere = m_news.isThere;
        }
        if (isThere && !m_answersInText) // both came together
            m_monitor = connect();
        if (m_monitor.isOpen() && !sendAll(m_monitor.get(), "SET FORMAT json\nMONITOR\n"))
            m_monitor.close();
    }
    while (!stop.stop_requested() && leftOf(deadline) > 0) {
        std::array<pollfd, 2> waits{{{m_wakeUp.get(), POLLIN, 0}, {m_monitor.get(), POLLIN, 0}}};
        if (::poll(waits.data(), waits.size(), leftOf(deadline)) <= 0)
            return;
        if (waits[1].revents == 0)
            continue;
        std::array<char, 16384> buffer;
        const ssize_t size = ::recv(m_monitor.get(), buffer.data(), buffer.size(), MSG_DONTWAIT);
        if (size == 0 || (size < 0 && errno != EAGAIN && errno != EINTR)) {
            m_monitor.close();
            continue;
        }
        m_monitored.append(buffer.data(), static_cast<std::size_t>(std::max<ssize_t>(size, 0)));
        readEvents();
    }
}

void RasClient::readEvents()
{
    for (std::size_t length = wholeObject(m_monitored); length > 0; length = wholeObject(m_monitored)) {
        const Result<RasEvent> event = parseRasEvent(std::string_view(m_monitored).substr(0, length));
        m_monitored.erase(0, length);
        const std::lock_guard lock(m_mutex);
        if (event.isOk() && m_news.events.size() < keptEvents)
            m_news.events.push_back(event.value());
    }
    if (m_monitored.size() > longestEvent)
        m_monitored.clear();
}

RasCollector::RasCollector(RasClient::Options options) : m_options(std::move(options)) { }

InventoryItem RasCollector::detect()
{
    if (!m_client)
        m_client = std::make_unique<RasClient>(m_options);
    m_wasThere = m_isThere;
    m_reported = m_problem + m_dialect;
    const std::string where = fmt::format("{}:{}", m_options.address, m_options.port);
    if (!m_problem.empty())
        return off(fmt::format("{} answers, but {}", where, m_problem));
    if (!m_isThere)
        return off("no NCCL job is listening at " + where);
    return active("querying " + where + (m_dialect.empty() ? "" : "; " + m_dialect));
}

void RasCollector::declare(LayoutBuilder& layout)
{
    if (!m_isThere)
        return;
    m_communicatorsSlot = layout.add(metrics::node::ncclCommunicators);
    m_missingSlot = layout.add(metrics::node::ncclRanksMissing);
    m_behindSlot = layout.add(metrics::node::ncclRanksBehind);
}

void RasCollector::sample(TimePoint now, TickWriter& tick)
{
    if (!m_client)
        return;
    const RasClient::News news = m_client->take();
    m_isThere |= news.isThere;
    m_problem = news.problem;
    m_dialect = news.dialect;
    // Without an answer, the number of missing ranks is unknown.
    if (news.isThere && m_wasThere) {
        tick.set(m_communicatorsSlot, static_cast<double>(news.communicators));
        tick.set(m_missingSlot, static_cast<double>(news.missing));
        tick.set(m_behindSlot, static_cast<double>(news.behind));
    }
    reportNews(now, news, tick);
}

void RasCollector::reportOne(Severity severity, const char* code, const std::string& text, TickWriter& tick)
{
    if (!m_words.has(1)) {
        ++m_unreported;
        return;
    }
    m_words.spend(1);
    const std::size_t unreported = std::exchange(m_unreported, 0);
    tick.addEvent(severity, LayoutBuilder::node, code,
                  "NCCL: " + text + (unreported > 0 ? fmt::format(" ({} more were not reported)", unreported) : ""));
}

void RasCollector::reportNews(TimePoint now, const RasClient::News& news, TickWriter& tick)
{
    m_words.fill(now);
    for (const RasJudge::Finding& finding : news.findings) {
        const Severity severity = finding.isOver ? Severity::Information
            : finding.isDead                     ? Severity::Critical
                                                 : Severity::Warning;
        reportOne(severity,
                  finding.kind == RasJudge::Finding::Kind::Missing ? codes::ncclRankMissing : codes::ncclRankBehind,
                  finding.text, tick);
    }
    for (const RasEvent& event : news.events) {
        const bool isDead = event.event == "PEER_DEAD";
        reportOne(isDead ? Severity::Critical : Severity::Information, codes::ncclPeerDead,
                  fmt::format("{}: process {} on {}{}{}", event.event, event.process, event.host,
                              event.gpu >= 0 ? fmt::format(", GPU {}", event.gpu) : "",
                              event.details.empty() ? "" : ": " + event.details),
                  tick);
    }
}

} // namespace lockstep
