// SPDX-License-Identifier: GPL-3.0-or-later
#include "datasources/text/hostlist.h"
#include "datasources/topologyimports/formats/topologypart.h"
#include "datasources/topologyimports/formats/yamlscalars.h"
#include "datasources/topologyimports/topologyformats.h"
#include "tests/datasources/topologyimports/sitetexts.h"
#include "tests/support/testentry.h"

#include <QDir>
#include <QTest>

#include <algorithm>

using namespace lockstep;
using namespace lockstep::test;

namespace {

TopologyImport importOf(std::string_view text, const std::string& origin = "/site/n001.json")
{
    Result<TopologyImport> import = readTopology(text, origin);
    if (!import.isOk())
        qFatal("%s", import.error().message.c_str());
    return std::move(import).value();
}

template <class Item>
QStringList namesIn(const std::vector<Item>& items)
{
    QStringList names;
    for (const Item& item : items)
        names << QString::fromStdString(item.name);
    return names;
}

QStringList linesOf(const std::vector<PlannedLink>& links)
{
    QStringList lines;
    for (const PlannedLink& link : links)
        lines << QStringLiteral("%1 %2 - %3 %4 @%5")
                     .arg(QString::fromStdString(link.from.owner), QString::fromStdString(link.from.port),
                          QString::fromStdString(link.to.owner), QString::fromStdString(link.to.port))
                     .arg(link.rateGbps);
    lines.sort();
    return lines;
}

bool notes(const TopologyImport& import, const char* text)
{
    return std::ranges::any_of(import.part.notes.kept(),
                               [text](const auto& note) { return note.text.find(text) != std::string::npos; });
}

QString dataFolder()
{
    const QString given = qEnvironmentVariable("LOCKSTEP_DATA_DIR");
    return given.isEmpty() ? qEnvironmentVariable("LOCKSTEP_SOURCE_DIR") + QStringLiteral("/../shared/data") : given;
}

} // namespace

class TestTopologyFormats : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void aDiscoveredFabricIsReadInBothForms_data();
    void aDiscoveredFabricIsReadInBothForms();
    void anAdapterWithoutTheNameOfANodeIsNoNode();
    void aDiscoveryWithoutALinkIsRefused();
    void whatHasNoNameIsCalledByItsGuid();
    void neighboursAreReadInAllForms();
    void neighboursOfManyHosts();
    void schedulersKnowWhoHangsAtWhom();
    void anInventoryIsReadPageByPage();
    void modelsAreReadFromALibrary();
    void aPublishedLayoutIsReadUpToItsLimits();
    void hostListsExpand();
    void ratesAreKnownByTheirNames();
    void yamlIsFlatAndBounded();
    void bandwidthsOfNcclTestsAreRead();
    void operationsOfNcclTestsAreFound_data();
    void operationsOfNcclTestsAreFound();
    void brokenNcclTestsNameTheLine_data();
    void brokenNcclTestsNameTheLine();
    void strangersAreRefusedInWords();
    void realFilesAreRead_data();
    void realFilesAreRead();
};

void TestTopologyFormats::aDiscoveredFabricIsReadInBothForms_data()
{
    QTest::addColumn<QByteArray>("text");
    QTest::newRow("blocks") << QByteArray(discoveredBlocks.data(), qsizetype(discoveredBlocks.size()));
    QTest::newRow("ports") << QByteArray(discoveredPorts.data(), qsizetype(discoveredPorts.size()));
}

void TestTopologyFormats::aDiscoveredFabricIsReadInBothForms()
{
    QFETCH(QByteArray, text);
    const TopologyImport import = importOf(text.toStdString(), "fabric.txt");
    QCOMPARE(import.format, std::string("ibnetdiscover"));
    QVERIFY(import.isDiscovery);
    QStringList switches = namesIn(import.part.plan.switches);
    switches.sort();
    QCOMPARE(switches, (QStringList{QStringLiteral("leaf1"), QStringLiteral("spine1")}));
    QStringList nodes = namesIn(import.part.plan.nodes);
    nodes.sort();
    QCOMPARE(nodes, (QStringList{QStringLiteral("n001"), QStringLiteral("n002")}));
    QCOMPARE(linesOf(import.part.plan.wired),
             (QStringList{QStringLiteral("n001 mlx5_0/1 - leaf1 1 @200"),
                          QStringLiteral("n002 mlx5_0/1 - leaf1 2 @100"), QStringLiteral("spine1 3 - leaf1 33 @200")}));
    const auto leaf = std::ranges::find(import.part.plan.switches, "leaf1", &PlannedSwitch::name);
    QCOMPARE(leaf->model, std::string("MQM8700"));
    QVERIFY(import.part.plan.links.empty());
}

