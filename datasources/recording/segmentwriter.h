// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "datasources/recording/columnassembly.h"
#include "datasources/recording/recordedrows.h"
#include "datasources/sqlite/database.h"
#include "models/core/topology/topology.h"
#include "models/ingest/metrictable.h"
#include "models/ingest/nametable.h"

#include <array>
#include <limits>
#include <map>
#include <optional>
#include <span>
#include <string>
#include <vector>

namespace lockstep {

/// Writes one segment of a recording. A commit() is atomic: after a crash or power cut the file contains all earlier
/// commits. Blocks of metrics with few entities are joined to longer ones, which compress better. Not thread-safe.
class SegmentWriter
{
public:
    /// Data of one commit. Columns come from the assembly: changed rows go to the journal, and the ticks listed in @ref
    /// sealed go into blocks.
    struct Commit
    {
        const Topology& topology;
        const MetricTable& metrics;
        const NameTable& names;
        const RecordedRows& rows; ///< its spans are packed together
        std::span<const TickIndex> sealed; ///< first ticks of open blocks
        const std::map<TickIndex, ColumnAssembly::Metrics>& open;
        const ColumnAssembly::LateRows& late;
        TickRange ticks; ///< of all columns so far
        /// Complete blocks by metric, in addition to those of the assembly. Null: none.
        const std::map<std::uint32_t, ExactBlock>* whole = nullptr;
        const SummarisedSegment* summarised
            = nullptr; ///< segment that these are summaries of; see TierWriter. Null: none
    };

    /// Imported files may have one sample per day or month.
    static constexpr Duration maxTickLength = std::chrono::hours(24 * 366);

    /// When data survives a power cut: after each commit, or only after a flush (Database::Access::Build).
    enum class Safety : std::uint8_t { EachCommit, WhenFinished };

    [[nodiscard]] static Result<SegmentWriter> create(const std::string& path, TickIndex firstTick, Duration tickPeriod,
                                                      Safety safety = Safety::EachCommit);

    Status commit(const Commit& commit);
    /// Everything copied between this call and commit() is written atomically.
    [[nodiscard]] Result<Transaction> beginCopy() { return Transaction::begin(m_database); }
    /// Copies packed blocks whose metrics, names and entities commit() has written.
    Status copy(const PackedBlock& block);
    Status copy(const RecordedSpanBlock& block);
    Status noteTicks(TickRange ticks); ///< of columns
    /// Records which analyses process this data, so that missing results mean that there were none.
    Status noteAnalyses(std::span<const std::string> names);
    enum class Room : std::uint8_t { Enough, Scarce };
    /// Merges the log into the file and compacts it, which temporarily needs as much disk space again.
    /// @param room Scarce: does not compact
    Status close(Room room = Room::Enough);

    [[nodiscard]] const std::string& path() const { return m_database.path(); }
    [[nodiscard]] TickIndex firstTick() const { return m_firstTick; }
    /// Blocks outside [from, to) belong to other segments.
    void setBounds(TickIndex from, TickIndex to)
    {
        m_from = from;
        m_to = to;
    }
    [[nodiscard]] bool isOurs(TickIndex block) const { return m_from <= block && block < m_to; }
    [[nodiscard]] std::uint64_t bytes() const { return m_bytes; } ///< of blocks and spans so far

private:
    /// How much of the append-only data has been written.
    struct Progress
    {
        std::array<std::uint32_t, entityKindCount> entities{};
        std::size_t metrics = 0;
        std::size_t names = 1; ///< 0 is the empty name
        std::uint64_t topologyVersion = 0;
        std::shared_ptr<const SitePlan> plan;
        std::uint64_t bytes = 0;
        std::map<std::uint32_t, std::vector<TickIndex>> apart; ///< blocks of narrow metrics, to be joined
    };

    SegmentWriter(Database database, TickIndex firstTick) : m_database(std::move(database)), m_firstTick(firstTick) { }

    Status writeAll(const Commit& commit, Progress& progress);
    Status writeTopology(const Topology& topology, Progress& progress);
    Status writeMetrics(const MetricTable& metrics, Progress& progress);
    Status writeNames(const NameTable& names, Progress& progress);
    Status writeRows(const RecordedRows& rows, Progress& progress);
    Status writeIdentities(const RecordedRows& rows);
    Status writeSpans(const std::vector<RecordedSpan>& spans, Progress& progress);
    Status writeJournal(const Commit& commit);
    Status writeBlocks(TickIndex first, const ColumnAssembly::Metrics& metrics, Progress& progress);
    template <class Value>
    Status writeBlock(std::uint32_t metric, const RecordedBlockOf<Value>& block, Progress& progress);
    Status noteBlock(std::uint32_t metric, TickIndex first, TickIndex longest, Progress& progress);
    Status joinRest();
    Status join(std::uint32_t metric, const std::vector<TickIndex>& firsts, Progress& progress);
    Status insert(std::uint32_t metric, TickIndex first, ColumnBlockShape shape, std::uint64_t samples,
                  std::span<const std::uint8_t> packed);
    Status writeLate(const ColumnAssembly::LateRows& late, Progress& progress);

    Database m_database;
    TickIndex m_firstTick;
    TickIndex m_from = std::numeric_limits<TickIndex>::min();
    TickIndex m_to = std::numeric_limits<TickIndex>::max();
    Progress m_progress;
    std::uint64_t m_bytes = 0;
    ColumnCodec m_codec;
    std::optional<Statement> m_insertBlock; ///< prepared when first needed, as the next
    std::optional<Statement> m_copyBlock;
    std::optional<Statement> m_copySpans;
};

/// CRC-32 as stored beside each blob.
[[nodiscard]] std::uint32_t checksum(std::span<const std::uint8_t> bytes);

} // namespace lockstep
