// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "datasources/incidents/incidentdatabase.h"
#include "models/incidents/historytext.h"

namespace lockstep {

/// All data of a post-mortem as plain values, loaded once. Exporters need no database.
struct PostMortem
{
    struct Runbook
    {
        std::string kind; ///< of the cause: "pump_degradation"
        std::string text; ///< Markdown
    };

    Incident incident;
    std::vector<Annotation> annotations; ///< by time
    std::vector<AnnotationLink> links;
    std::vector<Attachment> attachments; ///< with their bytes
    Evidence evidence;
    std::vector<Judgement> judgements = {}; ///< about the subject of the incident, oldest first
    std::vector<SeveritySince> severities = {}; ///< over time
    std::vector<Runbook> runbooks = {}; ///< of the causes that its tags name; added by the program that has them
};

[[nodiscard]] Result<PostMortem> loadPostMortem(IncidentDatabase& database, IncidentKey incident);

} // namespace lockstep
