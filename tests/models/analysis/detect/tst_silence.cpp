// SPDX-License-Identifier: GPL-3.0-or-later
#include "models/analysis/detect/silenceanalysis.h"
#include "models/core/topology/siteplan.h"
#include "models/core/topology/topologybuilder.h"
#include "models/store/clustermodel.h"
#include "tests/models/store/storefixture.h"
#include "tests/support/testentry.h"

#include <QTest>

#include <algorithm>
#include <memory>
#include <set>
#include <string>
#include <vector>

using namespace lockstep;
using test::at;
using test::TestNode;

namespace {

/// Racks of four nodes that report every second, except silent ones.
struct SilentHall
{
    explicit SilentHall(int count)
    {
        for (int number = 1; number <= count; ++number) {
            nodes.emplace_back(QStringLiteral("node-%1").arg(number, 3, 10, QLatin1Char('0')).toStdString(), 1,
                               static_cast<std::uint32_t>(number - 1));
            const std::string rack = "A" + std::to_string((number + 3) / 4);
            cluster.apply(std::vector<BatchPtr>{nodes.back().identity(1, rack)}, at(0));
        }
    }

    void run(int seconds)
    {
        for (int end = second + seconds; second < end; ++second) {
            std::vector<BatchPtr> batches;
            for (std::size_t node = 0; node < nodes.size(); ++node) {
                if (!silent.contains(static_cast<int>(node)))
                    batches.push_back(test::share(nodes[node].tick(at(second), 50)));
            }
            step(batches, second);
        }
    }
    /// Sends the first messages of a restarted agent.
    void restart(int node, int awayFrom)
    {
        Batch gap = nodes[static_cast<std::size_t>(node)].empty(at(second));
        gap.gap = Gap{{at(awayFrom), at(second)}, 0, "agent restarted"};
        cluster.ingest(std::vector<BatchPtr>{test::share(gap)}, at(second));
    }
    void step(const std::vector<BatchPtr>& batches, double now)
    {
        cluster.ingest(batches, at(now));
        const ChangeSet changes = cluster.pendingChanges();
        cluster.announce();
        if (const Analysis::Task task = analysis.take(cluster.store(), changes))
            cluster.applyDerived(task().derived);
    }

    [[nodiscard]] const std::deque<LoggedEvent>& reported() const { return cluster.store().events().events(); }

    ClusterModel cluster;
    SilenceAnalysis analysis;
    std::vector<TestNode> nodes;
    std::set<int> silent;
    int second = 0;
};

} // namespace

class TestSilence : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void manyThatAreLostAtOnceAreOneEventAndOneWhenTheyReturn();
    void oneThatIsLostIsAWarning();
    void aHiccupIsNobodysAlert();
    void thoseLostLaterAreAnEventOfTheirOwn();
    void whatNeverSpokeIsNotMissed();
    void allOfOneRackAreFiledUnderIt();
    void fewInPlacesThatShareNothingAreReportedApart();
    void theNarrowestPlaceThatAllAreOfIsNamed();
    void nodesAreCountedAsTheHeaderCountsThemAndUnplacedIsNoPlace();
    void aLostRelayIsOneEventThatNamesIt();
    void aLostEngineIsOneEventThatNamesIt();
};

