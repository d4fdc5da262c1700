// SPDX-License-Identifier: GPL-3.0-or-later
#include "datasources/clusterfile/clusterfile.h"
#include "datasources/clusterfile/plan/namepattern.h"
#include "tests/support/testentry.h"

#include <QTest>

using namespace lockstep;

namespace {

ClusterFile parsed(const std::string& text)
{
    auto file = parseClusterFile(text, "/etc/lockstep/hall.toml");
    if (!file.isOk())
        qFatal("%s", file.error().message.c_str());
    return std::move(file).value();
}

} // namespace

class TestClusterFile : public QObject
{
    Q_OBJECT
private Q_SLOTS:
    void racksAndNodesAreWhereTheFileSaysTheyAre();
    void rangesStandForManyNodes();
    void nodesBehindOneAddressHaveAStreamEach();
    void accessComesFromTheDefaultsUnlessSaidOtherwise();
    void relaysFollowNodesForReaders();
    void relaysThatDoNotFitAreNamed_data();
    void relaysThatDoNotFitAreNamed();
    void mistakesAreNamedWithTheirLine_data();
    void mistakesAreNamedWithTheirLine();
    void aKeyOfAHundredThousandPartsIsRejected();
    void patternsExpand();
    void badPatternsAreRefused();
    void theExampleIsRead();
    void anAbsentFileIsNamed();
};

void TestClusterFile::racksAndNodesAreWhereTheFileSaysTheyAre()
{
    const ClusterFile file = parsed(R"(
name = "hall-7"
[[rack]]
name = "A1"
row = "A"
x = 3.5
z = 2.4
units = 48
front = "-z"
[[rack]]
name = "A2"
row = "A"
[[node]]
name = "n1"
rack = "A2"
unit = 11
height = 4
address = "[fe80::1]:7117"
[[node]]
name = "dark"
rack = "A1"
)");
    const Topology& topology = *file.topology;
    QCOMPARE(topology.clusterName(), std::string("hall-7"));
    QCOMPARE(topology.count(EntityKind::Rack), std::size_t{2});
    const EntityRef first = topology.find(EntityKind::Rack, {}, "A1");
    QCOMPARE(topology.rackPlace(first).x, 3.5F);
    QCOMPARE(topology.rackPlace(first).z, 2.4F);
    QCOMPARE(topology.rackPlace(first).heightUnits, 48U);
    QVERIFY(topology.rackPlace(first).isPlaced);
    QVERIFY(topology.rackPlace(first).isTurned);
    const EntityRef second = topology.find(EntityKind::Rack, {}, "A2");
    QCOMPARE(topology.rackPlace(second).positionInRow, 2U);
    QCOMPARE(topology.rackPlace(second).row, std::string("A"));
    const EntityRef node = topology.findNode("n1");
    QCOMPARE(topology.parent(node), second);
    QCOMPARE(topology.nodePlace(node).bottomUnit, 11U);
    QCOMPARE(topology.nodePlace(node).heightUnits, 4U);
    QVERIFY(topology.findNode("dark").isValid()); // exists, although it has no address
    QCOMPARE(file.endpoints.size(), std::size_t{1});
    QCOMPARE(file.endpoints[0].address, std::string("[fe80::1]:7117"));
    QCOMPARE(file.endpoints[0].node, std::string("n1"));
}

void TestClusterFile::rangesStandForManyNodes()
{
    const ClusterFile file = parsed(R"(
name = "big"
[[rack]]
name = "A{01..16}"
row = "A"
x = 1
pitch = 0.7
[[node]]
name = "n{001..128}"
rack = "A{01..16}"
unit = 2
height = 5
address = "10.0.0.{1..128}:7117"
[[node]]
name = "login{1..}"
count = 2
rack = "A{01..02}"
unit = 42
address = "{name}.example.org:7117"
)");
    const Topology& topology = *file.topology;
    QCOMPARE(topology.count(EntityKind::Rack), std::size_t{16});
    QCOMPARE(topology.count(EntityKind::Node), std::size_t{130});
    const RackPlace& third = topology.rackPlace(topology.find(EntityKind::Rack, {}, "A03"));
    QCOMPARE(third.positionInRow, 3U);
    QCOMPARE(third.x, 1 + 2 * 0.7F);
    const EntityRef node = topology.findNode("n010"); // the second in the second rack
    QCOMPARE(topology.name(topology.parent(node)), std::string("A02"));
    QCOMPARE(topology.nodePlace(node).bottomUnit, 7U);
    QCOMPARE(file.endpoints[9].address, std::string("10.0.0.10:7117"));
    QCOMPARE(file.endpoints[129].node, std::string("login2"));
    QCOMPARE(file.endpoints[129].address, std::string("login2.example.org:7117"));
}

