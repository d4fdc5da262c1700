// SPDX-License-Identifier: GPL-3.0-or-later
#include "lockstep/v1/telemetry.grpc.pb.h"
#include "tests/datasources/relay/relayfixture.h"
#include "tests/support/testentry.h"
#include "tests/support/waiting.h"

#include <QTest>
#include <fmt/format.h>
#include <grpcpp/create_channel.h>

#include <algorithm>
#include <chrono>
#include <memory>
#include <string>
#include <vector>

using namespace lockstep;
using namespace lockstep::test;

/// No node, relay or reader disturbs the others at the same relay, whatever it does.
class TestRelayNeighbours : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void itSpeaksForItsNodesOnly();
    void aNodeThatTheRelayDoesNotKnowHoldsUpNobody();
    void aRelayThatFollowsItselfIsRefused();
    void twoRelaysThatFollowEachOtherAreRefused();
    void aReaderThatTakesNothingHoldsUpNobody();
    void fiveReadersCostEachNodeOneStream();
    void aLyingNodeCostsItsNeighboursNothing();
};

void TestRelayNeighbours::itSpeaksForItsNodesOnly()
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

void TestRelayNeighbours::aNodeThatTheRelayDoesNotKnowHoldsUpNobody()
{
    Agent a("a");
    Relay relay("row", {a.endpoint()});
    Reader through(relay.endpoint({"a", "misspelt"}));
    QVERIFY(through.waitForStatus("a", SourceState::Live));
    QVERIFY(through.waitForStatus("misspelt", SourceState::Connecting, "relay row has not reported this node"));
    a.publish(1, 3);
    QVERIFY(through.log.waitForTicks(3, "a"));
}

void TestRelayNeighbours::aRelayThatFollowsItselfIsRefused()
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

void TestRelayNeighbours::twoRelaysThatFollowEachOtherAreRefused()
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

void TestRelayNeighbours::aReaderThatTakesNothingHoldsUpNobody()
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

void TestRelayNeighbours::fiveReadersCostEachNodeOneStream()
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

void TestRelayNeighbours::aLyingNodeCostsItsNeighboursNothing()
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

LOCKSTEP_TEST(tst_relayneighbours, TestRelayNeighbours)
#include "tst_relayneighbours.moc"