void TestSilence::manyThatAreLostAtOnceAreOneEventAndOneWhenTheyReturn()
{
    SilentHall hall(66);
    hall.run(20);
    QVERIFY(hall.reported().empty());
    for (int node = 0; node < 25; ++node)
        hall.silent.insert(node);
    hall.run(16);
    QCOMPARE(hall.reported().size(), std::size_t{1});
    const Event lost = hall.reported()[0].event;
    QCOMPARE(lost.code, std::string("node.lost"));
    QCOMPARE(lost.severity, Severity::Critical); // more than a tenth
    QCOMPARE(QString::fromStdString(lost.text),
             QStringLiteral("25 nodes in 7 racks: no data from node-001, node-002, node-003 and 22 more "
                            "(racks A1, A2, A3 and 4 more)"));
    QCOMPARE(lost.onset(), at(19)); // the text has no duration, because the silence lasts
    QVERIFY(!hall.reported()[0].entity.isValid()); // no single node is the cause
    QVERIFY(lost.time <= at(20 + 8));
    std::uint64_t missing = 0;
    for (std::uint32_t node = 0; node < 66; ++node)
        missing += hall.cluster.store().node({EntityKind::Node, node}).lostTicks();
    QVERIFY2(missing >= 25 * 15, qPrintable(QString::number(missing)));
    for (const int node : hall.silent)
        hall.restart(node, 20);
    hall.silent.clear();
    hall.run(10);
    QCOMPARE(hall.reported().size(), std::size_t{2});
    const LoggedEvent& back = hall.reported()[1];
    QCOMPARE(back.event.severity, Severity::Information);
    QCOMPARE(back.event.code, lost.code);
    QCOMPARE(back.entity, hall.reported()[0].entity);
    QCOMPARE(QString::fromStdString(back.event.text),
             QStringLiteral("25 nodes report again after 17\u2009s: 400 ticks lost"));
}

void TestSilence::oneThatIsLostIsAWarning()
{
    SilentHall hall(40);
    hall.run(10);
    hall.silent.insert(16);
    hall.run(60);
    QCOMPARE(hall.reported().size(), std::size_t{1});
    QCOMPARE(hall.reported()[0].event.severity, Severity::Warning);
    QCOMPARE(QString::fromStdString(hall.reported()[0].event.text), QStringLiteral("node-017: no data (rack A5)"));
    QCOMPARE(hall.reported()[0].entity, hall.cluster.store().topology()->findNode("node-017"));
}

void TestSilence::aHiccupIsNobodysAlert()
{
    SilentHall hall(10);
    hall.run(10);
    for (int time = 0; time < 10; ++time) {
        hall.silent = {3, 4};
        hall.run(3);
        hall.silent.clear();
        hall.run(3);
    }
    QVERIFY(hall.reported().empty());
}

void TestSilence::thoseLostLaterAreAnEventOfTheirOwn()
{
    SilentHall hall(40);
    hall.run(10);
    hall.silent = {0};
    hall.run(20);
    hall.silent = {0, 8};
    hall.run(20);
    QCOMPARE(hall.reported().size(), std::size_t{2});
    hall.silent = {8};
    hall.run(5);
    QCOMPARE(hall.reported().size(), std::size_t{3});
    QVERIFY(hall.reported()[2].event.text.starts_with("node-001 reports again after "));
}

void TestSilence::whatNeverSpokeIsNotMissed()
{
    SilentHall hall(10);
    hall.silent = {0, 1, 2, 3, 4};
    hall.run(60);
    QVERIFY(hall.reported().empty());
}

void TestSilence::allOfOneRackAreFiledUnderIt()
{
    SilentHall hall(40);
    hall.run(10);
    hall.silent = {4, 5, 6, 7};
    hall.run(20);
    QCOMPARE(hall.reported().size(), std::size_t{1});
    QCOMPARE(hall.reported()[0].entity.kind, EntityKind::Rack);
    QVERIFY2(hall.reported()[0].event.text.ends_with("node-005, node-006, node-007 and node-008 (rack A2)"),
             hall.reported()[0].event.text.c_str());
}

void TestSilence::fewInPlacesThatShareNothingAreReportedApart()
{
    SilentHall hall(40);
    hall.run(10);
    hall.silent = {0, 8, 9};
    hall.run(20);
    QCOMPARE(hall.reported().size(), std::size_t{2});
    QCOMPARE(hall.reported()[0].entity, hall.cluster.store().topology()->findNode("node-001"));
    QCOMPARE(hall.reported()[1].entity, hall.cluster.store().topology()->find(EntityKind::Rack, {}, "A3"));
    hall.silent = {0};
    hall.run(5);
    QCOMPARE(hall.reported().size(), std::size_t{3});
    QCOMPARE(hall.reported()[2].entity, hall.reported()[1].entity);
    QCOMPARE(hall.reported()[2].event.severity, Severity::Information);
}

