// SPDX-License-Identifier: GPL-3.0-or-later
// A recorder that is restarted during a fault must not learn the fault as normal.
#include "app/analysis/baselinestore.h"
#include "app/record/recordsession.h"
#include "datasources/clusterfile/simulationfile.h"
#include "datasources/recording/recorder.h"
#include "datasources/recording/recording.h"
#include "tests/support/hangtimeout.h"
#include "tests/support/simulatedbatches.h"
#include "tests/support/testentry.h"

#include <QTemporaryDir>
#include <QTest>

#include <algorithm>

using namespace lockstep;

namespace {

constexpr double faultAt = 200; ///< late enough for each of the baselines to be learned
constexpr int stoppedAt = test::isSanitized ? 230 : 320;
constexpr int watchedAfter = test::isSanitized ? 30 : 90;

/// @param share of the drill's severity, because extreme values are reported even without a baseline
std::unique_ptr<sim::Simulation> demoWith(const std::string& drill, double share)
{
    const std::string resources = qgetenv("LOCKSTEP_SOURCE_DIR").toStdString() + "/resources/";
    sim::Drill faults = readDrillFile(resources + "drills/" + drill + ".toml").value();
    faults.faults.front().onsetSeconds = faultAt;
    faults.faults.front().severity *= share;
    return sim::Simulation::create(readSimulationFile(resources + "clusters/demo.toml").value(), faults, 7,
                                   SimulatedBatches::start)
        .value();
}

/// Runs a recorder. @return the problems that it reported
std::vector<std::string> recordedFor(const QString& folder, SimulatedBatches& simulated, int seconds)
{
    RecorderOptions options;
    options.folder = folder.toStdString();
    auto recorder = Recorder::start(options, nullptr);
    if (!recorder.isOk())
        return {recorder.error().message};
    {
        RecordSession session(*recorder.value(), nullptr, options.tickPeriod);
        for (const BatchPtr& batch : simulated.introduce())
            session.queue().push(batch);
        for (int second = 0; second < seconds; ++second) {
            for (const BatchPtr& batch : simulated.next())
                session.queue().push(batch);
            session.finish();
        }
    }
    (void)recorder.value()->finish();
    recorder.value().reset();
    std::vector<std::string> reported;
    Result<Recording> recording = Recording::open(options.folder);
    const TimePoint begin = timeOfTick(recording.value().ticks().to - seconds, options.tickPeriod);
    for (const RecordedEvent& each : recording.value().events({begin, TimePoint::max()})) {
        if (each.event.severity != Severity::Information)
            reported.push_back(each.event.code + " " + each.event.text);
    }
    return reported;
}

bool tells(const std::vector<std::string>& reported, const std::string& code)
{
    return std::ranges::any_of(reported, [&](const std::string& each) { return each.starts_with(code + " "); });
}

std::string joined(const std::vector<std::string>& texts)
{
    std::string all;
    for (const std::string& each : texts)
        all += each + "\n";
    return all;
}

} // namespace

class TestRestart : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void aFaultIsReportedAgainAfterARestart_data()
    {
        QTest::addColumn<QString>("drill");
        QTest::addColumn<double>("share");
        QTest::addColumn<QString>("code");
        QTest::addColumn<bool>("isReportedWithoutPast"); // by peers, or by a limit from the source
        QTest::newRow("power cap") << "power-capped-rack" << 1.0 << "power.cap" << true;
        if (test::isSanitized)
            return; // all drills give the same result
        QTest::newRow("pump") << "pump-degradation" << 0.15 << "loop.flow" << false;
        QTest::newRow("cold plate") << "blocked-cold-plate" << 0.4 << "gpu.cooling" << false;
        QTest::newRow("hot aisle") << "hot-aisle-recirculation" << 0.25 << "rack.inlet" << false;
    }

    void aFaultIsReportedAgainAfterARestart()
    {
        QFETCH(const QString, drill);
        QFETCH(const double, share);
        QFETCH(const QString, code);
        const QTemporaryDir folder;
        SimulatedBatches simulated(demoWith(drill.toStdString(), share));
        const auto before = recordedFor(folder.path(), simulated, stoppedAt);
        QVERIFY2(tells(before, code.toStdString()), joined(before).c_str());
        const auto kept = readLearned(folder.filePath(QString::fromLatin1(BaselineStore::fileName)));
        QVERIFY(kept.isOk() && kept.value().size() > 500); // loops, racks, GPUs twice
        const auto after = recordedFor(folder.path(), simulated, watchedAfter);
        QVERIFY2(tells(after, code.toStdString()), joined(after).c_str());
    }

    /// Shows why the file is needed: without it, the fault is learned as normal.
    void withoutItTheFaultIsUsual_data() { aFaultIsReportedAgainAfterARestart_data(); }
    void withoutItTheFaultIsUsual()
    {
        QFETCH(const QString, drill);
        QFETCH(const double, share);
        QFETCH(const QString, code);
        QFETCH(const bool, isReportedWithoutPast);
        const QTemporaryDir folder;
        SimulatedBatches simulated(demoWith(drill.toStdString(), share));
        for (int second = 0; second < stoppedAt; ++second)
            (void)simulated.next(); // not watched
        const auto after = recordedFor(folder.path(), simulated, watchedAfter);
        QVERIFY2(tells(after, code.toStdString()) == isReportedWithoutPast, joined(after).c_str());
    }
};

LOCKSTEP_TEST(tst_restart, TestRestart)
#include "tst_restart.moc"
