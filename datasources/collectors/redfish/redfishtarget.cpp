// SPDX-License-Identifier: GPL-3.0-or-later
#include "datasources/collectors/facility/facilityreport.h"
#include "datasources/collectors/redfish/redfishoptions.h"
#include "datasources/collectors/redfish/redfishreport.h"
#include "datasources/http/httpclient.h"
#include "datasources/text/textfile.h"
#include "models/core/work/tokenbucket.h"

#include <deque>
#include <fmt/format.h>

#include <algorithm>
#include <chrono>
#include <cstddef>
#include <map>
#include <set>
#include <string>
#include <vector>

namespace lockstep {

namespace {

/// A Redfish service: cooling units, PDUs, chassis. Uses a session if the service has sessions, basic authentication
/// otherwise, and logs out at the end. The structure is read every five minutes, only where it changed (ETag).
/// Measurements are always read, because some services do not update their ETags. One request at a time. Owned by its
/// poller; used on its thread.
class RedfishTarget final : public FacilityTarget
{
public:
    static constexpr std::size_t maxPages = 512;
    /// Beyond maxPages, because a service may link to new pages each time.
    static constexpr double newPagesPerSecond = 2;
    static constexpr std::size_t longestPage = 1U << 20U; ///< bytes
    static constexpr int deepest = 12;
    static constexpr std::chrono::seconds maxPollDuration{60};

    explicit RedfishTarget(RedfishOptions options);

    [[nodiscard]] const std::string& name() const override { return m_options.url; }
    [[nodiscard]] Result<FacilityReport> poll(const std::stop_token& stop) override;
    void close() override;

private:
    using Clock = std::chrono::steady_clock;
    struct Known
    {
        RedfishPage page;
        std::string etag;
        Clock::time_point read;
    };
    enum class LogIn : std::uint8_t { Unknown, Session, Basic };
    /// One pass over all pages.
    struct Walk
    {
        std::vector<OwnedPage> pages;
        std::size_t readable = 0; ///< pages read now or known
        std::size_t failed = 0;
        std::size_t failedInARow = 0;
        std::string problem; ///< the first problem; a missing page only if there is no other problem
        bool isProblemAbsence = false;
        bool isCutOff = false;
        bool hasCoolingUnits = false; ///< as its root links to ThermalEquipment
    };

    [[nodiscard]] Status logIn(const std::stop_token& stop);
    [[nodiscard]] Result<HttpReply> ask(const std::string& path, const std::string& etag, const std::stop_token& stop);
    [[nodiscard]] Result<RedfishPage> read(RedfishRole role, const std::string& path, const std::stop_token& stop);
    [[nodiscard]] Walk walk(const std::stop_token& stop);
    [[nodiscard]] bool mayRequest(const std::string& path);
    [[nodiscard]] bool isWanted(RedfishRole role, const Walk& walk) const;

