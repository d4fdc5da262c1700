// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "models/analysis/sync/whatif/lanepauses.h"
#include "models/analysis/sync/whatif/stepreplayfamilies.h"

#include <unordered_map>
#include <utility>

namespace lockstep {

/// Sorts the events of a window in replay order. Lives for one constructor of StepReplay.
class StepReplay::Builder
{
public:
    Builder(const SyncWindow& window, const std::vector<bool>& isLost, StepReplay& replay)
        : m_window(window), m_isLost(isLost), m_replay(replay), m_pauses(window, isLost)
    { }

    void build();

private:
    static constexpr std::uint64_t alone = 0;
    static constexpr std::uint64_t streamed = 1; ///< received before the sender had finished

    [[nodiscard]] const WindowEvent& event(std::uint32_t at) const { return m_window.events()[at]; }
    [[nodiscard]] static bool isShared(const WindowEvent& each);

    void findSenders();
    [[nodiscard]] std::uint32_t sentBy(std::uint32_t receive, std::uint32_t sender) const;
    [[nodiscard]] bool takesPart(std::uint32_t lane, const WindowEvent& each) const;
    void run();
    bool step(std::uint32_t at);
    bool arrive(std::uint32_t at);
    void emitPause(std::uint32_t at);
    void emitGroup(std::uint32_t group);
    void emitAlone(std::uint32_t at);
    [[nodiscard]] std::int64_t lengthAlone(std::uint32_t at) const;
    [[nodiscard]] Item blank(std::uint32_t op, std::uint32_t lane, std::int64_t ns);
    void add(const Item& item, Families::Key key);
    void done(std::uint32_t at);
    void joinMarks();

    const SyncWindow& m_window;
    const std::vector<bool>& m_isLost; ///< by lane
    StepReplay& m_replay;
    LanePauses m_pauses;
    std::vector<std::uint32_t> m_cursor; ///< by lane: event
    std::vector<std::uint32_t> m_ready; ///< lanes that may be able to progress
    std::vector<std::uint32_t> m_missing; ///< by group: number of members that have not arrived
    std::vector<std::uint8_t> m_isEntered; ///< by event: its lane has reached it
    std::vector<std::uint8_t> m_hasArrived; ///< by event: waits for its group
    std::vector<std::uint8_t> m_isDone; ///< by event
    std::vector<std::uint32_t> m_sentBy; ///< by event: the sender's event of a receive
    std::vector<std::uint32_t> m_marks; ///< by event: index into m_sentAt
    std::vector<std::vector<std::uint32_t>> m_waiting; ///< by mark: lanes
    std::vector<std::pair<std::uint32_t, std::uint32_t>> m_aliases; ///< mark, and the mark that represents it
    std::unordered_map<std::uint32_t, std::uint32_t> m_opIndex;
    Families m_families;
};

} // namespace lockstep
