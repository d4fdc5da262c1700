// SPDX-License-Identifier: GPL-3.0-or-later
#include "models/analysis/sync/whatif/livewhatif.h"
#include "models/analysis/sync/whatif/stepreplay.h"
#include "tests/support/testentry.h"

#include <QTest>

#include <algorithm>
#include <cmath>
#include <random>

using namespace lockstep;

namespace {

constexpr std::int64_t ms = 1'000'000;

/// Builds the spans of a step: work and collectives of lanes, one after another.
class StepMaker
{
public:
    explicit StepMaker(std::uint32_t lanes) : m_now(lanes, 0) { }

    void work(std::uint32_t lane, std::int64_t length, std::uint32_t op = 1)
    {
        SyncSpan span = blank(lane, length);
        span.op = op;
        m_spans.push_back(span);
    }
    /// All lanes arrive, then transfer for that long.
    void meet(std::uint32_t communicator, const std::vector<std::uint32_t>& lanes, std::int64_t transfer)
    {
        std::int64_t last = 0;
        for (const std::uint32_t lane : lanes)
            last = std::max(last, m_now[lane]);
        ++m_sequence;
        for (const std::uint32_t lane : lanes) {
            SyncSpan span = blank(lane, last + transfer - m_now[lane]);
            span.kind = SpanKind::Collective;
            span.communicator = communicator;
            span.sequence = m_sequence;
            span.op = 9;
            m_spans.push_back(span);
        }
    }
    /// A neighbouring stage receives this stage's output after the given time.
    void receive(std::uint32_t communicator, std::uint32_t lane, std::uint32_t sender, std::int64_t transfer)
    {
        SyncSpan span = blank(lane, std::max<std::int64_t>(m_now[sender] + transfer - m_now[lane], 0));
        span.kind = SpanKind::Wait;
        span.communicator = communicator;
        span.sequence = sender < lane ? 1 : 2;
        span.direction = sender < lane ? PeerDirection::FromPrevious : PeerDirection::FromNext;
        span.op = 8;
        m_spans.push_back(span);
    }
    void pause(std::int64_t length, std::uint32_t lane) { m_now[lane] += length; }
    void pause(std::int64_t length)
    {
        for (std::int64_t& now : m_now)
            now += length;
    }
    std::vector<SyncSpan>& spans() { return m_spans; }

private:
    SyncSpan blank(std::uint32_t lane, std::int64_t length)
    {
        SyncSpan span;
        span.lane = lane;
        span.startNs = m_now[lane];
        span.endNs = m_now[lane] + length;
        span.step = 1;
        m_now[lane] = span.endNs;
        return span;
    }

    std::vector<std::int64_t> m_now;
    std::vector<SyncSpan> m_spans;
    std::uint32_t m_sequence = 0;
};

std::vector<std::uint32_t> ranks(std::uint32_t count)
{
    std::vector<std::uint32_t> all(count);
    for (std::uint32_t rank = 0; rank < count; ++rank)
        all[rank] = rank;
    return all;
}

bool isNear(double value, double expected)
{
    return std::abs(value - expected) < 1e-5;
}

/// Two stages of two data-parallel ranks with two tensor ranks each: rank = stage * 4 + dp * 2 + tp. The second tensor
/// rank of dp 1, stage 0 takes longer.
StepMaker pipeline()
{
    StepMaker maker(8);
    for (std::uint32_t stage = 0; stage < 2; ++stage) {
        for (std::uint32_t dp = 0; dp < 2; ++dp) {
            const std::uint32_t first = stage * 4 + dp * 2;
            for (std::uint32_t tp = 0; tp < 2; ++tp) {
                if (stage > 0)
                    maker.receive(30 + dp * 2 + tp, first + tp, first + tp - 4, 1 * ms);
                maker.work(first + tp, stage == 0 && dp == 1 && tp == 1 ? 90 * ms : 50 * ms);
            }
            maker.meet(10 + stage * 2 + dp, {first, first + 1}, 2 * ms);
        }
    }
    for (std::uint32_t lane = 0; lane < 4; ++lane)
        maker.receive(30 + lane, lane, lane + 4, 1 * ms);
    for (std::uint32_t stage = 0; stage < 2; ++stage)
        maker.meet(20 + stage, {stage * 4, stage * 4 + 1, stage * 4 + 2, stage * 4 + 3}, 5 * ms);
    return maker;
}

} // namespace

