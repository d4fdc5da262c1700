// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/session/sources/tracefetcher.h"
#include "datasources/agentservice/agentserver.h"
#include "datasources/agentservice/hub/telemetryhub.h"
#include "tests/support/testentry.h"

#include <QFile>
#include <QSignalSpy>
#include <QTemporaryDir>
#include <QTest>
#include <fmt/format.h>

#include <atomic>

using namespace lockstep;
using namespace std::chrono_literals;

/// A trace of a job on several nodes, some of which know nothing of it, and one of which is no friend.
class TestTraceFetcher : public QObject
{
    Q_OBJECT

    /// Says and hands over what it is told to.
    class Recorder final : public TraceRecorder
    {
    public:
        explicit Recorder(std::vector<std::string> files) : m_files(std::move(files)) { }

        Status record(const TraceOrder& order, const std::stop_token& stop,
                      const std::function<bool(const TraceNews&)>& tell) override
        {
            if (order.job == "endless") {
                while (!stop.stop_requested() && tell({"it goes on", {}, {}, false}))
                    QTest::qSleep(20);
                wasStopped = true;
                return Error{"it was stopped"};
            }
            if (order.job == "slow")
                QTest::qSleep(4000);
            if (m_files.empty())
                return Error{"no process of it is here"};
            for (const std::string& file : m_files) {
                if (!tell({{}, file, "{\"half\": ", false}) || !tell({{}, file, "1}", true}))
                    return Error{"nobody listens"};
            }
            return success();
        }

        std::atomic<bool> wasStopped = false;

    private:
        std::vector<std::string> m_files;
    };

    /// A node behind an agent's door.
    class Node
    {
    public:
        Node(const QString& token, std::vector<std::string> files) : recorder(std::move(files))
        {
            ServerOptions options;
            options.listen = "127.0.0.1:0";
            options.bearerTokenFile = token.toStdString();
            options.recorder = &recorder;
            options.limits.emplace();
            options.limits->withoutCall = std::chrono::seconds(1);
            auto started = AgentServer::start(options, m_hub);
            if (!started.isOk())
                qFatal("%s", started.error().message.c_str());
            m_server = std::move(started).value();
        }
        [[nodiscard]] AgentEndpoint endpoint(const QString& token) const
        {
            AgentEndpoint endpoint;
            endpoint.address = fmt::format("127.0.0.1:{}", m_server->port());
            endpoint.bearerTokenFile = token.toStdString();
            return endpoint;
        }

        Recorder recorder;

    private:
        TelemetryHub m_hub;
        std::unique_ptr<AgentServer> m_server;
    };

    QTemporaryDir m_folder;
    [[nodiscard]] QString token() const { return m_folder.filePath(QStringLiteral("token")); }

private Q_SLOTS:
    void initTestCase()
    {
        QFile file(token());
        QVERIFY(file.open(QIODevice::WriteOnly) && file.write("secret\n") > 0);
        QVERIFY(file.setPermissions(QFile::ReadOwner | QFile::WriteOwner));
    }

    void whatAllNodesHaveIsGathered()
    {
        const Node one(token(), {"rank0.json", "process-7.json"});
        const Node none(token(), {});
        const Node two(token(), {"rank1.json", "process-7.json"});
        TraceFetcher fetcher;
        QSignalSpy finished(&fetcher, &TraceFetcher::finished);
        fetcher.start({one.endpoint(token()), none.endpoint(token()), two.endpoint(token())}, {"../lla ma", 1ms},
                      m_folder.path());
        QVERIFY(finished.wait(20'000));
        const QStringList files = finished[0][0].toStringList();
        QCOMPARE(files.size(), 4);
        for (const QString& each : files) {
            QFile file(each);
            QVERIFY(each.startsWith(m_folder.filePath(QStringLiteral("---lla-ma-"))));
            QVERIFY(file.open(QIODevice::ReadOnly));
            QCOMPARE(file.readAll(), QByteArray("{\"half\": 1}"));
            QVERIFY(!(file.permissions() & (QFile::ReadGroup | QFile::ReadOther)));
        }
        QCOMPARE(finished[0][1].toString(), QString());
    }

    void aNameThatLeadsElsewhereIsNoFile_data()
    {
        QTest::addColumn<QString>("name");
        for (const char* name : {"../stolen.json", "/tmp/stolen.json", ".hidden", "a b", "a\nb"})
            QTest::newRow(name) << QString::fromLatin1(name);
    }

    void aNameThatLeadsElsewhereIsNoFile()
    {
        QFETCH(QString, name);
        const Node node(token(), {name.toStdString()});
        TraceFetcher fetcher;
        QSignalSpy finished(&fetcher, &TraceFetcher::finished);
        fetcher.start({node.endpoint(token())}, {"llama", 1ms}, m_folder.path());
        QVERIFY(finished.wait(20'000));
        QVERIFY(finished[0][0].toStringList().isEmpty());
        QVERIFY2(finished[0][1].toString().contains(QStringLiteral("no file that was expected")),
                 qPrintable(finished[0][1].toString()));
        QVERIFY(!QFile::exists(m_folder.filePath(QStringLiteral("stolen.json"))));
    }

    /// A connection that asks nothing is closed soon; one that waits for its trace is not.
    void whoWaitsIsNotHungUpOn()
    {
        const Node node(token(), {"rank0.json"});
        TraceFetcher fetcher;
        QSignalSpy finished(&fetcher, &TraceFetcher::finished);
        fetcher.start({node.endpoint(token())}, {"slow", 1ms}, m_folder.path());
        QVERIFY(finished.wait(20'000));
        QVERIFY2(finished[0][0].toStringList().size() == 1, qPrintable(finished[0][1].toString()));
    }

    void withoutTheTokenThereIsNone()
    {
        const Node node(token(), {"rank0.json"});
        TraceFetcher fetcher;
        QSignalSpy finished(&fetcher, &TraceFetcher::finished);
        fetcher.start({node.endpoint({})}, {"llama", 1ms}, m_folder.path());
        QVERIFY(finished.wait(20'000));
        QVERIFY(finished[0][0].toStringList().isEmpty());
        QVERIFY2(finished[0][1].toString().contains(QStringLiteral("token")), qPrintable(finished[0][1].toString()));
        fetcher.start({}, {"llama", 1ms}, m_folder.path());
        QCOMPARE(finished.size(), 2);
    }

    void whoeverTurnsAwayEndsTheRecording()
    {
        const Node node(token(), {});
        {
            TraceFetcher fetcher;
            QSignalSpy progressed(&fetcher, &TraceFetcher::progressed);
            fetcher.start({node.endpoint(token())}, {"endless", 1ms}, m_folder.path());
            QVERIFY(progressed.wait(20'000));
            QVERIFY(fetcher.isRunning());
        }
        QTRY_VERIFY_WITH_TIMEOUT(node.recorder.wasStopped, 10'000);
    }
};

LOCKSTEP_TEST(tst_tracefetcher, TestTraceFetcher)
#include "tst_tracefetcher.moc"
