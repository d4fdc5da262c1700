// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "models/incidents/incidentchange.h"

#include <deque>

#include <chrono>
#include <optional>
#include <vector>

namespace lockstep {

/// Undo and redo of one user's changes in one dashboard. Stores changes, not states: undoing is a new change and keeps
/// changes by others. A plain value.
class UndoHistory
{
public:
    /// Edits of one text within this time are undone together.
    static constexpr std::chrono::seconds typingPause{2};

    explicit UndoHistory(std::size_t limit = 1000) : m_limit(limit) { }

    /// Adds a change made at @p now; clears the redo history.
    void add(IncidentChange change, TimePoint now);

    /// The change that undoes the latest one, or redoes the last undone one; nullopt when there is none.
    [[nodiscard]] std::optional<IncidentChange> undo();
    [[nodiscard]] std::optional<IncidentChange> redo();

    /// Names of the next undo() and redo(); null: none.
    [[nodiscard]] const std::string* undoText() const { return m_done.empty() ? nullptr : &m_done.back().text; }
    [[nodiscard]] const std::string* redoText() const { return m_undone.empty() ? nullptr : &m_undone.back().text; }

private:
    std::size_t m_limit;
    std::deque<IncidentChange> m_done;
    std::vector<IncidentChange> m_undone;
    std::optional<TimePoint> m_lastTime; ///< of the newest change; none right after undo or redo
};

} // namespace lockstep
