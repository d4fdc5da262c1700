// SPDX-License-Identifier: GPL-3.0-or-later
#include "datasources/agentclient/channelpool.h"
#include "datasources/agentservice/agentserver.h"
#include "datasources/agentservice/hub/telemetryhub.h"
#include "datasources/relay/telemetryrelay.h"
#include "lockstep/v1/telemetry.grpc.pb.h"
#include "models/core/batch.h"
#include "tests/datasources/proto/wirefixture.h"
#include "tests/support/testentry.h"
#include "tests/support/waiting.h"

#include <QTest>
#include <fmt/format.h>
#include <grpcpp/create_channel.h>

#include <algorithm>
#include <thread>

using namespace lockstep;
using namespace lockstep::test;
using namespace std::chrono_literals;

namespace {

/// A hub behind the real service, which can be stopped and restarted on the same port.
struct Served
{
    explicit Served(int wantedPort = 0, TelemetryHub::Limits limits = {}) : hub(limits) { serve(wantedPort); }
    ~Served() { server.reset(); }

    void serve(int wantedPort)
    {
        ServerOptions options;
        options.listen = fmt::format("127.0.0.1:{}", wantedPort);
        auto started = AgentServer::start(options, hub);
        if (!started.isOk())
            qFatal("%s", started.error().message.c_str());
        server = std::move(started).value();
        port = server->port();
    }
    [[nodiscard]] std::string address() const { return fmt::format("127.0.0.1:{}", port); }

    TelemetryHub hub;
    std::unique_ptr<AgentServer> server;
    int port = 0;
};

/// An agent of one node.
struct Agent : Served
{
    explicit Agent(std::string node, std::uint64_t epoch = 7, int wantedPort = 0, TelemetryHub::Limits limits = {})
        : Served(wantedPort, limits), name(std::move(node))
    {
        hub.describe(identityOf(name, epoch));
        hub.setClock([this](const std::string&) { return wallClockNow() + clockError.load(); });
    }

    void publish(std::uint64_t from, std::uint64_t to)
    {
        for (std::uint64_t number = from; number <= to; ++number) {
            NodeTick tick = tickOf(layout, number);
            if (isSmall)
                addSpansAndEvents(tick);
            hub.publish(name, tick, someNames());
        }
    }
    [[nodiscard]] AgentEndpoint endpoint() const
    {
        AgentEndpoint endpoint;
        endpoint.address = address();
        endpoint.node = name;
        return endpoint;
    }

    std::string name;
    /// Without the loop that the usual layout has, which only one node may report.
    void reportNoLoop()
    {
        layout = wideLayout(8);
        isSmall = false;
    }

    std::shared_ptr<const NodeLayout> layout = smallLayout();
    bool isSmall = true;
    std::atomic<Duration> clockError{Duration::zero()};
};

/// A relay behind the real service.
struct Relay : Served
{
    explicit Relay(std::string relayName, std::vector<AgentEndpoint> follows, int wantedPort = 0,
                   TelemetryHub::Limits limits = {})
        : Served(wantedPort, limits), name(std::move(relayName)), relay(name, std::move(follows), hub)
    {
        relay.start();
    }
    ~Relay()
    {
        server.reset();
        relay.stop();
    }

    /// How a cluster file names it.
    [[nodiscard]] AgentEndpoint endpoint(std::vector<std::string> nodes) const
    {
        AgentEndpoint endpoint;
        endpoint.address = address();
        endpoint.relay = name;
        endpoint.relayed = std::move(nodes);
        return endpoint;
    }

    std::string name;
    TelemetryRelay relay;
};

/// A client and its batches.
struct Reader
{
    explicit Reader(AgentEndpoint endpoint, SourceId source = SourceId{0})
        : client(std::make_unique<AgentClient>(source, std::move(endpoint), log.sink()))
    {
        client->start();
    }

    [[nodiscard]] bool waitForStatus(const std::string& node, SourceState state, const std::string& reason = {})
    {
        return log.waitFor([&](const auto& batches) {
            const auto last = std::find_if(batches.rbegin(), batches.rend(),
                                           [&](const BatchPtr& batch) { return batch->status && batch->node == node; });
            return last != batches.rend() && (*last)->status->state == state
                && (*last)->status->reason.find(reason) != std::string::npos;
        });
    }

