// SPDX-License-Identifier: GPL-3.0-or-later
#include "datasources/agentclient/tracefetch.h"
#include "datasources/agentservice/agentserver.h"
#include "datasources/agentservice/hub/telemetryhub.h"
#include "datasources/collectors/kineto/kinetorecorder.h"
#include "tests/support/testentry.h"
#include "tests/support/waiting.h"

#include <QDir>
#include <QFile>
#include <QJsonDocument>
#include <QJsonObject>
#include <QProcess>
#include <QTemporaryDir>
#include <QTest>
#include <fmt/format.h>

#include <algorithm>
#include <sys/socket.h>
#include <sys/un.h>
#include <unistd.h>

using namespace lockstep;
using namespace std::chrono_literals;

/// Traces on demand: libkineto's protocol from the socket to the fetched files. The processes imitate libkineto, which
/// Debian's PyTorch lacks.
class TestKinetoRecorder : public QObject
{
    Q_OBJECT

    /// Communicates with the server like libkineto, from this process.
    class Caller
    {
    public:
        explicit Caller(const std::string& name) : m_socket(::socket(AF_UNIX, SOCK_DGRAM | SOCK_CLOEXEC, 0))
        {
            sockaddr_un own{};
            own.sun_family = AF_UNIX;
            if (::bind(m_socket.get(), reinterpret_cast<const sockaddr*>(&own), sizeof(sa_family_t)) != 0)
                qFatal("no socket");
            m_address.sun_family = AF_UNIX;
            name.copy(m_address.sun_path + 1, sizeof(m_address.sun_path) - 2);
            m_length = static_cast<socklen_t>(sizeof(sa_family_t) + name.size() + 2);
            const timeval timeout{test::hangTimeout.count(), 0};
            ::setsockopt(m_socket.get(), SOL_SOCKET, SO_RCVTIMEO, &timeout, sizeof timeout);
        }
        bool send(const std::string& datagram)
        {
            return ::sendto(m_socket.get(), datagram.data(), datagram.size(), 0,
                            reinterpret_cast<const sockaddr*>(&m_address), m_length)
                == static_cast<ssize_t>(datagram.size());
        }
        std::optional<FabricMessage> answer()
        {
            std::array<char, 4096> buffer{};
            const ssize_t size = ::recv(m_socket.get(), buffer.data(), buffer.size(), 0);
            return size < 0 ? std::nullopt : readFabricMessage({buffer.data(), static_cast<std::size_t>(size)});
        }
        [[nodiscard]] bool hasAnswer() const
        {
            char byte = 0;
            return ::recv(m_socket.get(), &byte, 1, MSG_PEEK | MSG_DONTWAIT) >= 0;
        }
        /// For orders of these kinds; claims to be another process.
        std::optional<FabricMessage> ask(std::int32_t kinds = 2)
        {
            std::string body;
            const auto add = [&body](const auto& number) {
                body.append(reinterpret_cast<const char*>(&number), sizeof number);
            };
            add(kinds);
            add(std::int32_t{1});
            add(std::int64_t{4711});
            add(std::int32_t{1});
            return send(writeFabricMessage(FabricMessage::request, body)) ? answer() : std::nullopt;
        }
        std::string order(std::int32_t kinds = 2) { return ask(kinds).value_or(FabricMessage{"", "no answer"}).body; }

    private:
        FileDescriptor m_socket;
        sockaddr_un m_address{};
        socklen_t m_length = 0;
    };

    using Processes = std::vector<std::unique_ptr<QProcess>>;

    QTemporaryDir m_folder;

    [[nodiscard]] static std::string name() { return fmt::format("lockstep-test-{}", ::getpid()); }
    [[nodiscard]] KinetoRecorder::Options options() const { return {m_folder.path().toStdString(), 500ms, 20s}; }