class StepReplayTest : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void aStragglerIsGoneFromTheIdeal()
    {
        StepMaker maker(2);
        maker.work(0, 10 * ms);
        maker.work(1, 20 * ms);
        maker.meet(5, {0, 1}, 1 * ms);
        TransferBaseline baseline;
        const SyncWindow window({}, maker.spans(), ranks(2), baseline);
        StepReplay replay(window);
        QVERIFY(isNear(replay.seconds(replay.uniform(true)), 0.021));
        QVERIFY(isNear(replay.seconds(replay.uniform(false)), 0.016));
        ReplayScenario without = replay.uniform(true);
        without.lanes[1] = 0;
        QVERIFY(isNear(replay.seconds(without), 0.016));
        without.lanes = {0, 1};
        QVERIFY(isNear(replay.seconds(without), 0.021));
    }

    void launchingCostsAreLeftOut()
    {
        StepMaker maker(2);
        for (int turn = 0; turn < 2; ++turn) {
            maker.pause(turn * ms / 50);
            for (std::uint32_t lane = 0; lane < 2; ++lane)
                maker.work(lane, 10 * ms);
        }
        TransferBaseline baseline;
        const SyncWindow window({}, maker.spans(), ranks(2), baseline);
        StepReplay replay(window);
        QVERIFY(isNear(replay.seconds(replay.uniform(true)), 0.020));
    }

    void aRankThatPausesIsLateThoughItsWorkIsNot()
    {
        StepMaker maker(3);
        for (int turn = 0; turn < 2; ++turn) {
            for (std::uint32_t lane = 0; lane < 3; ++lane) {
                if (turn > 0 && lane == 1)
                    maker.pause(30 * ms, lane);
                maker.work(lane, 10 * ms);
            }
        }
        maker.meet(5, {0, 1, 2}, 1 * ms);
        TransferBaseline baseline;
        const SyncWindow window({}, maker.spans(), ranks(3), baseline);
        StepReplay replay(window);
        QVERIFY(isNear(replay.seconds(replay.uniform(true)), 0.051)); // as long as it took
        ReplayScenario without = replay.uniform(true);
        without.lanes[1] = 0;
        QVERIFY(isNear(replay.seconds(without), 0.031)); // its pause becomes the mean
        QVERIFY(replay.paces()[1].slowdown > 1.5F);
        QVERIFY(replay.paces()[1].pauseShare > 0.99F);
        // Where its spans are lost, its pause is unknown.
        StepReplay unsure(window, {false, true, false});
        QVERIFY(isNear(unsure.seconds(unsure.uniform(true)), 0.021));
        QVERIFY(std::isnan(unsure.paces()[1].slowdown));
    }

    void whereStepsAreMissingNobodyPaused()
    {
        StepMaker maker(2);
        for (const std::uint32_t step : {1U, 5U}) {
            for (std::uint32_t lane = 0; lane < 2; ++lane) {
                maker.work(lane, 10 * ms);
                maker.spans().back().step = step;
            }
            maker.pause(40'000 * ms);
        }
        TransferBaseline baseline;
        const SyncWindow window({}, maker.spans(), ranks(2), baseline);
        StepReplay replay(window);
        QVERIFY(isNear(replay.seconds(replay.uniform(true)), 0.020));
    }

    void aReceiveWaitsForItsSender()
    {
        StepMaker maker = pipeline();
        TransferBaseline baseline;
        const SyncWindow window({}, maker.spans(), ranks(8), baseline);
        StepReplay replay(window);
        // 90 + 2 (tensor group), 1 to the next stage, 50 + 2 there, 1 back, 5 with the other data-parallel rank.
        QVERIFY2(isNear(replay.seconds(replay.uniform(true)), 0.151),
                 qPrintable(QString::number(replay.seconds(replay.uniform(true)), 'f', 6)));
        ReplayScenario without = replay.uniform(true);
        without.lanes[3] = 0; // its work becomes the mean, 55 ms
        QVERIFY(isNear(replay.seconds(without), 0.116));
    }

    void workersAreReportedByWhatTheyTakePartIn()
    {
        StepMaker maker = pipeline();
        TransferBaseline baseline;
        const SyncWindow window({}, maker.spans(), ranks(8), baseline);
        WorkerPlaceFinder finder;
        QVERIFY(finder.learn(window, ranks(8)));
        const WorkerPlaces& places = finder.places();
        QCOMPARE(places.stages, 2);
        QCOMPARE(places.dpRanks, 2);
        QCOMPARE(places.workers.size(), std::size_t{4});
        QCOMPARE(places.workers[1].dpRank, 1);
        QCOMPARE(places.workers[1].stage, 0);
        QCOMPARE(places.workers[1].lanes, (std::vector<std::uint32_t>{2, 3}));
    }

    void workersAreThoseOfTheJobAndNotOfItsLatestStep()
    {
        TransferBaseline baseline;
        WorkerPlaceFinder finder;
        StepMaker whole = pipeline();
        QVERIFY(finder.learn(SyncWindow({}, whole.spans(), ranks(8), baseline), ranks(8)));
        // The receives of some lanes, and a group of others, are in another window.
        StepMaker cut = pipeline();
        std::erase_if(cut.spans(), [](const SyncSpan& span) {
            return (span.isReceive() && span.lane > 4) || span.communicator == 11;
        });
        QVERIFY(!finder.learn(SyncWindow({}, cut.spans(), ranks(8), baseline), ranks(8)));
        QCOMPARE(finder.places().workers.size(), std::size_t{4});
        QCOMPARE(finder.places().stages, 2);
    }

    void theSlowRankIsFoundAmongItsWorkersAndSaysWhatItCosts()
    {
        LiveWhatIf whatIf;
        for (std::uint32_t step = 0; step < 12; ++step) {
            StepMaker maker = pipeline();
            if (step >= 8) {
                for (SyncSpan& span : maker.spans()) {
                    span.startNs *= 3;
                    span.endNs *= 3;
                }
            }
            TransferBaseline baseline;
            whatIf.add(SyncWindow({}, maker.spans(), ranks(8), baseline), ranks(8), {step});
        }
        const auto found = whatIf.result([](std::uint32_t) { return "op"; });
        QVERIFY(found != nullptr);
        for (const WhatIfWorker& worker : found->result.workers)
            QVERIFY(std::isnan(worker.stepSecondsWithout) || worker.stepSecondsWith > 0.1);
        const WhatIfWorker& slowest = found->result.workers.front();
        QVERIFY2(slowest.secondsSaved() > 0.03, qPrintable(QString::number(slowest.secondsSaved())));
        QVERIFY(found->stepSecondsWithoutSlow < found->result.stepSeconds);
        QCOMPARE(found->slow.size(), std::size_t{1});
        QCOMPARE(found->slow.front().lane, 3U);
        QVERIFY(found->slowShare > 0.9);
    }

    void oneSlowTensorRankIsItsWorkersFault()
    {
        LiveWhatIf whatIf;
        for (std::uint32_t step = 0; step < 4; ++step) {
            StepMaker maker = pipeline();
            TransferBaseline baseline;
            whatIf.add(SyncWindow({}, maker.spans(), ranks(8), baseline), ranks(8), {step});
        }
        const auto found = whatIf.result([](std::uint32_t op) { return "op " + std::to_string(op); });
        QVERIFY(found != nullptr);
        const WhatIf& result = found->result;
        QCOMPARE(whatIfVerdictName(result.verdict), std::string_view("one worker"));
        QCOMPARE(result.workers.front().dpRank, 1);
        QCOMPARE(result.workers.front().stage, 0);
        QVERIFY(result.workerShare > 0.9);
        QVERIFY(std::abs(result.lastStageShare) < 0.2);
        QCOMPARE(found->rankOf(1, 0).value_or(99), 2U);
        QVERIFY(isNear(result.workers.front().stepSecondsWithout, 0.116));
        const auto work
            = std::ranges::find(result.byOpType, std::string("op 1"), [](const auto& op) { return op.first; });
        QVERIFY(work != result.byOpType.end() && work->second > 1.2);
    }

    void theOrderOfArrivalDoesNotMatter()
    {
        std::mt19937 random(7);
        double first = 0;
        for (int turn = 0; turn < 20; ++turn) {
            StepMaker maker = pipeline();
            std::ranges::shuffle(maker.spans(), random);
            TransferBaseline baseline;
            const SyncWindow window({}, maker.spans(), ranks(8), baseline);
            StepReplay replay(window);
            const double seconds = replay.seconds(replay.uniform(true)) + replay.seconds(replay.uniform(false));
            first = turn == 0 ? seconds : first;
            QCOMPARE(seconds, first);
        }
    }

    void missingPartsNeverStopAReplay()
    {
        std::mt19937 random(11);
        for (int turn = 0; turn < 200; ++turn) {
            StepMaker maker = pipeline();
            std::erase_if(maker.spans(), [&](const SyncSpan&) { return random() % 5 == 0; });
            for (SyncSpan& span : maker.spans()) {
                if (random() % 7 == 0) { // a clock that was set
                    const auto shift = static_cast<std::int64_t>(random() % 100) * ms;
                    span.startNs -= shift;
                    span.endNs -= shift;
                }
            }
            TransferBaseline baseline;
            const SyncWindow window({}, maker.spans(), ranks(8), baseline);
            StepReplay replay(window);
            std::size_t events = 0;
            for (const WindowEvent& event : window.events())
                events += event.span.lengthNs() > 0 ? 1 : 0;
            QVERIFY(replay.itemCount() <= 2 * window.events().size()); // each, and the pause before it
            const double seconds = replay.seconds(replay.uniform(true));
            QVERIFY(seconds >= 0 && seconds < 1);
            QVERIFY(events == 0 || replay.itemCount() > 0);
        }
    }
};

LOCKSTEP_TEST(tst_stepreplay, StepReplayTest)
#include "tst_stepreplay.moc"