    BatchLog log;
    std::unique_ptr<AgentClient> client;
};

/// Empty when both readers have the same of a node: identity, names, ticks with their numbers, gaps between them.
std::string differenceOf(const BatchLog& one, const BatchLog& other, const std::string& node)
{
    const auto first = one.ticks(node);
    const auto second = other.ticks(node);
    if (first.size() != second.size())
        return fmt::format("{} ticks and {}", first.size(), second.size());
    for (std::size_t at = 0; at < first.size(); ++at) {
        if (first[at]->sequence != second[at]->sequence)
            return fmt::format("tick {} is number {} and {}", at, first[at]->sequence, second[at]->sequence);
        if (const std::string ticks = difference(*first[at]->tick, *second[at]->tick); !ticks.empty())
            return fmt::format("tick {}: {}", first[at]->sequence, ticks);
    }
    const auto reported = [&node](const BatchLog& log) {
        std::string text;
        for (const BatchPtr& batch : log.all()) {
            if (batch->node != node)
                continue;
            if (batch->gap)
                text += fmt::format("gap of {} before {} from {} to {}: {}\n", batch->gap->ticks, batch->sequence,
                                    batch->gap->range.from.time_since_epoch().count(),
                                    batch->gap->range.to.time_since_epoch().count(), batch->gap->reason);
            if (batch->identity)
                text += fmt::format("epoch {}\n", batch->identity->epoch);
        }
        return text;
    };
    const std::string here = reported(one);
    const std::string there = reported(other);
    return here == there ? std::string() : fmt::format("'{}' and '{}'", here, there);
}

/// The text of all rejections.
QString refusalsIn(const BatchLog& log)
{
    QString text;
    for (const BatchPtr& batch : log.all()) {
        if (batch->status && batch->status->rejectedFrames > 0)
            text += QString::fromStdString(batch->status->reason) + u'\n';
    }
    return text;
}

std::optional<ClockOffset> lastClock(const BatchLog& log, const std::string& node)
{
    std::optional<ClockOffset> clock;
    for (const BatchPtr& batch : log.all())
        clock = batch->clock && batch->node == node ? batch->clock : clock;
    return clock;
}

} // namespace

class TestTelemetryRelay : public QObject
{
    Q_OBJECT
private Q_SLOTS:
    void whatComesThroughIsWhatCameDirectly();
    void theWholeRingIsThereFromTheStart();
    void aRestartedAgentIsTheSameGapThroughARelay();
    void aRelayThatBeginsAnewLosesNothing();
    void aLostConnectionIsResumedByTheAgentsNumbers();
    void whatTheAgentLostIsTheSameGap();
    void clocksAreTheNodesOwn();
    void aClockIsProbedByName();
    void aClockThatIsNotKnownIsNotOurs();
    void aNodeThatIsNotReachedIsSaidToBe();
    void aNodeThatFallsSilentReadsStaleWithItsReason();
    void aLostRelayIsSaidOfAllItsNodes();
    void aRelayWhoseNodesAreAllSilentIsNotLost();
    void itSpeaksForItsNodesOnly();
    void aNodeThatTheRelayDoesNotKnowHoldsUpNobody();
    void aRelayOfRelays();
    void aRelayThatFollowsItselfIsRefused();
    void twoRelaysThatFollowEachOtherAreRefused();
    void aReaderThatTakesNothingHoldsUpNobody();
    void fiveReadersCostEachNodeOneStream();
    void oneNodeThroughARelay();
    void withoutAClusterFileItIsOneSource();
    void aLyingNodeCostsItsNeighboursNothing();
};

