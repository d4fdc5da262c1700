// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "datasources/traces/formats/traceevent.h"
#include "datasources/traces/pieces/tracemeter.h"
#include "models/analysis/sync/trace/trainingop.h"
#include "models/core/result.h"

#include <cstddef>
#include <cstdint>
#include <map>
#include <string>
#include <utility>
#include <vector>

namespace lockstep {

/// Collects the ops of a Chrome trace with parallel ranks: the process is the data-parallel rank, the thread's name
/// gives the pipeline stage ("PP rank 1, TP rank 0, compute"), args contain step, seq_id and model_chunk. The size of
/// the job follows from the data. Threads may be named before or after their events.
class ParallelTraceBuilder
{
public:
    explicit ParallelTraceBuilder(TraceMeter& meter) : m_meter(meter) { }

    /// Whether an event can only come from such a trace.
    [[nodiscard]] static bool recognises(const TraceEvent& event);

    void add(const TraceEvent& event);

    /// The trace, or what it lacked ("FILE: ..."); notes go to `notes`.
    [[nodiscard]] Result<TrainingTrace> finish(const std::string& file, std::vector<std::string>& notes);

private:
    struct Thread
    {
        std::int64_t pid = 0;
        std::int64_t tid = 0;
        std::string name;
    };

    [[nodiscard]] std::size_t threadOf(const TraceEvent& event);

    TraceMeter& m_meter;
    std::vector<Thread> m_threads;
    std::map<std::pair<std::int64_t, std::int64_t>, std::size_t> m_threadIndex;
    std::size_t m_lastThread = 0;
    TrainingTrace m_trace; ///< until finish() an op's stage is its thread
    std::size_t m_ignored = 0;
};

} // namespace lockstep
