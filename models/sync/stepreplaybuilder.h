// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "models/sync/stepreplay.h"

#include <map>
#include <unordered_map>
#include <utility>

namespace lockstep {

/// Puts the events of a window in an order that can be replayed. Lives for one constructor of StepReplay.
class StepReplay::Builder
{
public:
    Builder(const SyncWindow& window, StepReplay& replay) : m_window(window), m_replay(replay) { }

    void build();

private:
    using Family = std::pair<std::uint32_t, std::uint64_t>; ///< operation; size of data and group

    static constexpr std::uint64_t workFamily = ~std::uint64_t{0};
    static constexpr std::uint64_t aloneFamily = 0;
    static constexpr std::uint64_t streamedFamily = 1; ///< received before the sender was done

    [[nodiscard]] const WindowEvent& event(std::uint32_t at) const { return m_window.events()[at]; }
    [[nodiscard]] static bool isSkipped(const WindowEvent& each);
    [[nodiscard]] static bool isShared(const WindowEvent& each);

    void findSenders();
    [[nodiscard]] std::uint32_t sentBy(std::uint32_t receive, std::uint32_t sender) const;
    [[nodiscard]] bool takesPart(std::uint32_t lane, const WindowEvent& each) const;
    void run();
    bool step(std::uint32_t at);
    bool arrive(std::uint32_t at);
    void emitGroup(std::uint32_t group);
    void emitAlone(std::uint32_t at);
    [[nodiscard]] std::int64_t lengthAlone(std::uint32_t at) const;
    [[nodiscard]] Item blank(std::uint32_t at, float seconds);
    void add(const Item& item, Family family);
    void done(std::uint32_t at);
    void idealise();

    const SyncWindow& m_window;
    StepReplay& m_replay;
    std::vector<std::uint32_t> m_cursor; ///< by lane: event
    std::vector<std::uint32_t> m_ready; ///< lanes that may get on
    std::vector<std::uint32_t> m_missing; ///< by group: members that have not come yet
    std::vector<std::uint8_t> m_hasArrived; ///< by event: waits for its group
    std::vector<std::uint8_t> m_isDone; ///< by event
    std::vector<std::uint32_t> m_sentBy; ///< by event: of a receive the sender's
    std::vector<std::uint32_t> m_marks; ///< by event: its place in m_sentAt
    std::vector<std::vector<std::uint32_t>> m_waiting; ///< by mark: lanes
    std::vector<std::pair<std::uint32_t, std::uint32_t>> m_aliases; ///< mark, and the mark that speaks for it
    std::unordered_map<std::uint32_t, std::uint32_t> m_opIndex;
    std::map<Family, std::vector<std::uint32_t>> m_families; ///< items
};

} // namespace lockstep
