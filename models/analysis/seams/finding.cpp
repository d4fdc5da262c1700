// SPDX-License-Identifier: GPL-3.0-or-later
#include "models/analysis/seams/finding.h"

#include "models/analysis/detect/baseline/onset.h"
#include "models/core/eventcodes.h"
#include "models/store/events/alerteventlog.h"

#include <algorithm>
#include <charconv>
#include <map>
#include <string_view>
#include <tuple>

namespace lockstep {

namespace {

constexpr Duration lastsUnlessEnded = std::chrono::minutes(10);

/// An event, and what it does.
struct Telling
{
    const DerivedEvent* event = nullptr;
    const FindingRow* row = nullptr; ///< nullptr: it ends

    [[nodiscard]] bool isEnd() const { return row == nullptr; }
    [[nodiscard]] auto order() const
    {
        return std::tuple(event->event.time, !isEnd(), event->entity, event->event.severity,
                          std::string_view(event->event.text));
    }
};

using TellingsByCode = std::map<std::string_view, std::vector<Telling>>;

TellingsByCode sortedOut(std::span<const DerivedEvent> events, TimePoint now)
{
    TellingsByCode tellings;
    for (const DerivedEvent& each : events) {
        const Event& event = each.event;
        if (event.time > now)
            continue;
        std::string_view code = event.code;
        const FindingRow* row = event.severity == Severity::Information ? nullptr : findingRow(code, event.text);
        if (event.severity != Severity::Information && row == nullptr)
            continue;
        if (const std::string_view ended = endedBy(code); !ended.empty())
            std::tie(code, row) = std::pair(ended, nullptr);
        tellings[code].push_back({&each, row});
    }
    for (auto& [code, some] : tellings) {
        std::ranges::sort(some, {}, &Telling::order);
        const auto twice = std::ranges::unique(some, {}, &Telling::order);
        some.erase(twice.begin(), twice.end());
    }
    return tellings;
}

/// Whether what ends of one entity ends of another. A limit is reported of the worst entity of a place, and is over for
/// the whole place.
bool endsOf(const Topology& topology, std::string_view code, EntityRef ended, EntityRef entity)
{
    return entity == ended
        || (code.starts_with(codes::metricLimit) && topology.contains(entity)
            && topology.ancestor(entity, ended.kind) == ended);
}

/// The job that a sentence is about: the longest of those that it begins with, else what stands before its colon.
std::string jobIn(std::string_view text, const FindingRow& row, const ObservedJobs& jobs)
{
    std::string_view best;
    for (const ObservedJob& job : jobs) {
        const bool begins = text.starts_with(job.name) && text.size() > job.name.size()
            && (text[job.name.size()] == ':' || text[job.name.size()] == ' ');
        if (begins && job.name.size() > best.size())
            best = job.name;
    }
    if (best.empty() && rowOf(row.trouble).isOfJob)
        best = text.substr(0, std::min(text.find(": "), text.find(' ')));
    return std::string(best);
}

/// The 14 of "...; 14 more in A03".
std::uint32_t othersIn(std::string_view text)
{
    const std::size_t end = text.find(" more in ");
    const std::size_t begin = end == std::string_view::npos ? end : text.rfind("; ", end);
    std::uint32_t others = 0;
    if (begin != std::string_view::npos)
        std::from_chars(text.data() + begin + 2, text.data() + end, others);
    return others;
}

/// Of ", for 57 s" at the end of a sentence, which is true at its moment only.
std::size_t lastingLength(const Event& event)
{
    const std::string lasting = lastingText(event.time - onsetOf(event));
    return event.text.ends_with(lasting) ? lasting.size() : 0;
}

/// Folds the tellings of one code.
class Folder
{
public:
    Folder(std::string_view code, const Topology& topology, const ObservedJobs& jobs)
        : m_code(code), m_topology(topology), m_jobs(jobs)
    { }

    void end(const Event& event, EntityRef entity)
    {
        m_ended = {event.time, entity};
        std::erase_if(m_open, [&](std::size_t at) {
            const bool isOver = endsOf(m_topology, m_code, entity, m_findings[at].entity);
            if (isOver)
                m_findings[at].end = event.time;
            return isOver;
        });
    }

    void tell(const Event& event, EntityRef entity, const FindingRow& row)
    {
        const std::string job = jobIn(event.text, row, m_jobs);
        const auto [known, isFirst] = m_latest.try_emplace({entity, row.trouble, job}, m_findings.size());
        if (!isFirst && m_findings[known->second].end && event.time - *m_findings[known->second].end >= Finding::again)
            known->second = m_findings.size();
        const std::size_t at = known->second;
        if (at == m_findings.size())
            m_findings.push_back(
                {row.trouble, entity, event.code, job, event.time, event.time, {}, {}, Severity::Warning, {}, 0, 0});
        Finding& finding = m_findings[at];
        const bool isNew = finding.times == 0;
        if (isNew || event.severity > finding.severity)
            finding.worstSince = event.time;
        if (isNew || event.severity >= finding.severity) {
            finding.severity = event.severity;
            finding.text = event.text.substr(0, event.text.size() - lastingLength(event));
            finding.others = std::max(finding.others, othersIn(event.text));
        }
        if (isNew || finding.end)
            ++finding.times;
        finding.onset = std::min(finding.onset, onsetOf(event));
        finding.end.reset();
        if (m_ended.first == event.time && endsOf(m_topology, m_code, m_ended.second, entity))
            finding.end = event.time; // begun and over in one tick
        else if (!row.isEnded)
            finding.end = event.time + lastsUnlessEnded;
        else if (std::ranges::find(m_open, at) == m_open.end())
            m_open.push_back(at);
    }

    std::vector<Finding> m_findings;

private:
    std::string_view m_code;
    const Topology& m_topology;
    const ObservedJobs& m_jobs;
    std::map<std::tuple<EntityRef, Trouble, std::string>, std::size_t> m_latest; ///< findings, by what they are of
    std::vector<std::size_t> m_open; ///< findings that an event will end
    std::pair<TimePoint, EntityRef> m_ended; ///< the latest end
};

} // namespace

std::vector<Finding> findingsAt(std::span<const DerivedEvent> events, const Topology& topology,
                                const ObservedJobs& jobs, TimePoint now)
{
    std::vector<Finding> findings;
    for (const auto& [code, tellings] : sortedOut(events, now)) {
        Folder folder(code, topology, jobs);
        for (const Telling& each : tellings) {
            if (each.isEnd())
                folder.end(each.event->event, each.event->entity);
            else
                folder.tell(each.event->event, each.event->entity, *each.row);
        }
        findings.insert(findings.end(), std::move_iterator(folder.m_findings.begin()),
                        std::move_iterator(folder.m_findings.end()));
    }
    for (Finding& each : findings) {
        if (each.end && *each.end > now)
            each.end.reset();
    }
    std::erase_if(findings, [&](const Finding& each) { return each.end && *each.end < now - Finding::remembered; });
    std::ranges::sort(findings, [](const Finding& a, const Finding& b) {
        return std::tie(a.onset, a.begin, a.entity, a.code, a.job, a.trouble)
            < std::tie(b.onset, b.begin, b.entity, b.code, b.job, b.trouble);
    });
    return findings;
}

} // namespace lockstep
