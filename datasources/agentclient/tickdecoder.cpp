// SPDX-License-Identifier: GPL-3.0-or-later
#include "datasources/agentclient/tickdecoder.h"

#include "datasources/proto/wireenums.h"
#include "datasources/proto/wirelimits.h"
#include "datasources/proto/wiretext.h"
#include "models/core/batch.h"
#include "models/core/plausiblerange.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <iterator>
#include <optional>
#include <string_view>

namespace lockstep {

namespace {

namespace limits = wirelimits;

/// Makes no data of what cannot be, and names the metrics that had such values, the first few.
std::string dropImplausible(const NodeLayout& layout, std::vector<float>& values)
{
    constexpr std::size_t mostNamed = 3;
    std::vector<std::string_view> names;
    auto first = values.begin();
    for (const ColumnDescriptor& column : layout.columns) {
        const auto last = std::next(first, static_cast<std::ptrdiff_t>(column.entities.size()));
        const MetricDescriptor& metric = layout.metrics[column.metric];
        const PlausibleRange range = plausibleRange(metric);
        const auto isWrong = [range](float value) {
            return !std::isnan(value) && !range.holds(value);
        };
        // Infinities are how some agents say that there is no number: no data, and nothing to complain about.
        if (std::ranges::any_of(first, last, [&](float value) { return isWrong(value) && !std::isinf(value); }))
            names.push_back(metric.name);
        std::replace_if(first, last, isWrong, noData);
        first = last;
    }
    const bool areMore = names.size() > mostNamed;
    names.resize(std::min(names.size(), mostNamed));
    return fmt::format("{}{}", fmt::join(names, ", "), areMore ? " and others" : "");
}

bool isSane(TimePoint time)
{
    return limits::earliestTime <= time && time < limits::latestTime;
}

/// A moment given relative to its tick; nullopt when it is outside all reason.
std::optional<TimePoint> momentAt(TimePoint tick, std::int64_t offset)
{
    if (std::abs(offset / 2) > limits::longestSpan.count() / 2)
        return std::nullopt;
    const TimePoint moment = tick + Duration(offset);
    return isSane(moment) ? std::optional(moment) : std::nullopt;
}

Status decodeSpans(const v1::Tick& wire, std::size_t entityCount, std::size_t nameCount, NodeTick& tick)
{
    tick.spans.reserve(static_cast<std::size_t>(wire.spans_size()));
    for (const v1::Span& span : wire.spans()) {
        const auto kind = fromWire(span.kind());
        const auto start = momentAt(tick.time, span.start_offset());
        if (!kind || !start || span.duration() > static_cast<std::uint64_t>(limits::longestSpan.count()))
            return Error{fmt::format("span {} has an unknown kind or an impossible time", tick.spans.size())};
        if (span.entity() >= entityCount)
            return Error{
                fmt::format("span {} refers to entity {} of {}", tick.spans.size(), span.entity(), entityCount)};
        if (std::max({span.lane(), span.op(), span.communicator(), span.job()}) >= nameCount)
            return Error{fmt::format("span {} refers to a name that was never sent", tick.spans.size())};
        tick.spans.push_back({*start, *start + Duration(static_cast<std::int64_t>(span.duration())), *kind,
                              span.entity(), span.lane(), span.op(), span.communicator(), span.job(),
                              span.has_rank() ? span.rank() : Span::noRank, span.step(), span.sequence(),
                              span.bytes()});
    }
    return success();
}

Status decodeEvents(const v1::Tick& wire, std::size_t entityCount, NodeTick& tick)
{
    tick.events.reserve(static_cast<std::size_t>(wire.events_size()));
    for (const v1::Event& event : wire.events()) {
        const auto severity = fromWire(event.severity());
        const auto time = momentAt(tick.time, event.time_offset());
        if (!severity || !time)
            return Error{fmt::format("event {} has an unknown severity or an impossible time", tick.events.size())};
        if (event.entity() >= entityCount)
            return Error{
                fmt::format("event {} refers to entity {} of {}", tick.events.size(), event.entity(), entityCount)};
        if (!isCleanText(event.code(), limits::nameBytes) || !isCleanText(event.text(), limits::textBytes))
            return Error{fmt::format("event {} holds text beyond what is allowed", tick.events.size())};
        tick.events.push_back({*time, *severity, event.entity(), event.code(), event.text()});
    }
    return success();
}

} // namespace

Status decodeTick(const v1::Tick& wire, std::shared_ptr<const NodeLayout> layout, std::size_t nameCount, NodeTick& tick)
{
    const auto samples = static_cast<std::size_t>(wire.values_size());
    if (samples != layout->sampleCount())
        return Error{fmt::format("{} values where layout {} has {}", samples, layout->id, layout->sampleCount())};
    if (static_cast<std::size_t>(wire.spans_size()) > limits::spansPerTick
        || static_cast<std::size_t>(wire.events_size()) > limits::eventsPerTick)
        return Error{
            fmt::format("expected at most {} spans and {} events", limits::spansPerTick, limits::eventsPerTick)};
    tick.time = TimePoint(Duration(wire.time()));
    if (!isSane(tick.time))
        return Error{fmt::format("its time is {} ns since 1970, expected a date from 2000 to 2200", wire.time())};
    tick.values.assign(wire.values().begin(), wire.values().end());
    const std::string implausible = dropImplausible(*layout, tick.values);
    const std::size_t entityCount = layout->entities.size();
    tick.layout = std::move(layout);
    if (Status spans = decodeSpans(wire, entityCount, nameCount, tick); !spans.isOk())
        return spans;
    if (!implausible.empty())
        tick.events.push_back({tick.time, Severity::Warning, 0, "agent.implausible_value",
                               "reports values that cannot be, taken as no data: " + implausible});
    return decodeEvents(wire, entityCount, tick);
}

} // namespace lockstep
