// SPDX-License-Identifier: GPL-3.0-or-later
#include "datasources/clusterfile/clusterfile.h"
#include "datasources/clusterfile/plan/namepattern.h"
#include "datasources/clusterfile/plan/planreader.h"
#include "datasources/clusterfile/plan/planwriter.h"
#include "models/core/topology/references.h"
#include "models/core/topology/topologybuilder.h"
#include "models/core/units.h"
#include "tests/support/testentry.h"

#include <QDir>
#include <QTest>

#include <algorithm>
#include <cmath>
#include <random>

using namespace lockstep;

namespace {

std::string clusterPath(const QString& name)
{
    return (qEnvironmentVariable("LOCKSTEP_SOURCE_DIR") + QStringLiteral("/resources/clusters/") + name).toStdString();
}

ClusterFile readOf(const QString& name)
{
    auto file = readClusterFile(clusterPath(name));
    if (!file.isOk())
        qFatal("%s", file.error().message.c_str());
    return std::move(file).value();
}

std::size_t lineCount(const std::string& text)
{
    return static_cast<std::size_t>(std::ranges::count(text, '\n'));
}

/// A name that ranges might mistake, now and then with a number in it.
std::string anyName(std::mt19937& random)
{
    constexpr std::string_view letters = "ab09-_/ \"\\.";
    std::string name = "x";
    for (std::uint32_t left = random() % 6; left > 0; --left)
        name += letters[random() % letters.size()];
    return name;
}

} // namespace

/// The site description in a cluster file, besides racks and nodes. Written files read back the same.
class TestSitePlan : public QObject
{
    Q_OBJECT
private Q_SLOTS:
    void theSiteIsReadWhole();
    void itsTopologyHasBothEndsOfEachLink();
    void whatWasSeenCountsMoreThanThePlan();
    void whatReportersSayCountsMost();
    void rowsGiveTheirRacksAPlace();
    void everyFileReadsTheSameOnceWritten_data();
    void everyFileReadsTheSameOnceWritten();
    void anyPlanReadsTheSameOnceWritten();
    void referencesAreReadAndWritten();
    void referencesThatSayNothingAreRejected_data();
    void referencesThatSayNothingAreRejected();
    void namesFoldAndUnfold();
    void aLargeHallIsWrittenInFewLines();
};

void TestSitePlan::theSiteIsReadWhole()
{
    const ClusterFile file = readOf(QStringLiteral("site.toml"));
    const SitePlan& plan = *file.plan;
    QCOMPARE(plan.racks.size(), std::size_t{9});
    QCOMPARE(plan.racks.back().place.width, 0.75F);
    QCOMPARE(plan.racks.front().place.depth, 1.4F);
    QCOMPARE(plan.nodes.size(), std::size_t{34});
    QCOMPARE(plan.nodes.front().gpuModel, std::string("H100"));
    QCOMPARE(plan.switches.size(), std::size_t{6});
    QCOMPARE(plan.links.size(), std::size_t{72});
    QCOMPARE(plan.links.front(), (PlannedLink{{"n001", "mlx5_0/1"}, {"leaf1", "1"}, 400, 0}));
    QVERIFY(!plan.links.back().rail);
    QCOMPARE(plan.wired.size(), std::size_t{72});
    QCOMPARE(plan.examined.size(), std::size_t{6});
    QCOMPARE(plan.feeds.size(), std::size_t{2});
    QCOMPARE(plan.feeds.back().racks, (std::vector<std::string>{"B01", "B02", "B03", "B04", "N01"}));
    QCOMPARE(plan.racks.front().capacityWatts, 0.0);
    QCOMPARE(plan.racks[4].capacityWatts, 90e3);
    QCOMPARE(plan.power.rampWattsPerSecond, 100e3);
    QCOMPARE(plan.power.windowSeconds, 10.0);
    QCOMPARE(plan.power.bandToHertz, 3.0);
    QCOMPARE(plan.loops.front().cdu, std::string("XDU1350 east"));
    QCOMPARE(plan.loops.front().capacityWatts, 320e3);
    QCOMPARE(plan.storage.front().bytesPerSecond, 120e9);
    QCOMPARE(plan.pools.front().nodes.size(), std::size_t{4});
    QCOMPARE(plan.owners.size(), std::size_t{3});
    QCOMPARE(file.endpoints.size(), std::size_t{32});
}

