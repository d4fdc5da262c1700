// SPDX-License-Identifier: GPL-3.0-or-later
// A drill gives the same events live and in its recording.
#include "app/session/livesession.h"
#include "app/session/recordingsession.h"
#include "datasources/clusterfile/simulationfile.h"
#include "models/analysis/causality/joinedalerts.h"
#include "models/core/batch.h"
#include "models/pipeline/pipeline.h"
#include "models/store/clustermodel.h"
#include "models/view/time/timewindow.h"
#include "tests/support/simulatedbatches.h"
#include "tests/support/testentry.h"
#include "tests/support/waiting.h"

#include <QTemporaryDir>
#include <QTest>

#include <algorithm>

using namespace lockstep;
using namespace std::chrono_literals;

namespace {

std::unique_ptr<sim::Simulation> simulationOf(const QString& drill)
{
    const std::string resources = qgetenv("LOCKSTEP_SOURCE_DIR").toStdString() + "/resources/";
    return sim::Simulation::create(readSimulationFile(resources + "clusters/demo.toml").value(),
                                   readDrillFile(resources + "drills/" + drill.toStdString() + ".toml").value(), 7,
                                   SimulatedBatches::start)
        .value();
}

QByteArrayList eventsIn(const ClusterStore& store)
{
    QByteArrayList lines;
    for (const LoggedEvent& each : store.events().events())
        lines << QByteArray::number(qint64{nsOf(each.event.time)}) + ' '
                + QByteArray::fromStdString(store.topology()->path(each.entity)) + ' '
                + QByteArray::number(static_cast<int>(each.event.severity)) + ' ' + each.event.code.c_str() + ' '
                + each.event.text.c_str();
    std::ranges::sort(lines);
    return lines;
}

QByteArrayList alertsAt(const JoinedAlerts& joinedAlerts, TimePoint moment)
{
    QByteArrayList lines;
    for (const Alert& alert : joinedAlerts.at(moment))
        lines << QByteArray::fromStdString(alert.key) + ' ' + QByteArray::number(static_cast<int>(alert.state)) + ' '
                + alert.kind.c_str() + ' ' + alert.title.c_str() + ' ' + QByteArray::number(qint64{nsOf(alert.onset)})
                + ' ' + QByteArray::number(alert.findings);
    return lines;
}

QByteArray listed(const QByteArrayList& live, const QByteArrayList& replayed)
{
    QByteArray text = "\n";
    for (const QByteArray& line : live)
        text += replayed.contains(line) ? QByteArray() : "only live: " + line + '\n';
    for (const QByteArray& line : replayed)
        text += live.contains(line) ? QByteArray() : "only in the recording: " + line + '\n';
    return text;
}

/// Whether the data for the moment shown is available and evaluated.
bool isAtRest(RecordingSession& replay)
{
    return !replay.time().isSeeking() && replay.past()->waiting() == 0 && replay.past()->isReported()
        && !replay.pipeline().isBusy();
}

/// A drill that is shown and recorded, as in a window.
struct WatchedDrill
{
    WatchedDrill(const QString& drill, const QString& folder, int seconds) : source(simulationOf(drill))
    {
        recording.start(folder, analysisNames());
        give(source.introduce());
        for (int second = 0; second < seconds; ++second) {
            give(source.next());
            while (pipeline.isBusy())
                QCoreApplication::processEvents(QEventLoop::AllEvents, 5);
        }
    }
    void give(const std::vector<BatchPtr>& batches) { cluster.apply(batches, batches.front()->received); }

    SimulatedBatches source;
    LearnedBaselines learned;
    Pipeline pipeline{{}, learned};
    ClusterModel& cluster = pipeline.cluster();
    JoinedAlerts& alerts = pipeline.alerts();
    TimeWindow time;
    RollingRecording recording{cluster, time};
};

} // namespace

class TestDrillEvents : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void theSameEventsAndAlertsLiveAndInItsRecording_data()
    {
        QTest::addColumn<int>("seconds");
        QTest::newRow("pump-degradation") << 150;
        QTest::newRow("gpu-off-the-bus") << 110;
        QTest::newRow("flapping-link") << 110;
    }

    void theSameEventsAndAlertsLiveAndInItsRecording()
    {
        QFETCH(int, seconds);
        const QTemporaryDir folder;
        QByteArrayList events;
        std::vector<QByteArrayList> alerts;
        const auto momentAt = [seconds](int part) {
            return SimulatedBatches::start + std::chrono::seconds(part * seconds / 6);
        };
        {
            const WatchedDrill watched(QString::fromLatin1(QTest::currentDataTag()), folder.path(), seconds);
            events = eventsIn(watched.cluster.store());
            for (int part = 1; part <= 6; ++part)
                alerts.push_back(alertsAt(watched.alerts, momentAt(part)));
        }
        QVERIFY(!events.isEmpty());
        Result<OpenedRecording> opened = openForReplay(folder.path());
        QVERIFY2(opened.isOk(), opened.isOk() ? "" : opened.error().message.c_str());
        RecordingSession replay(10min, std::move(opened).value());
        replay.begin();
        const ClusterStore& store = replay.cluster().store();
        // The middle first, as a user may jump there.
        for (const int part : {4, 2}) {
            replay.time().setRange({momentAt(part) - 10s, momentAt(part) + 10s});
            replay.time().setCursor(momentAt(part));
            QTRY_VERIFY(isAtRest(replay));
        }
        replay.time().setRange({SimulatedBatches::start, momentAt(6)});
        replay.time().setCursor(momentAt(3));
        QTRY_VERIFY2(eventsIn(store).size() >= events.size(), listed(events, eventsIn(store)));
        // Playing through it repeats no event.
        for (int part = 1; part <= 6; ++part) {
            replay.time().setCursor(momentAt(part));
            QTRY_VERIFY(isAtRest(replay));
            const QByteArrayList now = alertsAt(replay.alerts(), momentAt(part));
            QVERIFY2(now == alerts[static_cast<std::size_t>(part) - 1],
                     listed(alerts[static_cast<std::size_t>(part) - 1], now));
        }
        QVERIFY2(eventsIn(store) == events, listed(events, eventsIn(store)));
    }
};

LOCKSTEP_TEST(tst_drillevents, TestDrillEvents)
#include "tst_drillevents.moc"
