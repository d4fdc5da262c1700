// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/hostile/attacks.h"
#include "tests/hostile/childprogram.h"
#include "tests/hostile/honestcluster.h"
#include "tests/support/testentry.h"

#include <QTemporaryDir>
#include <QTest>
#include <fmt/format.h>

#include <thread>

using namespace lockstep;
using namespace lockstep::test;

/// Agents that lie beside honest ones, against `lockstep record` as a user starts it: what it costs the recorder, and
/// whether an honest sample is missing afterwards.
class TestHostileAgents : public QObject
{
    Q_OBJECT

    static constexpr std::size_t honestNodes = 16;
    static constexpr std::size_t mebi = 1U << 20U;

    struct Outcome
    {
        std::size_t peakBytes = 0;
        double cpuShare = 0; ///< of a core
        std::optional<int> exitCode;
        std::string log;
        HonestCluster::Recorded honest;
    };

    static Outcome recordBeside(const std::vector<std::string>& hostile, std::chrono::seconds duration)
    {
        const QTemporaryDir folder;
        const HonestCluster honest(honestNodes);
        std::string addresses = honest.address();
        for (const std::string& address : hostile)
            addresses += ',' + address;
        const std::string out = folder.filePath(QStringLiteral("recording")).toStdString();
        const auto start = std::chrono::steady_clock::now();
        ChildProgram recorder("lockstep-record", {"record", "--connect", addresses, "--out", out});
        std::this_thread::sleep_for(duration); // of the attack
        Outcome outcome;
        const TimePoint stopped = wallClockNow();
        outcome.exitCode = recorder.stop();
        const ChildProgram::Seconds elapsed = std::chrono::steady_clock::now() - start;
        outcome.peakBytes = recorder.peakMemoryBytes();
        outcome.cpuShare = recorder.cpuTime() / elapsed;
        outcome.log = recorder.log();
        outcome.honest = honest.recordedIn(out, stopped);
        return outcome;
    }

    static void report(const char* name, const Outcome& outcome)
    {
        fmt::print("{:<34} {:>5} MiB, {:>4.0f} % of a core; honest samples: {} recorded, {} lost\n", name,
                   outcome.peakBytes / mebi, 100 * outcome.cpuShare, outcome.honest.samples, outcome.honest.lost);
        QVERIFY2(outcome.exitCode.has_value(), (outcome.log + "\nit crashed or did not end").c_str());
        QVERIFY2(outcome.honest.problem.empty(), outcome.honest.problem.c_str());
        QVERIFY(outcome.honest.samples > 0);
        QCOMPARE(outcome.honest.lost, std::uint64_t{0});
    }

    std::size_t m_quietBytes = 0;

private Q_SLOTS:
    void initTestCase()
    {
        const Outcome quiet = recordBeside({}, std::chrono::seconds(3));
        report("no attack", quiet);
        m_quietBytes = quiet.peakBytes;
    }

    void eachCostsNobodyElseASample_data()
    {
        QTest::addColumn<int>("index");
        for (std::size_t index = 0; index < attacks().size(); ++index)
            QTest::newRow(attacks()[index].name) << static_cast<int>(index);
    }

    void eachCostsNobodyElseASample()
    {
        QFETCH(int, index);
        const Attack& attack = attacks()[static_cast<std::size_t>(index)];
        const LyingAgent liar(attack.makeFrame, attack.period);
        const Outcome outcome = recordBeside({liar.address()}, std::chrono::seconds(4));
        report(attack.name, outcome);
        QVERIFY(outcome.peakBytes < (m_quietBytes + attack.mebibytes * mebi * sanitizerFactor()));
    }
};

LOCKSTEP_TEST(tst_hostileagents, TestHostileAgents)
#include "tst_hostileagents.moc"
