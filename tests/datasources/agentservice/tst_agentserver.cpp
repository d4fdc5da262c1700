// SPDX-License-Identifier: GPL-3.0-or-later
#include "datasources/agentservice/agentserver.h"
#include "datasources/agentservice/hub/telemetryhub.h"
#include "datasources/agentservice/servertoken.h"
#include "lockstep/v1/telemetry.grpc.pb.h"
#include "tests/datasources/proto/wirefixture.h"
#include "tests/support/hangtimeout.h"
#include "tests/support/testentry.h"

#include <QFile>
#include <QTemporaryDir>
#include <QTest>
#include <fmt/format.h>
#include <grpcpp/generic/generic_stub.h>
#include <grpcpp/grpcpp.h>

#include <thread>

using namespace lockstep;
using namespace lockstep::test;

namespace {

std::shared_ptr<grpc::Channel> channelTo(const AgentServer& server)
{
    return grpc::CreateChannel(fmt::format("127.0.0.1:{}", server.port()), grpc::InsecureChannelCredentials());
}

std::unique_ptr<AgentServer> served(TelemetryHub& hub, const std::string& tokenFile = {})
{
    ServerOptions options;
    options.listen = "127.0.0.1:0";
    options.bearerTokenFile = tokenFile;
    auto server = AgentServer::start(options, hub);
    if (!server.isOk())
        qFatal("%s", server.error().message.c_str());
    return std::move(server).value();
}

QString refusalOf(const ServerOptions& options)
{
    TelemetryHub hub;
    const auto server = AgentServer::start(options, hub);
    return server.isOk() ? QString() : QString::fromStdString(server.error().message);
}

std::string write(const QTemporaryDir& folder, const char* name, const QByteArray& text)
{
    QFile file(folder.filePath(QString::fromLatin1(name)));
    if (!file.open(QIODevice::WriteOnly) || file.write(text) != text.size())
        qFatal("cannot write the fixture");
    return file.fileName().toStdString();
}

grpc::Status listNodes(const AgentServer& server, const std::string& authorization, v1::ListNodesResponse& response)
{
    const auto stub = v1::NodeTelemetry::NewStub(channelTo(server));
    grpc::ClientContext context;
    context.set_deadline(std::chrono::system_clock::now() + test::hangTimeout);
    if (!authorization.empty())
        context.AddMetadata("authorization", authorization);
    return stub->ListNodes(&context, {}, &response);
}

} // namespace

class TestAgentServer : public QObject
{
    Q_OBJECT
private Q_SLOTS:
    void aPublicAddressInTheClearIsRefused();
    void incompleteOptionsAreRefused();
    void anAddressInUseIsSaidToBe();
    void unreadableKeysAreNamed();
    void nodesAreListed();
    void aTokenIsAskedFor();
    void tokensAreComparedWhole();
    void clocksAreRead();
    void healthAndReflectionAnswer();
    void anUnknownNodeIsNotFound();
    void aSlowReaderHoldsUpNobody();
    void stoppingEndsOpenStreamsAtOnce();
    void aUnixSocketIsServed();
};

void TestAgentServer::aPublicAddressInTheClearIsRefused()
{
    for (const std::string listen : {"0.0.0.0:0", "[::]:0", "10.1.2.3:7117", "example.org:7117"}) {
        ServerOptions options;
        options.listen = listen;
        const QString refusal = refusalOf(options);
        QVERIFY2(refusal.contains(QStringLiteral("requires TLS")), qPrintable(refusal));
        QVERIFY(refusal.contains(QString::fromStdString(listen)));
        QTemporaryDir folder;
        options.bearerTokenFile = write(folder, "token", "secret\n"); // a token does not compensate for that
        QVERIFY(refusalOf(options).contains(QStringLiteral("requires TLS")));
    }
}

void TestAgentServer::incompleteOptionsAreRefused()
{
    ServerOptions options;
    options.listen = "127.0.0.1:0";
    options.certificateFile = "/some/cert.pem";
    QVERIFY(refusalOf(options).contains(QStringLiteral("the private key is missing")));
    std::swap(options.certificateFile, options.privateKeyFile);
    QVERIFY(refusalOf(options).contains(QStringLiteral("the certificate is missing")));
    options = {};
    options.clientCaFile = "/some/ca.pem";
    QVERIFY(refusalOf(options).contains(QStringLiteral("require TLS")));
    options = {};
    options.listen = "nonsense";
    QVERIFY(refusalOf(options).contains(QStringLiteral("expected host:port")));
    options = {};
    QTemporaryDir folder;
    options.listen = "127.0.0.1:0";
    options.bearerTokenFile = write(folder, "token", "  \n");
    QVERIFY(refusalOf(options).contains(QStringLiteral("expected a bearer token")));
}

void TestAgentServer::anAddressInUseIsSaidToBe()
{
    TelemetryHub hub;
    const auto server = served(hub);
    ServerOptions options;
    options.listen = fmt::format("127.0.0.1:{}", server->port());
    const QString refusal = refusalOf(options);
    QVERIFY2(refusal.contains(QStringLiteral("Address already in use")), qPrintable(refusal));
}

