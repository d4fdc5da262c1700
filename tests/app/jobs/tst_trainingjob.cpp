// SPDX-License-Identifier: GPL-3.0-or-later
#include "datasources/agentclient/agentclient.h"
#include "datasources/agentservice/agentserver.h"
#include "datasources/agentservice/hub/telemetryhub.h"
#include "datasources/collectors/sampling/collectorset.h"
#include "datasources/collectors/sampling/huboutput.h"
#include "datasources/text/filedescriptor.h"
#include "models/analysis/fabric/fabricresults.h"
#include "models/analysis/sync/live/syncresults.h"
#include "models/core/eventcodes.h"
#include "models/core/metrics/metricnames.h"
#include "models/core/work/batchqueue.h"
#include "models/pipeline/analysistable.h"
#include "models/store/analysishost.h"
#include "models/store/clustermodel.h"
#include "tests/support/freeport.h"
#include "tests/support/hangtimeout.h"
#include "tests/support/testentry.h"

#include <QElapsedTimer>
#include <QProcess>
#include <QRegularExpression>
#include <QTemporaryDir>
#include <QTest>
#include <fmt/format.h>

#include <algorithm>
#include <csignal>
#include <map>
#include <sys/socket.h>
#include <sys/un.h>

using namespace lockstep;

/// A real training job of eight processes on this machine (PyTorch, gloo, DistributedDataParallel), observed by
/// resources/agent/lockstep.py, through a real agent, its service, a client and the analyses.
class TestTrainingJob : public QObject
{
    Q_OBJECT

    /// The path from the job's socket to the window's data.
    class Watch
    {
    public:
        Watch() : m_queue(1024), m_analyses(m_cluster), m_agent(config(), makeCollectors(config()), publishTo(m_hub))
        {
            for (const AnalysisRow& row : analysisTable())
                m_analyses.add(row.make({m_sync, m_fabric}));
            m_server = test::serveOnFreePort(m_hub);
            m_agent.start();
            AgentEndpoint endpoint;
            endpoint.address = test::addressOf(*m_server);
            m_client = std::make_unique<AgentClient>(SourceId{0}, std::move(endpoint),
                                                     [this](const BatchPtr& batch) { m_queue.push(batch); });
            m_client->start();
        }
        ~Watch()
        {
            m_client->stop();
            m_agent.stop();
        }

        [[nodiscard]] QString socket() const { return m_folder.filePath(QStringLiteral("jobs.sock")); }
        [[nodiscard]] QString ncclSocket() const { return m_folder.filePath(QStringLiteral("nccl.sock")); }
        [[nodiscard]] const ClusterStore& store() const { return m_cluster.store(); }

        void pump()
        {
            m_cluster.apply(m_queue.take(256), wallClockNow());
            QTest::qWait(10);
        }

        /// The first event of that code whose text contains all of these.
        [[nodiscard]] std::optional<Event> waitFor(const char* code, const std::vector<std::string>& words)
        {
            for (const QDeadlineTimer deadline(test::hangTimeout); !deadline.hasExpired(); pump()) {
                for (const LoggedEvent& logged : store().events().events()) {
                    const auto has = [&](const std::string& word) {
                        return logged.event.text.find(word) != std::string::npos;
                    };
                    if (logged.event.code == code && std::ranges::all_of(words, has))
                        return logged.event;
                }
            }
            return std::nullopt;
        }

        [[nodiscard]] std::string said() const
        {
            std::string all;
            for (const LoggedEvent& logged : store().events().events())
                all += logged.event.code + ": " + logged.event.text + '\n';
            return all;
        }

    private:
        [[nodiscard]] AgentConfig config() const
        {
            AgentConfig config;
            config.nodeName = "n1";
            config.collectorsOff = {"nvidia", "disk", "network", "hwmon", "thermal", "rapl", "infiniband", "pressure"};
            config.jobSocket = socket().toStdString();
            return config;
        }

        QTemporaryDir m_folder;
        BatchQueue m_queue;
        ClusterModel m_cluster;
        SyncResults m_sync;
        FabricResults m_fabric;
        AnalysisHost m_analyses;
        TelemetryHub m_hub;
        std::unique_ptr<AgentServer> m_server;
        NodeAgent m_agent;
        std::unique_ptr<AgentClient> m_client;
    };