void TestSilence::theNarrowestPlaceThatAllAreOfIsNamed()
{
    // Racks A1 and A2 in row A, B1 and B2 in row B, with two nodes each. A1 and B1 are on a power feed; A2 and B1 are
    // connected to a switch.
    TopologyBuilder builder;
    std::vector<std::uint32_t> all;
    for (const char* rack : {"A1", "A2", "B1", "B2"}) {
        RackPlace place;
        place.row = rack[0];
        const EntityRef its = builder.addRack(rack, place);
        for (const char* slot : {"-1", "-2"})
            all.push_back(builder.addNode(std::string(rack) + slot, its, {}).index);
    }
    const EntityRef device = builder.add(EntityKind::Switch, "leaf-1", {});
    for (const std::uint32_t node : {2U, 3U, 4U, 5U})
        builder.connect(builder.add(EntityKind::Port, "eth0", {EntityKind::Node, node}), {"leaf-1", {}});
    auto plan = std::make_shared<SitePlan>();
    plan->feeds = {{"F1", 0, {"A1", "B1"}}, {"F2", 0, {"A2", "B2"}}};
    builder.addPlan(plan);
    const TopologyPtr topology = builder.build();
    const auto placeOf = [&](std::vector<std::uint32_t> silent) {
        return silentPlace(*topology, silent, all);
    };
    QCOMPARE(placeOf({3}).words, std::string("A2-2"));
    QCOMPARE(placeOf({2, 3}).entity, topology->find(EntityKind::Rack, {}, "A2"));
    QCOMPARE(placeOf({2, 3, 4, 5}).entity, device);
    QCOMPARE(placeOf({2, 3, 4, 5}).words, std::string("All 4 nodes at switch leaf-1"));
    QCOMPARE(placeOf({0, 1, 4, 5}).words, std::string("All 4 nodes of power feed F1"));
    QCOMPARE(placeOf({0, 1, 2, 3}).words, std::string("All 4 nodes of row A"));
    QCOMPARE(placeOf({0, 2, 5}).words, std::string("3 nodes in 3 racks"));
    QVERIFY(!placeOf({0, 2, 5}).entity.isValid());
    QVERIFY(!placeOf({0, 1, 2, 4, 5}).isWhole); // another node of the row reports
    QCOMPARE(placeOf(all).words, std::string("All 8 nodes"));
}

/// Six nodes without a known place, and two that only report loops.
void TestSilence::nodesAreCountedAsTheHeaderCountsThemAndUnplacedIsNoPlace()
{
    TopologyBuilder builder;
    for (int node = 0; node < 8; ++node) {
        auto identity = std::make_shared<NodeIdentity>();
        identity->name = "n" + std::to_string(node);
        builder.describeNode(std::move(identity));
    }
    const TopologyPtr topology = builder.build();
    QCOMPARE(topology->name(topology->ancestor({EntityKind::Node, 0}, EntityKind::Rack)), std::string("unplaced"));
    const auto eventsOf = [&](const std::set<std::uint32_t>& silent) {
        SilenceWatch watch;
        std::vector<NodeReporting> nodes(8);
        Derived found;
        for (int second = 0; second < 20; ++second) {
            for (std::uint32_t node = 0; node < 8; ++node) {
                const bool isSilent = second >= 5 && silent.contains(node);
                nodes[node].state = isSilent ? NodeReporting::State::Silent : NodeReporting::State::Reporting;
                nodes[node].lastReport = isSilent ? at(5) : at(second);
                nodes[node].isReporter = node >= 6;
            }
            watch.step(at(second), *topology, nodes, found);
        }
        return found.events;
    };
    const auto all = eventsOf({0, 1, 2, 3, 4, 5, 6, 7});
    QCOMPARE(all.size(), std::size_t{1});
    QCOMPARE(all.front().event.text, std::string("All 6 nodes: no data"));
    for (const auto& silent : {std::set<std::uint32_t>{0, 1, 2, 3, 4, 5, 6, 7}, {0, 1}, {0}, {6, 7}}) {
        for (const DerivedEvent& each : eventsOf(silent)) {
            QVERIFY2(each.event.text.find("unplaced") == std::string::npos, each.event.text.c_str());
            QVERIFY(each.entity.kind != EntityKind::Rack || !each.entity.isValid());
        }
    }
}

