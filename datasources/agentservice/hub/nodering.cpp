// SPDX-License-Identifier: GPL-3.0-or-later
#include "datasources/agentservice/hub/nodering.h"

#include "datasources/agentservice/hub/wireencoder.h"
#include "datasources/proto/wirescan.h"
#include "models/core/batch.h"
#include "models/core/budget.h"
#include "models/core/eventcodes.h"
#include "models/core/textparts.h"

#include <fmt/format.h>
#include <google/protobuf/io/zero_copy_stream_impl_lite.h>

#include <algorithm>
#include <utility>

namespace lockstep {

namespace {

NodeTick withoutSpans(const NodeTick& tick)
{
    NodeTick bare{tick.time, tick.layout, tick.values, {}, tick.events};
    bare.events.push_back(
        {tick.time, Severity::Warning, 0, codes::agentSpansLeftOut,
         fmt::format("{} dropped: jobs post more spans than the agent keeps for clients that reconnect.",
                     counted(tick.spans.size(), "span from that time was", "spans from that time were"))});
    return bare;
}

/// Whether every reader accepts a frame with this piece.
bool isPassable(const grpc::Slice& piece, std::size_t maxBytes)
{
    if (piece.size() > maxBytes)
        return false;
    if (!isLarge(piece.size()) || maxBytes == SIZE_MAX)
        return true;
    google::protobuf::io::ArrayInputStream bytes(piece.begin(), static_cast<int>(piece.size()));
    return checkUnpackedSize(bytes, budget::relayedPieceUnpackedBytes).isOk();
}

bool isSame(const grpc::Slice& one, const grpc::Slice& other)
{
    return std::equal(one.begin(), one.end(), other.begin(), other.end());
}

/// Memory of an entry besides its bytes: the slice's header, the entry, and the allocator's overhead.
constexpr std::size_t entryBytes = 184;

} // namespace

/// Result of one read(): pieces that fit into a frame.
class NodeRing::Reading
{
public:
    Reading(std::vector<grpc::Slice>& pieces, std::size_t& budget) : m_pieces(pieces), m_budget(budget) { }

