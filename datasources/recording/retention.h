// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "datasources/recording/recordingfolder.h"

#include <functional>
#include <optional>
#include <string>
#include <vector>

namespace lockstep {

/// Keeps a folder of segments within its limits. Age is determined by this machine's clock at the time of writing,
/// never by times in names or content. That clock can be wrong: after it was set, the earlier of the old and the new
/// time counts, and a deletion by age that would remove most data waits until the recorder has run for the age limit.
/// The size limit deletes the oldest written segments first. Owned by a recorder; used on its thread.
class Retention
{
public:
    struct Clocks
    {
        std::function<TimePoint()> wall;
        std::function<Duration()> running; ///< clock that continues during sleep and cannot be set
    };
    [[nodiscard]] static Clocks systemClocks();

    Retention(std::string folder, RecordingCaps caps, Clocks clocks = systemClocks());

    /// Decides whether a segment may be deleted. @param isForSpace because of the size limit, not only its age
    using MayDelete = std::function<bool(const std::string& path, bool isForSpace)>;

    /// Deletes segments above the caps, except pinned ones and those in @p inUse.
    /// @param toCome bytes that will be written next
    /// @param mayDelete empty: any segment may be deleted
    /// @return number of deleted segments
    std::size_t enforce(const std::vector<std::string>& inUse, std::uint64_t toCome = 0,
                        const MayDelete& mayDelete = {});

    /// Why segments above the age limit are kept; one sentence, empty: none.
    [[nodiscard]] const std::string& retentionReason() const { return m_retentionReason; }

private:
    [[nodiscard]] TimePoint trustedNow();
    [[nodiscard]] bool mayDropForAge(std::size_t old, std::size_t all);

    const std::string m_folder;
    const RecordingCaps m_caps;
    const Clocks m_clocks;
    const Duration m_started; ///< on the steady clock, like all Durations here
    TimePoint m_wallThen; ///< last wall-clock time considered correct, and when that was
    Duration m_runningThen;
    std::optional<Duration> m_setAt; ///< when the wall clock was set; it is not trusted yet
    std::string m_retentionReason;
};

} // namespace lockstep
