// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "models/core/event.h"
#include "models/core/ids.h"
#include "models/core/time.h"
#include "models/incidents/annotation.h"
#include "models/incidents/incident.h"
#include "models/incidents/incidentkey.h"
#include "models/incidents/judgement.h"

#include <algorithm>
#include <concepts>
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

/// A change of an incident, annotation or link. If before is empty, the change creates it; if after is empty, the
/// change deletes it.
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

/// A user's action on incidents, alerts and related items: the unit of undo, database writes and history. If another
/// change was made first, this one affects only the fields that it changes (see merged()). A plain value.
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

/// A value that lists its fields through a static forEachField(visit).
template <class T>
concept HasFields = requires
{
    T::forEachField([](const char*, auto) {});
};

/// Three-way merge: changes from @p base to @p mine are applied to @p theirs. If both changed a field, mine wins.
template <class T>
[[nodiscard]] T merged(const T& base, const T& mine, T theirs)
{
    return mine == base ? theirs : mine;
}

/// Lists are merged by element: my additions are added, my deletions are removed.
template <class T>
[[nodiscard]] std::vector<T> merged(const std::vector<T>& base, const std::vector<T>& mine, std::vector<T> theirs)
{
    if (mine == base || theirs == mine)
        return theirs;
    if (theirs == base)
        return mine; // also keeps my order of elements
    const auto holds = [](const std::vector<T>& list, const T& element) {
        return std::ranges::find(list, element) != list.end();
    };
    std::erase_if(theirs, [&](const T& element) { return holds(base, element) && !holds(mine, element); });
    for (const T& element : mine) {
        if (!holds(base, element) && !holds(theirs, element))
            theirs.push_back(element);
    }
    return theirs;
}

/// Values with fields are merged field by field.
template <HasFields T>
[[nodiscard]] T merged(const T& base, const T& mine, T theirs)
{
    T::forEachField([&](const char*, auto member) {
        theirs.*member = merged(base.*member, mine.*member, std::move(theirs.*member));
    });
    return theirs;
}

/// Applies an edit to the current state of an incident or annotation, which others may have changed meanwhile. A
/// deletion takes precedence over changes. Changing a deleted item does nothing; creating it again restores it.
template <class T>
[[nodiscard]] std::optional<T> editResult(const Edit<T>& edit, const std::optional<T>& now)
{
    if (!edit.after)
        return std::nullopt;
    if (!edit.before)
        return edit.after;
    if (!now)
        return std::nullopt;
    return merged(*edit.before, *edit.after, *now);
}

} // namespace lockstep
