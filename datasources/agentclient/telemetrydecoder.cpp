// SPDX-License-Identifier: GPL-3.0-or-later
#include "datasources/agentclient/telemetrydecoder.h"

#include "datasources/agentclient/batchpool.h"
#include "datasources/agentclient/framepool.h"
#include "datasources/agentclient/layoutdecoder.h"
#include "datasources/agentclient/wirescan.h"
#include "lockstep/v1/telemetry.pb.h"
#include "models/core/batch.h"
#include "models/core/budget.h"

#include <fmt/format.h>
#include <google/protobuf/io/zero_copy_stream_impl_lite.h>

#include <algorithm>

namespace lockstep {

TelemetryDecoder::TelemetryDecoder(SourceId source, std::string expectedNode, std::shared_ptr<BatchPool> batches,
                                   std::shared_ptr<FramePool> frames)
    : m_source(source),
      m_expectedNode(std::move(expectedNode)),
      m_batches(batches ? std::move(batches) : BatchPool::create()),
      m_frames(frames ? std::move(frames) : std::make_shared<FramePool>())
{ }

TelemetryDecoder::~TelemetryDecoder() = default;

void TelemetryDecoder::beginStream()
{
    m_byNumber.clear();
    m_tickPeriod.reset();
    for (auto& [name, known] : m_byName)
        known.isOnStream = false;
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
    const FramePool::Lent frame = m_frames->take();
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
    NodeDecoder* node = nullptr;
    if (update.has_description()) {
        auto identity = decodeIdentity(update.description().identity());
        if (!identity.isOk())
            return identity.error();
        described = std::move(identity).value();
        Result<NodeDecoder*> bound = bind(update.node(), described->name);
        if (!bound.isOk())
            return bound.error();
        node = bound.value();
        m_tickPeriod = std::min(m_tickPeriod.value_or(described->tickPeriod), described->tickPeriod);
    } else {
        const auto found = m_byNumber.find(update.node());
        if (found == m_byNumber.end())
            return Error{fmt::format("node number {} was never described", update.node())};
        node = found->second;
    }
    Status status = node->apply(update, std::move(described), received, out);
    return status.isOk() ? status : Error{fmt::format("node {}: {}", node->name(), status.error().message)};
}

Result<NodeDecoder*> TelemetryDecoder::bind(std::uint32_t number, const std::string& name)
{
    if (!m_expectedNode.empty() && name != m_expectedNode)
        return Error{fmt::format("node '{}' was sent where only '{}' was asked for", name, m_expectedNode)};
    if (const auto known = m_byNumber.find(number); known != m_byNumber.end()) {
        if (known->second->name() != name)
            return Error{
                fmt::format("node number {} was '{}' and now says it is '{}'", number, known->second->name(), name)};
        return known->second;
    }
    if (m_byName.size() >= budget::nodesPerSource && !m_byName.contains(name))
        return Error{fmt::format("expected at most {} nodes of one source", budget::nodesPerSource)};
    Known& known = m_byName[name];
    if (known.isOnStream)
        return Error{fmt::format("two nodes of one stream are both called '{}'", name)};
    if (!known.node)
        known.node = std::make_unique<NodeDecoder>(m_source, name, *m_batches, m_ledger);
    known.isOnStream = true;
    m_byNumber.emplace(number, known.node.get());
    return known.node.get();
}

std::string TelemetryDecoder::anyNode() const
{
    return m_byName.empty() ? std::string() : m_byName.begin()->first;
}

std::vector<TelemetryDecoder::Position> TelemetryDecoder::positions() const
{
    std::vector<Position> positions;
    for (const auto& [name, known] : m_byName) {
        // An epoch of which no tick came yet is asked for from its beginning.
        positions.push_back({name, known.node->epoch(), known.node->lastSequence() + 1});
    }
    return positions;
}

} // namespace lockstep
