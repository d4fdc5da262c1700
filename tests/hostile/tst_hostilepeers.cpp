// SPDX-License-Identifier: GPL-3.0-or-later
#include "lockstep/v1/telemetry.grpc.pb.h"
#include "tests/hostile/childprogram.h"
#include "tests/hostile/honestreader.h"
#include "tests/hostile/rawpeer.h"
#include "tests/support/testentry.h"
#include "tests/support/waiting.h"

#include <QFile>
#include <QTemporaryDir>
#include <QTest>
#include <fmt/format.h>
#include <grpcpp/grpcpp.h>

#include <atomic>
#include <sys/resource.h>
#include <thread>

using namespace lockstep::test;
using namespace std::chrono_literals;

namespace {

constexpr auto subscribePath = "/lockstep.v1.NodeTelemetry/Subscribe";

/// lockstep-agent as a separate process, with ten ticks per second and a node named "n".
struct AttackedAgent
{
    AttackedAgent() : program("lockstep-agent", {"--config", config(), "--listen", "127.0.0.1:0", "--name", "n"})
    {
        if (!program.waitForLog("(port "))
            qFatal("%s", program.log().c_str());
        const std::string log = program.log();
        port = std::stoi(log.substr(log.find("(port ") + 6));
    }

    std::string config()
    {
        QFile file(folder.filePath(QStringLiteral("agent.toml")));
        if (!file.open(QIODevice::WriteOnly))
            qFatal("cannot write");
        file.write("[sampling]\nperiod = 0.1\n[jobs]\nsocket = \"" + folder.filePath(QStringLiteral("s")).toUtf8()
                   + "\"\n");
        return file.fileName().toStdString();
    }

    [[nodiscard]] std::string address() const { return fmt::format("127.0.0.1:{}", port); }

