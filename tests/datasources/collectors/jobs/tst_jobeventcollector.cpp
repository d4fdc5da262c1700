// SPDX-License-Identifier: GPL-3.0-or-later
#include "datasources/collectors/jobs/inbox/jobsocket.h"
#include "datasources/collectors/jobs/jobeventcollector.h"
#include "datasources/collectors/kernel/files/kernelfile.h"
#include "models/core/batch.h"
#include "models/core/eventcodes.h"
#include "tests/datasources/collectors/collectorharness.h"
#include "tests/support/hangtimeout.h"
#include "tests/support/testentry.h"

#include <QScopeGuard>
#include <QTest>
#include <fmt/format.h>

#include <algorithm>
#include <grp.h>
#include <iterator>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/un.h>
#include <unistd.h>

using namespace lockstep;

/// The socket, from a job's datagram to a tick's spans.
class TestJobEventCollector : public QObject
{
    Q_OBJECT

private:
    /// False if there was no receiver.
    static bool post(const std::string& path, const std::string& text)
    {
        sockaddr_un address{};
        address.sun_family = AF_UNIX;
        path.copy(address.sun_path, sizeof(address.sun_path) - 1);
        const FileDescriptor socket(::socket(AF_UNIX, SOCK_DGRAM, 0));
        return ::sendto(socket.get(), text.data(), text.size(), 0, reinterpret_cast<const sockaddr*>(&address),
                        sizeof(address))
            == static_cast<ssize_t>(text.size());
    }

    static std::string line(int step)
    {
        return fmt::format(R"({{"kind":"step","duration_ns":5,"step":{},"rank":3,"op":"train"}})", step);
    }

    static bool hasSpans(const NodeTick& tick) { return !tick.spans.empty(); }

    [[nodiscard]] std::string path() const { return m_folder->path().toStdString() + "/jobs.sock"; }

    [[nodiscard]] JobSocket::Options listening() const { return at(path()); }
    [[nodiscard]] static JobSocket::Options at(const std::string& path)
    {
        JobSocket::Options options;
        options.path = path;
        return options;
    }

    /// Events about losses, excluding the first report of a job.
    static std::vector<Event> warnings(const NodeTick& tick)
    {
        std::vector<Event> found;
        std::ranges::copy_if(tick.events, std::back_inserter(found),
                             [](const Event& event) { return event.severity >= Severity::Warning; });
        return found;
    }

    std::unique_ptr<QTemporaryDir> m_folder;

private Q_SLOTS:
    void init() { m_folder = std::make_unique<QTemporaryDir>(); }

    void whatAJobPostsBecomesSpansInOrder()
    {
        JobEventCollector collector(listening());
        CollectorHarness harness(collector);
        QCOMPARE(harness.detect().detail, "listening on " + path());
        std::vector<Span> spans;
        for (int step = 0; step < 500; ++step)
            QVERIFY(post(path(), line(step)));
        harness.sampleUntil(0, [&](const NodeTick& tick) {
            spans.insert(spans.end(), tick.spans.begin(), tick.spans.end());
            return spans.size() >= 500;
        });
        QCOMPARE(spans.size(), std::size_t(500));
        for (std::size_t i = 0; i < spans.size(); ++i)
            QCOMPARE(spans[i].step, static_cast<std::uint32_t>(i));
        QCOMPARE(harness.names().at(spans[0].lane), std::string("rank 3"));
        QCOMPARE(harness.names().at(spans[0].op), std::string("train"));
        QCOMPARE(harness.names().at(spans[0].job), std::string());
        QCOMPARE(spans[0].rank, 3U);
    }

