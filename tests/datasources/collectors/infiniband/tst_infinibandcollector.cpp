// SPDX-License-Identifier: GPL-3.0-or-later
#include "datasources/collectors/infiniband/infinibandcounters.h"
#include "datasources/collectors/kernel/files/kernelfile.h"
#include "datasources/collectors/kernel/files/systemroot.h"
#include "models/core/batch.h"
#include "models/core/metrics/metriccatalogue.h"
#include "tests/datasources/collectors/collectorharness.h"
#include "tests/datasources/collectors/realtree.h"
#include "tests/support/testentry.h"

#include <QTest>
#include <fmt/format.h>

using namespace lockstep;

class TestInfinibandCollector : public QObject
{
    Q_OBJECT

private:
    static constexpr const char* port = "sys/class/infiniband/mlx5_0/ports/1/";

    void writePort(const std::string& state = "4: ACTIVE", const std::string& physicalState = "5: LinkUp") const
    {
        m_tree.write(port + std::string("rate"), "400 Gb/sec (4X NDR)\n");
        m_tree.write(port + std::string("state"), state + "\n");
        m_tree.write(port + std::string("phys_state"), physicalState + "\n");
    }

    void writeCounter(const std::string& file, const std::string& value) const
    {
        m_tree.write(port + file, value + "\n");
    }

    FixtureTree m_tree;

private Q_SLOTS:
    void init()
    {
        m_tree.remove("sys");
        writePort();
    }

    void anAbsentClassFolderTurnsItOffAndSaysSo()
    {
        const FixtureTree empty;
        const auto collector = makeInfinibandCollector(SystemRoot(empty.root()));
        CollectorHarness harness(*collector);
        const InventoryItem item = harness.detect();
        QVERIFY(!item.isActive);
        QVERIFY(item.detail.find("/sys/class/infiniband is absent") != std::string::npos);
    }

    void dataCountersCountUnitsOfFourOctets()
    {
        writeCounter("counters/port_xmit_data", "1000");
        writeCounter("counters/port_rcv_data", "0");
        const auto collector = makeInfinibandCollector(SystemRoot(m_tree.root()));
        CollectorHarness harness(*collector);
        m_tree.write("sys/class/infiniband/mlx5_0/fw_ver", "28.39.1002\n");
        const InventoryItem item = harness.detect();
        QCOMPARE(item.detail, std::string("mlx5_0/1 400 Gb/sec (4X NDR)"));
        QVERIFY((item.properties == std::vector<NodeProperty>{{"firmware of mlx5_0", "28.39.1002"}}));
        harness.sample(0);
        writeCounter("counters/port_xmit_data", "6250001000"); // 25 GB
        writeCounter("counters/port_rcv_data", "1000");
        harness.sample(1000);
        COMPARE_NEAR(harness.value("port.transmit", "mlx5_0/1"), 25e9);
        COMPARE_NEAR(harness.value("port.receive", "mlx5_0/1"), 4000.0);
        COMPARE_NEAR(harness.value("port.rate", "mlx5_0/1"), 400e9);
        COMPARE_NEAR(harness.value("port.utilisation", "mlx5_0/1"), 0.5);
        COMPARE_NEAR(harness.value("port.up", "mlx5_0/1"), 1.0);
    }

    void aPortThatWentDownBeforeAnybodyLookedIsSeenAtOnce()
    {
        writeCounter("counters/link_downed", "255");
        writeCounter("counters/symbol_error", "4294967295"); // it stopped at its top
        const auto collector = makeInfinibandCollector(SystemRoot(m_tree.root()));
        CollectorHarness harness(*collector);
        harness.detect();
        harness.sample(0);
        COMPARE_NEAR(harness.value("port.link_downed.total", "mlx5_0/1"), 255.0);
        COMPARE_NEAR(harness.value("port.symbol_errors.total", "mlx5_0/1"), 4294967295.0);
        harness.sample(1000);
        COMPARE_NEAR(harness.value("port.link_downed", "mlx5_0/1"), 0.0);
        QVERIFY(std::isnan(harness.value("port.symbol_errors", "mlx5_0/1")));
    }

    void aMicroburstSurvivesAsPeakUtilisation()
    {
        writeCounter("counters/port_xmit_data", "0");
        const auto collector = makeInfinibandCollector(SystemRoot(m_tree.root()));
        CollectorHarness harness(*collector);
        harness.detect();
        harness.sample(0);
        writeCounter("counters/port_xmit_data", "1250000000"); // 5 GB in 100 ms: line rate
        harness.look(100);
        harness.sample(1000);
        COMPARE_NEAR(harness.value("port.utilisation", "mlx5_0/1"), 0.1);
        COMPARE_NEAR(harness.value("port.utilisation.peak", "mlx5_0/1"), 1.0);
        COMPARE_NEAR(harness.value("port.transmit.peak", "mlx5_0/1"), 50e9);
    }

