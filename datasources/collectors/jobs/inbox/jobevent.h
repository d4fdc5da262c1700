// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "models/core/result.h"
#include "models/core/span.h"
#include "models/core/time.h"

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <string_view>

namespace lockstep {

/// Metadata that a job reports: work per step, planned steps, loss. Missing fields are empty.
struct JobDocument
{
    std::optional<double> stepsTotal;
    std::optional<double> tokensPerStep;
    std::optional<double> samplesPerStep;
    std::optional<double> flopsPerStep; ///< of the model, over all GPUs
    std::optional<double> peakFlops; ///< per second, of one GPU
    std::optional<double> loss; ///< of its last step
    std::optional<double> gradientNorm; ///< of its last step

    friend bool operator==(const JobDocument&, const JobDocument&) = default;
};

/// The channel by which a job's data reached the agent.
enum class JobWay : std::uint8_t { Events, NcclPlugin };

/// One line of a job's datagram, with its names as text. Documented in resources/manual/jobevents.md.
struct JobEvent
{
    SpanKind kind = SpanKind::Compute;
    JobWay way = JobWay::Events;
    bool explainsWaits = false; ///< for a step: the job reports long activities while they last
    bool isOngoing = false; ///< begun and not ended; its end is the current time
    bool hasLeft = false; ///< for a marker on a communicator: the lane has left that collective; otherwise it enters it
    TimePoint start;
    TimePoint end; ///< equal to start for a marker
    std::string op;
    std::string lane; ///< never empty: "rank 3" if the job gave none
    std::string communicator;
    std::string job;
    std::optional<std::uint32_t> gpu;
    std::uint32_t rank = Span::noRank;
    std::uint32_t step = 0;
    std::uint64_t sequence = 0;
    std::uint64_t bytes = 0;
    std::shared_ptr<const std::string> error; ///< of a checkpoint or restore that failed; rare, so not in place
    JobDocument document; ///< any step of the job may contain it
};

/// Maximum length of a line. A datagram may contain several.
inline constexpr std::size_t maxJobEventLine = 4096;

/// Parses one line received at @p now. Times are checked against @p now, because readers would reject implausible
/// spans; an event without a time ends at @p now. The error names the field and the expected input. Never throws; any
/// thread.
[[nodiscard]] Result<JobEvent> parseJobEvent(std::string_view line, TimePoint now);

} // namespace lockstep
