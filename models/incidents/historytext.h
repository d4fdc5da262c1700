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

/// Times, numbers and links of an entry in words; notes by what they say, never by their keys. nullopt for what tells
/// a person nothing: that a new note belongs to this incident, or when it was touched.
[[nodiscard]] std::optional<HistoryLine> historyLine(const HistoryEntry& entry, const IncidentBook& book);

} // namespace lockstep