void TestTelemetryRelay::whatComesThroughIsWhatCameDirectly()
{
    Agent a("a");
    Agent b("b");
    b.reportNoLoop();
    Relay relay("row", {a.endpoint(), b.endpoint()});
    Reader direct(a.endpoint());
    Reader other(b.endpoint(), SourceId{1});
    Reader through(relay.endpoint({"a", "b"}), SourceId{10});
    QVERIFY(direct.log.waitForState(SourceState::Live));
    QVERIFY(other.log.waitForState(SourceState::Live));
    QVERIFY(through.waitForStatus("a", SourceState::Live));
    QVERIFY(through.waitForStatus("b", SourceState::Live));
    a.publish(1, 60);
    b.publish(1, 60);
    for (const std::string node : {"a", "b"})
        QVERIFY(through.log.waitForTicks(60, node));
    QVERIFY(direct.log.waitForTicks(60));
    QVERIFY(other.log.waitForTicks(60));
    QCOMPARE(QString::fromStdString(differenceOf(direct.log, through.log, "a")), QString());
    QCOMPARE(QString::fromStdString(differenceOf(other.log, through.log, "b")), QString());
    QVERIFY(through.log.gaps().empty());
    const auto named = [](const BatchLog& log, const std::string& node) {
        Names names;
        for (const BatchPtr& batch : log.all())
            names = batch->names && batch->node == node ? batch->names : names;
        return names;
    };
    QCOMPARE(*named(through.log, "a"), *named(direct.log, "a"));
    for (const BatchPtr& tick : through.log.ticks("a"))
        QCOMPARE(tick->source, SourceId{11}); // each node is a separate source
    for (const BatchPtr& tick : through.log.ticks("b"))
        QCOMPARE(tick->source, SourceId{12});
}

void TestTelemetryRelay::theWholeRingIsThereFromTheStart()
{
    Agent a("a");
    a.publish(1, 300);
    Relay relay("row", {a.endpoint()});
    Reader through(relay.endpoint({"a"}));
    QVERIFY(through.waitForStatus("a", SourceState::Live));
    QVERIFY(through.log.waitForTick(300));
    // A dashboard that was connected to the agent resumes at the relay.
    Reader direct(a.endpoint());
    QVERIFY(direct.log.waitForTick(300));
    grpc::ClientContext context;
    const auto stub
        = v1::NodeTelemetry::NewStub(grpc::CreateChannel(relay.address(), grpc::InsecureChannelCredentials()));
    v1::SubscribeRequest request;
    request.add_nodes("a");
    v1::Position& position = *request.add_resume();
    position.set_node("a");
    position.set_epoch(7);
    position.set_next_sequence(51);
    const auto stream = stub->Subscribe(&context, request);
    v1::Frame frame;
    std::vector<std::uint64_t> got;
    while (got.size() < 250 && stream->Read(&frame)) {
        for (const v1::NodeUpdate& update : frame.updates()) {
            QVERIFY(!update.has_missed());
            if (update.has_tick())
                got.push_back(update.tick().sequence());
        }
    }
    context.TryCancel();
    QCOMPARE(got.size(), std::size_t{250});
    QCOMPARE(got.front(), std::uint64_t{51});
    QCOMPARE(got.back(), std::uint64_t{300});
}

void TestTelemetryRelay::aRestartedAgentIsTheSameGapThroughARelay()
{
    auto a = std::make_unique<Agent>("a", 1);
    const int port = a->port;
    Relay relay("row", {a->endpoint()});
    Reader direct(a->endpoint());
    Reader through(relay.endpoint({"a"}));
    QVERIFY(direct.log.waitForState(SourceState::Live));
    QVERIFY(through.waitForStatus("a", SourceState::Live));
    a->publish(1, 5);
    QVERIFY(direct.log.waitForTicks(5));
    QVERIFY(through.log.waitForTicks(5));
    a.reset();
    a = std::make_unique<Agent>("a", 2, port);
    for (std::uint64_t number = 20; number <= 22; ++number)
        a->hub.publish("a", tickOf(a->layout, number), {});
    QVERIFY(direct.log.waitForTicks(8));
    QVERIFY(through.log.waitForTicks(8));
    QCOMPARE(through.log.ticks("a")[5]->sequence, std::uint64_t{1});
    QCOMPARE(through.log.gaps().size(), std::size_t{1});
    QCOMPARE(through.log.gaps().front().reason, std::string("agent restarted"));
    QCOMPARE(QString::fromStdString(differenceOf(direct.log, through.log, "a")), QString());
}

