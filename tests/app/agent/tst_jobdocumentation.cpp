// SPDX-License-Identifier: GPL-3.0-or-later
#include "datasources/agentclient/agentclient.h"
#include "datasources/agentservice/agentserver.h"
#include "datasources/agentservice/hub/telemetryhub.h"
#include "datasources/collectors/sampling/collectorset.h"
#include "datasources/collectors/sampling/huboutput.h"
#include "models/core/batch.h"
#include "models/core/budget.h"
#include "models/store/clusterstore.h"
#include "tests/datasources/proto/wirefixture.h"
#include "tests/support/freeport.h"
#include "tests/support/testentry.h"
#include "tests/support/waiting.h"

#include <QDeadlineTimer>
#include <QFile>
#include <QProcess>
#include <QRegularExpression>
#include <QTemporaryDir>
#include <QTest>
#include <QThread>
#include <fmt/format.h>

#include <algorithm>
#include <sys/socket.h>
#include <sys/un.h>
#include <unistd.h>

using namespace lockstep;
using namespace lockstep::test;

/// Runs the examples of resources/manual/jobevents.md, read from the page, through a real agent, its service, a client
/// and the store. No measurement of the node is lost.
class TestJobDocumentation : public QObject
{
    Q_OBJECT

    /// A serving agent, a client that follows it, and the resulting store.
    class Followed
    {
    public:
        Followed() : m_agent(config(), makeCollectors(config()), publishTo(m_hub))
        {
            m_server = serveOnFreePort(m_hub);
            m_agent.start();
            AgentEndpoint endpoint;
            endpoint.address = addressOf(*m_server);
            m_client = std::make_unique<AgentClient>(SourceId{0}, std::move(endpoint), m_log.sink());
            m_client->start();
            if (!m_log.waitForTicks(2))
                qFatal("no ticks");
        }
        ~Followed()
        {
            m_client->stop();
            m_agent.stop();
        }

        [[nodiscard]] std::string socket() const { return m_folder.path().toStdString() + "/jobs.sock"; }

        void post(const std::string& text) const
        {
            sockaddr_un address{};
            address.sun_family = AF_UNIX;
            socket().copy(address.sun_path, sizeof(address.sun_path) - 1);
            const int sender = ::socket(AF_UNIX, SOCK_DGRAM, 0);
            QCOMPARE(::sendto(sender, text.data(), text.size(), 0, reinterpret_cast<const sockaddr*>(&address),
                              sizeof(address)),
                     static_cast<ssize_t>(text.size()));
            ::close(sender);
        }

        /// Whether the store contains that many spans within the timeout.
        [[nodiscard]] bool storeHolds(std::size_t spans)
        {
            for (const QDeadlineTimer deadline(test::hangTimeout); !deadline.hasExpired(); QThread::msleep(20)) {
                const std::vector<BatchPtr> all = m_log.all();
                static_cast<void>(m_store.apply(std::span(all).subspan(m_applied)));
                m_applied = all.size();
                if (m_store.spans().spanCount() >= spans)
                    return true;
            }
            return false;
        }

        [[nodiscard]] const ClusterStore& store() const { return m_store; }
        [[nodiscard]] std::size_t gapCount() const { return m_log.gaps().size(); }
        [[nodiscard]] bool waitForTicks(std::size_t more) { return m_log.waitForTicks(m_log.ticks().size() + more); }

        /// Of those about job events.
        [[nodiscard]] std::string warnings() const
        {
            std::string text;
            for (const LoggedEvent& logged : m_store.events().events()) {
                if (logged.event.severity >= Severity::Warning && logged.event.code.find("agent.") == 0)
                    text += logged.event.text + '\n';
            }
            return text;
        }

    private:
        [[nodiscard]] AgentConfig config() const
        {
            AgentConfig config;
            config.nodeName = "n1";
            config.tickPeriod = std::chrono::milliseconds(200);
            config.collectorsOff = {"nvidia", "disk", "network", "hwmon", "thermal", "rapl", "infiniband", "pressure"};
            config.jobSocket = socket();
            return config;
        }

        QTemporaryDir m_folder;
        BatchLog m_log;
        TelemetryHub m_hub;
        std::unique_ptr<AgentServer> m_server;
        NodeAgent m_agent;
        std::unique_ptr<AgentClient> m_client;
        ClusterStore m_store;
        std::size_t m_applied = 0;
    };

    static QString document()
    {
        QFile text(qEnvironmentVariable("LOCKSTEP_SOURCE_DIR") + QStringLiteral("/resources/manual/jobevents.md"));
        if (!text.open(QIODevice::ReadOnly))
            qFatal("no documentation");
        return QString::fromUtf8(text.readAll());
    }