    /// The processes of the job.
    class Job
    {
    public:
        Job(const Watch& watch, const QString& python, const QStringList& slow = {},
            const QString& script = QStringLiteral("trainingjob.py"))
        {
            QProcessEnvironment environment = QProcessEnvironment::systemEnvironment();
            environment.insert(QStringLiteral("LOCKSTEP_JOB_SOCKET"), watch.socket());
            m_process.setProcessEnvironment(environment);
            m_process.setProcessChannelMode(QProcess::MergedChannels);
            const QString source = qEnvironmentVariable("LOCKSTEP_SOURCE_DIR", QStringLiteral("."));
            m_process.start(python,
                            QStringList{source + QStringLiteral("/tests/app/jobs/") + script,
                                        source + QStringLiteral("/resources/agent/lockstep.py"), QStringLiteral("8"),
                                        QStringLiteral("900")}
                                + slow);
        }
        ~Job()
        {
            for (const auto& [rank, process] : m_ranks)
                ::kill(process, SIGKILL);
            m_process.kill();
            m_process.waitForFinished();
        }

        /// That many steps done, by the first rank.
        [[nodiscard]] bool does(int steps, Watch& watch)
        {
            for (const QDeadlineTimer deadline(2 * test::hangTimeout); !deadline.hasExpired(); watch.pump()) {
                read();
                if (m_steps >= steps && m_ranks.size() == 8)
                    return true;
                if (m_process.state() == QProcess::NotRunning)
                    return false; // the reason is in the output
            }
            return false;
        }
        [[nodiscard]] bool hasStarted() { return m_process.waitForStarted(); }
        [[nodiscard]] pid_t process(int rank) const { return m_ranks.at(rank); }
        [[nodiscard]] const QByteArray& output() const { return m_output; }

    private:
        void read()
        {
            m_output += m_process.readAll();
            static const QRegularExpression line(QStringLiteral("^(rank|step) (\\d+)(?: process (\\d+))?$"),
                                                 QRegularExpression::MultilineOption);
            for (auto found = line.globalMatch(QString::fromUtf8(m_output)); found.hasNext();) {
                const auto match = found.next();
                if (match.captured(1) == QStringLiteral("rank"))
                    m_ranks[match.captured(2).toInt()] = match.captured(3).toInt();
                else
                    m_steps = std::max(m_steps, match.captured(2).toInt());
            }
        }

        QProcess m_process;
        QByteArray m_output;
        std::map<int, pid_t> m_ranks;
        int m_steps = 0;
    };

    /// Eight processes reported only by the plugin, through version 5 of its interface.
    class NcclJob
    {
    public:
        /// @param calls calls of the plugin per second
        /// @param last collective that all ranks except rank 3 enter and none leaves
        /// @param works seconds for which rank 3 works instead, before it becomes idle
        NcclJob(const Watch& watch, int calls, int last, int works)
        {
            for (int rank = 0; rank < 8; ++rank) {
                QProcessEnvironment environment = QProcessEnvironment::systemEnvironment();
                environment.insert(QStringLiteral("LOCKSTEP_NCCL_SOCKET"), watch.ncclSocket());
                environment.insert(QStringLiteral("LOCKSTEP_JOB"), QStringLiteral("llama"));
                environment.insert(QStringLiteral("RANK"), QString::number(rank));
                m_ranks.push_back({std::make_unique<QProcess>(), {}});
                m_ranks.back().process->setProcessEnvironment(environment);
                m_ranks.back().process->start(QStringLiteral(NCCLRANK_PATH),
                                              {QStringLiteral(NCCLPLUGIN_PATH), QStringLiteral("5"),
                                               QString::number(rank), QStringLiteral("8"), QString::number(calls),
                                               QStringLiteral("900"), QString::number(rank == 3 ? -last : last),
                                               QString::number(rank == 3 ? works : 0)});
            }
        }
        ~NcclJob()
        {
            for (const Rank& rank : m_ranks) {
                rank.process->kill();
                rank.process->waitForFinished();
            }
        }

