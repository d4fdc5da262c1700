// SPDX-License-Identifier: GPL-3.0-or-later
#include "datasources/collectors/scheduler/slurmsources.h"
#include "datasources/text/childoutput.h"
#include "tests/datasources/collectors/scheduler/slurmanswers.h"
#include "tests/datasources/collectors/scheduler/slurmcluster.h"
#include "tests/datasources/http/httpserver.h"
#include "tests/support/testentry.h"
#include "tests/support/waiting.h"

#include <QFile>
#include <QTemporaryDir>
#include <QTest>
#include <fmt/format.h>

using namespace lockstep;
using namespace lockstep::test;
using namespace std::chrono_literals;
using namespace Qt::StringLiterals;

/// Both ways to query Slurm: the real one, and servers and programs that are not Slurm.
class TestSlurmSources : public QObject
{
    Q_OBJECT

private:
    QTemporaryDir m_folder;

    [[nodiscard]] std::string secret(const char* text) const
    {
        QFile file(m_folder.filePath(u"token"_s));
        if (!file.open(QIODevice::WriteOnly) || file.write(text) < 0
            || !file.setPermissions(QFile::ReadOwner | QFile::WriteOwner))
            qFatal("cannot write the token");
        return file.fileName().toStdString();
    }
    static SlurmRest rest(const std::string& address, const std::string& token = {},
                          std::chrono::milliseconds timeout = test::hangTimeout)
    {
        return SlurmRest({.address = address,
                          .tokenFile = token,
                          .user = token.empty() ? "" : "lockstep",
                          .caFile = {},
                          .maxResponseBytes = 64U << 20U,
                          .timeout = timeout});
    }
    static std::string problemOf(SchedulerSource& source)
    {
        const auto view = source.read({});
        return view.isOk() ? std::string("fine") : view.error().message;
    }
    static Status outputOf(const std::vector<std::string>& command, std::string& output, const ChildLimits& limits = {})
    {
        return streamOutputOf(command, limits,
                              [&output](std::string_view piece) {
                                  output += piece;
                                  return true;
                              },
                              {});
    }

private Q_SLOTS:
    void aRealSlurmIsReadBothWays()
    {
        SlurmCluster cluster;
        if (const QString why = cluster.start(); !why.isEmpty())
            QSKIP(qPrintable(why));
        const QString named = cluster.run(u"srun"_s, {u"-J"_s, u"llama"_s, u"printenv"_s, u"LOCKSTEP_JOB"_s});
        QVERIFY2(named.startsWith(u"llama "_s), qPrintable(named)); // by the prolog, as slurmrestd reports it
        QVERIFY(test::waitFor([&] { return cluster.run(u"sinfo"_s, {u"-h"_s, u"-o"_s, u"%T"_s}) == u"idle\n"_s; }));
        cluster.run(u"sbatch"_s,
                    {u"-J"_s, u"train"_s, u"-N2"_s, u"-n2"_s, u"--gres=gpu:2"_s, u"-o"_s, u"/dev/null"_s, u"--wrap"_s,
                     u"sleep 300"_s});
        QVERIFY(test::waitFor([&] { return cluster.run(u"squeue"_s, {u"-h"_s, u"-tR"_s}).contains(u"train"_s); }));
        cluster.run(u"sbatch"_s,
                    {u"-J"_s, u"big"_s, u"-N2"_s, u"-n2"_s, u"--gres=gpu:4"_s, u"-o"_s, u"/dev/null"_s, u"--wrap"_s,
                     u"sleep 300"_s});
        cluster.run(u"scontrol"_s, {u"update"_s, u"nodename=n2"_s, u"state=drain"_s, u"reason=bad HBM"_s});
        cluster.run(u"scontrol"_s,
                    {u"create"_s, u"reservation=maint"_s, u"starttime=now+3600"_s, u"duration=10"_s, u"users=root"_s,
                     u"flags=ignore_jobs"_s, u"nodes=n1"_s});
        qputenv("SLURM_CONF", cluster.configuration().toUtf8());
        SlurmRest byRest = rest("unix:" + cluster.socket().toStdString());
        SlurmCommands byCommands;
        for (SchedulerSource* const source :
             {static_cast<SchedulerSource*>(&byRest), static_cast<SchedulerSource*>(&byCommands)}) {
            const auto read = source->read({});
            QVERIFY2(read.isOk(), read.isOk() ? "" : read.error().message.c_str());
            const SchedulerView& view = read.value();
            QCOMPARE(view.nodes().size(), std::size_t{2});
            QCOMPARE(view.allocation().gpus, std::uint64_t{8});
            QCOMPARE(view.allocation().allocated, std::uint64_t{4});
            QCOMPARE(view.allocation().unavailable, std::uint64_t{2});
            QCOMPARE(view.allocation().idle, std::uint64_t{2});
            QCOMPARE(view.all().gpusWanted, std::uint64_t{8});
            const auto job = std::ranges::find(view.jobs(), SchedulerJob::State::Running, &SchedulerJob::state);
            QVERIFY(job != view.jobs().end());
            QVERIFY2(job->name.starts_with("train "), job->name.c_str());
            QCOMPARE(job->placements, (std::vector<SchedulerPlacement>{{"n1", 2, "0-1"}, {"n2", 2, "0-1"}}));
            const auto drained = std::ranges::find(view.nodes(), true, &SchedulerNode::isUnavailable);
            QCOMPARE(drained->name, std::string("n2"));
            QVERIFY2(drained->reason.starts_with("bad HBM"), drained->reason.c_str());
            QCOMPARE(view.knowsReservations(), source == &byRest);
            QCOMPARE(view.reservations().size(), std::size_t{source == &byRest ? 1U : 0U});
        }
        cluster.stopRest();
        QVERIFY(problemOf(byRest) != "fine");
        cluster.startRest();
        QVERIFY(test::waitFor([&] { return problemOf(byRest) == "fine"; }));
        qunsetenv("SLURM_CONF");
    }

