// SPDX-License-Identifier: GPL-3.0-or-later
#include "datasources/agentclient/agentclient.h"
#include "models/core/batch.h"
#include "tests/hostile/childprogram.h"
#include "tests/hostile/honestreader.h"
#include "tests/support/testentry.h"
#include "tests/support/waiting.h"

#include <QFile>
#include <QRegularExpression>
#include <QTemporaryDir>
#include <QTest>
#include <fmt/format.h>

#include <atomic>
#include <mutex>
#include <sys/stat.h>
#include <thread>
#include <unistd.h>

using namespace lockstep;
using namespace lockstep::test;

/// Users who flood an agent's job socket beside another user's valid job. Measures the cost for the agent, and losses
/// of the node and of the valid job.
class TestHostileJobs : public QObject
{
    Q_OBJECT

    static constexpr const char* honestUser = "1000";
    static constexpr const char* flooder = "65534";

    /// Counts spans of job "honest", and events by code, like a dashboard.
    class SpanCounter
    {
    public:
        explicit SpanCounter(const std::string& address)
            : m_client(SourceId{0}, endpointOf(address), [this](const BatchPtr& batch) { read(*batch); })
        {
            m_client.start();
        }
        ~SpanCounter() { m_client.stop(); }

        [[nodiscard]] std::size_t honest() const { return m_honest; }
        [[nodiscard]] std::size_t others() const { return m_others; }
        [[nodiscard]] std::size_t warnings() const { return m_warnings; }

    private:
        static AgentEndpoint endpointOf(const std::string& address)
        {
            AgentEndpoint endpoint;
            endpoint.address = address;
            return endpoint;
        }

        void read(const Batch& batch)
        {
            if (batch.names)
                m_names = batch.names;
            if (!batch.tick)
                return;
            for (const Span& span : batch.tick->spans)
                ++(m_names && m_names->at(span.job) == "honest" ? m_honest : m_others);
            for (const Event& event : batch.tick->events)
                m_warnings += event.code.starts_with("agent.job") && event.severity == Severity::Warning ? 1 : 0;
        }

        std::shared_ptr<const std::vector<std::string>> m_names;
        std::atomic<std::size_t> m_honest = 0;
        std::atomic<std::size_t> m_others = 0;
        std::atomic<std::size_t> m_warnings = 0;
        AgentClient m_client;
    };

    struct Outcome
    {
        std::size_t peakBytes = 0;
        double cpuShare = 0; ///< of a core
        std::size_t honestPosted = 0;
        std::size_t honestSeen = 0;
        std::size_t otherSpans = 0;
        std::size_t warnings = 0;
        std::uint64_t lostTicks = 0;
        std::uint64_t ticks = 0;
    };

    static std::string addressIn(const std::string& log)
    {
        const auto match = QRegularExpression(QStringLiteral("\\(port (\\d+)\\)")).match(QString::fromStdString(log));
        return match.hasMatch() ? "127.0.0.1:" + match.captured(1).toStdString() : std::string();
    }

