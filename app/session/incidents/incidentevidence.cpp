// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/session/incidents/incidentevidence.h"

#include "app/session/incidents/evidencegatherer.h"
#include "app/session/incidents/incidentarchive.h"
#include "datasources/incidents/incidentdatabase.h"
#include "models/analysis/sync/live/verdicttext.h"
#include "models/incidents/workspace/incidentworkspace.h"
#include "models/store/clustermodel.h"
#include "models/store/clusterstore.h"
#include "models/view/selection.h"

#include <algorithm>

namespace lockstep {

namespace {

TimeRange judgedRange(const JobSync& job)
{
    const std::size_t count = std::min(job.judgedSteps, job.steps.size());
    if (count == 0)
        return {};
    return {job.steps[job.steps.size() - count]->range.from, job.steps.back()->range.to};
}

constexpr auto fillingIn = "Fill in measured values";

/// Fills in measured values and the cause where nothing was entered by hand, and replaces earlier measurements.
/// @param cause one or more sentences; empty: unknown
void putMeasured(Incident& incident, const CostInputs& measured, const std::string& cause)
{
    CostInputs& costs = incident.costs;
    for (const auto& [value, source] : measuredCosts) {
        const bool isTyped = costs.*value && (costs.*source).empty();
        if (isTyped)
            continue;
        costs.*value = measured.*value;
        costs.*source = measured.*source;
    }
    if (!costs.trainingGpuCount)
        costs.trainingGpuCount = measured.trainingGpuCount;
    if (incident.causes.empty() && !cause.empty())
        incident.causes = cause + "\n\nFrom measurements; not yet confirmed.";
}

} // namespace

std::string measuredCauses(const SyncSnapshot& sync, const ClusterStore& store, TimeRange range)
{
    QStringList causes;
    for (const auto& job : sync.worstFirst()) {
        const bool isHeldUp = job->verdict.weight() > 0 && job->verdict.kind != VerdictKind::CannotJudge;
        if (!isHeldUp || !judgedRange(*job).overlaps(range))
            continue;
        const QString evidence = verdictEvidence(*job);
        causes << (evidence.isEmpty() ? verdictText(*job, store)
                                      : verdictText(*job, store) + QLatin1Char(' ') + evidence);
    }
    return causes.join(QStringLiteral("\n\n")).toStdString();
}

IncidentEvidence::IncidentEvidence(ViewContext context, IncidentArchive& archive, EvidenceGatherer& gatherer,
                                   QObject* parent)
    : QObject(parent), m_context(context), m_archive(archive), m_gatherer(gatherer)
{
    connect(context.incidents, &IncidentWorkspace::currentChanged, this, [this] { m_seen.reset(); });
    connect(context.incidents, &IncidentWorkspace::incidentEdited, this, &IncidentEvidence::followCurrent);
}

void IncidentEvidence::followCurrent()
{
    const Incident* const now = m_context.incidents->current();
    if (!now)
        return m_seen.reset();
    const bool isOther
        = m_seen && m_seen->key == now->key && (m_seen->range != now->range || m_seen->entities != now->entities);
    m_seen = *now;
    const ClusterStore& store = m_context.cluster.store();
    // If the displayed data lacks that time, the existing evidence is kept.
    if (isOther && !ticksWithin(store, now->range).isEmpty())
        gather(*now);
}

void IncidentEvidence::gather(const Incident& incident)
{
    const Topology& topology = *m_context.cluster.store().topology();
    EvidenceRequest request{incident.range, {}, m_context.selection.metric()};
    for (const EntityName& name : incident.entities) {
        if (const EntityRef found = findEntity(topology, name); found.isValid())
            request.entities.push_back(found);
    }
    m_seen = incident;
    m_gathering.insert(incident.key);
    m_gatherer.gather(
        request, [this, key = incident.key](Evidence evidence, const LostThroughput& lost, const CostInputs& measured) {
            const TimeRange range = evidence.range;
            m_archive.putEvidence(key, std::move(evidence));
            fillIn(key, measured, causeOf(range, lost));
            m_gathering.erase(m_gathering.find(key));
            if (!isGathering(key))
                Q_EMIT gathered(key);
        });
}

/// The blame verdict if it covers the incident's steps; otherwise the ranks that others waited for, from the columns.
std::string IncidentEvidence::causeOf(TimeRange range, const LostThroughput& lost) const
{
    const std::string judged = m_context.sync
        ? measuredCauses(*m_context.sync->snapshot(), m_context.cluster.store(), range)
        : std::string();
    return judged.empty() ? lost.culprit : judged;
}

void IncidentEvidence::fillIn(IncidentKey key, const CostInputs& measured, const std::string& cause)
{
    if (m_context.incidents->currentKey() == key)
        return m_context.incidents->editCurrent(fillingIn, [&](Incident& open) { putMeasured(open, measured, cause); });
    // The user may have opened another incident meanwhile.
    m_archive.run([key, measured, cause, author = m_context.incidents->author()](IncidentDatabase& file) {
        const Result<std::optional<Incident>> before = file.incident(key);
        if (!before.isOk() || !before.value())
            return;
        Incident after = *before.value();
        putMeasured(after, measured, cause);
        IncidentChange change;
        change.text = fillingIn;
        change.incidents = {{before.value(), std::move(after)}};
        (void)file.apply(change, author, wallClockNow());
    });
}

} // namespace lockstep

#include "moc_incidentevidence.cpp"
