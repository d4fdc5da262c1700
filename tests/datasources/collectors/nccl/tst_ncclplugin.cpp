// SPDX-License-Identifier: GPL-3.0-or-later
#include "datasources/collectors/jobs/jobeventcollector.h"
#include "datasources/collectors/nccl/nccljobs.h"
#include "tests/datasources/collectors/collectorharness.h"
#include "tests/datasources/collectors/nccl/ncclplayer.h"
#include "tests/support/testentry.h"
#include "tests/support/waiting.h"

#include <QProcess>
#include <QTemporaryFile>
#include <QTest>

#include <algorithm>
#include <array>
#include <csignal>
#include <cstring>
#include <dlfcn.h>
#include <fcntl.h>
#include <set>
#include <sys/mman.h>
#include <sys/socket.h>
#include <sys/un.h>
#include <thread>

using namespace lockstep;
using namespace lockstep::test;

/// The plugin that jobs load, called as NCCL calls it in every version of its interface, up to an agent's spans.
class TestNcclPlugin : public QObject
{
    Q_OBJECT

    /// An agent's collector on the socket that the plugin connects to.
    class Agent
    {
    public:
        explicit Agent(const QTemporaryDir& folder) : m_collector(at(folder), sources()), m_harness(m_collector)
        {
            m_harness.detect();
        }
        [[nodiscard]] const NodeTick& sample() { return m_harness.sample(m_now += 1000); }
        [[nodiscard]] CollectorHarness& harness() { return m_harness; }
        [[nodiscard]] std::string name(std::uint32_t index) { return m_harness.names().at(index); }

        /// Spans of those kinds, until there are that many or no more arrive.
        [[nodiscard]] std::vector<Span> spans(std::size_t count, bool markers = false)
        {
            std::vector<Span> found;
            for (const QDeadlineTimer deadline(test::hangTimeout); found.size() < count && !deadline.hasExpired();) {
                for (const Span& span : sample().spans) {
                    if ((span.kind == SpanKind::Marker) == markers)
                        found.push_back(span);
                }
                QThread::msleep(20);
            }
            return found;
        }

        /// Spans of all kinds, until one with that number arrives.
        [[nodiscard]] std::vector<Span> spansUpTo(std::uint64_t sequence)
        {
            std::vector<Span> found;
            for (const QDeadlineTimer deadline(test::hangTimeout); !deadline.hasExpired(); QThread::msleep(20)) {
                std::ranges::copy(sample().spans, std::back_inserter(found));
                if (std::ranges::find(found, sequence, &Span::sequence) != found.end())
                    break;
            }
            return found;
        }

        [[nodiscard]] bool sees(int processes)
        {
            for (const QDeadlineTimer deadline(test::hangTimeout); !deadline.hasExpired(); QThread::msleep(20)) {
                static_cast<void>(sample());
                if (m_harness.value("agent.nccl_processes") == processes)
                    return true;
            }
            return false;
        }

    private:
        static JobSocket::Options at(const QTemporaryDir& folder)
        {
            JobSocket::Options options;
            options.path = folder.filePath(QStringLiteral("jobs.sock")).toStdString();
            return options;
        }
        static std::vector<std::unique_ptr<JobEventSource>> sources()
        {
            std::vector<std::unique_ptr<JobEventSource>> sources;
            sources.push_back(std::make_unique<NcclJobs>());
            return sources;
        }

        JobEventCollector m_collector;
        CollectorHarness m_harness;
        int m_now = 0;
    };

    std::unique_ptr<NcclPlayer> player(int version) const
    {
        return makeNcclPlayer(version, [this](const char* symbol) { return ::dlsym(m_library, symbol); });
    }
    static bool isFollowed(const NcclPlayer& player)
    {
        return test::waitFor([&] { return player.mask() != 0; });
    }

    /// A separate process of a job.
    class Rank
    {
    public:
        Rank(int version, int rank, double eventsPerSecond, double seconds, int hangAt = 0)
        {
            QProcessEnvironment environment = QProcessEnvironment::systemEnvironment();
            environment.insert(QStringLiteral("RANK"), QString::number(rank));
            environment.insert(QStringLiteral("LOCAL_RANK"), QString::number(rank));
            m_process.setProcessEnvironment(environment);
            m_process.start(QStringLiteral(NCCLRANK_PATH),
                            {QStringLiteral(NCCLPLUGIN_PATH), QString::number(version), QString::number(rank),
                             QStringLiteral("8"), QString::number(eventsPerSecond), QString::number(seconds),
                             QString::number(hangAt)});
        }
        ~Rank()
        {
            m_process.kill();
            m_process.waitForFinished();
        }
        [[nodiscard]] QProcess& process() { return m_process; }

