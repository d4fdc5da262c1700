// SPDX-License-Identifier: GPL-3.0-or-later
#include "models/incidents/undohistory.h"

#include <utility>

namespace lockstep {

void UndoHistory::add(IncidentChange change, TimePoint now)
{
    if (change.isEmpty())
        return;
    m_undone.clear();
    const bool isSoon = m_lastTime && now - *m_lastTime < typingPause;
    m_lastTime = now;
    if (isSoon && !m_done.empty() && joinTyping(m_done.back(), change))
        return;
    m_done.push_back(std::move(change));
    if (m_done.size() > m_limit)
        m_done.pop_front();
}

std::optional<IncidentChange> UndoHistory::undo()
{
    if (m_done.empty())
        return std::nullopt;
    m_lastTime.reset();
    m_undone.push_back(std::move(m_done.back()));
    m_done.pop_back();
    return inverse(m_undone.back());
}

std::optional<IncidentChange> UndoHistory::redo()
{
    if (m_undone.empty())
        return std::nullopt;
    m_lastTime.reset();
    m_done.push_back(std::move(m_undone.back()));
    m_undone.pop_back();
    return m_done.back();
}

} // namespace lockstep
