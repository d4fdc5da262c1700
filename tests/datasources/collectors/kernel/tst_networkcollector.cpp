// SPDX-License-Identifier: GPL-3.0-or-later
#include "datasources/collectors/kernel/kernelcollectors.h"
#include "models/core/batch.h"
#include "tests/datasources/collectors/collectorharness.h"
#include "tests/support/testentry.h"

#include <QTest>
#include <fmt/format.h>

using namespace lockstep;

class TestNetworkCollector : public QObject
{
    Q_OBJECT

private:
    void writeCounts(std::uint64_t received, std::uint64_t sent, int errors = 0, int drops = 0) const
    {
        m_tree.write(
            "proc/net/dev",
            fmt::format("Inter-|   Receive                                                |  Transmit\n"
                        " face |bytes    packets errs drop fifo frame compressed multicast|bytes    packets errs drop\n"
                        "    lo: 1 1 0 0 0 0 0 0 1 1 0 0 0 0 0 0\n"
                        "  eth0:{} 100 {} {} 0 0 0 0 {} 200 {} {} 0 0 0 0\n"
                        "veth12: 9 9 9 9 9 9 9 9 9 9 9 9 9 9 9 9\n",
                        received, errors, drops, sent, 2 * errors, 2 * drops));
    }

    void writeInterface(const std::string& name, const std::string& state, const std::string& flags,
                        const std::string& speed) const
    {
        const std::string folder = "sys/class/net/" + name + "/";
        m_tree.write(folder + "operstate", state + "\n");
        m_tree.write(folder + "flags", flags + "\n");
        m_tree.write(folder + "speed", speed + "\n");
    }

    FixtureTree m_tree;

private Q_SLOTS:
    void init()
    {
        writeInterface("eth0", "up", "0x1003", "10000");
        writeInterface("lo", "unknown", "0x9", "-1");
        writeInterface("veth12", "up", "0x1003", "10000");
        m_tree.write("sys/class/net/bonding_masters", "bond0\n");
        m_tree.write("proc/net/snmp",
                     "Ip: Forwarding DefaultTTL\nIp: 1 64\nTcp: ActiveOpens RetransSegs InErrs\nTcp: 5 10 0\n");
        writeCounts(0, 0);
    }

    void theLoopbackAndWhatIsIgnoredAreLeftOut()
    {
        m_tree.write("sys/class/net/eth0/mtu", "9000\n");
        const auto collector = makeNetworkCollector(SystemRoot(m_tree.root()), {"veth"});
        CollectorHarness harness(*collector);
        QCOMPARE(harness.detect().detail, std::string("eth0"));
        QVERIFY((harness.detect().properties == std::vector<NodeProperty>{{"MTU of eth0", "9000"}}));
        QVERIFY(harness.has("port.rate", "eth0"));
        QVERIFY(!harness.has("port.transmit", "lo"));
    }

    void whatIsBuiltUponDevicesIsNotCountedTwice()
    {
        writeInterface("bond0", "up", "0x1403", "10000");
        writeInterface("tun0", "unknown", "0x10d1", "-1");
        const auto collector = makeNetworkCollector(SystemRoot(m_tree.root()), {"veth"});
        CollectorHarness harness(*collector);
        QCOMPARE(harness.detect().detail, std::string("bond0, eth0, tun0")); // as in a container: no device at all
        m_tree.write("sys/class/net/eth0/device/vendor", "0x15b3\n");
        QCOMPARE(harness.detect().detail, std::string("eth0"));
    }

    void lifetimeCountsStandBesideTheRates()
    {
        writeCounts(0, 0, 2000, 7);
        const auto collector = makeNetworkCollector(SystemRoot(m_tree.root()), {"veth"});
        CollectorHarness harness(*collector);
        harness.detect();
        harness.sample(0); // no rate is known yet
        COMPARE_NEAR(harness.value("port.receive_errors.total", "eth0"), 2000.0);
        COMPARE_NEAR(harness.value("port.transmit_errors.total", "eth0"), 4000.0);
        COMPARE_NEAR(harness.value("port.receive_drops.total", "eth0"), 7.0);
        COMPARE_NEAR(harness.value("port.transmit_drops.total", "eth0"), 14.0);
    }

