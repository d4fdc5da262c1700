// SPDX-License-Identifier: GPL-3.0-or-later
#include "datasources/topologyimports/planmerge.h"
#include "models/core/topology/cablingcheck.h"
#include "tests/datasources/topologyimports/sitetexts.h"
#include "tests/support/testentry.h"

#include <QTest>

#include <algorithm>

using namespace lockstep;
using namespace lockstep::test;

namespace {

using Files = std::vector<std::pair<std::string, std::string>>; // name and text

MergedTopology mergedFrom(const Files& files)
{
    std::vector<TopologyImport> imports;
    for (const auto& [name, text] : files) {
        Result<TopologyImport> import = readTopology(text, name);
        if (!import.isOk())
            qFatal("%s", import.error().message.c_str());
        imports.push_back(std::move(import).value());
    }
    return mergeTopology(imports);
}

bool says(const MergeTexts& texts, const char* text)
{
    return std::ranges::any_of(texts.kept, [text](const auto& each) { return each.find(text) != std::string::npos; });
}

QString allOf(const MergeTexts& texts)
{
    QStringList lines;
    for (const std::string& each : texts.kept)
        lines << QString::fromStdString(each);
    return lines.join(u'\n');
}

const std::string handWritten = R"(
name = "hall"
[[rack]]
name = "A01"
row = "A"
x = 4
units = 48
[[node]]
name = "n001"
rack = "A01"
unit = 3
height = 8
gpus = 8
address = "{name}:7117"
[[link]]
from = "n001"
from_port = "mlx5_0/1"
to = "leaf1"
to_port = "5"
rate = 400
[[switch]]
name = "leaf1"
)";

} // namespace

