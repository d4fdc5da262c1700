// SPDX-License-Identifier: GPL-3.0-or-later
#include "datasources/collectors/ras/rascollector.h"
#include "tests/datasources/collectors/collectorharness.h"
#include "tests/datasources/collectors/ras/rasserver.h"
#include "tests/support/testentry.h"
#include "tests/support/waiting.h"

#include <QTest>

#include <atomic>
#include <thread>

using namespace lockstep;
using namespace lockstep::test;

namespace {

QByteArray realFile(const char* name)
{
    const QString folder = qEnvironmentVariable(
        "LOCKSTEP_DATA_DIR", qEnvironmentVariable("LOCKSTEP_SOURCE_DIR") + QStringLiteral("/../shared/data"));
    QFile file(folder + QStringLiteral("/nccl_inspector_ras/") + QString::fromLatin1(name));
    return file.open(QIODevice::ReadOnly) ? file.readAll() : QByteArray();
}

} // namespace

/// NCCL's RAS, from its port to a tick's events.
class TestRasCollector : public QObject
{
    Q_OBJECT

    static RasClient::Options at(const RasServer& server)
    {
        RasClient::Options options;
        options.port = server.port();
        options.isOwnHost = nullptr;
        return options;
    }

    /// The first event of that code.
    static std::optional<Event> waitFor(CollectorHarness& harness, const char* code, const char* word)
    {
        for (const QDeadlineTimer deadline(test::hangTimeout); !deadline.hasExpired(); QThread::msleep(20)) {
            for (const Event& event : harness.sample(0).events) {
                if (event.code == code && event.text.find(word) != std::string::npos)
                    return event;
            }
        }
        return std::nullopt;
    }

private Q_SLOTS:
    void theDocumentedAnswerIsRead()
    {
        const QByteArray text = realFile("ras_status.json");
        if (text.isEmpty())
            QSKIP("NCCL's documented answers are not at hand");
        const auto status = parseRasStatus("OK\n" + text.toStdString());
        QVERIFY2(status.isOk(), status.isOk() ? "" : status.error().message.c_str());
        QCOMPARE(status.value().ncclVersion, std::string("2.29.1"));
        QCOMPARE(status.value().communicators.size(), std::size_t(1));
        const RasCommunicator& communicator = status.value().communicators[0];
        QCOMPARE(communicator.hash, std::string("0xae94423cfbb2ef4a"));
        QCOMPARE(communicator.ranks.size(), std::size_t(1));
        QCOMPARE(communicator.ranks[0].process, std::int64_t{1524344});
        QCOMPARE(communicator.ranks[0].counts.size(), std::size_t(5));
        QCOMPARE(communicator.missing.size(), std::size_t(1));
        QCOMPARE(communicator.missing[0].rank, 1);
        QVERIFY(!communicator.missing[0].isDead);
        const auto event = parseRasEvent(realFile("ras_monitor_event.json").toStdString());
        QVERIFY(event.isOk());
        QCOMPARE(event.value().event, std::string("PEER_DEAD"));
        QCOMPARE(event.value().process, std::int64_t{1524345});
        QCOMPARE(event.value().gpu, 1);
    }

    void aTextListsRanksWhereSomethingIsWrong()
    {
        const auto status
            = parseRasStatus("NCCL version 2.26.2 compiled with CUDA 12.4\n"
                             "Communicators... (2.05s)\n=============\n\n"
                             "Group     Comms     Nodes     Ranks     Ranks     Ranks    Status  Errors\n"
                             "    #  in group  per comm  per node  per comm  in group\n"
                             "    0         1         4         8        32        32   RUNNING  MISMATCH\n"
                             "    1         7         4         1         4        28   RUNNING      OK\n\n"
                             "Errors\n======\n\nINCOMPLETE\n"
                             "  Missing communicator data from 1 job process\n"
                             "  Process 3487984 on node 172.16.64.213 managing GPU 5\n\n"
                             "#0-1 (cf264af53edbe986) INCOMPLETE\n"
                             "  Missing communicator data from 1 rank\n"
                             "  The missing rank: 21\n\n"
                             "Warnings\n========\n\n"
                             "#0-0 (27a079b828ff1a75) MISMATCH\n"
                             "  Communicator ranks have different collective operation counts\n"
                             "  26 ranks have launched up to operation 6650\n"
                             "  2 ranks have launched up to operation 6649\n"
                             "  Rank 2 -- GPU 2 managed by process 483074 on node 172.16.64.210\n"
                             "  Rank 0 -- GPU 0 managed by process 483072 on node 172.16.64.210\n"
                             "  Rank \x01 -- GPU managed by process on node\n");
        QVERIFY2(status.isOk(), status.isOk() ? "" : status.error().message.c_str());
        QVERIFY(status.value().isText);
        QCOMPARE(status.value().ncclVersion, std::string("2.26.2"));
        QCOMPARE(status.value().seconds, 2.05);
        QCOMPARE(status.value().communicators.size() + status.value().unnamed, std::size_t{8});
        const RasCommunicator& incomplete = status.value().communicators.at(0);
        QCOMPARE(incomplete.hash, std::string("cf264af53edbe986"));
        QCOMPARE(incomplete.missing.size(), std::size_t{1});
        QCOMPARE(incomplete.missing[0].rank, 21);
        QCOMPARE(incomplete.missing[0].process, std::int64_t{3487984});
        QCOMPARE(incomplete.missing[0].gpu, 5);
        const RasCommunicator& mismatch = status.value().communicators.at(1);
        QCOMPARE(mismatch.ranks.size(), std::size_t{3});
        QCOMPARE(mismatch.ranks[0].rank, 0);
        QCOMPARE(mismatch.ranks[0].process, std::int64_t{483072});
        QCOMPARE(mismatch.ranks[0].counts, std::vector<std::int64_t>{6649});
        QCOMPARE(mismatch.ranks[2].counts, std::vector<std::int64_t>{6650}); // those that are not listed
    }

