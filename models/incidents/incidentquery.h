// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "models/incidents/incident.h"

#include <optional>
#include <string>
#include <vector>

namespace lockstep {

/// A search among incidents.
struct IncidentQuery
{
    std::string text; ///< prefixes of words; "tag:cooling" or "owner:noor" search only in that field
    std::optional<IncidentState> state;
    std::optional<Severity> severity;
    std::optional<TimeRange> overlapping;
    std::size_t limit = 500; ///< of the list; found counts all

    friend bool operator==(const IncidentQuery&, const IncidentQuery&) = default;
};

/// An incident in a list.
struct IncidentRow
{
    IncidentKey key;
    std::string title;
    Severity severity = Severity::Warning;
    IncidentState state = IncidentState::Open;
    TimeRange range;
    std::string owner;
    std::uint32_t annotations = 0;

    friend bool operator==(const IncidentRow&, const IncidentRow&) = default;
};

struct IncidentList
{
    IncidentQuery query; ///< query of this result
    std::vector<IncidentRow> rows;
    std::uint64_t found = 0; ///< total number of results

    friend bool operator==(const IncidentList&, const IncidentList&) = default;
};

/// One line of the edit history.
struct HistoryEntry
{
    TimePoint time;
    std::string author;
    std::string change; ///< name of the action: "Edit the summary"
    AnnotationKey annotation; ///< invalid: the change concerns the incident itself
    std::string field;
    std::string before;
    std::string after;

    friend bool operator==(const HistoryEntry&, const HistoryEntry&) = default;
};

} // namespace lockstep