    void everyDocumentedCounterHasAMetricOfTheCatalogue_data()
    {
        QTest::addColumn<bool>("isHardware");
        QTest::newRow("counters") << false;
        QTest::newRow("hw_counters") << true;
    }

    void everyDocumentedCounterHasAMetricOfTheCatalogue()
    {
        QFETCH(bool, isHardware);
        const std::string folder = isHardware ? "hw_counters/" : "counters/";
        const auto counters = isHardware ? hardwareCounters() : portCounters();
        for (const InfinibandCounter& counter : counters)
            writeCounter(folder + std::string(counter.file), "0");
        const auto collector = makeInfinibandCollector(SystemRoot(m_tree.root()));
        CollectorHarness harness(*collector);
        harness.detect();
        harness.sample(0);
        for (const InfinibandCounter& counter : counters)
            writeCounter(folder + std::string(counter.file), "100");
        harness.sample(1000);
        for (const InfinibandCounter& counter : counters) {
            QVERIFY2(findMetric(counter.metric), counter.metric.data());
            COMPARE_NEAR(harness.value(std::string(counter.metric), "mlx5_0/1"), 100.0 * counter.scale);
        }
    }

    void retransmitsAreTheSumOfTheirCauses()
    {
        for (const char* file : {"packet_seq_err", "local_ack_timeout_err", "rnr_nak_retry_err", "out_of_sequence"})
            writeCounter("hw_counters/" + std::string(file), "0");
        const auto collector = makeInfinibandCollector(SystemRoot(m_tree.root()));
        CollectorHarness harness(*collector);
        harness.detect();
        harness.sample(0);
        writeCounter("hw_counters/packet_seq_err", "2");
        writeCounter("hw_counters/local_ack_timeout_err", "3");
        writeCounter("hw_counters/out_of_sequence", "50"); // seen by the receiver: no retransmission of ours
        harness.sample(1000);
        COMPARE_NEAR(harness.value("port.retransmits", "mlx5_0/1"), 5.0);
    }

    void hardwareCountersThatNobodyKnowsKeepTheirKernelName()
    {
        writeCounter("hw_counters/rx_read_requests", "7");
        writeCounter("hw_counters/lifespan", "10");
        const auto collector = makeInfinibandCollector(SystemRoot(m_tree.root()));
        CollectorHarness harness(*collector);
        harness.detect();
        QVERIFY(harness.has("port.hw.rx_read_requests", "mlx5_0/1"));
        QVERIFY(!harness.has("port.hw.lifespan", "mlx5_0/1")); // a setting
    }

    void aCounterThatStoppedAtItsTopHasNoData()
    {
        writeCounter("counters/port_xmit_wait", "4294967295");
        const auto collector = makeInfinibandCollector(SystemRoot(m_tree.root()));
        CollectorHarness harness(*collector);
        harness.detect();
        harness.sample(0);
        harness.sample(1000);
        QVERIFY(harness.has("port.transmit_wait_ticks", "mlx5_0/1"));
        QVERIFY(std::isnan(harness.value("port.transmit_wait_ticks", "mlx5_0/1")));
    }

    void waitingForCreditIsAShareOfTime()
    {
        writeCounter("counters/port_xmit_wait", "0");
        const auto collector = makeInfinibandCollector(SystemRoot(m_tree.root()));
        CollectorHarness harness(*collector);
        harness.detect();
        harness.sample(0);
        writeCounter("counters/port_xmit_wait", "3125000000"); // a quarter of the 12.5e9 units that 400 Gb/s moves
        harness.sample(1000);
        COMPARE_NEAR(harness.value("port.transmit_wait", "mlx5_0/1"), 0.25);
    }

    void aPortThatLeavesTheActiveStateMakesACriticalEvent()
    {
        const auto collector = makeInfinibandCollector(SystemRoot(m_tree.root()));
        CollectorHarness harness(*collector);
        harness.detect();
        QVERIFY(harness.sample(0).events.empty());
        writePort("1: DOWN", "2: Polling");
        const NodeTick tick = harness.sample(1000);
        COMPARE_NEAR(harness.value("port.up", "mlx5_0/1"), 0.0);
        QCOMPARE(tick.events.size(), std::size_t(1));
        QCOMPARE(tick.events[0].code, std::string("port.down"));
        QVERIFY(tick.events[0].severity == Severity::Critical);
        writePort("1: DOWN", "3: Disabled");
        QVERIFY(harness.sample(2000).events.empty());
        QVERIFY(std::isnan(harness.value("port.up", "mlx5_0/1")));
    }