void TestClusterFile::nodesBehindOneAddressHaveAStreamEach()
{
    const ClusterFile file = parsed(R"(
name = "simulated"
[[rack]]
name = "R{1..4}"
[[node]]
name = "n{1..8}"
rack = "R{1..4}"
address = "127.0.0.1:7117"
)");
    QCOMPARE(file.endpoints.size(), std::size_t{8});
    for (std::size_t at = 0; at < 8; ++at) {
        QCOMPARE(file.endpoints[at].address, std::string("127.0.0.1:7117"));
        QCOMPARE(file.endpoints[at].node, "n" + std::to_string(at + 1));
    }
    const Topology& topology = *file.topology;
    QCOMPARE(topology.name(topology.parent(topology.findNode("n5"))), std::string("R3"));
    QCOMPARE(topology.nodePlace(topology.findNode("n5")).bottomUnit, 1U);
    QCOMPARE(topology.nodePlace(topology.findNode("n6")).bottomUnit, 2U);
}

void TestClusterFile::accessComesFromTheDefaultsUnlessSaidOtherwise()
{
    const ClusterFile file = parsed(R"(
name = "safe"
[defaults]
ca = "keys/ca.pem"
token = "/run/token"
[[rack]]
name = "R"
[[node]]
name = "a"
rack = "R"
address = "a:1"
[[node]]
name = "b"
rack = "R"
unit = 2
address = "b:1"
ca = "other.pem"
certificate = "me.pem"
key = "me.key"
)");
    QCOMPARE(file.endpoints[0].caFile, std::string("/etc/lockstep/keys/ca.pem")); // beside the file
    QCOMPARE(file.endpoints[0].bearerTokenFile, std::string("/run/token"));
    QCOMPARE(file.endpoints[0].certificateFile, std::string());
    QCOMPARE(file.endpoints[1].caFile, std::string("/etc/lockstep/other.pem"));
    QCOMPARE(file.endpoints[1].certificateFile, std::string("/etc/lockstep/me.pem"));
    QCOMPARE(file.endpoints[1].privateKeyFile, std::string("/etc/lockstep/me.key"));
    QCOMPARE(file.endpoints[1].bearerTokenFile, std::string("/run/token"));
}

namespace {

/// "ADDRESS NODE" or "ADDRESS RELAY: NODES", one a line.
QString textOf(const std::vector<AgentEndpoint>& endpoints)
{
    QString text;
    for (const AgentEndpoint& endpoint : endpoints) {
        text += QString::fromStdString(endpoint.address) + u' ' + QString::fromStdString(endpoint.node);
        if (!endpoint.relayed.empty())
            text += QString::fromStdString(endpoint.relay) + u':';
        for (const std::string& node : endpoint.relayed)
            text += u' ' + QString::fromStdString(node);
        text += u'\n';
    }
    return text;
}

} // namespace

