// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/record/recordsession.h"
#include "datasources/recording/recorder.h"
#include "datasources/recording/recording.h"
#include "models/analysis/pipeline/analysistable.h"
#include "models/core/metrics/metricnames.h"
#include "tests/support/simulatedbatches.h"
#include "tests/support/testentry.h"

#include <QTemporaryDir>
#include <QTest>

#include <set>

using namespace lockstep;
using namespace std::chrono_literals;

namespace {

constexpr int seconds = 90;

/// What a window that watches the same has worked out.
std::set<std::string> derivedInAWindow()
{
    ClusterModel cluster;
    SyncBoard sync;
    FabricBoard fabric;
    AnalysisHost analyses(cluster);
    for (const AnalysisRow& row : analysisTable())
        analyses.add(row.make({sync, fabric}));
    std::set<std::string> derived;
    QObject::connect(&cluster, &ClusterModel::derivedApplied, &analyses, [&](const Derived& found) {
        for (const DerivedColumn& column : found.columns)
            derived.insert(column.metric.name);
    });
    SimulatedBatches simulated(4);
    cluster.apply(simulated.introduce(), wallClockNow());
    for (int second = 0; second < seconds; ++second) {
        cluster.apply(simulated.next(), wallClockNow());
        if (!QTest::qWaitFor([&] { return !analyses.isBusy(); }))
            return {};
    }
    return derived;
}

} // namespace

/// `lockstep record` without its sources.
class TestRecordSession : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void whatAWindowWouldHaveWorkedOutIsRecorded()
    {
        const QTemporaryDir folder;
        RecorderOptions options;
        options.folder = folder.path().toStdString();
        auto recorder = Recorder::start(options, nullptr);
        QVERIFY(recorder.isOk());
        {
            RecordSession session(*recorder.value(), nullptr, options.tickPeriod);
            SimulatedBatches simulated(4);
            for (const BatchPtr& batch : simulated.introduce())
                session.queue().push(batch);
            for (int second = 0; second < seconds; ++second) {
                for (const BatchPtr& batch : simulated.next())
                    session.queue().push(batch);
                session.finish();
            }
        }
        const RecorderStatus status = recorder.value()->finish();
        QCOMPARE(status.droppedTicks, std::uint64_t{0});
        recorder.value().reset();

        auto recording = Recording::open(options.folder);
        QVERIFY(recording.isOk());
        const std::set<std::string> expected = derivedInAWindow();
        QVERIFY(expected.contains(std::string(metrics::gpu::thermalResistance)));
        for (const std::string& name : expected)
            QVERIFY2(recording.value().metrics().find(name).isValid(), name.c_str());
        const MetricId waits = recording.value().metrics().find(metrics::gpu::syncWaitShare);
        QVERIFY(waits.isValid());
        QVERIFY(!recording.value().row(waits, recording.value().ticks().to - 5).empty());
    }
};

LOCKSTEP_TEST(tst_recordsession, TestRecordSession)
#include "tst_recordsession.moc"