void TestAgentServer::unreadableKeysAreNamed()
{
    QTemporaryDir folder;
    ServerOptions options;
    options.listen = "127.0.0.1:0";
    options.certificateFile = write(folder, "cert.pem", "this is no certificate");
    options.privateKeyFile = folder.filePath(QStringLiteral("absent.pem")).toStdString();
    QVERIFY(refusalOf(options).contains(QStringLiteral("absent.pem: No such file")));
    options.privateKeyFile = write(folder, "key.pem", "this is no key");
    const QString refusal = refusalOf(options);
    QVERIFY2(refusal.contains(QStringLiteral("not a PEM certificate")), qPrintable(refusal));
}

void TestAgentServer::nodesAreListed()
{
    TelemetryHub hub;
    hub.describe(identityOf("n1"));
    hub.describe(identityOf("n2", 9));
    const auto server = served(hub);
    QVERIFY(server->port() > 0);
    v1::ListNodesResponse response;
    const grpc::Status status = listNodes(*server, {}, response);
    QVERIFY2(status.ok(), status.error_message().c_str());
    QCOMPARE(response.nodes_size(), 2);
    QCOMPARE(response.nodes(0).name(), std::string("n1"));
    QCOMPARE(response.nodes(1).epoch(), std::uint64_t{9});
    QCOMPARE(response.nodes(1).inventory(1).detail(), std::string("off: /sys/class/infiniband is absent"));
}

void TestAgentServer::aTokenIsAskedFor()
{
    QTemporaryDir folder;
    TelemetryHub hub;
    const auto server = served(hub, write(folder, "token", "s3cret \nsecond line\n"));
    v1::ListNodesResponse response;
    QCOMPARE(listNodes(*server, {}, response).error_code(), grpc::StatusCode::UNAUTHENTICATED);
    QCOMPARE(listNodes(*server, "Bearer wrong", response).error_code(), grpc::StatusCode::UNAUTHENTICATED);
    QCOMPARE(listNodes(*server, "s3cret", response).error_code(), grpc::StatusCode::UNAUTHENTICATED);
    QVERIFY(listNodes(*server, "Bearer s3cret", response).ok());
}

void TestAgentServer::tokensAreComparedWhole()
{
    const BearerToken token("abc");
    QVERIFY(token.accepts("Bearer abc"));
    for (const std::string_view shown : {"", "Bearer ab", "Bearer abcd", "Bearer abC", "bearer abc", "abc"})
        QVERIFY(!token.accepts(shown));
    QVERIFY(!token.accepts(std::string_view("Bearer abc\0", 11)));
    QVERIFY(BearerToken("").accepts(""));
}

void TestAgentServer::clocksAreRead()
{
    TelemetryHub hub;
    const TimePoint moment = tickOf(smallLayout(), 5).time;
    hub.setClock(
        [moment](const std::string& node) { return node == "late" ? moment : moment + std::chrono::hours(1); });
    const auto server = served(hub);
    const auto stub = v1::NodeTelemetry::NewStub(channelTo(*server));
    grpc::ClientContext context;
    v1::ProbeClockRequest request;
    request.set_client_send(42);
    request.set_node("late");
    v1::ProbeClockResponse response;
    QVERIFY(stub->ProbeClock(&context, request, &response).ok());
    QCOMPARE(response.client_send(), std::int64_t{42});
    QCOMPARE(response.agent_receive(), std::int64_t{moment.time_since_epoch().count()});
    QCOMPARE(response.agent_send(), response.agent_receive());
}

void TestAgentServer::healthAndReflectionAnswer()
{
    TelemetryHub hub;
    const auto server = served(hub);
    grpc::GenericStub stub(channelTo(*server));
    grpc::CompletionQueue queue;
    // grpc.health.v1.HealthCheckRequest without a service is empty; SERVING is field 1 with value 1.
    grpc::ClientContext context;
    const grpc::Slice nothing;
    const auto call
        = stub.PrepareUnaryCall(&context, "/grpc.health.v1.Health/Check", grpc::ByteBuffer(&nothing, 1), &queue);
    call->StartCall();
    grpc::ByteBuffer answer;
    grpc::Status status;
    call->Finish(&answer, &status, this);
    void* tag = nullptr;
    bool isOk = false;
    QVERIFY(queue.Next(&tag, &isOk));
    QVERIFY2(status.ok(), status.error_message().c_str());
    std::vector<grpc::Slice> slices;
    QVERIFY(answer.Dump(&slices).ok());
    QCOMPARE(slices.size(), std::size_t{1});
    QCOMPARE(QByteArray(reinterpret_cast<const char*>(slices[0].begin()), static_cast<qsizetype>(slices[0].size())),
             QByteArray("\x08\x01"));

    // list_services is field 7 of ServerReflectionRequest.
    grpc::ClientContext reflectionContext;
    const auto stream = stub.PrepareCall(&reflectionContext,
                                         "/grpc.reflection.v1alpha.ServerReflection/ServerReflectionInfo", &queue);
    const auto next = [&] {
        return queue.Next(&tag, &isOk) && isOk;
    };
    stream->StartCall(this);
    QVERIFY(next());
    const grpc::Slice question("\x3A\x01*");
    stream->Write(grpc::ByteBuffer(&question, 1), this);
    QVERIFY(next());
    stream->Read(&answer, this);
    QVERIFY(next());
    QVERIFY(answer.Dump(&slices).ok());
    QByteArray text;
    for (const grpc::Slice& slice : slices)
        text.append(reinterpret_cast<const char*>(slice.begin()), static_cast<qsizetype>(slice.size()));
    QVERIFY(text.contains("lockstep.v1.NodeTelemetry"));
    stream->WritesDone(this);
    QVERIFY(next());
    stream->Finish(&status, this);
    QVERIFY(queue.Next(&tag, &isOk));
    queue.Shutdown();
}