void TestSitePlan::itsTopologyHasBothEndsOfEachLink()
{
    const TopologyPtr site = readOf(QStringLiteral("site.toml")).topology;
    const Topology& topology = *site;
    QCOMPARE(topology.count(EntityKind::Gpu), std::size_t{256});
    QCOMPARE(topology.count(EntityKind::Switch), std::size_t{6});
    const EntityRef leaf = topology.find(EntityKind::Switch, {}, "leaf2");
    const EntityRef up = topology.find(EntityKind::Port, leaf, "33");
    QCOMPARE(topology.path(topology.peer(up)), std::string("spine1 / 2"));
    QCOMPARE(topology.peer(topology.peer(up)), up);
    QCOMPARE(topology.name(topology.switchPlace(leaf).rack), std::string("N01"));
    QCOMPARE(topology.switchPlace(leaf).units.bottomUnit, 21U);
    const EntityRef loop = topology.find(EntityKind::Loop, {}, "cdu-1");
    QCOMPARE(topology.served(loop).size(), std::size_t{4});
    QVERIFY(topology.plan() != nullptr);
}

void TestSitePlan::whatWasSeenCountsMoreThanThePlan()
{
    const TopologyPtr site = readOf(QStringLiteral("site.toml")).topology;
    const Topology& topology = *site;
    const EntityRef moved = topology.find(EntityKind::Port, topology.findNode("n002"), "mlx5_0/1");
    QCOMPARE(topology.path(topology.plannedPeer(moved)), std::string("leaf1 / 2"));
    QCOMPARE(topology.path(topology.wiredPeer(moved)), std::string("leaf1 / 20"));
    QCOMPARE(topology.peer(moved), topology.wiredPeer(moved));
    const EntityRef left = topology.find(EntityKind::Port, topology.find(EntityKind::Switch, {}, "leaf1"), "2");
    QVERIFY(topology.plannedPeer(left).isValid());
    QVERIFY(!topology.peer(left).isValid()); // planned, examined, and not found
}

void TestSitePlan::whatReportersSayCountsMost()
{
    TopologyBuilder builder(*readOf(QStringLiteral("site.toml")).topology);
    const TopologyPtr before = builder.build();
    const EntityRef port = before->find(EntityKind::Port, before->findNode("n002"), "mlx5_0/1");
    builder.connect(port, {"leaf4", "9"});
    builder.serve(before->find(EntityKind::Loop, {}, "cdu-1"), {"B01", "B02", "B03", "B04"});
    const TopologyPtr after = builder.build();
    QCOMPARE(after->path(after->peer(port)), std::string("leaf4 / 9"));
    QCOMPARE(after->path(after->plannedPeer(port)), std::string("leaf1 / 2"));
    QCOMPARE(after->name(after->served(after->find(EntityKind::Loop, {}, "cdu-1")).front()), std::string("B01"));
}

void TestSitePlan::rowsGiveTheirRacksAPlace()
{
    const auto plan = parsePlan(R"(
name = "rows"
[[row]]
name = "C"
x = 3
z = 7.5
pitch = 0.9
front = "-z"
[[rack]]
name = "C{1..2}"
row = "C"
[[rack]]
name = "C3"
row = "C"
z = 8
)",
                                "rows.toml");
    QVERIFY2(plan.isOk(), plan.isOk() ? "" : plan.error().message.c_str());
    const std::vector<PlannedRack>& racks = plan.value().racks;
    QCOMPARE(racks[1].place.x, 3.9F);
    QCOMPARE(racks[1].place.z, 7.5F);
    QVERIFY(racks[2].place.isTurned);
    QCOMPARE(racks[2].place.x, 3 + 2 * 0.9F);
    QCOMPARE(racks[2].place.z, 8.0F);
}

