// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/session/livesession.h"
#include "app/session/recordingsession.h"
#include "models/core/batch.h"
#include "models/core/metrics/metricnames.h"
#include "models/pipeline/analysistable.h"
#include "models/store/clustermodel.h"
#include "models/view/time/timewindow.h"
#include "tests/models/store/storefixture.h"
#include "tests/support/samevalues.h"
#include "tests/support/simulatedbatches.h"
#include "tests/support/testentry.h"
#include "tests/support/waiting.h"

#include <QSignalSpy>
#include <QTemporaryDir>
#include <QTest>
#include <fmt/format.h>

#include <bit>
#include <cmath>
#include <csignal>
#include <numeric>
#include <random>
#include <sys/resource.h>

using namespace lockstep;
using lockstep::test::at;
using lockstep::test::TestNode;
using namespace lockstep::test;

namespace {

constexpr int replaySeconds = 300;
constexpr auto quietNode = "node-0002";
constexpr int silentFrom = 150;
constexpr int silentTo = 180;

/// A live cluster that is recorded, without a window.
struct RecordedSession
{
    RecordedSession()
    {
        QObject::connect(&history, &RollingRecording::problem, [this](const QString& message) { problems += message; });
    }

    void give(const std::vector<BatchPtr>& batches) { cluster.apply(batches, wallClockNow()); }
    [[nodiscard]] const ClusterStore& store() const { return cluster.store(); }

    ClusterModel cluster{StoreLimits{std::chrono::seconds(1), std::chrono::hours(1)}};
    TimeWindow time;
    RollingRecording history{cluster, time};
    QStringList problems;
};

/// An opened recording, without a window.
struct Replay
{
    /// @return the error
    [[nodiscard]] Status open(const QString& path)
    {
        Result<OpenedRecording> opened = openForReplay(path);
        if (!opened.isOk())
            return opened.error();
        session = std::make_unique<RecordingSession>(std::chrono::minutes(60), std::move(opened).value());
        QObject::connect(session.get(), &Session::problem, [this](const QString& message) { problems += message; });
        session->begin();
        return success();
    }
    /// Waits until the pushed batches are in the store.
    void pump() const
    {
        (void)test::waitFor([this] {
            return session->queue().size() == 0 && session->cluster().pendingChanges().isEmpty()
                && store().now() == session->now();
        });
    }
    /// Waits until the window has arrived and views have the data that they requested.
    [[nodiscard]] bool settle() const
    {
        return test::waitFor([this] { return !time().isSeeking() && past().waiting() == 0 && past().isReported(); });
    }
    [[nodiscard]] const RecordedPast& past() const { return *session->past(); }
    [[nodiscard]] TimeWindow& time() const { return session->time(); }
    [[nodiscard]] ClusterModel& cluster() const { return session->cluster(); }
    [[nodiscard]] const ClusterStore& store() const { return session->cluster().store(); }

    std::unique_ptr<RecordingSession> session;
    QStringList problems;
};

/// Compares all metrics of a tick, after waiting for them.
/// @return name of the first one that differs from the live store
QString differenceAt(TickIndex tick, const Replay& replay, const ClusterStore& live)
{
    const auto idOf = [&](std::uint32_t theirs) {
        return replay.store().metrics().find(live.metrics().descriptor(MetricId{theirs}).name);
    };
    for (int pass = 0; pass < 2; ++pass) {
        for (std::uint32_t id = 0; id < live.metrics().size(); ++id)
            (void)replay.store().column(idOf(id), tick);
        if (!test::waitFor([&] { return replay.past().waiting() == 0; }))
            return QStringLiteral("nothing came");
    }
    for (std::uint32_t id = 0; id < live.metrics().size(); ++id) {
        if (!isSame(replay.store().column(idOf(id), tick), live.column(MetricId{id}, tick)))
            return QString::fromStdString(live.metrics().descriptor(MetricId{id}).name);
    }
    return {};
}

/// All spans that overlap a range, a line each, lane by lane in order.
QStringList textOfSpans(const ClusterStore& store, TimeRange range)
{
    const NameTable& names = store.spans().names();
    QMap<QString, QStringList> lanes;
    for (std::size_t index = 0; index < store.spans().lanes().size(); ++index) {
        const SpanLane& lane = store.spans().lanes()[index];
        const std::string name = fmt::format("{} {} {} {}", store.topology()->path(lane.entity), names.name(lane.name),
                                             names.name(lane.job), lane.rank);
        QStringList& lines = lanes[QString::fromStdString(name)];
        const LaneSpans spans = store.laneSpans(index, range);
        for (std::size_t at = 0; at < spans.size(); ++at) {
            const StoredSpan span = spans[at];
            if (span.endNs() > nsOf(range.from) && span.startNs < nsOf(range.to))
                lines << QString::fromStdString(
                    fmt::format("{}: {} {} {} {} {} {} {} {}", name, span.startNs, std::int64_t{span.durationNs},
                                std::uint64_t{span.kind}, names.name(NameId{span.op}),
                                names.name(NameId{span.communicator}), span.sequence, span.step, span.bytes));
        }
    }
    return std::accumulate(lanes.begin(), lanes.end(), QStringList());
}

} // namespace

