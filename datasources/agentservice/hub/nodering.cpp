// SPDX-License-Identifier: GPL-3.0-or-later
#include "datasources/agentservice/hub/nodering.h"

#include "datasources/agentservice/hub/wireencoder.h"
#include "models/core/batch.h"
#include "models/core/budget.h"
#include "models/core/eventcodes.h"

#include <fmt/format.h>

#include <algorithm>
#include <cstdint>
#include <span>
#include <utility>

namespace lockstep {

namespace {

NodeTick withoutSpans(const NodeTick& tick)
{
    NodeTick bare{tick.time, tick.layout, tick.values, {}, tick.events};
    bare.events.push_back({tick.time, Severity::Warning, 0, codes::agentSpansLeftOut,
                           fmt::format("{} spans of that moment are gone: jobs post more than an agent keeps for who "
                                       "comes back later.",
                                       tick.spans.size())});
    return bare;
}

/// What an entry takes beside the bytes of its piece: the slice's own head, the entry, and what the allocator adds.
constexpr std::size_t entryBytes = 160;

} // namespace

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
    tell(watches);
}

void NodeRing::startOver()
{
    ++m_incarnation;
    m_names.reset();
    m_nameCount = 1;
    m_nameBytes = 0;
    m_layouts.clear();
    m_entries.clear();
    m_firstSequence = 1;
    m_firstWithSpans = 1;
    m_bytes = 0;
}

void NodeRing::append(const NodeTick& tick, std::shared_ptr<const std::vector<std::string>> names)
{
    if (!tick.layout)
        return;
    std::shared_ptr<const Watches> watches;
    {
        const std::scoped_lock lock(m_mutex);
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
        const auto added = m_nameCount > firstNew ? all.subspan(firstNew, m_nameCount - firstNew) : all.first(0);
        announceLayout(tick);
        const SteadyTime now = std::chrono::steady_clock::now();
        grpc::Slice piece = encodeTick(m_number, endSequence(), tick, firstNew, added, m_nameCount);
        Entry entry{now, tick.layout->id, std::move(piece), 0, {}};
        if (constexpr std::size_t large = 8192; !tick.spans.empty() && entry.piece.size() > large) {
            entry.bare = encodeTick(m_number, endSequence(), withoutSpans(tick), firstNew, added, m_nameCount);
            entry.bareSize = entry.bare.size();
        }
        m_bytes += entry.piece.size() + entry.bareSize + entryBytes;
        m_entries.push_back(std::move(entry));
        dropOld(now);
        watches = m_watches;
    }
    tell(watches);
}

void NodeRing::announceLayout(const NodeTick& tick)
{
    const auto [found, isNew] = m_layouts.try_emplace(tick.layout->id);
    LayoutPiece& known = found->second;
    if (isNew)
        known.piece = encodeLayout(m_number, *tick.layout);
    known.lastSequence = endSequence();
}

void NodeRing::dropOld(SteadyTime now)
{
    const std::size_t max = std::min(m_limits.maximumBytesPerNode, m_share ? m_share->load() : SIZE_MAX);
    while (m_bytes > max && dropOldestSpans()) { }
    // The newest tick always stays: it is what a new reader starts from.
    while (m_entries.size() > 1 && (m_bytes > max || now - m_entries.front().appended > m_limits.history)) {
        m_bytes -= m_entries.front().piece.size() + m_entries.front().bareSize + entryBytes;
        m_entries.pop_front();
        ++m_firstSequence;
    }
    if (m_layouts.size() > 1)
        std::erase_if(m_layouts, [this](const auto& entry) { return entry.second.lastSequence < m_firstSequence; });
}

bool NodeRing::dropOldestSpans()
{
    m_firstWithSpans = std::max(m_firstWithSpans, m_firstSequence);
    for (; m_firstWithSpans + 1 < endSequence(); ++m_firstWithSpans) {
        Entry& entry = m_entries[m_firstWithSpans - m_firstSequence];
        if (entry.bareSize == 0)
            continue;
        m_bytes -= entry.piece.size();
        entry.piece = std::exchange(entry.bare, grpc::Slice());
        entry.bareSize = 0;
        return true;
    }
    return false;
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
    cursor.incarnation = m_incarnation;
    if (!position)
        cursor.nextSequence = m_entries.empty() ? endSequence() : endSequence() - 1;
    else if (position->epoch == m_identity->epoch)
        cursor.nextSequence = std::clamp<std::uint64_t>(position->nextSequence, 1, endSequence());
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
    const auto take = [&](const grpc::Slice& piece) {
        pieces.push_back(piece);
        budget -= std::min(budget, piece.size());
    };
    if (cursor.incarnation != m_incarnation) {
        cursor = RingCursor();
        cursor.incarnation = m_incarnation;
    }
    if (cursor.descriptionVersion != m_descriptionVersion) {
        take(describeNow());
        cursor.descriptionVersion = m_descriptionVersion;
    }
    if (cursor.nextSequence < m_firstSequence) {
        take(encodeMissed(m_number, cursor.nextSequence, m_firstSequence - 1));
        cursor.nextSequence = m_firstSequence;
    }
    while (cursor.nextSequence < endSequence() && budget > 0) {
        const Entry& entry = m_entries[cursor.nextSequence - m_firstSequence];
        if (std::ranges::find(cursor.layoutsSent, entry.layout) == cursor.layoutsSent.end()) {
            take(m_layouts.at(entry.layout).piece);
            cursor.layoutsSent.push_back(entry.layout);
        }
        take(entry.piece);
        ++cursor.nextSequence;
    }
    return cursor.nextSequence < endSequence();
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

void NodeRing::tell(const std::shared_ptr<const Watches>& watches)
{
    for (const Watch& watch : *watches)
        watch.watcher->ringChanged(watch.slot);
}

} // namespace lockstep