    RedfishOptions m_options;
    HttpClient m_client;
    bool m_isAbsent = false; ///< the page that was read last
    LogIn m_logIn = LogIn::Unknown;
    std::string m_token; ///< of the session; a secret
    std::string m_session; ///< its path
    std::map<std::string, Known> m_known; ///< by path
    std::set<std::string> m_asked; ///< paths, there or not
    TokenBucket m_newPages{newPagesPerSecond, maxPages};
};

constexpr const char* rootPath = "/redfish/v1/";
constexpr const char* sessionsPath = "/redfish/v1/SessionService/Sessions";
constexpr int notModified = 304;
constexpr std::size_t failuresInARow = 3; ///< consecutive failures after which a poll of the service ends

HttpClient clientOf(const RedfishOptions& options, bool isBasic, std::chrono::milliseconds timeout)
{
    HttpCredentials credentials;
    credentials.caFile = options.caFile;
    if (isBasic) {
        credentials.user = options.user;
        credentials.passwordFile = options.passwordFile;
    }
    return {std::move(credentials),
            HttpLimits{.bytes = RedfishTarget::longestPage,
                       .connect = std::min(timeout, std::chrono::milliseconds(5'000)),
                       .whole = timeout}};
}

std::string jsonQuoted(std::string_view text)
{
    std::string quoted = "\"";
    for (const char c : text) {
        if (static_cast<unsigned char>(c) < 0x20)
            quoted += fmt::format("\\u{:04x}", static_cast<unsigned>(c));
        else if (c == '"' || c == '\\')
            (quoted += '\\') += c;
        else
            quoted += c;
    }
    return quoted += '"';
}

bool isHeaderText(std::string_view text)
{
    return !text.empty() && std::ranges::all_of(text, [](char c) { return c > 0x20 && c < 0x7F; });
}

/// Unknown kinds of sensors and links, with their numbers; empty: none.
std::string notUnderstoodOf(const std::vector<OwnedPage>& pages)
{
    std::map<std::string, std::size_t> kinds;
    for (const OwnedPage& each : pages) {
        for (const std::string& kind : each.page.notUnderstood)
            ++kinds[kind];
    }
    std::string list;
    for (const auto& [kind, count] : kinds)
        list += fmt::format("{}{} ({})", list.empty() ? "" : ", ", kind, count);
    return list;
}

/// Converts a session's address, which may be absolute, to a path.
std::string pathIn(std::string_view location)
{
    const std::size_t at = location.find("/redfish/");
    return at != std::string_view::npos && isHeaderText(location) ? std::string(location.substr(at)) : std::string();
}

RedfishTarget::RedfishTarget(RedfishOptions options)
    : m_options(std::move(options)), m_client(clientOf(m_options, false, m_options.timeout))
{ }

Status RedfishTarget::logIn(const std::stop_token& stop)
{
    if (m_options.user.empty() || m_logIn == LogIn::Basic || !m_token.empty())
        return success();
    const Result<std::string> password = readSecretFile(m_options.passwordFile);
    if (!password.isOk())
        return password.error();
    const HttpRequest request{.url = m_options.url + sessionsPath,
                              .method = "POST",
                              .body = fmt::format("{{\"UserName\":{},\"Password\":{}}}", jsonQuoted(m_options.user),
                                                  jsonQuoted(password.value())),
                              .headers = {"Content-Type: application/json", "OData-Version: 4.0"},
                              .isSecret = true};
    const Result<HttpReply> reply = m_client.send(request, stop);
    if (!reply.isOk())
        return reply.error();
    const std::string_view token = reply.value().header("x-auth-token");
    if (reply.value().isOk() && isHeaderText(token)) {
        m_token = token;
        m_session = pathIn(reply.value().header("location"));
        m_logIn = LogIn::Session;
        return success();
    }
    const int status = reply.value().status;
    if (status == 404 || status == 405 || status == 501 || (reply.value().isOk() && token.empty())) {
        m_logIn = LogIn::Basic;
        m_client = clientOf(m_options, true, m_options.timeout);
        return success();
    }
    return Error{fmt::format("it rejected the credentials of {} (status {})", m_options.user, status)};
}

Result<HttpReply> RedfishTarget::ask(const std::string& path, const std::string& etag, const std::stop_token& stop)
{
    for (int attempt = 0;; ++attempt) {
        if (const Status in = logIn(stop); !in.isOk())
            return in.error();
        HttpRequest request{.url = m_options.url + path, .headers = {"Accept: application/json", "OData-Version: 4.0"}};
        if (!etag.empty())
            request.headers.push_back("If-None-Match: " + etag);
        if (!m_token.empty()) {
            request.headers.push_back("X-Auth-Token: " + m_token);
            request.isSecret = true;
        }
        Result<HttpReply> reply = m_client.send(request, stop);
        const bool hasExpired = reply.isOk() && reply.value().status == 401 && !m_token.empty();
        if (!hasExpired || attempt > 0)
            return reply;
        m_token.clear(); // sessions end after a while without requests, or when the service restarts
    }
}

Result<RedfishPage> RedfishTarget::read(RedfishRole role, const std::string& path, const std::stop_token& stop)
{
    const auto known = m_known.find(path);
    const bool isReading = isReadEveryPoll(role);
    const bool isKnown = known != m_known.end() && known->second.page.role == role;
    if (isKnown && !isReading && Clock::now() - known->second.read < m_options.structureLasts)
        return known->second.page;
    m_isAbsent = false;
    Result<HttpReply> reply = ask(path, isKnown && !isReading ? known->second.etag : std::string(), stop);
    if (!reply.isOk())
        return reply.error();
    if (reply.value().status == notModified && isKnown && !isReading) {
        known->second.read = Clock::now();
        return known->second.page;
    }
    m_isAbsent = reply.value().status == 404;
    if (!reply.value().isOk())
        return Error{fmt::format("{}: status {}", path, reply.value().status)};
    Result<RedfishPage> page = readRedfishPage(role, reply.value().body);
    if (!page.isOk())
        return Error{fmt::format("{}: {}", path, page.error().message)};
    const std::string_view etag = reply.value().header("etag");
    m_known[path] = {page.value(), isHeaderText(etag) ? std::string(etag) : std::string(), Clock::now()};
    return page;
}

/// A service that links to new pages in each poll is followed slowly.
bool RedfishTarget::mayRequest(const std::string& path)
{
    constexpr std::size_t maxAsked = 4 * maxPages;
    if (m_asked.contains(path))
        return true;
    m_newPages.fill(Clock::now());
    if (!m_newPages.has(1))
        return false;
    m_newPages.spend(1);
    if (m_asked.size() >= maxAsked) {
        m_asked.clear();
        m_known.clear();
    }
    m_asked.insert(path);
    return true;
}

/// Whether a page is needed because its device has a place. A loop is read from chassis if there are no cooling units.
bool RedfishTarget::isWanted(RedfishRole role, const Walk& walk) const
{
    using enum RedfishRole;
    if (role == ThermalEquipment)
        return m_options.names.isLoop();
    if (role == PowerEquipment)
        return !m_options.names.rack.empty();
    return role != AllChassis || m_options.names.isChassis() || !walk.hasCoolingUnits;
}

RedfishTarget::Walk RedfishTarget::walk(const std::stop_token& stop)
{
    struct Stop
    {
        RedfishRole role;
        std::string path;
        std::string owner;
        int depth;
    };
    Walk walk;
    const auto end = Clock::now() + maxPollDuration;
    std::deque<Stop> ahead{{RedfishRole::Root, rootPath, {}, 0}};
    std::set<std::string> seen{rootPath};
    while (!ahead.empty() && walk.failedInARow < failuresInARow && !stop.stop_requested()) {
        if (Clock::now() > end) {
            walk.isCutOff = true;
            break;
        }
        const Stop at = std::move(ahead.front());
        ahead.pop_front();
        if (!mayRequest(at.path)) {
            walk.isCutOff = true;
            continue;
        }
        Result<RedfishPage> page = read(at.role, at.path, stop);
        // Links to missing pages are common, and the least important.
        walk.failedInARow = page.isOk() || m_isAbsent ? 0 : walk.failedInARow + 1;
        if (!page.isOk()) {
            ++walk.failed;
            if (walk.problem.empty() || (walk.isProblemAbsence && !m_isAbsent)) {
                walk.problem = page.error().message;
                walk.isProblemAbsence = m_isAbsent;
            }
            const auto known = m_known.find(at.path);
            if (known == m_known.end() || known->second.page.role != at.role)
                continue;
            page = withoutReadings(known->second.page);
        } else {
            ++walk.readable;
        }
        using enum RedfishRole;
        const bool isOwner = at.role == CoolingUnit || at.role == Pdu || at.role == Chassis;
        const std::string owner = isOwner ? at.path : at.owner;
        if (at.role == Root) {
            walk.hasCoolingUnits = std::ranges::any_of(page.value().links,
                                                       [](const auto& link) { return link.first == ThermalEquipment; });
        }
        for (const auto& [role, path] : page.value().links) {
            if (!isWanted(role, walk) || at.depth >= deepest || !seen.insert(path).second)
                continue;
            if (seen.size() > maxPages) {
                walk.isCutOff = true;
                break;
            }
            ahead.push_back({role, path, owner, at.depth + 1});
        }
        walk.pages.push_back({owner, std::move(page).value()});
    }
    walk.isCutOff |= !ahead.empty();
    if (!walk.isCutOff)
        std::erase_if(m_known, [&seen](const auto& each) { return !seen.contains(each.first); });
    return walk;
}

Result<FacilityReport> RedfishTarget::poll(const std::stop_token& stop)
{
    Walk done = walk(stop);
    const bool isSilent = done.failedInARow >= failuresInARow || done.readable == 0;
    if (isSilent && !done.problem.empty())
        return Error{done.problem};
    FacilityReport report = redfishReport(done.pages, m_options.names);
    if (report.values.empty() && !done.problem.empty() && !done.isProblemAbsence)
        return Error{done.problem};
    const std::string notUnderstood = notUnderstoodOf(done.pages);
    const std::string coverage
        = fmt::format("{} resources read, {} of them sensors{}{}", done.readable,
                      std::ranges::count_if(
                          done.pages, [](const auto& each) { return each.page.role == RedfishRole::ChassisSensor; }),
                      notUnderstood.empty() ? "" : "; not recognised: ", notUnderstood);
    if (report.values.empty())
        return Error{fmt::format("it has no readings from {}: {}",
                                 m_options.names.isLoop() ? "cooling units (ThermalEquipment) or coolant sensors"
                                                          : "chassis or PDUs",
                                 coverage)};
    if (done.isCutOff)
        report.note = "it is too large or too slow to read completely";
    else if (!done.problem.empty())
        report.note = done.failed > 1 ? fmt::format("{}; {} more failed", done.problem, done.failed - 1) : done.problem;
    if (!notUnderstood.empty())
        report.note += (report.note.empty() ? "" : "; ") + coverage;
    return report;
}

void RedfishTarget::close()
{
    if (m_session.empty() || m_token.empty())
        return;
    m_client = clientOf(m_options, false, std::chrono::milliseconds(2'000));
    static_cast<void>(m_client.send({.url = m_options.url + m_session,
                                     .method = "DELETE",
                                     .headers = {"X-Auth-Token: " + m_token},
                                     .isSecret = true}));
    m_token.clear();
}

} // namespace

std::unique_ptr<FacilityTarget> makeRedfishTarget(RedfishOptions options)
{
    return std::make_unique<RedfishTarget>(std::move(options));
}

} // namespace lockstep
