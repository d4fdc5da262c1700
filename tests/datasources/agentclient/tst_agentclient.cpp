// SPDX-License-Identifier: GPL-3.0-or-later
#include "datasources/agentclient/agentclient.h"
#include "datasources/agentclient/channelpool.h"
#include "datasources/agentservice/agentserver.h"
#include "datasources/agentservice/hub/telemetryhub.h"
#include "models/core/batch.h"
#include "tests/datasources/agentclient/hostileagent.h"
#include "tests/datasources/proto/wirefixture.h"
#include "tests/support/hangtimeout.h"
#include "tests/support/testentry.h"

#include <QElapsedTimer>
#include <QTest>
#include <fmt/format.h>

#include <atomic>
#include <thread>

using namespace lockstep;
using namespace lockstep::test;
using namespace std::chrono_literals;

namespace {

std::unique_ptr<AgentServer> serve(TelemetryHub& hub, int port = 0, ServerOptions options = {})
{
    options.listen = fmt::format("127.0.0.1:{}", port);
    auto server = AgentServer::start(options, hub);
    if (!server.isOk())
        qFatal("%s", server.error().message.c_str());
    return std::move(server).value();
}

AgentEndpoint endpointOf(int port, const std::string& node = {})
{
    AgentEndpoint endpoint;
    endpoint.address = fmt::format("127.0.0.1:{}", port);
    endpoint.node = node;
    return endpoint;
}

void publish(TelemetryHub& hub, const std::string& node, std::uint64_t from, std::uint64_t to)
{
    static const auto layout = smallLayout();
    for (std::uint64_t number = from; number <= to; ++number)
        hub.publish(node, tickOf(layout, number), {});
}

bool areConsecutive(const std::vector<BatchPtr>& ticks)
{
    for (std::size_t at = 1; at < ticks.size(); ++at) {
        if (ticks[at]->sequence != ticks[at - 1]->sequence + 1)
            return false;
    }
    return true;
}

} // namespace

class TestAgentClient : public QObject
{
    Q_OBJECT
private Q_SLOTS:
    void everyFieldArrives();
    void aClientThatReturnsLosesNoSample();
    void whatTheRingLostIsAGap();
    void aRestartedAgentIsAGapAndGoesOn();
    void anAgentThatRenewsItsNamesLosesNoTick();
    void aKilledAgentIsRetriedAndFollowedAgain();
    void aReasonIsGivenInPlainWords();
    void anAgentThatFallsSilentReadsStale();
    void twoClientsSeeTheSame();
    void manyNodesShareOneStream();
    void aNodeThatComesLaterIsFollowed();
    void theClockOffsetIsEstimated_data();
    void theClockOffsetIsEstimated();
    void aSetClockCountsFromItsFirstTick_data();
    void aSetClockCountsFromItsFirstTick();
    void badFramesAreCountedAndTheRestGoesOn();
    void aFloodOfGarbageIsReadSlowly();
    void anUnknownNodeIsSaidToBe();
    void nothingComesAfterStop();
    void startingAndStoppingIsSafeAtAnyMoment();
    void manyClientsShareFewConnections();
};

void TestAgentClient::everyFieldArrives()
{
    TelemetryHub hub;
    const auto identity = identityOf("n");
    hub.describe(identity);
    NodeTick tick = tickOf(smallLayout(), 1);
    addSpansAndEvents(tick);
    hub.publish("n", tick, someNames());
    const auto server = serve(hub);
    BatchLog log;
    AgentClient client(SourceId{4}, endpointOf(server->port()), log.sink());
    client.start();
    QVERIFY(log.waitForTicks(1));
    const BatchPtr got = log.ticks().front();
    QCOMPARE(got->source, SourceId{4});
    QCOMPARE(got->node, std::string("n"));
    QCOMPARE(difference(*got->tick, tick), std::string());
    std::shared_ptr<const NodeIdentity> introduced;
    Names names;
    std::vector<SourceState> states;
    for (const BatchPtr& batch : log.all()) {
        introduced = batch->identity ? batch->identity : introduced;
        names = batch->names ? batch->names : names;
        if (batch->status)
            states.push_back(batch->status->state);
    }
    QVERIFY(introduced);
    QCOMPARE(difference(*introduced, *identity), std::string());
    QCOMPARE(*names, *someNames());
    QCOMPARE(states, (std::vector{SourceState::Connecting, SourceState::Live}));
    QVERIFY(log.gaps().empty());
}

