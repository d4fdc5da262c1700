// SPDX-License-Identifier: GPL-3.0-or-later
#include "models/analysis/causality/finding.h"

#include "models/core/eventcodes.h"
#include "models/store/events/alerteventlog.h"

#include <algorithm>
#include <map>
#include <string_view>
#include <tuple>

namespace lockstep {

namespace {

constexpr Duration lastsUnlessEnded = std::chrono::minutes(10);

/// An event that begins, confirms or ends a finding.
struct Report
{
    const DerivedEvent* event = nullptr;
    std::optional<Indicated> indicated; ///< nullopt: it ends a finding

    [[nodiscard]] bool isEnd() const { return !indicated; }
    [[nodiscard]] auto identity() const
    {
        return std::tuple(event->event.time, !isEnd(), event->entity, event->event.severity,
                          event->event.fields.identity());
    }
    /// The text is a tie-breaker that decides which event is shown.
    [[nodiscard]] auto order() const { return std::tuple(identity(), std::string_view(event->event.text)); }
};

using ReportsByCode = std::map<std::string_view, std::vector<Report>>;

ReportsByCode reportsByCode(std::span<const DerivedEvent> events, TimePoint now)
{
    ReportsByCode reports;
    for (const DerivedEvent& each : events) {
        const Event& event = each.event;
        if (event.time > now)
            continue;
        std::string_view code = event.code;
        std::optional<Indicated> indicated;
        if (event.severity != Severity::Information)
            indicated = indicatedBy(event, each.entity.kind);
        if (event.severity != Severity::Information && !indicated)
            continue;
        if (const std::string_view ended = endedBy(code); !ended.empty())
            std::tie(code, indicated) = std::pair(ended, std::nullopt);
        reports[code].push_back({&each, indicated});
    }
    for (auto& [code, some] : reports) {
        std::ranges::sort(some, {}, &Report::order);
        const auto twice = std::ranges::unique(some, {}, &Report::identity);
        some.erase(twice.begin(), twice.end());
    }
    return reports;
}

/// Whether an end that is reported for one entity also ends the finding of another. A limit is reported for the worst
/// entity of a place, and its end applies to the whole place.
bool endsOf(const Topology& topology, std::string_view code, EntityRef ended, EntityRef entity)
{
    return entity == ended
        || (code.starts_with(codes::metricLimit) && topology.contains(entity)
            && topology.ancestor(entity, ended.kind) == ended);
}

/// The job that an event concerns. An unobserved job only counts for findings that concern a whole job.
std::string jobOf(const DerivedEvent& reported, FindingKind kind, const Topology& topology, const ObservedJobs& jobs)
{
    const bool isJob = reported.entity.kind == EntityKind::Job && topology.contains(reported.entity);
    const std::string& name
        = reported.event.fields.job.empty() && isJob ? topology.name(reported.entity) : reported.event.fields.job;
    const bool counts = causeRow(kind).isOfJob || std::ranges::binary_search(jobs, name, {}, &ObservedJob::name);
    return counts ? name : std::string();
}

/// Keeps the finding's XID before @p next replaces it, because the first XID may be the cause.
void keepXid(Finding& finding, std::uint32_t next)
{
    const std::uint32_t before = finding.fields.xid;
    if (before != 0 && std::ranges::find(finding.earlierXids, before) == finding.earlierXids.end())
        finding.earlierXids.push_back(before);
    std::erase(finding.earlierXids, next);
}

/// Builds findings from the events of one code.
class FindingBuilder
{
public:
    FindingBuilder(std::string_view code, const Topology& topology, const ObservedJobs& jobs)
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

    void report(const DerivedEvent& reported, Indicated indicated)
    {
        const auto& [entity, event] = reported;
        const std::string job = jobOf(reported, indicated.kind, m_topology, m_jobs);
        const auto [known, isFirst] = m_latest.try_emplace({entity, indicated.kind, job}, m_findings.size());
        if (!isFirst && m_findings[known->second].end && event.time - *m_findings[known->second].end >= Finding::again)
            known->second = m_findings.size();
        const std::size_t at = known->second;
        if (at == m_findings.size())
            m_findings.push_back({indicated.kind,
                                  entity,
                                  event.code,
                                  job,
                                  event.time,
                                  event.time,
                                  {},
                                  {},
                                  Severity::Warning,
                                  {},
                                  {},
                                  0,
                                  0,
                                  {}});
        Finding& finding = m_findings[at];
        const bool isNew = finding.times == 0;
        if (isNew || event.severity > finding.severity)
            finding.worstSince = event.time;
        const bool isFollower = finding.fields.xid == xidOfNvlink && mayFollowNvlink(event.fields.xid);
        if (isNew || (event.severity >= finding.severity && !isFollower)) {
            finding.severity = event.severity;
            keepXid(finding, event.fields.xid);
            finding.text = event.text;
            finding.fields = event.fields;
            finding.others = std::max(finding.others, event.fields.others);
        }
        if (isNew || finding.end)
            ++finding.times;
        finding.onset = std::min(finding.onset, event.onset());
        finding.end.reset();
        if (m_ended.first == event.time && endsOf(m_topology, m_code, m_ended.second, entity))
            finding.end = event.time; // began and ended in one tick
        else if (!indicated.isEnded)
            finding.end = event.time + lastsUnlessEnded;
        else if (std::ranges::find(m_open, at) == m_open.end())
            m_open.push_back(at);
    }

    std::vector<Finding> m_findings;

private:
    std::string_view m_code;
    const Topology& m_topology;
    const ObservedJobs& m_jobs;
    std::map<std::tuple<EntityRef, FindingKind, std::string>, std::size_t> m_latest; ///< latest finding of each subject
    std::vector<std::size_t> m_open; ///< findings without an end
    std::pair<TimePoint, EntityRef> m_ended; ///< the latest end
};

} // namespace

std::vector<Finding> findingsAt(std::span<const DerivedEvent> events, const Topology& topology,
                                const ObservedJobs& jobs, TimePoint now)
{
    std::vector<Finding> findings;
    for (const auto& [code, reports] : reportsByCode(events, now)) {
        FindingBuilder builder(code, topology, jobs);
        for (const Report& each : reports) {
            if (each.isEnd())
                builder.end(each.event->event, each.event->entity);
            else
                builder.report(*each.event, *each.indicated);
        }
        findings.insert(findings.end(), std::move_iterator(builder.m_findings.begin()),
                        std::move_iterator(builder.m_findings.end()));
    }
    for (Finding& each : findings) {
        if (each.end && *each.end > now)
            each.end.reset();
    }
    std::erase_if(findings, [&](const Finding& each) { return each.end && *each.end < now - Finding::remembered; });
    std::ranges::sort(findings, [](const Finding& a, const Finding& b) {
        return std::tie(a.onset, a.begin, a.entity, a.code, a.job, a.kind)
            < std::tie(b.onset, b.begin, b.entity, b.code, b.job, b.kind);
    });
    return findings;
}

} // namespace lockstep
