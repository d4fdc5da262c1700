// SPDX-License-Identifier: GPL-3.0-or-later
#include "datasources/agentclient/tracefetch.h"
#include "datasources/agentservice/agentserver.h"
#include "datasources/agentservice/hub/telemetryhub.h"
#include "tests/support/testentry.h"

#include <QFile>
#include <QTemporaryDir>
#include <QTest>
#include <fmt/format.h>

#include <atomic>
#include <future>

using namespace lockstep;
using namespace std::chrono_literals;

/// The bandwidth between two agents, over a real connection on this machine.
class TestBandwidth : public QObject
{
    Q_OBJECT

private:
    struct Node
    {
        Node(const std::string& tokenFile, std::function<std::string()> whyNot)
        {
            ServerOptions options;
            options.listen = "127.0.0.1:0";
            options.bearerTokenFile = tokenFile;
            options.testDataRefusal = std::move(whyNot);
            auto started = AgentServer::start(options, hub);
            if (!started.isOk())
                qFatal("%s", started.error().message.c_str());
            server = std::move(started).value();
        }
        [[nodiscard]] Result<double> measure(const std::string& tokenFile, Duration length = 200ms) const
        {
            AgentEndpoint endpoint;
            endpoint.address = fmt::format("127.0.0.1:{}", server->port());
            endpoint.bearerTokenFile = tokenFile;
            return measureBandwidth(endpoint, length);
        }

        TelemetryHub hub;
        std::unique_ptr<AgentServer> server;
    };

    QTemporaryDir m_folder;
    [[nodiscard]] std::string token() const { return m_folder.filePath(QStringLiteral("token")).toStdString(); }

    static void verifyRefusal(const Result<double>& outcome, const char* expected)
    {
        QVERIFY(!outcome.isOk());
        QVERIFY2(outcome.error().message.find(expected) != std::string::npos, outcome.error().message.c_str());
    }

private Q_SLOTS:
    void initTestCase()
    {
        QFile file(QString::fromStdString(token()));
        QVERIFY(file.open(QIODevice::WriteOnly) && file.write("secret\n") > 0);
        QVERIFY(file.setPermissions(QFile::ReadOwner | QFile::WriteOwner));
    }

    void anIdleNodeSendsForThatTime()
    {
        const Node node(token(), [] { return std::string(); });
        const auto begin = std::chrono::steady_clock::now();
        const Result<double> rate = node.measure(token(), 500ms);
        QVERIFY2(rate.isOk(), rate.isOk() ? "" : rate.error().message.c_str());
        QVERIFY2(rate.value() > 1e6, fmt::format("{}", rate.value()).c_str());
        QVERIFY(std::chrono::steady_clock::now() - begin < 5s);
        qInfo("%.3g MB/s", rate.value() / 1e6);
    }

    void aNodeInUseRefusesAndSaysWhy()
    {
        const Node node(token(), [] { return std::string("2 Slurm jobs are running on this node"); });
        verifyRefusal(node.measure(token()), "2 Slurm jobs are running on this node");
    }

    void workThatBeginsEndsTheTest()
    {
        std::atomic<bool> isIdle = true;
        const Node node(token(), [&] { return isIdle ? std::string() : std::string("a GPU is 80 % busy"); });
        auto measured = std::async(std::launch::async, [&] { return node.measure(token(), 20s); });
        QTest::qWait(300);
        isIdle = false;
        const auto begin = std::chrono::steady_clock::now();
        verifyRefusal(measured.get(), "a GPU is 80 % busy");
        QVERIFY(std::chrono::steady_clock::now() - begin < 5s);
    }

    void oneNodeAtATime()
    {
        const Node node(token(), [] { return std::string(); });
        auto first = std::async(std::launch::async, [&] { return node.measure(token(), 2s); });
        QTest::qWait(500);
        verifyRefusal(node.measure(token()), "another node is testing");
        QVERIFY(first.get().isOk());
    }

    void onlyWhereItIsAllowedAndWithTheToken()
    {
        const Node closed(token(), {});
        verifyRefusal(closed.measure(token()), "[selftest] peers");
        const Node open({}, [] { return std::string(); }); // without a token, no client is authorised
        verifyRefusal(open.measure({}), "[selftest] peers");
        const Node guarded(token(), [] { return std::string(); });
        verifyRefusal(guarded.measure({}), "token is required");
        verifyRefusal(guarded.measure(token(), 61s), "1 ms to 60 s");
    }

    void anAgentThatCannotBeReachedIsAnError()
    {
        AgentEndpoint endpoint;
        endpoint.address = "127.0.0.1:1";
        QVERIFY(!measureBandwidth(endpoint, 100ms).isOk());
    }
};

LOCKSTEP_TEST(tst_bandwidth, TestBandwidth)
#include "tst_bandwidth.moc"