void TestTopologyFormats::anAdapterWithoutTheNameOfANodeIsNoNode()
{
    const TopologyImport import
        = importOf("Switch\t2 \"S-0000000000000001\"\t\t# \"MF0;leaf1:MQM9701/U1\" enhanced port 0 lid 1 lmc 0\n"
                   "[1]\t\"H-00000000000000a1\"[1](a1) \t\t# \"n001 mlx5_0\" lid 2 4xNDR\n"
                   "[2]\t\"H-00000000000000a2\"[1](a2) \t\t# \"MT4129 ConnectX7   Mellanox Technologies\" lid 3 4xNDR\n"
                   "[3]\t\"H-00000000000000a3\"[1](a3) \t\t# \"localhost HCA-1\" lid 4 4xNDR\n",
                   "fabric.txt");
    QCOMPARE(namesIn(import.part.plan.nodes), QStringList{QStringLiteral("n001")});
    QCOMPARE(linesOf(import.part.plan.wired), QStringList{QStringLiteral("n001 mlx5_0/1 - leaf1 1 @400")});
    QVERIFY(notes(import, "2 adapters without a node name in their description are not used, such as 0xa2"));
}

void TestTopologyFormats::aDiscoveryWithoutALinkIsRefused()
{
    const auto import = readTopology("ibwarn: [7] mad_rpc: _do_madrpc failed; dport (Lid 1)\n"
                                     "Ca\t1 \"H-043f720300f4bc9e\"\t\t# \"n001 mlx5_3\"\n",
                                     "fabric.txt");
    QVERIFY(!import.isOk());
    QCOMPARE(
        import.error().message,
        std::string("fabric.txt: no link in its 2 lines; expected the output of ibnetdiscover; line "
                    "1: unexpected output of ibnetdiscover: 'ibwarn: [7] mad_rpc: _do_madrpc failed; dport (Lid 1)'"));
}

void TestTopologyFormats::whatHasNoNameIsCalledByItsGuid()
{
    const TopologyImport import = importOf(
        "SW 24 1 0x946dae0300618c82 4x SDR      'Quantum Mellanox Technologies'\n"
        "CA  7 1 0x00000000000000a3 4x EDR - SW 24 2 0x946dae0300618c82 ( 'MT4123 ConnectX6   Mellanox Technologies' - "
        "'Quantum Mellanox Technologies' )\n"
        "garbage\n",
        "fabric.txt");
    QCOMPARE(namesIn(import.part.plan.switches), QStringList{QStringLiteral("switch-0x946dae0300618c82")});
    QCOMPARE(import.part.notes.count(), std::size_t{4}); // two without names, an idle port, garbage
    QVERIFY(notes(import, "unexpected output of ibnetdiscover"));
    const auto garbage
        = std::ranges::find_if(import.part.notes.kept(), [](const auto& note) { return note.line == 3; });
    QVERIFY(garbage != import.part.notes.kept().end());
}

void TestTopologyFormats::neighboursAreReadInAllForms()
{
    const TopologyImport one = importOf(oneNeighbour);
    QCOMPARE(one.format, std::string("LLDP neighbours"));
    QCOMPARE(linesOf(one.part.plan.wired), QStringList{QStringLiteral("n001 eth0 - tor1 Ethernet7 @0")});
    QCOMPARE(namesIn(one.part.plan.switches), QStringList{QStringLiteral("tor1")});
    const TopologyImport two = importOf(twoNeighbours, "lldp-n002.json");
    QCOMPARE(
        linesOf(two.part.plan.wired),
        (QStringList{QStringLiteral("n002 eth0 - tor1 Ethernet8 @0"), QStringLiteral("n002 eth1 - n003 eth1 @0")}));
    QCOMPARE(namesIn(two.part.plan.nodes), (QStringList{QStringLiteral("n002"), QStringLiteral("n003")}));
    QVERIFY(notes(two, "n002 eth2: the other end has no name"));
    QCOMPARE(linesOf(importOf(neighboursInLists).part.plan.wired),
             QStringList{QStringLiteral("n001 eth0 - tor1 Ethernet9 @0")});
}