class TestReplay : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void initTestCase()
    {
        m_live.history.start(m_folder.path(), analysisNames()); // otherwise they would run when it is opened
        SimulatedBatches cluster(4);
        m_live.give(cluster.introduce());
        for (int second = 0; second < replaySeconds; ++second) {
            std::vector<BatchPtr> batches = cluster.next();
            if (second >= silentFrom && second < silentTo)
                std::erase_if(batches, [](const BatchPtr& batch) { return batch->node == quietNode; });
            if (second % 60 == 7) {
                auto reporting = std::make_shared<Batch>(*batches.front());
                reporting->tick->events.push_back(
                    {reporting->tick->time, Severity::Warning, 0, "node.note", "at " + std::to_string(second)});
                batches.front() = std::move(reporting);
            }
            m_live.give(batches);
        }
        // The recorder writes the rest on destruction.
        QTRY_VERIFY(m_live.history.past().columns()->ticks() == m_live.store().ticks());
    }

    void aReplayShowsTheVeryColumnsHoweverOneGetsThere()
    {
        Replay replay;
        const Status opened = replay.open(m_folder.path());
        QVERIFY2(opened.isOk(), opened.isOk() ? "" : opened.error().message.c_str());
        QCOMPARE(replay.problems, QStringList());
        QCOMPARE(replay.store().ticks().from, m_live.store().ticks().from);
        QCOMPARE(replay.store().ticks().to, m_live.store().ticks().to);
        QCOMPARE(replay.store().metrics().size(), m_live.store().metrics().size());
        std::mt19937_64 random(1);
        const TickRange ticks = replay.store().ticks();
        for (int seek = 0; seek < 12; ++seek) { // back and forth
            const TickIndex tick
                = ticks.from + static_cast<TickIndex>(random() % static_cast<std::uint64_t>(ticks.length()));
            replay.time().setCursor(timeOfTick(tick, std::chrono::seconds(1)));
            QCOMPARE(differenceAt(tick, replay, m_live.store()), QString());
        }
        for (TickIndex tick = ticks.to - 1; tick >= ticks.from; tick -= 7) // and all the way back
            QCOMPARE(differenceAt(tick, replay, m_live.store()), QString());
    }

    /// The recording has no pointwise metrics, as if written by a version without them.
    void aMetricThatWasAddedSinceIsInAnOldRecording()
    {
        const Result<Recording> recording = Recording::open(m_folder.path().toStdString());
        QVERIFY(recording.isOk());
        QVERIFY(!recording.value().metrics().find(metrics::port::burst).isValid());
        Replay replay;
        QVERIFY(replay.open(m_folder.path()).isOk());
        const MetricId burst = replay.store().metrics().find(metrics::port::burst);
        QVERIFY(burst.isValid());
        const TickIndex tick = replay.store().ticks().from + replaySeconds / 2;
        (void)replay.store().column(burst, tick);
        QVERIFY(test::waitFor([&] { return replay.past().waiting() == 0; }));
        const std::span<const float> bursts = replay.store().column(burst, tick);
        QVERIFY(std::ranges::any_of(bursts, [](float value) { return value >= 1; }));
        const ClusterStore& live = m_live.store();
        QVERIFY(isSame(bursts, live.column(live.metrics().find(metrics::port::burst), tick)));
        std::vector<float> series;
        replay.store().series(burst, 0, {tick, tick + 100}, series);
        QVERIFY(test::waitFor([&] { return replay.past().waiting() == 0; }));
        replay.store().series(burst, 0, {tick, tick + 100}, series);
        std::vector<float> theirs;
        live.series(live.metrics().find(metrics::port::burst), 0, {tick, tick + 100}, theirs);
        QVERIFY(isSame(series, theirs));
        QVERIFY(std::ranges::any_of(series, [](float value) { return value >= 1; }));
    }

    void oneTickByItselfIsTheTickOfItsBlock()
    {
        Replay replay;
        QVERIFY(replay.open(m_folder.path()).isOk());
        const TickIndex first = RecordedBlock::firstOf(replay.store().ticks().from + 100);
        for (std::uint32_t id = 0; id < replay.store().metrics().size(); ++id) {
            const auto ask = [&](TickIndex tick) {
                return replay.store().column(MetricId{id}, tick);
            };
            QVERIFY(ask(first + 7).empty());
            QVERIFY(replay.settle());
            const std::span<const float> alone = ask(first + 7);
            const std::vector<float> kept(alone.begin(), alone.end());
            QVERIFY(ask(first + 8).empty()); // it came alone
            for (TickIndex tick = first; tick < first + 8; ++tick)
                (void)ask(tick);
            QVERIFY(replay.settle());
            QVERIFY(!ask(first + 30).empty() || kept.empty()); // the block came
            QVERIFY(isSame(ask(first + 7), kept));
        }
    }

    void whatViewsLookAtIsThereWhenTheWindowArrives()
    {
        Replay replay;
        QVERIFY(replay.open(m_folder.path()).isOk());
        QVERIFY(replay.settle());
        const TickIndex first = replay.store().ticks().from;
        const MetricId metric = replay.store().metrics().find("gpu.temperature");
        const MetricId overTime = replay.store().metrics().find("gpu.power");
        int missing = 0;
        // A view of the moment, and a view of the whole window.
        const auto look = [&] {
            const TickIndex tick = tickIndexOf(replay.time().cursor(), std::chrono::seconds(1));
            missing += replay.store().column(metric, tick).empty() ? 1 : 0;
            missing += replay.store().current(metric).data() != replay.store().column(metric, tick).data() ? 1 : 0;
            const TickIndex to = tickIndexOf(replay.time().range().to, std::chrono::seconds(1));
            for (TickIndex at = tickIndexOf(replay.time().range().from, std::chrono::seconds(1)); at < to; ++at)
                missing += replay.store().column(overTime, at).empty() ? 1 : 0;
        };
        const auto send = [&](int second) {
            const TimePoint at = timeOfTick(first + second, std::chrono::seconds(1));
            replay.time().setRange({at, at + std::chrono::seconds(20)});
            replay.time().setCursor(at + std::chrono::seconds(10));
        };
        QObject::connect(&replay.time(), &TimeWindow::cursorChanged, &replay.cluster(), look);
        send(5); // nothing that is shown is known beforehand
        QVERIFY(replay.settle());
        QVERIFY(missing > 0);
        int changed = 0; // spans arrive separately, after columns
        QObject::connect(&replay.cluster(), &ClusterModel::changed,
                         [&changed](const ChangeSet& changes) { changed += changes.ticks.isEmpty() ? 0 : 1; });
        for (const int second : {100, 30, 270, 200, 101}) {
            missing = 0;
            changed = 0;
            send(second);
            QVERIFY(replay.settle());
            QCOMPARE(missing, 0);
            QCOMPARE(changed, 1); // all at once
        }
    }

    void aNodeThatWasSilentReadsSilentThenAndLiveBeforeAndAfter()
    {
        Replay replay;
        QVERIFY(replay.open(m_folder.path()).isOk());
        replay.pump();
        const TickIndex first = replay.store().ticks().from;
        const auto freshnessAt = [&](int second) {
            replay.time().setCursor(timeOfTick(first + second, std::chrono::seconds(1)));
            (void)replay.settle();
            replay.pump();
            (void)replay.settle();
            replay.pump();
            return replay.store().freshness(replay.store().topology()->findNode(quietNode));
        };
        for (const int second : {silentFrom - 1, silentTo + 20, silentFrom - 30, silentTo}) { // however one gets there
            QCOMPARE(freshnessAt(second), Freshness::Live);
            QCOMPARE(freshnessAt((silentFrom + silentTo) / 2), Freshness::Stale);
        }
        const auto& nodes = *replay.store().topology();
        QCOMPARE(replay.store().freshness(nodes.findNode("node-0001")), Freshness::Live);
    }

    void whatWasLostOfANodeIsLostInItsReplayAtTheSamePlace()
    {
        const QTemporaryDir folder;
        std::vector<Gap> watched;
        std::uint64_t lost = 0;
        {
            RecordedSession live;
            live.history.start(folder.path());
            TestNode node("fast", 2);
            constexpr Duration ahead = std::chrono::seconds(90); // its clock
            auto probe = std::make_shared<Batch>(node.empty(at(0)));
            probe->clock = ClockOffset{ahead, std::chrono::milliseconds(1)};
            live.give({node.identity(), probe});
            for (int second = 0; second < 1200; ++second) {
                std::vector<BatchPtr> batches;
                if (second == 20 || second == 1100) {
                    auto gap = std::make_shared<Batch>(node.empty(at(second)));
                    gap->gap = Gap{{at(second - 3) + ahead, at(second) + ahead}, 3, "lost on the way"};
                    batches.push_back(gap);
                }
                Batch tick = node.tick(at(second) + ahead, 1.0F);
                tick.received = at(second);
                batches.push_back(std::make_shared<Batch>(std::move(tick)));
                live.give(batches);
            }
            const NodeStatus& status = live.store().node({EntityKind::Node, 0});
            watched = status.gaps;
            lost = status.missedTicks;
        }
        QCOMPARE(lost, std::uint64_t{6});
        QCOMPARE(watched.front().range.from, at(17)); // on our time line
        Replay replay;
        QVERIFY(replay.open(folder.path()).isOk());
        replay.pump();
        const NodeStatus& status = replay.store().node({EntityKind::Node, 0});
        QCOMPARE(status.missedTicks, lost); // however far from the moment shown
        QCOMPARE(status.gaps.size(), watched.size());
        for (std::size_t each = 0; each < watched.size(); ++each) {
            QCOMPARE(status.gaps[each].range.from, watched[each].range.from);
            QCOMPARE(status.gaps[each].range.to, watched[each].range.to);
        }
    }

    void aReplayHasAllSpansOfTheTimeInView()
    {
        Replay replay;
        QVERIFY(replay.open(m_folder.path()).isOk());
        replay.pump();
        const TimeRange whole = replay.time().extent();
        QCOMPARE(replay.store().spansAvailable(whole), (std::vector<AvailableRange>{{whole, Availability::Pending}}));
        replay.time().fitExtent();
        const std::vector<AvailableRange> ready{{whole, Availability::Ready}};
        QTRY_COMPARE(replay.store().spansAvailable(whole), ready);
        QCOMPARE(replay.store().topology()->count(EntityKind::Node),
                 m_live.store().topology()->count(EntityKind::Node));
        QVERIFY(replay.store().topology()->identity(EntityRef{EntityKind::Node, 0}) != nullptr);
        // The same spans on the same lanes as the live session has in memory.
        QCOMPARE(textOfSpans(replay.store(), whole), textOfSpans(m_live.store(), whole));
        // Looking again adds nothing twice.
        replay.time().setCursor(replay.time().range().from);
        replay.time().setCursor(replay.time().range().to);
        QVERIFY(replay.settle());
        replay.pump();
        QCOMPARE(textOfSpans(replay.store(), whole), textOfSpans(m_live.store(), whole));
    }

    void aReplayListsTheEventsOfAllItsTime()
    {
        Replay replay;
        QVERIFY(replay.open(m_folder.path()).isOk());
        const auto linesOf = [](const ClusterStore& store) {
            QStringList lines;
            for (const LoggedEvent& each : store.events().events())
                lines << QString::fromStdString(fmt::format("{} {} {} {}", nsOf(each.event.time),
                                                            store.topology()->path(each.entity), each.event.code,
                                                            each.event.text));
            lines.sort();
            return lines;
        };
        QVERIFY(!linesOf(m_live.store()).isEmpty());
        QCOMPARE(linesOf(replay.store()), linesOf(m_live.store()));
        QCOMPARE(replay.store().spans().spanCount(), std::size_t{0}); // spans come from the recording
    }

    void aLiveClusterLooksBackBeyondItsMemory()
    {
        // The same recording with a store that retains nothing, as if all data had left memory.
        RecordedSession later;
        QTemporaryDir empty;
        SimulatedBatches cluster(4);
        later.cluster.apply(cluster.introduce(), SimulatedBatches::start);
        later.cluster.apply(cluster.next(), SimulatedBatches::start);
        RecordedPast past(Recording::open(m_folder.path().toStdString()).value(), !RecordedPast::growing,
                          later.cluster);
        later.cluster.setColdColumns(&past);
        QCOMPARE(later.store().ticks().to, m_live.store().ticks().to);
        const MetricId metric = later.store().metrics().find("gpu.temperature");
        const TickIndex tick = m_live.store().ticks().from + 200;
        QSignalSpy changed(&later.cluster, &ClusterModel::changed);
        QVERIFY(later.store().column(metric, tick).empty()); // requested but never waited for
        QTRY_VERIFY(changed.size() > 0);
        QVERIFY(isSame(later.store().column(metric, tick),
                       m_live.store().column(m_live.store().metrics().find("gpu.temperature"), tick)));
        std::vector<float> series;
        later.store().series(metric, 3, {tick, tick + 1}, series);
        QCOMPARE(series.front(), later.store().column(metric, tick)[3]);
        later.cluster.setColdColumns(nullptr);
    }

    void theSourceReadsAsARecordingAndAgesCountFromTheMomentShown()
    {
        Replay replay;
        QVERIFY(replay.open(m_folder.path()).isOk());
        replay.pump();
        QVERIFY(replay.store().viewTime().has_value());
        QCOMPARE(replay.store().sources().front().state, SourceState::Recorded);
        QCOMPARE(replay.store().sources().front().peer, m_folder.path().toStdString());
        const TimePoint moment = timeOfTick(replay.store().ticks().from + 40, std::chrono::seconds(1));
        replay.time().setCursor(moment);
        QVERIFY(replay.settle());
        replay.pump();
        QVERIFY(replay.settle());
        QCOMPARE(replay.store().now(), moment);
        QCOMPARE(replay.store().node({EntityKind::Node, 0}).lastReceived, moment); // it reported then
    }

    void whatIsNoRecordingIsAnError()
    {
        Replay replay;
        const QTemporaryDir empty;
        const Status opened = replay.open(empty.path());
        QVERIFY(!opened.isOk());
        QVERIFY(opened.error().message.find(empty.path().toStdString()) != std::string::npos);
    }

    void aFolderThatCannotBeWrittenToIsReportedAndTheRestGoesOn()
    {
        RecordedSession live;
        live.history.start(QStringLiteral("/proc/no-such-place"));
        QCOMPARE(live.problems.size(), 1);
        QVERIFY(!live.history.isRecording());
        SimulatedBatches cluster(1);
        live.give(cluster.introduce());
        live.give(cluster.next());
        QVERIFY(!live.store().ticks().isEmpty());
    }

    void aFullDiskIsReportedTheRestGoesOnAndSoDoesTheRecordingWhenThereIsRoom()
    {
        // Files may grow to this size, as on a disk that is nearly full.
        constexpr rlim_t room = 200'000;
        rlimit limit{};
        QVERIFY(getrlimit(RLIMIT_FSIZE, &limit) == 0);
        const auto before = std::signal(SIGXFSZ, SIG_IGN);
        const auto setLimit = [&](rlim_t bytes) {
            const rlimit changed{bytes, limit.rlim_max};
            return setrlimit(RLIMIT_FSIZE, &changed) == 0;
        };
        const QTemporaryDir folder;
        RecordedSession live;
        live.history.start(folder.path());
        SimulatedBatches cluster(16);
        live.give(cluster.introduce());
        QVERIFY(setLimit(room));
        for (int second = 0; second < 40 && live.problems.isEmpty(); ++second) {
            live.give(cluster.next());
            (void)QTest::qWaitFor([&] { return !live.problems.isEmpty(); }, 100); // the recorder's turn
        }
        const bool wasReported = test::waitFor([&] { return !live.problems.isEmpty(); }) && live.problems.size() == 1;
        live.give(cluster.next());
        const TickIndex newest = live.store().ticks().to - 1;
        QVERIFY(setLimit(limit.rlim_cur));
        (void)std::signal(SIGXFSZ, before);
        QVERIFY(wasReported);
        QVERIFY2(live.problems.front().contains(folder.path()), qPrintable(live.problems.front()));
        QVERIFY(!live.store().column(live.store().metrics().find("gpu.temperature"), newest).empty());
        QTRY_COMPARE(live.problems.size(), 2); // there is space again
        QVERIFY(live.history.isRecording());
        QTRY_VERIFY(live.history.past().columns()->ticks().contains(newest)); // nothing was lost
    }

private:
    const QTemporaryDir m_folder;
    RecordedSession m_live;
};

LOCKSTEP_TEST(tst_replay, TestReplay)
#include "tst_replay.moc"