void TestAgentClient::aClientThatReturnsLosesNoSample()
{
    TelemetryHub hub;
    hub.describe(identityOf("n"));
    const auto server = serve(hub);
    BatchLog log;
    AgentClient client(SourceId{0}, endpointOf(server->port()), log.sink());
    client.start();
    QVERIFY(log.waitForState(SourceState::Live)); // it has met the node, and will see every tick from now on
    publish(hub, "n", 1, 10);
    QVERIFY(log.waitForTicks(10));
    client.stop();
    publish(hub, "n", 11, 70); // a minute away
    client.start();
    publish(hub, "n", 71, 75);
    QVERIFY(log.waitForTicks(75));
    const auto ticks = log.ticks();
    QCOMPARE(ticks.size(), std::size_t{75});
    QVERIFY(areConsecutive(ticks));
    QVERIFY(log.gaps().empty());
    std::size_t samples = 0;
    for (std::size_t at = 0; at < ticks.size(); ++at) {
        samples += ticks[at]->tick->values.size();
        QCOMPARE(difference(*ticks[at]->tick, tickOf(smallLayout(), at + 1)), std::string());
    }
    QCOMPARE(samples, 75 * smallLayout()->sampleCount());
}

void TestAgentClient::whatTheRingLostIsAGap()
{
    TelemetryHub::Limits limits;
    limits.maximumBytesPerNode = 500; // ten ticks or so
    TelemetryHub hub(limits);
    hub.describe(identityOf("n"));
    const auto server = serve(hub);
    BatchLog log;
    AgentClient client(SourceId{0}, endpointOf(server->port()), log.sink());
    publish(hub, "n", 1, 1);
    client.start();
    QVERIFY(log.waitForTicks(1));
    client.stop();
    publish(hub, "n", 2, 100);
    client.start();
    QVERIFY(log.waitForTick(100));
    QCOMPARE(log.gaps().size(), std::size_t{1});
    const Gap gap = log.gaps().front();
    QCOMPARE(log.ticks().size() + gap.ticks, std::size_t{100}); // counted on both sides
    QVERIFY(gap.range.from == tickOf(smallLayout(), 2).time);
    QVERIFY(gap.range.to == log.ticks()[1]->tick->time);
}

void TestAgentClient::aRestartedAgentIsAGapAndGoesOn()
{
    auto hub = std::make_unique<TelemetryHub>();
    hub->describe(identityOf("n", 1));
    auto server = serve(*hub);
    const int port = server->port();
    BatchLog log;
    AgentClient client(SourceId{0}, endpointOf(port), log.sink());
    client.start();
    QVERIFY(log.waitForState(SourceState::Live));
    publish(*hub, "n", 1, 3);
    QVERIFY(log.waitForTicks(3));
    server.reset();
    hub = std::make_unique<TelemetryHub>();
    hub->describe(identityOf("n", 2));
    const auto layout = smallLayout();
    hub->publish("n", tickOf(layout, 20), {});
    hub->publish("n", tickOf(layout, 21), {});
    server = serve(*hub, port);
    QVERIFY(log.waitForTicks(5));
    const auto ticks = log.ticks();
    QCOMPARE(ticks[3]->sequence, std::uint64_t{1}); // from the new epoch's start, not just its newest
    QVERIFY(ticks[3]->tick->time == tickOf(layout, 20).time);
    QCOMPARE(log.gaps().size(), std::size_t{1});
    QCOMPARE(log.gaps().front().reason, std::string("agent restarted"));
    client.stop();
}

