// SPDX-License-Identifier: GPL-3.0-or-later
#include "datasources/collectors/scheduler/slurmsources.h"
#include "tests/datasources/collectors/scheduler/slurmanswers.h"
#include "tests/support/testentry.h"

#include <QTest>

using namespace lockstep;
using namespace lockstep::test;
using namespace std::chrono_literals;

/// Parsing of Slurm's JSON, in old and new formats.
class TestSlurmRecords : public QObject
{
    Q_OBJECT

private:
    static SchedulerJob job(const char* json)
    {
        std::size_t room = 1000;
        const auto parsed = parseSlurmJob(json, room);
        if (!parsed.isOk())
            qFatal("%s", parsed.error().message.c_str());
        return parsed.value();
    }
    static SchedulerNode node(const char* json)
    {
        const auto parsed = parseSlurmNode(json);
        if (!parsed.isOk())
            qFatal("%s", parsed.error().message.c_str());
        return parsed.value();
    }

private Q_SLOTS:
    void aRunningJobSaysWhoHasWhatWhere()
    {
        const SchedulerJob old = job(slurm::runningJob);
        QCOMPARE(old.id, std::string("1"));
        QCOMPARE(old.name, std::string("train 1"));
        QCOMPARE(old.tenant, std::string("physics"));
        QCOMPARE(old.user, std::string("root"));
        QCOMPARE(old.queue, std::string("gpu"));
        QVERIFY(old.state == SchedulerJob::State::Running);
        QCOMPARE(old.gpus, 4U);
        QCOMPARE(old.placements, (std::vector<SchedulerPlacement>{{"n1", 2, "0-1"}, {"n2", 2, "0-1"}}));
        QVERIFY(*old.started - *old.submitted == 3s);
        const SchedulerJob young = job(slurm::newRunningJob);
        QCOMPARE(young.gpus, 8U);
        QCOMPARE(young.restarts, 2U);
        QCOMPARE(young.placements, (std::vector<SchedulerPlacement>{{"gpu-017", 8, "0-7"}}));
        QVERIFY(*young.started - *young.submitted == 59s);
    }

    void aWaitingJobSaysWhatItWaitsFor()
    {
        const SchedulerJob waiting = job(slurm::pendingJob);
        QVERIFY(waiting.state == SchedulerJob::State::Pending);
        QCOMPARE(waiting.gpus, 8U); // four of each of two nodes
        QCOMPARE(waiting.reason, std::string("Resources"));
        QCOMPARE(waiting.tenant, std::string("root")); // without an account: the user's name
        QVERIFY(!waiting.started);
        QVERIFY(waiting.placements.empty());
    }

    /// From a real server: a requeued job whose processes had not all ended.
    void aJobThatEndsHasItsNodesStill()
    {
        const SchedulerJob ending = job("{\"job_id\":1,\"job_state\":\"COMPLETING\",\"nodes\":\"n1\",\"restart_cnt\":1,"
                                        "\"gres_detail\":[\"gpu:2(IDX:0-1)\"]}");
        QVERIFY(ending.state == SchedulerJob::State::Running && ending.isEnding);
        QCOMPARE(ending.gpus, 2U);
        const SchedulerJob young = job("{\"job_id\":1,\"job_state\":[\"COMPLETED\",\"COMPLETING\"],\"nodes\":\"n1\"}");
        QVERIFY(young.state == SchedulerJob::State::Running && !young.hasFailed);
        QVERIFY(job("{\"job_id\":1,\"job_state\":[\"TIMEOUT\"]}").hasFailed);
    }

    void nodesSayWhatIsFreeAndWhyNot()
    {
        const SchedulerNode mixed = node(slurm::mixedNode);
        QCOMPARE(mixed.gpus, 4U);
        QCOMPARE(mixed.allocated, 2U);
        QVERIFY(mixed.isInUse && !mixed.isUnavailable);
        const SchedulerNode drained = node(slurm::newDrainedNode);
        QCOMPARE(drained.gpus, 8U);
        QCOMPARE(drained.allocated, 3U);
        QVERIFY(drained.isUnavailable);
        QCOMPARE(drained.stateWord, std::string("MIXED+DRAIN"));
        QCOMPARE(drained.reason, std::string("bad HBM (by carol)"));
    }

    /// A short list of hosts may name thousands.
    void placementsOfAllJobsHaveALimit()
    {
        std::size_t room = 1;
        const auto first = parseSlurmJob(R"({"job_id":1,"job_state":"RUNNING","nodes":"n[1-5000]"})", room);
        QVERIFY(first.isOk());
        QCOMPARE(room, std::size_t{0});
        const auto second = parseSlurmJob(R"({"job_id":2,"job_state":"RUNNING","nodes":"n[1-5000]"})", room);
        QVERIFY(second.isOk());
        QVERIFY(second.value().placements.empty());
    }

    void whatIsNoRecordIsSaid()
    {
        std::size_t room = 10;
        for (const char* const json :
             {"", "[]", "{}", R"({"job_id":1})", R"({"job_id":"x","job_state":"RUNNING"})", "{"})
            QVERIFY2(!parseSlurmJob(json, room).isOk(), json);
        QVERIFY(!parseSlurmNode(R"({"name":"n1"})").isOk());
        QVERIFY(!parseSlurmReservation("{}").isOk());
    }
};

LOCKSTEP_TEST(tst_slurmrecords, TestSlurmRecords)
#include "tst_slurmrecords.moc"
