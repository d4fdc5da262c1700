// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/simulator/simulatoroptions.h"
#include "datasources/text/commandpage.h"
#include "tests/support/testentry.h"

#include <QTest>

#include <string>
#include <vector>

using namespace lockstep;

namespace {

Result<SimulatorOptions> parse(const std::vector<std::string>& words)
{
    const Result<CommandInput> line = readCommand(simulatorPage(), words);
    return line.isOk() ? simulatorOptions(line.value()) : line.error();
}

} // namespace

class SimulatorOptionsTest : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void everyOptionIsUnderstood()
    {
        const auto options
            = parse({"--nodes", "2048", "--gpus", "8", "--cluster", "c.toml", "--drill", "d.toml", "--seed", "7",
                     "--speed", "2.5", "--listen", "127.0.0.1:0", "--duration", "60", "--chaos"});
        QVERIFY(options.isOk());
        QCOMPARE(*options.value().nodes, 2048U);
        QCOMPARE(*options.value().gpus, 8U);
        QCOMPARE(options.value().clusterFile, std::string("c.toml"));
        QCOMPARE(options.value().drillFile, std::string("d.toml"));
        QCOMPARE(options.value().seed, std::uint64_t{7});
        QCOMPARE(options.value().speed, 2.5);
        QCOMPARE(options.value().listen, std::string("127.0.0.1:0"));
        QCOMPARE(*options.value().durationSeconds, 60.0);
        QVERIFY(options.value().chaos);
    }

    void wrongOnesAreRefusedWithTheReason()
    {
        QCOMPARE(parse({"--nodes", "many"}).error().message,
                 std::string("--nodes: expected a whole number from 1 to 16384, found \"many\""));
        QVERIFY(!parse({"--nodes", "0"}).isOk());
        QVERIFY(!parse({"--speed", "-1"}).isOk());
        QVERIFY(!parse({"--speed"}).isOk());
        QVERIFY(!parse({"--nonsense"}).isOk());
        QVERIFY(!parse({"stray"}).isOk());
    }
};

LOCKSTEP_TEST(tst_simulatoroptions, SimulatorOptionsTest)
#include "tst_simulatoroptions.moc"
