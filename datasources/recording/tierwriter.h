// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "datasources/recording/columnassembly.h"
#include "datasources/recording/recording.h"
#include "datasources/recording/recordingfolder.h"
#include "datasources/recording/recordingtier.h"
#include "datasources/recording/retention.h"
#include "datasources/recording/segmentwriter.h"

#include <map>
#include <optional>
#include <set>
#include <span>
#include <stop_token>
#include <string>
#include <vector>

namespace lockstep {

/// Writes one tier of a rolling recording: the summaries, events and gaps of each finished segment. A segment's data is
/// committed together with a note that it is included, so that a crash neither loses nor repeats it. A step with data
/// in several segments is read back and extended. Owned by a SegmentRoll; used on its thread.
class TierWriter
{
public:
    /// @param recording its folder; holds the tier's
    TierWriter(const std::string& recording, const RecordingTier& tier, RecordingCaps caps);

    /// Whether the tier contains the segment, or has dropped that time already.
    [[nodiscard]] bool has(const std::string& segment);
    /// Summarises a finished segment. Damaged blocks are left out; see problem().
    Status add(const std::string& segment, const std::stop_token& stop);
    /// Ends the file that is being written.
    Status close();

    [[nodiscard]] const std::string& problem() const { return m_problem; } ///< of a damaged block; empty: none

private:
    /// All entities of a metric in one step.
    struct Bin
    {
        std::vector<float> low;
        std::vector<float> high;
        std::vector<double> sum; ///< of a bit mask: the union
        std::vector<double> count;

        void widen(std::size_t width);
        void add(std::span<const float> row, bool isMask);
        /// Adds an earlier part of the same step. @param parts by Summary
        void add(const std::vector<float> (&parts)[summaryCount], bool isMask);
    };
    using Bins = std::map<TickIndex, Bin>;

    void load();
    Status gather(RecordedSegment& source, const std::stop_token& stop);
    Status gather(RecordedSegment& source, MetricId metric, std::span<const TickIndex> blocks,
                  const std::stop_token& stop);
    void write(MetricId metric, TickIndex step, Bin& bin);
    [[nodiscard]] RecordedRows rowsOf(RecordedSegment& source);
    Status commit(const RecordedRows& rows, std::span<const TickIndex> sealed, const SummarisedSegment* segment);
    Status ensureFile(TickIndex firstStep);
    [[nodiscard]] bool reopenNewest();
    void readBack(TickIndex first);
    void abandon();
    [[nodiscard]] bool isFull(const std::string& path, TickRange steps) const;

    const RecordingTier m_tier;
    const RecordingCaps m_caps;
    const std::string m_folder;
    Retention m_retention;
    bool m_isLoaded = false;
    Recording m_kept; ///< what the tier has; indices are the same as here
    std::set<std::string> m_contained; ///< names of segments
    TopologyPtr m_topology;
    MetricTable m_metrics;
    ColumnAssembly m_columns;
    std::optional<SegmentWriter> m_file;
    std::string m_problem;
};

} // namespace lockstep
