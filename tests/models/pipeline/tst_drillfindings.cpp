// SPDX-License-Identifier: GPL-3.0-or-later
// Detection of each fault with all analyses: the finding names the fault and the broken entity in time. Also with a
// third of the severity and at other places. No findings on a quiet day.
#include "datasources/clusterfile/simulationfile.h"
#include "models/analysis/fabric/fabricresults.h"
#include "models/analysis/sync/live/syncresults.h"
#include "models/pipeline/analysistable.h"
#include "models/store/clusterstore.h"
#include "tests/support/hangtimeout.h"
#include "tests/support/resourcefile.h"
#include "tests/support/simulatedworld.h"
#include "tests/support/testentry.h"

#include <QTest>

#include <optional>

using namespace lockstep;
using test::resourceFile;

namespace {

constexpr TimePoint drillStart{std::chrono::seconds(1'772'334'720)};

struct FoundDrill
{
    FoundDrill(const std::string& cluster, const sim::Drill& drill, std::uint64_t seed)
        : world(readSimulationFile(resourceFile("clusters/" + cluster + ".toml")).value(), drill, seed)
    {
        for (const AnalysisRow& row : analysisTable())
            world.add(row.make({sync, fabric}));
    }

    /// Seconds from the start to the first bad finding with that code on an entity whose path contains @p name.
    [[nodiscard]] std::optional<double> found(const std::string& code, const std::string& name) const
    {
        for (const LoggedEvent& each : world.store().events().events()) {
            if (each.event.code == code && each.event.severity != Severity::Information
                && world.topology().path(each.entity).find(name) != std::string::npos)
                return std::chrono::duration<double>(each.event.time - drillStart).count();
        }
        return {};
    }
    [[nodiscard]] std::string all() const
    {
        std::string texts;
        for (const LoggedEvent& each : world.store().events().events())
            texts += each.event.code + " of " + world.topology().path(each.entity) + ": " + each.event.text + '\n';
        return texts;
    }

    SyncResults sync;
    FabricResults fabric;
    SimulatedWorld world;
};

} // namespace

class TestDrillFindings : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void eachFaultIsFound_data();
    void eachFaultIsFound();
    void aQuietDayIsQuiet_data();
    void aQuietDayIsQuiet();
};

void TestDrillFindings::eachFaultIsFound_data()
{
    QTest::addColumn<QString>("drill");
    QTest::addColumn<double>("severity"); // of that in the drill's file
    QTest::addColumn<QString>("code");
    QTest::addColumn<QString>("entity");
    QTest::addColumn<int>("within"); // s after the onset
    const auto add = [](const char* drill, double severity, const char* code, const char* entity, int within) {
        QTest::addRow("%s x %.2f: %s", drill, severity, code)
            << QString::fromLatin1(drill) << severity << QString::fromLatin1(code) << QString::fromLatin1(entity)
            << within;
    };
    add("pump-degradation", 1, "loop.flow", "cdu-1", 15);
    add("flapping-link", 1, "port.errors", "r2-spine03", 20);
    add("routing-imbalance", 1, "serving.imbalance", "chat/prefill", 30);
    add("slow-transfer", 1, "serving.transfer", "chat", 60);
    if (test::isSanitized)
        return; // all analyses run in each of these
    add("slow-transfer", 1, "port.retries", "node-057 / mlx5_3/1", 60);
    add("pump-degradation", 0.33, "loop.flow", "cdu-1", 40);
    add("blocked-cold-plate", 1, "gpu.cooling", "node-006 / gpu6", 45);
    add("blocked-cold-plate", 0.2, "gpu.cooling", "node-006 / gpu6", 90);
    add("hot-aisle-recirculation", 1, "rack.inlet", "B04", 40);
    add("hot-aisle-recirculation", 0.33, "rack.inlet", "B04", 75);
    add("power-capped-rack", 1, "power.cap", "A03", 8);
    add("power-capped-rack", 0.2, "power.cap", "A03", 8);
    add("gpu-off-the-bus", 1, "gpu.silent", "node-012 / gpu5", 8);
    add("memory-errors", 1, "gpu.ecc", "node-013 / gpu4", 20);
    add("memory-errors", 0.33, "gpu.ecc", "node-013 / gpu4", 30);
    add("nic-down", 1, "port.down", "node-008 / mlx5_4/1", 8);
    add("flapping-link", 1, "port.down", "r2-leaf01 / to:r2-spine03", 8);
    add("worn-optics", 1, "port.errors", "r1-leaf02 / to:r1-spine05", 280);
    add("worn-optics", 1, "port.down", "r1-leaf02 / to:r1-spine05", 308);
    add("slow-gpu", 1, "job.step_time", "node-001", 30);
    add("slow-gpu", 0.33, "job.step_time", "node-001", 60);
    add("restart-loop", 1, "job.restarts", "node-001", 180);
    add("storage-contention", 1, "storage.slow", "node-001", 180);
}

void TestDrillFindings::eachFaultIsFound()
{
    QFETCH(const QString, drill);
    QFETCH(const double, severity);
    QFETCH(const QString, code);
    QFETCH(const QString, entity);
    QFETCH(const int, within);
    sim::Drill read = readDrillFile(resourceFile("drills/" + drill.toStdString() + ".toml")).value();
    for (sim::DrillFault& fault : read.faults)
        fault.severity *= severity;
    const double onset = read.faults.front().onsetSeconds;
    FoundDrill played("demo", read, 1);
    played.world.run(static_cast<int>(onset) + within + 5);
    const auto when = played.found(code.toStdString(), entity.toStdString());
    QVERIFY2(when, played.all().c_str());
    QVERIFY2(*when >= onset && *when <= onset + within, std::to_string(*when - onset).c_str());
}

void TestDrillFindings::aQuietDayIsQuiet_data()
{
    QTest::addColumn<int>("seed");
    QTest::newRow("seed 1") << 1;
    if (!test::isSanitized)
        QTest::newRow("seed 5") << 5;
}

void TestDrillFindings::aQuietDayIsQuiet()
{
    QFETCH(const int, seed);
    FoundDrill played("demo", {}, static_cast<std::uint64_t>(seed));
    played.world.run(test::isSanitized ? 60 : 1200); // many checkpoints, some at the same time
    QVERIFY2(played.world.store().events().events().empty(), played.all().c_str());
}

LOCKSTEP_TEST(tst_drillfindings, TestDrillFindings)
#include "tst_drillfindings.moc"
