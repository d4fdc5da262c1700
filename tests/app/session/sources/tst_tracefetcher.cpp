// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/session/sources/tracefetcher.h"
#include "datasources/agentservice/agentserver.h"
#include "datasources/agentservice/hub/telemetryhub.h"
#include "datasources/collectors/dumps/dumpstore.h"
#include "tests/support/testentry.h"
#include "tests/support/waiting.h"

#include <QDir>
#include <QFile>
#include <QFileInfo>
#include <QSignalSpy>
#include <QTemporaryDir>
#include <QTest>
#include <fmt/format.h>

#include <atomic>

using namespace lockstep;
using namespace std::chrono_literals;

/// A trace of a job on several nodes. Some of them do not know the job, and one is malicious.
class TestTraceFetcher : public QObject
{
    Q_OBJECT

    /// Delivers what the test specifies.
    class Recorder final : public TraceRecorder
    {
    public:
        explicit Recorder(std::vector<std::string> files) : m_files(std::move(files)) { }

        Status record(const TraceOrder& order, const std::stop_token& stop,
                      const std::function<bool(const TraceUpdate&)>& sendUpdate) override
        {
            if (order.job == "endless") {
                while (!stop.stop_requested() && sendUpdate({"it goes on", {}, {}, false}))
                    QTest::qSleep(20);
                wasStopped = true;
                return Error{"it was stopped"};
            }
            if (order.job == "slow")
                QTest::qSleep(4000); // a trace takes much longer than a connection without calls may stay open
            if (m_files.empty())
                return Error{"no process of it is here"};
            for (const std::string& file : m_files) {
                if (!sendUpdate({{}, file, "{\"half\": ", false}) || !sendUpdate({{}, file, "1}", true}))
                    return Error{"nobody listens"};
            }
            return success();
        }

        std::atomic<bool> wasStopped = false;

    private:
        std::vector<std::string> m_files;
    };

    /// A node behind the admission control of an agent.
    class Node
    {
    public:
        /// @param kept folder of its dumps; empty: it provides none
        Node(const QString& token, std::vector<std::string> files, const QString& kept = {})
            : recorder(std::move(files)), m_shelf(kept.toStdString())
        {
            ServerOptions options;
            options.listen = "127.0.0.1:0";
            options.bearerTokenFile = token.toStdString();
            options.recorder = &recorder;
            options.dumps = kept.isEmpty() ? nullptr : &m_shelf;
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
        DumpStore m_shelf;
        TelemetryHub m_hub;
        std::unique_ptr<AgentServer> m_server;
    };

    QTemporaryDir m_folder;
    [[nodiscard]] QString token() const { return m_folder.filePath(QStringLiteral("token")); }

    /// As a DumpRetention leaves a set.
    static void keep(const QTemporaryDir& folder, const QString& set, const char* job, const std::vector<int>& ranks,
                     const char* text)
    {
        QVERIFY(QDir(folder.path()).mkpath(set));
        const auto write = [&](const QString& name, const char* what) {
            QFile file(folder.filePath(set + QLatin1Char('/') + name));
            QVERIFY(file.open(QIODevice::WriteOnly) && file.write(what) > 0);
        };
        write(QStringLiteral(".job"), job);
        for (const int rank : ranks)
            write(QStringLiteral("nccl_trace_rank_%1").arg(rank), text);
    }

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
        QVERIFY(finished.wait(test::hangTimeoutMs));
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
        QVERIFY(finished.wait(test::hangTimeoutMs));
        QVERIFY(finished[0][0].toStringList().isEmpty());
        QVERIFY2(finished[0][1].toString().contains(QStringLiteral("unexpected file")),
                 qPrintable(finished[0][1].toString()));
        QVERIFY(!QFile::exists(m_folder.filePath(QStringLiteral("stolen.json"))));
    }

    /// A connection without calls is closed soon, but not one that waits for its trace.
    void whoWaitsIsNotHungUpOn()
    {
        const Node node(token(), {"rank0.json"});
        TraceFetcher fetcher;
        QSignalSpy finished(&fetcher, &TraceFetcher::finished);
        fetcher.start({node.endpoint(token())}, {"slow", 1ms}, m_folder.path());
        QVERIFY(finished.wait(test::hangTimeoutMs));
        QVERIFY2(finished[0][0].toStringList().size() == 1, qPrintable(finished[0][1].toString()));
    }

    void withoutTheTokenThereIsNone()
    {
        const Node node(token(), {"rank0.json"});
        TraceFetcher fetcher;
        QSignalSpy finished(&fetcher, &TraceFetcher::finished);
        fetcher.start({node.endpoint({})}, {"llama", 1ms}, m_folder.path());
        QVERIFY(finished.wait(test::hangTimeoutMs));
        QVERIFY(finished[0][0].toStringList().isEmpty());
        QVERIFY2(finished[0][1].toString().contains(QStringLiteral("token")), qPrintable(finished[0][1].toString()));
        fetcher.start({}, {"llama", 1ms}, m_folder.path());
        QCOMPARE(finished.size(), 2);
    }