void TestSitePlan::referencesAreReadAndWritten()
{
    const auto plan = parsePlan(R"(
name = "site"
[[run]]
gpu = "H100"
mfu = 0.41
[[run]]
job = "train-a"
days = 10
start = 2026-11-20T09:30:00.5+01:30
[[target]]
goodput = 0.85
utilisation = 0.9
[[target]]
tenant = "vision"
gpu_hours_per_day = 3000
[[target]]
service = "meta-llama/Llama-3.1-8B"
time_to_first_token = 0.4
time_per_token = 0.03
share = 0.995
[[bus_bandwidth]]
operation = "all_reduce"
ranks = 16
size = 1e9
rate = 298.82e9
[[bus_bandwidth]]
operation = "all_reduce"
ranks = 16
size = 4e9
rate = 330e9
)",
                                "site.toml");
    QVERIFY2(plan.isOk(), plan.isOk() ? "" : plan.error().message.c_str());
    const std::vector<RunReference>& runs = plan.value().runs;
    QCOMPARE(runs.size(), std::size_t{2});
    QCOMPARE(formatUtc(*runs[1].start, 1), std::string("2026-11-20T08:00:00.5Z"));
    const auto again = parsePlan(writePlan(plan.value()), "again");
    QVERIFY2(again.isOk(), again.isOk() ? "" : again.error().message.c_str());
    QVERIFY(again.value() == plan.value());
    QCOMPARE(plan.value().targets.size(), std::size_t{2});
    QCOMPARE(plan.value().serviceTargets.size(), std::size_t{1});
    QCOMPARE(plan.value().serviceTargets.front().timePerToken, 0.03);

    // The rule with more matching keys applies.
    QCOMPARE(runReference(plan.value(), "train-a", "NVIDIA H100 80GB HBM3")->days, 10.0);
    QCOMPARE(runReference(plan.value(), "train-b", "NVIDIA H100 80GB HBM3")->mfu, 0.41);
    QVERIFY(runReference(plan.value(), "train-b", "NVIDIA A100") == nullptr);
    QVERIFY(runReference(plan.value(), "train-b", {}) == nullptr);

    const std::vector<BandwidthReference>& rates = plan.value().bandwidths;
    QCOMPARE(bandwidthReference(rates, "all_reduce", 16, 1e9), 298.82e9);
    QCOMPARE(bandwidthReference(rates, "all_reduce", 16, 2e9), (298.82e9 + 330e9) / 2); // halfway in powers of two
    QCOMPARE(bandwidthReference(rates, "all_reduce", 32, 9e9), 330e9);
    QVERIFY(std::isnan(bandwidthReference(rates, "all_reduce", 64, 1e9))); // too many ranks
    QVERIFY(std::isnan(bandwidthReference(rates, "all_reduce", 16, 9e8))); // smaller than the measured sizes
    QVERIFY(std::isnan(bandwidthReference(rates, "all_gather", 16, 1e9)));
}

