// SPDX-License-Identifier: GPL-3.0-or-later
#include "datasources/collectors/jobs/jobdocuments.h"

#include "models/core/metrics/metricnames.h"

#include <algorithm>
#include <utility>

namespace lockstep {

namespace {

struct DocumentRow
{
    std::string_view metric;
    std::optional<double> JobDocument::*value;
};

constexpr std::array documentRows{
    DocumentRow{metrics::job::stepsTotal, &JobDocument::stepsTotal},
    DocumentRow{metrics::job::tokensPerStep, &JobDocument::tokensPerStep},
    DocumentRow{metrics::job::samplesPerStep, &JobDocument::samplesPerStep},
    DocumentRow{metrics::job::flopsPerStep, &JobDocument::flopsPerStep},
    DocumentRow{metrics::job::peakFlops, &JobDocument::peakFlops},
    DocumentRow{metrics::job::loss, &JobDocument::loss},
    DocumentRow{metrics::job::gradientNorm, &JobDocument::gradientNorm},
};

} // namespace

/// Fields missing in a step keep the value of an earlier one.
void JobDocuments::take(const JobEvent& event, Time now)
{
    if (event.rank != 0)
        return;
    const auto known = m_jobs.find(event.job);
    if (known == m_jobs.end() && (event.job.empty() || event.document == JobDocument()))
        return;
    if (known == m_jobs.end() && m_jobs.size() >= capacity)
        dropOldest();
    Job& job = m_jobs[event.job];
    job.last = now;
    for (const DocumentRow& row : documentRows) {
        if (!(event.document.*row.value))
            continue;
        m_hasChanged |= !(job.document.*row.value);
        job.document.*row.value = event.document.*row.value;
    }
}

void JobDocuments::dropOldest()
{
    m_jobs.erase(std::ranges::min_element(m_jobs, {}, [](const auto& each) { return each.second.last; }));
    m_hasChanged = true;
}

bool JobDocuments::hasChanged(Time now)
{
    m_hasChanged
        |= std::erase_if(m_jobs, [now](const auto& each) { return now - each.second.last > longestSilence; }) > 0;
    if (!m_hasChanged || (m_lastChange && now - *m_lastChange < shortestQuiet))
        return false;
    m_lastChange = now;
    m_hasChanged = false;
    return true;
}

void JobDocuments::declare(LayoutBuilder& layout)
{
    static_assert(documentRows.size() == valueCount);
    for (auto& [name, job] : m_jobs) {
        const std::uint32_t entity = layout.addEntity(EntityKind::Job, name, EntityDescriptor::clusterScope);
        for (std::size_t at = 0; at < valueCount; ++at)
            job.slots[at] = job.document.*documentRows[at].value ? layout.add(documentRows[at].metric, entity) : Slot();
    }
}

void JobDocuments::write(TickWriter& tick) const
{
    for (const auto& [name, job] : m_jobs) {
        for (std::size_t at = 0; at < valueCount; ++at) {
            if (job.slots[at].isValid())
                tick.set(job.slots[at], job.document.*documentRows[at].value);
        }
    }
}

} // namespace lockstep
