// SPDX-License-Identifier: GPL-3.0-or-later
#include "models/analysis/moment/spanlookback.h"

#include "models/store/spans/spanstore.h"

#include <algorithm>

namespace lockstep {

namespace {

/// Ranges grow, so that each request is for a moderate number of spans.
constexpr Duration firstStretch = std::chrono::seconds(2);
constexpr Duration longestStretch = std::chrono::seconds(8);

} // namespace

SpanLookBack::SpanLookBack(TimePoint end, Duration tickPeriod, LookBackLimits limits)
    : m_end(end), m_begin(end), m_tickPeriod(tickPeriod), m_limits(limits), m_stretch(firstStretch)
{
    want();
}

void SpanLookBack::want()
{
    const auto ticks = static_cast<std::size_t>(std::max(m_stretch / m_tickPeriod, std::int64_t{1}));
    m_wanted = {m_begin - static_cast<std::int64_t>(ticks) * m_tickPeriod, m_begin};
    m_tickCounts.assign(ticks, 0);
    m_stretch = std::min(m_stretch * 2, longestStretch);
}

std::uint32_t SpanLookBack::laneOf(EntityRef entity, NameId name)
{
    const auto [entry, isNew]
        = m_laneIndex.try_emplace(LaneKey{entity, name}, static_cast<std::uint32_t>(m_lanes.size()));
    if (isNew)
        m_lanes.push_back({entity, name});
    return entry->second;
}

void SpanLookBack::add(std::uint32_t lane, std::uint32_t rank, const StoredSpan& span)
{
    const TimePoint end{Duration(span.endNs())};
    if (!m_wanted.contains(end))
        return;
    ++m_tickCounts[static_cast<std::size_t>((end - m_wanted.from) / m_tickPeriod)];
    Lane& own = m_lanes[lane];
    if (own.latestNs <= span.endNs()) {
        own.latestNs = span.endNs();
        own.rank = rank;
    }
    noteJob(span);
    if (m_blocks.empty() || m_blocks.back().size() == blockSize)
        m_blocks.emplace_back().reserve(blockSize);
    m_blocks.back().push_back({span, lane, 0});
}

void SpanLookBack::noteJob(const StoredSpan& span)
{
    if (m_lastJob >= m_jobs.size() || m_jobs[m_lastJob].name != span.job) {
        const auto known = std::ranges::find(m_jobs, span.job, &Job::name);
        m_lastJob = static_cast<std::size_t>(known - m_jobs.begin());
        if (known == m_jobs.end())
            m_jobs.push_back({span.job, {}});
    }
    std::vector<std::uint32_t>& steps = m_jobs[m_lastJob].steps;
    const bool endsStep = span.spanKind() == SpanKind::Step && steps.size() < m_limits.steps;
    if (endsStep && std::ranges::find(steps, span.step) == steps.end())
        steps.push_back(span.step);
}

void SpanLookBack::close()
{
    // One tick is always included, regardless of its size.
    for (auto count = m_tickCounts.rbegin(); count != m_tickCounts.rend(); ++count) {
        if (m_count > 0 && m_count + *count > m_limits.maxSpans)
            return finish();
        m_count += *count;
        m_begin -= m_tickPeriod;
    }
    if (isEnough())
        finish();
    else
        want();
}

bool SpanLookBack::isEnough() const
{
    const Duration length = m_end - m_begin;
    if (length >= m_limits.longest || m_count >= m_limits.maxSpans)
        return true;
    if (length < m_limits.min || (m_jobs.empty() && length < m_limits.minWithoutSteps))
        return false;
    const std::size_t steps = m_count >= m_limits.manySpans ? m_limits.minSteps : m_limits.steps;
    return std::ranges::all_of(m_jobs, [&](const Job& job) {
        return job.steps.size() >= steps || (job.steps.empty() && length >= m_limits.minWithoutSteps);
    });
}

std::uint64_t StoreLookBack::generationNow() const
{
    return m_spans.generation();
}

bool StoreLookBack::copySome(std::chrono::microseconds budget)
{
    constexpr std::size_t lanesAtOnce = 8;
    const auto deadline = std::chrono::steady_clock::now() + budget;
    const TimeRange stretch = m_to.wanted();
    for (; m_nextLane < m_spans.lanes().size(); ++m_nextLane) {
        if (m_nextLane % lanesAtOnce == 0 && std::chrono::steady_clock::now() >= deadline)
            return false;
        copyLane(m_nextLane, stretch);
    }
    m_nextLane = 0;
    m_to.close();
    return true;
}

void StoreLookBack::copyLane(std::size_t lane, TimeRange stretch)
{
    const SpanLane& from = m_spans.lanes()[lane];
    std::optional<std::uint32_t> to;
    for (StoredSpan span : from.overlapping(nsOf(stretch.from), nsOf(stretch.to))) {
        if (!stretch.contains(TimePoint(Duration(span.endNs()))))
            continue;
        if (!to)
            to = m_to.laneOf(from.entity, NameId{nameOf(static_cast<std::uint16_t>(from.name.value))});
        span.op = nameOf(span.op);
        span.communicator = nameOf(span.communicator);
        span.job = nameOf(span.job);
        m_to.add(*to, from.rank, span);
    }
}

std::uint16_t StoreLookBack::nameOf(std::uint16_t name)
{
    if (name >= m_names.size())
        m_names.resize(m_spans.names().size());
    std::optional<NameId>& known = m_names[name];
    if (!known)
        known = m_to.names().intern(m_spans.names().name(NameId{name}));
    return static_cast<std::uint16_t>(known->value);
}

} // namespace lockstep
