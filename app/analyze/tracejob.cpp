// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/analyze/tracejob.h"

#include "datasources/traces/spans/tracebatches.h"
#include "models/analysis/sync/tracking/synctracker.h"
#include "models/core/batch.h"

#include <bit>
#include <chrono>
#include <map>
#include <string>
#include <utility>
#include <vector>

namespace lockstep {

namespace {

constexpr Duration tickPeriod = std::chrono::seconds(1); ///< as for traces in the window
constexpr std::uint32_t job = 1; ///< arbitrary: a trace has only one job

/// Feeds a tracker as SyncFollower does: whole steps are closed after each batch.
class TraceFollower
{
public:
    explicit TraceFollower(const TraceSpans& spans) : m_spans(spans)
    {
        for (const TraceLane& lane : spans.lanes) {
            const auto place = ++m_gpusOf[lane.node]; // the entity of its spans: the node itself is the first
            m_laneOf.emplace(std::pair(lane.node, place), static_cast<std::uint32_t>(m_laneOf.size()));
            m_tracker.addLane({lane.rank, job});
        }
        for (const std::string& name : spans.names) {
            m_directions.push_back(peerDirectionOf(name));
            m_waitWords.push_back(waitWordOf(name));
        }
    }

    [[nodiscard]] std::shared_ptr<const JobSync> follow()
    {
        for (const BatchPtr& batch : batchesOfTrace(m_spans, SourceId{0}, tickPeriod)) {
            if (!batch->tick)
                continue;
            std::vector<SyncSpan> spans;
            for (const Span& span : batch->tick->spans)
                spans.push_back(syncSpanOf(span, m_laneOf.at({batch->node, span.entity})));
            m_tracker.add(spans);
            static_cast<void>(m_tracker.closeWhole());
        }
        static_cast<void>(m_tracker.closeAll());
        const auto found = m_tracker.jobs().find(job);
        const auto nameOf = [this](std::uint32_t number) {
            return number < m_spans.names.size() ? m_spans.names[number] : std::string();
        };
        return found != m_tracker.jobs().end() ? found->second.snapshot(nameOf) : nullptr;
    }

private:
    [[nodiscard]] SyncSpan syncSpanOf(const Span& span, std::uint32_t lane) const
    {
        SyncSpan sync;
        sync.startNs = span.start.time_since_epoch().count();
        sync.endNs = span.end.time_since_epoch().count();
        sync.lane = lane;
        sync.communicator = span.communicator == 0 ? SyncSpan::none : span.communicator;
        sync.sequence = static_cast<std::uint32_t>(span.sequence);
        sync.step = span.step;
        sync.op = span.op;
        sync.kind = span.kind;
        sync.direction = m_directions[span.op];
        if (span.kind == SpanKind::Marker)
            sync.waitWord = m_waitWords[span.op];
        sync.sizeClass = static_cast<std::uint8_t>(std::bit_width(span.bytes));
        return sync;
    }

    const TraceSpans& m_spans;
    std::map<std::string, std::uint32_t> m_gpusOf; ///< by node
    std::map<std::pair<std::string, std::uint32_t>, std::uint32_t> m_laneOf;
    std::vector<PeerDirection> m_directions; ///< by name
    std::vector<WaitWord> m_waitWords; ///< by name
    SyncTracker m_tracker;
};

} // namespace

std::shared_ptr<const JobSync> jobOfTrace(const TraceSpans& spans)
{
    return spans.spanCount() > 0 ? TraceFollower(spans).follow() : nullptr;
}

} // namespace lockstep
