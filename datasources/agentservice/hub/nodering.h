// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "datasources/agentservice/hub/telemetryhub.h"

#include <deque>
#include <grpcpp/support/slice.h>

#include <atomic>
#include <chrono>
#include <cstdint>
#include <map>
#include <memory>
#include <mutex>
#include <optional>
#include <span>
#include <string>
#include <vector>

namespace lockstep {

class NodeRing;

/// Notified when a ring has new ticks. Called on publishers' threads without locks; must return at once.
class TickWatcher
{
public:
    virtual ~TickWatcher() = default;

    /// The ring watched under @p slot has new data.
    virtual void ringChanged(std::size_t slot) = 0;
    virtual void ringAdded(std::shared_ptr<NodeRing> ring) = 0;
    /// The relay's identity has changed.
    virtual void relayIntroduced() = 0;
};

/// Where a reader stopped, according to its request.
struct RingPosition
{
    std::uint64_t epoch = 0;
    std::uint64_t nextSequence = 0;
};

/// Progress of one subscription in one ring.
struct RingCursor
{
    std::uint64_t nextSequence = 1;
    std::uint64_t incarnation = 0; ///< of the ring that nextSequence belongs to
    std::uint64_t descriptionVersion = 0; ///< last one sent; 0: none
    std::uint64_t reachVersion = 0; ///< last one sent; 0: none
    std::uint64_t clockVersion = 0;
    std::vector<std::uint32_t> layoutsSent;
    std::optional<RingPosition> wanted; ///< for a ring that was unknown when it was requested
};

/// Recent ticks of one node, serialised and numbered, bounded by age and bytes. When the bytes are used up, spans of
/// old ticks are dropped before their samples, so that the spans of a busy job do not displace samples. An agent's ring
/// numbers its ticks from 1; a relay's ring keeps the agent's numbers, including gaps. Thread-safe; shared by the
/// registry and subscriptions.
class NodeRing
{
public:
    /// @param share current share of the limit of all rings, in bytes, in addition to the ring's own limit; null: none
    NodeRing(std::uint32_t number, TelemetryHub::Limits limits,
             std::shared_ptr<const std::atomic<std::size_t>> share = nullptr);

    /// Replaces the identity; a changed epoch empties the ring and starts over.
    void describe(std::shared_ptr<const NodeIdentity> identity);
    void append(const NodeTick& tick, std::shared_ptr<const std::vector<std::string>> names);

    /// See TelemetryHub. A number not above the last one is ignored.
    void pass(std::uint64_t sequence, const NodeTick& tick, std::shared_ptr<const std::vector<std::string>> names,
              const std::string& gapReason);
    void setReach(const std::string& node, const SourceStatus& status);
    void setClock(const ClockOffset& clock);

    /// Drops ticks above its share.
    void keepToShare();

    [[nodiscard]] std::shared_ptr<const NodeIdentity> identity() const; ///< null: expected, but not yet introduced

    /// A cursor at @p position, or at the newest tick. read() reports ticks that were dropped since.
    [[nodiscard]] RingCursor cursorAt(std::optional<RingPosition> position) const;

    /// Appends the next pieces for @p cursor to @p pieces, up to @p budget bytes, and advances the cursor. A piece
    /// larger than a packed frame is only returned if the budget is a whole frame, so that it gets its own frame.
    /// @return whether more pieces are waiting
    bool read(RingCursor& cursor, std::vector<grpc::Slice>& pieces, std::size_t& budget) const;

    void watch(const std::shared_ptr<TickWatcher>& watcher, std::size_t slot);
    void unwatch(const TickWatcher* watcher);

private:
    using SteadyTime = std::chrono::steady_clock::time_point;
    struct Entry
    {
        SteadyTime appended;
        std::uint64_t sequence;
        std::uint32_t layout;
        grpc::Slice piece;
        std::size_t bareSize = 0; ///< size without spans, if that form is stored, too; otherwise 0
        grpc::Slice bare;
        /// Why the preceding numbers are missing; null: none are missing, or they were dropped.
        std::shared_ptr<const std::string> gapReason;
    };
    struct LayoutPiece
    {
        std::uint64_t lastSequence = 0; ///< of the last tick that uses it
        grpc::Slice piece;
        std::shared_ptr<const NodeLayout> layout; ///< in a relay's ring
        bool isPassable = true;
    };
    class Reading;
    struct Watch
    {
        std::shared_ptr<TickWatcher> watcher;
        std::size_t slot;
    };
    using Watches = std::vector<Watch>;

    void startOver();
    void dropOld(SteadyTime now);
    [[nodiscard]] bool dropOldestSpans();
    void dropOldestTick();
    /// @return false: larger than @p maxPiece, also when unpacked
    [[nodiscard]] bool take(std::uint64_t sequence, const NodeTick& tick,
                            std::shared_ptr<const std::vector<std::string>> names, std::size_t maxPiece);
    /// @return names that are new in the tick
    [[nodiscard]] std::span<const std::string> takeNames(std::shared_ptr<const std::vector<std::string>> names);
    LayoutPiece& announceLayout(const NodeTick& tick, std::uint64_t sequence);
    /// Why data with that layout cannot be forwarded; empty: it can.
    [[nodiscard]] std::string problemOf(LayoutPiece& layout, const NodeTick& tick) const;
    bool readNews(RingCursor& cursor, Reading& reading) const;
    [[nodiscard]] std::uint64_t firstSequence() const
    {
        return m_entries.empty() ? m_endSequence : m_entries.front().sequence;
    }
    [[nodiscard]] grpc::Slice describeNow() const;
    static void notifyWatches(const std::shared_ptr<const Watches>& watches);

    const std::uint32_t m_number;
    const TelemetryHub::Limits m_limits;
    const std::shared_ptr<const std::atomic<std::size_t>> m_share;
    mutable std::mutex m_mutex;
    std::shared_ptr<const NodeIdentity> m_identity;
    std::uint64_t m_incarnation = 1; ///< number of epochs seen
    std::uint64_t m_descriptionVersion = 0;
    std::shared_ptr<const std::vector<std::string>> m_names; ///< of the current epoch
    std::size_t m_nameCount = 1; ///< number of names sent on the wire
    std::size_t m_nameBytes = 0;
    mutable grpc::Slice m_description; ///< with all names; created on first use, because it can be large
    mutable bool m_isDescriptionNew = false;
    std::map<std::uint32_t, LayoutPiece> m_layouts;
    std::size_t m_layoutBytes = 0;
    std::deque<Entry> m_entries;
    std::uint64_t m_endSequence = 1; ///< past the last tick
    std::string m_gapReason; ///< reason why the last numbers are missing
    std::size_t m_firstWithSpans = 0; ///< earlier ticks have no spans left to drop
    std::size_t m_bytes = 0;
    grpc::Slice m_reach;
    std::uint64_t m_reachVersion = 0; ///< 0: none
    grpc::Slice m_clock;
    std::uint64_t m_clockVersion = 0;
    std::shared_ptr<const Watches> m_watches = std::make_shared<const Watches>(); ///< immutable; replaced on change
};

} // namespace lockstep
