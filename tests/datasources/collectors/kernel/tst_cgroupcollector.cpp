// SPDX-License-Identifier: GPL-3.0-or-later
#include "datasources/collectors/kernel/cgroupcollector.h"
#include "models/core/batch.h"
#include "tests/datasources/collectors/collectorharness.h"
#include "tests/support/testentry.h"
#include "tests/support/waiting.h"

#include <QProcess>
#include <QTest>

using namespace lockstep;

class TestCgroupCollector : public QObject
{
    Q_OBJECT

    static constexpr auto top = "sys/fs/cgroup";
    static constexpr auto slurm = "sys/fs/cgroup/system.slice/slurmstepd.scope/";

    static void writeJob(const FixtureTree& tree, const std::string& folder, int kills, int throttledUs, int stalledUs)
    {
        tree.write(folder + "/memory.events",
                   "low 0\nhigh 3\nmax 7\noom 2\noom_kill " + std::to_string(kills) + "\noom_group_kill 0\n");
        tree.write(folder + "/cpu.stat",
                   "usage_usec 5000\nnr_periods 10\nnr_throttled 3\nthrottled_usec " + std::to_string(throttledUs)
                       + "\n");
        for (const char* resource : {"cpu", "memory", "io"})
            tree.write(folder + "/" + resource + ".pressure",
                       "some avg10=0.00 avg60=0.00 avg300=0.00 total=" + std::to_string(stalledUs)
                           + "\nfull avg10=0.00 avg60=0.00 avg300=0.00 total=7\n");
    }

    /// A real control group of this machine, removed at the end.
    class RealGroup
    {
    public:
        RealGroup()
        {
            const QString base = QFile::exists(QStringLiteral("/sys/fs/cgroup/cgroup.controllers"))
                ? QStringLiteral("/sys/fs/cgroup")
                : QStringLiteral("/sys/fs/cgroup/unified");
            QString path = base;
            for (const char* part : {"system.slice", "lockstep-test-slurmstepd.scope", "job_4711"}) {
                path += QLatin1Char('/') + QLatin1String(part);
                if (QDir().mkdir(path))
                    m_made.prepend(path);
            }
            m_path = path;
        }
        ~RealGroup()
        {
            for (const QString& path : m_made)
                QDir().rmdir(path);
        }
        [[nodiscard]] bool isThere() const { return QFile::exists(m_path + QStringLiteral("/cpu.pressure")); }
        [[nodiscard]] QString procs() const { return m_path + QStringLiteral("/cgroup.procs"); }
        /// No process is in it any more.
        [[nodiscard]] bool isLeft() const
        {
            QFile file(procs());
            return file.open(QIODevice::ReadOnly) && file.readAll().isEmpty();
        }

    private:
        QString m_path;
        QStringList m_made;
    };

private Q_SLOTS:
    void jobsOfSlurmAndKubernetesAreFound()
    {
        const FixtureTree tree;
        tree.write(std::string(top) + "/cgroup.controllers", "cpu memory\n");
        for (const char* folder : {"system.slice/slurmstepd.scope/job_12/step_0",
                                   "system.slice/n1_slurmstepd.scope/job_9", "system.slice/slurmstepd.scope/system",
                                   "system.slice/ssh.service", "kubepods.slice/kubepods-pod0f9c_1.slice",
                                   "kubepods.slice/kubepods-burstable.slice/kubepods-burstable-podab.slice",
                                   "kubepods/besteffort/podcd-ef", "kubepods/pod77"})
            tree.write(std::string(top) + "/" + folder + "/cpu.stat", "usage_usec 1\n");
        QStringList jobs;
        for (const JobCgroup& group : findJobCgroups(SystemRoot(tree.root())))
            jobs << QString::fromStdString(group.job);
        jobs.sort();
        QCOMPARE(jobs,
                 (QStringList{QStringLiteral("job 12"), QStringLiteral("job 9"), QStringLiteral("pod 0f9c_1"),
                              QStringLiteral("pod 77"), QStringLiteral("pod ab"), QStringLiteral("pod cd-ef")}));
        QVERIFY(findJobCgroups(SystemRoot(tree.root() + "/nowhere")).empty());
    }

    void theWorstOffIsReportedAndEachKill()
    {
        const FixtureTree tree;
        tree.write(std::string(top) + "/cgroup.controllers", "cpu memory\n");
        const std::string one = std::string(slurm) + "job_1";
        const std::string two = std::string(slurm) + "job_2";
        writeJob(tree, one, 1, 1'000, 5'000);
        writeJob(tree, two, 0, 0, 0);
        CgroupCollector collector{SystemRoot(tree.root())};
        CollectorHarness harness(collector);
        QCOMPARE(harness.detect().detail, std::string("2 jobs"));
        QVERIFY(harness.sample(0).events.empty()); // earlier events are not reported
        writeJob(tree, one, 1, 101'000, 5'000);
        writeJob(tree, two, 2, 300'000, 250'000);
        const NodeTick tick = harness.sample(1000);
        QCOMPARE(tick.events.size(), std::size_t(1));
        QCOMPARE(tick.events[0].code, std::string("process.out_of_memory"));
        QCOMPARE(tick.events[0].text, std::string("job 2: 2 processes were killed because memory ran out"));
        COMPARE_NEAR(harness.value("node.jobs"), 2.0);
        COMPARE_NEAR(harness.value("node.jobs.killed"), 2.0);
        COMPARE_NEAR(harness.value("node.jobs.throttled"), 0.3);
        COMPARE_NEAR(harness.value("node.jobs.pressure.memory"), 0.25);
        QVERIFY(!collector.hasChanged());
        tree.remove(two);
        QVERIFY(collector.hasChanged());
        QCOMPARE(harness.detect().detail, std::string("1 job"));
        writeJob(tree, one, 1, 151'000, 5'000);
        static_cast<void>(harness.sample(2000));
        COMPARE_NEAR(harness.value("node.jobs.throttled"), 0.05); // its counters go on
    }

