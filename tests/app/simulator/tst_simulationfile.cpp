// SPDX-License-Identifier: GPL-3.0-or-later
#include "datasources/clusterfile/simulationfile.h"
#include "models/simulation/simulation.h"
#include "tests/support/testentry.h"

#include <QDir>
#include <QTest>

using namespace lockstep;

namespace {

constexpr const char* small = "name = \"s\"\n"
                              "[[rack]]\nname = \"A{1..2}\"\nrow = \"A\"\n"
                              "[[node]]\nname = \"n{1..8}\"\nrack = \"A{1..2}\"\nunit = 1\n"
                              "[simulation]\ngpu = \"A100\"\n";

QString simulationErrorOf(const std::string& more)
{
    const auto spec = parseSimulation(small + more, "c.toml");
    return spec.isOk() ? QString() : QString::fromStdString(spec.error().message);
}

} // namespace

class SimulationFileTest : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void placesComeFromTheClusterFileAndTheRestFromItsSimulationTable()
    {
        const auto read = parseSimulation(std::string(small)
                                              + "[[simulation.loop]]\nname = \"cdu-{1..2}\"\nracks = \"A{1..2}\"\n"
                                                "[[simulation.job]]\nname = \"j\"\nnodes = 4\npipeline_parallel = 2\n",
                                          "c.toml");
        QVERIFY2(read.isOk(), read.isOk() ? "" : read.error().message.c_str());
        const sim::ClusterSpec& spec = read.value();
        QCOMPARE(spec.nodes.size(), std::size_t{8});
        QCOMPARE(spec.nodes[5].name, std::string("n6"));
        QCOMPARE(spec.racks[spec.nodes[5].rack].name, std::string("A2"));
        QCOMPARE(spec.racks[1].loop, std::string("cdu-2"));
        QCOMPARE(std::string(spec.gpu.name), std::string("A100"));
        QCOMPARE(spec.jobs.front().pipelineParallel, 2U);
    }

    void aSchedulerHasAQueueAndDrainedNodes()
    {
        const auto read = parseSimulation(
            std::string(small)
                + "[[simulation.scheduler.waiting]]\nname = \"j2\"\ntenant = \"vision\"\ngpus = 16\nwaited = 60\n"
                  "[[simulation.scheduler.drained]]\nnode = \"n8\"\nreason = \"fan\"\n",
            "c.toml");
        QVERIFY2(read.isOk(), read.isOk() ? "" : read.error().message.c_str());
        const sim::SchedulerSpec& scheduler = read.value().scheduler;
        QVERIFY(scheduler.isOn && !parseSimulation(small, "c.toml").value().scheduler.isOn);
        QCOMPARE(scheduler.queue.front().gpus, 16U);
        QCOMPARE(scheduler.drained.front().node, 7U);
        QCOMPARE(sim::completed(read.value()).value().usableNodes().size(), std::size_t{7});
    }

    void errorsNameFileLineAndExpectation()
    {
        QVERIFY(simulationErrorOf("gpus_per_node = 0\n").startsWith(QStringLiteral("c.toml:11:1: 'gpus_per_node'")));
        QVERIFY(simulationErrorOf("[[simulation.loop]]\nname = \"x\"\nracks = \"B1\"\n")
                    .startsWith(QStringLiteral("c.toml:13:1: expected names of racks, found \"B1\"")));
        QVERIFY(simulationErrorOf("[[simulation.job]]\nname = \"x\"\nplacement = \"loose\"\n")
                    .startsWith(QStringLiteral("c.toml:13:1: expected \"scattered\" or \"packed\"")));
        QVERIFY(simulationErrorOf("[[simulation.scheduler.drained]]\nnode = \"n9\"\n")
                    .startsWith(QStringLiteral("c.toml:12:1: expected the name of a node, found \"n9\"")));
        QVERIFY(simulationErrorOf("colour = 3\n").contains(QStringLiteral("unknown key 'colour' in [simulation]")));
    }

    void everyExampleClusterRuns_data()
    {
        QTest::addColumn<QString>("path");
        QTest::addColumn<int>("gpus");
        const QDir folder(qEnvironmentVariable("LOCKSTEP_SOURCE_DIR") + QStringLiteral("/resources/clusters"));
        QTest::newRow("demo") << folder.filePath(QStringLiteral("demo.toml")) << 512;
        QTest::newRow("frontier") << folder.filePath(QStringLiteral("frontier.toml")) << 38'400;
        QTest::newRow("selene") << folder.filePath(QStringLiteral("selene.toml")) << 4480;
        QTest::newRow("nvl72") << folder.filePath(QStringLiteral("nvl72-hall.toml")) << 576;
        QTest::newRow("2048") << folder.filePath(QStringLiteral("hall-2048.toml")) << 16'384;
    }

    void everyExampleClusterRuns()
    {
        QFETCH(QString, path);
        QFETCH(int, gpus);
        auto spec = readSimulationFile(path.toStdString());
        QVERIFY2(spec.isOk(), spec.isOk() ? "" : spec.error().message.c_str());
        QCOMPARE(static_cast<int>(spec.value().gpuCount()), gpus);
        auto made = sim::Simulation::create(std::move(spec).value(), {}, 1, TimePoint(std::chrono::seconds(1000)));
        QVERIFY2(made.isOk(), made.isOk() ? "" : made.error().message.c_str());
        for (int second = 0; second < 12; ++second)
            made.value()->advance();
        QVERIFY(!made.value()->truth().steps.empty());
        const auto& tick = *made.value()->tick(0);
        QVERIFY(tick.values.front() > 20 && tick.values.front() < 85); // degrees, neither cold nor at its limit
    }
};

LOCKSTEP_TEST(tst_simulationfile, SimulationFileTest)
#include "tst_simulationfile.moc"
