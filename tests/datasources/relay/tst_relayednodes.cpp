// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/datasources/relay/relayfixture.h"
#include "tests/support/testentry.h"

#include <QTest>

#include <algorithm>
#include <memory>
#include <string>
#include <thread>
#include <vector>

using namespace lockstep;
using namespace lockstep::test;
using namespace std::chrono_literals;

/// What a reader learns of the state of the relay and of each node behind it.
class TestRelayedNodes : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void aNodeThatIsNotReachedIsSaidToBe();
    void aNodeThatFallsSilentReadsStaleWithItsReason();
    void aLostRelayIsSaidOfAllItsNodes();
    void aRelayWhoseNodesAreAllSilentIsNotLost();
    void oneNodeThroughARelay();
    void withoutAClusterFileItIsOneSource();
};

void TestRelayedNodes::aNodeThatIsNotReachedIsSaidToBe()
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

void TestRelayedNodes::aNodeThatFallsSilentReadsStaleWithItsReason()
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

void TestRelayedNodes::aLostRelayIsSaidOfAllItsNodes()
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

void TestRelayedNodes::aRelayWhoseNodesAreAllSilentIsNotLost()
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

void TestRelayedNodes::oneNodeThroughARelay()
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

void TestRelayedNodes::withoutAClusterFileItIsOneSource()
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

LOCKSTEP_TEST(tst_relayednodes, TestRelayedNodes)
#include "tst_relayednodes.moc"