    void aRankThatIsListedManyTimesIsReportedOnce()
    {
        std::string text = "Communicators... (0.01s)\n\n#0-0 (cf264af53edbe986) INCOMPLETE\n";
        for (int line = 0; line < 500; ++line)
            text += "  The missing rank: 3\n";
        const auto status = parseRasStatus(text);
        QVERIFY(status.isOk());
        RasJudge judge;
        QCOMPARE(judge.judge(status.value(), RasJudge::Time(std::chrono::hours(1))).size(), std::size_t{1});
    }

    void aRealTextOfAHangReadsAsOneCommunicatorWithNothingWrong()
    {
        const QByteArray text = realFile("../nccl_ras_reports/nccl1730_all_ok_but_hung_256ranks.txt");
        if (text.isEmpty())
            QSKIP("the real report is not at hand");
        const auto status = parseRasStatus(text.toStdString());
        QVERIFY2(status.isOk(), status.isOk() ? "" : status.error().message.c_str());
        QVERIFY(status.value().communicators.empty());
        QCOMPARE(status.value().unnamed, std::size_t{1});
    }

    void aJobWhoseNcclHasNoJsonIsAskedInText()
    {
        RasServer server;
        server.behave(RasServer::Manner::SpeaksText);
        server.answer("NCCL version 2.26.2 compiled with CUDA 12.4\nCommunicators... (0.01s)\n\n"
                      "#0-0 (cf264af53edbe986) INCOMPLETE\n  The missing ranks: 3, 5-6\n");
        RasCollector collector(at(server));
        CollectorHarness harness(collector);
        harness.detect();
        const auto named
            = waitFor(harness, "nccl.rank_missing", "communicator cf264af53edbe986: rank 6 does not answer");
        QVERIFY(named.has_value());
        QVERIFY(collector.hasChanged());
        const InventoryItem item = collector.detect();
        QVERIFY(item.isActive);
        QVERIFY2(item.detail.find("NCCL 2.26.2 answers in text") != std::string::npos, item.detail.c_str());
        QVERIFY2(item.detail.find("does not rule out a hang") != std::string::npos, item.detail.c_str());
    }

    void theDocumentedMissingRankIsNamed()
    {
        const QByteArray text = realFile("ras_status.json");
        if (text.isEmpty())
            QSKIP("NCCL's documented answers are not at hand");
        RasServer server;
        server.answer(text.toStdString());
        RasCollector collector(at(server));
        CollectorHarness harness(collector);
        harness.detect();
        const auto named = waitFor(harness, "nccl.rank_missing", "rank 1 (GPU 1, process 1524345 on 172.16.64.245)");
        QVERIFY(named.has_value());
        server.tell(realFile("ras_monitor_event.json").toStdString());
        const auto dead = waitFor(harness, "nccl.peer_dead", "process 1524345 on 172.16.64.245, GPU 1");
        QVERIFY(dead.has_value());
        QCOMPARE(static_cast<int>(dead->severity), static_cast<int>(Severity::Critical));
    }