        /// Waits until all ranks, or that rank, have printed it.
        [[nodiscard]] bool waitFor(Watch& watch, const char* words, int only = -1)
        {
            for (int at = 0; at < 8; ++at) {
                Rank& rank = m_ranks[static_cast<std::size_t>(at)];
                for (; only < 0 || only == at; watch.pump()) {
                    rank.output += rank.process->readAllStandardOutput();
                    if (rank.output.contains(words))
                        break;
                    if (rank.process->state() == QProcess::NotRunning)
                        return false;
                }
            }
            return true;
        }
        [[nodiscard]] pid_t process(std::size_t rank) const
        {
            return static_cast<pid_t>(m_ranks[rank].process->processId());
        }

    private:
        struct Rank
        {
            std::unique_ptr<QProcess> process;
            QByteArray output;
        };
        std::vector<Rank> m_ranks;
    };

    static double secondsOf(const QElapsedTimer& since) { return static_cast<double>(since.elapsed()) / 1000; }

    /// Stops rank 3. @return whether it is named
    static bool isNamedOnceStopped(Watch& watch, const Job& job, const std::string& name)
    {
        ::kill(job.process(3), SIGSTOP);
        QElapsedTimer since;
        since.start();
        const auto named = watch.waitFor(codes::syncHang, {name + " hangs: ", " ranks wait", "for rank 3"});
        if (!named || named->severity != Severity::Critical) {
            qWarning("%s", watch.said().c_str());
            return false;
        }
        qInfo("%s: the stopped rank was named after %.2f s", name.c_str(), secondsOf(since));
        return true;
    }

    /// Posts a few steps, as the module in the job's processes would, so that the job has a pace.
    static void postSteps(const Watch& watch, const char* job, int ranks)
    {
        std::string lines;
        for (int at = 0; at < 4 * ranks; ++at)
            lines += fmt::format("{{\"kind\":\"step\",\"duration\":0.01,\"job\":\"{}\",\"rank\":{},\"step\":{},"
                                 "\"explains_waits\":true}}\n",
                                 job, at % ranks, at / ranks);
        sockaddr_un address{};
        address.sun_family = AF_UNIX;
        const QByteArray path = QFile::encodeName(watch.socket());
        std::ranges::copy(path, address.sun_path);
        const FileDescriptor socket(::socket(AF_UNIX, SOCK_DGRAM | SOCK_CLOEXEC, 0));
        for (const QDeadlineTimer deadline(test::hangTimeout); !deadline.hasExpired(); QTest::qWait(20)) {
            if (::sendto(socket.get(), lines.data(), lines.size(), 0, reinterpret_cast<const sockaddr*>(&address),
                         sizeof address)
                == static_cast<ssize_t>(lines.size()))
                return;
        }
        QFAIL("the agent does not listen");
    }

