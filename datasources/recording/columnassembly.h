// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "datasources/recording/openblock.h"
#include "models/core/codec/columncodec.h"
#include "models/core/time.h"
#include "models/ingest/placementrun.h"

#include <algorithm>
#include <cstdint>
#include <limits>
#include <map>
#include <span>
#include <vector>

namespace lockstep {

/// Collects the ticks of all nodes into blocks until these are full, and tracks which rows are not yet in a journal.
/// Not thread-safe; owned by a recorder.
class ColumnAssembly
{
public:
    using Metrics = std::map<std::uint32_t, OpenBlock>;
    /// By tick and metric, all entities. Single rows, not blocks: a tick of long ago must not cost 64 ticks of all.
    using LateRows = std::map<TickIndex, std::map<std::uint32_t, std::vector<float>>>;

    /// Adds one tick's values to its columns. Values of a block that was sealed are late.
    void write(TickIndex tick, std::span<const PlacementRun> runs, std::span<const float> values);

    /// Open blocks by their first tick, oldest first.
    [[nodiscard]] const std::map<TickIndex, Metrics>& open() const { return m_open; }
    /// Packs rows that are in no journal yet.
    void packTouched();
    /// Call when all data packed by packTouched() is in a journal.
    void setJournalled();
    /// Values for sealed blocks since clearLate().
    [[nodiscard]] const LateRows& late() const { return m_late; }
    void clearLate()
    {
        m_late.clear();
        m_lateBytes = 0;
    }
    [[nodiscard]] std::size_t lateBytes() const { return m_lateBytes; }
    /// Maximum size in a file of the open blocks with that first tick.
    [[nodiscard]] std::uint64_t bytesToSeal(TickIndex first) const;
    /// Drops the blocks with that first tick; further data for them and for older ones is late.
    void seal(TickIndex first);

    /// Data for earlier blocks is late from now on.
    void sealBefore(TickIndex first);

    [[nodiscard]] bool isEmpty() const { return m_isEmpty; }
    [[nodiscard]] TickIndex newestTick() const { return m_newest; }
    [[nodiscard]] TickIndex oldestTick() const { return m_oldest; } ///< oldest tick that was not late

private:
    /// Number of open blocks behind the newest, for a run that catches up with its nodes' retained data; older data is
    /// late.
    static constexpr TickIndex maxOpenBehind = 12 * RecordedBlock::ticks;

    void writeLate(TickIndex tick, std::span<const PlacementRun> runs, std::span<const float> values);

    ColumnCodec m_codec;
    std::map<TickIndex, Metrics> m_open;
    LateRows m_late;
    std::size_t m_lateBytes = 0;
    bool m_isEmpty = true;
    TickIndex m_newest = 0;
    TickIndex m_oldest = 0;
    TickIndex m_sealedBefore = std::numeric_limits<TickIndex>::min();
};

} // namespace lockstep