void TestTopologyFormats::neighboursOfManyHosts()
{
    const std::string all = "{\"n001.site\": " + std::string(oneNeighbour) + ", \"n002\": " + std::string(twoNeighbours)
        + ", \"n004\": {\"lldp\": {}}, \"n005\": 7}";
    const TopologyImport import = importOf(all, "all.json");
    QCOMPARE(import.part.plan.wired.size(), std::size_t{3});
    QVERIFY(notes(import, "n004 reports no neighbours"));
    QVERIFY(notes(import, "'n005' contains no LLDP neighbours"));
}

void TestTopologyFormats::schedulersKnowWhoHangsAtWhom()
{
    const TopologyImport import = importOf(slurmTopology, "topology.conf");
    QCOMPARE(import.part.logical.size(), std::size_t{8});
    QCOMPARE(import.part.plan.nodes.size(), std::size_t{6});
    QCOMPARE(namesIn(import.part.plan.switches),
             (QStringList{QStringLiteral("leaf1"), QStringLiteral("leaf2"), QStringLiteral("spine1")}));
    QCOMPARE(import.part.logical.back(), (PlannedLink{{"leaf2", ""}, {"spine1", ""}}));
    QVERIFY(notes(import, "'LinkSpeed=100' is not used"));
    QVERIFY(notes(import, "'BlockName=b1' is not used"));
    const auto bad = readTopology("SwitchName=a Nodes=n[1-\n", "topology.conf");
    QVERIFY(!bad.isOk());
    QCOMPARE(bad.error().message, std::string("topology.conf:1: '[1-': expected a closing bracket"));
}

void TestTopologyFormats::anInventoryIsReadPageByPage()
{
    const TopologyImport import = importOf(netboxPages, "netbox.json");
    const SitePlan& plan = import.part.plan;
    QCOMPARE(import.format, std::string("NetBox"));
    QCOMPARE(namesIn(plan.racks), (QStringList{QStringLiteral("A01"), QStringLiteral("A02")}));
    QCOMPARE(plan.racks[0].place.row, std::string("Row A"));
    QCOMPARE(plan.racks[1].place.width, 0.762F);
    QVERIFY(!plan.racks[0].place.isPlaced);
    QCOMPARE(namesIn(plan.nodes), (QStringList{QStringLiteral("n001"), QStringLiteral("n002")}));
    QCOMPARE(plan.nodes[0].place, (NodePlace{3, 8}));
    QCOMPARE(plan.nodes[1].place, (NodePlace{35, 8})); // the topmost eight of 42
    QCOMPARE(plan.switches.front().model, std::string("QM9700"));
    QCOMPARE(plan.loops.front().racks, std::vector<std::string>{"A02"});
    QCOMPARE(linesOf(plan.links), QStringList{QStringLiteral("n001 mlx5_0/1 - leaf1 1 @400")});
    QCOMPARE(plan.feeds.front().name, std::string("Busway 1"));
    QCOMPARE(std::round(plan.feeds.front().capacityWatts), 43648.0);
    for (const char* note : {"cable #42 does not join", "PP1 is not used: its role is neither node, switch nor CDU",
                             "device 16 has no name", "sites not used: 1", "the page has only 6 of 9 objects"})
        QVERIFY2(notes(import, note), note);
}