    void theLatestDumpsOfAJobAreFetchedFromAllNodes()
    {
        const QTemporaryDir one;
        const QTemporaryDir two;
        keep(one, QStringLiteral("dumps-1700000000-9"), "llama", {0, 1}, "old");
        keep(one, QStringLiteral("dumps-1700000000-10"), "llama", {0, 1}, "new");
        keep(one, QStringLiteral("dumps-1700000001-11"), "gpt", {0}, "gpt's");
        keep(two, QStringLiteral("dumps-1700000002-1"), "llama", {1, 2}, "new");
        // None of its files.
        QVERIFY(QFile::remove(one.filePath(QStringLiteral("dumps-1700000001-11/nccl_trace_rank_0"))));
        const Node first(token(), {}, one.path());
        const Node second(token(), {}, two.path());
        const Node third(token(), {}, m_folder.path()); // keeps none
        TraceFetcher fetcher;
        QSignalSpy finished(&fetcher, &TraceFetcher::finished);
        fetcher.startDumps({first.endpoint(token()), second.endpoint(token()), third.endpoint(token())},
                           QStringLiteral("llama"), m_folder.path());
        QVERIFY(finished.wait(test::hangTimeoutMs));
        QStringList names;
        for (const QString& each : finished[0][0].toStringList()) {
            QFile file(each);
            QVERIFY(file.open(QIODevice::ReadOnly));
            QCOMPARE(file.readAll(), QByteArray("new"));
            names.append(QFileInfo(each).fileName());
        }
        names.sort();
        // Both nodes see the second rank's.
        QCOMPARE(names,
                 (QStringList{QStringLiteral("nccl_trace_rank_0"), QStringLiteral("nccl_trace_rank_1"),
                              QStringLiteral("nccl_trace_rank_2")}));
        fetcher.startDumps({first.endpoint(token())}, QStringLiteral("gpt"), m_folder.path());
        QVERIFY(finished.wait(test::hangTimeoutMs));
        QVERIFY2(finished[1][1].toString().contains(QStringLiteral("is empty")), qPrintable(finished[1][1].toString()));
    }

    void dumpsAreHandedOverToNobodyElse()
    {
        const QTemporaryDir kept;
        keep(kept, QStringLiteral("dumps-1700000000-1"), "llama", {0}, "new");
        const Node open(token(), {}, kept.path());
        const Node closed(token(), {});
        TraceFetcher fetcher;
        QSignalSpy finished(&fetcher, &TraceFetcher::finished);
        for (const auto& [agent, why] :
             {std::pair(open.endpoint({}), "token"), std::pair(closed.endpoint(token()), "[flight_recorder] fetch")}) {
            fetcher.startDumps({agent}, {}, m_folder.path());
            QVERIFY(finished.wait(test::hangTimeoutMs));
            QVERIFY(finished.back()[0].toStringList().isEmpty());
            QVERIFY2(finished.back()[1].toString().contains(QString::fromLatin1(why)),
                     qPrintable(finished.back()[1].toString()));
        }
        fetcher.startDumps({open.endpoint(token())}, {}, m_folder.path());
        QVERIFY(finished.wait(test::hangTimeoutMs));
        QCOMPARE(finished.back()[0].toStringList().size(), 1);
    }

    /// Links are never followed, whatever else is in the folder.
    void onlyPlainFilesOfASetAreHandedOver()
    {
        const QTemporaryDir kept;
        keep(kept, QStringLiteral("dumps-1700000000-1"), "llama", {0}, "new");
        QVERIFY(QFile::link(token(), kept.filePath(QStringLiteral("dumps-1700000000-1/nccl_trace_rank_1"))));
        const Node node(token(), {}, kept.path());
        TraceFetcher fetcher;
        QSignalSpy finished(&fetcher, &TraceFetcher::finished);
        fetcher.startDumps({node.endpoint(token())}, QStringLiteral("llama"), m_folder.path());
        QVERIFY(finished.wait(test::hangTimeoutMs));
        for (const QString& each : finished[0][0].toStringList())
            QVERIFY2(each.endsWith(QStringLiteral("rank_0")), qPrintable(each));
    }

    void whoeverTurnsAwayEndsTheRecording()
    {
        const Node node(token(), {});
        {
            TraceFetcher fetcher;
            QSignalSpy progressed(&fetcher, &TraceFetcher::progressed);
            fetcher.start({node.endpoint(token())}, {"endless", 1ms}, m_folder.path());
            QVERIFY(progressed.wait(test::hangTimeoutMs));
            QVERIFY(fetcher.isRunning());
        }
        QTRY_VERIFY(node.recorder.wasStopped);
    }
};

LOCKSTEP_TEST(tst_tracefetcher, TestTraceFetcher)
#include "tst_tracefetcher.moc"