    private:
        QProcess m_process;
    };

    std::unique_ptr<QTemporaryDir> m_folder;
    void* m_library = nullptr;

private Q_SLOTS:
    void initTestCase()
    {
        qputenv("LOCKSTEP_JOB", "llama");
        qputenv("RANK", "3");
        qunsetenv("LOCAL_RANK");
        qunsetenv("CUDA_VISIBLE_DEVICES");
        m_library = ::dlopen(NCCLPLUGIN_PATH, RTLD_NOW | RTLD_LOCAL);
        QVERIFY2(m_library != nullptr, ::dlerror());
    }

    void init()
    {
        m_folder = std::make_unique<QTemporaryDir>();
        qputenv("LOCKSTEP_NCCL_SOCKET", m_folder->filePath(QStringLiteral("nccl.sock")).toUtf8());
    }

    void itNeedsNothingButTheCLibrary()
    {
#ifdef LOCKSTEP_SANITIZED
        QSKIP("a sanitizer brings libraries of its own");
#endif
        QProcess readelf;
        readelf.start(QStringLiteral("readelf"), {QStringLiteral("-d"), QStringLiteral(NCCLPLUGIN_PATH)});
        if (!readelf.waitForStarted())
            QSKIP("readelf is not at hand");
        QVERIFY(readelf.waitForFinished());
        const QByteArray text = readelf.readAllStandardOutput();
        QCOMPARE(text.count("(NEEDED)"), 1);
        QVERIFY2(text.contains("[libc.so.6]"), text.constData());
    }

    void withoutAnAgentNothingIsFollowed()
    {
        const auto nccl = player(5);
        nccl->init(1, "dp", 2, 0);
        QCOMPARE(nccl->mask(), 0);
        QVERIFY(nccl->startCollective({}) == nullptr);
        nccl->finalize();
    }

    void everyVersionTellsOfItsCollectives_data()
    {
        QTest::addColumn<int>("version");
        for (int version = 1; version <= 6; ++version)
            QTest::addRow("version %d", version) << version;
    }

    void everyVersionTellsOfItsCollectives()
    {
        QFETCH(int, version);
        Agent agent(*m_folder);
        const auto nccl = player(version);
        QVERIFY(nccl != nullptr);
        nccl->init(0xabc, "dp", 8, 3);
        QVERIFY(nccl->mask() != 0); // from the first collective on
        QVERIFY(agent.sees(1));
        for (std::uint64_t sequence = 0; sequence < 50; ++sequence)
            nccl->play({sequence, 1 << 20, 2});
        const std::vector<Span> spans = agent.spans(50);
        QCOMPARE(spans.size(), std::size_t(50));
        for (std::size_t at = 0; at < spans.size(); ++at) {
            const Span& span = spans[at];
            QCOMPARE(static_cast<int>(span.kind), static_cast<int>(SpanKind::Collective));
            QCOMPARE(agent.name(span.op), std::string("all_reduce (ring, LL128)"));
            QCOMPARE(agent.name(span.communicator), std::string("dp 0abc"));
            QCOMPARE(agent.name(span.lane), std::string("rank 3"));
            QCOMPARE(agent.name(span.job), std::string("llama"));
            QCOMPARE(span.rank, 3U);
            QCOMPARE(span.sequence, 16 * at + 1);
            QCOMPARE(span.bytes, std::uint64_t{4} << 20U);
            QVERIFY(span.end >= span.start && span.end - span.start < test::hangTimeout);
            QVERIFY(wallClockNow() - span.end < std::chrono::minutes(1));
            QVERIFY(at == 0 || span.end >= spans[at - 1].end);
        }
        QCOMPARE(agent.harness().value("agent.nccl_lost"), 0.0);
        nccl->finalize();
        QVERIFY(agent.sees(0));
    }

