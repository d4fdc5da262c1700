// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/record/recordcommands.h"
#include "app/record/recordsession.h"
#include "datasources/clusterfile/simulationfile.h"
#include "datasources/recording/recorder.h"
#include "models/core/allocationwords.h"
#include "models/core/metrics/metriccatalogue.h"
#include "models/core/metrics/metricnames.h"
#include "tests/support/simulatedbatches.h"
#include "tests/support/testentry.h"

#include <QDateTime>
#include <QFile>
#include <QJsonArray>
#include <QJsonDocument>
#include <QJsonObject>
#include <QTemporaryDir>
#include <QTest>

#include <cmath>

using namespace lockstep;

namespace {

constexpr int recordedSeconds = 150;

std::unique_ptr<sim::Simulation> failingPump()
{
    const std::string resources = qgetenv("LOCKSTEP_SOURCE_DIR").toStdString() + "/resources/";
    sim::ClusterSpec spec = readSimulationFile(resources + "clusters/demo.toml").value();
    spec.scheduler = {}; // the login node's report is used
    return sim::Simulation::create(std::move(spec), readDrillFile(resources + "drills/pump-degradation.toml").value(),
                                   7, SimulatedBatches::start)
        .value();
}

/// Scheduler data from a login node: train-a belongs to physics and has 8 GPUs more than its ranks report.
class Login
{
public:
    Login()
    {
        m_layout->id = 1;
        m_layout->metrics = {*findMetric(metrics::job::allocatedGpus), *findMetric(metrics::tenant::gpusAllocated)};
        m_layout->entities = {{EntityKind::Node, "login"},
                              {EntityKind::Job, "train-a", EntityDescriptor::clusterScope},
                              {EntityKind::Tenant, "physics", EntityDescriptor::clusterScope},
                              {EntityKind::Node, "node-0001", EntityDescriptor::clusterScope}};
        m_layout->columns = {{0, {1}}, {1, {2}}};
    }

    BatchPtr next(TimePoint now)
    {
        auto batch = std::make_shared<Batch>();
        batch->source = SourceId{0};
        batch->node = "login";
        batch->received = now;
        batch->sequence = ++m_sequence;
        batch->tick = NodeTick{now, m_layout, {gpus, gpus}, {}, {}};
        batch->names = std::make_shared<std::vector<std::string>>(
            std::vector<std::string>{"", allocationLane, "physics", "train-a", "GPUs"});
        if (m_sequence % 20 == 0) {
            Span span;
            span.start = now - std::chrono::seconds(20);
            span.end = now;
            span.entity = 3;
            span.lane = 1;
            span.communicator = 2;
            span.job = 3;
            span.op = 4;
            span.bytes = 8;
            span.kind = SpanKind::Compute;
            batch->tick->spans.push_back(span);
        }
        return batch;
    }

    static constexpr float gpus = 328;

private:
    std::shared_ptr<NodeLayout> m_layout = std::make_shared<NodeLayout>();
    std::uint64_t m_sequence = 0;
};

void recordPumpOfPhysics(const std::string& folder)
{
    RecorderOptions options;
    options.folder = folder;
    auto recorder = Recorder::start(options, nullptr);
    QVERIFY(recorder.isOk());
    SimulatedBatches simulated(failingPump());
    Login login;
    RecordSession session(*recorder.value(), nullptr, options.tickPeriod);
    const auto give = [&](const std::vector<BatchPtr>& batches) {
        for (const BatchPtr& batch : batches)
            session.queue().push(batch);
        session.finish();
    };
    give(simulated.introduce());
    for (int second = 0; second < recordedSeconds; ++second) {
        std::vector<BatchPtr> batches = simulated.next();
        batches.push_back(login.next(batches.front()->received));
        give(batches);
        if (second % 10 == 0)
            recorder.value()->flush(); // a busy machine writes more slowly than this simulates
    }
    QCOMPARE(recorder.value()->finish().droppedTicks, std::uint64_t{0});
}

CommandResult tenantsAnswerTo(const std::vector<std::string>& arguments)
{
    return recordingTenants(arguments);
}

QJsonObject tenantNamed(const QJsonObject& all, const QString& name)
{
    for (const QJsonValue each : all[QLatin1String("tenants")].toArray()) {
        if (each[QLatin1String("tenant")].toString() == name)
            return each.toObject();
    }
    return {};
}

} // namespace