void TestTelemetryRelay::aRelayThatBeginsAnewLosesNothing()
{
    Agent a("a");
    Agent b("b");
    b.reportNoLoop();
    const std::vector follows{a.endpoint(), b.endpoint()};
    auto relay = std::make_unique<Relay>("row", follows);
    const int port = relay->port;
    Reader direct(a.endpoint());
    Reader through(relay->endpoint({"a", "b"}));
    QVERIFY(direct.log.waitForState(SourceState::Live));
    QVERIFY(through.waitForStatus("a", SourceState::Live));
    QVERIFY(through.waitForStatus("b", SourceState::Live));
    a.publish(1, 200);
    b.publish(1, 100);
    QVERIFY(through.log.waitForTicks(200, "a"));
    QVERIFY(through.log.waitForTicks(100, "b"));
    relay.reset();
    a.publish(201, 300); // meanwhile
    relay = std::make_unique<Relay>("row", follows, port);
    a.publish(301, 320);
    b.publish(101, 120);
    QVERIFY(through.log.waitForTicks(320, "a"));
    QVERIFY(through.log.waitForTicks(120, "b"));
    QVERIFY(direct.log.waitForTicks(320, "a"));
    QVERIFY(through.log.gaps().empty());
    QCOMPARE(QString::fromStdString(differenceOf(direct.log, through.log, "a")), QString());
    QCOMPARE(refusalsIn(through.log), QString());
}

void TestTelemetryRelay::aLostConnectionIsResumedByTheAgentsNumbers()
{
    Agent a("a");
    Relay relay("row", {a.endpoint()});
    Reader through(relay.endpoint({"a"}));
    QVERIFY(through.waitForStatus("a", SourceState::Live));
    a.publish(1, 10);
    QVERIFY(through.log.waitForTicks(10));
    const int port = a.port;
    a.server.reset(); // its network; the agent measures on
    QVERIFY(through.waitForStatus("a", SourceState::Retrying, "connection refused"));
    a.publish(11, 90);
    a.serve(port);
    QVERIFY(through.log.waitForTicks(90));
    QVERIFY(through.waitForStatus("a", SourceState::Live));
    QVERIFY(through.log.gaps().empty());
    const auto ticks = through.log.ticks("a");
    for (std::size_t at = 0; at < ticks.size(); ++at)
        QCOMPARE(ticks[at]->sequence, at + 1);
}

void TestTelemetryRelay::whatTheAgentLostIsTheSameGap()
{
    TelemetryHub::Limits small;
    small.maximumBytesPerNode = 4000;
    Agent a("a", 7, 0, small);
    Relay relay("row", {a.endpoint()});
    Reader direct(a.endpoint());
    Reader through(relay.endpoint({"a"}));
    QVERIFY(direct.log.waitForState(SourceState::Live));
    QVERIFY(through.waitForStatus("a", SourceState::Live));
    a.publish(1, 1);
    QVERIFY(direct.log.waitForTicks(1));
    QVERIFY(through.log.waitForTicks(1));
    const int port = a.port;
    a.server.reset();
    QVERIFY(through.waitForStatus("a", SourceState::Retrying));
    a.publish(2, 100);
    a.serve(port);
    QVERIFY(direct.log.waitForTick(100));
    QVERIFY(through.log.waitForTick(100));
    QCOMPARE(through.log.gaps().size(), std::size_t{1});
    QCOMPARE(through.log.gaps().front().ticks + through.log.ticks("a").size(), std::size_t{100});
    QCOMPARE(QString::fromStdString(differenceOf(direct.log, through.log, "a")), QString());
    // A later reader receives an earlier gap from the relay's ring.
    Reader late(relay.endpoint({"a"}));
    QVERIFY(late.waitForStatus("a", SourceState::Live));
    a.publish(101, 101);
    QVERIFY(late.log.waitForTick(101));
    QVERIFY(late.log.gaps().empty()); // it starts at the newest tick
}

void TestTelemetryRelay::clocksAreTheNodesOwn()
{
    Agent a("a");
    Agent b("b");
    a.clockError = 90s;
    b.clockError = -7s;
    Relay relay("row", {a.endpoint(), b.endpoint()});
    Reader through(relay.endpoint({"a", "b"}));
    for (const auto& [node, error] : {std::pair<std::string, Duration>("a", 90s), {"b", -7s}}) {
        QVERIFY(through.log.waitFor([&](const auto& batches) {
            return std::ranges::count_if(batches,
                                         [&](const BatchPtr& batch) { return batch->clock && batch->node == node; })
                >= 3;
        }));
        const ClockOffset clock = *lastClock(through.log, node);
        const Duration off = clock.offset - error;
        QVERIFY(clock.uncertainty > 0ns && clock.uncertainty < 5s);
        QVERIFY2(std::max(off, -off) <= clock.uncertainty,
                 fmt::format("off by {} ns, said to be sure to {} ns", off.count(), clock.uncertainty.count()).c_str());
    }
    // The relay's own uncertainty is included, in addition to that of the connection to the relay.
    Reader direct(a.endpoint());
    QVERIFY(direct.log.waitFor([](const auto& batches) {
        return std::ranges::count_if(batches, [](const BatchPtr& batch) { return batch->clock.has_value(); }) >= 4;
    }));
    const Duration apart = lastClock(direct.log, "a")->offset - lastClock(through.log, "a")->offset;
    QVERIFY(std::max(apart, -apart)
            <= lastClock(direct.log, "a")->uncertainty + lastClock(through.log, "a")->uncertainty);
}

