// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/analysis/recordedanalysis.h"
#include "app/session/exercise/exercisecontroller.h"
#include "app/session/livesession.h"
#include "app/session/recordingsession.h"
#include "datasources/imports/importtext.h"
#include "models/core/batch.h"
#include "models/core/eventcodes.h"
#include "models/core/metrics/metricnames.h"
#include "models/incidents/incident.h"
#include "models/pipeline/pipeline.h"
#include "tests/support/samevalues.h"
#include "tests/support/simulatedbatches.h"
#include "tests/support/testentry.h"
#include "tests/support/waiting.h"

#include <QSignalSpy>
#include <QTemporaryDir>
#include <QTest>

#include <ctime>
#include <set>

using namespace lockstep;
using namespace lockstep::test;

namespace {

constexpr int seconds = 200;
constexpr auto silentNode = "node-0002";

/// Records the same few minutes with or without analyses. A node is silent for a part of them.
struct Recorded
{
    explicit Recorded(bool isAnalysed)
        : pipeline({.history = std::chrono::hours(1)}, learned,
                   isAnalysed ? analysisTable() : std::span<const AnalysisRow>())
    {
        history.start(folder.path(), isAnalysed ? analysisNames() : std::vector<std::string>());
        SimulatedBatches simulated(4);
        const auto give = [&](const std::vector<BatchPtr>& batches) {
            cluster.apply(batches, batches.front()->received);
        };
        give(simulated.introduce());
        for (int second = 0; second < seconds; ++second) {
            std::vector<BatchPtr> batches = simulated.next();
            if (second >= 90 && second < 130)
                std::erase_if(batches, [](const BatchPtr& batch) { return batch->node == silentNode; });
            give(batches);
            isWell = test::waitFor([&] { return !pipeline.isBusy(); }) && isWell;
        }
        isWell = test::waitFor([&] { return history.past().columns()->ticks() == cluster.store().ticks(); }) && isWell;
    }

    QTemporaryDir folder;
    LearnedBaselines learned;
    Pipeline pipeline;
    ClusterModel& cluster = pipeline.cluster();
    TimeWindow time;
    RollingRecording history{cluster, time};
    bool isWell = true;
};

std::set<std::string> eventsOf(const ClusterStore& store)
{
    std::set<std::string> events;
    for (const LoggedEvent& each : store.events().events())
        events.insert(std::to_string(each.event.time.time_since_epoch().count()) + ' '
                      + store.topology()->path(each.entity) + ' ' + each.event.text);
    return events;
}

} // namespace

