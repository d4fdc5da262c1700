// SPDX-License-Identifier: GPL-3.0-or-later
// Arbitrary subscribe requests: parsed, followed on a hub with ticks, and cancelled. No node is followed twice, and
// reading continues where requested or at an existing position.
#include "datasources/agentservice/hub/noderegistry.h"
#include "datasources/agentservice/hub/telemetryhub.h"
#include "datasources/agentservice/telemetryservice.h"
#include "models/core/batch.h"

#include <google/protobuf/io/zero_copy_stream_impl_lite.h>

#include <cstdlib>
#include <set>

using namespace lockstep;

namespace {

constexpr std::uint64_t epoch = 7;

NodeTick tickAt(std::int64_t second)
{
    static const auto layout = [] {
        auto made = std::make_shared<NodeLayout>();
        made->id = 1;
        made->metrics = {
            {"gpu.power", "GPU power", Unit::Watt, MetricKind::Gauge, EntityKind::Gpu, Direction::Neutral, {}, {}, {}}};
        made->entities = {{EntityKind::Node, "n", 0}, {EntityKind::Gpu, "gpu0", 0}};
        made->columns = {{0, {1}}};
        return made;
    }();
    return {TimePoint(std::chrono::seconds(1'770'000'000 + second)), layout, {1.0F}, {}, {}};
}

void describe(TelemetryHub& hub, const char* name)
{
    auto identity = std::make_shared<NodeIdentity>();
    identity->name = name;
    identity->epoch = epoch;
    hub.describe(std::move(identity));
}

/// A hub with three nodes: one has lost its oldest ticks, and one has none.
std::unique_ptr<TelemetryHub> someHub()
{
    auto hub = std::make_unique<TelemetryHub>(TelemetryHub::Limits{.maximumBytesPerNode = 2000});
    for (const char* name : {"n", "node 2", "empty"})
        describe(*hub, name);
    for (std::int64_t second = 0; second < 20; ++second)
        hub->publish("n", tickAt(second), {});
    hub->publish("node 2", tickAt(0), {});
    return hub;
}

/// Acts like the service without the network: adds ticks and nodes, and ends the call.
void follow(TelemetryHub& hub, const SubscribeRequest& request)
{
    std::vector<Subscription::Start> starts;
    for (const SubscribeRequest::Wanted& wanted : request.wanted)
        starts.push_back({wanted.ring, wanted.position});
    bool isDone = false;
    const auto subscription
        = std::make_shared<Subscription>(hub.registry(), nullptr, [&isDone](Subscription*) { isDone = true; });
    grpc::ServerWriteReactor<grpc::ByteBuffer>& reactor = *subscription;
    subscription->begin(starts, request.wantsAll);
    hub.publish("n", tickAt(20), {});
    describe(hub, "later");
    reactor.OnWriteDone(true);
    hub.publish("empty", tickAt(20), {});
    reactor.OnWriteDone(true);
    reactor.OnCancel();
    reactor.OnWriteDone(false);
    reactor.OnDone();
    if (!isDone)
        std::abort();
}

} // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size)
{
    const auto hub = someHub();
    google::protobuf::io::ArrayInputStream stream(data, static_cast<int>(size));
    const SubscribeRequest request = SubscribeRequest::read(stream, hub->registry(), [] { return false; });
    if (request.outcome == SubscribeRequest::Outcome::UnknownNode && request.unknownNode.empty())
        std::abort();
    if (request.outcome != SubscribeRequest::Outcome::Readable)
        return 0;
    std::set<const NodeRing*> rings;
    for (const SubscribeRequest::Wanted& wanted : request.wanted) {
        if (!wanted.ring || !rings.insert(wanted.ring.get()).second)
            std::abort();
        RingCursor cursor = wanted.ring->cursorAt(wanted.position);
        std::vector<grpc::Slice> pieces;
        std::size_t budget = 1U << 20U;
        if (wanted.ring->read(cursor, pieces, budget) || pieces.empty() || cursor.nextSequence > 21)
            std::abort();
    }
    follow(*hub, request);
    return 0;
}