    /// Processes of a job that wait for requests. Empty: python3 is not installed.
    [[nodiscard]] static Processes startProcesses(const KinetoServer& server, std::size_t count,
                                                  const QString& slurm = {})
    {
        Processes processes;
        QProcessEnvironment environment = QProcessEnvironment::systemEnvironment();
        environment.insert(QStringLiteral("SLURM_JOB_ID"), slurm);
        while (processes.size() < count) {
            processes.push_back(std::make_unique<QProcess>());
            processes.back()->setProcessEnvironment(environment);
            processes.back()->start(QStringLiteral("python3"),
                                    {qEnvironmentVariable("LOCKSTEP_SOURCE_DIR")
                                         + QStringLiteral("/tests/datasources/collectors/kineto/kinetoprocess.py"),
                                     QString::fromStdString(name())});
            if (!processes.back()->waitForStarted())
                return {};
        }
        const auto isHere = [&] {
            const auto clients = server.clients();
            return clients.size() == count
                && std::ranges::all_of(clients, [&](const auto& client) { return client.job == slurm.toLongLong(); });
        };
        if (!test::waitFor(isHere))
            qFatal("the processes have not come");
        return processes;
    }
    static void end(const Processes& processes)
    {
        for (const auto& process : processes) {
            process->kill();
            process->waitForFinished();
        }
    }
    static JobInbox::Post postOf(const QProcess& process, std::uint32_t rank)
    {
        JobInbox::Post post;
        post.process = static_cast<pid_t>(process.processId());
        post.event.job = "llama";
        post.event.rank = rank;
        return post;
    }
    static void write(const QString& path, const QByteArray& text)
    {
        QFile file(path);
        QVERIFY(file.open(QIODevice::WriteOnly));
        QCOMPARE(file.write(text), text.size());
        file.setPermissions(QFile::ReadOwner | QFile::WriteOwner);
    }

private Q_SLOTS:
    void aProcessIsAnsweredAndGivenItsOrderOnce()
    {
        auto server = KinetoServer::open(name());
        QVERIFY2(server.isOk(), server.isOk() ? "" : server.error().message.c_str());
        Caller caller(name());
        QVERIFY(caller.send(writeFabricMessage(FabricMessage::context, std::string(16, '\0'))));
        const auto known = caller.answer();
        QVERIFY(known && known->type == FabricMessage::context && known->body.size() == 4);
        QCOMPARE(caller.order(), std::string());
        // Identified by the kernel, not by its own claim.
        QCOMPARE(server.value()->clients().size(), std::size_t{1});
        QCOMPARE(server.value()->clients()[0].process, ::getpid());
        QCOMPARE(server.value()->clients()[0].job, std::int64_t{4711});
        QVERIFY(!server.value()->order(1, "X=1"));
        QVERIFY(server.value()->order(::getpid(), "X=1"));
        QVERIFY(!server.value()->hasTaken(::getpid()));
        QCOMPARE(caller.order(1), std::string()); // of another kind
        QCOMPARE(caller.order(), std::string("X=1"));
        QVERIFY(server.value()->hasTaken(::getpid()));
        QCOMPARE(caller.order(), std::string());
    }

    void whoeverSendsAnythingElseIsNotAnsweredAndBreaksNothing_data()
    {
        QTest::addColumn<QByteArray>("datagram");
        const auto request = [](const std::string& body) {
            return QByteArray::fromStdString(writeFabricMessage(FabricMessage::request, body));
        };
        std::string many(24, '\0');
        many[4] = many[5] = many[6] = '\x7f';
        QTest::newRow("short") << QByteArray("req");
        QTest::newRow("half a header") << QByteArray(39, 'x');
        QTest::newRow("says that it is longer") << request(std::string(24, '\0')).chopped(3);
        QTest::newRow("no processes") << request(std::string(24, '\0'));
        QTest::newRow("no body") << request({});
        QTest::newRow("more processes than it holds") << request(many);
        QTest::newRow("another type") << QByteArray::fromStdString(writeFabricMessage("hello", "x"));
        QTest::newRow("too long") << request(std::string(9000, '\x01'));
    }

    void whoeverSendsAnythingElseIsNotAnsweredAndBreaksNothing()
    {
        QFETCH(QByteArray, datagram);
        auto server = KinetoServer::open(name());
        QVERIFY(server.isOk());
        Caller caller(name());
        QVERIFY(caller.send(datagram.toStdString()));
        QVERIFY(caller.ask().has_value());
        // By the time another process has an answer, this one would have received all of its own.
        QVERIFY(Caller(name()).ask().has_value());
        QVERIFY(!caller.hasAnswer());
    }