class TestRecordingSession : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void initTestCase()
    {
        m_watched = std::make_unique<Recorded>(true);
        m_bare = std::make_unique<Recorded>(false);
        QVERIFY(m_watched->isWell && m_bare->isWell);
    }

    void whatWasWatchedIsNotAnalysedAgain()
    {
        const auto watched = Recording::open(m_watched->folder.path().toStdString());
        QVERIFY(watched.isOk());
        QVERIFY(missingResults(watched.value()).isEmpty());
        const auto bare = Recording::open(m_bare->folder.path().toStdString());
        QVERIFY(bare.isOk());
        const MissingResults missing = missingResults(bare.value());
        QCOMPARE(missing.analyses, analysisNames());
        QCOMPARE(missing.ticks.size(), std::size_t{1});
        QCOMPARE(missing.ticks.front().length(), TickIndex{seconds});
    }

    /// Two minutes before the incident there is no data.
    void anExerciseOnAnEarlyIncidentStartsWithTheRecording()
    {
        Result<OpenedRecording> opened = openForReplay(m_watched->folder.path());
        QVERIFY(opened.isOk());
        RecordingSession session(std::chrono::minutes(60), std::move(opened).value());
        session.begin();
        QTRY_VERIFY(session.time().extent().length() > Duration::zero());
        Incident incident;
        incident.range
            = {SimulatedBatches::start + std::chrono::seconds(90), SimulatedBatches::start + std::chrono::seconds(130)};
        ExerciseController exercise(session);
        exercise.startOn(incident, {});
        QVERIFY(exercise.isActive());
        QCOMPARE(exercise.began(), session.time().extent().from);
        QTRY_COMPARE(session.time().cursor(), exercise.began());
    }

    /// The same columns and events as in a window with live data.
    void aRecordingWithoutResultsHasThemOnceItIsOpen()
    {
        Result<OpenedRecording> opened = openForReplay(m_bare->folder.path());
        QVERIFY(opened.isOk());
        RecordingSession session(std::chrono::minutes(60), std::move(opened).value());
        const std::clock_t before = std::clock();
        QStringList said;
        QObject::connect(&session, &Session::working, &session, [&said](const QString& what) { said += what; });
        session.begin();
        QTRY_VERIFY(!said.isEmpty() && said.back().isEmpty());
        QVERIFY(said.size() > 2); // progress messages
        m_costOfAll = std::clock() - before;
        const ClusterStore& live = m_watched->cluster.store();
        const ClusterStore& store = session.cluster().store();
        int compared = 0;
        for (std::uint32_t id = 0; id < live.metrics().size(); ++id) {
            const MetricDescriptor& metric = live.metrics().descriptor(MetricId{id});
            const MetricId ours = store.metrics().find(metric.name);
            QVERIFY2(ours.isValid(), metric.name.c_str());
            const TickRange ticks = live.ticks();
            const auto hasCome = [&](TickIndex tick) {
                (void)store.column(ours, tick);
                return test::waitFor([&] { return session.past()->waiting() == 0; });
            };
            for (TickIndex tick = ticks.from + 20; tick < ticks.to; tick += 30) {
                QVERIFY(hasCome(tick));
                QVERIFY2(isSame(store.column(ours, tick), live.column(MetricId{id}, tick)), metric.name.c_str());
                ++compared;
            }
        }
        QVERIFY(compared > 100);
        QVERIFY(store.metrics().find(metrics::gpu::thermalResistance).isValid());
        for (const std::string& each : eventsOf(live))
            QVERIFY2(eventsOf(store).contains(each), each.c_str());
        const TimePoint end = timeOfTick(live.ticks().to - 1, live.tickPeriod());
        QCOMPARE(JoinedAlerts(store).at(end).size(), JoinedAlerts(live).at(end).size());
    }

    /// Has its own time and data from the first moment, and knows which nodes were silent.
    void anImportShowsItsOwnTimeAndData()
    {
        constexpr std::int64_t begin = 1'700'000'000;
        std::string text;
        for (int second = 0; second < 120; ++second) {
            for (const char* node : {"a", "b"}) {
                if (second < 60 || *node == 'a')
                    text += "DCGM_FI_DEV_GPU_TEMP{gpu=\"0\",Hostname=\"" + std::string(node) + "\"} "
                        + std::to_string(30 + second) + ' ' + std::to_string(begin + second) + '\n';
            }
        }
        const QTemporaryDir folder;
        ImportedSeries series;
        QCOMPARE(importMetricsText(text, "page", series).skipped, std::uint64_t{0});
        QVERIFY(series.write(folder.path().toStdString(), analysisNames()).isOk());
        Result<OpenedRecording> opened = openForReplay(folder.path());
        QVERIFY(opened.isOk());
        RecordingSession session(std::chrono::minutes(60), std::move(opened).value());
        session.begin();
        const ClusterStore& store = session.cluster().store();
        const auto at = [](int second) {
            return TimePoint(std::chrono::seconds(begin + second));
        };
        QVERIFY(session.now() >= at(0) && session.now() < at(120));
        const MetricId temperature = store.metrics().find(metrics::gpu::temperature);
        QVERIFY(temperature.isValid());
        constexpr EntityRef first{EntityKind::Node, 0};
        constexpr EntityRef second{EntityKind::Node, 1};
        QTRY_COMPARE(store.freshness(first), Freshness::Live);
        QVERIFY(store.node(first).lastReceived >= at(0) && store.node(first).lastReceived <= at(120));
        for (const int moment : {30, 100}) {
            session.time().setCursor(at(moment));
            QTRY_COMPARE(store.freshness(second), moment < 60 ? Freshness::Live : Freshness::Stale);
            QCOMPARE(store.freshness(first), Freshness::Live);
            const auto shown = [&] {
                return store.current(temperature).empty() ? noData : store.current(temperature)[0];
            };
            QTRY_COMPARE(shown(), static_cast<float>(30 + moment));
        }
    }

    /// The outage of all nodes has no entity.
    void anEventWithoutAnEntityIsReadToo()
    {
        QTemporaryDir folder;
        ClusterModel cluster;
        TimeWindow time;
        auto history = std::make_unique<RollingRecording>(cluster, time);
        history->start(folder.path());
        SimulatedBatches simulated(4);
        for (const auto& batches : {simulated.introduce(), simulated.next(), simulated.next()})
            cluster.apply(batches, batches.front()->received);
        Derived derived;
        derived.events.push_back({{},
                                  {cluster.store().now(),
                                   Severity::Critical,
                                   0,
                                   codes::nodeLost,
                                   "All 4 nodes: no data for 7 s",
                                   {.subject = "All 4 nodes"}}});
        cluster.applyDerived(derived);
        history.reset();
        const Result<OpenedRecording> opened = openForReplay(folder.path());
        QVERIFY(opened.isOk());
        QVERIFY(std::ranges::any_of(opened.value().facts.events,
                                    [](const DerivedEvent& each) { return each.event.code == codes::nodeLost; }));
    }

    void closingStopsIt()
    {
        if (m_costOfAll == 0)
            aRecordingWithoutResultsHasThemOnceItIsOpen();
        const std::clock_t before = std::clock();
        Result<OpenedRecording> opened = openForReplay(m_bare->folder.path());
        QVERIFY(opened.isOk());
        auto session = std::make_unique<RecordingSession>(std::chrono::minutes(60), std::move(opened).value());
        QSignalSpy working(session.get(), &Session::working);
        session->begin();
        QTRY_VERIFY(working.size() > 0);
        session.reset();
        QVERIFY2((std::clock() - before) < m_costOfAll / 2, "it was analysed to its end");
    }

private:
    std::unique_ptr<Recorded> m_watched;
    std::unique_ptr<Recorded> m_bare;
    std::clock_t m_costOfAll = 0; ///< CPU time of the analyses of the bare one
};

LOCKSTEP_TEST(tst_recordingsession, TestRecordingSession)
#include "tst_recordingsession.moc"
