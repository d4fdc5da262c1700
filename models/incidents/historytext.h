// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "models/incidents/incidentquery.h"

#include <optional>
#include <string>
#include <vector>

namespace lockstep {

class IncidentRecords;

/// One line of the history in words: what was edited, before and after.
struct HistoryLine
{
    std::string what;
    std::string before; ///< empty: nothing
    std::string after;
};

/// An entry as a sentence with times, numbers and links; notes by their text, not by their keys. nullopt for entries
/// without information for people, such as the incident of a new note.
[[nodiscard]] std::optional<HistoryLine> historyLine(const HistoryEntry& entry, const IncidentRecords& records);

/// The severity of an incident from a moment on.
struct SeveritySince
{
    TimePoint since;
    std::string severity; ///< "critical"
};

/// The severities of an incident over time, oldest first; at least one.
/// @param history oldest first
[[nodiscard]] std::vector<SeveritySince> severityCourse(const Incident& incident,
                                                        const std::vector<HistoryEntry>& history);

} // namespace lockstep