    void whatAJobSaysOfItselfBecomesMetricsOfTheJob()
    {
        JobEventCollector collector(listening());
        CollectorHarness harness(collector);
        harness.detect();
        QVERIFY(!collector.hasChanged());
        QVERIFY(post(path(),
                     R"({"kind":"step","duration":5,"step":7,"rank":0,"job":"llama","steps_total":50000,)"
                     R"("tokens_per_step":4194304,"flops_per_step":1.8e18,"peak_flops":989e12})"));
        harness.sampleUntil(0, hasSpans);
        QVERIFY(collector.hasChanged()); // a job is to be declared
        harness.detect();
        QVERIFY(!collector.hasChanged());
        harness.sample(1000);
        COMPARE_NEAR(harness.value("job.steps_total", "llama"), 50000.0);
        COMPARE_NEAR(harness.value("job.tokens_per_step", "llama"), 4194304.0);
        COMPARE_NEAR(harness.value("job.flops_per_step", "llama"), 1.8e18);
        COMPARE_NEAR(harness.value("job.peak_flops", "llama"), 989e12);
        QVERIFY(!harness.has("job.samples_per_step", "llama")); // not reported
        QCOMPARE(harness.layout().entities.back().kind, EntityKind::Job);
        QCOMPARE(harness.layout().entities.back().parent, EntityDescriptor::clusterScope);
        // Later steps need not repeat it.
        QVERIFY(post(path(), R"({"kind":"step","duration":5,"step":8,"rank":0,"job":"llama"})"));
        harness.sampleUntil(2000, hasSpans);
        COMPARE_NEAR(harness.value("job.steps_total", "llama"), 50000.0);
    }

    void failedCheckpointsOfAJobAreOneEvent()
    {
        JobEventCollector collector(listening());
        CollectorHarness harness(collector);
        harness.detect();
        QVERIFY(post(path(),
                     R"({"kind":"checkpoint","duration":3,"rank":3,"op":"save","job":"llama","error":"OSError: full"})"
                     "\n"
                     R"({"kind":"checkpoint","duration":3,"rank":4,"op":"save","job":"llama","error":"OSError: full"})"
                     "\n"
                     R"({"kind":"restart","duration":3,"rank":0,"op":"restore","job":"moe","error":"EOFError: "})"));
        std::vector<Event> failures;
        for (const Event& each : warnings(harness.sampleUntil(0, hasSpans))) {
            if (each.code == codes::jobCheckpoint)
                failures.push_back(each);
        }
        QCOMPARE(failures.size(), std::size_t(2));
        QCOMPARE(failures[0].text,
                 std::string("llama: rank 3 could not write its checkpoint: OSError: full; 1 more failed"));
        QCOMPARE(failures[0].fields.job, std::string("llama"));
        QCOMPARE(failures[1].text, std::string("moe: rank 0 could not read its checkpoint: EOFError: "));
    }

    void whatEachRankComputesIsOfItsGpu()
    {
        RankNumbers numbers;
        const RankNumbers::Time begin = RankNumbers::Time() + std::chrono::hours(1);
        JobEvent event;
        event.kind = SpanKind::Step;
        event.job = "llama";
        event.rank = 9;
        event.step = 12;
        event.document.loss = 2.25;
        numbers.take(event, begin);
        QVERIFY(!numbers.hasChanged(begin)); // its node is unknown
        event.gpu = 1;
        numbers.take(event, begin);
        QVERIFY(numbers.hasChanged(begin));
        LayoutBuilder layout("n0", false);
        const std::vector<std::uint32_t> gpus{layout.addEntity(EntityKind::Gpu, "gpu0"),
                                              layout.addEntity(EntityKind::Gpu, "gpu1")};
        numbers.declare(layout, gpus);
        const NodeLayout declared = layout.finish(1);
        QCOMPARE(declared.columns.size(), std::size_t{2}); // without a gradient norm
        event.document.gradientNorm = 0.5;
        numbers.take(event, begin);
        QVERIFY(!numbers.hasChanged(begin + std::chrono::seconds(1))); // not so soon
        QVERIFY(numbers.hasChanged(begin + std::chrono::seconds(10)));
        QVERIFY(numbers.hasChanged(begin + std::chrono::minutes(3))); // nothing runs there any more
    }

    void jobsThatComeAllTheTimeDoNotMakeANewLayoutEachTime()
    {
        JobDocuments documents;
        const JobDocuments::Time begin{};
        JobEvent event;
        event.kind = SpanKind::Step;
        event.document.stepsTotal = 10;
        event.job = "of another rank";
        event.rank = 1;
        documents.take(event, begin);
        QVERIFY(!documents.hasChanged(begin));
        event.rank = 0;
        int changes = 0;
        for (int second = 0; second < 100; ++second) {
            event.job = fmt::format("job {}", second);
            documents.take(event, begin + std::chrono::seconds(second));
            changes += documents.hasChanged(begin + std::chrono::seconds(second)) ? 1 : 0;
        }
        QCOMPARE(changes, 10);
        LayoutBuilder layout("node1", false);
        documents.declare(layout);
        QCOMPARE(layout.finish(1).entities.size(), JobDocuments::capacity + 1);
        // A job that takes no steps any more is forgotten.
        QVERIFY(documents.hasChanged(begin + std::chrono::hours(1)));
        LayoutBuilder later("node1", false);
        documents.declare(later);
        QCOMPARE(later.finish(1).entities.size(), std::size_t{1});
    }