void TestTopologyFormats::modelsAreReadFromALibrary()
{
    const TopologyImport import = importOf(R"(---
manufacturer: Acme
model: HGX
u_height: 7.5
interfaces:
  - name: p0
    type: infiniband-xdr
  - name: eth0
    type: 1000base-t
module-bays:
  - name: GPU 01
    position: 1
    description: AMD Instinct MI300X GPU
  - name: GPU 02
  - name: PSU 01
)",
                                           "hgx.yaml");
    const DeviceModel& model = import.part.models.front();
    QCOMPARE(model.units, 8U);
    QCOMPARE(model.gpus, 2U);
    QCOMPARE(model.gpuModel, std::string("AMD Instinct MI300X"));
    QCOMPARE(model.portGbps.at("p0"), 800.0);
    QCOMPARE(model.portGbps.at("eth0"), 1.0);
}

void TestTopologyFormats::aPublishedLayoutIsReadUpToItsLimits()
{
    const std::string layout = "system:\n  num_cdus: 2\n  racks_per_cdu: 3\n  nodes_per_rack: 128\n  gpus_per_node: 4\n"
                               "  missing_racks:\n    - 4\n";
    const TopologyImport import = importOf(layout, "/raps/frontier.yaml");
    QCOMPARE(import.part.plan.name, std::string("frontier"));
    QCOMPARE(import.part.plan.racks.size(), std::size_t{5});
    QCOMPARE(import.part.plan.nodes.size(), std::size_t{5 * 128});
    QCOMPARE(import.part.plan.loops.back().racks.size(), std::size_t{2});
    for (const char* bad : {"num_cdus: 1000\n  racks_per_cdu: 3\n  nodes_per_rack: 128\n",
                            "num_cdus: 4000000000\n  racks_per_cdu: 4000000000\n  nodes_per_rack: 1\n",
                            "num_cdus: 1\n  nodes_per_rack: 1\n"})
        QVERIFY2(!readTopology("system:\n  " + std::string(bad), "x.yaml").isOk(), bad);
}

void TestTopologyFormats::hostListsExpand()
{
    using Names = std::vector<std::string>;
    QCOMPARE(expandHostList("n[08-10]").value(), (Names{"n08", "n09", "n10"}));
    QCOMPARE(expandHostList("a,b[1,3],c").value(), (Names{"a", "b1", "b3", "c"}));
    QCOMPARE(expandHostList("r[1-2]n[1-2]x").value(), (Names{"r1n1x", "r1n2x", "r2n1x", "r2n2x"}));
    QVERIFY(expandHostList("").value().empty());
    for (const std::string_view bad :
         {"n[", "n[1-", "n[a-b]", "n[3-1]", "n[]", "n[1-99999]", "n[1-9][1-9][1-9][1-9][1-99]", "n[1-4294967296]"})
        QVERIFY2(!expandHostList(bad).isOk(), bad.data());
    QVERIFY(!expandHostList(std::string(300, 'n')).isOk());
}

void TestTopologyFormats::ratesAreKnownByTheirNames()
{
    QCOMPARE(infinibandGbps("4xEDR"), 100.0);
    QCOMPARE(infinibandGbps("4x NDR"), 400.0);
    QCOMPARE(infinibandGbps("2xHDR"), 100.0);
    QCOMPARE(infinibandGbps("4x ???"), 0.0);
    QCOMPARE(infinibandGbps("x"), 0.0);
    QCOMPARE(interfaceGbps("400gbase-x-osfp"), 400.0);
    QCOMPARE(interfaceGbps("2.5gbase-t"), 2.5);
    QCOMPARE(interfaceGbps("1000base-t"), 1.0);
    QCOMPARE(interfaceGbps("infiniband-ndr"), 400.0);
    QCOMPARE(interfaceGbps("virtual"), 0.0);
}

void TestTopologyFormats::yamlIsFlatAndBounded()
{
    const auto flat = readYamlScalars("a:\n  - b: 1\n    c: [x, y]\n  - d\ne: &anchor 5\nf: *anchor\ng: 6\n", "t.yaml");
    QVERIFY(flat.isOk());
    QStringList lines;
    for (const YamlScalar& each : flat.value())
        lines << QString::fromStdString(each.path + '=' + each.value + '@') + QString::number(each.line);
    QCOMPARE(lines.join(u' '), QStringLiteral("a/0/b=1@2 a/0/c/0=x@3 a/0/c/1=y@3 a/1=d@4 e=5@5 g=6@7"));
    QVERIFY(!readYamlScalars(std::string(40, '['), "t.yaml").isOk());
    QVERIFY(!readYamlScalars("a: b: c", "t.yaml").isOk());
    QVERIFY(!readYamlScalars("? [a]\n: b\n", "t.yaml").isOk());
}