    [[nodiscard]] bool hasRoom() const { return m_budget > 0; }
    /// @return false: it must wait for another frame
    bool take(const grpc::Slice& piece)
    {
        const bool isLarge = piece.size() > budget::packedFrameBytes;
        if (m_budget == 0 || (isLarge && m_budget < budget::packedFrameBytes)) {
            m_budget = 0;
            return false;
        }
        m_pieces.push_back(piece);
        m_budget -= std::min(m_budget, piece.size());
        return true;
    }

private:
    std::vector<grpc::Slice>& m_pieces;
    std::size_t& m_budget;
};

NodeRing::NodeRing(std::uint32_t number, TelemetryHub::Limits limits,
                   std::shared_ptr<const std::atomic<std::size_t>> share)
    : m_number(number), m_limits(limits), m_share(std::move(share))
{ }

void NodeRing::describe(std::shared_ptr<const NodeIdentity> identity)
{
    std::shared_ptr<const Watches> watches;
    {
        const std::scoped_lock lock(m_mutex);
        if (m_identity && m_identity->epoch != identity->epoch)
            startOver();
        m_identity = std::move(identity);
        ++m_descriptionVersion;
        m_isDescriptionNew = false;
        watches = m_watches;
    }
    notifyWatches(watches);
}

void NodeRing::startOver()
{
    ++m_incarnation;
    m_names.reset();
    m_nameCount = 1;
    m_nameBytes = 0;
    m_layouts.clear();
    m_layoutBytes = 0;
    m_entries.clear();
    m_endSequence = 1;
    m_gapReason.clear();
    m_firstWithSpans = 0;
    m_bytes = 0;
}

void NodeRing::append(const NodeTick& tick, std::shared_ptr<const std::vector<std::string>> names)
{
    if (!tick.layout)
        return;
    std::shared_ptr<const Watches> watches;
    {
        const std::scoped_lock lock(m_mutex);
        announceLayout(tick, m_endSequence);
        static_cast<void>(take(m_endSequence, tick, std::move(names), SIZE_MAX));
        watches = m_watches;
    }
    notifyWatches(watches);
}

void NodeRing::pass(std::uint64_t sequence, const NodeTick& tick, std::shared_ptr<const std::vector<std::string>> names,
                    const std::string& gapReason)
{
    std::shared_ptr<const Watches> watches;
    {
        const std::scoped_lock lock(m_mutex);
        if (!tick.layout || !m_identity || sequence < m_endSequence)
            return;
        if (m_gapReason.empty() && sequence > m_endSequence)
            m_gapReason = gapReason;
        std::string problem = problemOf(announceLayout(tick, sequence), tick);
        if (problem.empty() && !take(sequence, tick, std::move(names), m_limits.passedPieceBytes))
            problem = fmt::format("tick {} is too large to forward", sequence);
        if (!problem.empty())
            m_gapReason = std::move(problem);
        watches = m_watches;
    }
    notifyWatches(watches);
}

std::string NodeRing::problemOf(LayoutPiece& layout, const NodeTick& tick) const
{
    if (!layout.isPassable)
        return fmt::format("its layout {} is too large to forward", tick.layout->id);
    if (layout.layout == tick.layout)
        return {};
    // A layout that the decoder has dropped may be sent again with another meaning.
    if (!isSame(layout.piece, encodeLayout(m_number, *tick.layout)))
        return fmt::format("layout {} was redefined", tick.layout->id);
    layout.layout = tick.layout;
    return {};
}

bool NodeRing::take(std::uint64_t sequence, const NodeTick& tick, std::shared_ptr<const std::vector<std::string>> names,
                    std::size_t maxPiece)
{
    const std::size_t firstNew = m_nameCount;
    const auto added = takeNames(std::move(names));
    const SteadyTime now = std::chrono::steady_clock::now();
    const auto encoded = [&](const NodeTick& what) {
        return encodeTick(m_number, sequence, what, firstNew, added, m_nameCount);
    };
    Entry entry{now, sequence, tick.layout->id, encoded(tick), 0, {}, {}};
    if (!isPassable(entry.piece, maxPiece)) {
        if (!added.empty())
            ++m_descriptionVersion; // readers get its names with the description
        return false;
    }
    if (constexpr std::size_t large = 8192; !tick.spans.empty() && entry.piece.size() > large) {
        entry.bare = encoded(withoutSpans(tick));
        entry.bareSize = entry.bare.size();
    }
    if (sequence > m_endSequence)
        entry.gapReason = std::make_shared<const std::string>(std::exchange(m_gapReason, {}));
    m_endSequence = sequence + 1;
    m_bytes += entry.piece.size() + entry.bareSize + entryBytes;
    m_entries.push_back(std::move(entry));
    dropOld(now);
    return true;
}

std::span<const std::string> NodeRing::takeNames(std::shared_ptr<const std::vector<std::string>> names)
{
    const std::size_t firstNew = m_nameCount;
    if (names) {
        while (m_nameCount < std::min(names->size(), budget::namesPerNode)
               && m_nameBytes + (*names)[m_nameCount].size() <= budget::namesBytesPerNode) {
            m_nameBytes += std::min((*names)[m_nameCount].size(), budget::nameBytes);
            ++m_nameCount;
        }
        if (m_nameCount > firstNew) {
            m_names = std::move(names);
            m_isDescriptionNew = false;
        }
    }
    const std::span<const std::string> all = m_names ? std::span(*m_names) : std::span<const std::string>();
    return m_nameCount > firstNew ? all.subspan(firstNew, m_nameCount - firstNew) : all.first(0);
}

NodeRing::LayoutPiece& NodeRing::announceLayout(const NodeTick& tick, std::uint64_t sequence)
{
    const auto [found, isNew] = m_layouts.try_emplace(tick.layout->id);
    LayoutPiece& known = found->second;
    if (isNew) {
        known.piece = encodeLayout(m_number, *tick.layout);
        known.layout = tick.layout;
        known.isPassable = isPassable(known.piece, m_limits.passedPieceBytes);
        m_layoutBytes += known.piece.size();
    }
    known.lastSequence = sequence;
    return known;
}

void NodeRing::dropOld(SteadyTime now)
{
    const std::size_t max = std::min(m_limits.maximumBytesPerNode, m_share ? m_share->load() : SIZE_MAX);
    const auto isOver = [&] {
        return m_bytes > max || (m_layoutBytes > max / 2 && m_layouts.size() > 1);
    };
    while (m_bytes > max && dropOldestSpans()) { }
    // The newest tick is always kept, because new readers start from it.
    while (m_entries.size() > 1 && (isOver() || now - m_entries.front().appended > m_limits.history))
        dropOldestTick();
}

void NodeRing::dropOldestTick()
{
    const Entry& entry = m_entries.front();
    m_bytes -= entry.piece.size() + entry.bareSize + entryBytes;
    const std::uint32_t id = entry.layout;
    m_entries.pop_front();
    m_firstWithSpans -= std::min<std::size_t>(m_firstWithSpans, 1);
    const auto layout = m_layouts.find(id);
    if (m_layouts.size() > 1 && layout != m_layouts.end() && layout->second.lastSequence < firstSequence()) {
        m_layoutBytes -= layout->second.piece.size();
        m_layouts.erase(layout);
    }
}

bool NodeRing::dropOldestSpans()
{
    for (; m_firstWithSpans + 1 < m_entries.size(); ++m_firstWithSpans) {
        Entry& entry = m_entries[m_firstWithSpans];
        if (entry.bareSize == 0)
            continue;
        m_bytes -= entry.piece.size();
        entry.piece = std::exchange(entry.bare, grpc::Slice());
        entry.bareSize = 0;
        return true;
    }
    return false;
}

void NodeRing::setReach(const std::string& node, const SourceStatus& status)
{
    std::shared_ptr<const Watches> watches;
    {
        const std::scoped_lock lock(m_mutex);
        m_reach = encodeReach(m_number, node, status);
        ++m_reachVersion;
        watches = m_watches;
    }
    notifyWatches(watches);
}

void NodeRing::setClock(const ClockOffset& clock)
{
    std::shared_ptr<const Watches> watches;
    {
        const std::scoped_lock lock(m_mutex);
        m_clock = encodeClock(m_number, clock);
        ++m_clockVersion;
        watches = m_watches;
    }
    notifyWatches(watches);
}

void NodeRing::keepToShare()
{
    const std::scoped_lock lock(m_mutex);
    dropOld(std::chrono::steady_clock::now());
}

std::shared_ptr<const NodeIdentity> NodeRing::identity() const
{
    const std::scoped_lock lock(m_mutex);
    return m_identity;
}

RingCursor NodeRing::cursorAt(std::optional<RingPosition> position) const
{
    const std::scoped_lock lock(m_mutex);
    RingCursor cursor;
    if (!m_identity) {
        cursor.wanted = position;
        return cursor;
    }
    cursor.incarnation = m_incarnation;
    if (!position)
        cursor.nextSequence = m_entries.empty() ? m_endSequence : m_entries.back().sequence;
    else if (position->epoch == m_identity->epoch)
        // The reader may be ahead of a restarted relay, which fetches retained data of its agents.
        cursor.nextSequence = std::max<std::uint64_t>(position->nextSequence, 1);
    return cursor;
}

grpc::Slice NodeRing::describeNow() const
{
    if (m_isDescriptionNew)
        return m_description;
    const std::span<const std::string> names
        = m_names ? std::span(*m_names).first(m_nameCount) : std::span<const std::string>();
    m_description = encodeDescription(m_number, *m_identity, names);
    m_isDescriptionNew = true;
    return m_description;
}

bool NodeRing::read(RingCursor& cursor, std::vector<grpc::Slice>& pieces, std::size_t& budget) const
{
    const std::scoped_lock lock(m_mutex);
    Reading reading(pieces, budget);
    if (!readNews(cursor, reading))
        return true;
    auto entry = std::ranges::lower_bound(m_entries, cursor.nextSequence, {}, &Entry::sequence);
    for (; entry != m_entries.end() && reading.hasRoom(); ++entry) {
        if (cursor.nextSequence < entry->sequence) {
            const std::string why = entry->gapReason ? *entry->gapReason : std::string();
            if (!reading.take(encodeMissed(m_number, cursor.nextSequence, entry->sequence - 1, why)))
                return true;
            cursor.nextSequence = entry->sequence;
        }
        if (std::ranges::find(cursor.layoutsSent, entry->layout) == cursor.layoutsSent.end()) {
            if (!reading.take(m_layouts.at(entry->layout).piece))
                return true;
            cursor.layoutsSent.push_back(entry->layout);
        }
        if (!reading.take(entry->piece))
            return true;
        cursor.nextSequence = entry->sequence + 1;
    }
    return entry != m_entries.end();
}

/// Appends data other than ticks.
/// @return false: some did not fit
bool NodeRing::readNews(RingCursor& cursor, Reading& reading) const
{
    if (m_identity && cursor.incarnation != m_incarnation) {
        const std::optional<RingPosition> wanted = cursor.wanted;
        cursor = {1, m_incarnation, 0, cursor.reachVersion, cursor.clockVersion, {}, {}};
        if (wanted && wanted->epoch == m_identity->epoch)
            cursor.nextSequence = std::max<std::uint64_t>(wanted->nextSequence, 1);
    }
    const auto bring = [&reading](std::uint64_t& sent, std::uint64_t version, const auto& piece) {
        if (sent == version)
            return true;
        if (!reading.take(piece()))
            return false;
        sent = version;
        return true;
    };
    // A relay that restarted sends its identity with the first tick to a reader that is ahead of it, because the names
    // of earlier ticks are known by then.
    const bool isDue = m_identity && (cursor.descriptionVersion > 0 || cursor.nextSequence <= m_endSequence);
    return (!isDue || bring(cursor.descriptionVersion, m_descriptionVersion, [this] { return describeNow(); }))
        && bring(cursor.reachVersion, m_reachVersion, [this] { return m_reach; })
        && (cursor.descriptionVersion + cursor.reachVersion == 0 // until the identity is sent
            || bring(cursor.clockVersion, m_clockVersion, [this] { return m_clock; }));
}

void NodeRing::watch(const std::shared_ptr<TickWatcher>& watcher, std::size_t slot)
{
    const std::scoped_lock lock(m_mutex);
    auto watches = std::make_shared<Watches>(*m_watches);
    watches->push_back({watcher, slot});
    m_watches = std::move(watches);
}

void NodeRing::unwatch(const TickWatcher* watcher)
{
    const std::scoped_lock lock(m_mutex);
    auto watches = std::make_shared<Watches>(*m_watches);
    std::erase_if(*watches, [watcher](const Watch& watch) { return watch.watcher.get() == watcher; });
    m_watches = std::move(watches);
}

void NodeRing::notifyWatches(const std::shared_ptr<const Watches>& watches)
{
    for (const Watch& watch : *watches)
        watch.watcher->ringChanged(watch.slot);
}

} // namespace lockstep