void TestSitePlan::referencesThatSayNothingAreRejected_data()
{
    QTest::addColumn<QString>("table");
    QTest::addColumn<QString>("error");
    QTest::newRow("neither") << "[[run]]\njob = \"a\""
                             << "bad.toml:3:1: expected mfu or days, found neither";
    QTest::newRow("days of all jobs") << "[[run]]\ndays = 3"
                                      << "expected a job";
    QTest::newRow("over one") << "[[run]]\nmfu = 42"
                              << "expected a number from 0 to 1";
    QTest::newRow("start without days") << "[[run]]\nmfu = 0.4\nstart = 2026-11-20T08:00:00Z"
                                        << "expected days";
    QTest::newRow("without offset") << "[[run]]\njob = \"a\"\ndays = 3\nstart = 2026-11-20T08:00:00"
                                    << "expected a date and time";
    QTest::newRow("empty target") << "[[target]]\ntenant = \"a\""
                                  << "expected goodput, utilisation or";
    QTest::newRow("share of no budget") << "[[target]]\ntenant = \"a\"\nutilisation = 0.5"
                                        << "expected gpu_hours_per_day";
    QTest::newRow("two targets") << "[[target]]\ngoodput = 0.5\n[[target]]\ngoodput = 0.6"
                                 << "duplicate target for ''";
    QTest::newRow("service without a time") << "[[target]]\nservice = \"a\""
                                            << "expected time_to_first_token or time_per_token";
    QTest::newRow("service and tenant") << "[[target]]\nservice = \"a\"\ntime_per_token = 1\ntenant = \"b\""
                                        << "tenant";
    QTest::newRow("service that may never fail") << "[[target]]\nservice = \"a\"\ntime_per_token = 1\nshare = 1"
                                                 << "expected a number from 0.5 to 0.99999";
    QTest::newRow("two targets of a service") << "[[target]]\nservice = \"a\"\ntime_per_token = 1\n"
                                                 "[[target]]\nservice = \"a\"\ntime_per_token = 2"
                                              << "duplicate target for 'a'";
    QTest::newRow("no such operation") << "[[bus_bandwidth]]\noperation = \"sort\"\nranks = 8\nsize = 1e9\nrate = 1e9"
                                       << "expected an operation such as all_reduce, found 'sort'";
    QTest::newRow("one rank") << "[[bus_bandwidth]]\noperation = \"all_reduce\"\nranks = 1\nsize = 1e9\nrate = 1e9"
                              << "expected a whole number from 2";
    QTest::newRow("no rate") << "[[bus_bandwidth]]\noperation = \"all_reduce\"\nranks = 8\nsize = 1e9"
                             << "expected a size and a rate above 0";
}

void TestSitePlan::referencesThatSayNothingAreRejected()
{
    QFETCH(QString, table);
    QFETCH(QString, error);
    const auto plan = parsePlan("name = \"x\"\n" + table.toStdString(), "bad.toml");
    QVERIFY(!plan.isOk());
    const QString message = QString::fromStdString(plan.error().message);
    QVERIFY2(message.startsWith(QStringLiteral("bad.toml:")) && message.contains(error), qPrintable(message));
}

void TestSitePlan::everyFileReadsTheSameOnceWritten_data()
{
    QTest::addColumn<QString>("name");
    const QDir folder(QString::fromStdString(clusterPath({})));
    for (const QString& name : folder.entryList({QStringLiteral("*.toml")}))
        QTest::newRow(qPrintable(name)) << name;
}

void TestSitePlan::everyFileReadsTheSameOnceWritten()
{
    QFETCH(QString, name);
    const ClusterFile file = readOf(name);
    const std::string text = writeClusterFile(file);
    const auto again = parseClusterFile(text, "again.toml");
    QVERIFY2(again.isOk(), again.isOk() ? "" : again.error().message.c_str());
    QVERIFY(*again.value().plan == *file.plan);
    QCOMPARE(again.value().reporters, file.reporters);
    QCOMPARE(again.value().endpoints.size(), file.endpoints.size());
    for (std::size_t at = 0; at < file.endpoints.size(); ++at) {
        QCOMPARE(again.value().endpoints[at].address, file.endpoints[at].address);
        QCOMPARE(again.value().endpoints[at].node, file.endpoints[at].node);
    }
    const auto alone = parsePlan(writePlan(*file.plan), "plan");
    QVERIFY2(alone.isOk(), alone.isOk() ? "" : alone.error().message.c_str());
    QVERIFY(alone.value() == *file.plan);
}

