// SPDX-License-Identifier: GPL-3.0-or-later
#include "lockstep/v1/telemetry.grpc.pb.h"
#include "tests/datasources/relay/relayfixture.h"
#include "tests/support/testentry.h"

#include <QTest>
#include <fmt/format.h>
#include <grpcpp/create_channel.h>

#include <algorithm>
#include <memory>
#include <string>
#include <utility>
#include <vector>

using namespace lockstep;
using namespace lockstep::test;
using namespace std::chrono_literals;

namespace {

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

} // namespace

/// What comes through one relay or two is what the agent sent: ticks, gaps and clocks.
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
    void aRelayOfRelays();
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

LOCKSTEP_TEST(tst_telemetryrelay, TestTelemetryRelay)
#include "tst_telemetryrelay.moc"