void TestTelemetryRelay::aClockIsProbedByName()
{
    Agent a("a");
    a.clockError = 90s;
    Relay relay("row", {a.endpoint()});
    AgentEndpoint byName;
    byName.address = relay.address();
    byName.node = "a";
    Reader through(byName);
    QVERIFY(through.log.waitFor([](const auto& batches) {
        return std::ranges::any_of(batches, [](const BatchPtr& batch) { return batch->clock.has_value(); });
    }));
    const ClockOffset clock = *lastClock(through.log, "a");
    const Duration off = clock.offset - 90s;
    QVERIFY(std::max(off, -off) <= clock.uncertainty);
}

void TestTelemetryRelay::aClockThatIsNotKnownIsNotOurs()
{
    AgentEndpoint nowhere;
    nowhere.address = "127.0.0.1:1";
    nowhere.node = "a";
    Relay relay("row", {nowhere});
    const auto stub
        = v1::NodeTelemetry::NewStub(grpc::CreateChannel(relay.address(), grpc::InsecureChannelCredentials()));
    for (const std::string node : {"a", ""}) {
        grpc::ClientContext context;
        v1::ProbeClockRequest request;
        request.set_node(node);
        v1::ProbeClockResponse response;
        QVERIFY(stub->ProbeClock(&context, request, &response).ok());
        QCOMPARE(response.agent_receive() == 0, node == "a");
    }
}

void TestTelemetryRelay::aNodeThatIsNotReachedIsSaidToBe()
{
    Agent a("a");
    AgentEndpoint nowhere;
    nowhere.address = "127.0.0.1:1";
    nowhere.node = "gone";
    Relay relay("row-a", {a.endpoint(), nowhere});
    Reader through(relay.endpoint({"a", "gone"}));
    QVERIFY(through.waitForStatus("a", SourceState::Live));
    QVERIFY(through.waitForStatus("gone", SourceState::Retrying, "connection refused"));
    QVERIFY(
        through.waitForStatus("", SourceState::Live, "relay row-a receives 1 of 2 nodes; gone: connection refused"));
    const auto batches = through.log.all();
    const auto reported
        = std::ranges::find_if(batches, [](const BatchPtr& batch) { return batch->status && batch->node == "gone"; });
    QCOMPARE((*reported)->status->relay, std::string("row-a"));
    QCOMPARE((*reported)->source, SourceId{2});
}

void TestTelemetryRelay::aNodeThatFallsSilentReadsStaleWithItsReason()
{
    Agent a("a");
    Relay relay("row", {a.endpoint()});
    Reader through(relay.endpoint({"a"}));
    QVERIFY(through.waitForStatus("a", SourceState::Live));
    a.publish(1, 1);
    QVERIFY(through.waitForStatus("a", SourceState::Stale, "no valid data for"));
    QVERIFY(through.waitForStatus("", SourceState::Live));
    a.publish(2, 2);
    QVERIFY(through.waitForStatus("a", SourceState::Live));
}

void TestTelemetryRelay::aLostRelayIsSaidOfAllItsNodes()
{
    Agent a("a");
    Agent b("b");
    auto relay = std::make_unique<Relay>("row-a", std::vector{a.endpoint(), b.endpoint()});
    Reader through(relay->endpoint({"a", "b"}));
    QVERIFY(through.waitForStatus("a", SourceState::Live));
    QVERIFY(through.waitForStatus("b", SourceState::Live));
    relay.reset();
    for (const std::string node : {"a", "b"}) {
        QVERIFY(through.waitForStatus(node, SourceState::Retrying, "relay row-a: connection refused"));
        const auto batches = through.log.all();
        const auto last = std::find_if(batches.rbegin(), batches.rend(),
                                       [&](const BatchPtr& batch) { return batch->status && batch->node == node; });
        QVERIFY((*last)->status->isRelayLost);
    }
}