void TestAgentClient::anAgentThatRenewsItsNamesLosesNoTick()
{
    TelemetryHub hub;
    hub.describe(identityOf("n", 1));
    auto server = serve(hub);
    BatchLog log;
    AgentClient client(SourceId{0}, endpointOf(server->port()), log.sink());
    client.start();
    QVERIFY(log.waitForState(SourceState::Live));
    const auto layout = smallLayout();
    const auto before = std::make_shared<const std::vector<std::string>>(std::vector<std::string>{"", "old", "older"});
    const auto after = std::make_shared<const std::vector<std::string>>(std::vector<std::string>{"", "new"});
    hub.publish("n", tickOf(layout, 0), before);
    hub.publish("n", tickOf(layout, 1), before);
    QVERIFY(log.waitForTicks(2));
    hub.describe(identityOf("n", 2));
    hub.publish("n", tickOf(layout, 2), after);
    hub.publish("n", tickOf(layout, 3), after);
    QVERIFY(log.waitForTicks(4));
    QVERIFY(log.gaps().empty());
    std::vector<std::string> names;
    for (const BatchPtr& batch : log.all())
        names = batch->names ? *batch->names : names;
    QCOMPARE(names, *after);
    client.stop();
}

void TestAgentClient::aKilledAgentIsRetriedAndFollowedAgain()
{
    TelemetryHub hub;
    hub.describe(identityOf("n"));
    auto server = serve(hub);
    const int port = server->port();
    BatchLog log;
    AgentClient client(SourceId{0}, endpointOf(port), log.sink());
    client.start();
    QVERIFY(log.waitForState(SourceState::Live));
    publish(hub, "n", 1, 2);
    QVERIFY(log.waitForTicks(2));
    server.reset();
    QVERIFY(log.waitForState(SourceState::Retrying));
    QCOMPARE(log.lastStatus().peer, fmt::format("127.0.0.1:{}", port));
    QVERIFY(log.waitForState(SourceState::Retrying, "connection refused"));
    QVERIFY(log.lastStatus().nextTry.has_value());
    log.clear();
    publish(hub, "n", 3, 4);
    server = serve(hub, port);
    QVERIFY(log.waitForState(SourceState::Live));
    QVERIFY(log.waitForTicks(2));
    QCOMPARE(log.ticks().front()->sequence, std::uint64_t{3});
    QVERIFY(log.gaps().empty());
    client.stop();
}

void TestAgentClient::aReasonIsGivenInPlainWords()
{
    BatchLog log;
    {
        AgentClient client(SourceId{0}, endpointOf(1), log.sink());
        client.start();
        QVERIFY(log.waitForState(SourceState::Retrying, "connection refused"));
    }
    log.clear();
    AgentEndpoint endpoint;
    endpoint.address = "nowhere";
    AgentClient misspelt(SourceId{0}, endpoint, log.sink());
    misspelt.start();
    QVERIFY(log.waitForState(SourceState::Retrying, "expected host:port"));
    endpoint.address = "10.0.0.1:7117";
    endpoint.bearerTokenFile
        = qEnvironmentVariable("LOCKSTEP_SOURCE_DIR").toStdString() + "/README.md"; // any file that has a first line
    AgentClient careless(SourceId{0}, endpoint, log.sink());
    careless.start();
    QVERIFY(log.waitForState(SourceState::Retrying, "a bearer token requires TLS"));
}

void TestAgentClient::anAgentThatFallsSilentReadsStale()
{
    TelemetryHub hub;
    hub.describe(identityOf("n", 1, 100ms));
    const auto server = serve(hub);
    BatchLog log;
    AgentClient client(SourceId{0}, endpointOf(server->port()), log.sink());
    publish(hub, "n", 1, 1);
    client.start();
    QVERIFY(log.waitForState(SourceState::Live));
    QVERIFY(log.waitForState(SourceState::Stale, "for 0.2 s"));
    log.clear();
    publish(hub, "n", 2, 2);
    QVERIFY(log.waitForState(SourceState::Live));
}