    /// In the plugin as in lockstep.py.
    void aJobOfOneNodeThatHasNoNameIsNamedAfterTheHost()
    {
        QProcessEnvironment unnamed = QProcessEnvironment::systemEnvironment();
        for (const char* each : {"LOCKSTEP_JOB", "SLURM_JOB_ID", "TORCHELASTIC_RUN_ID"}) {
            qunsetenv(each);
            unnamed.remove(QString::fromLatin1(each));
        }
        for (const char* each : {"WORLD_SIZE", "LOCAL_WORLD_SIZE"}) {
            qputenv(each, "8");
            unnamed.insert(QString::fromLatin1(each), QStringLiteral("8"));
        }
        const std::string expected = "job on " + QSysInfo::machineHostName().toStdString();
        {
            Agent agent(*m_folder);
            const auto nccl = player(6);
            nccl->init(0xabc, "dp", 8, 3);
            QVERIFY(agent.sees(1));
            nccl->play({0, 1 << 20, 2});
            QCOMPARE(agent.name(agent.spans(1).front().job), expected);
            nccl->finalize();
        }
        QProcess python;
        unnamed.insert(QStringLiteral("PYTHONPATH"),
                       qEnvironmentVariable("LOCKSTEP_SOURCE_DIR") + QStringLiteral("/resources/agent"));
        unnamed.insert(QStringLiteral("PYTHONDONTWRITEBYTECODE"), QStringLiteral("1"));
        python.setProcessEnvironment(unnamed);
        python.start(QStringLiteral("python3"),
                     {QStringLiteral("-c"), QStringLiteral("import lockstep; print(lockstep.job_name())")});
        QVERIFY(python.waitForFinished());
        QCOMPARE(python.readAllStandardOutput().trimmed().toStdString(), expected);
        qunsetenv("WORLD_SIZE");
        qunsetenv("LOCAL_WORLD_SIZE");
        qputenv("LOCKSTEP_JOB", "llama");
    }

    void aSendIsATransfer()
    {
        Agent agent(*m_folder);
        const auto nccl = player(4);
        nccl->init(0xabc, nullptr, 8, 3);
        QVERIFY(agent.sees(1));
        void* const send = nccl->startSend(5, 1000);
        nccl->stop(send);
        nccl->stopKernel(nccl->startKernel(send, 0, 5'000'000), 7'000'000);
        const std::vector<Span> spans = agent.spans(1);
        QCOMPARE(spans.size(), std::size_t(1));
        QCOMPARE(static_cast<int>(spans[0].kind), static_cast<int>(SpanKind::Transfer));
        QCOMPARE(agent.name(spans[0].op), std::string("send"));
        QCOMPARE(spans[0].bytes, std::uint64_t{2000});
        nccl->finalize();
    }

    /// Another process's numbers mean nothing here, even if they are in use.
    void aProxyOperationForAnotherProcessIsLeftAlone()
    {
        Agent agent(*m_folder);
        const auto nccl = player(5);
        nccl->init(0xabc, "dp", 8, 3);
        QVERIFY(agent.sees(1));
        void* const work = nccl->startCollective({7, 1024, 1});
        QVERIFY(nccl->startProxyOp(work, 0, true, ::getpid() + 1) == nullptr);
        QVERIFY(nccl->startStep(nullptr, 0) == nullptr);
        nccl->stop(work);
        nccl->stopKernel(nccl->startKernel(work, 0, 1000), 2000);
        QCOMPARE(agent.spans(1).size(), std::size_t(1));
        // Calls for it are too late and change nothing.
        QVERIFY(nccl->startProxyOp(work, 0, true, ::getpid()) == nullptr);
        nccl->stop(work);
        nccl->finalize();
    }

    void enteredAndNotLeftIsReportedWithinThreeSeconds()
    {
        Agent agent(*m_folder);
        const auto nccl = player(6);
        nccl->init(0xabc, "dp", 8, 3);
        QVERIFY(agent.sees(1));
        for (std::uint64_t sequence = 0; sequence < 10; ++sequence)
            nccl->play({sequence, 1024, 2});
        void* const work = nccl->startCollective({10, 1024, 2});
        nccl->stop(work);
        const TimePoint entered = wallClockNow();
        void* const kernel = nccl->startKernel(work, 0, 1000);
        const std::vector<Span> markers = agent.spans(1, true);
        QVERIFY(!markers.empty());
        const Duration passed = wallClockNow() - entered;
        QVERIFY2(passed >= std::chrono::seconds(1), std::to_string(passed.count()).c_str());
        QCOMPARE(agent.name(markers[0].communicator), std::string("dp 0abc"));
        QCOMPARE(markers[0].sequence, std::uint64_t{161});
        QCOMPARE(markers[0].rank, 3U);
        // Unchanged in the next tick. After it has completed, nothing is left.
        QCOMPARE(agent.spans(1, true).size(), std::size_t(1));
        nccl->stopKernel(kernel, 2000);
        nccl->stopKernel(nccl->startKernel(work, 1, 1000), 2000);
        QCOMPARE(agent.spans(1).size(), std::size_t(1));
        nccl->play({11, 1024, 2});
        const std::vector<Span> later = agent.spansUpTo(177);
        QCOMPARE(later.size(), std::size_t(1));
        QCOMPARE(agent.sample().spans.size(), std::size_t(0));
        nccl->finalize();
    }

