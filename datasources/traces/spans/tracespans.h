// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "datasources/traces/formats/tracereader.h"
#include "models/core/span.h"

#include <cstdint>
#include <span>
#include <string>
#include <unordered_map>
#include <vector>

namespace lockstep {

/// One rank's row of a trace.
struct TraceLane
{
    std::string node; ///< host, or a placeholder
    std::string gpu; ///< unique on its node
    std::string name; ///< "rank 3", "DP 1, stage 0"
    std::uint32_t rank = Span::noRank;
    std::vector<Span> spans; ///< by start; names are indices into TraceSpans::names, entities are not set
};

/// Traces as spans in the form of agents' reports, so that they can be shown, followed and exported like live data.
struct TraceSpans
{
    std::string job;
    std::vector<std::string> names{std::string()};
    std::vector<TraceLane> lanes;
    std::size_t hiddenWaits = 0; ///< waits covered by other work of the rank, which cost nothing and are omitted

    [[nodiscard]] std::size_t spanCount() const;
    /// From the first start to the last end; empty without spans.
    [[nodiscard]] TimeRange range() const;
};

/// Converts traces to spans. Waiting and transfer are separate spans, the wait first, with one communicator and
/// sequence. Times are in one clock as far as possible.
/// @param job name, for example of the file
[[nodiscard]] TraceSpans spansOfTraces(const TraceSet& set, const std::string& job);

/// Name for files that are opened together: a single file's name without its extension, otherwise their folder's.
[[nodiscard]] std::string nameOfTraces(std::span<const std::string> files);

/// Interns names for a TraceSpans; 0 is the empty name.
class TraceNames
{
public:
    explicit TraceNames(TraceSpans& spans) : m_spans(spans) { }

    [[nodiscard]] std::uint32_t of(const std::string& name);

private:
    TraceSpans& m_spans;
    std::unordered_map<std::string, std::uint32_t> m_known{{std::string(), 0}};
};

/// Adds one of the two kinds of content, which are in separate files. Used by spansOfTraces() only.
void addTrainingSpans(const TrainingTrace& trace, TraceSpans& spans);
void addCollectiveSpans(const CollectiveTrace& trace, TraceSpans& spans);

} // namespace lockstep