    void severalLinesMayComeInOneDatagram()
    {
        JobEventCollector collector(listening());
        CollectorHarness harness(collector);
        harness.detect();
        QVERIFY(post(path(), line(1) + "\n" + line(2) + "\n\n"));
        QCOMPARE(harness.sampleUntil(0, hasSpans).spans.size(), std::size_t(2));
        COMPARE_NEAR(harness.value("agent.job_events"), 2.0);
    }

    void malformedLinesAreCountedAndReportedAtMostEveryTenSeconds()
    {
        JobEventCollector collector(listening());
        CollectorHarness harness(collector);
        harness.detect();
        QVERIFY(post(path(), "nonsense\n" + line(1)));
        const NodeTick first = harness.sampleUntil(0, hasSpans);
        QCOMPARE(first.spans.size(), std::size_t(1)); // the good one is kept
        QCOMPARE(warnings(first).size(), std::size_t(1));
        const Event reported = warnings(first).front();
        QCOMPARE(reported.code, std::string("agent.job_event_malformed"));
        QVERIFY2(reported.text.find("expected one JSON object") != std::string::npos, reported.text.c_str());
        QVERIFY2(reported.text.find(fmt::format("user {}", ::getuid())) != std::string::npos, reported.text.c_str());

        for (int i = 0; i < 20; ++i)
            QVERIFY(post(path(), "{\"kind\":\"nap\"}"));
        double malformed = 0;
        harness.sampleUntil(1000, [&](const NodeTick& tick) {
            malformed += harness.value("agent.job_events_malformed");
            return malformed >= 20.0 || !warnings(tick).empty(); // the event may come first
        });
        QCOMPARE(malformed, 20.0);
        const NodeTick later = harness.sample(10'000);
        QCOMPARE(later.events.size(), std::size_t(1));
        QVERIFY2(later.events[0].text.find("20 job events from user") != std::string::npos,
                 later.events[0].text.c_str());
        QVERIFY(later.events[0].text.find("\"nap\"") != std::string::npos);
        QVERIFY(harness.sample(30'000).events.empty());
    }

    void anOversizedDatagramIsMalformedAndNothingElse()
    {
        JobEventCollector collector(listening());
        CollectorHarness harness(collector);
        harness.detect();
        QVERIFY(post(path(), std::string(100'000, 'x')));
        const NodeTick tick = harness.sampleUntil(0, [](const NodeTick& got) { return !got.events.empty(); });
        QCOMPARE(tick.events.size(), std::size_t(1));
        QVERIFY2(tick.events[0].text.find("100000 bytes") != std::string::npos, tick.events[0].text.c_str());
        QVERIFY(post(path(), line(1)));
        QCOMPARE(harness.sampleUntil(1000, hasSpans).spans.size(), std::size_t(1));
    }

    void aTimeYearsBackIsRefusedWithItsReason()
    {
        JobEventCollector collector(listening());
        CollectorHarness harness(collector);
        harness.detect();
        QVERIFY(post(path(), R"({"kind":"step","start":1700000000,"duration":2,"rank":3})"));
        const NodeTick tick = harness.sampleUntil(0, [](const NodeTick& got) { return !got.events.empty(); });
        QVERIFY(tick.spans.empty());
        QVERIFY2(tick.events[0].text.find("days ago by this machine's clock") != std::string::npos,
                 tick.events[0].text.c_str());
    }

    void theFirstReportOfAJobSaysWhoseItIs()
    {
        JobEventCollector collector(listening());
        CollectorHarness harness(collector);
        harness.detect();
        QVERIFY(post(path(), R"({"kind":"marker","job":"llama"})"));
        const NodeTick tick = harness.sampleUntil(0, hasSpans);
        QCOMPARE(tick.events.size(), std::size_t(1));
        QCOMPARE(tick.events[0].text,
                 fmt::format("Job \"llama\" is now reported by user {}, through job events.", ::getuid()));
    }

    void whatDoesNotFitIntoATickWaitsForTheNext()
    {
        auto socket = JobSocket::open(listening());
        QVERIFY(socket.isOk());
        std::string lines;
        for (int step = 0; step < 30; ++step)
            lines += line(step) + "\n";
        QVERIFY(post(path(), lines));
        std::vector<JobInbox::Post> posts;
        std::size_t largest = 0;
        for (const QDeadlineTimer deadline(test::hangTimeout); posts.size() < 30 && !deadline.hasExpired();) {
            JobSocket::Inbox inbox = socket.value()->take(10);
            largest = std::max(largest, inbox.posts.size());
            std::ranges::move(inbox.posts, std::back_inserter(posts));
        }
        QCOMPARE(posts.size(), std::size_t(30));
        QVERIFY(largest <= 10);
        for (std::uint32_t step = 0; step < 30; ++step)
            QCOMPARE(posts[step].event.step, step);
    }

    void aFolderInWhichOthersCouldBeFirstIsRefused()
    {
        QVERIFY(QDir(m_folder->path()).mkpath(QStringLiteral("open/inner")));
        const std::string open = m_folder->filePath(QStringLiteral("open")).toStdString();
        QCOMPARE(::chmod(open.c_str(), 0777), 0);
        for (const std::string& folder : {open, open + "/inner"}) {
            const std::string detail = JobEventCollector(at(folder + "/jobs.sock")).detect().detail;
            QVERIFY2(detail.find(open + ": other users can write there") != std::string::npos, detail.c_str());
        }
        // In a folder with the sticky bit, the second agent is rejected and reports why.
        QCOMPARE(::chmod(open.c_str(), 01777), 0);
        QVERIFY(JobEventCollector(at(open + "/jobs.sock")).detect().isActive);
        if (::geteuid() != 0)
            QSKIP("only root can give a folder to somebody else");
        QCOMPARE(::chmod(open.c_str(), 0755), 0);
        QCOMPARE(::chown(open.c_str(), 65534, static_cast<gid_t>(-1)), 0);
        const std::string detail = JobEventCollector(at(open + "/jobs.sock")).detect().detail;
        QVERIFY2(detail.find("belongs to user 65534") != std::string::npos, detail.c_str());
    }

    void withAGroupOnlyItsMembersMayPost()
    {
        JobSocket::Options options = listening();
        options.group = "there is no such group";
        QVERIFY(JobEventCollector(options).detect().detail.find("unknown group") != std::string::npos);
        QVERIFY(!pathExists(path()));
        const group* const own = ::getgrgid(::getegid());
        if (own == nullptr)
            QSKIP("this process's group has no name");
        options.group = own->gr_name;
        JobEventCollector collector(options);
        QVERIFY(collector.detect().isActive);
        struct stat info
        { };
        QCOMPARE(::stat(path().c_str(), &info), 0);
        QCOMPARE(info.st_mode & 0777U, 0660U);
        QCOMPARE(info.st_gid, ::getegid());
    }

    void theUsualPlaceIsPrivate()
    {
        const QByteArray runtime = qgetenv("RUNTIME_DIRECTORY");
        const QByteArray own = qgetenv("XDG_RUNTIME_DIR");
        const auto restore = qScopeGuard([&] {
            runtime.isNull() ? qunsetenv("RUNTIME_DIRECTORY") : qputenv("RUNTIME_DIRECTORY", runtime);
            own.isNull() ? qunsetenv("XDG_RUNTIME_DIR") : qputenv("XDG_RUNTIME_DIR", own);
        });
        qputenv("RUNTIME_DIRECTORY", "/run/lockstep:/run/other");
        QCOMPARE(defaultJobSocketPath().value(), std::string("/run/lockstep/jobs.sock"));
        qunsetenv("RUNTIME_DIRECTORY");
        if (::geteuid() == 0)
            QSKIP("root's is /run/lockstep");
        qputenv("XDG_RUNTIME_DIR", m_folder->path().toUtf8());
        QCOMPARE(defaultJobSocketPath().value(), m_folder->path().toStdString() + "/lockstep/jobs.sock");
        qunsetenv("XDG_RUNTIME_DIR");
        QVERIFY(!defaultJobSocketPath().isOk());
    }

    void aStaleSocketIsReplacedAndOneInUseIsNot()
    {
        {
            // Left by a killed agent: the file without a listener.
            const FileDescriptor dead(::socket(AF_UNIX, SOCK_DGRAM, 0));
            sockaddr_un address{};
            address.sun_family = AF_UNIX;
            path().copy(address.sun_path, sizeof(address.sun_path) - 1);
            QCOMPARE(::bind(dead.get(), reinterpret_cast<const sockaddr*>(&address), sizeof(address)), 0);
        }
        QVERIFY(pathExists(path()));
        JobEventCollector first(listening());
        CollectorHarness harness(first);
        QVERIFY(harness.detect().isActive);
        struct stat info
        { };
        QCOMPARE(::stat(path().c_str(), &info), 0);
        QCOMPARE(info.st_mode & 0777U, 0666U); // any local job may post

        JobEventCollector second(listening());
        const InventoryItem item = second.detect();
        QVERIFY(!item.isActive);
        QVERIFY(item.detail.find("another agent is listening on this socket") != std::string::npos);
        QVERIFY(!second.hasChanged());
        QVERIFY(post(path(), line(1)));
        QCOMPARE(harness.sampleUntil(0, hasSpans).spans.size(), std::size_t(1));
    }

    void theSocketIsTakenOverWhenTheOtherAgentEnds()
    {
        auto first = std::make_unique<JobEventCollector>(listening());
        QVERIFY(first->detect().isActive);
        JobEventCollector second(listening());
        QVERIFY(!second.detect().isActive);
        first.reset();
        QVERIFY(!pathExists(path()));
        QVERIFY(second.hasChanged());
        QVERIFY(second.detect().isActive);
    }

    void aFileThatIsNoSocketIsLeftAlone()
    {
        QFile file(QString::fromStdString(path()));
        QVERIFY(file.open(QIODevice::WriteOnly));
        file.write("precious");
        file.close();
        JobEventCollector collector(listening());
        const InventoryItem item = collector.detect();
        QVERIFY(!item.isActive);
        QVERIFY(item.detail.find("is not a socket") != std::string::npos);
        QVERIFY(file.open(QIODevice::ReadOnly));
        QCOMPARE(file.readAll(), QByteArray("precious"));
    }

    void aPathThatCannotBeBoundSaysSo()
    {
        QVERIFY(JobEventCollector(at(path() + "/nowhere/jobs.sock")).detect().detail.find("off: ") == 0);
        QVERIFY(JobEventCollector(at("/tmp/" + std::string(200, 'x'))).detect().detail.find("1 to 107 bytes")
                != std::string::npos);
    }

    void namesAreBounded()
    {
        NameList names(6);
        QCOMPARE(names.indexOf(""), 0U);
        const std::uint32_t first = names.indexOf("a");
        QCOMPARE(names.indexOf("a"), first);
        QVERIFY(names.indexOf("b") != first);
        QCOMPARE(names.snapshot()->at(names.indexOf("c")), std::string("(other)"));
        QCOMPARE(names.takeRefused(), std::uint64_t(1));
        QCOMPARE(names.snapshot()->size(), std::size_t(4));
        QVERIFY(names.snapshot() == names.snapshot());
    }

    void whoInventsNamesLeavesRoomForOthers()
    {
        NameList names(1000, 4000);
        for (int name = 0; name < 5000; ++name)
            static_cast<void>(names.indexOf(fmt::format("invented {}", name), 65534));
        QVERIFY(names.takeRefused() > 4000);
        const std::uint32_t honest = names.indexOf("rank 3", 1000);
        QCOMPARE(names.snapshot()->at(honest), std::string("rank 3"));
        std::size_t bytes = 0;
        for (const std::string& name : *names.snapshot())
            bytes += name.size();
        QVERIFY(bytes <= 4000);
    }
};

LOCKSTEP_TEST(tst_jobeventcollector, TestJobEventCollector)
#include "tst_jobeventcollector.moc"
