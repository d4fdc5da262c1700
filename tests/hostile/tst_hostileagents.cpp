// SPDX-License-Identifier: GPL-3.0-or-later
#include "lockstep/v1/telemetry.pb.h"
#include "tests/hostile/attacks.h"
#include "tests/hostile/childprogram.h"
#include "tests/hostile/honestcluster.h"
#include "tests/hostile/rawpeer.h"
#include "tests/support/hangtimeout.h"
#include "tests/support/testentry.h"

#include <QFile>
#include <QTemporaryDir>
#include <QTest>
#include <deque>
#include <fmt/format.h>

#include <algorithm>
#include <cctype>
#include <thread>

using namespace lockstep;
using namespace lockstep::test;

/// Malicious agents beside valid ones, with a real `lockstep record`. Measures the cost for the recorder, and lost
/// valid samples.
class TestHostileAgents : public QObject
{
    Q_OBJECT

    static constexpr std::size_t honestNodes = 16;
    static constexpr std::uint64_t fewTicks = 3;

    struct Outcome
    {
        std::size_t peakBytes = 0;
        double cpuShare = 0; ///< of a core
        std::optional<int> exitCode;
        std::string log;
        HonestCluster::Recorded honest;
    };

    static Outcome recordBeside(const std::vector<std::string>& hostile, std::uint64_t ticks)
    {
        HonestCluster honest(honestNodes);
        std::string addresses = honest.address();
        for (const std::string& address : hostile)
            addresses += ',' + address;
        return record(honest, {"--connect", addresses}, ticks);
    }

    /// @param sources options of `lockstep record`
    /// @param ticks number of ticks of the valid nodes to record during the attack
    static Outcome record(HonestCluster& honest, const std::vector<std::string>& sources, std::uint64_t ticks)
    {
        const QTemporaryDir folder;
        const std::string out = folder.filePath(QStringLiteral("recording")).toStdString();
        const auto start = std::chrono::steady_clock::now();
        std::vector<std::string> arguments{"record", "--out", out};
        arguments.insert(arguments.end(), sources.begin(), sources.end());
        ChildProgram recorder("lockstep-record", arguments);
        Outcome outcome;
        const bool isRecorded = honest.waitUntilRecorded(out, ticks) && honest.finishInto(out);
        outcome.exitCode = recorder.stop();
        const ChildProgram::Seconds elapsed = std::chrono::steady_clock::now() - start;
        outcome.peakBytes = recorder.peakMemoryBytes();
        outcome.cpuShare = recorder.cpuTime() / elapsed;
        outcome.log = recorder.log();
        outcome.honest = honest.recordedIn(out);
        if (!isRecorded && outcome.honest.problem.empty())
            outcome.honest.problem = "the last tick does not come";
        return outcome;
    }

    /// A malicious agent, and the node that it claims to be.
    struct Liar
    {
        explicit Liar(const Attack& attack) : agent(attack.makeFrame, attack.period)
        {
            v1::Frame frame;
            const bool isFrame = frame.ParseFromString(attack.makeFrame(0));
            for (const v1::NodeUpdate& update : frame.updates()) {
                if (isFrame && update.has_description())
                    node = update.description().identity().name();
            }
            // A cluster file contains no name twice, and no invalid name.
            if (node.empty() || node.starts_with("honest") || !std::ranges::all_of(node, isOfName))
                node = fmt::format("hostile-{}", agent.address().substr(agent.address().rfind(':') + 1));
        }
        static bool isOfName(char letter) { return std::isalnum(static_cast<unsigned char>(letter)) || letter == '-'; }

        LyingAgent agent;
        std::string node;
    };

    static std::string nodeTable(const std::string& name, const std::string& address)
    {
        return fmt::format("[[node]]\nname = '{}'\naddress = '{}'\n", name, address);
    }

    static std::string written(const QTemporaryDir& folder, const QString& name, const std::string& text)
    {
        QFile file(folder.filePath(name));
        if (!file.open(QIODevice::WriteOnly) || file.write(text.data(), static_cast<qint64>(text.size())) < 0)
            qFatal("the test's own file cannot be written");
        return file.fileName().toStdString();
    }

    struct Relayed
    {
        Outcome outcome;
        std::size_t relayBytes = 0;
        double relayShare = 0; ///< of a core
    };