void TestAgentClient::twoClientsSeeTheSame()
{
    TelemetryHub hub;
    hub.describe(identityOf("n"));
    const auto server = serve(hub);
    BatchLog one;
    BatchLog other;
    ChannelPool pool;
    AgentClient first(SourceId{0}, endpointOf(server->port()), one.sink(), pool);
    AgentClient second(SourceId{1}, endpointOf(server->port(), "n"), other.sink(), pool);
    first.start();
    second.start();
    QVERIFY(one.waitForState(SourceState::Live));
    QVERIFY(other.waitForState(SourceState::Live));
    publish(hub, "n", 1, 50);
    QVERIFY(one.waitForTick(50));
    QVERIFY(other.waitForTick(50));
    QVERIFY(areConsecutive(one.ticks()));
    QVERIFY(areConsecutive(other.ticks()));
    QCOMPARE(difference(*one.ticks().back()->tick, *other.ticks().back()->tick), std::string());
}

void TestAgentClient::manyNodesShareOneStream()
{
    TelemetryHub hub;
    constexpr int nodes = 200;
    for (int node = 0; node < nodes; ++node)
        hub.describe(identityOf(fmt::format("n{}", node)));
    const auto server = serve(hub);
    BatchLog log;
    AgentClient client(SourceId{0}, endpointOf(server->port()), log.sink());
    client.start();
    QVERIFY(log.waitForState(SourceState::Live));
    for (std::uint64_t number = 1; number <= 20; ++number) {
        for (int node = 0; node < nodes; ++node)
            publish(hub, fmt::format("n{}", node), number, number);
    }
    QVERIFY(log.waitForTicks(20 * nodes));
    QCOMPARE(log.ticks().size(), std::size_t{20 * nodes});
    QVERIFY(areConsecutive(log.ticks("n17")));
    QCOMPARE(log.ticks("n17").size(), std::size_t{20});
    QVERIFY(log.gaps().empty());
}

void TestAgentClient::aNodeThatComesLaterIsFollowed()
{
    TelemetryHub hub;
    const auto server = serve(hub);
    BatchLog log;
    AgentClient client(SourceId{0}, endpointOf(server->port()), log.sink());
    client.start();
    QVERIFY(log.waitForState(SourceState::Stale)); // admitted, but there is no data yet
    hub.describe(identityOf("late"));
    publish(hub, "late", 1, 3);
    QVERIFY(log.waitForTicks(3, "late"));
    QVERIFY(log.waitForState(SourceState::Live));
}

void TestAgentClient::theClockOffsetIsEstimated_data()
{
    QTest::addColumn<std::string>("asked");
    QTest::newRow("a node by its name") << std::string("n");
    QTest::newRow("whoever is there") << std::string();
}

void TestAgentClient::theClockOffsetIsEstimated()
{
    QFETCH(const std::string, asked);
    TelemetryHub hub;
    hub.describe(identityOf("n"));
    hub.setClock([](const std::string& node) { return wallClockNow() + (node == "n" ? 90s : 0s); });
    const auto server = serve(hub);
    BatchLog log;
    AgentClient client(SourceId{0}, endpointOf(server->port(), asked), log.sink());
    client.start();
    QVERIFY(log.waitFor([](const auto& batches) {
        return std::ranges::count_if(batches, [](const BatchPtr& batch) { return batch->clock.has_value(); }) >= 4;
    }));
    for (const BatchPtr& batch : log.all()) {
        if (batch->clock) {
            QCOMPARE(batch->node, std::string("n"));
            QVERIFY(batch->clock->uncertainty > 0ns);
            const Duration error = batch->clock->offset - 90s;
            QVERIFY2(
                std::max(error, -error) <= batch->clock->uncertainty,
                fmt::format("off by {} ns, said to be sure to {} ns", error.count(), batch->clock->uncertainty.count())
                    .c_str());
        }
    }
}

void TestAgentClient::aSetClockCountsFromItsFirstTick_data()
{
    QTest::addColumn<int>("hours");
    QTest::newRow("forward") << 1;
    QTest::newRow("back") << -1;
    QTest::newRow("ten years forward") << 10 * 365 * 24;
    QTest::newRow("ten years back") << -10 * 365 * 24;
}

