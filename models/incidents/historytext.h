// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "models/incidents/incidentquery.h"

#include <optional>
#include <string>

namespace lockstep {

class IncidentBook;

/// One line of the history in words: what was edited, before and after.
struct HistoryLine
{
    std::string what;
    std::string before; ///< empty: nothing
    std::string after;
};

/// An entry as a sentence with times, numbers and links; notes by their text, not by their keys. nullopt for entries
/// without information for people, such as the incident of a new note.
[[nodiscard]] std::optional<HistoryLine> historyLine(const HistoryEntry& entry, const IncidentBook& book);

} // namespace lockstep