void TestClusterFile::relaysFollowNodesForReaders()
{
    const std::string text = R"(
name = "h"
[defaults]
ca = "/ca.pem"
[[rack]]
name = "R"
[[node]]
name = "n{1..6}"
rack = "R"
address = "10.0.0.{1..6}:7117"
[[relay]]
name = "row-a"
address = "relay-a:7117"
nodes = "n{1..2}"
token = "/token"
[[relay]]
name = "hall"
address = "hall:7117"
nodes = ["n4"]
relays = ["row-a"]
)";
    const auto read = parseClusterFile(text, "hall.toml");
    QVERIFY2(read.isOk(), read.isOk() ? "" : read.error().message.c_str());
    const ClusterFile& file = read.value();
    QCOMPARE(textOf(followedByReaders(file)),
             QStringLiteral("hall:7117 hall: n4 n1 n2\n10.0.0.3:7117 n3\n10.0.0.5:7117 n5\n10.0.0.6:7117 n6\n"));
    QCOMPARE(textOf(followedByRelay(file, "row-a").value()), QStringLiteral("10.0.0.1:7117 n1\n10.0.0.2:7117 n2\n"));
    const auto hall = followedByRelay(file, "hall").value();
    QCOMPARE(textOf(hall), QStringLiteral("10.0.0.4:7117 n4\nrelay-a:7117 row-a: n1 n2\n"));
    QCOMPARE(hall[1].caFile, std::string("/ca.pem"));
    QCOMPARE(hall[1].bearerTokenFile, std::string("/token"));
    QCOMPARE(sourcesOf(hall[1]), 3U);
    QCOMPARE(followedByRelay(file, "row-b").error().message,
             std::string("unknown relay 'row-b'; known relays: hall, row-a. Select one with --name"));
    // Writing and reading it again gives the same.
    const auto again = parseClusterFile(writeClusterFile(file), "hall.toml");
    QVERIFY2(again.isOk(), again.isOk() ? "" : again.error().message.c_str());
    QCOMPARE(textOf(followedByReaders(again.value())), textOf(followedByReaders(file)));
    QCOMPARE(textOf(followedByRelay(again.value(), "hall").value()), textOf(hall));
    // Without a list, a relay follows all nodes with an address.
    const auto plain = parseClusterFile(text.substr(0, text.find("[[relay]]")), "hall.toml");
    QCOMPARE(followedByRelay(plain.value(), "any").value().size(), std::size_t{6});
    QCOMPARE(followedByReaders(plain.value()).size(), std::size_t{6});
}

void TestClusterFile::relaysThatDoNotFitAreNamed_data()
{
    QTest::addColumn<QString>("relays");
    QTest::addColumn<QString>("error");
    const auto row = [](const char* name, const char* relays, const char* error) {
        QTest::newRow(name) << QString::fromLatin1(relays) << QString::fromLatin1(error);
    };
    row("an unknown node", "[[relay]]\nname = 'r'\naddress = 'r:1'\nnodes = 'm'\n",
        "h.toml: relay 'r': 'm' is not a [[node]] of this file");
    row("a node twice",
        "[[relay]]\nname = 'r'\naddress = 'r:1'\nnodes = 'n1'\n[[relay]]\nname = 's'\naddress = 's:1'\nnodes = "
        "'n1'\n",
        "h.toml: node 'n1' is assigned to two relays, 'r' and 's'");
    row("itself", "[[relay]]\nname = 'r'\naddress = 'r:1'\nrelays = 'r'\n", "h.toml: relay 'r' would read itself");
    row("each other",
        "[[relay]]\nname = 'r'\naddress = 'r:1'\nrelays = 's'\n[[relay]]\nname = 's'\naddress = 's:1'\nrelays = "
        "'r'\n",
        "h.toml: relay 'r' would read itself through 's'");
    row("an unknown relay", "[[relay]]\nname = 'r'\naddress = 'r:1'\nrelays = 's'\n",
        "h.toml: relay 'r': 's' is not a [[relay]] of this file");
    row("nobody", "[[relay]]\nname = 'r'\naddress = 'r:1'\n", "expected the nodes that the relay reads");
    row("nowhere", "[[relay]]\nname = 'r'\nnodes = 'n1'\n", "[[relay]] requires 'address', a string");
    row("a name twice",
        "[[relay]]\nname = 'r'\naddress = 'r:1'\nnodes = 'n1'\n[[relay]]\nname = 'r'\naddress = 's:1'\nnodes = "
        "'n2'\n",
        "duplicate relay 'r'");
}

