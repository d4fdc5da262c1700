// SPDX-License-Identifier: GPL-3.0-or-later
#include "datasources/collectors/scheduler/schedulerchanges.h"

#include "models/core/eventcodes.h"
#include "models/core/parsenumber.h"
#include "models/core/textparts.h"

#include <fmt/chrono.h>
#include <fmt/format.h>

#include <algorithm>
#include <functional>
#include <unordered_set>
#include <utility>

namespace lockstep {

namespace {

constexpr unsigned listableGpus = 64;

std::string whatOf(const SchedulerPlacement& place)
{
    std::string text = fmt::format("{} GPU{}", place.gpus, place.gpus == 1 ? "" : "s");
    return place.which.empty() ? text : fmt::format("{} ({})", text, place.which);
}

} // namespace

std::uint64_t gpuBits(std::string_view list)
{
    std::uint64_t bits = 0;
    while (!list.empty()) {
        const std::string_view one = takeUpTo(list, ',');
        const auto numberOf = [](std::string_view text) {
            return parseNumber<unsigned>(text).value_or(listableGpus);
        };
        const std::size_t dash = one.find('-');
        const unsigned first = numberOf(one.substr(0, dash));
        const unsigned last = dash == std::string_view::npos ? first : numberOf(one.substr(dash + 1));
        if (last < first || last >= listableGpus)
            return 0;
        for (unsigned gpu = first; gpu <= last; ++gpu)
            bits |= std::uint64_t{1} << gpu;
    }
    return bits;
}

AllocationSpans::Held AllocationSpans::heldIn(const SchedulerView& view)
{
    Held held;
    for (const SchedulerNode& node : view.nodes()) {
        std::vector<AllocationPiece>& its = held[node.name];
        if (node.isUnavailable)
            its.push_back({.node = node.name,
                           .what = SchedulerView::cleanText(node.reason.empty() ? node.stateWord : node.reason, 200)});
    }
    for (const SchedulerJob& job : view.jobs()) {
        if (job.state != SchedulerJob::State::Running)
            continue;
        for (const SchedulerPlacement& place : job.placements) {
            if (const auto known = held.find(place.node); known != held.end())
                known->second.push_back({.node = place.node,
                                         .job = job.name,
                                         .tenant = job.tenant,
                                         .what = whatOf(place),
                                         .gpus = place.gpus,
                                         .which = gpuBits(place.which)});
        }
    }
    return held;
}

/// Ends both the earlier and the current state now; the latter continues.
void AllocationSpans::follow(const std::string& name, Node& node, std::vector<AllocationPiece> held, TimePoint now,
                             std::vector<AllocationPiece>& pieces) const
{
    const auto tell = [&](TimePoint from) {
        for (AllocationPiece piece : node.held) {
            piece.start = from;
            piece.end = now;
            piece.state = node.state;
            pieces.push_back(std::move(piece));
        }
        node.reported = now;
    };
    // Spreads reports over time, so that nodes that were reported together do not stay synchronised.
    constexpr Duration earliest = allocationReportedAgain / 2;
    const Duration due = earliest + earliest / 100 * static_cast<std::int64_t>(std::hash<std::string>{}(name) % 100);
    const bool isSame = node.held == held;
    if (!isSame || now - node.reported >= due)
        tell(node.reported);
    if (isSame)
        return;
    node.held = std::move(held);
    ++node.state;
    tell(m_last);
}

std::vector<AllocationPiece> AllocationSpans::follow(const SchedulerView& view, TimePoint now)
{
    std::vector<AllocationPiece> pieces;
    // The clock was set, or the time in between is unknown.
    const bool isGap = now <= m_last || now - m_last > longestGap;
    if (isGap) {
        m_nodes.clear();
        m_last = now - std::chrono::seconds(1);
    }
    Held held = heldIn(view);
    for (auto& [name, its] : held) {
        Node& node = m_nodes.try_emplace(name, Node{{}, m_last, 0}).first->second;
        follow(name, node, std::move(its), now, pieces);
    }
    std::erase_if(m_nodes, [&](const auto& each) { return !held.contains(each.first); });
    m_last = now;
    return pieces;
}

namespace {

using About = SchedulerUpdate::About;
using JobState = SchedulerJob::State;

constexpr std::size_t longestNews = 1500; ///< below the limit of readers for an event

std::string momentText(std::optional<TimePoint> time)
{
    return time ? fmt::format("{:%Y-%m-%d %H:%M} UTC",
                              fmt::gmtime(std::chrono::system_clock::to_time_t(
                                  std::chrono::time_point_cast<std::chrono::system_clock::duration>(*time))))
                : std::string("?");
}

/// "of physics (alice), partition gpu".
std::string ownerText(const SchedulerJob& job)
{
    std::string text = "of " + job.tenant;
    if (!job.user.empty() && job.user != job.tenant)
        text += fmt::format(" ({})", job.user);
    return job.queue.empty() ? text : fmt::format("{}, {}", text, job.queue);
}

/// "16 GPUs on n1, n2, n3 and 5 more".
std::string placeText(const SchedulerJob& job)
{
    constexpr std::size_t named = 4;
    std::string nodes;
    for (std::size_t at = 0; at < std::min(named, job.placements.size()); ++at) {
        const SchedulerPlacement& place = job.placements[at];
        nodes += (at > 0 ? ", " : "") + place.node;
        if (!place.which.empty())
            nodes += fmt::format(" (GPU {})", place.which);
    }
    if (job.placements.size() > named)
        nodes += fmt::format(" and {} more", job.placements.size() - named);
    return nodes.empty() ? counted(job.gpus, "GPU") : fmt::format("{} on {}", counted(job.gpus, "GPU"), nodes);
}

/// Collects changes to report, and counts further ones.
class ChangeReport
{
public:
    explicit ChangeReport(std::size_t max) : m_max(max) { }