    /// NCCL was called, but its GPU has not started the collective: it waits for no other rank.
    void whatIsOnlyHandedOverIsNotEntered()
    {
        Agent agent(*m_folder);
        const auto nccl = player(5);
        nccl->init(0xabc, "dp", 8, 3);
        QVERIFY(agent.sees(1));
        nccl->stop(nccl->startCollective({1, 1024, 2}));
        // A later one that is entered is reported; the first one would have been reported by then.
        void* const work = nccl->startCollective({2, 1024, 2});
        nccl->stop(work);
        void* const kernel = nccl->startKernel(work, 0, 1000);
        QCOMPARE(agent.spansUpTo(33).size(), std::size_t(1));
        nccl->stopKernel(kernel, 2000);
        nccl->finalize();
    }

    void anAgentThatIsKilledAndComesBackGoesOn()
    {
        const auto nccl = player(5);
        {
            Agent first(*m_folder);
            nccl->init(0xabc, "dp", 8, 3);
            QVERIFY(first.sees(1));
            nccl->play({1, 1024, 2});
            QCOMPARE(first.spans(1).size(), std::size_t(1));
        }
        QVERIFY(test::waitFor([&] { return nccl->mask() == 0; }));
        QVERIFY(nccl->startCollective({2, 1024, 2}) == nullptr);
        Agent second(*m_folder);
        QVERIFY(isFollowed(*nccl));
        QVERIFY(second.sees(1));
        nccl->play({3, 1024, 2});
        const std::vector<Span> spans = second.spans(1);
        QCOMPARE(spans.size(), std::size_t(1)); // and nothing twice
        QCOMPARE(spans[0].sequence, std::uint64_t{49});
        nccl->finalize();
    }

    void aFullRingLosesTheOldestAndCountsThem()
    {
        Agent agent(*m_folder);
        const auto nccl = player(5);
        nccl->init(0xabc, "dp", 8, 3);
        QVERIFY(agent.sees(1));
        constexpr std::uint64_t more = 5000;
        for (std::uint64_t sequence = 0; sequence < nccl::ringRecords + more; ++sequence)
            nccl->play({sequence, 1024, 2});
        static_cast<void>(agent.sample());
        // Plus at most the threads that earlier tests have not yet ended.
        const double lost = agent.harness().value("agent.nccl_lost");
        QVERIFY2(lost >= more && lost < more + 16, std::to_string(lost).c_str());
        nccl->finalize();
    }

    /// A job may request thousands before the first one has begun.
    void moreThanFitAreCountedAndDoNoHarm()
    {
        Agent agent(*m_folder);
        const auto nccl = player(5);
        nccl->init(0xabc, "dp", 8, 3);
        QVERIFY(agent.sees(1));
        std::vector<void*> works;
        for (std::uint64_t sequence = 0; sequence < nccl::openCollectives + 100; ++sequence) {
            works.push_back(nccl->startCollective({sequence, 1024, 1}));
            nccl->stop(works.back());
        }
        QVERIFY(std::ranges::count(works, nullptr) >= 100);
        for (void* const work : works) {
            if (work != nullptr)
                nccl->stopKernel(nccl->startKernel(work, 0, 1000), 2000);
        }
        static_cast<void>(agent.sample());
        QVERIFY(agent.harness().value("agent.nccl_lost") >= 100.0);
        nccl->play({9999, 1024, 1});
        nccl->finalize();
    }