    void ratesAndStatesThatCannotBeReadAreNothing()
    {
        QVERIFY(!parseLinkRate("").has_value());
        QVERIFY(!parseLinkRate("N/A").has_value());
        QVERIFY(!parseLinkRate("0 Gb/sec").has_value());
        QCOMPARE(parseLinkRate("2.5 Gb/sec (1X SDR)").value(), 2.5e9);
        QVERIFY(!parseLinkState("ACTIVE").has_value());
        QCOMPARE(parseLinkState("4: ACTIVE").value(), 4);
    }

    void theNodeExporterTreeReadsAsItsOwnExpectedOutput()
    {
        const RealTree tree(QStringLiteral("node_exporter_sysfs.tar.gz"));
        if (!tree.isThere())
            QSKIP(qPrintable(tree.absence()));
        const std::string root = tree.root("node_exporter_sysfs");
        const auto collector = makeInfinibandCollector(SystemRoot(root));
        CollectorHarness harness(*collector);
        const InventoryItem item = harness.detect();
        QVERIFY(item.isActive);
        QVERIFY(item.detail.find("i40iw0/1 10 Gb/sec (4X), without counters") != std::string::npos); // "N/A (no PMA)"
        harness.sample(0);
        COMPARE_NEAR(harness.value("port.up", "i40iw0/1"), 1.0);
        COMPARE_NEAR(harness.value("port.rate", "i40iw0/1"), 10e9);
        QVERIFY(!harness.has("port.transmit", "i40iw0/1"));
        COMPARE_NEAR(harness.value("port.rate", "mlx4_0/2"), 40e9);

        // The reference has totals, whereas the collector reports rates. Starting from zero, the rate over one second
        // is the total. The exporter's expected output contains 1.493376e+07 and 1.8527668e+07 bytes.
        const FixtureTree zero;
        const std::string counters = "sys/class/infiniband/mlx4_0/ports/1/counters/";
        zero.write("sys/class/infiniband/mlx4_0/ports/1/rate", "40 Gb/sec (4X QDR)\n");
        for (const char* file : {"port_xmit_data", "port_rcv_data", "port_xmit_discards", "port_rcv_packets"})
            zero.write(counters + file, "0\n");
        const auto fromZero = makeInfinibandCollector(SystemRoot(zero.root()));
        CollectorHarness rates(*fromZero);
        rates.detect();
        rates.sample(0);
        for (const char* file : {"port_xmit_data", "port_rcv_data", "port_xmit_discards", "port_rcv_packets"})
            zero.write(counters + file, readLine(root + "/" + counters + file) + "\n");
        rates.sample(1000);
        COMPARE_NEAR(rates.value("port.transmit", "mlx4_0/1"), 1.493376e+07);
        COMPARE_NEAR(rates.value("port.receive", "mlx4_0/1"), 1.8527668e+07);
        COMPARE_NEAR(rates.value("port.transmit_drops", "mlx4_0/1"), 5.0);
        COMPARE_NEAR(rates.value("port.receive_packets", "mlx4_0/1"), 6825908347.0);
    }

    void theProcfsTreeGivesEveryPortWithItsHardwareCounters()
    {
        const RealTree tree(QStringLiteral("procfs_sysfs.tar.gz"));
        if (!tree.isThere())
            QSKIP(qPrintable(tree.absence()));
        const auto collector = makeInfinibandCollector(SystemRoot(tree.root("procfs_sysfs/fixtures")));
        CollectorHarness harness(*collector);
        QVERIFY(harness.detect().isActive);
        harness.sample(0);
        harness.sample(1000);
        for (const char* name : {"hfi1_0/1", "mlx4_0/1", "mlx4_0/2", "mlx5_0/1"}) {
            COMPARE_NEAR(harness.value("port.up", name), 1.0);
            COMPARE_NEAR(harness.value("port.transmit", name), 0.0); // the files do not change
            COMPARE_NEAR(harness.value("port.symbol_errors", name), 0.0);
        }
        // A rate needs two samples; totals are available from the first.
        for (const char* name : {"mlx4_0/1", "mlx4_0/2"}) {
            QVERIFY(!std::isnan(harness.value("port.link_downed.total", name)));
            QVERIFY(!std::isnan(harness.value("port.symbol_errors.total", name)));
        }
        COMPARE_NEAR(harness.value("port.rate", "hfi1_0/1"), 100e9);
        COMPARE_NEAR(harness.value("port.rate", "mlx5_0/1"), 25e9);
        QVERIFY(harness.has("port.rdma.adaptive_retransmits", "mlx5_0/1"));
        QVERIFY(harness.has("port.rdma.requester_completion_errors", "mlx5_0/1"));
        QVERIFY(harness.has("port.hw.rx_dct_connect", "mlx5_0/1"));
        QVERIFY(!harness.has("port.retransmits", "mlx4_0/1"));
    }
};

LOCKSTEP_TEST(tst_infinibandcollector, TestInfinibandCollector)
#include "tst_infinibandcollector.moc"
