// SPDX-License-Identifier: GPL-3.0-or-later
#include "datasources/agentclient/decoding/nodedecoder.h"

#include "datasources/agentclient/decoding/batchpool.h"
#include "datasources/agentclient/decoding/layoutdecoder.h"
#include "datasources/proto/wireenums.h"
#include "datasources/proto/wiretext.h"
#include "datasources/text/eventsentence.h"
#include "lockstep/v1/telemetry.pb.h"
#include "models/core/eventcodes.h"
#include "models/core/metrics/limits.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <cstddef>
#include <iterator>
#include <limits>
#include <utility>

namespace lockstep {

namespace {

/// Events from drivers, kernels and jobs of the nodes.
constexpr std::array<std::string_view, 7> agentsCodes{codes::gpuBack,       codes::gpuLost,  codes::gpuXid,
                                                      codes::jobCheckpoint, codes::jobShort, codes::portDown,
                                                      codes::portUp};

/// Prefixes of the program's own codes, up to the first dot.
constexpr std::array<std::string_view, 23> ownGroups{"alert",   "baseline", "clock",  "events", "fabric",   "gpu",
                                                     "job",     "lifetime", "loop",   "metric", "node",     "port",
                                                     "power",   "rack",     "sync",   "link",   "selftest", "serving",
                                                     "storage", "store",    "switch", "source", "target"};

namespace limits = budget;

/// Replaces impossible values by no data, and returns the names of the first few metrics concerned.
std::string dropImplausible(const NodeLayout& layout, std::vector<float>& values)
{
    constexpr std::size_t maxNamed = 3;
    std::vector<std::string_view> names;
    auto first = values.begin();
    for (const ColumnDescriptor& column : layout.columns) {
        const auto last = std::next(first, static_cast<std::ptrdiff_t>(column.entities.size()));
        const MetricDescriptor& metric = layout.metrics[column.metric];
        const PlausibleRange range = plausibleRange(metric);
        const auto isWrong = [range](float value) {
            return !std::isnan(value) && !range.holds(value);
        };
        // Some agents send infinities for missing values: no data, without a complaint.
        if (std::ranges::any_of(first, last, [&](float value) { return isWrong(value) && !std::isinf(value); }))
            names.push_back(metric.name);
        std::replace_if(first, last, isWrong, noData);
        first = last;
    }
    const bool areMore = names.size() > maxNamed;
    names.resize(std::min(names.size(), maxNamed));
    return fmt::format("{}{}", fmt::join(names, ", "), areMore ? " and others" : "");
}

bool isSane(TimePoint time)
{
    return limits::earliestTime <= time && time < limits::latestTime;
}

/// A time relative to its tick; nullopt if it is implausible or in the future.
std::optional<TimePoint> momentAt(TimePoint tick, std::int64_t offset, Duration period)
{
    if (std::abs(offset / 2) > limits::maxSpanLength.count() / 2 || Duration(offset) > period + limits::maxAhead)
        return std::nullopt;
    const TimePoint moment = tick + Duration(offset);
    return isSane(moment) ? std::optional(moment) : std::nullopt;
}

/// Rejected parts of a tick: their number, and the first reason.
struct Refused
{
    std::size_t count = 0;
    std::string reason;

