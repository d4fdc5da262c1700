// SPDX-License-Identifier: GPL-3.0-or-later
#include "datasources/agentclient/decoding/nodedecoder.h"

#include "datasources/agentclient/decoding/batchpool.h"
#include "datasources/agentclient/decoding/layoutdecoder.h"
#include "datasources/agentclient/decoding/tickdecoder.h"
#include "datasources/proto/wiretext.h"
#include "lockstep/v1/telemetry.pb.h"
#include "models/core/batch.h"
#include "models/core/budget.h"
#include "models/core/eventcodes.h"

#include <fmt/format.h>

#include <algorithm>
#include <limits>
#include <utility>

namespace lockstep {

namespace {

namespace limits = budget;

std::vector<const std::string*> pointersTo(const google::protobuf::RepeatedPtrField<std::string>& names)
{
    return {names.pointer_begin(), names.pointer_end()};
}

/// Cost of new entities or metrics for everything after the decoder, in equivalent ticks: topology and tables are
/// rebuilt.
constexpr std::size_t workOfNews = 100;
constexpr std::size_t namesPerWork = 1000; ///< growing a list copies it

} // namespace

NodeDecoder::NodeDecoder(ReporterPtr reporter, std::shared_ptr<ReportClaims> claims, BatchPool& pool,
                         SourceLedger& ledger)
    : m_reporter(std::move(reporter)),
      m_claims(std::move(claims)),
      m_source(m_reporter->source),
      m_name(m_reporter->node),
      m_pool(pool),
      m_ledger(ledger),
      m_names(std::make_shared<const std::vector<std::string>>(1))
{ }

BatchPtr NodeDecoder::introduction(TimePoint received)
{
    auto batch = newBatch(received);
    batch->identity = m_identity;
    batch->names = m_announcedNames = m_names;
    return batch;
}

std::shared_ptr<Batch> NodeDecoder::newBatch(TimePoint received) const
{
    auto batch = std::make_shared<Batch>();
    address(*batch, received);
    return batch;
}

void NodeDecoder::address(Batch& batch, TimePoint received) const
{
    batch.source = m_source;
    batch.received = received;
    batch.node = m_name;
}

void NodeDecoder::announceNames(Batch& batch)
{
    if (m_names != m_announcedNames)
        batch.names = m_announcedNames = m_names;
}

Status NodeDecoder::apply(const v1::NodeUpdate& update, std::shared_ptr<const NodeIdentity> described,
                          TimePoint received, std::vector<BatchPtr>& out)
{
    Status status = described ? describe(update.description(), std::move(described), received, out) : success();
    if (status.isOk())
        status = addLayouts(update);
    if (status.isOk() && update.has_missed())
        status = miss(update.missed());
    if (status.isOk() && update.has_tick())
        status = takeTick(update.tick(), received, out);
    if (!status.isOk() && m_rejection.empty())
        m_rejection = status.error().message; // likely the cause of later ones
    return status;
}

Status NodeDecoder::describe(const v1::NodeDescription& wire, std::shared_ptr<const NodeIdentity> identity,
                             TimePoint received, std::vector<BatchPtr>& out)
{
    if (m_identity && m_identity->epoch != identity->epoch) {
        while (!m_layouts.empty())
            forgetLayout(m_layouts.begin()->first);
        m_names = std::make_shared<const std::vector<std::string>>(1);
        m_nameBytes = 0;
        m_lastSequence = 0;
        expectGap(0, false, "agent restarted");
    }
    auto batch = newBatch(received);
    std::string bytes = wire.identity().SerializeAsString();
    if (bytes != m_identityBytes) {
        m_identityBytes = std::move(bytes);
        m_identity = std::move(identity);
        m_ledger.work += workOfNews;
        batch->identity = m_identity;
    }
    Status status = addNames(0, pointersTo(wire.names()));
    announceNames(*batch);
    if (batch->identity || batch->names)
        out.push_back(std::move(batch));
    return status;
}

Status NodeDecoder::takeTick(const v1::Tick& wire, TimePoint received, std::vector<BatchPtr>& out)
{
    auto batch = m_pool.take();
    address(*batch, received);
    if (Status status = decodeInto(wire, *batch); !status.isOk())
        return Error{fmt::format("tick {}: {}", wire.sequence(), status.error().message)};
    const TimePoint time = batch->tick->time;
    if (m_lastSequence > 0 && batch->sequence > m_lastSequence + 1) {
        expectGap(batch->sequence - m_lastSequence - 1, true,
                  m_rejection.empty() ? "lost in transit" : "unreadable: " + m_rejection);
    }
    m_rejection.clear();
    if (m_gap) {
        const Gap gap = takeGap(time);
        // An agent that begins a new epoch with its next tick leaves no gap.
        if (gap.ticks > 0 || !gap.range.isEmpty()) {
            auto said = newBatch(received);
            said->sequence = batch->sequence;
            said->gap = gap;
            out.push_back(std::move(said));
        }
    }
    announceNames(*batch);
    m_lastSequence = batch->sequence;
    m_lastTime = time;
    out.push_back(std::move(batch));
    return success();
}

Status NodeDecoder::addLayouts(const v1::NodeUpdate& update)
{
    for (const v1::Layout& wire : update.layouts()) {
        auto layout = decodeLayout(wire);
        if (!layout.isOk())
            return layout.error();
        // Each stream sends it again; consumers get the same object.
        if (const auto known = m_layouts.find(wire.id()); known != m_layouts.end()) {
            if (!isSameLayout(*known->second.scoped.sent(), *layout.value()))
                return Error{fmt::format("layout {} changed its meaning; a new one needs a new id", wire.id())};
            continue;
        }
        if (Status kept = keepLayout(std::move(layout).value()); !kept.isOk())
            return kept;
    }
    return success();
}

Status NodeDecoder::keepLayout(std::shared_ptr<const NodeLayout> layout)
{
    m_ledger.work += workOfNews;
    const std::size_t bytes = bytesOf(*layout);
    const auto isFull = [&] {
        return m_layouts.size() >= limits::layoutsPerNode || m_layoutBytes + bytes > m_ledger.layoutBytesPerNode;
    };
    while (!m_layouts.empty() && isFull())
        forgetLayout(m_layouts.begin()->first);
    if (m_ledger.layoutBytes + bytes > limits::layoutBytesPerSource)
        return Error{fmt::format("layout {}: those of one source take at most {} MiB", layout->id,
                                 limits::layoutBytesPerSource >> 20U)};
    m_layoutBytes += bytes;
    m_ledger.layoutBytes += bytes;
    const std::uint32_t id = layout->id;
    KeptLayout kept{ScopedLayout(std::move(layout), m_name), bytes};
    kept.hasClusterEntities = m_claims && kept.scoped.hasClusterEntities();
    m_layouts.emplace(id, std::move(kept));
    return success();
}

void NodeDecoder::forgetLayout(std::uint32_t id)
{
    const auto layout = m_layouts.find(id);
    m_layoutBytes -= layout->second.bytes;
    m_ledger.layoutBytes -= layout->second.bytes;
    m_layouts.erase(layout);
}

Status NodeDecoder::miss(const v1::Missed& missed)
{
    const std::uint64_t first = missed.first_sequence();
    const std::uint64_t last = missed.last_sequence();
    if (first == 0 || last < first || (m_lastSequence > 0 && first != m_lastSequence + 1))
        return Error{fmt::format("ticks {} to {} reported as missed, after tick {}", first, last, m_lastSequence)};
    // Ticks before the first received one are not lost.
    if (m_lastTime || m_gap)
        expectGap(last - first + 1, true,
                  missed.reason().empty() ? "older than the agent's ring"
                                          : cleanText(missed.reason(), limits::nameBytes));
    m_lastSequence = last;
    return success();
}

Status NodeDecoder::checkSequence(std::uint64_t sequence) const
{
    if (sequence == 0)
        return Error{"expected a sequence number of 1 or more"};
    if (sequence <= m_lastSequence)
        return Error{fmt::format("it came after tick {}: repeated or out of order", m_lastSequence)};
    return success();
}

Status NodeDecoder::decodeInto(const v1::Tick& wire, Batch& batch)
{
    if (Status status = checkSequence(wire.sequence()); !status.isOk())
        return status;
    // Names remain known even if the rest of the tick is rejected, because they are not sent again.
    if (wire.has_new_names()) {
        const v1::NewNames& names = wire.new_names();
        if (Status status = addNames(names.first_index(), pointersTo(names.names())); !status.isOk())
            return status;
    }
    const ScopedLayout* const layout = layoutFor(wire.layout());
    if (layout == nullptr)
        return Error{fmt::format("its layout {} was never sent", wire.layout())};
    batch.sequence = wire.sequence();
    Status status = decodeTick(wire, layout->sent(), m_names->size(), tickPeriod(), *batch.tick);
    if (status.isOk()) {
        layout->trim(batch.tick->values);
        batch.tick->layout = layout->taken();
        reportNews(*batch.tick);
    }
    return status;
}

/// Judged again from time to time, because reporters of an entity change.
const ScopedLayout* NodeDecoder::layoutFor(std::uint32_t id)
{
    const auto known = m_layouts.find(id);
    if (known == m_layouts.end())
        return nullptr;
    KeptLayout& layout = known->second;
    const SteadyTime now = std::chrono::steady_clock::now();
    if (layout.hasClusterEntities
        && (layout.judged == SteadyTime{} || layout.judgedAfter != m_claims->changes()
            || now - layout.judged >= ReportClaims::patience)) {
        layout.judged = now;
        layout.judgedAfter = m_claims->changes();
        const std::string refused = layout.scoped.judge([&](EntityKind kind, const std::string& entity) {
            return m_claims->claimEntity(m_reporter, kind, entity, now);
        });
        if (!refused.empty())
            addNews(codes::agentReportRefused,
                    fmt::format("reports by {} at {} are ignored: {}", m_name, m_reporter->address, refused));
    }
    return &layout.scoped;
}

void NodeDecoder::reportNews(NodeTick& tick)
{
    for (News& news : m_news)
        tick.events.push_back({tick.time, Severity::Warning, 0, std::move(news.code), std::move(news.text)});
    m_news.clear();
}

Status NodeDecoder::addNames(std::size_t firstIndex, std::span<const std::string* const> names)
{
    const std::vector<std::string>& known = *m_names;
    if (firstIndex > known.size())
        return Error{fmt::format("names start at {}, but only {} are known", firstIndex, known.size())};
    const std::size_t again = std::min(names.size(), known.size() - firstIndex);
    for (std::size_t at = 0; at < again; ++at) {
        if (*names[at] != known[firstIndex + at])
            return Error{fmt::format("name {} changed its meaning", firstIndex + at)};
    }
    if (again == names.size())
        return success();
    if (firstIndex + names.size() > limits::namesPerNode)
        return Error{fmt::format("expected at most {} names", limits::namesPerNode)};
    m_ledger.work += known.size() / namesPerWork;
    auto grown = std::make_shared<std::vector<std::string>>(known);
    for (const std::string* name : names.subspan(again)) {
        m_nameBytes += name->size();
        if (!isCleanText(*name, limits::nameBytes) || m_nameBytes > limits::namesBytesPerNode)
            return Error{fmt::format("name {} is beyond what is allowed", grown->size())};
        grown->push_back(*name);
    }
    m_names = std::move(grown);
    return success();
}

void NodeDecoder::expectGap(std::uint64_t ticks, bool isCounted, const std::string& reason)
{
    if (!m_gap) {
        m_gap = PendingGap{ticks, isCounted, reason};
        return;
    }
    m_gap->isCounted = m_gap->isCounted && isCounted;
    m_gap->ticks += std::min(ticks, std::numeric_limits<std::uint64_t>::max() - m_gap->ticks);
    if (reason.starts_with(m_gap->reason)) // a relay has combined them already
        m_gap->reason = reason;
    else if (m_gap->reason.find(reason) == std::string::npos && m_gap->reason.size() < limits::nameBytes)
        m_gap->reason += "; " + reason;
}

Gap NodeDecoder::takeGap(TimePoint nextTick)
{
    const PendingGap pending = *std::exchange(m_gap, std::nullopt);
    const TimePoint from = m_lastTime ? *m_lastTime + tickPeriod() : nextTick;
    return {{std::min(from, nextTick), nextTick}, pending.isCounted ? pending.ticks : 0, pending.reason};
}

} // namespace lockstep
