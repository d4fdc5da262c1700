// SPDX-License-Identifier: GPL-3.0-or-later
#include "datasources/traces/spans/tracebatches.h"
#include "datasources/traces/spans/tracespans.h"
#include "models/analysis/sync/matching/collectivematch.h"
#include "models/analysis/sync/matching/waitsplit.h"
#include "models/core/batch.h"
#include "models/store/clusterstore.h"
#include "tests/datasources/traces/tracefiles.h"
#include "tests/support/testentry.h"

#include <QTest>

#include <algorithm>
#include <chrono>
#include <numeric>
#include <utility>

using namespace lockstep;
using namespace std::chrono_literals;

namespace {

TimePoint at(Duration time)
{
    return TimePoint(time);
}

/// Three ranks in one all-reduce; rank 2 computes longest and arrives last.
TraceSet threeRanks()
{
    TraceSet set;
    CollectiveTrace& trace = set.collectives;
    trace.communicators.push_back({"tp", 3, {0, 1, 2}, false, false});
    trace.kernels = {"gemm"};
    const Duration starts[] = {1ms, 3ms, 6ms};
    for (std::uint32_t rank = 0; rank < 3; ++rank) {
        trace.participants.push_back({static_cast<std::int32_t>(rank), "f" + std::to_string(rank), true, {}, 0});
        CollectiveOp op;
        op.participant = rank;
        op.member = static_cast<std::int32_t>(rank);
        op.kind = CollectiveKind::AllReduce;
        op.start = at(starts[rank]);
        op.duration = 8ms - starts[rank];
        op.sequence = 4;
        trace.ops.push_back(op);
    }
    trace.computes.push_back({2, 0, at(0ms), 6ms});
    return set;
}

std::vector<Span> ofKind(const TraceLane& lane, SpanKind kind)
{
    std::vector<Span> spans;
    std::ranges::copy_if(lane.spans, std::back_inserter(spans), [kind](const Span& span) { return span.kind == kind; });
    return spans;
}

Duration sumOf(const std::vector<Span>& spans)
{
    return std::accumulate(spans.begin(), spans.end(), Duration::zero(),
                           [](Duration sum, const Span& span) { return sum + (span.end - span.start); });
}

Result<TraceSet> readFolder(const char* folder)
{
    auto listed = listTraces(realData(folder));
    if (!listed.isOk())
        return listed.error();
    std::vector<TraceInput> inputs = std::move(listed).value();
    std::erase_if(inputs, [](const TraceInput& input) { return !input.path.string().ends_with(".gz"); });
    return readTraces(inputs, {}, TraceDetail::Everything);
}

TrainingOp op(OpType type, std::int32_t dpRank, std::int32_t stage, Duration start, Duration length)
{
    TrainingOp made;
    made.type = type;
    made.dpRank = dpRank;
    made.stage = stage;
    made.start = at(start);
    made.duration = length;
    return made;
}

} // namespace