    void whichJobIsShortOfWhatIsReportedOnceAndWhenItIsOver()
    {
        const FixtureTree tree;
        tree.write(std::string(top) + "/cgroup.controllers", "cpu memory\n");
        const std::string one = std::string(slurm) + "job_1";
        const std::string two = std::string(slurm) + "job_2";
        writeJob(tree, one, 0, 0, 0);
        writeJob(tree, two, 0, 0, 0);
        CgroupCollector collector{SystemRoot(tree.root())};
        CollectorHarness harness(collector);
        harness.detect();
        std::vector<std::string> reported;
        const auto sample = [&](int second) {
            for (const Event& event : harness.sample(1000 * second).events)
                reported.push_back(event.code + " " + event.text);
        };
        for (int second = 0; second < 60; ++second) {
            writeJob(tree, two, 0, std::min(second, 30) * 400'000, 0); // throttled 40 % of the time, for half a minute
            sample(second);
        }
        QCOMPARE(reported.size(), std::size_t{2});
        QVERIFY2(reported[0].starts_with("job.short job 2: throttled by its CPU limit 1"), reported[0].c_str());
        QCOMPARE(reported[1], std::string("job.short job 2: no longer throttled by its CPU limit"));
        for (int second = 60; second < 70; ++second) {
            writeJob(tree, one, 0, 0, (second - 59) * 900'000);
            sample(second);
        }
        QCOMPARE(reported.size(), std::size_t{4});
        QVERIFY2(reported[2].starts_with("job.short job 1: some of its processes wait for memory"),
                 reported[2].c_str());
        QVERIFY2(reported[3].starts_with("job.short job 1: some of its processes wait for a CPU"), reported[3].c_str());
        tree.remove(one);
        harness.detect();
        sample(70);
        QCOMPARE(reported.back(), std::string("job.short job 1: the job has ended"));
    }

    void whatIsNotThereHasNoData()
    {
        const FixtureTree tree;
        tree.write(std::string(top) + "/cgroup.controllers", "\n");
        tree.write(std::string(slurm) + "job_1/cpu.stat", "nonsense\nthrottled_usec x\n");
        tree.write(std::string(slurm) + "job_1/memory.pressure", "some total=\n");
        CgroupCollector collector{SystemRoot(tree.root())};
        CollectorHarness harness(collector);
        QVERIFY(harness.detect().isActive);
        static_cast<void>(harness.sample(0));
        QVERIFY(harness.sample(1000).events.empty());
        for (const char* metric : {"node.jobs.killed", "node.jobs.throttled", "node.jobs.pressure.memory"})
            QVERIFY(std::isnan(harness.value(metric)));
    }

    /// More busy processes than this machine has cores, in a separate control group.
    void aRealJobsPressureIsRead()
    {
        const RealGroup group;
        if (!group.isThere())
            QSKIP("no control group of version 2 can be made here");
        QProcess busy;
        busy.start(
            QStringLiteral("sh"),
            {QStringLiteral("-c"),
             QStringLiteral("echo $$ > %1; for i in $(seq %2); do timeout 600 sh -c 'while :; do :; done' & done; wait")
                 .arg(group.procs())
                 .arg(QThread::idealThreadCount() + 2)});
        QVERIFY(busy.waitForStarted());
        CgroupCollector collector{SystemRoot("/")};
        CollectorHarness harness(collector);
        double pressure = 0;
        QVERIFY(harness.detect().isActive);
        QElapsedTimer clock;
        clock.start();
        for (const QDeadlineTimer deadline(test::hangTimeout); !(pressure > 0.2) && !deadline.hasExpired();
             QThread::msleep(500)) {
            static_cast<void>(harness.sample(static_cast<int>(clock.elapsed())));
            pressure = harness.value("node.jobs.pressure.cpu");
        }
        QProcess::execute(QStringLiteral("sh"),
                          {QStringLiteral("-c"), QStringLiteral("kill $(cat %1)").arg(group.procs())});
        busy.waitForFinished();
        QTRY_VERIFY(group.isLeft()); // or its folder could not be removed
        QVERIFY2(pressure > 0.2, QByteArray::number(pressure).constData());
    }
};

LOCKSTEP_TEST(tst_cgroupcollector, TestCgroupCollector)
#include "tst_cgroupcollector.moc"
