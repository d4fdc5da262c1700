// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "models/core/result.h"
#include "models/core/time.h"

#include <cstdint>
#include <string>
#include <vector>

namespace lockstep {

/// A segment's file as found in the folder; its content is not read.
struct SegmentFile
{
    std::string path;
    std::uint64_t bytes = 0; ///< including its log
    TimePoint written; ///< time of the last write by the local clock, including the log
    bool isPinned = false;
};

/// Size and age limits of a rolling recording; see Retention. Pinned segments count, but are never deleted.
struct RecordingCaps
{
    static constexpr double gibibyte = 1073741824.0; ///< bytes; users give sizes in GiB and ages in days
    using Days = std::chrono::duration<double, std::chrono::days::period>;
    static constexpr double maxDays = 36'500; ///< of age

    std::uint64_t bytes = std::uint64_t{8} << 30U; ///< of all segments, including the one being written
    Duration age = std::chrono::hours(24); ///< since a segment was last written
};

/// The segments of a folder, oldest first by name. Empty for a folder that does not exist.
[[nodiscard]] std::vector<SegmentFile> listSegments(const std::string& folder);

/// A new path for a segment that begins at @p start. Names sort by time.
[[nodiscard]] std::string newSegmentPath(const std::string& folder, TimePoint start);

/// Time at which a segment begins, by its name; epoch if it is not named like one.
[[nodiscard]] TimePoint segmentStart(const std::string& path);

/// Protects a segment from deletion, or releases it, by a marker file beside it.
Status pinSegment(const std::string& path, bool isPinned);

/// Pins every segment that may contain data of @p range.
Status pinRange(const std::string& folder, TimeRange range);

/// Deletes a segment and its companion files. @return false if its file still exists
bool removeSegment(const std::string& path);

/// Size of a segment on disk, including its log.
[[nodiscard]] std::uint64_t bytesOnDisk(const std::string& path);
[[nodiscard]] std::uint64_t bytesInLog(const std::string& path); ///< size of its log

/// Exclusive right to write to a folder: one recorder per folder.
class FolderLock
{
public:
    /// Creates the folder if necessary.
    [[nodiscard]] static Result<FolderLock> take(const std::string& folder);
    /// Whether a recorder on this machine holds the folder.
    [[nodiscard]] static bool isTaken(const std::string& folder);

    FolderLock(FolderLock&& other) noexcept;
    FolderLock& operator=(FolderLock&&) = delete;
    ~FolderLock();

private:
    explicit FolderLock(int descriptor) : m_descriptor(descriptor) { }
    int m_descriptor; ///< -1: moved from
};

} // namespace lockstep