void TestSitePlan::anyPlanReadsTheSameOnceWritten()
{
    std::mt19937 random(7);
    for (int round = 0; round < 300; ++round) {
        PlanAssembly assembly;
        assembly.setName("any");
        assembly.setPowerLimits(
            {.capacityWatts = 1e6 / 3, .swingShare = 0.2, .windowSeconds = round % 2 == 0 ? 10.0 : 5.0});
        const auto metres = [&random] {
            return static_cast<float>(random() % 20000) / 3.0F - 3000;
        };
        std::vector<std::string> racks;
        std::vector<std::string> owners;
        for (int at = 0; at < 12; ++at) {
            PlannedRack rack{anyName(random), {}};
            rack.place.row = anyName(random);
            rack.place.positionInRow = static_cast<std::uint32_t>(at + 1);
            rack.place.x = at % 3 == 0 ? metres() : static_cast<float>(at) * 0.8F;
            rack.place.z = metres();
            rack.place.isTurned = random() % 2 == 0;
            rack.capacityWatts = at % 4 == 0 ? 1e5 / 3 : 0;
            if (assembly.add(rack).isOk())
                racks.push_back(rack.name);
        }
        for (std::uint32_t at = 0; at < 40; ++at) {
            PlannedNode node{
                random() % 3 == 0 ? anyName(random) : "n" + std::to_string(at), {}, {1 + at % 9, 1}, {}, {}, at % 3};
            if (random() % 2 == 0)
                node.rack = racks[random() % racks.size()];
            if (assembly.add(node).isOk())
                owners.push_back(node.name);
        }
        for (int at = 0; at < 60; ++at) {
            PlannedLink link{{owners[random() % owners.size()], anyName(random)},
                             {owners[random() % owners.size()], std::to_string(at)},
                             static_cast<double>(random() % 3) / 3};
            if (random() % 2 == 0)
                link.rail = random() % 4;
            static_cast<void>(random() % 2 == 0 ? assembly.addLink(link) : assembly.addWired(link));
        }
        for (const std::string& owner : owners) {
            if (random() % 3 == 0)
                QVERIFY(assembly.addExamined(owner).isOk());
        }
        static_cast<void>(assembly.add(PlannedLoop{"l", "", 0.1, 1.0 / 3, racks}));
        static_cast<void>(assembly.add(OwnerRule{anyName(random), anyName(random), racks, {"l"}}));
        const SitePlan plan = assembly.take();
        const std::string text = writePlan(plan);
        const auto again = parsePlan(text, "again");
        QVERIFY2(again.isOk(), again.isOk() ? "" : (again.error().message + '\n' + text).c_str());
        QVERIFY2(again.value() == plan, text.c_str());
    }
}

void TestSitePlan::namesFoldAndUnfold()
{
    using Names = std::vector<std::string>;
    QCOMPARE(foldNames(Names{"n1", "n2", "n3", "x", "n009", "n010"}), (Names{"n{1..3}", "x", "n{009..010}"}));
    QCOMPARE(foldNames(Names{"r0-leaf00", "r0-leaf01"}), (Names{"r0-leaf{00..01}"}));
    QCOMPARE(foldNames(Names{"a", "a"}), (Names{"a", "a"}));
    QCOMPARE(foldNames(Names{"n9", "n10", "n11"}), (Names{"n{9..11}"}));
    QCOMPARE(foldNames(Names{"n99", "n100"}), (Names{"n{99..100}"}));
    QCOMPARE(foldNames(Names{"n08", "n9"}), (Names{"n08", "n9"}));
    for (const Names& names : {Names{"n98", "n99", "n100"}, Names{"4294967294", "4294967295"}, Names{"a1b1", "a2b1"}}) {
        Names all;
        for (const std::string& pattern : foldNames(names)) {
            const auto expanded = expandPattern(pattern, {});
            QVERIFY(expanded.isOk());
            all.insert(all.end(), expanded.value().begin(), expanded.value().end());
        }
        QCOMPARE(all, names);
    }
}

void TestSitePlan::aLargeHallIsWrittenInFewLines()
{
    const ClusterFile file = readOf(QStringLiteral("hall-2048.toml"));
    QCOMPARE(file.plan->nodes.size(), std::size_t{2048});
    QVERIFY2(lineCount(writeClusterFile(file)) < 8 * file.plan->racks.size() + 40,
             std::to_string(lineCount(writeClusterFile(file))).c_str());
}

LOCKSTEP_TEST(tst_siteplan, TestSitePlan)
#include "tst_siteplan.moc"