void TestAgentServer::anUnknownNodeIsNotFound()
{
    TelemetryHub hub;
    hub.describe(identityOf("n1"));
    const auto server = served(hub);
    const auto stub = v1::NodeTelemetry::NewStub(channelTo(*server));
    grpc::ClientContext context;
    v1::SubscribeRequest request;
    request.add_nodes("n2");
    v1::Frame frame;
    const auto reader = stub->Subscribe(&context, request);
    QVERIFY(!reader->Read(&frame));
    const grpc::Status status = reader->Finish();
    QCOMPARE(status.error_code(), grpc::StatusCode::NOT_FOUND);
    QCOMPARE(status.error_message(), std::string("unknown node 'n2'; known: n1"));
}

void TestAgentServer::aSlowReaderHoldsUpNobody()
{
    TelemetryHub::Limits limits;
    limits.maximumBytesPerNode = 4U << 20U;
    TelemetryHub hub(limits);
    hub.describe(identityOf("n"));
    const auto server = served(hub);
    const auto stub = v1::NodeTelemetry::NewStub(channelTo(*server));
    grpc::ClientContext slowContext;
    const auto slow = stub->Subscribe(&slowContext, {});
    v1::Frame frame;
    QVERIFY(
        slow->Read(&frame)); // the description has arrived: the reader is subscribed, and reads nothing from here on

    const auto layout = wideLayout(10'000);
    constexpr int ticks = 1000; // 40 MB, far more than any window on the path, so a wait would never end
    for (int number = 1; number <= ticks; ++number)
        hub.publish("n", tickOf(layout, static_cast<std::uint64_t>(number)), {});
    // The slow reader continues from the buffer and receives the numbers of lost ticks.
    std::uint64_t read = 0;
    std::uint64_t missed = 0;
    std::uint64_t last = 0;
    while (last < ticks && slow->Read(&frame)) {
        for (const v1::NodeUpdate& update : frame.updates()) {
            if (update.has_missed())
                missed += update.missed().last_sequence() - update.missed().first_sequence() + 1;
            if (update.has_tick()) {
                last = update.tick().sequence();
                ++read;
            }
        }
    }
    QVERIFY(missed > 0);
    QCOMPARE(read + missed, std::uint64_t{ticks});
    slowContext.TryCancel();
}

void TestAgentServer::stoppingEndsOpenStreamsAtOnce()
{
    TelemetryHub hub;
    hub.describe(identityOf("n"));
    auto server = served(hub);
    const auto stub = v1::NodeTelemetry::NewStub(channelTo(*server));
    grpc::ClientContext context;
    const auto reader = stub->Subscribe(&context, {});
    v1::Frame frame;
    QVERIFY(reader->Read(&frame));
    server->stop();
    server.reset();
    QVERIFY(!reader->Read(&frame));
    const grpc::Status status = reader->Finish();
    QCOMPARE(status.error_code(), grpc::StatusCode::UNAVAILABLE);
    QCOMPARE(status.error_message(), std::string("the agent is stopping"));
    hub.publish("n", tickOf(smallLayout(), 1), {}); // the hub outlives its server
}

void TestAgentServer::aUnixSocketIsServed()
{
    QTemporaryDir folder;
    TelemetryHub hub;
    hub.describe(identityOf("n"));
    ServerOptions options;
    options.listen = "unix:" + folder.filePath(QStringLiteral("agent.sock")).toStdString();
    const auto server = AgentServer::start(options, hub);
    QVERIFY2(server.isOk(), server.isOk() ? "" : server.error().message.c_str());
    const auto stub
        = v1::NodeTelemetry::NewStub(grpc::CreateChannel(options.listen, grpc::InsecureChannelCredentials()));
    grpc::ClientContext context;
    v1::ListNodesResponse response;
    QVERIFY(stub->ListNodes(&context, {}, &response).ok());
    QCOMPARE(response.nodes_size(), 1);
    options.listen = "unix:/no/such/folder/agent.sock";
    QVERIFY(refusalOf(options).contains(QStringLiteral("cannot listen on unix:")));
}

LOCKSTEP_TEST(tst_agentserver, TestAgentServer)
#include "tst_agentserver.moc"
