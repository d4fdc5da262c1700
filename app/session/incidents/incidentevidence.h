// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "models/analysis/sync/live/syncresults.h"
#include "models/core/time.h"
#include "models/incidents/incident.h"
#include "models/incidents/lostthroughput.h"
#include "models/view/viewcontext.h"

#include <QObject>

#include <optional>
#include <set>
#include <string>

namespace lockstep {

class ClusterStore;
class EvidenceGatherer;
class IncidentArchive;

/// The stragglers of each job according to blame and what-if, as the first text of an incident's causes. Empty if there
/// are none, or if the judged steps are outside the incident.
[[nodiscard]] std::string measuredCauses(const SyncSnapshot& sync, const ClusterStore& store, TimeRange range);

/// Gathers the evidence and cost of an incident when it is opened, and again when its time or entities change. Fills in
/// measured values where none were entered by hand. GUI thread; owned by the actions.
class IncidentEvidence : public QObject
{
    Q_OBJECT

public:
    /// The arguments outlive this.
    IncidentEvidence(ViewContext context, IncidentArchive& archive, EvidenceGatherer& gatherer,
                     QObject* parent = nullptr);

    void gather(const Incident& incident);
    [[nodiscard]] bool isGathering(IncidentKey key) const { return m_gathering.contains(key); }

Q_SIGNALS:
    void gathered(lockstep::IncidentKey key); ///< evidence has been gathered and passed to the archive

private:
    void followCurrent();
    [[nodiscard]] std::string causeOf(TimeRange range, const LostThroughput& lost) const;
    void fillIn(IncidentKey key, const CostInputs& measured, const std::string& cause);

    ViewContext m_context;
    IncidentArchive& m_archive;
    EvidenceGatherer& m_gatherer;
    std::multiset<IncidentKey> m_gathering;
    std::optional<Incident> m_seen; ///< the open incident as last changed
};

} // namespace lockstep