    QString m_python;

private Q_SLOTS:
    void initTestCase()
    {
        for (const char* python : {"python3", "/usr/bin/python3"}) {
            QProcess look;
            look.start(QString::fromLatin1(python), {QStringLiteral("-c"), QStringLiteral("import torch.distributed")});
            if (look.waitForFinished(60'000) && look.exitStatus() == QProcess::NormalExit && look.exitCode() == 0) {
                m_python = QString::fromLatin1(python);
                return;
            }
        }
    }

    /// Uses the plugin's calls of eight ranks, of which one does not enter a collective that the others wait in.
    void aRankThatStaysOutIsNamedByThePlugin()
    {
        Watch watch;
        NcclJob job(watch, 2000, 320, 0);
        postSteps(watch, "llama", 8);
        QVERIFY(job.waitFor(watch, "hangs"));
        QElapsedTimer since;
        since.start();
        const auto named = watch.waitFor(codes::syncHang, {"llama hangs: ", " ranks wait in dp", "for rank 3"});
        QVERIFY2(named.has_value(), watch.said().c_str());
        qInfo("the rank that stayed out was named after %.2f s", secondsOf(since));
    }

    /// Only some collectives are known. A stopped process is nevertheless reported as missing.
    void aRankThatIsStoppedIsNamedByThePluginAlone()
    {
        Watch watch;
        NcclJob job(watch, 2000, 320, 600);
        QVERIFY(job.waitFor(watch, "hangs"));
        ::kill(job.process(3), SIGSTOP);
        QElapsedTimer since;
        since.start();
        const auto named = watch.waitFor(codes::syncHang, {"llama hangs: ", " ranks wait in dp", "for rank 3"});
        QVERIFY2(named && named->severity == Severity::Critical, watch.said().c_str());
        qInfo("plugin alone: the stopped rank was named after %.2f s", secondsOf(since));
    }

    /// A job that reports only through the plugin writes its first long checkpoint. The waits are reported, but a hang
    /// only once the rank is idle.
    void aRankThatWorksKeepsOthersOfThePluginAloneWaiting()
    {
        if (test::isSanitized)
            QSKIP("takes over a minute, and the two tests above reach the same code");
        Watch watch;
        // 40 s of collectives establish a pace; one collective is about ten calls of the plugin.
        NcclJob job(watch, 200, 800, 15);
        QVERIFY(job.waitFor(watch, "hangs"));
        QElapsedTimer since;
        since.start();
        const auto named
            = watch.waitFor(codes::syncHang, {"llama has an unusually long wait: ", " ranks wait in dp", "for rank 3"});
        QVERIFY2(named && named->severity == Severity::Warning, watch.said().c_str());
        qInfo("plugin alone: the rank that works was named after %.2f s", secondsOf(since));
        QVERIFY(job.waitFor(watch, "is idle", 3));
        QVERIFY2(watch.said().find("llama hangs") == std::string::npos, watch.said().c_str());
        const auto hang = watch.waitFor(codes::syncHang, {"llama hangs: ", " ranks wait in dp", "its process is idle"});
        QVERIFY2(hang && hang->severity == Severity::Critical, watch.said().c_str());
    }

    /// Uses real processes, without PyTorch. The longest waits of a job are normal while it starts, saves or waits for
    /// data. A rank that stops is reported nevertheless.
    void onlyAHangIsReportedAsOne()
    {
        Watch watch;
        Job job(watch, QStringLiteral("python3"), {}, QStringLiteral("pacedjob.py"));
        if (!job.hasStarted())
            QSKIP("there is no python3 here");
        for (const int steps : {3, 20, 40}) { // after compiling, saving, loading data
            QVERIFY2(job.does(steps, watch), job.output().constData());
            if (job.output().contains("held up")) // then there was a hang, if a short one
                QSKIP("this machine held the job up by itself");
            for (const LoggedEvent& logged : watch.store().events().events())
                QVERIFY2(logged.event.code != codes::syncHang, logged.event.text.c_str());
        }
        QVERIFY(isNamedOnceStopped(watch, job, "paced"));
    }

    void theSlowRankOfARealJobIsNamed()
    {
        if (m_python.isEmpty())
            QSKIP("no Python here has PyTorch (python3-torch)");
        Watch watch;
        Job job(watch, m_python, {QStringLiteral("5"), QStringLiteral("0.08")});
        QVERIFY2(job.does(5, watch), job.output().constData());
        const auto named = watch.waitFor(codes::syncStraggler, {"gloo: rank 5 keeps the others waiting"});
        QVERIFY2(named.has_value(), watch.said().c_str());
        for (const LoggedEvent& logged : watch.store().events().events()) {
            // Eight processes share few cores here, so shared links may be slow too. No other rank is slow.
            if (logged.event.code == codes::syncStraggler
                && logged.event.text.find("the links of") == std::string::npos)
                QVERIFY2(logged.event.text.find("rank 5") != std::string::npos, logged.event.text.c_str());
            QVERIFY2(logged.event.code != codes::syncHang, logged.event.text.c_str());
        }
        // Other step properties, which the agent declares when it next looks for changes.
        for (const auto* metric : {metrics::job::tokensPerStep, metrics::job::loss}) {
            for (const QDeadlineTimer deadline(test::hangTimeout);
                 !watch.store().metrics().find(metric).isValid() && !deadline.hasExpired();)
                watch.pump();
            QVERIFY2(watch.store().metrics().find(metric).isValid(), metric);
        }
    }

    void aRankThatIsStoppedIsNamed()
    {
        if (m_python.isEmpty())
            QSKIP("no Python here has PyTorch (python3-torch)");
        Watch watch;
        Job job(watch, m_python);
        QVERIFY2(job.does(15, watch), job.output().constData());
        QVERIFY(isNamedOnceStopped(watch, job, "gloo"));
        ::kill(job.process(3), SIGCONT);
        QVERIFY2(watch.waitFor(codes::syncHang, {"gloo: rank 3 participates again"}).has_value(), watch.said().c_str());
    }
};

LOCKSTEP_TEST(tst_trainingjob, TestTrainingJob)
#include "tst_trainingjob.moc"