void TestTelemetryRelay::aRelayWhoseNodesAreAllSilentIsNotLost()
{
    Agent a("a");
    Relay relay("row", {a.endpoint()});
    Reader through(relay.endpoint({"a"}));
    QVERIFY(through.waitForStatus("a", SourceState::Live));
    a.server.reset();
    QVERIFY(through.waitForStatus("a", SourceState::Retrying));
    std::this_thread::sleep_for(4s); // what would be too long without a sign of life
    for (const BatchPtr& batch : through.log.all())
        QVERIFY(!batch->status || !batch->status->isRelayLost);
}

void TestTelemetryRelay::itSpeaksForItsNodesOnly()
{
    Agent a("a");
    Agent stranger("stranger");
    Relay relay("row", {a.endpoint(), stranger.endpoint()});
    Reader through(relay.endpoint({"a"})); // by its cluster file
    QVERIFY(through.waitForStatus("a", SourceState::Live));
    a.publish(1, 3);
    stranger.publish(1, 3);
    a.publish(4, 6);
    QVERIFY(through.log.waitForTicks(6, "a"));
    QVERIFY(through.log.ticks("stranger").empty());
    // A sender that does it nevertheless is rejected, without effect on others.
    Served liar;
    liar.hub.introduce({"liar", 1, {}});
    for (const std::string node : {"a", "other"})
        liar.hub.describe(identityOf(node));
    AgentEndpoint endpoint;
    endpoint.address = liar.address();
    endpoint.relay = "liar";
    endpoint.relayed = {"a"};
    Reader reader(endpoint);
    QVERIFY(reader.log.waitForState(SourceState::Live));
    for (std::uint64_t number = 1; number <= 3; ++number) {
        for (const std::string node : {"other", "a"})
            liar.hub.publish(node, tickOf(smallLayout(), number), {});
    }
    QVERIFY(reader.log.waitForTicks(3, "a"));
    QVERIFY(reader.log.ticks("other").empty());
}

void TestTelemetryRelay::aNodeThatTheRelayDoesNotKnowHoldsUpNobody()
{
    Agent a("a");
    Relay relay("row", {a.endpoint()});
    Reader through(relay.endpoint({"a", "misspelt"}));
    QVERIFY(through.waitForStatus("a", SourceState::Live));
    QVERIFY(through.waitForStatus("misspelt", SourceState::Connecting, "relay row has not reported this node"));
    a.publish(1, 3);
    QVERIFY(through.log.waitForTicks(3, "a"));
}

void TestTelemetryRelay::aRelayOfRelays()
{
    Agent a("a");
    a.clockError = 30s;
    Agent b("b");
    b.reportNoLoop();
    Relay rowA("row-a", {a.endpoint()});
    Relay rowB("row-b", {b.endpoint()});
    Relay hall("hall", {rowA.endpoint({"a"}), rowB.endpoint({"b"})});
    Reader direct(a.endpoint());
    Reader through(hall.endpoint({"a", "b"}));
    QVERIFY(direct.log.waitForState(SourceState::Live));
    QVERIFY(through.waitForStatus("a", SourceState::Live));
    QVERIFY(through.waitForStatus("b", SourceState::Live));
    a.publish(1, 20);
    b.publish(1, 20);
    QVERIFY(direct.log.waitForTicks(20, "a"));
    QVERIFY(through.log.waitForTicks(20, "a"));
    QVERIFY(through.log.waitForTicks(20, "b"));
    QCOMPARE(QString::fromStdString(differenceOf(direct.log, through.log, "a")), QString());
    QVERIFY(through.log.waitFor([](const auto& batches) {
        return std::ranges::any_of(batches, [](const BatchPtr& batch) { return batch->clock && batch->node == "a"; });
    }));
    const ClockOffset clock = *lastClock(through.log, "a");
    const Duration off = clock.offset - 30s;
    QVERIFY(std::max(off, -off) <= clock.uncertainty);
    rowA.server.reset();
    QVERIFY(through.waitForStatus("a", SourceState::Retrying, "relay row-a: connection refused"));
    QVERIFY(through.waitForStatus("b", SourceState::Live) || through.waitForStatus("b", SourceState::Stale));
}

