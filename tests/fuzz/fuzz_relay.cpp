// SPDX-License-Identifier: GPL-3.0-or-later
//
// Messages of a hostile agent to a relay, and the relay's output at a reader: every frame must be within message limits
// and be accepted completely, because a rejection would be attributed to the relay and affect its other nodes. The
// input is two frames; its first byte determines where to split.
#include "datasources/agentclient/decoding/telemetrydecoder.h"
#include "datasources/agentservice/hub/noderegistry.h"
#include "datasources/agentservice/hub/telemetryhub.h"
#include "models/core/batch.h"
#include "models/core/budget.h"
#include "tests/fuzz/honestframes.h"

#include <algorithm>
#include <array>
#include <cstdlib>
#include <memory>
#include <string>
#include <vector>

using namespace lockstep;
using namespace lockstep::fuzz;

namespace {

/// Forwards clients' data like TelemetryRelay.
class Passing
{
public:
    Passing() { m_hub.expect("n"); }

    void take(const Batch& batch)
    {
        if (batch.identity)
            m_hub.describe(batch.identity);
        if (batch.names)
            m_names = batch.names;
        if (batch.gap)
            m_gapReason = batch.gap->reason;
        if (batch.tick)
            m_hub.pass(batch.node, batch.sequence, *batch.tick, m_names, std::exchange(m_gapReason, {}));
    }
    [[nodiscard]] std::shared_ptr<NodeRing> ring() { return m_hub.registry().find("n"); }

private:
    TelemetryHub m_hub;
    std::shared_ptr<const std::vector<std::string>> m_names;
    std::string m_gapReason;
};

void readAll(const NodeRing& ring, RingCursor& cursor, TelemetryDecoder& reader)
{
    for (bool isMore = true; isMore;) {
        std::vector<grpc::Slice> pieces;
        std::size_t budget = budget::packedFrameBytes;
        isMore = ring.read(cursor, pieces, budget);
        std::string frame;
        for (const grpc::Slice& piece : pieces)
            frame += bytesOf(piece);
        std::vector<BatchPtr> batches;
        if (frame.size() > budget::frameBytes || !reader.decode(frame, firstTick, batches).empty())
            std::abort();
    }
}

} // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size)
{
    if (size == 0)
        return 0;
    TelemetryDecoder relay(SourceId{0}, "a:1", {{"n"}, false});
    TelemetryDecoder reader(SourceId{0}, "relay:1", {{"n"}, true});
    Passing passing;
    RingCursor cursor;
    const std::string_view input(reinterpret_cast<const char*>(data) + 1, size - 1);
    const std::size_t cut = std::min<std::size_t>(data[0] * std::size_t{4}, input.size());
    for (const std::string_view frame : {std::string_view(introduction()), input.substr(0, cut), input.substr(cut)}) {
        std::vector<BatchPtr> batches;
        static_cast<void>(relay.decode(frame, firstTick, batches));
        for (const BatchPtr& batch : batches)
            passing.take(*batch);
        readAll(*passing.ring(), cursor, reader);
        static_cast<void>(relay.takeRelayUpdate());
    }
    // A later reader gets the same.
    TelemetryDecoder late(SourceId{0}, "relay:1", {{"n"}, true});
    RingCursor fromItsStart;
    readAll(*passing.ring(), fromItsStart, late);
    return 0;
}