/// The next probe may be ten seconds away: until then ticks were rejected, or placed an hour ago.
void TestAgentClient::aSetClockCountsFromItsFirstTick()
{
    QFETCH(const int, hours);
    const Duration set = std::chrono::hours(hours);
    std::atomic<Duration::rep> offset = 0;
    TelemetryHub hub;
    hub.describe(identityOf("n"));
    hub.setClock([&offset](const std::string&) { return wallClockNow() + Duration(offset.load()); });
    const auto server = serve(hub);
    BatchLog log;
    AgentClient client(SourceId{0}, endpointOf(server->port(), "n"), log.sink());
    client.start();
    const auto estimates = [](const auto& batches) {
        return std::ranges::count_if(batches, [](const BatchPtr& batch) { return batch->clock.has_value(); });
    };
    QVERIFY(log.waitFor([&](const auto& batches) { return estimates(batches) >= 4; })); // the next is not due
    const auto layout = smallLayout();
    for (const std::uint64_t number : {1U, 2U}) {
        NodeTick tick = tickOf(layout, number);
        tick.time = wallClockNow() + Duration(offset.load());
        hub.publish("n", tick, {});
        QVERIFY(log.waitForTick(number));
        offset = set.count();
    }
    std::optional<ClockOffset> known;
    for (const BatchPtr& batch : log.all()) {
        known = batch->clock ? batch->clock : known;
        if (batch->tick && batch->sequence == 2) {
            QVERIFY(std::chrono::abs(known.value().offset - set) < 1min);
            break;
        }
    }
}

void TestAgentClient::badFramesAreCountedAndTheRestGoesOn()
{
    HostileAgent agent(
        {HostileAgent::description(), "garbage", HostileAgent::tick(1), std::string(3, '\xFF'), HostileAgent::tick(2)});
    BatchLog log;
    AgentClient client(SourceId{0}, endpointOf(agent.port()), log.sink());
    client.start();
    QVERIFY(log.waitForTicks(2));
    QVERIFY(log.waitFor([](const auto& batches) {
        return std::ranges::any_of(batches,
                                   [](const BatchPtr& b) { return b->status && b->status->rejectedFrames == 2; });
    }));
    QVERIFY2(log.lastStatus().reason.find("not a lockstep.v1.Frame") != std::string::npos,
             log.lastStatus().reason.c_str());
    client.stop();
}

void TestAgentClient::aFloodOfGarbageIsReadSlowly()
{
    HostileAgent agent({std::string(1000, '\xFF')}, HostileAgent::Manner::RepeatForever);
    TelemetryHub hub;
    hub.describe(identityOf("honest"));
    const auto server = serve(hub);
    BatchLog liar;
    BatchLog honest;
    ChannelPool pool;
    AgentClient first(SourceId{0}, endpointOf(agent.port()), liar.sink(), pool);
    AgentClient second(SourceId{1}, endpointOf(server->port()), honest.sink(), pool);
    QElapsedTimer time;
    time.start();
    first.start();
    second.start();
    QVERIFY(liar.waitFor([](const auto& batches) {
        return std::ranges::any_of(batches,
                                   [](const BatchPtr& b) { return b->status && b->status->rejectedFrames > 10; });
    }));
    publish(hub, "honest", 1, 100);
    QVERIFY(honest.waitForTick(100));
    std::this_thread::sleep_for(1s); // the test is about refusals per second
    // 1000 batches of credit, then 50 per second; a rejection costs 20. So about 50 frames at first, then two or three
    // per second.
    const auto seconds = static_cast<std::size_t>(time.elapsed() / 1000);
    QVERIFY2(liar.lastStatus().rejectedFrames < 200 + 3 * seconds,
             fmt::format("{}", liar.lastStatus().rejectedFrames).c_str());
    QVERIFY(liar.all().size() < 30 + 3 * seconds);
    first.stop();
    second.stop();
}

