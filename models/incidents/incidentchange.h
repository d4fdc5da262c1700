// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "models/core/event.h"
#include "models/core/ids.h"
#include "models/core/time.h"
#include "models/incidents/annotation.h"
#include "models/incidents/incident.h"
#include "models/incidents/incidentkey.h"
#include "models/incidents/judgement.h"

#include <cstddef>
#include <optional>
#include <string>
#include <vector>

namespace lockstep {

/// A picture of a view with the view's state, from which the view can be restored. Attachments are added and deleted,
/// never edited. A plain value.
struct Attachment
{
    AttachmentKey key;
    IncidentKey incident;
    std::string title; ///< "Hall, GPU temperature"
    std::string mediaType; ///< "image/png"
    TimePoint taken;
    std::string author;
    std::string view; ///< id of the view; empty: none
    std::string viewState; ///< one JSON object, see the view; empty: cannot be restored
    std::vector<std::byte> bytes;

    friend bool operator==(const Attachment&, const Attachment&) = default;
};

/// An incident, annotation or link before and after: without before it is created, without after it is deleted.
template <class T>
struct Edit
{
    std::optional<T> before;
    std::optional<T> after;

    friend bool operator==(const Edit&, const Edit&) = default;
};

/// An operator's acknowledgement, shelving or reopening of an alert. It is recorded as an event of the cluster, not
/// with the incidents. A plain value.
struct AlertResponse
{
    EntityRef place;
    std::string code;
    std::string text;
    EventFields fields;
    std::optional<TimePoint> shelvedUntil{}; ///< when it restores a shelving: its end, however late it is restored

    friend bool operator==(const AlertResponse&, const AlertResponse&) = default;
};

/// A user's action on incidents, alerts and related items: the unit of undo, of database writes and of history. A plain
/// value. If another change came first, it affects only the fields that it changes (see merged()).
struct IncidentChange
{
    std::string text; ///< "Add annotation", the name for undo
    std::vector<Edit<Incident>> incidents;
    std::vector<Edit<Annotation>> annotations;
    std::vector<Edit<AnnotationLink>> links;
    std::vector<Edit<Attachment>> attachments;
    std::vector<Edit<Judgement>> judgements = {};
    std::vector<Edit<AlertResponse>> responses = {}; ///< before: the response that restores the earlier state

    [[nodiscard]] bool isEmpty() const
    {
        return incidents.empty() && annotations.empty() && links.empty() && attachments.empty() && judgements.empty()
            && responses.empty();
    }
    friend bool operator==(const IncidentChange&, const IncidentChange&) = default;
};

/// The change that reverts this one.
[[nodiscard]] IncidentChange inverse(const IncidentChange& change);

/// Joins @p later into @p earlier if both are edits of the same single incident or annotation.
/// @return false: not joined, @p earlier is unchanged
[[nodiscard]] bool joinTyping(IncidentChange& earlier, const IncidentChange& later);

} // namespace lockstep