    void aTokenGoesWithEachQuestionAndNeverInTheClear()
    {
        const std::string answer = fmt::format(R"({{"errors":[],"nodes":[{}],"jobs":[{}],"reservations":[]}})",
                                               slurm::newDrainedNode, slurm::newRunningJob);
        HttpServer server([&](const HttpQuestion& question) {
            return question.headers.find("X-SLURM-USER-TOKEN: abc") == std::string::npos
                    || question.headers.find("X-SLURM-USER-NAME: lockstep") == std::string::npos
                ? HttpServer::reply(401, "Authentication failure")
                : question.target.starts_with("/slurm/v0.0.40/") ? HttpServer::reply(200, answer)
                                                                 : HttpServer::reply(404, "no such version");
        });
        {
            SlurmRest good = rest(server.url(), secret("abc\n"));
            const auto read = good.read({});
            QVERIFY2(read.isOk(), read.isOk() ? "" : read.error().message.c_str());
            QCOMPARE(read.value().jobs().front().name, std::string("llama 77"));
            QCOMPARE(read.value().all().gpusAllocated, std::uint64_t{8});
        }
        SlurmRest bad = rest(server.url(), secret("wrong\n"));
        QVERIFY2(problemOf(bad).find("token_file") != std::string::npos, problemOf(bad).c_str());
        SlurmRest clear = rest("http://192.0.2.1:6820", secret("abc\n"));
        QVERIFY2(problemOf(clear).find("unencrypted") != std::string::npos, problemOf(clear).c_str());
        QFile::setPermissions(m_folder.filePath(u"token"_s), QFile::ReadOwner | QFile::ReadOther);
        QVERIFY2(problemOf(bad).find("token") != std::string::npos, problemOf(bad).c_str());
        QVERIFY(problemOf(bad).find("wrong") == std::string::npos);
    }

    void serversThatLieStallAndFloodCostLittle_data()
    {
        QTest::addColumn<QString>("body");
        QTest::addColumn<QString>("expected");
        QTest::newRow("no JSON") << u"<html>"_s << u"unreadable response"_s;
        QTest::newRow("no list") << u"{\"errors\":[]}"_s << u"has no list \"nodes\""_s;
        QTest::newRow("half") << u"{\"nodes\":[{\"name\":\"n1\""_s << u"is incomplete"_s;
        QTest::newRow("no nodes in it") << u"{\"nodes\":[1,2,3]}"_s << u"expected a Slurm node"_s;
        QTest::newRow("its own error") << u"{\"errors\":[{\"error\":\"slurmctld is down\"}],\"nodes\":[]}"_s
                                       << u"slurmctld is down"_s;
        QTest::newRow("silence") << u"silence"_s << u"1"_s;
        QTest::newRow("endless") << u"endless"_s << u""_s;
    }

    void serversThatLieStallAndFloodCostLittle()
    {
        QFETCH(QString, body);
        QFETCH(QString, expected);
        HttpServer server([&](const HttpQuestion& question) {
            return question.target.ends_with("/ping") ? HttpServer::reply(200, "{}")
                : body == u"silence"_s                ? HttpServer::silence
                : body == u"endless"_s                ? HttpServer::endless
                                                      : HttpServer::reply(200, body.toStdString());
        });
        SlurmRest source = rest(server.url(), {}, body == u"silence"_s ? 1500ms : test::hangTimeout);
        const std::string problem = problemOf(source);
        QVERIFY2(problem != "fine" && QString::fromStdString(problem).contains(expected), problem.c_str());
        QVERIFY(problem.size() < 1000);
    }

    void aProgramIsEndedWhereItTakesTooLongOrPrintsTooMuch()
    {
        std::string output;
        QVERIFY(outputOf({"echo", "hello"}, output).isOk());
        QCOMPARE(output, std::string("hello\n"));
        const auto problem = [&](const std::vector<std::string>& command, const ChildLimits& limits = {}) {
            const Status status = outputOf(command, output, limits);
            return status.isOk() ? std::string("fine") : status.error().message;
        };
        QVERIFY(problem({"no-such-program"}).find("cannot run") != std::string::npos);
        QCOMPARE(problem({"sh", "-c", "echo no controller >&2; exit 3"}), std::string("sh failed: no controller\n"));
        QVERIFY(problem({"sleep", "60"}, {.whole = 200ms}).find("did not finish within") != std::string::npos);
        QVERIFY(problem({"yes"}, {.bytes = 1U << 20U}).find("printed more than 1 MiB") != std::string::npos);
        // A program that closes its output and continues to run is killed too.
        QVERIFY(problem({"sh", "-c", "exec >&- 2>&-; exec sleep 86400"}, {.whole = 500ms}) != "fine");
    }
};

LOCKSTEP_TEST(tst_slurmsources, TestSlurmSources)
#include "tst_slurmsources.moc"
