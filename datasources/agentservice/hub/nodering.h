// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "datasources/agentservice/hub/telemetryhub.h"
#include "datasources/agentservice/hub/tickwatcher.h"

#include <deque>
#include <grpcpp/support/slice.h>

#include <atomic>
#include <chrono>
#include <map>
#include <memory>
#include <mutex>
#include <optional>
#include <vector>

namespace lockstep {

/// How far one subscription has read one ring.
struct RingCursor
{
    std::uint64_t nextSequence = 1;
    std::uint64_t incarnation = 0; ///< of the ring that nextSequence belongs to
    std::uint64_t descriptionVersion = 0; ///< last one sent; 0: none
    std::vector<std::uint32_t> layoutsSent;
};

/// Where a reader stopped, as it says.
struct RingPosition
{
    std::uint64_t epoch = 0;
    std::uint64_t nextSequence = 0;
};

/// The recent ticks of one node, already serialised, each with a sequence number from 1, bounded by age and bytes:
/// where bytes run out, the spans of old ticks leave before what was measured does, so that a job that posts much costs
/// nobody a sample. Thread-safe; shared by the registry and the subscriptions.
class NodeRing
{
public:
    /// @param share bytes that a ring may have now, whatever its own limits say: all rings together have a limit too;
    /// null: none
    NodeRing(std::uint32_t number, TelemetryHub::Limits limits,
             std::shared_ptr<const std::atomic<std::size_t>> share = nullptr);

    /// Replaces the identity; a changed epoch empties the ring and starts over.
    void describe(std::shared_ptr<const NodeIdentity> identity);
    void append(const NodeTick& tick, std::shared_ptr<const std::vector<std::string>> names);

    /// Drops what is more than its share now.
    void keepToShare();

    [[nodiscard]] std::shared_ptr<const NodeIdentity> identity() const;

    /// A cursor at @p position, or at the newest tick without one. What is gone already is reported by read().
    [[nodiscard]] RingCursor cursorAt(std::optional<RingPosition> position) const;

    /// Appends to @p pieces what comes next for @p cursor, until @p budget bytes are used up; moves the cursor.
    /// @return true when there is more
    bool read(RingCursor& cursor, std::vector<grpc::Slice>& pieces, std::size_t& budget) const;

    void watch(const std::shared_ptr<TickWatcher>& watcher, std::size_t slot);
    void unwatch(const TickWatcher* watcher);

private:
    using SteadyTime = std::chrono::steady_clock::time_point;
    struct Entry
    {
        SteadyTime appended;
        std::uint32_t layout;
        grpc::Slice piece;
        std::size_t bareSize = 0; ///< of the tick without its spans, where it is kept as well; 0: it is not
        grpc::Slice bare;
    };
    struct LayoutPiece
    {
        std::uint64_t lastSequence; ///< of the ticks that use it
        grpc::Slice piece;
    };
    struct Watch
    {
        std::shared_ptr<TickWatcher> watcher;
        std::size_t slot;
    };
    using Watches = std::vector<Watch>;

    void startOver();
    void dropOld(SteadyTime now);
    [[nodiscard]] bool dropOldestSpans();
    void announceLayout(const NodeTick& tick);
    [[nodiscard]] std::uint64_t endSequence() const { return m_firstSequence + m_entries.size(); }
    [[nodiscard]] grpc::Slice describeNow() const;
    static void tell(const std::shared_ptr<const Watches>& watches);

    const std::uint32_t m_number;
    const TelemetryHub::Limits m_limits;
    const std::shared_ptr<const std::atomic<std::size_t>> m_share;
    mutable std::mutex m_mutex;
    std::shared_ptr<const NodeIdentity> m_identity;
    std::uint64_t m_incarnation = 1; ///< counts the epochs seen here
    std::uint64_t m_descriptionVersion = 0;
    std::shared_ptr<const std::vector<std::string>> m_names; ///< of the epoch
    std::size_t m_nameCount = 1; ///< of them that are on the wire
    std::size_t m_nameBytes = 0;
    mutable grpc::Slice m_description; ///< with all names, made when it is first asked for: it can be large
    mutable bool m_isDescriptionNew = false;
    std::map<std::uint32_t, LayoutPiece> m_layouts;
    std::deque<Entry> m_entries;
    std::uint64_t m_firstSequence = 1;
    std::uint64_t m_firstWithSpans = 1; ///< ticks before it have no spans to leave out
    std::size_t m_bytes = 0;
    std::shared_ptr<const Watches> m_watches = std::make_shared<const Watches>(); ///< replaced, never changed
};

} // namespace lockstep
