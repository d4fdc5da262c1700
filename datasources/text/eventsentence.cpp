// SPDX-License-Identifier: GPL-3.0-or-later
#include "datasources/text/eventsentence.h"

#include "models/core/eventcodes.h"
#include "models/core/parsenumber.h"

#include <algorithm>
#include <charconv>
#include <string_view>

namespace lockstep {

namespace {

template <class Number>
Number numberAt(std::string_view text, std::size_t at)
{
    Number number = 0;
    std::from_chars(text.data() + std::min(at, text.size()), text.data() + text.size(), number);
    return number;
}

/// Text between @p begin and the next @p end; empty: not found.
std::string between(std::string_view text, std::string_view begin, std::string_view end)
{
    const std::size_t at = text.find(begin);
    if (at == std::string_view::npos)
        return {};
    const std::size_t from = at + begin.size();
    const std::size_t to = text.find(end, from);
    return std::string(to == std::string_view::npos ? std::string_view() : text.substr(from, to - from));
}

bool concernsAJob(std::string_view code)
{
    return code.starts_with("sync.") || code.starts_with("job.") || code == codes::storageSlow
        || code == codes::processStopped || code == codes::processOutOfMemory || code == codes::ncclFlightRecorder;
}

/// Removes the suffix "..., for 57 s", which is valid only at the event's time.
void takeLasted(Event& event)
{
    constexpr std::string_view start = ", for ";
    constexpr std::string_view unit = "\u2009s";
    constexpr std::int64_t longest = 1'000'000;
    const std::size_t at = event.text.rfind(start);
    if (at == std::string::npos || !event.text.ends_with(unit))
        return;
    const std::string_view digits
        = std::string_view(event.text).substr(at + start.size(), event.text.size() - at - start.size() - unit.size());
    const auto seconds = parseNumber<std::int64_t>(digits);
    if (!seconds || *seconds < 0 || *seconds >= longest)
        return;
    event.fields.lasted = std::chrono::seconds(*seconds);
    event.text.resize(at);
}

/// "... [KEY]" or "... [KEY, 1800 s]".
void takeHandling(Event& event)
{
    const std::size_t from = event.text.rfind('[');
    const std::size_t to = from == std::string::npos ? from : event.text.find(']', from);
    if (to == std::string::npos)
        return;
    event.fields.subject = event.text.substr(from + 1, to - from - 1);
    if (event.code != codes::alertShelved)
        return;
    const std::size_t comma = event.fields.subject.rfind(", ");
    if (comma == std::string::npos)
        return;
    constexpr std::int64_t longest = 1'000'000'000;
    const auto seconds = numberAt<std::int64_t>(event.fields.subject, comma + 2);
    event.fields.shelvedFor = std::chrono::seconds(std::clamp<std::int64_t>(seconds, 0, longest));
    event.fields.subject.resize(comma);
}

void takeVariant(Event& event)
{
    const auto has = [&](std::string_view words) {
        return event.text.find(words) != std::string::npos;
    };
    EventFields& fields = event.fields;
    if (event.code == codes::syncStraggler && has(": writing checkpoints ")) {
        fields.variant = variants::checkpoint;
    } else if (event.code == codes::syncStraggler && has(": the links of ")) {
        fields.variant = variants::links;
        fields.subject = between(event.text, "the links of ", " ");
    } else if (event.code == codes::portMicroburst && has(": drops ")) {
        fields.variant = variants::drops;
    } else if (event.code == codes::gpuEcc && has("could not be remapped")) {
        fields.variant = variants::rowsFailed;
    } else if ((event.code == codes::syncHang || event.code == codes::ncclFlightRecorder)
               && event.severity == Severity::Critical) {
        fields.variant = variants::hang;
    }
}

} // namespace

void deriveFields(Event& event)
{
    if (event.code == codes::alertAcknowledged || event.code == codes::alertShelved)
        return takeHandling(event);
    takeLasted(event);
    takeVariant(event);
    const std::string_view text = event.text;
    EventFields& fields = event.fields;
    if (event.code == codes::gpuXid && text.starts_with("XID "))
        fields.xid = numberAt<std::uint32_t>(text, 4);
    if (event.code.starts_with(codes::metricLimit)) {
        const std::size_t end = text.find(" more in ");
        const std::size_t begin = end == std::string_view::npos ? end : text.rfind("; ", end);
        fields.others = begin == std::string_view::npos ? 0 : numberAt<std::uint32_t>(text, begin + 2);
    }
    if (event.code == codes::nodeLost && text.find(" are silent") != std::string_view::npos)
        fields.subject = text.substr(0, text.find(" are silent"));
    const bool isAnonymous = text.starts_with("A job of user ") || text.starts_with("Storage: ");
    if (concernsAJob(event.code) && !isAnonymous && text.find(' ') != std::string_view::npos)
        fields.job = text.substr(0, std::min(text.find(": "), text.find(' ')));
}

} // namespace lockstep
