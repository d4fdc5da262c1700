// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/record/recordsession.h"
#include "datasources/recording/recorder.h"
#include "datasources/recording/recording.h"
#include "models/core/metrics/metricnames.h"
#include "models/pipeline/pipeline.h"
#include "tests/support/simulatedbatches.h"
#include "tests/support/testentry.h"

#include <QTemporaryDir>
#include <QTest>

#include <cmath>
#include <set>

using namespace lockstep;
using namespace std::chrono_literals;

namespace {

constexpr int seconds = 90;

/// What a window that watches the same has worked out.
std::set<std::string> derivedInAWindow()
{
    LearnedBaselines learned;
    Pipeline pipeline({}, learned);
    std::set<std::string> derived;
    QObject::connect(&pipeline.cluster(), &ClusterModel::derivedApplied, &pipeline.cluster(),
                     [&](const Derived& found) {
                         for (const DerivedColumn& column : found.columns)
                             derived.insert(column.metric.name);
                     });
    SimulatedBatches simulated(4);
    pipeline.step(simulated.introduce(), wallClockNow());
    for (int second = 0; second < seconds; ++second)
        pipeline.step(simulated.next(), wallClockNow());
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

    void whatIsDerivedIsOffered()
    {
        const QTemporaryDir folder;
        RecorderOptions options;
        options.folder = folder.path().toStdString();
        auto recorder = Recorder::start(options, nullptr);
        QVERIFY(recorder.isOk());
        DerivedPage page;
        RecordSession session(*recorder.value(), nullptr, options.tickPeriod);
        QVERIFY(page.text(Exposition::Format::Text) == nullptr);
        Rates rates;
        rates.gpuHour = 3;
        session.offer(page, rates);
        SimulatedBatches simulated(4);
        for (const BatchPtr& batch : simulated.introduce())
            session.queue().push(batch);
        for (int second = 0; second < seconds; ++second) {
            for (const BatchPtr& batch : simulated.next())
                session.queue().push(batch);
            session.finish();
        }
        const auto text = page.text(Exposition::Format::OpenMetrics);
        QVERIFY(text != nullptr);
        for (const char* part : {"lockstep_gpu_thermal_resistance_kelvin_per_watt{node=\"",
                                 "lockstep_gpu_sync_blame{node=\"", "lockstep_gpu_sync_wait_share_ratio{node=\"",
                                 "\nlockstep_alerts_known", "\n# EOF\n", "lockstep_cluster_nodes{"})
            QVERIFY2(text->find(part) != std::string::npos, part);
        // A job that is no entity has no cost; an old moment gives no page.
        QVERIFY(page.text(Exposition::Format::Text, std::chrono::steady_clock::now() + 16s) == nullptr);
    }

    void lossesAndAlertsAreOffered()
    {
        DerivedMoment moment;
        moment.topology = ClusterStore().topology();
        moment.jobTime = {100, 60, 30, 0, 0, 0, 10};
        moment.ranks = 8;
        moment.rates.gpuHour = 2;
        Alert alert;
        alert.kind = "pump_degradation";
        alert.names = {"loop \"A\""};
        alert.severity = Severity::Critical;
        alert.costGpuSeconds = 1800;
        moment.alerts = std::vector{alert, alert}; // known by the same labels
        DerivedPage page;
        page.show(moment);
        const std::string text = *page.text(Exposition::Format::Text);
        for (const char* line :
             {"lockstep_cluster_goodput_ratio 0.6\n", "lockstep_cluster_gpus_delivering 4.8",
              "lockstep_cluster_loss_per_hour{spent=\"wait\",currency=\"USD\"} 4.8",
              "lockstep_alert{alertname=\"PumpDegradation\",severity=\"critical\",kind=\"pump_degradation\","
              "entity=\"loop \\\"A\\\"\",alertstate=\"active\"} 1\n",
              "currency=\"USD\"} 1\n", "lockstep_alerts_known 1\n"})
            QVERIFY2(text.find(line) != std::string::npos, (line + text).c_str());
        QCOMPARE(text.find("lockstep_alert{"), text.rfind("lockstep_alert{"));
        moment.alerts.reset();
        page.show(moment);
        const std::string unknown = *page.text(Exposition::Format::Text);
        QVERIFY(unknown.find("lockstep_alerts_known 0\n") != std::string::npos);
        QVERIFY(unknown.find("lockstep_alert{") == std::string::npos);
    }

    void whatIsNotSaidAnyMoreDoesNotCount()
    {
        DerivedValues values;
        const DerivedValues::SteadyTime start{1h};
        Derived derived;
        derived.addColumn(metrics::gpu::syncBlame, 1, 2) = {0.5F, noData};
        values.take(derived, start);
        QCOMPARE(values.at(start + 15s).at(0).values.at(0), 0.5F);
        QVERIFY(std::isnan(values.at(start + 15s).at(0).values.at(1)));
        QVERIFY(std::isnan(values.at(start + 16s).at(0).values.at(0)));
        // A source that reports once a minute is waited for.
        values.take(derived, start + 60s);
        QCOMPARE(values.at(start + 230s).at(0).values.at(0), 0.5F);
        QVERIFY(std::isnan(values.at(start + 241s).at(0).values.at(0)));
    }
};

LOCKSTEP_TEST(tst_recordsession, TestRecordSession)
#include "tst_recordsession.moc"
