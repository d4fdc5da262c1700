// SPDX-License-Identifier: GPL-3.0-or-later
#include "models/analysis/detect/watch/selftestwatch.h"
#include "models/core/topology/topologybuilder.h"
#include "tests/support/testentry.h"
#include "tests/support/testhall.h"

#include <QTest>

#include <algorithm>
#include <random>

using namespace lockstep;

namespace {

constexpr std::size_t errors = 0;
constexpr std::size_t gemm = 1;
constexpr std::size_t cpu = 6;
constexpr std::size_t diskWrite = 8;
constexpr std::size_t peers = 11;
constexpr int gpusPerNode = 4;

/// Nodes with four GPUs each, and the results of their self-tests.
struct TestedHall
{
    explicit TestedHall(const std::vector<std::string>& models) : nodes(models.size())
    {
        TopologyBuilder builder;
        for (std::size_t node = 0; node < nodes; ++node) {
            auto identity = std::make_shared<NodeIdentity>();
            identity->name = "n" + std::to_string(node);
            identity->cpuModel = "EPYC";
            identity->inventory = {{"nvidia", true, "GPUs", {{std::string(properties::gpuModel), models[node]}}}};
            const EntityRef ref = builder.describeNode(identity);
            for (int gpu = 0; gpu < gpusPerNode; ++gpu)
                (void)builder.add(EntityKind::Gpu, "gpu" + std::to_string(gpu), ref);
        }
        topology = builder.build();
        columns.resize(SelfTestWatch::watched.size());
        std::mt19937 random(7);
        std::normal_distribution<float> noise(1, 0.01F);
        for (std::size_t column = 0; column < columns.size(); ++column) {
            columns[column].resize(column < cpu ? nodes * gpusPerNode : nodes);
            for (float& value : columns[column])
                value = column == errors ? 0 : 6e14F * noise(random);
        }
    }

    void run(int seconds)
    {
        for (int second = 0; second < seconds; ++second) {
            ++tick;
            watch.step({{tick, TimePoint(std::chrono::seconds(tick))}, topology, columns}, found);
        }
    }
    [[nodiscard]] std::size_t count() const { return found.events.size(); }
    [[nodiscard]] std::string texts() const { return test::sentences(found); }

    std::size_t nodes;
    TopologyPtr topology;
    std::vector<std::vector<float>> columns;
    SelfTestWatch watch;
    Derived found;
    TickIndex tick = 0;
};

std::vector<std::string> ofOneModel(std::size_t nodes)
{
    return std::vector<std::string>(nodes, "H100");
}

} // namespace

class TestSelfTestWatch : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void usualResultsAreNotReported()
    {
        TestedHall hall(ofOneModel(8));
        hall.run(300);
        QVERIFY2(hall.count() == 0, hall.texts().c_str());
    }

    void aSlowGpuIsReportedUntilItIsFast()
    {
        TestedHall hall(ofOneModel(8));
        hall.columns[gemm].assign(hall.columns[gemm].size(), 6.8e14F);
        hall.columns[gemm][5] = 5.1e14F;
        hall.run(300);
        QVERIFY2(hall.count() == 1, hall.texts().c_str());
        QCOMPARE(hall.found.events[0].entity, (EntityRef{EntityKind::Gpu, 5}));
        QCOMPARE(hall.found.events[0].event.code, std::string("selftest.slow"));
        QVERIFY2(
            hall.texts().find("matrix product 510\u2009T/s in the self-test, median of 31 peers 680\u2009T/s (-25 %)")
                != std::string::npos,
            hall.texts().c_str());
        const auto before = hall.columns;
        for (auto& column : hall.columns)
            std::ranges::fill(column, noData); // the agents restart
        hall.run(100);
        QVERIFY2(hall.count() == 1, hall.texts().c_str());
        hall.columns = before;
        hall.columns[gemm][5] = 6.8e14F;
        hall.run(60);
        QVERIFY2(hall.count() == 2 && hall.found.events[1].event.severity == Severity::Information,
                 hall.texts().c_str());
    }

    void aSlowNodeIsReported()
    {
        TestedHall hall(ofOneModel(6));
        hall.columns[cpu][2] *= 0.8F;
        hall.columns[diskWrite][3] *= 0.8F; // as disks are
        hall.run(100);
        QVERIFY2(hall.count() == 1, hall.texts().c_str());
        QCOMPARE(hall.found.events[0].entity, (EntityRef{EntityKind::Node, 2}));
    }

    void aNodeBehindASlowLinkIsReported()
    {
        TestedHall hall(ofOneModel(6));
        hall.columns[peers][4] *= 0.5F;
        hall.run(100);
        QVERIFY2(hall.count() == 1, hall.texts().c_str());
        QCOMPARE(hall.found.events[0].entity, (EntityRef{EntityKind::Node, 4}));
        QVERIFY2(hall.texts().find("bandwidth from other nodes") != std::string::npos, hall.texts().c_str());
    }

    void fewPeersProveNothing()
    {
        TestedHall hall(ofOneModel(4));
        hall.columns[cpu][2] *= 0.5F; // three others
        for (std::size_t gpu = 4; gpu < hall.columns[gemm].size(); ++gpu)
            hall.columns[gemm][gpu] = noData;
        hall.columns[gemm][1] *= 0.5F;
        hall.run(100);
        QVERIFY2(hall.count() == 0, hall.texts().c_str());
    }

    void otherModelsAreNoPeers()
    {
        std::vector<std::string> models = ofOneModel(8);
        models[7] = "A100";
        TestedHall hall(models);
        for (int gpu = 0; gpu < gpusPerNode; ++gpu)
            hall.columns[gemm][hall.columns[gemm].size() - 1 - static_cast<std::size_t>(gpu)] *= 0.4F;
        hall.run(100);
        QVERIFY2(hall.count() == 0, hall.texts().c_str());
    }

    void resultsThatScatterAreNoFault()
    {
        TestedHall hall(ofOneModel(8));
        for (std::size_t gpu = 0; gpu < hall.columns[gemm].size(); ++gpu)
            hall.columns[gemm][gpu] = 4e14F + 1e13F * static_cast<float>(gpu);
        hall.run(100);
        QVERIFY2(hall.count() == 0, hall.texts().c_str());
    }

    void wrongResultsAreCritical()
    {
        TestedHall hall(ofOneModel(1)); // without any peer
        hall.columns[errors][2] = 3;
        hall.run(100);
        QVERIFY2(hall.count() == 1, hall.texts().c_str());
        QCOMPARE(hall.found.events[0].event.code, std::string("selftest.wrong"));
        QCOMPARE(hall.found.events[0].event.severity, Severity::Critical);
        QCOMPARE(hall.found.events[0].entity, (EntityRef{EntityKind::Gpu, 2}));
        hall.columns[errors][2] = 0;
        hall.run(60);
        QVERIFY2(hall.count() == 2 && hall.found.events[1].event.severity == Severity::Information,
                 hall.texts().c_str());
    }
};

LOCKSTEP_TEST(tst_selftestwatch, TestSelfTestWatch)
#include "tst_selftestwatch.moc"
