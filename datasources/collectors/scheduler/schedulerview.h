// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "models/core/result.h"
#include "models/core/time.h"

#include <cstdint>
#include <map>
#include <optional>
#include <stop_token>
#include <string>
#include <vector>

namespace lockstep {

/// GPUs of a job on one node.
struct SchedulerPlacement
{
    std::string node;
    std::uint32_t gpus = 0;
    std::string which; ///< the node's GPUs in the scheduler's numbering: "0-3"; empty: unknown

    friend bool operator==(const SchedulerPlacement&, const SchedulerPlacement&) = default;
};

/// A job according to its scheduler. Texts are sanitised.
struct SchedulerJob
{
    enum class State : std::uint8_t { Pending, Running, Ended };

    std::string id; ///< unique within its scheduler, and unchanged by a restart
    std::string name; ///< as its ranks call it, too
    std::string tenant; ///< owner: an account or namespace
    std::string user; ///< empty: not known
    std::string queue; ///< queue or partition; empty: not known
    State state = State::Pending;
    bool isEnding = false; ///< has ended its work but still holds its nodes
    bool hasFailed = false; ///< ended unsuccessfully
    std::string stateWord; ///< the scheduler's own word: "TIMEOUT"
    std::string reason; ///< why it waits, or ended; empty: unknown
    std::optional<TimePoint> submitted;
    std::optional<TimePoint> started;
    std::uint32_t restarts = 0; ///< by the scheduler
    std::uint32_t gpus = 0; ///< allocated, or requested
    std::vector<SchedulerPlacement> placements; ///< of one that runs
};

struct SchedulerNode
{
    std::string name;
    std::uint32_t gpus = 0;
    std::uint32_t allocated = 0; ///< of its GPUs
    bool isInUse = false; ///< a job runs on it, with or without GPUs
    bool isUnavailable = false; ///< drained, draining, down: it gets no new job
    std::string stateWord;
    std::string reason; ///< why it is unavailable, and who drained it
};

struct SchedulerReservation
{
    std::string name;
    std::optional<TimePoint> start;
    std::optional<TimePoint> end;
    std::string nodes;
    std::string forWhom;

    friend bool operator==(const SchedulerReservation&, const SchedulerReservation&) = default;
};

/// State of a scheduler at one moment. Totals cover all jobs; the number of jobs kept is bounded. A plain value.
class SchedulerView
{
public:
    static constexpr std::size_t maxRunning = 4096;
    static constexpr std::size_t maxPending = 256;
    static constexpr std::size_t maxEnded = 4096;
    static constexpr std::size_t maxNodes = 16384;
    static constexpr std::size_t maxTenants = 256; ///< the rest is reported as one
    static constexpr std::size_t maxReservations = 256;
    static constexpr std::size_t maxPlacements = 65536; ///< of all jobs

    struct Tenant
    {
        std::uint64_t gpusAllocated = 0;
        std::uint64_t gpusWanted = 0;
        std::uint64_t running = 0;
        std::uint64_t pending = 0;
    };
    struct Allocation
    {
        std::uint64_t gpus = 0;
        std::uint64_t allocated = 0;
        std::uint64_t idle = 0; ///< and available
        std::uint64_t unavailable = 0; ///< drained or down, and not in use
        std::uint64_t onIdleNodes = 0; ///< on idle nodes
        std::uint64_t nodesUnavailable = 0;

        /// Share of the idle GPUs on partly used nodes, which jobs that need whole nodes cannot use.
        [[nodiscard]] std::optional<double> fragmentation() const
        {
            return idle == 0 ? std::nullopt
                             : std::optional(1 - static_cast<double>(onIdleNodes) / static_cast<double>(idle));
        }
    };

    void add(SchedulerJob job, TimePoint now);
    void add(SchedulerNode node);
    void add(SchedulerReservation reservation);
    void setKnowsReservations(bool knows) { m_knowsReservations = knows; }

    [[nodiscard]] const std::vector<SchedulerJob>& jobs() const { return m_jobs; }
    [[nodiscard]] const std::vector<SchedulerNode>& nodes() const { return m_nodes; }
    [[nodiscard]] const std::vector<SchedulerReservation>& reservations() const { return m_reservations; }
    [[nodiscard]] bool knowsReservations() const { return m_knowsReservations; }
    [[nodiscard]] const std::map<std::string, Tenant>& tenants() const { return m_tenants; }
    [[nodiscard]] const Tenant& all() const { return m_all; } ///< of all tenants together
    [[nodiscard]] const Allocation& allocation() const { return m_allocation; }
    [[nodiscard]] Duration longestWait() const { return m_longestWait; }
    [[nodiscard]] std::size_t leftOut() const { return m_leftOut; } ///< jobs and nodes that only the sums include

    /// Text that may be displayed and sent: without control characters, and limited in length.
    [[nodiscard]] static std::string cleanText(std::string_view text, std::size_t longest = 120);
    static constexpr const char* otherTenants = "(other tenants)";

private:
    [[nodiscard]] std::string tenantNameOf(const SchedulerJob& job) const;

    std::vector<SchedulerJob> m_jobs;
    std::vector<SchedulerNode> m_nodes;
    std::vector<SchedulerReservation> m_reservations;
    std::map<std::string, Tenant> m_tenants;
    Tenant m_all;
    Allocation m_allocation;
    Duration m_longestWait{};
    std::size_t m_running = 0;
    std::size_t m_pending = 0;
    std::size_t m_ended = 0;
    std::size_t m_placements = 0;
    std::size_t m_leftOut = 0;
    bool m_knowsReservations = true;
};

/// Queries one scheduler. All sources deliver the same view. Owned by a SchedulerWorker; blocks its thread.
class SchedulerSource
{
public:
    virtual ~SchedulerSource() = default;

    /// "Slurm", for people.
    [[nodiscard]] virtual std::string name() const = 0;
    /// Its address, for display.
    [[nodiscard]] virtual std::string where() const = 0;
    /// Reads the complete state. The Error names the source and the expected answer. @param stop ends it within a
    /// second
    [[nodiscard]] virtual Result<SchedulerView> read(const std::stop_token& stop) = 0;
};

} // namespace lockstep
