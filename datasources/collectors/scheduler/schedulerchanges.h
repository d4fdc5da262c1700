// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "datasources/collectors/scheduler/schedulerview.h"
#include "models/core/allocationwords.h"
#include "models/core/event.h"

#include <cstdint>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

namespace lockstep {

/// A job's GPUs on one node, or a drained node, for a period.
struct AllocationPiece
{
    std::string node;
    std::string job{}; ///< empty: the node is unavailable
    std::string tenant{};
    std::string what; ///< "4 GPUs (0-3)"; why the node is unavailable
    TimePoint start{};
    TimePoint end{};
    std::uint32_t state = 0; ///< counter of changes on the node: of spans that end together, the one with the highest
                             ///< number is the latest valid
    std::uint32_t gpus = 0;
    std::uint64_t which = 0; ///< bit mask of the node's first 64 GPUs; 0: not known

    friend bool operator==(const AllocationPiece&, const AllocationPiece&) = default;
};

/// Turns successive scheduler views into allocation spans: changes at once, unchanged allocations every half minute, so
/// that a reader of the past need not look far back. Bounded by the view. A plain value.
class AllocationSpans
{
public:
    static constexpr Duration longestGap = std::chrono::minutes(2); ///< between views

    [[nodiscard]] std::vector<AllocationPiece> follow(const SchedulerView& view, TimePoint now);

private:
    struct Node
    {
        std::vector<AllocationPiece> held; ///< without times
        TimePoint reported; ///< up to then
        std::uint32_t state = 0;
    };
    using Held = std::unordered_map<std::string, std::vector<AllocationPiece>>;

    [[nodiscard]] static Held heldIn(const SchedulerView& view);
    void follow(const std::string& name, Node& node, std::vector<AllocationPiece> held, TimePoint now,
                std::vector<AllocationPiece>& pieces) const;

    TimePoint m_last{}; ///< view
    std::unordered_map<std::string, Node> m_nodes;
};

/// Bit mask of "0-3,6"; 0 for other text.
[[nodiscard]] std::uint64_t gpuBits(std::string_view list);

/// A scheduler event, as one sentence.
struct SchedulerUpdate
{
    enum class About : std::uint8_t { Scheduler, Job, Node };

    Severity severity = Severity::Information;
    const char* code = ""; ///< from eventcodes.h
    About about = About::Scheduler;
    std::string subject; ///< id of the job, name of the node
    std::string text;
};

/// Changes between two views of a scheduler (the first may be null): jobs that began, ended or restarted, nodes that
/// were drained or returned, with reasons, and reservations. Limited; further ones are only counted. Pure.
[[nodiscard]] std::vector<SchedulerUpdate> changesBetween(const SchedulerView* before, const SchedulerView& now,
                                                          std::size_t max = 200);

} // namespace lockstep
