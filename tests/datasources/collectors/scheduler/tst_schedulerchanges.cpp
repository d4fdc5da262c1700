// SPDX-License-Identifier: GPL-3.0-or-later
#include "datasources/collectors/scheduler/schedulerchanges.h"
#include "models/core/eventcodes.h"
#include "tests/support/testentry.h"

#include <QTest>

#include <algorithm>

using namespace lockstep;
using namespace std::chrono_literals;

namespace {

constexpr TimePoint someTime{std::chrono::hours(500'000)};

SchedulerJob jobOn(std::vector<SchedulerPlacement> placements)
{
    SchedulerJob job;
    job.id = "7";
    job.name = "train 7";
    job.tenant = "physics";
    job.user = "alice";
    job.queue = "gpu";
    job.submitted = someTime;
    if (!placements.empty()) {
        job.state = SchedulerJob::State::Running;
        job.started = someTime + 3min;
    }
    for (const SchedulerPlacement& each : placements)
        job.gpus += each.gpus;
    job.placements = std::move(placements);
    return job;
}

SchedulerView viewOf(const std::vector<SchedulerJob>& jobs, const std::string& drained = {})
{
    SchedulerView view;
    for (const SchedulerJob& job : jobs)
        view.add(job, someTime + 10min);
    for (const char* const name : {"n1", "n2"}) {
        SchedulerNode node;
        node.name = name;
        node.gpus = 4;
        node.isUnavailable = name == drained;
        node.stateWord = node.isUnavailable ? "IDLE+DRAIN" : "IDLE";
        node.reason = node.isUnavailable ? "bad HBM" : "";
        for (const SchedulerJob& job : jobs) {
            for (const SchedulerPlacement& place : job.placements)
                node.allocated += place.node == name ? place.gpus : 0;
        }
        node.isInUse = node.allocated > 0;
        view.add(node);
    }
    return view;
}

std::vector<std::string> textsOf(const std::vector<SchedulerUpdate>& news)
{
    std::vector<std::string> texts;
    for (const SchedulerUpdate& each : news)
        texts.push_back(each.text);
    return texts;
}

} // namespace

/// Events from two successive views of a scheduler, and allocations over time.
class TestSchedulerChanges : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void ajobsWayIsReported()
    {
        const SchedulerView none = viewOf({});
        const SchedulerView waits = viewOf({jobOn({})});
        const SchedulerView runs = viewOf({jobOn({{"n1", 4, "0-3"}, {"n2", 2, "0-1"}})});
        QVERIFY(changesBetween(&none, waits).empty()); // waiting jobs are shown but not reported
        QCOMPARE(textsOf(changesBetween(&waits, runs)),
                 std::vector<std::string>{
                     "train 7 of physics (alice), gpu has started: 6 GPUs on n1 (GPU 0-3), n2 (GPU 0-1), "
                     "after 3 min in the queue."});
        SchedulerJob again = jobOn({});
        again.restarts = 1;
        const auto requeued = changesBetween(&runs, viewOf({again}));
        QCOMPARE(requeued.size(), std::size_t{1});
        QCOMPARE(requeued.front().code, codes::schedulerJobRequeued);
        QVERIFY(requeued.front().severity == Severity::Warning);
        // Being removed from its nodes, but still on them.
        SchedulerJob leaving = jobOn({{"n1", 4, "0-3"}});
        leaving.restarts = 1;
        leaving.isEnding = true;
        QCOMPARE(changesBetween(&runs, viewOf({leaving})).size(), std::size_t{1});
        const SchedulerView left = viewOf({leaving});
        QVERIFY(changesBetween(&left, viewOf({again})).empty());
        const auto ended = changesBetween(&runs, none);
        QCOMPARE(ended.size(), std::size_t{1});
        QCOMPARE(ended.front().code, codes::schedulerJobEnded);
        QCOMPARE(ended.front().subject, std::string("7"));
    }

    void aDrainedNodeIsReportedWithItsReasonAndWhenItIsBack()
    {
        const SchedulerView well = viewOf({});
        const SchedulerView drained = viewOf({}, "n2");
        const auto news = changesBetween(&well, drained);
        QCOMPARE(textsOf(news), std::vector<std::string>{"n2 no longer accepts jobs (IDLE+DRAIN): bad HBM."});
        QCOMPARE(news.front().subject, std::string("n2"));
        QVERIFY(changesBetween(&drained, drained).empty());
        QCOMPARE(textsOf(changesBetween(&drained, well)), std::vector<std::string>{"n2 accepts jobs again."});
        QCOMPARE(textsOf(changesBetween(nullptr, drained)),
                 std::vector<std::string>{"1 node accepts no new jobs: n2 (bad HBM)."});
    }

    void aThousandChangesAreReportedAsSoManyMore()
    {
        std::vector<SchedulerJob> jobs;
        for (int number = 0; number < 1000; ++number) {
            jobs.push_back(jobOn({{"n1", 1, {}}}));
            jobs.back().id = std::to_string(number);
        }
        const SchedulerView none = viewOf({});
        const auto news = changesBetween(&none, viewOf(jobs), 10);
        QCOMPARE(news.size(), std::size_t{11});
        QVERIFY(news.back().text.starts_with("990 more"));
    }

    void fragmentationIsOfIdleGpusBesideOthers()
    {
        const SchedulerView view = viewOf({jobOn({{"n1", 1, "0"}})});
        QCOMPARE(view.allocation().idle, std::uint64_t{7});
        QCOMPARE(view.allocation().onIdleNodes, std::uint64_t{4});
        QCOMPARE(*view.allocation().fragmentation(), 1 - 4.0 / 7);
        const SchedulerView drained = viewOf({}, "n2");
        QCOMPARE(drained.allocation().unavailable, std::uint64_t{4});
        QCOMPARE(drained.allocation().idle, std::uint64_t{4});
    }

    void whoHadWhatIsReportedAtOnceAndThenEveryHalfMinute()
    {
        AllocationSpans spans;
        const SchedulerView runs = viewOf({jobOn({{"n1", 4, "0-3"}})}, "n2");
        TimePoint now = someTime;
        const auto first = spans.follow(runs, now);
        QCOMPARE(first.size(), std::size_t{2});
        for (const AllocationPiece& piece : first) {
            QVERIFY(piece.end == now && piece.start < now);
            QCOMPARE(piece.job.empty(), piece.node == "n2");
            QCOMPARE(piece.what, piece.node == "n2" ? std::string("bad HBM") : std::string("4 GPUs (0-3)"));
            QCOMPARE(piece.which, std::uint64_t{piece.node == "n2" ? 0U : 0xFU});
        }
        TimePoint reported = now;
        std::size_t pieces = 0;
        for (int second = 2; second <= 600; second += 2) {
            now = someTime + std::chrono::seconds(second);
            for (const AllocationPiece& piece : spans.follow(runs, now)) {
                if (piece.node != "n1")
                    continue;
                QVERIFY(piece.start == reported); // without a hole
                reported = piece.end;
                QVERIFY(piece.end - piece.start <= allocationReportedAgain + 2s);
                ++pieces;
            }
        }
        QVERIFY(now - reported <= allocationReportedAgain);
        QVERIFY(pieces >= 18 && pieces <= 40);
        now += 2s;
        // It ends and another one begins. Both spans end now, and the later state applies.
        SchedulerJob other = jobOn({{"n1", 2, "2-3"}});
        other.id = "8";
        other.name = "eval 8";
        auto change = spans.follow(viewOf({other}, "n2"), now);
        std::erase_if(change, [](const AllocationPiece& piece) { return piece.node != "n1"; });
        QCOMPARE(change.size(), std::size_t{2});
        QCOMPARE(change[0].job, std::string("train 7"));
        QCOMPARE(change[1].job, std::string("eval 8"));
        QVERIFY(change[0].end == now && change[1].end == now && change[1].state == change[0].state + 1);
        QVERIFY(change[1].start == now - 2s);
        // The state during an hour without an answer is unknown.
        now += 1h;
        for (const AllocationPiece& piece : spans.follow(viewOf({other}), now))
            QVERIFY(piece.start >= now - 1s);
    }

    void gpusAreBits()
    {
        QCOMPARE(gpuBits("0-3,6"), std::uint64_t{0x4F});
        QCOMPARE(gpuBits("63"), std::uint64_t{1} << 63U);
        for (const char* const list : {"", "N/A", "3-1", "64", "1-", "-1", "0-4000000000", "1;2"})
            QCOMPARE(gpuBits(list), std::uint64_t{0});
    }
};

LOCKSTEP_TEST(tst_schedulerchanges, TestSchedulerChanges)
#include "tst_schedulerchanges.moc"