class TestPlanMerge : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void filesFillEachOthersGaps()
    {
        const MergedTopology merged
            = mergedFrom({{"hall.toml", handWritten}, {"netbox.json", std::string(netboxPages)}});
        const SitePlan& plan = *merged.file.plan;
        QCOMPARE(plan.name, std::string("hall"));
        QCOMPARE(plan.racks.size(), std::size_t{2});
        QCOMPARE(plan.racks.front().place.x, 4.0F);
        const auto node = std::ranges::find(plan.nodes, "n001", &PlannedNode::name);
        QCOMPARE(node->model, std::string("HGX")); // from the inventory
        QCOMPARE(node->gpus, 8U); // from the file
        const auto leaf = std::ranges::find(plan.switches, "leaf1", &PlannedSwitch::name);
        QCOMPARE(leaf->rack, std::string("A01"));
        QCOMPARE(leaf->place.bottomUnit, 40U);
        QCOMPARE(merged.file.endpoints.size(), std::size_t{1});
        QVERIFY2(says(merged.guesses, "racks placed in rows by name, because no file gives their position: 1"),
                 qPrintable(allOf(merged.guesses)));
        // The hand-written link and the inventory's link use the same port.
        QVERIFY2(says(merged.contradictions,
                      "n001 port mlx5_0/1 already has a link, from n001 port mlx5_0/1 to leaf1 port 5"),
                 qPrintable(allOf(merged.contradictions)));
    }

    void relaysAreCarriedOver()
    {
        const std::string withRelay = std::string(handWritten) + "[[relay]]\nname = 'row-a'\naddress = 'r:1'\n";
        const MergedTopology merged = mergedFrom(
            {{"a.toml", withRelay + "nodes = 'n001'\n"},
             {"b.toml", withRelay + "nodes = 'n001'\n"},
             {"c.toml", std::string(handWritten) + "[[relay]]\nname = 'row-b'\naddress = 's:1'\nnodes = 'n001'\n"}});
        QCOMPARE(merged.file.relays.size(), std::size_t{1});
        QCOMPARE(merged.file.relays.front().name, std::string("row-a"));
        QCOMPARE(merged.file.relays.front().nodes, std::vector<std::string>{"n001"});
        QVERIFY2(says(merged.contradictions, "'n001' is assigned to relay 'row-a', but to 'row-b' in c.toml"),
                 qPrintable(allOf(merged.contradictions)));
    }

    void whatContradictsIsReportedWithItsFiles()
    {
        std::string other = handWritten;
        other.replace(other.find("unit = 3"), 8, "unit = 9");
        other.replace(other.find("gpus = 8"), 8, "gpus = 4");
        const MergedTopology merged = mergedFrom({{"a.toml", handWritten}, {"b.toml", other}});
        QVERIFY2(says(merged.contradictions, "node 'n001': its unit is 3 in a.toml, but 9 in b.toml"),
                 qPrintable(allOf(merged.contradictions)));
        QVERIFY(says(merged.contradictions, "node 'n001': the number of its GPUs is 8 in a.toml, but 4 in b.toml"));
        QCOMPARE(merged.contradictions.count, std::size_t{2});
        QCOMPARE(merged.file.plan->nodes.front().gpus, 8U);
    }

    void whatIsSeenIsHeldAgainstThePlan()
    {
        const MergedTopology merged
            = mergedFrom({{"hall.toml", handWritten}, {"fabric.txt", std::string(discoveredBlocks)}});
        QCOMPARE(merged.file.plan->links.size(), std::size_t{1});
        QCOMPARE(merged.file.plan->wired.size(), std::size_t{3});
        const CablingCheck check = checkCabling(*merged.file.topology);
        QVERIFY(!check.faults.empty());
        QCOMPARE(linesOf(check.faults.front(), *merged.file.topology),
                 (std::vector<std::string>{"n001 mlx5_0/1", "connected to leaf1 port 1", "planned: leaf1 port 5"}));
        QVERIFY(says(merged.guesses, "unplaced nodes, because no file names their rack: 1")); // n002
    }

    void whatIsSeenAnewReplacesWhatWasSeen()
    {
        const std::string before
            = handWritten + "[[wired]]\nfrom = 'n001'\nfrom_port = 'mlx5_0/1'\nto = 'leaf1'\nto_port = '5'\n";
        const MergedTopology merged
            = mergedFrom({{"hall.toml", before}, {"fabric.txt", std::string(discoveredBlocks)}});
        QCOMPARE(merged.file.plan->wired.size(), std::size_t{3});
        QVERIFY(says(merged.guesses, "hall.toml: its 1 discovered link is replaced"));
        QCOMPARE(mergedFrom({{"hall.toml", before}}).file.plan->wired.size(), std::size_t{1});
    }

    void schedulersAreDrawnWhereNobodyKnowsMore()
    {
        const MergedTopology alone = mergedFrom({{"topology.conf", std::string(slurmTopology)}});
        QCOMPARE(alone.file.plan->links.size(), std::size_t{8});
        const Topology& topology = *alone.file.topology;
        const EntityRef leaf = topology.find(EntityKind::Switch, {}, "leaf1");
        const EntityRef up = topology.find(EntityKind::Port, leaf, "to:spine1");
        QCOMPARE(topology.path(topology.peer(up)), std::string("spine1 / to:leaf1"));
        const MergedTopology seen = mergedFrom(
            {{"topology.conf", std::string(slurmTopology)}, {"fabric.txt", std::string(discoveredBlocks)}});
        QVERIFY2(seen.contradictions.count == 0, qPrintable(allOf(seen.contradictions)));
        QCOMPARE(seen.file.plan->links.size(), std::size_t{5}); // leaf2's links only
        const MergedTopology wrong
            = mergedFrom({{"topology.conf", "SwitchName=leaf1 Nodes=n001\nSwitchName=spine1 Nodes=n002\n"},
                          {"fabric.txt", std::string(discoveredBlocks)}});
        QVERIFY2(
            says(wrong.contradictions, "n002 is connected to spine1 in topology.conf, but no other file links them"),
            qPrintable(allOf(wrong.contradictions)));
    }

    void whatDoesNotFitIsReportedAndNotLost()
    {
        const std::string high = R"(
name = "high"
[[rack]]
name = "R"
units = 10
[[node]]
name = "big"
rack = "R"
height = 9
)";
        const std::string more = R"({"results": [
 {"url": "/api/dcim/devices/1/", "name": "x", "role": {"name": "server"}, "rack": {"name": "R"}, "position": 2},
 {"url": "/api/dcim/devices/2/", "name": "y", "role": {"name": "server"}, "rack": {"name": "R"}, "position": null},
 {"url": "/api/dcim/devices/3/", "name": "a{1..2}", "role": {"name": "server"}, "rack": null}]})";
        const MergedTopology merged = mergedFrom({{"high.toml", high}, {"nb.json", more}});
        QVERIFY2(says(merged.contradictions, "node 'x' cannot be at unit 2 of rack 'R': the unit is taken"),
                 qPrintable(allOf(merged.contradictions)));
        QVERIFY(says(merged.contradictions, "in rack 'R'; it remains unplaced"));
        QVERIFY(says(merged.contradictions, "'a{1..2}' is omitted: expected a name without braces"));
        QCOMPARE(merged.file.plan->nodes.size(), std::size_t{3});
    }

    void namesThatNoFileCanHoldAreLeftOut()
    {
        std::string broken(discoveredPorts);
        broken.replace(broken.find("n001"), 4,
                       "\x8C"
                       "001");
        broken.replace(broken.find("n001"), 4,
                       "\x8C"
                       "001");
        const MergedTopology merged = mergedFrom({{"fabric.txt", broken}});
        QVERIFY2(says(merged.contradictions, "expected a name in UTF-8"), qPrintable(allOf(merged.contradictions)));
        QVERIFY(parseClusterFile(writeClusterFile(merged.file), "again").isOk());
    }

    void racksWithoutAnyRowStandInLines()
    {
        const MergedTopology merged
            = mergedFrom({{"small.yaml", "system:\n  num_cdus: 10\n  racks_per_cdu: 3\n  nodes_per_rack: 2\n"},
                          {"fabric.txt", std::string(discoveredPorts)}});
        const Topology& topology = *merged.file.topology;
        const auto placeOf = [&](const char* rack) {
            return topology.rackPlace(topology.find(EntityKind::Rack, {}, rack));
        };
        QCOMPARE(placeOf("rack-0009").row, std::string("1")); // ten a line
        QCOMPARE(placeOf("rack-0010").row, std::string("2"));
        QCOMPARE(placeOf("rack-0010").x, 0.0F);
        QVERIFY(placeOf("rack-0010").z > 2);
        QCOMPARE(placeOf("unplaced").x, 0.0F); // beside them, in a row of their own
        QVERIFY(placeOf("unplaced").z > placeOf("rack-0029").z);
    }

    void whatComesOutCanBeRead()
    {
        const MergedTopology merged = mergedFrom({{"netbox.json", std::string(netboxPages)},
                                                  {"n001.json", std::string(oneNeighbour)},
                                                  {"topology.conf", std::string(slurmTopology)},
                                                  {"fabric.txt", std::string(discoveredPorts)}});
        const auto again = parseClusterFile(writeClusterFile(merged.file), "again.toml");
        QVERIFY2(again.isOk(), again.isOk() ? "" : again.error().message.c_str());
        QVERIFY(*again.value().plan == *merged.file.plan);
    }
};

LOCKSTEP_TEST(tst_planmerge, TestPlanMerge)
#include "tst_planmerge.moc"
