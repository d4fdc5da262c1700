// SPDX-License-Identifier: GPL-3.0-or-later
#include "datasources/incidents/postmortem.h"

#include <fmt/format.h>

namespace lockstep {

Result<PostMortem> loadPostMortem(IncidentDatabase& database, IncidentKey key)
{
    Result<std::optional<Incident>> incident = database.incident(key);
    if (!incident.isOk())
        return incident.error();
    if (!incident.value())
        return Error{fmt::format("{}: no incident {}", database.database().path(), keyText(key.value))};
    Result<std::vector<Annotation>> annotations = database.annotations(key);
    if (!annotations.isOk())
        return annotations.error();
    Result<std::vector<AnnotationLink>> links = database.links(key);
    if (!links.isOk())
        return links.error();
    Result<std::vector<Attachment>> attachments = database.attachments(key, true);
    if (!attachments.isOk())
        return attachments.error();
    Result<Evidence> evidence = database.evidence(key);
    if (!evidence.isOk())
        return evidence.error();
    Result<std::vector<Judgement>> judgements = database.judgements();
    if (!judgements.isOk())
        return judgements.error();
    Result<std::vector<HistoryEntry>> history = database.history(key);
    if (!history.isOk())
        return history.error();
    std::vector<SeveritySince> severities = severityCourse(*incident.value(), history.value());
    std::erase_if(judgements.value(), [&](const Judgement& each) { return !appliesTo(each, *incident.value()); });
    return PostMortem{*std::move(incident).value(),   std::move(annotations).value(), std::move(links).value(),
                      std::move(attachments).value(), std::move(evidence).value(),    std::move(judgements).value(),
                      std::move(severities)};
}

} // namespace lockstep
