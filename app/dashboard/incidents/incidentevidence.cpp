// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/dashboard/incidents/incidentevidence.h"

#include "app/dashboard/incidents/evidencegatherer.h"
#include "app/dashboard/incidents/incidentarchive.h"
#include "datasources/storage/incidentdatabase.h"
#include "models/incidents/incidentboard.h"
#include "models/store/clustermodel.h"
#include "models/view/selection.h"

#include <cmath>

namespace lockstep {

namespace {

constexpr auto fillingIn = "Fill in what was measured";

/// Puts what was measured where nobody has said anything, or where an earlier measurement stands.
void putMeasured(Incident& incident, const LostThroughput& lost)
{
    CostInputs& costs = incident.costs;
    if (!costs.lostGpuSeconds || !costs.lostSource.empty()) {
        costs.lostGpuSeconds = std::isnan(lost.gpuSeconds) ? std::nullopt : std::optional(lost.gpuSeconds);
        costs.lostSource = lost.source;
    }
    if (!costs.trainingGpuCount && lost.lanes > 0)
        costs.trainingGpuCount = static_cast<double>(lost.lanes);
    if (incident.causes.empty() && !lost.culprit.empty())
        incident.causes = lost.culprit + " Measured; nobody has confirmed a cause yet.";
}

} // namespace

IncidentEvidence::IncidentEvidence(ViewContext context, IncidentArchive& archive, EvidenceGatherer& gatherer,
                                   QObject* parent)
    : QObject(parent), m_context(context), m_archive(archive), m_gatherer(gatherer)
{
    connect(context.incidents, &IncidentBoard::currentChanged, this, [this] { m_seen.reset(); });
    connect(context.incidents, &IncidentBoard::incidentEdited, this, &IncidentEvidence::followCurrent);
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
    // What is shown may know nothing of that time; what was gathered then is better than nothing.
    if (isOther && !ticksWithin(store, now->range).isEmpty())
        gather(*now);
}

void IncidentEvidence::gather(const Incident& incident)
{
    const Topology& topology = *m_context.cluster.store().topology();
    EvidenceWish wish{incident.range, {}, m_context.selection.metric()};
    for (const EntityName& name : incident.entities) {
        if (const EntityRef found = findEntity(topology, name); found.isValid())
            wish.entities.push_back(found);
    }
    m_seen = incident;
    m_gathering.insert(incident.key);
    m_gatherer.gather(wish, [this, key = incident.key](Evidence evidence, const LostThroughput& lost) {
        m_archive.putEvidence(key, std::move(evidence));
        fillIn(key, lost);
        m_gathering.erase(m_gathering.find(key));
        if (!isGathering(key))
            Q_EMIT gathered(key);
    });
}

void IncidentEvidence::fillIn(IncidentKey key, const LostThroughput& lost)
{
    if (m_context.incidents->currentKey() == key)
        return m_context.incidents->editCurrent(fillingIn, [&](Incident& open) { putMeasured(open, lost); });
    // The user has gone on to something else meanwhile.
    m_archive.run([key, lost, author = m_context.incidents->author()](IncidentDatabase& file) {
        const Result<std::optional<Incident>> before = file.incident(key);
        if (!before.isOk() || !before.value())
            return;
        Incident after = *before.value();
        putMeasured(after, lost);
        IncidentChange change;
        change.text = fillingIn;
        change.incidents = {{before.value(), std::move(after)}};
        (void)file.apply(change, author, wallClockNow());
    });
}

} // namespace lockstep
