// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "datasources/sqlite/database.h"
#include "models/incidents/incidentchange.h"

#include <optional>
#include <vector>

namespace lockstep {

/// Applies a change to the file's current contents (see editResult()) and updates the search index. Requires a
/// transaction. @return the effective change
[[nodiscard]] Result<IncidentChange> writeChange(Database& database, const IncidentChange& change, TimePoint now);

/// Incidents and related data as rows, see incidentschema.h. Reading validates, because files are untrusted. Writing
/// requires a transaction.

[[nodiscard]] Result<std::optional<Incident>> readIncident(Database& database, IncidentKey key);
Status writeIncident(Database& database, const Incident& incident, TimePoint now);

[[nodiscard]] Result<std::optional<Annotation>> readAnnotation(Database& database, AnnotationKey key);
/// Annotations of one incident, or all.
[[nodiscard]] Result<std::vector<Annotation>> readAnnotations(Database& database, std::optional<IncidentKey> incident);
Status writeAnnotation(Database& database, const Annotation& annotation);

/// Links between annotations of one incident, or all.
[[nodiscard]] Result<std::vector<AnnotationLink>> readLinks(Database& database, std::optional<IncidentKey> incident);
Status writeLink(Database& database, const AnnotationLink& link);

/// By time. Without @p withBytes, without their possibly large contents.
[[nodiscard]] Result<std::vector<Attachment>> readAttachments(Database& database, IncidentKey incident, bool withBytes);
[[nodiscard]] Result<std::optional<Attachment>> readAttachment(Database& database, AttachmentKey key);
Status writeAttachment(Database& database, const Attachment& attachment);

/// All judgements, oldest first; empty for a file from before they existed.
[[nodiscard]] Result<std::vector<Judgement>> readJudgements(Database& database);
[[nodiscard]] Result<std::optional<Judgement>> readJudgement(Database& database, JudgementKey key);
Status writeJudgement(Database& database, const Judgement& judgement);

} // namespace lockstep
