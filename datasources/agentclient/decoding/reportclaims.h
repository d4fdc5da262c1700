// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "datasources/agentclient/policies/heartbeat.h"
#include "models/core/ids.h"
#include "models/core/work/throttle.h"

#include <atomic>
#include <cstdint>
#include <map>
#include <memory>
#include <mutex>
#include <optional>
#include <set>
#include <string>
#include <unordered_map>
#include <vector>

namespace lockstep {

/// A node as reported by one source. Created by its decoder and shared with ReportClaims, whose lock protects its
/// members.
struct Reporter
{
    SourceId source;
    std::string address;
    std::string node;
    SteadyTime heard{}; ///< last time it reported
    bool isReserved = false; ///< the cluster file assigns the node to this source
    bool hasLeft = false;
    std::string news; ///< event of the node that is not reported yet
    Throttle<SteadyTime> newsPace;
    std::size_t clusterEntities = 0; ///< number that only this node may report
    bool hadClusterEntities = false; ///< whether it ever had any

    [[nodiscard]] bool isAlive(SteadyTime now) const;
};
using ReporterPtr = std::shared_ptr<Reporter>;

/// Decides which source may report a node, or an entity of the cluster (rack, loop, switch, job): the first one, for as
/// long as it reports. A second source is rejected with an error, because merged data could not be separated. When the
/// first source returns, it regains the claim. Among sources that start at about the same time, the one added first
/// wins, so that connection speed does not matter. Thread-safe; owned by ClientRuntime.
class ReportClaims
{
public:
    static constexpr auto timeout = std::chrono::seconds(10); ///< a reconnect within this time keeps the claim
    static constexpr std::size_t maxClusterEntities = 65536; ///< per source, which may not use more than are left
    /// Lower bound of the limit on nodes that are missing from the cluster file. The limit is a fraction of the number
    /// of nodes in the file, and all sources share it. Without a cluster file only budget::nodesPerSource applies.
    static constexpr std::size_t minUnplanned = 64;
    static constexpr std::size_t plannedPerUnplanned = 10;

    /// Only these nodes may report cluster entities.
    void allowReporters(const std::vector<std::string>& nodes);

    /// Claims the node's name or renews the claim, and records a sign of life.
    /// @return reason for rejection; empty: accepted
    [[nodiscard]] std::string claimNode(const ReporterPtr& reporter, SteadyTime now);
    /// The same for a cluster entity of any kind.
    [[nodiscard]] std::string claimEntity(const ReporterPtr& reporter, EntityKind kind, const std::string& name,
                                          SteadyTime now);
    /// Increases when an entity becomes free or changes its owner: claims should be repeated then.
    [[nodiscard]] std::uint64_t changes() const { return m_changes; }
    /// Reserves the node for this reporter, as the cluster file assigns it.
    void reserve(const ReporterPtr& reporter);
    /// Releases its claims at once.
    void leave(const ReporterPtr& reporter);
    /// Text for an event of the node; empty: none.
    [[nodiscard]] std::string takeNews(const ReporterPtr& reporter);

private:
    struct Claim
    {
        ReporterPtr first;
        ReporterPtr owner;
        SteadyTime since{}; ///< time of the first claim
        std::optional<SourceId> unplannedSource; ///< source that reported it, if the cluster file does not name it
    };

    [[nodiscard]] bool hasRoomFor(const Reporter& reporter) const;
    void makeRoomOf(Claim& claim); ///< the node no longer counts as unplanned
    static void queueNotice(Reporter& reporter, std::string news, SteadyTime now);
    static bool isSame(const ReporterPtr& one, const ReporterPtr& other);
    static bool canHave(const Claim& claim, const ReporterPtr& reporter, SteadyTime now);
    static void give(Claim& claim, const ReporterPtr& reporter, SteadyTime now);

    std::mutex m_mutex;
    std::optional<std::set<std::string>> m_allowed;
    std::unordered_map<std::string, Claim> m_nodes;
    std::unordered_map<std::uint32_t, std::size_t> m_unplannedBySource; ///< by source
    std::size_t m_unplanned = 0;
    std::map<std::pair<EntityKind, std::string>, Claim> m_clusterEntities;
    std::atomic<std::uint64_t> m_changes = 0;
};

} // namespace lockstep
