// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "models/core/event.h"
#include "models/core/metric.h"
#include "models/core/span.h"
#include "models/incidents/entityname.h"

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace lockstep {

/// One metric of one entity over time: value i is that of the tick at from + i * step, NaN is no data.
struct EvidenceSeries
{
    MetricDescriptor metric;
    EntityName entity;
    TimePoint from;
    Duration step{};
    std::vector<float> values;
};

/// One metric of many entities over time, reduced to cells that keep the worst value. Row by row, top to bottom; NaN is
/// no data.
struct EvidenceHeat
{
    /// The first and last entity of a row, which covers consecutive entities.
    struct Row
    {
        std::string first; ///< path, of the metric's kind: "A1 / n7 / gpu0"
        std::string last;
        friend bool operator==(const Row&, const Row&) = default;
    };

    MetricDescriptor metric;
    TimePoint from;
    Duration step{}; ///< of one column
    std::uint32_t columns = 0;
    std::vector<Row> rows;
    std::vector<float> values; ///< rows x columns
    std::string reduction; ///< how samples were reduced to cells: "maximum of each cell", "as sampled"
    float low = 0; ///< of the colour scale
    float high = 1;
    std::string scaleChoice; ///< how the range was chosen
    std::vector<std::uint32_t> colours; ///< 0xRRGGBB from low to high
};

/// A span with its names as text.
struct EvidenceSpan
{
    EntityName entity;
    std::string lane;
    std::string operation;
    std::string communicator;
    SpanKind kind = SpanKind::Compute;
    TimePoint start;
    TimePoint end;
    std::uint32_t rank = Span::noRank;
    std::uint32_t step = 0;
    std::uint64_t sequence = 0;
    std::uint64_t bytes = 0;
};

struct EvidenceEvent
{
    TimePoint time; ///< of the latest repeat
    Severity severity = Severity::Information;
    EntityName entity;
    std::string code;
    std::string text;
    std::uint32_t count = 1;
};

/// Missing data within the incident's range; shown in reports.
struct EvidenceGap
{
    EntityName node;
    TimeRange range;
    std::uint64_t ticks = 0; ///< how many were lost; 0: unknown
    std::string reason;
};

/// Measurements around an incident as plain values: collected from the live state or a recording, stored with the
/// incident, drawn in reports. Self-contained: names instead of indices, colours instead of maps.
struct Evidence
{
    std::string cluster; ///< name; empty: unknown
    std::string source; ///< "live state", "recording /var/..."
    std::string version; ///< of the program that collected it
    TimePoint gathered;
    TimeRange range; ///< what it covers
    Duration tickPeriod{};
    Duration clockUncertainty{}; ///< worst of the nodes: no order is claimed within it
    std::vector<EvidenceSeries> series;
    std::vector<EvidenceHeat> heats;
    std::vector<EvidenceSpan> spans;
    std::uint64_t spansLeftOut = 0; ///< spans above the limit: the shortest ones
    std::vector<EvidenceEvent> events;
    std::vector<EvidenceGap> gaps;

    [[nodiscard]] bool isEmpty() const
    {
        return series.empty() && heats.empty() && spans.empty() && events.empty() && gaps.empty();
    }
};

} // namespace lockstep
