// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "models/core/time.h"
#include "models/incidents/entityname.h"
#include "models/incidents/incidentkey.h"

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace lockstep {

/// A note about a moment or time range, of an incident or independent. A plain value; text is Markdown, UTF-8.
struct Annotation
{
    AnnotationKey key;
    IncidentKey incident; ///< invalid: none yet
    TimeRange range; ///< by the local clock; a moment if the end equals the start
    std::string text;
    std::vector<EntityName> entities;
    std::string metric; ///< with entities and range: cells of a heatmap; empty: no metric
    std::string lane; ///< with operation and range: a span; empty: no span
    std::string operation;
    std::string view; ///< id of the view where it was made ("timeline"); empty: none
    std::string author;
    TimePoint created;
    TimePoint edited; ///< last change; equal to created if never changed

    [[nodiscard]] bool isMoment() const { return range.to <= range.from; }

    /// Calls @p visit(name, member pointer) for each editable field; names are stable.
    template <class Visit>
    static void forEachField(Visit&& visit)
    {
        visit("incident", &Annotation::incident);
        visit("range", &Annotation::range);
        visit("text", &Annotation::text);
        visit("entities", &Annotation::entities);
        visit("metric", &Annotation::metric);
        visit("lane", &Annotation::lane);
        visit("operation", &Annotation::operation);
        visit("view", &Annotation::view);
        visit("author", &Annotation::author);
        visit("edited", &Annotation::edited);
    }
    friend bool operator==(const Annotation&, const Annotation&) = default;
};

enum class LinkKind : std::uint8_t { Caused, Relates };

/// Stable lower-case words ("caused").
[[nodiscard]] std::string_view linkKindName(LinkKind kind);
[[nodiscard]] std::optional<LinkKind> linkKindFromName(std::string_view name);

/// A link between two annotations: one led to another. At most one of each kind between two annotations.
struct AnnotationLink
{
    AnnotationKey from; ///< the cause
    AnnotationKey to; ///< the effect
    LinkKind kind = LinkKind::Caused;

    friend constexpr auto operator<=>(const AnnotationLink&, const AnnotationLink&) = default;
};

} // namespace lockstep
