// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/record/recordcommands.h"
#include "app/record/recordsession.h"
#include "datasources/clusterfile/simulationfile.h"
#include "datasources/recording/recorder.h"
#include "models/core/batch.h"
#include "tests/app/record/recordedsimulation.h"
#include "tests/support/simulatedbatches.h"
#include "tests/support/testentry.h"

#include <QJsonArray>
#include <QJsonDocument>
#include <QJsonObject>
#include <QTemporaryDir>
#include <QTest>

using namespace lockstep;

namespace {

constexpr int slowSeconds = 240;
constexpr int secondsOfRun = 150;

/// A GPU of train-a computes more slowly from the first minute on.
void recordSlowGpu(const std::string& folder)
{
    const std::string resources = qgetenv("LOCKSTEP_SOURCE_DIR").toStdString() + "/resources/";
    test::recordSimulation(folder, readSimulationFile(resources + "clusters/demo.toml").value(),
                           readDrillFile(resources + "drills/slow-gpu.toml").value(), slowSeconds);
}

/// From the first minute on, train-b's traffic fills links that train-a uses.
void recordNoisyNeighbour(const std::string& folder)
{
    const std::string resources = qgetenv("LOCKSTEP_SOURCE_DIR").toStdString() + "/resources/";
    auto drill = readDrillFile(resources + "drills/noisy-neighbour.toml").value();
    drill.faults.front().severity
        = 1; // with the drill's own severity, steps are 3 % longer, which is just the threshold
    test::recordSimulation(folder, readSimulationFile(resources + "clusters/demo.toml").value(), drill, secondsOfRun);
}

/// Two runs with a pause between their starts. The second one has fewer nodes and another driver.
void recordTwoRuns(const std::string& folder, Duration pause)
{
    RecorderOptions options;
    options.folder = folder;
    auto recorder = Recorder::start(options, nullptr);
    QVERIFY(recorder.isOk());
    RecordSession session(*recorder.value(), nullptr, options.tickPeriod);
    const auto give = [&](const std::vector<BatchPtr>& batches) {
        for (const BatchPtr& batch : batches)
            session.queue().push(batch);
        session.finish();
    };
    struct Run
    {
        const char* name;
        std::uint32_t nodes;
        const char* driver;
        TimePoint start;
    };
    std::uint64_t epochs = 0;
    for (const Run& run : {Run{"train-7", 4, "550.54.15", SimulatedBatches::start},
                           Run{"train-8", 3, "560.28.03", SimulatedBatches::start + pause}}) {
        sim::ClusterSpec spec = sim::makeCluster(6, 8, *sim::findGpuModel("H100"));
        sim::JobSpec job;
        job.name = run.name;
        job.nodes = run.nodes;
        spec.jobs = {job};
        SimulatedBatches simulated(sim::Simulation::create(std::move(spec), {}, 7, run.start).value());
        ++epochs;
        std::vector<BatchPtr> introductions;
        for (const BatchPtr& batch : simulated.introduce()) {
            auto again = std::make_shared<Batch>(*batch);
            auto identity = std::make_shared<NodeIdentity>(*batch->identity);
            identity->epoch += epochs;
            identity->inventory.front().properties.push_back({"GPU driver", run.driver});
            again->identity = std::move(identity);
            again->received = run.start;
            introductions.push_back(std::move(again));
        }
        give(introductions);
        for (int second = 0; second < secondsOfRun; ++second)
            give(simulated.next());
    }
    (void)recorder.value()->finish();
}

/// Four ranks on a machine without GPUs; the third computes twice as long as the others.
void recordSlowRankWithoutGpu(const std::string& folder)
{
    RecorderOptions options;
    options.folder = folder;
    auto recorder = Recorder::start(options, nullptr);
    QVERIFY(recorder.isOk());
    RecordSession session(*recorder.value(), nullptr, options.tickPeriod);
    auto layout = std::make_shared<NodeLayout>();
    layout->id = 1;
    layout->entities = {{EntityKind::Node, "n1", 0}};
    const auto names = std::make_shared<std::vector<std::string>>(std::vector<std::string>{
        "", "tuned", "all_reduce", "world", "forward", "step", "rank 0", "rank 1", "rank 2", "rank 3"});
    constexpr std::uint32_t job = 1, collective = 2, communicator = 3, forward = 4, step = 5, firstLane = 6;
    for (std::uint32_t second = 1; second < 60; ++second) {
        auto batch = std::make_shared<Batch>();
        batch->node = "n1";
        batch->names = names;
        batch->received = SimulatedBatches::start + std::chrono::seconds(second);
        batch->tick = NodeTick{batch->received, layout, {}, {}, {}};
        const TimePoint begin = batch->received - std::chrono::milliseconds(900);
        for (std::uint32_t rank = 0; rank < 4; ++rank) {
            const TimePoint entered = begin + std::chrono::milliseconds(rank == 2 ? 600 : 300);
            const auto add = [&](SpanKind kind, std::uint32_t op, TimePoint from, TimePoint to) {
                Span span;
                span.kind = kind;
                span.op = op;
                span.start = from;
                span.end = to;
                span.job = job;
                span.lane = firstLane + rank;
                span.rank = rank;
                span.step = second;
                if (kind == SpanKind::Collective) {
                    span.communicator = communicator;
                    span.sequence = second;
                }
                batch->tick->spans.push_back(span);
            };
            add(SpanKind::Compute, forward, begin, entered);
            add(SpanKind::Collective, collective, entered, begin + std::chrono::milliseconds(610));
            add(SpanKind::Step, step, begin, begin + std::chrono::milliseconds(620));
        }
        session.queue().push(std::move(batch));
        session.finish();
    }
    (void)recorder.value()->finish();
}

CommandResult jobsAnswerTo(const std::vector<std::string>& arguments)
{
    return recordingJobs(arguments);
}

} // namespace