    /// @param flood empty: none
    static Outcome postBeside(const std::string& flood, std::chrono::seconds duration)
    {
        const QTemporaryDir folder;
        ::chmod(folder.path().toUtf8().constData(), 0711); // others may pass
        const std::string socket = folder.filePath(QStringLiteral("jobs.sock")).toStdString();
        const QString config = folder.filePath(QStringLiteral("agent.toml"));
        QFile file(config);
        if (!file.open(QIODevice::WriteOnly))
            qFatal("no configuration");
        file.write(fmt::format("[sampling]\nperiod = 0.2\n[jobs]\nsocket = \"{}\"\n", socket).c_str());
        file.close();

        const auto start = std::chrono::steady_clock::now();
        ChildProgram agent("lockstep-agent", {"--config", config.toStdString(), "--listen", "127.0.0.1:0"});
        if (!agent.waitForLog("serves on") || !agent.waitForLog("listening on"))
            qFatal("the agent does not start: %s", agent.log().c_str());
        const std::string address = addressIn(agent.log());
        const HonestReader reader(address);
        const SpanCounter counter(address);
        if (!reader.waitForTicks(2))
            qFatal("no ticks");
        const std::string seconds = std::to_string(duration.count());
        ChildProgram honest("jobposter", {socket, honestUser, "honest", seconds});
        // A job belongs to the first user who posts for it, so the valid job must be known first.
        if (!test::waitFor([&] { return counter.honest() > 0; }))
            qFatal("the honest job is not heard of");
        std::unique_ptr<ChildProgram> hostile;
        if (!flood.empty())
            hostile = std::make_unique<ChildProgram>(
                "jobposter", std::vector<std::string>{socket, flooder, flood, std::to_string(hangTimeout.count())});
        Outcome outcome;
        static_cast<void>(honest.waitForEnd());
        const auto posted
            = QRegularExpression(QStringLiteral("posted (\\d+)")).match(QString::fromStdString(honest.log()));
        outcome.honestPosted = posted.captured(1).toULong();
        static_cast<void>(waitFor([&] { return counter.honest() >= outcome.honestPosted; }));
        static_cast<void>(waitFor([&] { return flood.empty() || counter.warnings() > 0; }));
        static_cast<void>(reader.waitForTicks(3));
        outcome.honestSeen = counter.honest();
        outcome.otherSpans = counter.others();
        outcome.warnings = counter.warnings();
        outcome.lostTicks = reader.lostTicks();
        outcome.ticks = reader.ticks();
        static_cast<void>(agent.stop());
        const ChildProgram::Seconds elapsed = std::chrono::steady_clock::now() - start;
        outcome.peakBytes = agent.peakMemoryBytes();
        outcome.cpuShare = agent.cpuTime() / elapsed;
        return outcome;
    }

    static void report(const std::string& name, const Outcome& outcome)
    {
        fmt::print("{:<22} {:>4} MiB, {:>4.1f} % of a core; {} ticks, {} lost; honest spans: {} posted, {} lost; "
                   "{} others'\n",
                   name, outcome.peakBytes / mebi, 100 * outcome.cpuShare, outcome.ticks, outcome.lostTicks,
                   outcome.honestPosted, outcome.honestPosted - outcome.honestSeen, outcome.otherSpans);
        QVERIFY(outcome.honestPosted > 0);
        QCOMPARE(outcome.lostTicks, std::uint64_t{0});
        QCOMPARE(outcome.honestSeen, outcome.honestPosted);
    }

    std::size_t m_quietBytes = 0;

private Q_SLOTS:
    void initTestCase()
    {
        // The agent gives jobs a tenth of a core, which with sanitizers is like a hundredth.
        if (isSanitized)
            QSKIP("sanitizers make the agent too slow to judge what it gets done in time");
        if (::geteuid() != 0)
            QSKIP("only root can post as two users");
        const Outcome quiet = postBeside({}, std::chrono::seconds(2));
        report("no attack", quiet);
        QCOMPARE(quiet.warnings, std::size_t{0});
        m_quietBytes = quiet.peakBytes;
    }

    void aFloodCostsTheHonestJobNothing_data()
    {
        QTest::addColumn<QString>("flood");
        for (const char* flood : {"spans", "names", "theft", "lines", "garbage", "long ago"})
            QTest::newRow(flood) << QString::fromLatin1(flood);
    }

    void aFloodCostsTheHonestJobNothing()
    {
        QFETCH(QString, flood);
        const Outcome outcome = postBeside(flood.toStdString(), std::chrono::seconds(3));
        report(flood.toStdString(), outcome);
        QVERIFY(outcome.warnings > 0); // and the operator is reported
        QVERIFY(outcome.peakBytes < m_quietBytes + 96 * mebi * sanitizerFactor());
    }
};

LOCKSTEP_TEST(tst_hostilejobs, TestHostileJobs)
#include "tst_hostilejobs.moc"