void TestTelemetryRelay::aRelayThatFollowsItselfIsRefused()
{
    Agent a("a");
    const int port = Served().port; // free again
    AgentEndpoint itself;
    itself.address = fmt::format("127.0.0.1:{}", port);
    itself.relay = "row";
    itself.relayed = {"b"};
    Relay relay("row", {a.endpoint(), itself}, port);
    Reader through(relay.endpoint({"a", "b"}));
    QVERIFY(through.waitForStatus("b", SourceState::Retrying, "cannot read its own data"));
    QVERIFY(through.waitForStatus("a", SourceState::Live));
    a.publish(1, 3);
    QVERIFY(through.log.waitForTicks(3, "a")); // its own nodes are still served
}

void TestTelemetryRelay::twoRelaysThatFollowEachOtherAreRefused()
{
    Agent a("a");
    Agent b("b");
    const int port = Served().port;
    AgentEndpoint second;
    second.address = fmt::format("127.0.0.1:{}", port);
    second.relay = "second";
    second.relayed = {"b", "a"};
    AgentEndpoint ownA = a.endpoint();
    Relay first("first", {ownA, [&] {
                              AgentEndpoint endpoint = second;
                              endpoint.relayed = {"b"};
                              return endpoint;
                          }()});
    Relay other("second", {b.endpoint(), first.endpoint({"a"})}, port);
    Reader one(first.endpoint({"a", "b"}));
    Reader two(other.endpoint({"a", "b"}));
    // Either order is valid, a loop is not: nodes followed directly are served by both.
    QVERIFY(one.waitForStatus("a", SourceState::Live));
    QVERIFY(two.waitForStatus("b", SourceState::Live));
    const auto isRefused = [](Reader& reader, const std::string& node) {
        const auto batches = reader.log.all();
        return std::ranges::any_of(batches, [&](const BatchPtr& batch) {
            return batch->status && batch->node == node
                && batch->status->reason.find("two relays cannot read each other") != std::string::npos;
        });
    };
    QTRY_VERIFY(isRefused(one, "b") || isRefused(two, "a"));
    a.publish(1, 3);
    b.publish(1, 3);
    QVERIFY(one.log.waitForTicks(3, "a"));
    QVERIFY(two.log.waitForTicks(3, "b"));
}