    QTemporaryDir folder;
    ChildProgram program;
    int port = 0;
};

/// Data that a flood sends repeatedly on one connection.
/// @param stream the first free odd number
struct Flood
{
    const char* name;
    std::string (*bytes)(std::uint32_t stream);
};

constexpr std::uint32_t callsPerSend = 50;
constexpr auto attackLasts = isSanitized ? 300ms : 2000ms;

template <class MakeCall>
std::string manyCalls(std::uint32_t stream, MakeCall makeCall)
{
    std::string bytes;
    for (std::uint32_t call = 0; call < callsPerSend; ++call)
        bytes += makeCall(stream + 2 * call);
    return bytes;
}

std::string manyFrames(http2::Frame type, std::string_view payload, std::uint32_t stream = 0)
{
    std::string bytes;
    for (std::uint32_t frame = 0; frame < callsPerSend; ++frame)
        bytes += http2::frame(type, 0, stream, payload);
    return bytes;
}

std::string beginCall(std::uint32_t stream, const char* path)
{
    return http2::frame(http2::Frame::Headers, http2::endHeaders, stream, http2::shortHeaders(path, stream / 2));
}

std::string reset(std::uint32_t stream)
{
    return http2::frame(http2::Frame::Reset, 0, stream, std::string_view("\0\0\0\x8", 4));
}

std::string rapidReset(std::uint32_t stream)
{
    return manyCalls(stream, [](std::uint32_t each) { return beginCall(each, subscribePath) + reset(each); });
}

const std::vector<Flood>& floods()
{
    static const std::vector<Flood> all{
        {"rapid reset", rapidReset},
        {"rapid reset of unknown methods",
         [](std::uint32_t stream) {
             return manyCalls(stream, [](std::uint32_t each) { return beginCall(each, "/no/such") + reset(each); });
         }},
        {"rapid subscriptions",
         [](std::uint32_t stream) {
             return manyCalls(stream, [](std::uint32_t each) {
                 return beginCall(each, subscribePath)
                     + http2::frame(http2::Frame::Data, http2::endStream, each, http2::message({})) + reset(each);
             });
         }},
        {"rapid lists of nodes",
         [](std::uint32_t stream) {
             return manyCalls(stream, [](std::uint32_t each) {
                 return beginCall(each, "/lockstep.v1.NodeTelemetry/ListNodes")
                     + http2::frame(http2::Frame::Data, http2::endStream, each, http2::message({}));
             });
         }},
        {"calls that never end",
         [](std::uint32_t stream) {
             return manyCalls(stream, [](std::uint32_t each) { return beginCall(each, subscribePath); });
         }},
        {"health checks that never end",
         [](std::uint32_t stream) {
             return manyCalls(stream,
                              [](std::uint32_t each) { return beginCall(each, "/grpc.health.v1.Health/Check"); });
         }},
        {"reflection that never ends",
         [](std::uint32_t stream) {
             return manyCalls(stream, [](std::uint32_t each) {
                 return beginCall(each, "/grpc.reflection.v1alpha.ServerReflection/ServerReflectionInfo");
             });
         }},
        {"pings",
         [](std::uint32_t) {
             return manyFrames(http2::Frame::Ping, "12345678");
         }},
        {"settings",
         [](std::uint32_t) {
             return manyFrames(http2::Frame::Settings, std::string_view("\0\x4\0\0\xFF\xFF", 6));
         }},
        {"priorities",
         [](std::uint32_t) {
             return manyFrames(http2::Frame::Priority, std::string_view("\0\0\0\3\x10", 5), 1);
         }},
        {"empty data",
         [](std::uint32_t stream) {
             return http2::frame(http2::Frame::Headers, http2::endHeaders, stream, http2::headers(subscribePath))
                 + manyFrames(http2::Frame::Data, {}, stream);
         }},
        {"headers without end",
         [](std::uint32_t stream) {
             const std::string more = http2::headers(subscribePath);
             return (stream == 1 ? http2::frame(http2::Frame::Headers, 0, 1, more) : std::string())
                 + manyFrames(http2::Frame::Continuation, std::string("\0\1x\x40", 4) + std::string(64, 'y'), 1);
         }},
        {"messages that are never whole",
         [](std::uint32_t stream) {
             return manyCalls(stream, [](std::uint32_t each) {
                 return beginCall(each, subscribePath)
                     + http2::frame(http2::Frame::Data, 0, each, std::string("\0\0\x3\xFF\xFF", 5))
                     + http2::frame(http2::Frame::Data, 0, each, std::string(16000, '\n'));
             });
         }},
        {"noise",
         [](std::uint32_t) {
             return std::string(4096, '\xA5');
         }},
    };
    return all;
}

/// Sends on several connections at once, reconnecting when the agent closes them, until stopped.
/// @return number of connections closed by the agent
std::size_t attack(int port, const Flood& flood, const std::stop_token& stop)
{
    dropPrivileges();
    struct Line
    {
        RawPeer peer;
        std::uint32_t stream = 1;
    };
    std::vector<Line> lines(4);
    std::size_t hungUp = 0;
    while (!stop.stop_requested()) {
        for (Line& line : lines) {
            if (!line.peer.isConnected()) {
                line = {RawPeer(port), 1};
                if (!line.peer.isConnected() || !line.peer.send(http2::preface()))
                    continue;
            }
            if (!line.peer.send(flood.bytes(line.stream))) {
                line.peer.close();
                ++hungUp;
            }
            line.stream += 2 * callsPerSend;
        }
    }
    return hungUp;
}

} // namespace

/// Peers that misuse HTTP/2, or send nothing, with a real lockstep-agent. Measures the cost for the agent, and ticks
/// lost by a valid reader.
class TestHostilePeers : public QObject
{
    Q_OBJECT

