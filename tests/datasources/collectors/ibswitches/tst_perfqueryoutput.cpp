// SPDX-License-Identifier: GPL-3.0-or-later
#include "datasources/collectors/ibswitches/ibswitchtarget.h"
#include "tests/support/testentry.h"

#include <QTest>

#include <limits>

using namespace lockstep;

/// Output of perfquery, as printed by infiniband-diags 44.
class TestPerfqueryOutput : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void portsAndCountersAreRead()
    {
        const auto read = readPerfquery("ibwarn: [17975] something is odd\n"
                                        "# Port extended counters: Lid 2 port 1 (CapMask: 0x1300 CapMask2: 0x0000000)\n"
                                        "PortSelect:......................1\n"
                                        "CounterSelect:...................0x0010\n"
                                        "PortXmitData:....................18446744073709551615\n"
                                        "# Port counters: Lid 2 port 36 (CapMask: 0x1300)\r\n"
                                        "SymbolErrorCounter:..............77\r\n"
                                        "VL15Dropped:.....................");
        QVERIFY2(read.isOk(), read.isOk() ? "" : read.error().message.c_str());
        QCOMPARE(read.value().size(), std::size_t{2});
        QCOMPARE(read.value().at(1).at("PortXmitData"), std::numeric_limits<std::uint64_t>::max());
        QCOMPARE(read.value().at(1).at("CounterSelect"), std::uint64_t{16});
        QCOMPARE(read.value().at(36).at("SymbolErrorCounter"), std::uint64_t{77});
        QCOMPARE(read.value().at(36).size(), std::size_t{1});
    }

    void whatIsNoneIsAnErrorInWords()
    {
        for (const char* const text :
             {"", "\n\n", "perfquery: iberror: failed", "PortXmitData:....4\n",
              "# Port counters: Lid 2 port 300 (x)\nA:..1\n", "# Port counters: Lid 2 port 1\nA:.-1\n"}) {
            const auto read = readPerfquery(text);
            QVERIFY2(!read.isOk() && !read.error().message.empty(), text);
        }
    }

    void aTextWithoutEndIsBounded()
    {
        std::string text = "# Port counters: Lid 2 port 1 (x)\n";
        for (int counter = 0; counter < 1000; ++counter)
            text += "Counter" + std::to_string(counter) + ":..1\n";
        const auto read = readPerfquery(text);
        QVERIFY(read.isOk());
        QVERIFY(read.value().at(1).size() <= 64);
    }
};

LOCKSTEP_TEST(tst_perfqueryoutput, TestPerfqueryOutput)
#include "tst_perfqueryoutput.moc"