void TestClusterFile::relaysThatDoNotFitAreNamed()
{
    QFETCH(const QString, relays);
    QFETCH(const QString, error);
    const std::string hall = "name = 'h'\n[[rack]]\nname = 'R'\n[[node]]\nname = 'n{1..3}'\nrack = 'R'\n";
    const auto file = parseClusterFile(hall + relays.toStdString(), "h.toml");
    QVERIFY(!file.isOk());
    QVERIFY2(QString::fromStdString(file.error().message).contains(error), file.error().message.c_str());
}

void TestClusterFile::aKeyOfAHundredThousandPartsIsRejected()
{
    std::string key = "a";
    for (int part = 0; part < 100'000; ++part)
        key += ".a";
    const auto file = parseClusterFile("name = 'h'\n[" + key + "]\n", "h.toml");
    QVERIFY(!file.isOk());
    QCOMPARE(file.error().message, std::string("h.toml:2: expected at most 8192 dots in a line"));
}

void TestClusterFile::mistakesAreNamedWithTheirLine_data()
{
    QTest::addColumn<QString>("text");
    QTest::addColumn<QString>("error");
    const auto row = [](const char* name, const char* text, const char* error) {
        QTest::newRow(name) << QString::fromLatin1(text) << QString::fromLatin1(error);
    };
    row("no TOML", "name = ", "hall.toml:1:8: ");
    row("a certificate without a CA",
        "name = \"h\"\n[[rack]]\nname = \"R\"\n[[node]]\nname = \"a\"\nrack = \"R\"\naddress = \"a:1\"\n"
        "certificate = \"me.pem\"\nkey = \"me.key\"\n",
        "hall.toml:8:1: a certificate and key are given without the CA");
    row("reporters that are no list", "name = \"h\"\nreporters = \"facility\"\n",
        "hall.toml:2:1: 'reporters': expected a list of strings");
    row("no name", "[[rack]]\nname = 'R'\n", "a cluster file requires 'name', a string");
    row("unknown key", "name = 'c'\nracks = 3\n",
        "hall.toml:2:1: unknown key 'racks' in a cluster file; expected bus_bandwidth, defaults");
    row("unknown key of a rack", "name = 'c'\n[[rack]]\nname = 'R'\nheigth = 3\n",
        "hall.toml:4:1: unknown key 'heigth' in [[rack]]");
    row("rack without name", "name = 'c'\n\n[[rack]]\nunits = 3\n",
        "hall.toml:3:1: [[rack]] requires 'name', a string");
    row("units as text", "name = 'c'\n[[rack]]\nname = 'R'\nunits = 'many'\n",
        "hall.toml:4:1: 'units' in [[rack]]: expected a whole number from 1 to 1024");
    row("units out of range", "name = 'c'\n[[rack]]\nname = 'R'\nunits = -1\n", "hall.toml:4:1: 'units'");
    row("metres as text", "name = 'c'\n[[rack]]\nname = 'R'\nx = 'left'\n",
        "hall.toml:4:1: 'x' in [[rack]]: expected a number from");
    row("metres beyond any hall", "name = 'c'\n[[rack]]\nname = 'R'\nx = 9e30\n",
        "hall.toml:4:1: 'x' in [[rack]]: expected a number from -10000 to 10000 metres");
    row("metres that are none", "name = 'c'\n[[rack]]\nname = 'R'\nz = nan\n",
        "hall.toml:4:1: 'z' in [[rack]]: expected a number from");
    row("a row to the horizon", "name = 'c'\n[[rack]]\nname = 'R{1..1000}'\npitch = 20\n",
        "hall.toml:3:1: rack 'R502' is at 10020 m");
    row("racks without end",
        "name = 'c'\n[[rack]]\nname = 'R{1..60000}'\npitch = 0\nx = 0\n[[rack]]\nname = 'Q{1..60000}'\npitch = 0\nx = "
        "0\nrow = 'b'\n",
        "hall.toml:7:1: expected at most 65536 racks");
    row("a name of a thousand digits",
        ("name = 'c'\n[[rack]]\nname = 'R{" + std::string(1000, '0') + "1..60000}'\n").c_str(),
        "expected at most 256 bytes");
    row("an address of a thousand letters",
        ("name = 'c'\n[[rack]]\nname = 'R'\n[[node]]\nname = 'n'\nrack = 'R'\naddress = '{name}"
         + std::string(2000, 'x') + ":1'\n")
            .c_str(),
        "hall.toml:7:1: 'address' in [[node]]: expected at most 1024 bytes");
    row("rack twice", "name = 'c'\n[[rack]]\nname = 'R'\n[[rack]]\nname = 'R'\n", "hall.toml:5:1: duplicate rack 'R'");
    row("rack is no table", "name = 'c'\nrack = 5\n",
        "hall.toml:2:1: 'rack': expected tables that start with [[rack]]");
    row("unknown rack", "name = 'c'\n[[node]]\nname = 'n'\nrack = 'R'\n",
        "hall.toml:4:1: expected the name of a [[rack]] of this file, found 'R'");
    row("node twice",
        "name = 'c'\n[[rack]]\nname = 'R'\n[[node]]\nname = 'n'\nrack = 'R'\n[[node]]\nname = 'n'\nrack = 'R'\nunit = "
        "5\n",
        "duplicate node 'n'");
    row("unit taken",
        "name = 'c'\n[[rack]]\nname = 'R'\n[[node]]\nname = 'n{1..2}'\nrack = 'R'\nheight = 4\n[[node]]\nname = "
        "'m'\nrack = 'R'\nunit = 6\n",
        "node 'm' cannot be at unit 6 of rack 'R': the unit is taken");
    row("does not fit",
        "name = 'c'\n[[rack]]\nname = 'R'\nunits = 10\n[[node]]\nname = 'n{1..3}'\nrack = 'R'\nheight = 4\n",
        "node 'n3' does not fit: rack 'R' has 10 units");
    row("uneven", "name = 'c'\n[[rack]]\nname = 'R{1..2}'\n[[node]]\nname = 'n{1..3}'\nrack = 'R{1..2}'\n",
        "hall.toml:6:1: expected the 3 nodes to divide evenly among the racks, found 2 racks");
    row("address", "name = 'c'\n[[rack]]\nname = 'R'\n[[node]]\nname = 'n'\nrack = 'R'\naddress = 'nowhere'\n",
        "hall.toml:7:1: 'nowhere' is not a valid address: expected host:port");
    row("too few addresses",
        "name = 'c'\n[[rack]]\nname = 'R'\n[[node]]\nname = 'n{1..3}'\nrack = 'R'\naddress = 'h{1..2}:1'\n",
        "hall.toml:7:1: expected one address, or one for each of the 3 nodes, found 2");
    row("pattern", "name = 'c'\n[[rack]]\nname = 'R{1-4}'\n",
        "hall.toml:3:1: 'R{1-4}': expected a single range such as {001..128}");
    const std::string small
        = "name = 'c'\n[[rack]]\nname = 'R'\n[[node]]\nname = 'n{1..2}'\nrack = 'R'\n[[switch]]\nname = 's'\n";
    const auto more = [&](const char* name, const char* text, const char* error) {
        QTest::newRow(name) << QString::fromStdString(small + text) << QString::fromLatin1(error);
    };
    more("a switch called like a node", "[[switch]]\nname = 'n1'\n", "hall.toml:10:1: duplicate node 'n1'");
    more("a link to nowhere", "[[link]]\nfrom = 'n1'\nfrom_port = '1'\nto = 'x'\n",
         "hall.toml:10:1: expected a known node or switch, found 'x'");
    more("a link without ports", "[[link]]\nfrom = 'n1'\nto = 's'\n",
         "hall.toml:10:1: link from n1 to s: expected a port at one or both ends");
    more("two links in one port", "[[link]]\nfrom = 'n{1..2}'\nfrom_port = '1'\nto = 's'\nto_port = '7'\n",
         "hall.toml:10:1: s port 7 already has a link, from n1 port 1 to s port 7");
    more("ranges of two lengths", "[[link]]\nfrom = 'n{1..2}'\nfrom_port = '1'\nto = 's'\nto_port = '{1..3}'\n",
         "hall.toml:13:1: expected one name, or one for each of the 2 links, found 3");
    more("a rate beyond any", "[[link]]\nfrom = 'n1'\nfrom_port = '1'\nto = 's'\nrate = 1e9\n",
         "hall.toml:13:1: 'rate' in [[link]]: expected a number from 0 to");
    more("a loop that cools nothing known", "[[loop]]\nname = 'l'\nracks = 'Q{1..2}'\n",
         "hall.toml:10:1: expected existing racks, found 'Q1'");
    more("a feed twice", "[[power_feed]]\nname = 'f'\n[[power_feed]]\nname = 'f'\n",
         "hall.toml:12:1: duplicate feed 'f'");
    more("a band without width", "[power_limits]\nband_from = 3\nband_to = 3\n",
         "hall.toml:11:1: band_to must be greater than band_from");
    more("an owner without a team", "[[owner]]\nkind = 'network'\n",
         "hall.toml:9:1: [[owner]] requires 'team', a string");
    more("too many GPUs", "[[node]]\nname = 'm'\ngpus = 5000\n",
         "hall.toml:11:1: 'gpus' in [[node]]: expected a whole number from 0 to 1024");
    row("GPUs without end", "name = 'c'\n[[node]]\nname = 'n{1..60000}'\ngpus = 1024\n",
        "hall.toml:2:1: expected at most 1024 GPUs in a node and 1048576 in all");
    row("key of the defaults", "name = 'c'\n[defaults]\nport = 1\n", "hall.toml:3:1: unknown key 'port' in [defaults]");
}

void TestClusterFile::mistakesAreNamedWithTheirLine()
{
    QFETCH(QString, text);
    QFETCH(QString, error);
    const auto file = parseClusterFile(text.toStdString(), "hall.toml");
    QVERIFY(!file.isOk());
    QVERIFY2(QString::fromStdString(file.error().message).contains(error), file.error().message.c_str());
}

void TestClusterFile::patternsExpand()
{
    using Names = std::vector<std::string>;
    QCOMPARE(expandPattern("n17", {}).value(), (Names{"n17"}));
    QCOMPARE(expandPattern("n{8..11}", {}).value(), (Names{"n8", "n9", "n10", "n11"}));
    QCOMPARE(expandPattern("n{08..11}x", {}).value(), (Names{"n08x", "n09x", "n10x", "n11x"}));
    QCOMPARE(expandPattern("n{001..}", 2).value(), (Names{"n001", "n002"}));
    QCOMPARE(expandPattern("n{1..2}", 2).value(), (Names{"n1", "n2"}));
    QCOMPARE(expandPattern("n{5..5}", {}).value(), (Names{"n5"}));
}

void TestClusterFile::badPatternsAreRefused()
{
    for (const std::string_view pattern :
         {"n{", "n{}", "n{1}", "n{1..", "n{..5}", "n{5..1}", "n{a..b}", "n{1..2}{3..4}", "n{1..}", "n{0..99999999}",
          "n{1..99999999999999999999}", "n{1...2}"})
        QVERIFY2(!expandPattern(pattern, {}).isOk(), pattern.data());
    QVERIFY(!expandPattern("n", 2).isOk());
    QVERIFY(!expandPattern("n{1..3}", 2).isOk());
}

void TestClusterFile::theExampleIsRead()
{
    const std::string path
        = qEnvironmentVariable("LOCKSTEP_SOURCE_DIR").toStdString() + "/resources/clusters/example.toml";
    const auto file = readClusterFile(path);
    QVERIFY2(file.isOk(), file.isOk() ? "" : file.error().message.c_str());
    QCOMPARE(file.value().topology->count(EntityKind::Rack), std::size_t{17});
    QCOMPARE(file.value().topology->count(EntityKind::Node), std::size_t{67});
    QCOMPARE(file.value().endpoints.size(), std::size_t{66});
}

void TestClusterFile::anAbsentFileIsNamed()
{
    const auto file = readClusterFile("/no/such/hall.toml");
    QVERIFY(!file.isOk());
    QCOMPARE(file.error().message, std::string("cannot read /no/such/hall.toml: No such file or directory"));
    QVERIFY(!readClusterFile("/").isOk());
}

LOCKSTEP_TEST(tst_clusterfile, TestClusterFile)
#include "tst_clusterfile.moc"