void TestTopologyFormats::bandwidthsOfNcclTestsAreRead()
{
    const TopologyImport import = importOf(allReducePerf, "out.txt");
    QCOMPARE(import.format, std::string("nccl-tests"));
    QVERIFY(!import.isDiscovery);
    const std::vector<BandwidthReference> expected{{"all_reduce", 16, 1048576, 9.68e9}, // 512 KiB measure latency
                                                   {"all_reduce", 16, 536870912, 263.69e9},
                                                   {"all_reduce", 16, 1073741824, 298.82e9}};
    QVERIFY(import.part.plan.bandwidths == expected);
    QVERIFY(import.part.plan.nodes.empty());

    // Two tests in one file; wrong values do not count.
    std::string two(allReducePerf);
    std::string second(allReducePerf);
    for (std::size_t at = second.find("all_reduce"); at != std::string::npos; at = second.find("all_reduce"))
        second.replace(at, 10, "alltoall");
    second.erase(second.find("#  Rank 14"), second.find("#\n", second.find("#  Rank 15")) - second.find("#  Rank 14"));
    second.replace(second.find("298.82       0"), 14, "298.82      12");
    two += second;
    const TopologyImport both = importOf(two, "out.txt");
    QCOMPARE(both.part.plan.bandwidths.size(), std::size_t{6});
    QVERIFY((both.part.plan.bandwidths[5] == BandwidthReference{"all_to_all", 2, 1073741824, 297.86e9}));
    QVERIFY(notes(both, "result not used; wrong values: 12"));
}

void TestTopologyFormats::operationsOfNcclTestsAreFound_data()
{
    QTest::addColumn<QString>("file");
    QTest::addColumn<QString>("firstLine");
    QTest::addColumn<QString>("operation");
    QTest::newRow("name of the file") << "/site/reduce_scatter_perf.txt"
                                      << ""
                                      << "reduce_scatter";
    QTest::newRow("command line") << "out.txt"
                                  << "$ mpirun -np 16 /opt/nccl-tests/build/all_gather_perf_mpi -b 8 -e 8G"
                                  << "all_gather";
    QTest::newRow("point to point") << "sendrecv_perf.log"
                                    << ""
                                    << "send";
    QTest::newRow("unknown") << "out.txt"
                             << ""
                             << "";
}

void TestTopologyFormats::operationsOfNcclTestsAreFound()
{
    QFETCH(QString, file);
    QFETCH(QString, firstLine);
    QFETCH(QString, operation);
    std::string text(allReducePerf); // as of earlier versions, which do not print the name of the test
    text.erase(text.find("# Collective test concluded"));
    text.erase(0, text.find("# nThread"));
    const auto import = readTopology(firstLine.toStdString() + '\n' + text, file.toStdString());
    if (operation.isEmpty()) {
        QVERIFY(!import.isOk());
        QCOMPARE(import.error().message,
                 std::string("out.txt:14: unknown operation; name the file after the program, such as "
                             "all_reduce_perf.txt"));
        return;
    }
    QVERIFY2(import.isOk(), import.isOk() ? "" : import.error().message.c_str());
    QCOMPARE(import.value().part.plan.bandwidths.back().operation, operation.toStdString());
}

void TestTopologyFormats::brokenNcclTestsNameTheLine_data()
{
    QTest::addColumn<QByteArray>("from");
    QTest::addColumn<QByteArray>("to");
    QTest::addColumn<QByteArray>("error");
    QTest::newRow("no number") << QByteArray("298.82") << QByteArray("fast")
                               << QByteArray("out.txt:18: expected a bus");
    QTest::newRow("cut off") << QByteArray("-1   6759.0") << QByteArray("-1   6759.0\n")
                             << QByteArray("out.txt:18: expected a result with at least 11 columns");
    QTest::newRow("no ranks") << QByteArray("#  Rank") << QByteArray("#  Runk")
                              << QByteArray(
                                     "out.txt:15: expected \"# Rank ...\" lines of at least 2 ranks above the results");
}