    void aRankThatIsBehindIsNamedOnceNobodyGetsOn()
    {
        RasServer server;
        RasClient::Options options = at(server);
        // The job has had a pace for a minute.
        for (int second = 60; second > 0; --second) {
            const auto status = parseRasStatus(statusOf({100 - second, 100 - second, 99 - second, 100 - second}));
            (void)options.judge.judge(status.value(), std::chrono::steady_clock::now() - std::chrono::seconds(second));
        }
        RasCollector collector(options);
        CollectorHarness harness(collector);
        // Small differences between ranks that all progress are not a finding.
        server.answerEach([](int question) {
            const int count = 100 + question;
            return statusOf({count, count, count - 1, count});
        });
        harness.detect();
        while (server.questions() < 4) {
            QVERIFY(harness.sample(0).events.empty());
            QTest::qWait(20);
        }
        QVERIFY(collector.hasChanged());
        harness.detect();
        server.answer(statusOf({500, 500, 499, 500}));
        QVERIFY(waitFor(harness, "nccl.rank_behind", "rank 2 (GPU 2, process 4002 on 10.0.0.1)"));
        COMPARE_NEAR(harness.value("node.nccl.ranks_behind"), 1.0);
        server.answer(statusOf({501, 501, 501, 501}));
        QVERIFY(waitFor(harness, "nccl.rank_behind", "has caught up").has_value());
    }

    /// Uses simulated time: a job that compiles, progresses, occasionally saves for long, and hangs.
    void onlyWhatTheCommunicatorsPaceDoesNotExplainIsReported()
    {
        RasJudge judge;
        RasJudge::Time now{std::chrono::hours(1)};
        std::int64_t count = 3;
        const auto look = [&](bool isBehind) {
            now += std::chrono::seconds(1);
            RasCommunicator communicator;
            communicator.hash = "0xa";
            for (int rank = 0; rank < 4; ++rank) {
                communicator.ranks.emplace_back();
                communicator.ranks.back().rank = rank;
                communicator.ranks.back().counts = {count - (isBehind && rank == 2 ? 1 : 0)};
            }
            RasStatus status;
            status.communicators.push_back(std::move(communicator));
            return judge.judge(status, now).size();
        };
        const auto lookFor = [&](int seconds, bool moves, bool isBehind) {
            std::size_t reported = 0;
            for (int second = 0; second < seconds; ++second) {
                count += moves ? 7 : 0;
                reported += look(isBehind);
            }
            return reported;
        };
        QCOMPARE(lookFor(4, true, true), std::size_t{0});
        QCOMPARE(lookFor(120, false, true), std::size_t{0}); // rank 2 compiles
        QCOMPARE(lookFor(400, true, true), std::size_t{0});
        QCOMPARE(lookFor(2, false, true), std::size_t{1});
        QCOMPARE(lookFor(38, false, true), std::size_t{0}); // it was a checkpoint
        QCOMPARE(lookFor(5, true, true), std::size_t{1}); // no longer behind
        QCOMPARE(lookFor(35, false, true), std::size_t{0}); // as is the next
        QCOMPARE(lookFor(300, true, true), std::size_t{0});
        QCOMPARE(lookFor(3, false, true), std::size_t{1});
    }

    /// NCCL may list a rank by its number alone.
    void aRankWithoutAProcessIsNamedWhenItComesBack()
    {
        RasRank rank;
        rank.rank = 5;
        RasStatus status;
        status.communicators.emplace_back();
        status.communicators.front().hash = "0xa";
        status.communicators.front().missing = {rank};
        RasJudge judge;
        const RasJudge::Time now{std::chrono::hours(1)};
        QCOMPARE(judge.judge(status, now).at(0).text, std::string("communicator 0xa: rank 5 does not answer"));
        status.communicators.front().missing.clear();
        QCOMPARE(judge.judge(status, now + std::chrono::seconds(1)).at(0).text,
                 std::string("communicator 0xa: rank 5 answers again"));
    }

    void aRankThatDiesAndARankThatComesBackAreReported()
    {
        RasServer server;
        server.answer(statusOf({5, -1, 5}));
        RasCollector collector(at(server));
        CollectorHarness harness(collector);
        harness.detect();
        QVERIFY(waitFor(harness, "nccl.rank_missing", "rank 1 (GPU 1, process 4001 on 10.0.0.1) does not answer"));
        server.answer(statusOf({6, 6, 6}));
        QVERIFY(waitFor(harness, "nccl.rank_missing", "answers again"));
        server.answer(statusOf({6, 6, -2}));
        const auto dead = waitFor(harness, "nccl.rank_missing", "was reported dead by its peers");
        QVERIFY(dead.has_value());
        QCOMPARE(static_cast<int>(dead->severity), static_cast<int>(Severity::Critical));
    }

    /// Any user may listen on the port.
    void whoInventsFindingsFillsNoLog()
    {
        RasServer server;
        RasCollector collector(at(server));
        CollectorHarness harness(collector);
        server.answer(statusOf(std::vector<int>(6, -1)));
        harness.detect();
        std::size_t reported = 0;
        for (int round = 0; round < 150; ++round) {
            std::string events;
            for (int at = 0; at < 50; ++at)
                events += "{\"event\":\"PEER_DEAD\",\"peer\":{\"host\":\"x\",\"pid\":1}}";
            server.tell(events);
            QTRY_VERIFY(server.isTold());
            reported += harness.sample(0).events.size();
        }
        QVERIFY2(reported > 6 && reported <= 32, std::to_string(reported).c_str());
    }