    void add(SchedulerUpdate news)
    {
        news.text = SchedulerView::cleanText(news.text, longestNews);
        if (m_changes.size() < m_max)
            m_changes.push_back(std::move(news));
        else
            ++m_unreported;
    }

    [[nodiscard]] std::vector<SchedulerUpdate> finish()
    {
        if (m_unreported > 0)
            m_changes.push_back(
                {Severity::Information,
                 codes::schedulerUnreported,
                 About::Scheduler,
                 {},
                 fmt::format("{} of jobs and nodes at the same time {} not reported individually.",
                             counted(m_unreported, "more change", "more changes"), m_unreported == 1 ? "is" : "are")});
        return std::move(m_changes);
    }

private:
    std::size_t m_max;
    std::size_t m_unreported = 0;
    std::vector<SchedulerUpdate> m_changes;
};

void reportEnd(const SchedulerJob& job, const SchedulerJob* end, ChangeReport& report)
{
    const bool hasFailed = end != nullptr && end->hasFailed;
    std::string text = fmt::format("{} {} has ended", job.name, ownerText(job));
    if (end != nullptr && !end->stateWord.empty() && end->stateWord != "COMPLETED")
        text += ": " + end->stateWord;
    if (hasFailed && !end->reason.empty() && end->reason != end->stateWord)
        text += fmt::format(" ({})", end->reason);
    report.add({hasFailed ? Severity::Warning : Severity::Information, codes::schedulerJobEnded, About::Job, job.id,
                text + "."});
}

/// "3 h 20 min".
std::string waitText(Duration wait)
{
    const auto seconds = std::chrono::duration_cast<std::chrono::seconds>(wait).count();
    if (seconds < 120)
        return fmt::format("{} s", seconds);
    const auto minutes = seconds / 60;
    return minutes < 120    ? fmt::format("{} min", minutes)
        : minutes < 48 * 60 ? fmt::format("{} h {} min", minutes / 60, minutes % 60)
                            : fmt::format("{} d {} h", minutes / 60 / 24, minutes / 60 % 24);
}

/// "1st", "12th", "22nd"
std::string ordinal(std::uint64_t number)
{
    const std::uint64_t last = number / 10 % 10 == 1 ? 0 : number % 10;
    return fmt::format("{}{}", number, last == 1 ? "st" : last == 2 ? "nd" : last == 3 ? "rd" : "th");
}

void reportJob(const SchedulerJob* before, const SchedulerJob& now, ChangeReport& report)
{
    if (before != nullptr && now.restarts > before->restarts) {
        report.add({Severity::Warning, codes::schedulerJobRequeued, About::Job, now.id,
                    fmt::format("{} {} was requeued for the {} time{}.", now.name, ownerText(now),
                                ordinal(now.restarts), now.reason.empty() ? "" : ": " + now.reason)});
    }
    const bool ran = before != nullptr && before->state == JobState::Running && !before->isEnding;
    const bool runs = now.state == JobState::Running && !now.isEnding;
    if (runs && (!ran || now.restarts > before->restarts)) {
        std::string waited;
        if (now.submitted && now.started && *now.started > *now.submitted)
            waited = fmt::format(", after {} in the queue", waitText(*now.started - *now.submitted));
        report.add({Severity::Information, codes::schedulerJobStarted, About::Job, now.id,
                    fmt::format("{} {} has started: {}{}.", now.name, ownerText(now), placeText(now), waited)});
    }
    if (now.state == JobState::Ended && before != nullptr && before->state != JobState::Ended)
        reportEnd(*before, &now, report);
}

void reportJobs(const SchedulerView& before, const SchedulerView& now, ChangeReport& report)
{
    std::unordered_map<std::string_view, const SchedulerJob*> known;
    for (const SchedulerJob& job : before.jobs())
        known.emplace(job.id, &job);
    std::unordered_set<std::string_view> there;
    for (const SchedulerJob& job : now.jobs()) {
        there.insert(job.id);
        const auto found = known.find(job.id);
        reportJob(found == known.end() ? nullptr : found->second, job, report);
    }
    // Items that were dropped because of the limit have not ended.
    const bool isFull = now.leftOut() > 0;
    for (const SchedulerJob& job : before.jobs()) {
        if (job.state == JobState::Running && !there.contains(job.id) && !isFull)
            reportEnd(job, nullptr, report);
    }
}

void reportNode(const SchedulerNode* before, const SchedulerNode& now, ChangeReport& report)
{
    const bool was = before != nullptr && before->isUnavailable;
    if (now.isUnavailable && (!was || (before->reason != now.reason && !now.reason.empty()))) {
        const std::string why = now.reason.empty() ? "no reason given" : now.reason;
        report.add({Severity::Warning, codes::schedulerNodeDrained, About::Node, now.name,
                    fmt::format("{} no longer accepts jobs ({}): {}.", now.name, now.stateWord, why)});
    } else if (was && !now.isUnavailable) {
        report.add({Severity::Information, codes::schedulerNodeBack, About::Node, now.name,
                    fmt::format("{} accepts jobs again.", now.name)});
    }
}

void reportNodes(const SchedulerView& before, const SchedulerView& now, ChangeReport& report)
{
    std::unordered_map<std::string_view, const SchedulerNode*> known;
    for (const SchedulerNode& node : before.nodes())
        known.emplace(node.name, &node);
    for (const SchedulerNode& node : now.nodes()) {
        const auto found = known.find(node.name);
        reportNode(found == known.end() ? nullptr : found->second, node, report);
    }
}

std::string reservationText(const SchedulerReservation& reservation)
{
    std::string text = fmt::format("{} from {} to {}", reservation.nodes.empty() ? "no nodes" : reservation.nodes,
                                   momentText(reservation.start), momentText(reservation.end));
    return reservation.forWhom.empty() ? text : fmt::format("{}, for {}", text, reservation.forWhom);
}

void reportReservations(const SchedulerView& before, const SchedulerView& now, ChangeReport& report)
{
    if (!before.knowsReservations() || !now.knowsReservations())
        return;
    const auto tell = [&report](std::string text) {
        report.add({Severity::Information, codes::schedulerReservation, About::Scheduler, {}, std::move(text)});
    };
    for (const SchedulerReservation& reservation : now.reservations()) {
        const auto known = std::ranges::find(before.reservations(), reservation.name, &SchedulerReservation::name);
        if (known == before.reservations().end())
            tell(fmt::format("Reservation {}: {}.", reservation.name, reservationText(reservation)));
        else if (*known != reservation)
            tell(fmt::format("Reservation {} has changed: {}.", reservation.name, reservationText(reservation)));
    }
    for (const SchedulerReservation& reservation : before.reservations()) {
        if (std::ranges::find(now.reservations(), reservation.name, &SchedulerReservation::name)
            == now.reservations().end())
            tell(fmt::format("Reservation {} has ended.", reservation.name));
    }
}

/// Initial states are not reported, except drained nodes.
void reportBeginning(const SchedulerView& now, ChangeReport& report)
{
    constexpr std::size_t named = 8;
    std::string nodes;
    std::size_t count = 0;
    for (const SchedulerNode& node : now.nodes()) {
        if (!node.isUnavailable || ++count > named)
            continue;
        nodes += (nodes.empty() ? "" : ", ") + node.name;
        if (!node.reason.empty())
            nodes += fmt::format(" ({})", node.reason);
    }
    if (count > named)
        nodes += fmt::format(" and {} more", count - named);
    if (count > 0)
        report.add(
            {Severity::Information,
             codes::schedulerNodeDrained,
             About::Scheduler,
             {},
             fmt::format("{} {} no new jobs: {}.", counted(count, "node"), count == 1 ? "accepts" : "accept", nodes)});
}

} // namespace

std::vector<SchedulerUpdate> changesBetween(const SchedulerView* before, const SchedulerView& now, std::size_t max)
{
    ChangeReport report(max);
    if (before == nullptr) {
        reportBeginning(now, report);
    } else {
        reportNodes(*before, now, report);
        reportReservations(*before, now, report);
        reportJobs(*before, now, report);
    }
    return report.finish();
}

} // namespace lockstep