void TestTelemetryRelay::aReaderThatTakesNothingHoldsUpNobody()
{
    Agent a("a");
    a.layout = wideLayout(20'000); // 80 kB per tick, so that an unread connection fills at once
    Relay relay("row", {a.endpoint()});
    Reader through(relay.endpoint({"a"}));
    QVERIFY(through.waitForStatus("a", SourceState::Live));
    const auto stub
        = v1::NodeTelemetry::NewStub(grpc::CreateChannel(relay.address(), grpc::InsecureChannelCredentials()));
    grpc::ClientContext context;
    v1::SubscribeRequest request;
    const auto stuck = stub->Subscribe(&context, request);
    v1::Frame frame;
    QVERIFY(stuck->Read(&frame)); // admitted, but never again
    for (std::uint64_t number = 1; number <= 100; ++number)
        a.hub.publish("a", tickOf(a.layout, number), {});
    QVERIFY(through.log.waitForTicks(100));
    QVERIFY(through.log.gaps().empty());
    context.TryCancel();
}

void TestTelemetryRelay::fiveReadersCostEachNodeOneStream()
{
    constexpr std::size_t readerCount = 5;
    Agent a("a");
    Agent b("b");
    Relay relay("row", {a.endpoint(), b.endpoint()});
    std::vector<std::unique_ptr<Reader>> readers;
    for (std::uint32_t at = 0; at < readerCount; ++at)
        readers.push_back(std::make_unique<Reader>(relay.endpoint({"a", "b"}), SourceId{at}));
    for (const auto& reader : readers) {
        QVERIFY(reader->waitForStatus("a", SourceState::Live));
        QVERIFY(reader->waitForStatus("b", SourceState::Live));
    }
    QCOMPARE(relay.hub.streamCount(), readerCount);
    QCOMPARE(a.hub.streamCount(), std::size_t{1});
    QCOMPARE(b.hub.streamCount(), std::size_t{1});
    a.publish(1, 20);
    b.publish(1, 20);
    for (const auto& reader : readers) {
        QVERIFY(reader->log.waitForTicks(40));
        QCOMPARE(reader->log.ticks("a").size(), std::size_t{20});
        QVERIFY(reader->log.gaps().empty());
    }
    QCOMPARE(a.hub.streamCount(), std::size_t{1}); // nor while there is something to send
    // Without the relay, each reader is a separate stream.
    const Reader direct(a.endpoint());
    QTRY_COMPARE(a.hub.streamCount(), std::size_t{2});
    readers.clear();
    QTRY_COMPARE(relay.hub.streamCount(), std::size_t{0});
    QCOMPARE(b.hub.streamCount(), std::size_t{1}); // the relay stays connected for later readers
}

void TestTelemetryRelay::oneNodeThroughARelay()
{
    Agent a("a");
    Agent b("b");
    Relay relay("row", {a.endpoint(), b.endpoint()});
    AgentEndpoint endpoint;
    endpoint.address = relay.address();
    endpoint.node = "a";
    Reader through(endpoint);
    QVERIFY(through.log.waitForState(SourceState::Live));
    a.publish(1, 2);
    b.publish(1, 2);
    QVERIFY(through.log.waitForTicks(2));
    QVERIFY(through.log.ticks("b").empty());
    a.server.reset();
    QVERIFY(through.waitForStatus("", SourceState::Stale, "no data at the relay"));
}

void TestTelemetryRelay::withoutAClusterFileItIsOneSource()
{
    Agent a("a");
    a.clockError = 60s;
    Agent b("b");
    AgentEndpoint gone;
    gone.address = "127.0.0.1:1";
    gone.node = "gone";
    Relay relay("row-a", {a.endpoint(), b.endpoint(), gone});
    AgentEndpoint endpoint;
    endpoint.address = relay.address();
    Reader through(endpoint, SourceId{4});
    QVERIFY(
        through.waitForStatus("", SourceState::Live, "relay row-a receives 2 of 3 nodes; gone: connection refused"));
    a.publish(1, 3);
    b.publish(1, 3);
    QVERIFY(through.log.waitForTicks(3, "a"));
    QVERIFY(through.log.waitForTicks(3, "b"));
    QVERIFY(through.log.waitFor([](const auto& batches) {
        return std::ranges::any_of(batches, [](const BatchPtr& batch) { return batch->clock && batch->node == "a"; });
    }));
    const Duration off = lastClock(through.log, "a")->offset - 60s;
    QVERIFY(std::max(off, -off) <= lastClock(through.log, "a")->uncertainty);
    for (const BatchPtr& batch : through.log.all())
        QCOMPARE(batch->source, SourceId{4});
}

void TestTelemetryRelay::aLyingNodeCostsItsNeighboursNothing()
{
    Agent honest("honest");
    Agent liar("liar");
    Relay relay("row", {honest.endpoint(), liar.endpoint()});
    Reader through(relay.endpoint({"honest", "liar"}));
    QVERIFY(through.waitForStatus("honest", SourceState::Live));
    QVERIFY(through.waitForStatus("liar", SourceState::Live));
    for (std::uint32_t number = 1; number <= 50; ++number) {
        // A different layout each time, values that do not match it, and times in another century.
        NodeTick lie = tickOf(wideLayout(100 + number, number), number);
        if (number % 3 == 0)
            lie.values.resize(7);
        if (number % 3 == 1)
            lie.time = TimePoint{} + std::chrono::hours(1);
        liar.hub.publish("liar", lie, {});
        honest.publish(number, number);
    }
    QVERIFY(through.log.waitForTicks(50, "honest"));
    const auto ticks = through.log.ticks("honest");
    for (std::size_t at = 0; at < ticks.size(); ++at)
        QCOMPARE(ticks[at]->sequence, at + 1);
    QVERIFY(through.log.waitForTick(50)); // of either
    for (const BatchPtr& batch : through.log.all()) {
        QVERIFY2(!batch->status || batch->node == "liar" || batch->status->rejectedFrames == 0,
                 batch->status ? batch->status->reason.c_str() : "");
        QVERIFY(!batch->gap || batch->node == "liar");
    }
    QVERIFY(through.waitForStatus("liar", SourceState::Live, "rejected"));
}

LOCKSTEP_TEST(tst_telemetryrelay, TestTelemetryRelay)
#include "tst_telemetryrelay.moc"
