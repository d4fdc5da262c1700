// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "datasources/text/jsonaccess.h"
#include "datasources/traces/formats/kinetocomm.h"
#include "datasources/traces/formats/tracereader.h"
#include "datasources/traces/pieces/tracemeter.h"
#include "models/analysis/sync/matching/collectiveop.h"
#include "models/core/result.h"

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <unordered_map>
#include <utility>
#include <vector>

namespace lockstep {

/// One event of a Chrome or Kineto trace; texts live as long as the parser's document.
struct TraceEvent
{
    char phase = 0; ///< 'X' a span, 'M' metadata; 0: none given
    std::string_view category;
    std::string_view name;
    std::int64_t pid = 0;
    std::int64_t tid = 0;
    std::optional<Duration> start; ///< since the trace's time base
    std::optional<Duration> duration;
    std::optional<simdjson::dom::element> args;

    /// A span with plausible times; at most thirty years, so that differences cannot overflow.
    [[nodiscard]] bool isSpan() const
    {
        constexpr Duration longest = std::chrono::hours(24 * 365 * 30);
        return phase == 'X' && start && duration && *duration >= Duration::zero() && *duration <= longest;
    }
};

[[nodiscard]] TraceEvent readTraceEvent(simdjson::dom::object object);

/// Collects the communication of one rank from a Kineto (PyTorch profiler) trace in any dialect: old integer
/// microseconds with cat "Kernel", integer microseconds with "Concrete Inputs" and "Input Dims", and fractional
/// microseconds relative to baseTimeNanoseconds with "Collective name". Missing properties of a kernel come from the
/// CPU op that launched it, found by correlation.
class KinetoBuilder
{
public:
    KinetoBuilder(TraceDetail detail, TraceMeter& meter) : m_detail(detail), m_meter(meter), m_rankLists(meter) { }

    /// Whether an event identifies a profiler's trace.
    [[nodiscard]] static bool recognises(const TraceEvent& event);

    void add(const TraceEvent& event);

    /// One participant's trace, or an Error that names what is missing. `frame` is the document without its events. The
    /// rank is from distributedInfo, otherwise `rankOfName` from the file's name.
    [[nodiscard]] Result<CollectiveTrace> finish(const std::string& file, const std::string& frame,
                                                 std::optional<std::int32_t> rankOfName,
                                                 std::vector<std::string>& notes);

private:
    struct Kernel
    {
        Duration start{};
        Duration duration{};
        std::int64_t stream = -1;
        std::int64_t correlation = -1;
        KinetoComm comm;
    };
    struct ComputeKernel
    {
        Duration start{};
        Duration duration{};
        std::uint32_t name = 0;
    };
    struct Launch
    {
        std::int64_t correlation = -1;
        std::int64_t thread = 0;
        Duration time{};
    };
    struct CpuOp
    {
        std::int64_t thread = 0;
        Duration start{};
        Duration end{};
        KinetoComm comm;
    };

    using Interval = std::pair<Duration, Duration>; ///< start, end

    void addKernel(const TraceEvent& event);
    void noteTime(const TraceEvent& event);
    void measure(Participant& participant);
    void linkToCpuOps();
    void addComputes(Duration base, CollectiveTrace& trace);

    [[nodiscard]] std::uint32_t nameIndex(std::string_view name);

    TraceDetail m_detail;
    TraceMeter& m_meter;
    RankLists m_rankLists;
    std::optional<Interval> m_traced;
    std::vector<Interval> m_busy; ///< intervals with a busy GPU
    std::vector<Interval> m_loading;
    std::vector<Kernel> m_kernels; ///< communication kernels
    std::vector<ComputeKernel> m_computes; ///< only with TraceDetail::Everything
    std::unordered_map<std::string, std::uint32_t> m_names; ///< names of compute kernels
    std::vector<Launch> m_launches;
    std::vector<CpuOp> m_cpuOps;
    Duration m_compute{};
    std::uint64_t m_computeKernels = 0;
};

} // namespace lockstep