    void whoFloodsLosesOnlyOfHisOwn()
    {
        FabricGate gate;
        FabricGate::Time now{1h};
        std::uint64_t admitted = 0;
        for (int message = 0; message < 100'000; ++message) {
            now += 100us; // 10,000 a second
            admitted += gate.admit(1000, now) ? 1 : 0;
            QVERIFY(message % 1000 != 0 || gate.admit(1001, now));
        }
        QVERIFY2(admitted > 3000 && admitted < 3100, std::to_string(admitted).c_str());
        const auto losses = gate.takeLosses();
        QCOMPARE(losses.size(), std::size_t{1});
        QVERIFY(losses[0].user == 1000 && losses[0].messages == 100'000 - admitted);
        QVERIFY(gate.takeLosses().empty());
        // Users beyond the limit share an entry, and later ones get their own entry again.
        for (SenderId user = 2000; user < 12'000; ++user)
            static_cast<void>(gate.admit(user, now));
        QVERIFY(!gate.admit(50'000, now));
        now += 1min;
        QVERIFY(gate.admit(50'000, now));
        QVERIFY(gate.takeLosses().size() <= FabricGate::maxUsers + 1);
    }

    /// Another user sends as fast as possible from several processes.
    void aFloodKeepsNobodyElseFromItsOrders()
    {
        if (::getuid() != 0)
            QSKIP("only root can be another user as well");
        auto server = KinetoServer::open(name());
        QVERIFY(server.isOk());
        std::vector<std::unique_ptr<QProcess>> flood;
        for (int at = 0; at < 3; ++at) {
            flood.push_back(std::make_unique<QProcess>());
            flood.back()->start(QStringLiteral("python3"),
                                {QStringLiteral("-c"), QStringLiteral(R"(
import os, socket, struct, sys
os.setgid(65534)
os.setuid(65534)
server = socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM)
body = struct.pack("=iiqi", 2, 1, 4711, 1)
datagram = struct.pack("=Q32s", len(body), b"req") + body
while True:
    server.sendto(datagram, "\0" + sys.argv[1] + "\0")
)"),
                                 QString::fromStdString(name())});
            if (!flood.back()->waitForStarted())
                QSKIP("there is no python3 here");
        }
        std::uint64_t lost = 0;
        const auto isFlooded = [&] {
            for (const FabricGate::Loss& loss : server.value()->takeLosses())
                lost += loss.user == 65534 ? loss.messages : 0;
            return lost > 10'000;
        };
        QVERIFY(test::waitFor(isFlooded));
        Caller caller(name());
        for (int question = 0; question < 20; ++question) {
            QVERIFY(caller.ask().has_value());
            QVERIFY(server.value()->order(::getpid(), "X=1"));
            QCOMPARE(caller.order(), std::string("X=1"));
        }
        lost = 0;
        QVERIFY(test::waitFor(isFlooded)); // all the while
        end(flood);
        QVERIFY(server.value()->clients().size() <= 4);
    }

    void oneDoorAtAName()
    {
        const auto server = KinetoServer::open(name());
        const auto second = KinetoServer::open(name());
        QVERIFY(server.isOk() && !second.isOk());
        QVERIFY2(second.error().message.find("dynolog") != std::string::npos, second.error().message.c_str());
    }

    /// From an operator's question to the files, through a real agent's server and four processes.
    void aTraceOfAllRanksIsFetched()
    {
        auto kineto = KinetoServer::open(name());
        QVERIFY(kineto.isOk());
        const Processes processes = startProcesses(*kineto.value(), 4);
        if (processes.empty())
            QSKIP("there is no python3 here");
        const auto places = std::make_shared<JobProcesses>();
        for (std::uint32_t rank = 0; rank < 4; ++rank)
            places->take(postOf(*processes[rank], rank));
        KinetoRecorder recorder(options(), std::move(kineto).value(), places);
        TelemetryHub hub;
        ServerOptions serving;
        serving.listen = "127.0.0.1:0";
        serving.bearerTokenFile = m_folder.filePath(QStringLiteral("token")).toStdString();
        serving.recorder = &recorder;
        write(m_folder.filePath(QStringLiteral("token")), "secret\n");
        auto server = AgentServer::start(serving, hub);
        QVERIFY2(server.isOk(), server.isOk() ? "" : server.error().message.c_str());
        AgentEndpoint endpoint;
        endpoint.address = fmt::format("127.0.0.1:{}", server.value()->port());
        const QTemporaryDir fetched;
        std::string said;
        const auto fetch = [&](const std::string& job) {
            return fetchTrace(endpoint, {job, 200ms}, fetched.path().toStdString(), {},
                              [&said](const std::string& sentence) { said += sentence + '\n'; });
        };
        auto refused = fetch("llama");
        QVERIFY(!refused.isOk());
        QVERIFY2(refused.error().message.find("token") != std::string::npos, refused.error().message.c_str());
        endpoint.bearerTokenFile = serving.bearerTokenFile;
        refused = fetch("nobody's");
        QVERIFY(!refused.isOk());
        QVERIFY2(refused.error().message.find("KINETO_USE_DAEMON=1") != std::string::npos,
                 refused.error().message.c_str());
        const auto files = fetch("llama");
        end(processes);
        QVERIFY2(files.isOk(), files.isOk() ? "" : files.error().message.c_str());
        QCOMPARE(QDir(fetched.path()).entryList(QDir::Files, QDir::Name),
                 (QStringList{QStringLiteral("rank0.json"), QStringLiteral("rank1.json"), QStringLiteral("rank2.json"),
                              QStringLiteral("rank3.json")}));
        QFile trace(QString::fromStdString(files.value().at(0)));
        QVERIFY(trace.open(QIODevice::ReadOnly));
        QCOMPARE(QJsonDocument::fromJson(trace.readAll()).object().value(QStringLiteral("schemaVersion")).toInt(), 1);
        QVERIFY2(said.find("4 of 4 processes received the request") != std::string::npos, said.c_str());
        // Their files have been removed.
        QCOMPARE(QDir(m_folder.path()).entryList({QStringLiteral("lockstep-*")}, QDir::Files).size(), 0);
    }

    void whatAnAgentDoesNotAllowIsRefusedInWords()
    {
        TelemetryHub hub;
        ServerOptions serving;
        serving.listen = "127.0.0.1:0";
        auto server = AgentServer::start(serving, hub);
        QVERIFY(server.isOk());
        AgentEndpoint endpoint;
        endpoint.address = fmt::format("127.0.0.1:{}", server.value()->port());
        const auto refused
            = fetchTrace(endpoint, {"llama", 200ms}, m_folder.path().toStdString(), {}, [](const std::string&) {});
        QVERIFY(!refused.isOk());
        QVERIFY2(refused.error().message.find("[traces] record") != std::string::npos, refused.error().message.c_str());
    }

    /// A job that posts nothing is known by Slurm's number; another's is not touched.
    void aJobIsFoundBySlurmsNumber()
    {
        auto server = KinetoServer::open(name());
        QVERIFY(server.isOk());
        const Processes processes = startProcesses(*server.value(), 1, QStringLiteral("77"));
        if (processes.empty())
            QSKIP("there is no python3 here");
        KinetoRecorder recorder(options(), std::move(server).value(), std::make_shared<JobProcesses>());
        std::string files;
        const auto tell = [&files](const TraceUpdate& news) {
            files += news.isEnd ? news.file + ' ' : std::string();
            return true;
        };
        QVERIFY(!recorder.record({"llama 7", 10ms}, {}, tell).isOk());
        const Status recorded = recorder.record({"llama 77", 10ms}, {}, tell);
        end(processes);
        QVERIFY2(recorded.isOk(), recorded.isOk() ? "" : recorded.error().message.c_str());
        QVERIFY2(files.starts_with("process-"), files.c_str());
    }

    void onlyAWholeFileOfTheProcesssUserIsTaken()
    {
        const std::string folder = m_folder.path().toStdString();
        for (const char* name : {"secret.json", "half_1.json.tmp", "own_1.json"})
            write(m_folder.filePath(QString::fromLatin1(name)), "{}");
        write(m_folder.filePath(QStringLiteral("cut_1.json")), "{\"traceEvents\": [");
        QCOMPARE(::symlink((folder + "/secret.json").c_str(), (folder + "/linked_1.json").c_str()), 0);
        QCOMPARE(::link((folder + "/secret.json").c_str(), (folder + "/second_1.json").c_str()), 0);
        for (const char* name : {"linked", "second", "half", "cut", "absent"}) {
            RecordedFile file(folder, name, ::getuid());
            QVERIFY2(!file.isDone() && !file.isDone(), name);
        }
        RecordedFile others(folder, "own", ::getuid() + 1);
        QVERIFY(!others.isDone() && !others.isDone());
        RecordedFile own(folder, "own", ::getuid());
        QVERIFY(!own.isDone()); // it may still grow
        QVERIFY(own.isDone());
    }
};

LOCKSTEP_TEST(tst_kinetorecorder, TestKinetoRecorder)
#include "tst_kinetorecorder.moc"