    /// Valid and malicious nodes behind one relay, which runs as a separate program and is the only recorded source.
    static Relayed recordThroughRelay(const std::deque<Liar>& liars, std::uint64_t ticks)
    {
        const QTemporaryDir folder;
        HonestCluster honest(honestNodes);
        std::string hall = "name = 'h'\n";
        std::string nodes;
        for (std::size_t node = 0; node < honestNodes; ++node) {
            hall += nodeTable(HonestCluster::nodeName(node), honest.address());
            nodes += fmt::format("'{}',", HonestCluster::nodeName(node));
        }
        for (const Liar& liar : liars) {
            hall += nodeTable(liar.node, liar.agent.address());
            nodes += fmt::format("'{}',", liar.node);
        }
        const auto start = std::chrono::steady_clock::now();
        ChildProgram relay("lockstep-agent",
                           {"--relay", written(folder, QStringLiteral("relay.toml"), hall), "--listen", "127.0.0.1:0"});
        const std::string phrase = "(port ";
        Relayed relayed;
        if (!relay.waitForLog(phrase)) {
            relayed.outcome.log = relay.log();
            return relayed;
        }
        const std::string log = relay.log();
        const std::string port = log.substr(log.find(phrase) + phrase.size());
        const std::string reader
            = written(folder, QStringLiteral("reader.toml"),
                      fmt::format("{}[[relay]]\nname = 'row'\naddress = '127.0.0.1:{}'\nnodes = [{}]\n", hall,
                                  port.substr(0, port.find(')')), nodes));
        relayed.outcome = record(honest, {"--cluster", reader}, ticks);
        const ChildProgram::Seconds elapsed = std::chrono::steady_clock::now() - start;
        relayed.relayBytes = relay.peakMemoryBytes();
        relayed.relayShare = relay.cpuTime() / elapsed;
        if (relay.stop() != 0)
            relayed.outcome.exitCode.reset();
        return relayed;
    }

    static void report(const char* name, const Relayed& relayed)
    {
        fmt::print("  relay: {} MiB, {:.0f} % of a core; recorder of what comes through it:\n",
                   relayed.relayBytes / mebi, 100 * relayed.relayShare);
        report(name, relayed.outcome);
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
        const Outcome quiet = recordBeside({}, fewTicks);
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
        if (isSanitized)
            QSKIP("under sanitizers they attack all at once");
        QFETCH(int, index);
        const Attack& attack = attacks()[static_cast<std::size_t>(index)];
        const LyingAgent liar(attack.makeFrame, attack.period);
        const Outcome outcome = recordBeside({liar.address()}, fewTicks);
        report(attack.name, outcome);
        QVERIFY(outcome.peakBytes < (m_quietBytes + attack.mebibytes * mebi * sanitizerFactor()));
    }

    void behindARelayEachCostsNobodyElseASample_data() { eachCostsNobodyElseASample_data(); }

    /// gRPC 1.51 ended the program here. The stream of samples is the first or the second one, beside a probe of the
    /// clock.
    void headersThatBreakOffCostNobodyElseASample()
    {
        const auto brokenOff = [](std::uint32_t stream) {
            using namespace http2;
            const std::string status = "\x88"; // 200
            return frame(Frame::Headers, 0, stream, status)
                + frame(Frame::Continuation, 0, stream, std::string("\0\1x\1y", 5)) // x: y
                + frame(Frame::Headers, 0, stream, status);
        };
        const RawServer first(brokenOff(1));
        const RawServer second(brokenOff(3));
        const Outcome outcome = recordBeside({first.address(), second.address()}, fewTicks);
        report("headers that break off", outcome);
        QCOMPARE(outcome.exitCode, std::optional(0));
        QVERIFY(first.answered() > 0 && second.answered() > 0);
    }

    void allOfThemCostNobodyElseASample()
    {
        std::deque<LyingAgent> liars;
        std::vector<std::string> addresses;
        for (const Attack& attack : attacks())
            addresses.push_back(liars.emplace_back(attack.makeFrame, attack.period).address());
        report("all of them", recordBeside(addresses, fewTicks));
    }

    void behindARelayEachCostsNobodyElseASample()
    {
        if (isSanitized)
            QSKIP("under sanitizers they attack all at once");
        QFETCH(int, index);
        const Attack& attack = attacks()[static_cast<std::size_t>(index)];
        std::deque<Liar> liars;
        liars.emplace_back(attack);
        const Relayed relayed = recordThroughRelay(liars, fewTicks);
        report(attack.name, relayed);
        QVERIFY(relayed.outcome.peakBytes < (m_quietBytes + attack.mebibytes * mebi * sanitizerFactor()));
        QVERIFY(relayed.relayBytes < 300 * mebi * sanitizerFactor());
    }

    void behindARelayAllOfThemCostNobodyElseASample()
    {
        std::deque<Liar> liars;
        for (const Attack& attack : attacks())
            liars.emplace_back(attack);
        const Relayed relayed = recordThroughRelay(liars, isSanitized ? fewTicks : 15);
        report("all of them", relayed);
        QVERIFY(relayed.relayBytes < 1000 * mebi * sanitizerFactor());
    }
};

LOCKSTEP_TEST(tst_hostileagents, TestHostileAgents)
#include "tst_hostileagents.moc"