    static std::vector<std::string> shownLines()
    {
        std::vector<std::string> lines;
        for (const QString& line : document().split(u'\n')) {
            if (line.startsWith(u'{'))
                lines.push_back(line.toStdString());
        }
        return lines;
    }

private Q_SLOTS:
    void everyLineShownBecomesASpanOfJustNow()
    {
        const std::vector<std::string> lines = shownLines();
        QVERIFY(lines.size() >= 12);
        const auto holds = [](const char* word) {
            return [word](const std::string& line) {
                return line.find(word) != std::string::npos;
            };
        };
        // Leaving a collective is not drawn. Staying in one is reported repeatedly.
        const auto spans = lines.size() - static_cast<std::size_t>(std::ranges::count_if(lines, holds("\"left\"")));
        Followed followed;
        for (const std::string& line : lines)
            followed.post(line);
        QVERIFY(followed.storeHolds(spans));
        std::size_t others = 0;
        for (const SpanLane& lane : followed.store().spans().lanes())
            others += static_cast<std::size_t>(std::ranges::count_if(
                lane.spans, [](const StoredSpan& span) { return span.spanKind() != SpanKind::Marker; }));
        // Ongoing operations are markers until they end.
        const auto isMarker = [&](const std::string& line) {
            return holds("\"marker\"")(line) || holds("\"goes_on\"")(line);
        };
        QCOMPARE(others, lines.size() - static_cast<std::size_t>(std::ranges::count_if(lines, isMarker)));
        for (const SpanLane& lane : followed.store().spans().lanes()) {
            const std::string& job = followed.store().spans().names().name(lane.job);
            QVERIFY2(job == "llama" || job == "chat/prefill->decode", job.c_str());
            for (const StoredSpan& span : lane.spans)
                QVERIFY(wallClockNow() - TimePoint(Duration(span.endNs())) < std::chrono::minutes(1));
        }
        QCOMPARE(followed.warnings(), std::string());
        QCOMPARE(followed.gapCount(), std::size_t(0));
    }

    void theExampleInPythonWorksAsItStands()
    {
        const auto python
            = QRegularExpression(QStringLiteral("```python\n(.*?)```"), QRegularExpression::DotMatchesEverythingOption)
                  .match(document());
        QVERIFY(python.hasMatch());
        QString code = python.captured(1);
        QVERIFY2(code.count(u'\n') <= 11, "it promises to be short");
        QVERIFY(code.contains(QStringLiteral("/run/lockstep/jobs.sock")));
        Followed followed;
        code.replace(QStringLiteral("/run/lockstep/jobs.sock"), QString::fromStdString(followed.socket()));
        QProcess interpreter;
        interpreter.start(QStringLiteral("python3"), {QStringLiteral("-c"), code});
        if (!interpreter.waitForStarted())
            QSKIP("python3 is not at hand");
        QVERIFY(interpreter.waitForFinished(test::hangTimeoutMs));
        QVERIFY2(interpreter.exitCode() == 0, interpreter.readAllStandardError().constData());
        QVERIFY(followed.storeHolds(3));
        QCOMPARE(followed.warnings(), std::string());
    }

    /// The manual once contained such times, so some jobs may still post them.
    void timesOfYearsAgoCostTheNodeNothing()
    {
        Followed followed;
        for (int second = 0; second < 20; ++second)
            followed.post(
                R"({"kind":"step","start_ns":1700000000000000000,"duration_ns":2220000000,"rank":3,"step":120})");
        followed.post(R"({"kind":"marker","job":"llama"})");
        QVERIFY(followed.storeHolds(1));
        QVERIFY(followed.waitForTicks(5));
        QVERIFY(followed.storeHolds(1));
        QCOMPARE(followed.store().spans().spanCount(), std::size_t(1));
        QCOMPARE(followed.gapCount(), std::size_t(0));
        QCOMPARE(followed.store().node(EntityRef{EntityKind::Node, 0}).missedTicks, std::uint64_t(0));
        QVERIFY2(followed.warnings().find("days ago by this machine's clock") != std::string::npos,
                 followed.warnings().c_str());
    }

    void aBusyJobsTicksAllArrive()
    {
        Followed followed;
        constexpr int lines = 300;
        constexpr std::size_t posts = 160; // in total, as many as a sender may post at once
        std::string text;
        for (int line = 0; line < lines; ++line)
            text
                += fmt::format(R"({{"kind":"step","duration":0.001,"rank":{},"job":"busy","step":{}}})", line % 8, line)
                + '\n';
        for (std::size_t post = 0; post < posts; ++post)
            followed.post(text);
        QVERIFY(followed.storeHolds(posts * lines));
        QCOMPARE(followed.gapCount(), std::size_t(0));
        QCOMPARE(followed.warnings(), std::string());
        for (const SpanLane& lane : followed.store().spans().lanes())
            QCOMPARE(followed.store().spans().names().name(lane.job), std::string("busy"));
    }
};

LOCKSTEP_TEST(tst_jobdocumentation, TestJobDocumentation)
#include "tst_jobdocumentation.moc"