class TraceSpansTest : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void waitAndTransferComeApart()
    {
        const TraceSpans spans = spansOfTraces(threeRanks(), "job");
        QCOMPARE(spans.lanes.size(), std::size_t{3});
        const Duration expected[] = {5ms, 3ms, 0ms};
        for (std::size_t rank = 0; rank < 3; ++rank) {
            const TraceLane& lane = spans.lanes[rank];
            QVERIFY(sumOf(ofKind(lane, SpanKind::Wait)) == expected[rank]);
            QVERIFY(sumOf(ofKind(lane, SpanKind::Collective)) == 2ms);
            for (const Span& span : lane.spans)
                QVERIFY(span.kind == SpanKind::Compute || span.sequence == 4);
        }
        QCOMPARE(ofKind(spans.lanes[2], SpanKind::Compute).size(), std::size_t{1});
        QCOMPARE(spans.names[ofKind(spans.lanes[2], SpanKind::Compute).front().op], "gemm");
    }

    /// A dump contains when a collective was enqueued, and when it was noticed to have ended.
    void whatIsOnlyHandedOverIsDrawnAndNotJudged()
    {
        TraceSet set = threeRanks();
        set.collectives.computes.clear();
        for (CollectiveOp& op : set.collectives.ops) {
            op.handedOver = std::exchange(op.start, std::nullopt);
            op.duration.reset();
            op.seenDone = at(9ms);
        }
        for (std::size_t rank = 0; rank < 2; ++rank) { // the third one's dump ends before
            CollectiveOp next = set.collectives.ops[rank];
            next.handedOver = at(8ms);
            next.seenDone.reset();
            next.state = OpState::Started;
            next.sequence = 5;
            set.collectives.ops.push_back(next);
        }
        const TraceSpans spans = spansOfTraces(set, "job");
        for (std::size_t rank = 0; rank < 3; ++rank) {
            const TraceLane& lane = spans.lanes[rank];
            QVERIFY(ofKind(lane, SpanKind::Collective).empty() && ofKind(lane, SpanKind::Wait).empty());
            QCOMPARE(ofKind(lane, SpanKind::Transfer).size(), std::size_t{1});
            QVERIFY(ofKind(lane, SpanKind::Transfer)[0].end == at(9ms));
            const auto open = ofKind(lane, SpanKind::Marker);
            QCOMPARE(open.size(), std::size_t(rank == 2 ? 0 : 1));
            QVERIFY(rank == 2 || (open[0].start == at(9ms) && open[0].end == at(9ms) && open[0].sequence == 5));
        }
    }

    void aWaitThatWorkCoversCostsNothing()
    {
        TraceSet set = threeRanks();
        set.collectives.computes.push_back({0, 0, at(0ms), 4ms}); // covers 3 of the 5 ms that rank 0 waits
        set.collectives.computes.push_back({1, 0, at(2ms), 5ms}); // all of rank 1's
        const TraceSpans spans = spansOfTraces(set, "job");
        QVERIFY(sumOf(ofKind(spans.lanes[0], SpanKind::Wait)) == 2ms);
        QVERIFY(ofKind(spans.lanes[1], SpanKind::Wait).empty());
        QCOMPARE(spans.hiddenWaits, std::size_t{1});
    }

    void workersWaitForTheLastOfTheirGroup()
    {
        TraceSet set;
        const Duration late[] = {0ms, 7ms};
        for (std::int32_t dpRank = 0; dpRank < 2; ++dpRank) {
            const Duration start = late[dpRank];
            set.training.ops.push_back(op(OpType::ForwardCompute, dpRank, 0, 0ms, 10ms + start));
            set.training.ops.push_back(op(OpType::BackwardCompute, dpRank, 0, 10ms + start, 10ms));
            set.training.ops.push_back(op(OpType::GradsReduceScatter, dpRank, 0, 20ms + start, 12ms - start));
            set.training.ops.push_back(op(OpType::Optimizer, dpRank, 0, 32ms, 3ms));
        }
        const TraceSpans spans = spansOfTraces(set, "job");
        QCOMPARE(spans.lanes.size(), std::size_t{2});
        QVERIFY(sumOf(ofKind(spans.lanes[0], SpanKind::Wait)) == 7ms);
        QVERIFY(sumOf(ofKind(spans.lanes[1], SpanKind::Wait)) == 0ms);
        for (const TraceLane& lane : spans.lanes) {
            QCOMPARE(ofKind(lane, SpanKind::Step).size(), std::size_t{1});
            QVERIFY(sumOf(ofKind(lane, SpanKind::Collective)) == 5ms);
        }
        QCOMPARE(spans.lanes[1].name, "DP 1, stage 0");
    }

    void realWaitsEqualThoseOfTheAnalysis()
    {
        if (realData("kineto_megatron_tp8_a100").empty())
            QSKIP("the real data is not here (LOCKSTEP_DATA_DIR)");
        const auto set = readFolder("kineto_megatron_tp8_a100");
        QVERIFY(set.isOk());
        const TraceSpans spans = spansOfTraces(set.value(), "job");
        const auto waits = analyseWaits(set.value().collectives, matchCollectives(set.value().collectives));
        QCOMPARE(spans.lanes.size(), std::size_t{8});
        for (std::size_t rank = 0; rank < 8; ++rank) {
            const double shown
                = std::chrono::duration<double, std::micro>(sumOf(ofKind(spans.lanes[rank], SpanKind::Wait))).count();
            // Communication does not overlap with compute there, except for some microseconds.
            const double expected = waits.participants[rank].wait.count();
            QVERIFY2(std::abs(shown - expected) < 0.001 * expected,
                     qPrintable(QStringLiteral("rank %1: %2 us, not %3").arg(rank).arg(shown).arg(expected)));
        }
    }

    void aStoreTakesInEachSpanOnce()
    {
        const TraceSpans spans = spansOfTraces(threeRanks(), "job");
        ClusterStore store;
        static_cast<void>(store.apply(batchesOfTrace(spans, SourceId{0}, store.tickPeriod())));
        QCOMPARE(store.spans().spanCount(), spans.spanCount());
        QCOMPARE(store.spans().lanes().size(), std::size_t{3});
        for (const SpanLane& lane : store.spans().lanes()) {
            QVERIFY(lane.entity.kind == EntityKind::Gpu);
            QCOMPARE(store.spans().names().name(lane.job), "job");
        }
        QVERIFY(store.spans().lanes()[0].spans[0].startNs == Duration(1ms).count());
    }

    void longTracesComeInPiecesInTheOrderOfTime()
    {
        TraceSet set = threeRanks();
        for (int n = 0; n < 50'000; ++n)
            set.collectives.computes.push_back({0, 0, at(10ms + n * 100us), 50us});
        const TraceSpans spans = spansOfTraces(set, "job");
        TimePoint last = TimePoint::min();
        std::size_t reported = 0;
        for (const BatchPtr& batch : batchesOfTrace(spans, SourceId{0}, 1s)) {
            if (!batch->tick)
                continue;
            QVERIFY(batch->tick->time >= last);
            QVERIFY(batch->tick->spans.size() <= 20'000);
            last = batch->tick->time;
            reported += batch->tick->spans.size();
        }
        QCOMPARE(reported, spans.spanCount());
    }

    void filesTogetherGoByTheirFolder()
    {
        const std::vector<std::string> one{"/a/b/timeline-AR.json.gz"};
        const std::vector<std::string> two{"/a/b/rank0.json", "/a/b/rank1.json"};
        const std::vector<std::string> folder{"/a/b/"};
        QCOMPARE(nameOfTraces(one), "timeline-AR");
        QCOMPARE(nameOfTraces(two), "b");
        QCOMPARE(nameOfTraces(folder), "b");
    }
};

LOCKSTEP_TEST(tst_tracespans, TraceSpansTest)
#include "tst_tracespans.moc"