void TestSilence::aLostRelayIsOneEventThatNamesIt()
{
    SilentHall hall(40);
    const auto sayOfRelay = [&hall](bool isLost, int from, int to) {
        std::vector<BatchPtr> batches;
        for (int node = from; node < to; ++node) {
            Batch batch = hall.nodes[static_cast<std::size_t>(node)].empty(at(hall.second));
            batch.status
                = SourceStatus{isLost ? SourceState::Retrying : SourceState::Live, "a:1 through row-a", {}, {}, 0};
            batch.status->relay = "row-a";
            batch.status->isRelayLost = isLost;
            batches.push_back(test::share(batch));
        }
        hall.cluster.ingest(batches, at(hall.second));
    };
    hall.run(10);
    for (int node = 0; node < 12; ++node)
        hall.silent.insert(node);
    hall.silent.insert(30); // and one without a relay, at the same moment
    sayOfRelay(true, 0, 12);
    hall.run(16);
    QCOMPARE(hall.reported().size(), std::size_t{2});
    const auto relay = std::ranges::find_if(
        hall.reported(), [](const LoggedEvent& reported) { return reported.event.code == codes::sourceRelayLost; });
    QVERIFY(relay != hall.reported().end());
    QCOMPARE(relay->event.severity, Severity::Critical);
    QCOMPARE(QString::fromStdString(relay->event.text),
             QStringLiteral("Relay row-a: no data from it or its 12 nodes: node-001, "
                            "node-002, node-003 and 9 more (racks A1, A2 and A3)"));
    hall.silent.clear();
    sayOfRelay(false, 0, 12);
    hall.run(10);
    const auto back = std::ranges::find_if(hall.reported(), [](const LoggedEvent& reported) {
        return reported.event.code == codes::sourceRelayLost && reported.event.severity == Severity::Information;
    });
    QVERIFY(back != hall.reported().end());
    QVERIFY2(back->event.text.starts_with("12 nodes behind relay row-a report again after"), back->event.text.c_str());
    QCOMPARE(hall.reported().size(), std::size_t{4});
}

void TestSilence::aLostEngineIsOneEventThatNamesIt()
{
    SilentHall hall(40);
    const auto sayOfEngine = [&hall](SourceState state) {
        std::vector<BatchPtr> batches;
        for (const TestNode& node : hall.nodes) {
            Batch batch = node.empty(at(hall.second));
            batch.status = SourceStatus{state, "http://metrics:9090", {}, {}, 0};
            batch.status->isEngine = true;
            batches.push_back(test::share(batch));
        }
        hall.cluster.ingest(batches, at(hall.second));
    };
    sayOfEngine(SourceState::Live);
    hall.run(10);
    for (int node = 0; node < 40; ++node)
        hall.silent.insert(node);
    sayOfEngine(SourceState::Retrying);
    hall.run(16);
    QCOMPARE(hall.reported().size(), std::size_t{1});
    const LoggedEvent& lost = hall.reported().front();
    QCOMPARE(lost.event.code, std::string(codes::sourceEngineLost));
    QCOMPARE(lost.event.severity, Severity::Critical);
    QVERIFY2(
        lost.event.text.starts_with("Metrics server http://metrics:9090: no data from it or its 40 nodes: node-001, "),
        lost.event.text.c_str());
    hall.silent.clear();
    sayOfEngine(SourceState::Live);
    hall.run(10);
    QCOMPARE(hall.reported().size(), std::size_t{2});
    const LoggedEvent& back = hall.reported().back();
    QCOMPARE(back.event.code, std::string(codes::sourceEngineLost));
    QVERIFY2(back.event.text.starts_with("40 nodes behind metrics server http://metrics:9090 report again after"),
             back.event.text.c_str());
    // While it answers, an exporter that stops is that node's own silence.
    hall.silent.insert(7);
    hall.run(16);
    QCOMPARE(hall.reported().size(), std::size_t{3});
    QCOMPARE(hall.reported().back().event.code, std::string(codes::nodeLost));
}

LOCKSTEP_TEST(tst_silence, TestSilence)
#include "tst_silence.moc"