    /// Runs an attack of @p duration beside a valid reader; a second one connects meanwhile.
    template <class Attack>
    static void withstands(const char* name, std::size_t maxMebi, Attack run)
    {
        AttackedAgent agent;
        const HonestReader before(agent.address());
        QVERIFY(before.waitForTicks(5));
        const std::size_t quietBytes = agent.program.memoryBytes();
        const auto cpuBefore = agent.program.cpuTime();
        const auto start = std::chrono::steady_clock::now();
        run(agent);
        const double share = (agent.program.cpuTime() - cpuBefore) / (std::chrono::steady_clock::now() - start);
        const std::size_t peakBytes = agent.program.peakMemoryBytes();
        const HonestReader after(agent.address());
        const bool isHeard = after.waitForTicks(3);
        QVERIFY2(agent.program.isRunning(), agent.program.log().c_str());
        QVERIFY2(before.waitForTicks(3), agent.program.log().c_str());
        fmt::print("{:<34} {:>5} MiB more, {:>4.0f} % of a core; honest samples: {} received, {} ticks lost\n", name,
                   (peakBytes - quietBytes) / mebi, 100 * share, before.samples(), before.lostTicks());
        QVERIFY2(isHeard, "a reader that comes after the attack is not served");
        QCOMPARE(before.lostTicks(), std::uint64_t{0});
        QVERIFY2(peakBytes - quietBytes < maxMebi * mebi * sanitizerFactor(), agent.program.log().c_str());
        QCOMPARE(agent.program.stop(), std::optional(0));
    }

private Q_SLOTS:
    void initTestCase()
    {
        rlimit files{};
        ::getrlimit(RLIMIT_NOFILE, &files);
        files.rlim_cur = files.rlim_max;
        ::setrlimit(RLIMIT_NOFILE, &files);
    }

    void floodsHurtNobodyElse_data()
    {
        QTest::addColumn<int>("index");
        for (std::size_t index = 0; index < floods().size(); index += isSanitized ? 2 : 1)
            QTest::newRow(floods()[index].name) << static_cast<int>(index);
    }

    void floodsHurtNobodyElse()
    {
        QFETCH(int, index);
        const Flood& flood = floods()[static_cast<std::size_t>(index)];
        withstands(flood.name, 48, [&](AttackedAgent& agent) {
            std::jthread attacker([&](const std::stop_token& stop) { attack(agent.port, flood, stop); });
            std::this_thread::sleep_for(attackLasts);
        });
    }