    /// One communicator for each, while the agent reads. Nothing is lost or reported twice.
    void severalThreadsAtOnce()
    {
        Agent agent(*m_folder);
        constexpr std::uint64_t each = 300;
        std::vector<std::unique_ptr<NcclPlayer>> players;
        for (int at = 0; at < 4; ++at) {
            players.push_back(player(3 + at));
            players.back()->init(static_cast<std::uint64_t>(0x10 + at), "many", 8, 3);
        }
        QVERIFY(agent.sees(1));
        std::vector<std::jthread> threads;
        for (const auto& nccl : players) {
            threads.emplace_back([&nccl] {
                for (std::uint64_t sequence = 0; sequence < each; ++sequence) {
                    nccl->play({sequence, 1024, 2});
                    std::this_thread::sleep_for(std::chrono::microseconds(200));
                }
            });
        }
        std::set<std::pair<std::uint32_t, std::uint64_t>> seen;
        std::size_t spans = 0;
        for (const QDeadlineTimer deadline(test::hangTimeout); spans < 4 * each && !deadline.hasExpired();
             QThread::msleep(10)) {
            for (const Span& span : agent.sample().spans) {
                seen.emplace(span.communicator, span.sequence);
                ++spans;
            }
        }
        QCOMPARE(spans, 4 * each);
        QCOMPARE(seen.size(), 4 * each);
        threads.clear();
        for (const auto& nccl : players)
            nccl->finalize();
    }

    void eightProcessesAreFollowedAndOneThatIsKilledIsMissed()
    {
        Agent agent(*m_folder);
        std::vector<std::unique_ptr<Rank>> ranks;
        for (int rank = 0; rank < 8; ++rank)
            ranks.push_back(std::make_unique<Rank>(1 + rank % 6, rank, 2000, 60));
        QVERIFY(agent.sees(8));
        std::set<std::uint32_t> seen;
        for (const QDeadlineTimer deadline(test::hangTimeout); seen.size() < 8 && !deadline.hasExpired();
             QThread::msleep(50)) {
            for (const Span& span : agent.sample().spans)
                seen.insert(span.rank);
        }
        QCOMPARE(seen.size(), std::size_t(8));
        QVERIFY(agent.harness().value("agent.nccl_cost") >= 0); // measured by tests/bench
        ::kill(static_cast<pid_t>(ranks[5]->process().processId()), SIGKILL);
        QVERIFY(agent.sees(7));
    }

    /// Clients that send nothing, invalid data or no valid ring, and too many clients.
    void strangersAtTheDoorGetNowhere()
    {
        Agent agent(*m_folder);
        const auto knock = [this] {
            FileDescriptor socket(::socket(AF_UNIX, SOCK_SEQPACKET | SOCK_CLOEXEC | SOCK_NONBLOCK, 0));
            sockaddr_un address{};
            address.sun_family = AF_UNIX;
            const QByteArray path = m_folder->filePath(QStringLiteral("nccl.sock")).toUtf8();
            std::copy(path.begin(), path.end(), address.sun_path);
            static_cast<void>(::connect(socket.get(), reinterpret_cast<const sockaddr*>(&address), sizeof(address)));
            return socket;
        };
        const auto hand = [](const FileDescriptor& socket, const void* data, std::size_t size, int descriptor) {
            iovec piece{const_cast<void*>(data), size}; // sendmsg only reads it
            alignas(cmsghdr) std::array<char, CMSG_SPACE(sizeof(int))> control{};
            msghdr message{};
            message.msg_iov = &piece;
            message.msg_iovlen = 1;
            message.msg_control = control.data();
            message.msg_controllen = control.size();
            cmsghdr* const part = CMSG_FIRSTHDR(&message);
            part->cmsg_level = SOL_SOCKET;
            part->cmsg_type = SCM_RIGHTS;
            part->cmsg_len = CMSG_LEN(sizeof(int));
            std::memcpy(CMSG_DATA(part), &descriptor, sizeof(int));
            return ::sendmsg(socket.get(), &message, MSG_NOSIGNAL) >= 0;
        };
        std::vector<FileDescriptor> strangers;
        const nccl::Hello hello;
        const std::string nonsense(3000, 'x');
        const FileDescriptor null(::open("/dev/zero", O_RDONLY | O_CLOEXEC));
        const FileDescriptor text(::open("/proc/self/maps", O_RDONLY | O_CLOEXEC));
        for (int at = 0; at < 20; ++at) {
            strangers.push_back(knock());
            strangers.push_back(knock());
            QVERIFY(hand(strangers.back(), nonsense.data(), nonsense.size(), null.get()));
            strangers.push_back(knock());
            QVERIFY(hand(strangers.back(), &hello, sizeof(hello), at % 2 == 0 ? null.get() : text.get()));
            static_cast<void>(agent.sample());
        }
        QCOMPARE(agent.harness().value("agent.nccl_processes"), 0.0);
        const auto nccl = player(5);
        nccl->init(0xabc, "dp", 8, 3);
        QVERIFY(agent.sees(1)); // among twenty silent clients
        for (int at = 0; at < 100; ++at)
            strangers.push_back(knock());
        nccl->play({1, 1024, 2});
        QCOMPARE(agent.spans(1).size(), std::size_t(1));
        nccl->finalize();
    }