void TestAgentClient::anUnknownNodeIsSaidToBe()
{
    TelemetryHub hub;
    hub.describe(identityOf("n1"));
    const auto server = serve(hub);
    BatchLog log;
    AgentClient client(SourceId{0}, endpointOf(server->port(), "n2"), log.sink());
    client.start();
    QVERIFY(log.waitForState(SourceState::Retrying, "unknown node 'n2'; known: n1"));
    hub.describe(identityOf("n2"));
    publish(hub, "n2", 1, 1);
    QVERIFY(log.waitForTicks(1, "n2")); // it came: found without being reported
}

void TestAgentClient::nothingComesAfterStop()
{
    TelemetryHub hub;
    hub.describe(identityOf("n"));
    const auto server = serve(hub);
    BatchLog log;
    AgentClient client(SourceId{0}, endpointOf(server->port()), log.sink());
    client.start();
    std::jthread publisher([&hub](const std::stop_token& stop) {
        for (std::uint64_t number = 1; !stop.stop_requested(); ++number)
            publish(hub, "n", number, number);
    });
    QVERIFY(log.waitForTicks(20));
    TelemetryHub quietHub;
    quietHub.describe(identityOf("n"));
    const auto quietServer = serve(quietHub);
    BatchLog quietLog;
    AgentClient other(SourceId{1}, endpointOf(quietServer->port()), quietLog.sink());
    other.start();
    QVERIFY(quietLog.waitForState(SourceState::Live));
    client.stop();
    const std::size_t count = log.all().size();
    for (std::uint64_t number = 1; number <= 20; ++number) { // data for another subscriber
        publish(quietHub, "n", number, number);
        QVERIFY(quietLog.waitForTick(number));
    }
    QCOMPARE(log.all().size(), count);
    QCOMPARE(log.all().back()->status->state, SourceState::Closed);
}

void TestAgentClient::startingAndStoppingIsSafeAtAnyMoment()
{
    TelemetryHub hub;
    hub.describe(identityOf("n"));
    ServerOptions patient; // a client with a thousand calls in two seconds would be blocked
    patient.limits = ServerLimits::forNodes(1000);
    const auto server = serve(hub, 0, patient);
    std::jthread publisher([&hub](const std::stop_token& stop) {
        for (std::uint64_t number = 1; !stop.stop_requested(); ++number) {
            publish(hub, "n", number, number);
            std::this_thread::sleep_for(100us); // a pace
        }
    });
    BatchLog log;
    ChannelPool pool;
    const int rounds = isSanitized ? 100 : 1000;
    for (int round = 0; round < rounds; ++round) { // each at a different stage
        AgentClient client(SourceId{0}, endpointOf(server->port()), log.sink(), pool);
        client.start();
        std::this_thread::sleep_for(std::chrono::microseconds(round * 7 % 3000));
        client.stop();
        if (round % 3 == 0) {
            client.start();
            std::this_thread::sleep_for(std::chrono::microseconds(round % 500));
        }
    }
    log.clear();
    AgentClient last(SourceId{0}, endpointOf(server->port()), log.sink(), pool);
    last.start();
    QVERIFY(log.waitForTicks(3)); // and it still works
}

void TestAgentClient::manyClientsShareFewConnections()
{
    TelemetryHub hub;
    constexpr int nodes = 300;
    for (int node = 0; node < nodes; ++node)
        hub.describe(identityOf(fmt::format("n{}", node)));
    const auto server = serve(hub);
    BatchLog log;
    ChannelPool pool(ChannelPool::Limits{4, 32});
    std::vector<std::unique_ptr<AgentClient>> clients;
    for (int node = 0; node < nodes; ++node) {
        clients.push_back(std::make_unique<AgentClient>(SourceId{static_cast<std::uint32_t>(node)},
                                                        endpointOf(server->port(), fmt::format("n{}", node)),
                                                        log.sink(), pool));
        clients.back()->start();
    }
    for (int node = 0; node < nodes; ++node)
        publish(hub, fmt::format("n{}", node), 1, 1);
    QVERIFY(log.waitForTicks(nodes));
}

LOCKSTEP_TEST(tst_agentclient, TestAgentClient)
#include "tst_agentclient.moc"