class TestTenantsCommand : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void wrongUsageIsReported()
    {
        QCOMPARE(tenantsAnswerTo({}).exitCode, 2);
        QCOMPARE(tenantsAnswerTo({"--json", "--csv", "x"}).exitCode, 2);
        QCOMPARE(tenantsAnswerTo({"--gpu-hour", "dear", "x"}).exitCode, 2);
        QCOMPARE(tenantsAnswerTo({"/nowhere/at/all"}).exitCode, 1);
        QVERIFY(tenantsAnswerTo({"--help"}).out.starts_with("Usage: lockstep tenants"));
    }

    void aRecordingTellsWhatEachTenantHeldAndLost()
    {
        const QTemporaryDir folder;
        const std::string path = folder.filePath(QStringLiteral("rec")).toStdString();
        recordPumpOfPhysics(path);
        const CommandResult answer = tenantsAnswerTo({"--json", "--gpu-hour", "2", path});
        QCOMPARE(answer.exitCode, 0);
        const QJsonObject all = QJsonDocument::fromJson(QByteArray::fromStdString(answer.out)).object();
        const QJsonObject physics = tenantNamed(all, QStringLiteral("physics"));
        QVERIFY2(!physics.isEmpty(), answer.out.c_str());
        const double held = physics[QLatin1String("reserved_gpu_h")].toDouble();
        // A recorder that is slower than the simulation records some silence at the end, in which the GPUs stay held.
        const auto timeOf = [&all](QLatin1String name) {
            return QDateTime::fromString(all[name].toString(), Qt::ISODateWithMs);
        };
        const double covered
            = static_cast<double>(timeOf(QLatin1String("from")).msecsTo(timeOf(QLatin1String("to")))) / 1000;
        QVERIFY2(held * 3600 >= Login::gpus * (recordedSeconds - 3), answer.out.c_str());
        QVERIFY2(held * 3600 <= Login::gpus * (covered + 3), answer.out.c_str());
        QCOMPARE(physics[QLatin1String("reserved_cost")].toDouble(), 2 * held);
        const QJsonObject lost = physics[QLatin1String("loss_gpu_h")].toObject();
        double sum = physics[QLatin1String("productive_gpu_h")].toDouble()
            + physics[QLatin1String("unknown_gpu_h")].toDouble();
        for (const QJsonValue each : lost)
            sum += each.toDouble();
        QVERIFY(std::abs(sum - held) < 1e-6);
        QVERIFY(lost[QLatin1String("wait")].toDouble() > 0); // for those that the pump slows down
        const QJsonArray causes = physics[QLatin1String("causes")].toArray();
        QCOMPARE(causes.size(), 1);
        QCOMPARE(causes[0][QLatin1String("kind")].toString(), QStringLiteral("pump_degradation"));
        QVERIFY(causes[0][QLatin1String("gpu_h")].toDouble() > 0);
        // The demo's other job has no known owner and uses the same spines.
        QVERIFY(all[QLatin1String("tenants")].toArray().last()[QLatin1String("tenant")].isNull());
        QVERIFY(!physics[QLatin1String("contends")].toArray().isEmpty());

        const QString file = folder.filePath(QStringLiteral("tenants.html"));
        QCOMPARE(tenantsAnswerTo({"--html", "--out", file.toStdString(), path}).exitCode, 0);
        QFile html(file);
        QVERIFY(html.open(QIODevice::ReadOnly));
        QVERIFY(html.readAll().contains("physics"));
        QVERIFY(tenantsAnswerTo({path}).out.find("physics") != std::string::npos);
    }
};

LOCKSTEP_TEST(tst_tenantscommand, TestTenantsCommand)
#include "tst_tenantscommand.moc"
