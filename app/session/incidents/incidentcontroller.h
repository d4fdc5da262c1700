// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/session/incidents/evidencegatherer.h"
#include "app/session/incidents/incidentarchive.h"
#include "models/incidents/board/incidentboard.h"

namespace lockstep {

struct StartOptions;

/// Everything that incidents need, in order of destruction. A member of the composition.
class IncidentController
{
public:
    IncidentController(const StartOptions& options, const ClusterModel& cluster);

    [[nodiscard]] IncidentBoard& board() { return m_board; }
    [[nodiscard]] IncidentArchive& archive() { return m_archive; }
    [[nodiscard]] EvidenceGatherer& evidence() { return m_evidence; }

private:
    IncidentBoard m_board;
    IncidentArchive m_archive;
    EvidenceGatherer m_evidence;
};

} // namespace lockstep