    void bytesErrorsAndDropsBecomeRatesAndUtilisation()
    {
        const auto collector = makeNetworkCollector(SystemRoot(m_tree.root()), {"veth"});
        CollectorHarness harness(*collector);
        harness.detect();
        harness.sample(0);
        writeCounts(125'000'000, 250'000'000, 3, 4);
        m_tree.write("proc/net/snmp", "Tcp: ActiveOpens RetransSegs InErrs\nTcp: 5 17 0\n");
        harness.sample(1000);
        COMPARE_NEAR(harness.value("port.receive", "eth0"), 125e6);
        COMPARE_NEAR(harness.value("port.transmit", "eth0"), 250e6);
        COMPARE_NEAR(harness.value("port.receive_errors", "eth0"), 3.0);
        COMPARE_NEAR(harness.value("port.transmit_errors", "eth0"), 6.0);
        COMPARE_NEAR(harness.value("port.receive_drops", "eth0"), 4.0);
        COMPARE_NEAR(harness.value("port.transmit_drops", "eth0"), 8.0);
        COMPARE_NEAR(harness.value("port.rate", "eth0"), 10e9);
        COMPARE_NEAR(harness.value("port.utilisation", "eth0"), 0.2); // the busier direction
        COMPARE_NEAR(harness.value("node.tcp.retransmits"), 7.0);
    }

    void aMicroburstShowsInThePeakButNotInTheMean()
    {
        const auto collector = makeNetworkCollector(SystemRoot(m_tree.root()), {"veth"});
        CollectorHarness harness(*collector);
        harness.detect();
        harness.sample(0);
        writeCounts(1'000'000, 0);
        harness.look(50);
        harness.look(100);
        harness.sample(1000);
        COMPARE_NEAR(harness.value("port.receive", "eth0"), 1e6);
        COMPARE_NEAR(harness.value("port.receive.peak", "eth0"), 20e6);
        writeCounts(2'000'000, 0);
        harness.sample(2000); // the peak belongs to its tick alone
        COMPARE_NEAR(harness.value("port.receive.peak", "eth0"), 1e6);
    }

    void aPortThatGoesDownMakesOneEventAndOneThatComesBackAnother()
    {
        const auto collector = makeNetworkCollector(SystemRoot(m_tree.root()), {"veth"});
        CollectorHarness harness(*collector);
        harness.detect();
        harness.sample(0);
        COMPARE_NEAR(harness.value("port.up", "eth0"), 1.0);
        writeInterface("eth0", "down", "0x1003", "-1");
        const NodeTick down = harness.sample(1000);
        COMPARE_NEAR(harness.value("port.up", "eth0"), 0.0);
        QCOMPARE(down.events.size(), std::size_t(1));
        QCOMPARE(down.events[0].code, std::string("port.down"));
        QCOMPARE(down.layout->entities[down.events[0].entity].name, std::string("eth0"));
        QVERIFY(harness.sample(2000).events.empty());
        writeInterface("eth0", "up", "0x1003", "10000");
        QCOMPARE(harness.sample(3000).events.at(0).code, std::string("port.up"));
    }

    void aPortThatSomebodySwitchedOffIsNoFault()
    {
        writeInterface("eth0", "down", "0x1002", "-1");
        const auto collector = makeNetworkCollector(SystemRoot(m_tree.root()), {"veth"});
        CollectorHarness harness(*collector);
        harness.detect();
        QVERIFY(harness.sample(0).events.empty());
        QVERIFY(std::isnan(harness.value("port.up", "eth0")));
    }

    void aSpeedThatBecomesKnownIsAChange()
    {
        writeInterface("eth0", "down", "0x1003", "-1");
        const auto collector = makeNetworkCollector(SystemRoot(m_tree.root()), {"veth"});
        CollectorHarness harness(*collector);
        harness.detect();
        QVERIFY(!collector->hasChanged());
        writeInterface("eth0", "up", "0x1003", "25000");
        QVERIFY(collector->hasChanged());
        harness.detect();
        harness.sample(0);
        COMPARE_NEAR(harness.value("port.rate", "eth0"), 25e9);
        QVERIFY(!collector->hasChanged());
    }
};

LOCKSTEP_TEST(tst_networkcollector, TestNetworkCollector)
#include "tst_networkcollector.moc"
