// SPDX-License-Identifier: GPL-3.0-or-later
#include "datasources/agentclient/decoding/telemetrydecoder.h"

#include "datasources/agentclient/decoding/batchpool.h"
#include "datasources/agentclient/decoding/framepool.h"
#include "datasources/agentclient/decoding/layoutdecoder.h"
#include "datasources/agentclient/decoding/reportclaims.h"
#include "datasources/agentclient/decoding/wirescan.h"
#include "lockstep/v1/telemetry.pb.h"
#include "models/core/batch.h"
#include "models/core/budget.h"
#include "models/core/eventcodes.h"

#include <fmt/format.h>
#include <google/protobuf/io/zero_copy_stream_impl_lite.h>

#include <algorithm>
#include <utility>

namespace lockstep {

TelemetryDecoder::TelemetryDecoder(SourceId source, std::string address, std::string expectedNode, Shared shared)
    : m_source(source),
      m_address(std::move(address)),
      m_expectedNode(std::move(expectedNode)),
      m_shared{shared.batches ? std::move(shared.batches) : BatchPool::create(),
               shared.frames ? std::move(shared.frames) : std::make_shared<FramePool>(), std::move(shared.claims)}
{ }

TelemetryDecoder::~TelemetryDecoder() = default;

void TelemetryDecoder::beginStream()
{
    m_byNumber.clear();
    m_tickPeriod.reset();
    for (auto& [name, known] : m_byName)
        known.isOnStream = false;
    if (!m_expectedNode.empty() && m_shared.claims)
        m_shared.claims->reserve(meet(m_expectedNode).node->reporter());
}

void TelemetryDecoder::leave()
{
    for (auto& [name, known] : m_byName) {
        if (m_shared.claims)
            m_shared.claims->leave(known.node->reporter());
    }
}

std::string TelemetryDecoder::decode(std::string_view bytes, TimePoint received, std::vector<BatchPtr>& out)
{
    google::protobuf::io::ArrayInputStream stream(bytes.data(), static_cast<int>(bytes.size()));
    if (isLarge(bytes.size())) {
        google::protobuf::io::ArrayInputStream whole(bytes.data(), static_cast<int>(bytes.size()));
        if (Status size = checkUnpackedSize(whole); !size.isOk())
            return size.error().message;
    }
    return decode(stream, received, out);
}

std::string TelemetryDecoder::decode(google::protobuf::io::ZeroCopyInputStream& bytes, TimePoint received,
                                     std::vector<BatchPtr>& out)
{
    // Unparsable bytes may still have yielded some updates, but nothing says that those are whole.
    const FramePool::Lent frame = m_shared.frames->take();
    return frame->ParseFromZeroCopyStream(&bytes)
        ? decodeFrame(*frame, received, out)
        : std::string("the message is no lockstep.v1.Frame, or its text is not UTF-8");
}

std::string TelemetryDecoder::decodeFrame(const v1::Frame& frame, TimePoint received, std::vector<BatchPtr>& out)
{
    std::string problem;
    for (const v1::NodeUpdate& update : frame.updates()) {
        if (Status status = applyUpdate(update, received, out); !status.isOk() && problem.empty())
            problem = std::move(status.error().message);
    }
    return problem;
}

Status TelemetryDecoder::applyUpdate(const v1::NodeUpdate& update, TimePoint received, std::vector<BatchPtr>& out)
{
    std::shared_ptr<const NodeIdentity> described;
    Known* known = nullptr;
    if (update.has_description()) {
        auto identity = decodeIdentity(update.description().identity());
        if (!identity.isOk())
            return identity.error();
        described = std::move(identity).value();
        Result<Known*> bound = bind(update.node(), described->name);
        if (!bound.isOk())
            return bound.error();
        known = bound.value();
        m_tickPeriod = std::min(m_tickPeriod.value_or(described->tickPeriod), described->tickPeriod);
    } else {
        const auto found = m_byNumber.find(update.node());
        if (found == m_byNumber.end())
            return Error{fmt::format("node number {} was never described", update.node())};
        known = found->second;
    }
    // What it says is followed even while the name is another's, so that it can go on from here once it is free.
    const std::string refusal = askForName(*known, received, out);
    const std::size_t before = out.size();
    Status status = known->node->apply(update, std::move(described), received, out);
    if (!refusal.empty()) {
        out.resize(before);
        status = Error{refusal};
    }
    return status.isOk() ? status : Error{fmt::format("node {}: {}", known->node->name(), status.error().message)};
}

std::string TelemetryDecoder::askForName(Known& known, TimePoint received, std::vector<BatchPtr>& out)
{
    if (!m_shared.claims)
        return {};
    const ReporterPtr& reporter = known.node->reporter();
    std::string refusal = m_shared.claims->claimNode(reporter, std::chrono::steady_clock::now());
    const bool wasRefused = std::exchange(known.isRefused, !refusal.empty());
    m_refusedNodes += (known.isRefused ? 1U : 0U) - (wasRefused ? 1U : 0U);
    if (!refusal.empty())
        return refusal;
    if (wasRefused)
        out.push_back(known.node->introduction(received));
    if (std::string news = m_shared.claims->takeNews(reporter); !news.empty())
        known.node->addNews(codes::agentNameConflict, std::move(news));
    return {};
}

Result<TelemetryDecoder::Known*> TelemetryDecoder::bind(std::uint32_t number, const std::string& name)
{
    if (!m_expectedNode.empty() && name != m_expectedNode)
        return Error{fmt::format("node '{}' was sent where only '{}' was asked for", name, m_expectedNode)};
    if (const auto known = m_byNumber.find(number); known != m_byNumber.end()) {
        if (known->second->node->name() != name)
            return Error{fmt::format("node number {} was '{}' and now says it is '{}'", number,
                                     known->second->node->name(), name)};
        return known->second;
    }
    if (m_byName.size() >= budget::nodesPerSource && !m_byName.contains(name))
        return Error{fmt::format("expected at most {} nodes of one source", budget::nodesPerSource)};
    Known& known = meet(name);
    if (known.isOnStream)
        return Error{fmt::format("two nodes of one stream are both called '{}'", name)};
    known.isOnStream = true;
    m_byNumber.emplace(number, &known);
    return &known;
}

TelemetryDecoder::Known& TelemetryDecoder::meet(const std::string& name)
{
    Known& known = m_byName[name];
    if (!known.node) {
        auto reporter = std::make_shared<Reporter>();
        reporter->source = m_source;
        reporter->address = m_address;
        reporter->node = name;
        known.node = std::make_unique<NodeDecoder>(std::move(reporter), m_shared.claims, *m_shared.batches, m_ledger);
    }
    return known;
}

bool TelemetryDecoder::isRefused(const std::string& node) const
{
    const auto known = m_byName.find(node);
    return known != m_byName.end() && known->second.isRefused;
}

std::string TelemetryDecoder::anyNode() const
{
    return m_byName.empty() ? std::string() : m_byName.begin()->first;
}

std::vector<TelemetryDecoder::Position> TelemetryDecoder::positions() const
{
    std::vector<Position> positions;
    for (const auto& [name, known] : m_byName) {
        if (!known.node->isKnown())
            continue;
        // An epoch of which no tick came yet is asked for from its beginning.
        positions.push_back({name, known.node->epoch(), known.node->lastSequence() + 1});
    }
    return positions;
}

} // namespace lockstep