    void add(std::string why)
    {
        if (count++ == 0)
            reason = std::move(why);
    }
};

/// Empty: valid.
std::string invalidReason(const v1::Span& span, const std::optional<TimePoint>& start, TimePoint latest,
                          std::size_t entityCount, std::size_t nameCount)
{
    if (!fromWire(span.kind()) || !start || span.duration() > static_cast<std::uint64_t>(limits::maxSpanLength.count()))
        return "has an unknown kind or an impossible time";
    if (*start + Duration(static_cast<std::int64_t>(span.duration())) > latest)
        return "ends after its tick";
    if (span.entity() >= entityCount)
        return fmt::format("refers to entity {} of {}", span.entity(), entityCount);
    if (std::max({span.lane(), span.op(), span.communicator(), span.job()}) >= nameCount)
        return "refers to a name that was never sent";
    return {};
}

void decodeSpans(const v1::Tick& wire, std::size_t entityCount, std::size_t nameCount, Duration period, NodeTick& tick,
                 Refused& refused)
{
    const TimePoint latest = tick.time + period + limits::maxAhead;
    const std::size_t count = std::min(static_cast<std::size_t>(wire.spans_size()), limits::spansPerTick);
    tick.spans.reserve(count);
    for (std::size_t at = 0; at < count; ++at) {
        const v1::Span& span = wire.spans(static_cast<int>(at));
        const auto start = momentAt(tick.time, span.start_offset(), period);
        if (const std::string wrong = invalidReason(span, start, latest, entityCount, nameCount); !wrong.empty()) {
            refused.add(fmt::format("span {} {}", at, wrong));
            continue;
        }
        // A span about another node describes an allocation, not an activity.
        const bool hasRank = span.has_rank() && !tick.layout->isOtherNode(span.entity());
        tick.spans.push_back({*start, *start + Duration(static_cast<std::int64_t>(span.duration())),
                              *fromWire(span.kind()), span.entity(), span.lane(), span.op(), span.communicator(),
                              span.job(), hasRank ? span.rank() : Span::noRank, span.step(), span.sequence(),
                              span.bytes()});
    }
    for (auto at = count; at < static_cast<std::size_t>(wire.spans_size()); ++at)
        refused.add(fmt::format("a tick holds at most {} spans", limits::spansPerTick));
}

std::string invalidReason(const v1::Event& event, const std::optional<TimePoint>& time, std::size_t entityCount)
{
    if (!fromWire(event.severity()) || !time)
        return "has an unknown severity or an impossible time";
    if (event.entity() >= entityCount)
        return fmt::format("refers to entity {} of {}", event.entity(), entityCount);
    if (!isCleanText(event.code(), limits::nameBytes) || !isCleanText(event.text(), limits::textBytes))
        return "has text beyond the limit";
    const v1::EventFields& fields = event.fields();
    const bool isClean = isCleanText(fields.job(), limits::nameBytes)
        && isCleanText(fields.variant(), limits::nameBytes) && isCleanText(fields.subject(), limits::nameBytes);
    const bool isPossible = std::isfinite(fields.value()) && std::isfinite(fields.baseline())
        && fields.lasted() <= static_cast<std::uint64_t>(limits::maxSpanLength.count());
    return isClean && isPossible ? std::string() : "has fields beyond the limits";
}

EventFields fieldsOf(const v1::EventFields& wire)
{
    EventFields fields;
    fields.job = wire.job();
    fields.variant = wire.variant();
    fields.subject = wire.subject();
    fields.lasted = Duration(static_cast<std::int64_t>(wire.lasted()));
    fields.others = wire.others();
    fields.xid = wire.xid();
    if (wire.has_value())
        fields.value = wire.value();
    if (wire.has_baseline())
        fields.baseline = wire.baseline();
    fields.unit = unitFromName(wire.unit()).value_or(Unit::None);
    return fields;
}

/// Only scheduler events are accepted about other nodes; all events are accepted about the reporting node.
bool mayReportOn(const NodeLayout& layout, std::uint32_t entity, std::string_view code)
{
    return !layout.isOtherNode(entity) || code.starts_with("scheduler.");
}

void decodeEvents(const v1::Tick& wire, std::size_t entityCount, Duration period, NodeTick& tick, Refused& refused)
{
    const std::size_t count = std::min(static_cast<std::size_t>(wire.events_size()), limits::eventsPerTick);
    tick.events.reserve(count + 2);
    for (std::size_t at = 0; at < count; ++at) {
        const v1::Event& event = wire.events(static_cast<int>(at));
        const auto time = momentAt(tick.time, event.time_offset(), period);
        if (const std::string wrong = invalidReason(event, time, entityCount); !wrong.empty()) {
            refused.add(fmt::format("event {} {}", at, wrong));
            continue;
        }
        tick.events.push_back({*time, *fromWire(event.severity()),
                               mayReportOn(*tick.layout, event.entity(), event.code()) ? event.entity() : 0,
                               codeFromAgent(event.code()), event.text(), fieldsOf(event.fields())});
        if (!event.has_fields())
            deriveFields(tick.events.back());
    }
    for (auto at = count; at < static_cast<std::size_t>(wire.events_size()); ++at)
        refused.add(fmt::format("a tick holds at most {} events", limits::eventsPerTick));
}

/// Values, spans and events of a tick from the wire, validated against its layout: as many values as the layout has
/// samples, and a plausible time. Infinite values become no data; so do impossible ones (plausibleRange), which an
/// event of the tick reports. Invalid or excess spans and events (index, time, text) are dropped individually, which an
/// event reports too; the rest of the tick counts. The error names the problem. Pure, any thread.
/// @param nameCount number of known names of the node, including those of this tick
/// @param period of the node's ticks, which bounds the times in it
Status decodeTick(const v1::Tick& wire, std::shared_ptr<const NodeLayout> layout, std::size_t nameCount,
                  Duration period, NodeTick& tick)
{
    const auto samples = static_cast<std::size_t>(wire.values_size());
    if (samples != layout->sampleCount())
        return Error{fmt::format("{} values, expected {} as in layout {}", samples, layout->sampleCount(), layout->id)};
    tick.time = TimePoint(Duration(wire.time()));
    if (!isSane(tick.time))
        return Error{fmt::format("its time is {} ns since 1970, expected a date from 2000 to 2200", wire.time())};
    tick.values.assign(wire.values().begin(), wire.values().end());
    const std::string implausible = dropImplausible(*layout, tick.values);
    const std::size_t entityCount = layout->entities.size();
    tick.layout = std::move(layout);
    if (!implausible.empty())
        tick.events.push_back({tick.time, Severity::Warning, 0, codes::agentImplausibleValue,
                               "reports impossible values, treated as missing: " + implausible});
    Refused refused;
    decodeSpans(wire, entityCount, nameCount, period, tick, refused);
    decodeEvents(wire, entityCount, period, tick, refused);
    if (refused.count > 0)
        tick.events.push_back(
            {tick.time, Severity::Warning, 0, codes::agentRefused,
             fmt::format("sends invalid spans or events, {} ignored in this tick: {}", refused.count, refused.reason)});
    return success();
}

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

std::string codeFromAgent(std::string_view code)
{
    const std::string_view group = code.substr(0, code.find('.'));
    const bool isOwn = std::ranges::find(ownGroups, group) != ownGroups.end();
    if (!isOwn || std::ranges::find(agentsCodes, code) != agentsCodes.end())
        return std::string(code);
    return (std::string("agent.said.") += code).substr(0, budget::nameBytes);
}

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
        m_rejection = status.error().message; // later errors are probably consequences
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
        // Each stream sends the layout again; consumers get the same object.
        if (const auto known = m_layouts.find(wire.id()); known != m_layouts.end()) {
            if (!isSameLayout(*known->second.scoped.sent(), *layout.value()))
                return Error{fmt::format("layout {} was redefined; a changed layout needs a new id", wire.id())};
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
        return Error{fmt::format("layout {}: the layouts of one source may take at most {} MiB", layout->id,
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
                  missed.reason().empty() ? "older than the data that the agent keeps"
                                          : cleanText(missed.reason(), limits::nameBytes));
    m_lastSequence = last;
    return success();
}

Status NodeDecoder::checkSequence(std::uint64_t sequence) const
{
    if (sequence == 0)
        return Error{"expected a sequence number of 1 or more"};
    if (sequence <= m_lastSequence)
        return Error{fmt::format("it arrived after tick {}, so it is repeated or out of order", m_lastSequence)};
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

/// The ownership is checked again periodically, because reporters of an entity change.
const ScopedLayout* NodeDecoder::layoutFor(std::uint32_t id)
{
    const auto known = m_layouts.find(id);
    if (known == m_layouts.end())
        return nullptr;
    KeptLayout& layout = known->second;
    const SteadyTime now = std::chrono::steady_clock::now();
    if (layout.hasClusterEntities
        && (layout.judged == SteadyTime{} || layout.judgedAfter != m_claims->changes()
            || now - layout.judged >= ReportClaims::timeout)) {
        layout.judged = now;
        layout.judgedAfter = m_claims->changes();
        const std::string refused = layout.scoped.judge([&](EntityKind kind, const std::string& entity) {
            return m_claims->claimEntity(m_reporter, kind, entity, now);
        });
        if (!refused.empty())
            addNews(codes::agentReportRefused,
                    fmt::format("reports from {} at {} are ignored: {}", m_name, m_reporter->address, refused));
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
            return Error{fmt::format("name {} was redefined", firstIndex + at)};
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
            return Error{fmt::format("name {} exceeds the limit", grown->size())};
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
