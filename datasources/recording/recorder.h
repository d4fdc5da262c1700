// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "datasources/recording/recordingfolder.h"
#include "datasources/recording/recordingtier.h"
#include "models/core/result.h"
#include "models/core/topology/topology.h"
#include "models/ingest/derived.h"
#include "models/ingest/placedbatch.h"

#include <array>
#include <memory>
#include <string>
#include <vector>

namespace lockstep {

struct RecorderOptions
{
    std::string folder;
    Duration tickPeriod = std::chrono::seconds(1); ///< of the grid that columns are kept on
    RecordingCaps caps; ///< of full resolution
    /// Of the summaries, by tier; no bytes: none are written.
    std::array<RecordingCaps, tierCount> tierCaps = defaultTierCaps;
    std::vector<std::string> analyses; ///< whose results are recorded with their input
    /// A segment ends when it has this size and the minimum time has passed, or after the maximum time. It ends at once
    /// if it exceeds its share of the size limit.
    std::uint64_t segmentBytes = std::uint64_t{64} << 20U;
    Duration minSegmentLength = std::chrono::minutes(10);
    Duration maxSegmentLength = std::chrono::hours(6);
    std::chrono::milliseconds commitInterval{1000}; ///< maximum loss if the program is killed
};

/// State of a recorder. A plain value.
struct RecorderStatus
{
    bool isWriting = false; ///< the last commit was written
    std::string problem; ///< about the first problem; empty: none
    std::string retentionReason; ///< empty: no data above the age limit is kept
    std::uint64_t committedBatches = 0;
    std::uint64_t droppedTicks = 0; ///< arrived faster than they could be written
    /// Spans, events, and ticks of a metric dropped while nothing could be written.
    std::uint64_t lostRows = 0;
    std::string segment; ///< file that is being written
};

/// Writes everything that reaches the store to a folder, on its own thread, within about a second. A full or slow disk
/// never blocks the caller: data that cannot be written is kept in memory up to a limit, then dropped, counted and
/// recorded as a gap. Used by one thread, which may be any. The destructor writes what is left.
class Recorder
{
public:
    /// @param start topology of the store, to which the recorded data refers; null: none yet
    /// @return an Error if the folder is not writable, or another Lockstep records there
    [[nodiscard]] static Result<std::unique_ptr<Recorder>> start(RecorderOptions options, TopologyPtr start);
    ~Recorder();
    Recorder(const Recorder&) = delete;
    Recorder& operator=(const Recorder&) = delete;

    /// Batches as placed by the store, in order. Returns at once.
    void record(const PlacedBatches& placed);
    /// Results computed from them.
    void record(const Derived& derived);
    /// Waits until everything is written, or cannot be.
    void flush();
    /// Writes the remaining data and ends. @return the final status. Later input is lost.
    RecorderStatus finish();

    [[nodiscard]] RecorderStatus status() const;
    [[nodiscard]] const std::string& folder() const;

private:
    struct Parts;
    explicit Recorder(std::unique_ptr<Parts> parts);
    std::unique_ptr<Parts> m_parts;
};

} // namespace lockstep