    /// The first 17,000 of these used the agent's last descriptor, and its listener stopped.
    void idleConnectionsLeaveItHearing()
    {
        withstands("17,000 idle connections", 32, [](AttackedAgent& agent) {
            std::thread([&] {
                dropPrivileges();
                std::vector<RawPeer> peers;
                for (int number = 0; number < 17'000; ++number)
                    peers.emplace_back(agent.port);
            }).join();
        });
    }

    void idleHttp2ConnectionsAreFew()
    {
        withstands("10,000 idle HTTP/2 connections", 32, [](AttackedAgent& agent) {
            std::thread([&] {
                dropPrivileges();
                std::vector<RawPeer> peers;
                for (int number = 0; number < 10'000; ++number) {
                    peers.emplace_back(agent.port);
                    if (peers.back().isConnected())
                        peers.back().send(http2::preface());
                }
            }).join();
        });
    }

    void unreadStreamsAreFew()
    {
        withstands("10,000 unread streams", 32, [](AttackedAgent& agent) {
            std::thread([&] {
                dropPrivileges();
                std::vector<RawPeer> peers;
                for (int number = 0; number < 200; ++number) {
                    peers.emplace_back(agent.port);
                    std::string calls = http2::preface(0);
                    for (std::uint32_t stream = 1; stream < 100; stream += 2)
                        calls += http2::call(stream, subscribePath, {});
                    if (peers.back().isConnected())
                        peers.back().send(calls);
                }
                std::this_thread::sleep_for(1s); // of the attack
            }).join();
        });
    }

    /// gRPC's own log prints headers that it does not understand.
    void whatAPeerSendsIsNotInTheLog()
    {
        const auto literal = [](std::string_view name, std::string_view value) {
            std::string bytes(1, '\0');
            for (const std::string_view text : {name, value})
                (bytes += static_cast<char>(text.size())) += text;
            return bytes;
        };
        AttackedAgent agent;
        const std::string bad = literal("te", "x\x1b[2J\nALL CLEAR\x07") + literal("x\nALL CLEAR", "y\nALL CLEAR");
        for (int number = 0; number < 20; ++number) {
            RawPeer peer(agent.port);
            QVERIFY(peer.send(
                http2::preface()
                + http2::frame(http2::Frame::Headers, http2::endHeaders, 1, http2::headers(subscribePath) + bad)));
        }
        const HonestReader reader(agent.address());
        QVERIFY(reader.waitForTicks(3));
        QVERIFY2(agent.program.log().find("ALL CLEAR") == std::string::npos, agent.program.log().c_str());
        QVERIFY2(agent.program.log().find('\x1b') == std::string::npos, agent.program.log().c_str());
    }

    void memoryIsGivenBack()
    {
        AttackedAgent agent;
        const HonestReader reader(agent.address());
        QVERIFY(reader.waitForTicks(5));
        const std::size_t quietBytes = agent.program.memoryBytes();
        {
            std::jthread attacker([&](const std::stop_token& stop) { attack(agent.port, floods().front(), stop); });
            std::this_thread::sleep_for(attackLasts);
        }
        QTRY_VERIFY(agent.program.memoryBytes() < quietBytes + 16 * mebi * sanitizerFactor());
        fmt::print("{:<34} {:>5} MiB more some seconds later\n", "after rapid reset",
                   (std::max(agent.program.memoryBytes(), quietBytes) - quietBytes) / mebi);
    }

    void oneNodeNamedOftenIsOneNode()
    {
        withstands("600,000 times one node's name", 32, [](AttackedAgent& agent) {
            for (const int names : {80'000, 80'000, 600'000}) {
                grpc::ChannelArguments ownConnection;
                ownConnection.SetInt(GRPC_ARG_USE_LOCAL_SUBCHANNEL_POOL, 1);
                const auto stub = lockstep::v1::NodeTelemetry::NewStub(
                    grpc::CreateCustomChannel(agent.address(), grpc::InsecureChannelCredentials(), ownConnection));
                lockstep::v1::SubscribeRequest request;
                for (int name = 0; name < names; ++name)
                    request.add_nodes("n");
                grpc::ClientContext context;
                context.set_deadline(std::chrono::system_clock::now() + hangTimeout);
                const auto reader = stub->Subscribe(&context, request);
                lockstep::v1::Frame frame;
                const bool isServed = reader->Read(&frame);
                context.TryCancel();
                const grpc::Status status = reader->Finish();
                QVERIFY2(isServed == (names < 100'000), status.error_message().c_str());
            }
        });
    }

    /// It accepts connections again as soon as there are descriptors.
    void itHearsAgainAfterDescriptorsRanOut()
    {
        withstands("no descriptors for a second", 16, [](AttackedAgent& agent) {
            rlimit files{};
            const rlimit none{16, 20'000};
            QCOMPARE(::prlimit(agent.program.process(), RLIMIT_NOFILE, nullptr, &files), 0);
            QCOMPARE(::prlimit(agent.program.process(), RLIMIT_NOFILE, &none, nullptr), 0);
            std::vector<RawPeer> peers;
            for (int number = 0; number < 100; ++number)
                peers.emplace_back(agent.port);
            std::this_thread::sleep_for(1s); // without descriptors
            QCOMPARE(::prlimit(agent.program.process(), RLIMIT_NOFILE, &files, nullptr), 0);
        });
    }

    /// Another user of the machine uses everything available; this one is still admitted.
    void aCrowdOfAnotherUserIsNotInTheWay()
    {
        if (::geteuid() != 0)
            QSKIP("only root can be two users");
        AttackedAgent agent;
        std::atomic<int> came = 0;
        std::jthread crowd([&](const std::stop_token& stop) {
            dropPrivileges();
            std::vector<RawPeer> peers;
            for (; !stop.stop_requested(); ++came) {
                peers.emplace_back(agent.port);
                if (peers.size() > 5000)
                    peers.clear();
            }
        });
        QTRY_VERIFY(came > 1000); // more than may be in
        const HonestReader reader(agent.address());
        QVERIFY2(reader.waitForTicks(10), agent.program.log().c_str());
        QCOMPARE(reader.lostTicks(), std::uint64_t{0});
    }
};

LOCKSTEP_TEST(tst_hostilepeers, TestHostilePeers)
#include "tst_hostilepeers.moc"
