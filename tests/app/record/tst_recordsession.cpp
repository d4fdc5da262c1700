// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/record/recordsession.h"
#include "datasources/exporters/seriesplace.h"
#include "datasources/prometheus/engineplan.h"
#include "datasources/prometheus/remotewriter.h"
#include "datasources/recording/recorder.h"
#include "datasources/recording/recording.h"
#include "models/core/metrics/metricnames.h"
#include "models/pipeline/pipeline.h"
#include "tests/datasources/prometheus/scrapingengine.h"
#include "tests/support/samevalues.h"
#include "tests/support/simulatedbatches.h"
#include "tests/support/testentry.h"
#include "tests/support/waiting.h"

#include <QStandardPaths>
#include <QTemporaryDir>
#include <QTest>
#include <fmt/format.h>

#include <cmath>
#include <set>

using namespace lockstep;
using namespace std::chrono_literals;

namespace {

constexpr int seconds = 90;

/// The derived metrics of a window with the same sources.
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
        // A job that is not an entity has no cost, and an old moment gives no page.
        QVERIFY(page.text(Exposition::Format::Text, std::chrono::steady_clock::now() + 16s) == nullptr);
    }

    void aSourceThatIsNotRecordedIsNamedOnce()
    {
        const QTemporaryDir folder;
        RecorderOptions options;
        options.folder = folder.path().toStdString();
        auto recorder = Recorder::start(options, nullptr);
        QVERIFY(recorder.isOk());
        RecordSession session(*recorder.value(), nullptr, options.tickPeriod);
        const auto report = [&session](std::uint64_t rejected) {
            auto batch = std::make_shared<Batch>();
            batch->source = SourceId{1};
            batch->received = wallClockNow();
            batch->status = SourceStatus{
                SourceState::Live, "b:1", fmt::format("{} frames rejected: n1 belongs to a:1", rejected), {}, rejected};
            session.queue().push(batch);
            session.pump();
            return session.news();
        };
        QVERIFY(report(0).empty());
        QCOMPARE(report(1),
                 std::vector<std::string>{"data from b:1 is not recorded: 1 frames rejected: n1 belongs to a:1"});
        QVERIFY(report(2).empty());
        QCOMPARE(session.missingSources(), std::size_t{1});
        auto batch = std::make_shared<Batch>();
        batch->source = SourceId{2};
        batch->received = wallClockNow();
        batch->status = SourceStatus{SourceState::Retrying, "c:1", "unknown node 'n9'; known: n1", {}, 0};
        session.queue().push(batch);
        session.pump();
        QCOMPARE(session.news(),
                 std::vector<std::string>{"data from c:1 is not recorded: unknown node 'n9'; known: n1"});
        QVERIFY(session.news().empty());
        QCOMPARE(session.missingSources(), std::size_t{2});
    }

    void whatIsSentToAServerIsReadBackByName_data() { test::addEngineRows("VictoriaMetrics"); }

    void whatIsSentToAServerIsReadBackByName()
    {
        QFETCH(QString, program);
        QFETCH(QStringList, arguments);
        if (QStandardPaths::findExecutable(program).isEmpty())
            QSKIP(qPrintable(program + QStringLiteral(" is not installed")));
        QByteArray configuration;
        if (program == QStringLiteral("prometheus")) { // results of analyses come later than samples of that time
            arguments.append(QStringLiteral("--web.enable-remote-write-receiver"));
            configuration = "storage: {tsdb: {out_of_order_time_window: 10m}}\n";
        }
        const test::ScrapingEngine engine(program, arguments, {}, configuration);
        const QTemporaryDir folder;
        RecorderOptions options;
        options.folder = folder.path().toStdString();
        auto recorder = Recorder::start(options, nullptr);
        QVERIFY(recorder.isOk());
        RemoteWriter writer({.endpoint = {RemoteWriter::addressOf(engine.endpoint().url).value(), {}, {}},
                             .interval = 100ms,
                             .firstPause = 100ms,
                             .maxPause = 100ms}); // the server is still starting
        {
            RecordSession session(*recorder.value(), nullptr, options.tickPeriod);
            session.sendTo(writer);
            const TimePoint start = std::chrono::floor<std::chrono::seconds>(wallClockNow()) - (seconds + 10) * 1s;
            SimulatedBatches simulated(
                sim::Simulation::create(sim::makeCluster(4, 8, *sim::findGpuModel("H100")), {}, 7, start).value());
            for (const BatchPtr& batch : simulated.introduce())
                session.queue().push(batch);
            for (int second = 0; second < seconds; ++second) {
                for (const BatchPtr& batch : simulated.next())
                    session.queue().push(batch);
                session.finish();
            }
        }
        const RemoteWriteStatus sent = writer.finish(test::hangTimeout);
        QVERIFY2(sent.problem.empty(), sent.problem.c_str());
        QCOMPARE(sent.rejected, std::uint64_t{0});
        QCOMPARE(sent.dropped, std::uint64_t{0});
        QVERIFY(sent.sent > 0);
        (void)recorder.value()->finish();
        recorder.value().reset();

        Recording recording = Recording::open(options.folder).value();
        const std::vector<std::string_view> names{metrics::gpu::temperature, metrics::gpu::syncWaitShare,
                                                  metrics::gpu::thermalResistance};
        const auto rowOf = [](const EnginePlan& plan, std::string_view name) {
            return std::ranges::find(plan.rows, name, [](const EnginePlan::Row& each) { return each.metric.metric; });
        };
        const Result<EnginePlan> plan = engine.planOnce([&](const EnginePlan& each) {
            return each.period == Duration(1s) && std::ranges::all_of(names, [&](std::string_view name) {
                       return rowOf(each, name) != each.rows.end();
                   });
        });
        QVERIFY2(plan.isOk(), plan.isOk() ? "" : plan.error().message.c_str());
        PrometheusEngine asked(engine.endpoint());
        const TickIndex tick = recording.ticks().to - 20;
        for (const std::string_view name : names) {
            const auto row = rowOf(plan.value(), name);
            QVERIFY2(row != plan.value().rows.end(), std::string(name).c_str());
            const std::vector<float> expected = recording.row(recording.metrics().find(std::string(name)), tick);
            const auto readBack = [&] {
                std::vector<float> values(expected.size(), noData);
                const auto use = [&](LabelViews labels, std::span<const EngineSample> samples) {
                    const std::vector<PlaceStep> place = placeOfSeries(row->metric, labels, plan.value().hosts);
                    for (std::uint32_t gpu = 0; gpu < expected.size(); ++gpu) {
                        const EntityRef entity{EntityKind::Gpu, gpu};
                        const Topology& topology = *recording.topology();
                        if (place.size() == 2 && topology.name(entity) == place[1].name
                            && topology.name(topology.ancestor(entity, EntityKind::Node)) == place[0].name)
                            values[gpu] = static_cast<float>(row->metric.ours(samples.back().value));
                    }
                };
                (void)asked.atMoment(row->query, plan.value().momentOf(tick), use);
                return values;
            };
            QVERIFY(countSamples(expected) > 0);
            QTRY_VERIFY2(test::isSame(readBack(), expected), std::string(name).c_str());
        }
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
        // A source that reports once per minute is not treated as silent.
        values.take(derived, start + 60s);
        QCOMPARE(values.at(start + 230s).at(0).values.at(0), 0.5F);
        QVERIFY(std::isnan(values.at(start + 241s).at(0).values.at(0)));
    }
};

LOCKSTEP_TEST(tst_recordsession, TestRecordSession)
#include "tst_recordsession.moc"
