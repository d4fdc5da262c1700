// SPDX-License-Identifier: GPL-3.0-or-later
#include "datasources/agentclient/decoding/telemetrydecoder.h"

#include "datasources/agentclient/decoding/batchpool.h"
#include "datasources/agentclient/decoding/layoutdecoder.h"
#include "datasources/agentclient/decoding/reportclaims.h"
#include "datasources/proto/wireenums.h"
#include "datasources/proto/wirescan.h"
#include "datasources/proto/wiretext.h"
#include "lockstep/v1/telemetry.pb.h"
#include "models/core/budget.h"
#include "models/core/eventcodes.h"

#include <fmt/format.h>
#include <google/protobuf/io/zero_copy_stream_impl_lite.h>

#include <algorithm>

namespace lockstep {

TelemetryDecoder::TelemetryDecoder(SourceId source, std::string address, ExpectedNodes expected, Shared shared)
    : m_source(source),
      m_address(std::move(address)),
      m_shared{shared.batches ? std::move(shared.batches) : BatchPool::create(),
               shared.frames ? std::move(shared.frames) : std::make_shared<FramePool>(), std::move(shared.claims)}
{
    for (std::uint32_t at = 0; at < expected.nodes.size(); ++at)
        m_expected.emplace(expected.nodes[at], expected.areSources ? SourceId{source.value + 1 + at} : source);
    if (!m_expected.empty())
        m_ledger.layoutBytesPerNode
            = std::min(budget::layoutBytesPerNode, budget::layoutBytesPerSource / m_expected.size());
}

TelemetryDecoder::~TelemetryDecoder() = default;

void TelemetryDecoder::beginStream()
{
    m_byNumber.clear();
    m_tickPeriod.reset();
    for (auto& [name, known] : m_byName)
        known.isOnStream = false;
    m_relayNews = {};
    if (!m_shared.claims)
        return;
    for (const auto& [name, source] : m_expected)
        m_shared.claims->reserve(meet(name).node->reporter());
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
    // Unparsable bytes may have yielded some updates, which may be incomplete.
    const FramePool::Lent frame = m_shared.frames->take();
    return frame->ParseFromZeroCopyStream(&bytes)
        ? decodeFrame(*frame, received, out)
        : std::string("the message is not a lockstep.v1.Frame, or its text is not UTF-8");
}

std::string TelemetryDecoder::decodeFrame(const v1::Frame& frame, TimePoint received, std::vector<BatchPtr>& out)
{
    std::string problem;
    if (Status status = frame.has_relay() ? takeRelay(frame.relay()) : success(); !status.isOk())
        problem = std::move(status.error().message);
    for (const v1::NodeUpdate& update : frame.updates()) {
        if (Status status = applyUpdate(update, received, out); !status.isOk() && problem.empty())
            problem = std::move(status.error().message);
    }
    return problem;
}

Status TelemetryDecoder::takeRelay(const v1::Relay& relay)
{
    if (!isCleanText(relay.name(), budget::nameBytes))
        return Error{"the relay has an invalid name"};
    if (static_cast<std::size_t>(relay.behind_size()) > budget::relaysBehindRelay)
        return Error{fmt::format("{} downstream relays reported, expected at most {}", relay.behind_size(),
                                 budget::relaysBehindRelay)};
    m_relayNews.relay = RelayIdentity{relay.name(), relay.id(), {relay.behind().begin(), relay.behind().end()}};
    return success();
}

Status TelemetryDecoder::takeRelayUpdate(const v1::NodeUpdate& update, const Known& known)
{
    const std::string& name = known.node->name();
    if (update.has_reach()) {
        const auto state = fromWire(update.reach().state());
        if (!state || !isCleanText(update.reach().peer(), budget::nameBytes)
            || !isCleanText(update.reach().reason(), budget::textBytes))
            return Error{fmt::format("invalid relay path to node {}", name)};
        m_relayNews.reached.emplace_back(name,
                                         SourceStatus{*state, update.reach().peer(), update.reach().reason(), {}, 0});
    }
    if (update.has_clock()) {
        const ClockOffset clock{Duration(update.clock().offset()),
                                Duration(static_cast<std::int64_t>(update.clock().uncertainty()))};
        const Duration longest = budget::latestTime - budget::earliestTime;
        if (clock.uncertainty < Duration::zero() || clock.uncertainty > longest || clock.offset > longest
            || clock.offset < -longest)
            return Error{fmt::format("implausible clock offset for node {}", name)};
        m_relayNews.clocks.emplace_back(name, clock);
    }
    return success();
}

Result<TelemetryDecoder::Known*> TelemetryDecoder::knownOf(const v1::NodeUpdate& update, const NodeIdentity* described)
{
    if (described != nullptr)
        return bind(update.node(), described->name);
    if (update.has_reach()) {
        if (update.reach().node().empty() || !isCleanText(update.reach().node(), budget::nameBytes))
            return Error{"a node has an invalid name"};
        return bind(update.node(), update.reach().node());
    }
    const auto found = m_byNumber.find(update.node());
    if (found == m_byNumber.end())
        return Error{fmt::format("node number {} was never described", update.node())};
    return found->second;
}

Status TelemetryDecoder::applyUpdate(const v1::NodeUpdate& update, TimePoint received, std::vector<BatchPtr>& out)
{
    std::shared_ptr<const NodeIdentity> described;
    if (update.has_description()) {
        auto identity = decodeIdentity(update.description().identity());
        if (!identity.isOk())
            return identity.error();
        described = std::move(identity).value();
    }
    Result<Known*> found = knownOf(update, described.get());
    if (!found.isOk())
        return found.error();
    Known* const known = found.value();
    if (described)
        m_tickPeriod = std::min(m_tickPeriod.value_or(described->tickPeriod), described->tickPeriod);
    if (update.has_reach() || update.has_clock()) {
        Status news = takeRelayUpdate(update, *known);
        if (!news.isOk() || !(described || update.has_tick() || update.has_missed() || update.layouts_size() > 0))
            return news; // no data of the node itself
    }
    // The node's position is tracked even while another source owns its name, so that the node can continue once the
    // name is free.
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
    if (!m_expected.empty() && !m_expected.contains(name))
        return Error{
            m_expected.size() == 1
                ? fmt::format("received node '{}', but only '{}' was requested", name, m_expected.begin()->first)
                : fmt::format("node '{}' is not one of the {} that the relay may report", name, m_expected.size())};
    if (const auto known = m_byNumber.find(number); known != m_byNumber.end()) {
        if (known->second->node->name() != name)
            return Error{fmt::format("node number {} changed its name from '{}' to '{}'", number,
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
        const auto expected = m_expected.find(name);
        reporter->source = expected == m_expected.end() ? m_source : expected->second;
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
        // If no tick of an epoch has been received, everything is requested.
        positions.push_back({name, known.node->epoch(), known.node->lastSequence() + 1});
    }
    return positions;
}

} // namespace lockstep