    void anotherNodesCommunicatorsAreItsToTell()
    {
        RasServer server;
        server.answer(statusOf({5, -1}));
        RasClient::Options options = at(server);
        options.isOwnHost = RasClient::isThisHost;
        QVERIFY(RasClient::isThisHost("127.0.0.1"));
        QVERIFY(!RasClient::isThisHost("203.0.113.7"));
        RasClient client(options);
        RasClient::News news;
        for (const QDeadlineTimer deadline(test::hangTimeout); !news.isThere && !deadline.hasExpired();
             QThread::msleep(20))
            news = client.take();
        QVERIFY(news.isThere && news.findings.empty());
    }

    void withoutAJobNothingIsSaid()
    {
        RasClient::Options options;
        options.port = 1; // nothing listens there
        RasCollector collector(options);
        CollectorHarness harness(collector);
        QVERIFY(!harness.detect().isActive);
        // A request that began later has found its job, and this one is still not reported.
        RasServer server;
        server.answer(statusOf({5, -1, 5}));
        RasCollector later(at(server));
        CollectorHarness other(later);
        other.detect();
        QVERIFY(waitFor(other, "nccl.rank_missing", "does not answer"));
        QVERIFY(harness.sample(0).events.empty());
        QVERIFY(!collector.hasChanged());
    }

    void aServerThatMisbehavesIsHarmless_data()
    {
        QTest::addColumn<int>("manner");
        QTest::addColumn<QString>("problem");
        QTest::newRow("stalls") << static_cast<int>(RasServer::Manner::Stalls)
                                << QStringLiteral("did not end within 1 s");
        QTest::newRow("hangs up") << static_cast<int>(RasServer::Manner::HangsUp) << QStringLiteral("sent no data");
        QTest::newRow("a gigabyte") << static_cast<int>(RasServer::Manner::Floods)
                                    << QStringLiteral("larger than 16 MB");
        QTest::newRow("a byte at a time")
            << static_cast<int>(RasServer::Manner::Dribbles) << QStringLiteral("did not end within 1 s");
    }

    void aServerThatMisbehavesIsHarmless()
    {
        QFETCH(int, manner);
        QFETCH(QString, problem);
        RasServer server;
        server.behave(static_cast<RasServer::Manner>(manner));
        RasClient::Options options = at(server);
        if (problem.contains(QStringLiteral("within 1 s")))
            options.timeout = std::chrono::seconds(1);
        else
            options.timeout = test::hangTimeout;
        RasClient client(options);
        RasClient::News news;
        for (const QDeadlineTimer deadline(test::hangTimeout); news.problem.empty() && !deadline.hasExpired();
             QThread::msleep(20))
            news = client.take();
        QVERIFY2(news.problem.find(problem.toStdString()) != std::string::npos, news.problem.c_str());
        QVERIFY(!news.isThere && news.findings.empty());
        QVERIFY(server.sent() < (std::size_t{64} << 20U));
    }

    void endingWaitsForNoServer()
    {
        RasServer server;
        server.behave(RasServer::Manner::Stalls);
        RasClient::Options options = at(server);
        options.timeout = std::chrono::hours(24); // waiting for it would never return
        const RasClient client(options);
        QTRY_VERIFY(server.questions() > 0);
    }

    void nonsenseIsAnErrorAndNothingElse()
    {
        for (const char* text :
             {"", "OK\n", "{", "{}", "[1]", "{\"communicators\":7}", "{\"communicators\":[1,null,\"x\"]}",
              "{\"communicators\":[{\"ranks\":[{\"rank\":1e99}]}]}",
              "{\"communicators\":[{\"ranks\":[{\"pid\":\"x\",\"collective_counts\":[1]}]}]}"})
            static_cast<void>(parseRasStatus(text));
        QVERIFY(!parseRasStatus("Unknown command\n").isOk());
        QVERIFY(!parseRasStatus(std::string(100'000, '{')).isOk());
        QVERIFY(!parseRasEvent("{}").isOk());
        QCOMPARE(wholeObject("OK {\"a\":\"}\\\"}\"} {}"), std::size_t(15));
        QCOMPARE(wholeObject("{\"a\":"), std::size_t(0));
        QCOMPARE(wholeObject("}}}{}"), std::size_t(5));
    }
};

LOCKSTEP_TEST(tst_rascollector, TestRasCollector)
#include "tst_rascollector.moc"