    /// The agent keeps reading, whatever a process writes into its ring.
    void aRingOfNonsenseHarmsNobody();
    void whatIsNoSealedMemoryIsNoRing();
};

namespace {

/// Memory that a malicious process might hand over.
class HostileMemory
{
public:
    HostileMemory() : m_words(sizeof(nccl::SharedRing) / 8)
    {
        m_memory = ::memfd_create("hostile", MFD_CLOEXEC | MFD_ALLOW_SEALING);
        m_words[0] = nccl::ringMagic;
        m_words[1] = nccl::ringVersion;
        m_words[2] = sizeof(nccl::SharedRing);
    }
    ~HostileMemory() { ::close(m_memory); }
    [[nodiscard]] std::uint64_t& operator[](std::size_t at) { return m_words[at]; }
    [[nodiscard]] std::size_t words() const { return m_words.size(); }
    void write() const
    {
        QCOMPARE(::pwrite(m_memory, m_words.data(), 8 * m_words.size(), 0), static_cast<ssize_t>(8 * m_words.size()));
    }
    void seal() const { QCOMPARE(::fcntl(m_memory, F_ADD_SEALS, F_SEAL_SHRINK), 0); }
    [[nodiscard]] int cut(std::size_t bytes) const { return ::ftruncate(m_memory, static_cast<off_t>(bytes)); }
    [[nodiscard]] Result<RingReader> reader() const { return RingReader::open(FileDescriptor(::dup(m_memory))); }

private:
    int m_memory = -1;
    std::vector<std::uint64_t> m_words;
};

} // namespace

void TestNcclPlugin::aRingOfNonsenseHarmsNobody()
{
    HostileMemory memory;
    std::uint64_t state = 1;
    const auto random = [&state] {
        state = state * 6364136223846793005ULL + 1442695040888963407ULL;
        return state >> 11U ^ state << 41U;
    };
    constexpr std::size_t head = offsetof(nccl::SharedRing, head) / 8;
    for (int round = 0; round < 20; ++round) {
        for (std::size_t at = 3; at < memory.words(); ++at)
            memory[at] = round % 3 == 0 ? random() : (round % 3 == 1 ? ~0ULL : at);
        memory[head] = round % 2 == 0 ? random() : std::uint64_t{40'000};
        memory.write();
        memory.seal();
        auto reader = memory.reader();
        QVERIFY(reader.isOk());
        RingReader::News news;
        reader.value().read(1'000'000'000'000, nccl::ringRecords, news);
        reader.value().read(1'000'000'000'000, nccl::ringRecords, news);
        QVERIFY(news.ended.size() <= 2 * nccl::ringRecords && news.open.size() <= nccl::openCollectives);
        for (const RingReader::Work& work : news.ended)
            QVERIFY(work.what.communicator < nccl::knownCommunicators && work.endNs >= work.startNs);
        for (unsigned place = 0; place < 0x10000; place += 251)
            static_cast<void>(reader.value().communicator(static_cast<std::uint16_t>(place)));
    }
}

/// A file whose read never returns would stop all sampling. A file that shrinks would crash a process that maps it.
void TestNcclPlugin::whatIsNoSealedMemoryIsNoRing()
{
    HostileMemory memory;
    memory.write();
    QVERIFY(!memory.reader().isOk());
    memory.seal();
    QVERIFY(memory.reader().isOk());
    QCOMPARE(memory.cut(64), -1);
    QTemporaryFile file;
    QVERIFY(file.open());
    QVERIFY(file.resize(sizeof(nccl::SharedRing)));
    QVERIFY(!RingReader::open(FileDescriptor(::dup(file.handle()))).isOk());
    int pipe[2];
    QCOMPARE(::pipe(pipe), 0);
    QVERIFY(!RingReader::open(FileDescriptor(pipe[0])).isOk());
    ::close(pipe[1]);
}

LOCKSTEP_TEST(tst_ncclplugin, TestNcclPlugin)
#include "tst_ncclplugin.moc"
