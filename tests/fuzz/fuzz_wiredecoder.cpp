// SPDX-License-Identifier: GPL-3.0-or-later
//
// Frames from a hostile agent. The input is one or two frames; its first byte determines where to split. The decoder
// already knows a node, so that ticks, spans and names are examined and not rejected for lack of a layout.
#include "datasources/agentclient/decoding/reportclaims.h"
#include "datasources/agentclient/decoding/telemetrydecoder.h"
#include "models/core/batch.h"
#include "models/core/budget.h"
#include "tests/fuzz/honestframes.h"

#include <array>
#include <cstdlib>

using namespace lockstep;
using namespace lockstep::fuzz;

namespace {

/// Assumptions of consumers, which do not check again.
void check(const Batch& batch)
{
    if (batch.node != "n" && !batch.identity && !batch.tick && !batch.gap && !batch.names)
        std::abort();
    if (batch.gap && batch.gap->range.to < batch.gap->range.from)
        std::abort();
    if (!batch.tick)
        return;
    const NodeTick& tick = *batch.tick;
    if (!tick.layout || tick.values.size() != tick.layout->sampleCount() || tick.time < budget::earliestTime
        || tick.time >= budget::latestTime)
        std::abort();
    for (const Span& span : tick.spans) {
        if (span.entity >= tick.layout->entities.size() || span.end < span.start)
            std::abort();
    }
    for (const Event& event : tick.events) {
        if (event.entity >= tick.layout->entities.size())
            std::abort();
    }
}

} // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size)
{
    // Every other input comes from a node that may not report entities that belong to no node.
    const auto claims = std::make_shared<ReportClaims>();
    if (size > 0 && data[0] % 2 == 1)
        claims->allowReporters({"facility"});
    TelemetryDecoder decoder(SourceId{0}, "a:1", {}, {{}, {}, claims});
    std::vector<BatchPtr> batches;
    if (!decoder.decode(introduction(), firstTick, batches).empty() || batches.size() != 2)
        std::abort();
    if (size == 0)
        return 0;
    const std::string_view input(reinterpret_cast<const char*>(data) + 1, size - 1);
    const std::size_t cut = std::min<std::size_t>(data[0] * std::size_t{4}, input.size());
    for (const std::string_view frame : {input.substr(0, cut), input.substr(cut)}) {
        batches.clear();
        static_cast<void>(decoder.decode(frame, firstTick, batches));
        for (const BatchPtr& batch : batches)
            check(*batch);
    }
    const TelemetryDecoder::RelayUpdate news = decoder.takeRelayUpdate();
    for (const auto& [node, clock] : news.clocks) {
        if (node.empty() || clock.uncertainty < Duration::zero())
            std::abort();
    }
    if (news.relay && news.relay->behind.size() > budget::relaysBehindRelay)
        std::abort();
    static_cast<void>(decoder.positions());
    decoder.beginStream();
    batches.clear();
    static_cast<void>(decoder.decode(input, firstTick, batches));
    for (const BatchPtr& batch : batches)
        check(*batch);
    return 0;
}
