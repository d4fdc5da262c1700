// SPDX-License-Identifier: GPL-3.0-or-later
#include "datasources/agentclient/decoding/tickdecoder.h"

#include "datasources/agentclient/policies/agentcodes.h"
#include "datasources/proto/wireenums.h"
#include "datasources/proto/wiretext.h"
#include "datasources/text/eventsentence.h"
#include "models/core/batch.h"
#include "models/core/budget.h"
#include "models/core/eventcodes.h"
#include "models/core/metrics/limits.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <iterator>
#include <optional>
#include <string_view>

namespace lockstep {

namespace {

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
    if (std::abs(offset / 2) > limits::longestSpan.count() / 2 || Duration(offset) > period + limits::maxAhead)
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
std::string whatIsWrong(const v1::Span& span, const std::optional<TimePoint>& start, TimePoint latest,
                        std::size_t entityCount, std::size_t nameCount)
{
    if (!fromWire(span.kind()) || !start || span.duration() > static_cast<std::uint64_t>(limits::longestSpan.count()))
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
        if (const std::string wrong = whatIsWrong(span, start, latest, entityCount, nameCount); !wrong.empty()) {
            refused.add(fmt::format("span {} {}", at, wrong));
            continue;
        }
        // About another node a span describes the allocation, not an activity.
        const bool hasRank = span.has_rank() && !tick.layout->isOtherNode(span.entity());
        tick.spans.push_back({*start, *start + Duration(static_cast<std::int64_t>(span.duration())),
                              *fromWire(span.kind()), span.entity(), span.lane(), span.op(), span.communicator(),
                              span.job(), hasRank ? span.rank() : Span::noRank, span.step(), span.sequence(),
                              span.bytes()});
    }
    for (auto at = count; at < static_cast<std::size_t>(wire.spans_size()); ++at)
        refused.add(fmt::format("a tick holds at most {} spans", limits::spansPerTick));
}

std::string whatIsWrong(const v1::Event& event, const std::optional<TimePoint>& time, std::size_t entityCount)
{
    if (!fromWire(event.severity()) || !time)
        return "has an unknown severity or an impossible time";
    if (event.entity() >= entityCount)
        return fmt::format("refers to entity {} of {}", event.entity(), entityCount);
    if (!isCleanText(event.code(), limits::nameBytes) || !isCleanText(event.text(), limits::textBytes))
        return "holds text beyond what is allowed";
    const v1::EventFields& fields = event.fields();
    const bool isClean = isCleanText(fields.job(), limits::nameBytes)
        && isCleanText(fields.variant(), limits::nameBytes) && isCleanText(fields.subject(), limits::nameBytes);
    const bool isPossible = std::isfinite(fields.value()) && std::isfinite(fields.baseline())
        && fields.lasted() <= static_cast<std::uint64_t>(limits::longestSpan.count());
    return isClean && isPossible ? std::string() : "has fields beyond what is allowed";
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

/// About another node only scheduler events are accepted; about its own, all.
bool maySayOf(const NodeLayout& layout, std::uint32_t entity, std::string_view code)
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
        if (const std::string wrong = whatIsWrong(event, time, entityCount); !wrong.empty()) {
            refused.add(fmt::format("event {} {}", at, wrong));
            continue;
        }
        tick.events.push_back({*time, *fromWire(event.severity()),
                               maySayOf(*tick.layout, event.entity(), event.code()) ? event.entity() : 0,
                               codeFromAgent(event.code()), event.text(), fieldsOf(event.fields())});
        if (!event.has_fields())
            deriveFields(tick.events.back());
    }
    for (auto at = count; at < static_cast<std::size_t>(wire.events_size()); ++at)
        refused.add(fmt::format("a tick holds at most {} events", limits::eventsPerTick));
}

} // namespace

Status decodeTick(const v1::Tick& wire, std::shared_ptr<const NodeLayout> layout, std::size_t nameCount,
                  Duration period, NodeTick& tick)
{
    const auto samples = static_cast<std::size_t>(wire.values_size());
    if (samples != layout->sampleCount())
        return Error{fmt::format("{} values where layout {} has {}", samples, layout->id, layout->sampleCount())};
    tick.time = TimePoint(Duration(wire.time()));
    if (!isSane(tick.time))
        return Error{fmt::format("its time is {} ns since 1970, expected a date from 2000 to 2200", wire.time())};
    tick.values.assign(wire.values().begin(), wire.values().end());
    const std::string implausible = dropImplausible(*layout, tick.values);
    const std::size_t entityCount = layout->entities.size();
    tick.layout = std::move(layout);
    if (!implausible.empty())
        tick.events.push_back({tick.time, Severity::Warning, 0, codes::agentImplausibleValue,
                               "reports values that cannot be, taken as no data: " + implausible});
    Refused refused;
    decodeSpans(wire, entityCount, nameCount, period, tick, refused);
    decodeEvents(wire, entityCount, period, tick, refused);
    if (refused.count > 0)
        tick.events.push_back(
            {tick.time, Severity::Warning, 0, codes::agentRefused,
             fmt::format("sends invalid spans or events, {} ignored in this tick: {}", refused.count, refused.reason)});
    return success();
}

} // namespace lockstep