class TestJobsCommand : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void initTestCase() { recordSlowGpu(m_folder.path().toStdString()); }

    void theUserOfAJobIsToldWhoseProblemItIs()
    {
        const std::string path = m_folder.path().toStdString();
        const CommandResult json = jobsAnswerTo({"--job", "train-a", "--format", "json", path});
        QCOMPARE(json.exitCode, 0);
        const QJsonObject report = QJsonDocument::fromJson(QByteArray::fromStdString(json.out)).object();
        QCOMPARE(report[QStringLiteral("blame")].toString(), QStringLiteral("infrastructure"));
        QVERIFY2(report[QStringLiteral("step_s")].toDouble()
                     > 1.03 * report[QStringLiteral("earlier_step_s")].toDouble(),
                 json.out.c_str());
        const QJsonObject cause = report[QStringLiteral("causes")].toArray().first().toObject();
        QCOMPARE(cause[QStringLiteral("kind")].toString(), QStringLiteral("slow_gpu"));
        QCOMPARE(cause[QStringLiteral("owners")].toArray().first().toString(), QStringLiteral("hardware"));
        QVERIFY2(cause[QStringLiteral("gpu_s")].toDouble() > 0, json.out.c_str());
        const CommandResult text = jobsAnswerTo({"--job", "train-a", path});
        for (const char* part : {"# Job train-a", "longer than at the beginning",
                                 "Infrastructure:", "hardware: reset the GPU", "Productive (goodput)"})
            QVERIFY2(text.out.find(part) != std::string::npos, (part + (": " + text.out)).c_str());
        QVERIFY(jobsAnswerTo({"--job", "train-a", "--format", "html", path}).out.starts_with("<!DOCTYPE html>"));
    }

    void aJobThatIsWellIsToldSo()
    {
        const std::string path = m_folder.path().toStdString();
        const CommandResult json = jobsAnswerTo({"--job", "train-b", "--format", "json", path});
        const QJsonObject report = QJsonDocument::fromJson(QByteArray::fromStdString(json.out)).object();
        QCOMPARE(report[QStringLiteral("blame")].toString(), QStringLiteral("nothing"));
        const CommandResult list = jobsAnswerTo({path});
        QVERIFY2(list.out.find("train-a: Steps take") != std::string::npos
                     && list.out.find("train-b: Steps take") != std::string::npos,
                 list.out.c_str());
    }

    void aSlowRankIsACauseAlsoWithoutGpus()
    {
        const QTemporaryDir folder;
        const std::string path = folder.path().toStdString();
        recordSlowRankWithoutGpu(path);
        const CommandResult json = jobsAnswerTo({"--job", "tuned", "--format", "json", path});
        QCOMPARE(json.exitCode, 0);
        const QJsonObject report = QJsonDocument::fromJson(QByteArray::fromStdString(json.out)).object();
        const QJsonArray causes = report[QStringLiteral("causes")].toArray();
        QVERIFY2(!causes.isEmpty(), json.out.c_str());
        QCOMPARE(causes.first().toObject()[QStringLiteral("title")].toString().section(u' ', 0, 2),
                 QStringLiteral("tuned: rank 2"));
    }

    void aNeighbourOnSharedLinksHasACost()
    {
        QTemporaryDir folder;
        recordNoisyNeighbour(folder.path().toStdString());
        const CommandResult text = jobsAnswerTo({"--job", "train-a", folder.path().toStdString()});
        QCOMPARE(text.exitCode, 0);
        const std::size_t at = text.out.find("Cost of neighbours on shared links");
        QVERIFY2(at != std::string::npos, text.out.c_str());
        const std::string costs = text.out.substr(at);
        QVERIFY2(costs.find("GPU h; steps take") != std::string::npos, costs.c_str());
    }

    void aRunIsHeldAgainstTheOneBefore()
    {
        QTemporaryDir folder;
        recordTwoRuns(folder.path().toStdString(), std::chrono::hours(1));
        const CommandResult text = jobsAnswerTo({"--job", "train-8", folder.path().toStdString()});
        QCOMPARE(text.exitCode, 0);
        for (const char* part : {"This run against earlier runs", "; earlier ", "Changed: nodes removed",
                                 "Changed: GPU driver", "560.28.03 instead of "})
            QVERIFY2(text.out.find(part) != std::string::npos, (part + (": " + text.out)).c_str());
        QVERIFY2(text.out.find("does not report \"flops_per_step\"") == std::string::npos, text.out.c_str());
    }

    /// Neither their number nor the memory depends on the length of the pause.
    void jobsOnBothSidesOfALongPauseAreFound()
    {
        QTemporaryDir folder;
        const std::string path = folder.path().toStdString();
        recordTwoRuns(path, std::chrono::hours(24 * 3650));
        const CommandResult list = jobsAnswerTo({path});
        QVERIFY2(list.out.find("train-7: Steps take") != std::string::npos
                     && list.out.find("train-8: Steps take") != std::string::npos,
                 list.out.c_str());
        const CommandResult last = jobsAnswerTo({"--hours", "1", path});
        QVERIFY2(last.out.find("train-7") == std::string::npos && last.out.find("train-8: Steps") != std::string::npos,
                 last.out.c_str());
        const CommandResult text = jobsAnswerTo({"--job", "train-8", path});
        QVERIFY2(text.out.find("Changed: GPU driver") != std::string::npos, text.out.c_str());
        const CommandResult tenants = recordingTenants(std::vector<std::string>{"--json", path});
        for (const char* part : {"train-7", "train-8"})
            QVERIFY2(tenants.out.find(part) != std::string::npos, (part + (": " + tenants.out)).c_str());
    }

    void wrongUsageIsReported()
    {
        QCOMPARE(jobsAnswerTo({}).exitCode, 2);
        QCOMPARE(jobsAnswerTo({"--format", "pdf", "--job", "x", "y"}).exitCode, 2);
        const CommandResult unknown = jobsAnswerTo({"--job", "nobody", m_folder.path().toStdString()});
        QCOMPARE(unknown.exitCode, 1);
        QVERIFY2(unknown.err.find("the recording contains train-a, train-b") != std::string::npos, unknown.err.c_str());
    }

private:
    QTemporaryDir m_folder;
};

LOCKSTEP_TEST(tst_jobscommand, TestJobsCommand)
#include "tst_jobscommand.moc"