void TestTopologyFormats::brokenNcclTestsNameTheLine()
{
    QFETCH(QByteArray, from);
    QFETCH(QByteArray, to);
    QFETCH(QByteArray, error);
    QByteArray text(allReducePerf.data(), qsizetype(allReducePerf.size()));
    text.replace(from, to);
    const auto import = readTopology(text.toStdString(), "out.txt");
    QVERIFY(!import.isOk());
    QVERIFY2(import.error().message.starts_with(error.toStdString()), import.error().message.c_str());
}

void TestTopologyFormats::strangersAreRefusedInWords()
{
    for (const std::string_view text : {std::string_view(), std::string_view("hello"), std::string_view("{\"a\": 1}"),
                                        std::string_view("[[rack]]\nname = 5\n"), std::string_view("{\"lldp\": "),
                                        std::string_view("[\"/api/dcim/\"")}) {
        const auto import = readTopology(text, "what.txt");
        QVERIFY2(!import.isOk(), std::string(text).c_str());
        QVERIFY2(import.error().message.starts_with("what.txt:"), import.error().message.c_str());
    }
}

void TestTopologyFormats::realFilesAreRead_data()
{
    QTest::addColumn<QString>("file");
    QTest::addColumn<int>("racks");
    QTest::addColumn<int>("nodes");
    QTest::addColumn<int>("switches");
    QTest::addColumn<int>("links");
    QTest::addColumn<int>("models");
    const auto row = [](const char* file, int racks, int nodes, int switches, int links, int models) {
        QTest::newRow(file) << QString::fromLatin1(file) << racks << nodes << switches << links << models;
    };
    row("ib_topograph/tests/output/ibnetdiscover/example.out", 0, 121, 40, 1002, 0);
    row("infiniband_exporter/ibnetdiscover/test.out", 0, 3, 4, 4, 0);
    row("infiniband_exporter/ibnetdiscover/test2.out", 0, 1, 5, 1, 0);
    row("exadigit_raps/frontier.yaml", 74, 9472, 0, 0, 0);
    row("exadigit_raps/summit.yaml", 257, 4626, 0, 0, 0);
    row("exadigit_raps/selene.yaml", 140, 560, 0, 0, 0);
    row("exadigit_raps/lassen.yaml", 44, 792, 0, 0, 0);
    row("exadigit_raps/marconi100.yaml", 49, 980, 0, 0, 0);
    row("netbox/Nvidia_QM9700.yaml", 0, 0, 0, 0, 1);
    row("netbox/Supermicro_AS-8125GS-TNMR2.yml", 0, 0, 0, 0, 1);
    row("netbox/Supermicro_ARS-121GL-NB3-LCC-R1.yaml", 0, 0, 0, 0, 1);
    row("netbox/Supermicro_LCS-SCDU-250L4001.yml", 0, 0, 0, 0, 1);
    row("netbox/rack-types_APC_AR3300.yaml", 0, 0, 0, 0, 1);
}

void TestTopologyFormats::realFilesAreRead()
{
    QFETCH(QString, file);
    const QString path = dataFolder() + u'/' + file;
    if (!QFile::exists(path))
        QSKIP(qPrintable(path + QStringLiteral(" is not there")));
    const auto import = readTopologyFile(path.toStdString());
    QVERIFY2(import.isOk(), import.isOk() ? "" : import.error().message.c_str());
    const TopologyPart& part = import.value().part;
    QTEST(static_cast<int>(part.plan.racks.size()), "racks");
    QTEST(static_cast<int>(part.plan.nodes.size()), "nodes");
    QTEST(static_cast<int>(part.plan.switches.size()), "switches");
    QTEST(static_cast<int>(part.plan.wired.size()), "links");
    QTEST(static_cast<int>(part.models.size()), "models");
}

LOCKSTEP_TEST(tst_topologyformats, TestTopologyFormats)
#include "tst_topologyformats.moc"
