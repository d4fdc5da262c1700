// SPDX-License-Identifier: GPL-3.0-or-later
#include "models/incidents/historytext.h"

#include "models/core/units.h"
#include "models/incidents/incidentkey.h"
#include "models/incidents/incidentrecords.h"

#include <fmt/chrono.h>
#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <charconv>
#include <ctime>

namespace lockstep {

namespace {

enum class ValueKind : std::uint8_t { Words, Time, GpuSeconds, Link, Nothing };

struct FieldWords
{
    std::string_view field;
    std::string_view words;
    ValueKind kind = ValueKind::Words;
};

constexpr auto fieldWords = std::to_array<FieldWords>({
    {"title", "Title"},
    {"severity", "Severity"},
    {"state", "State"},
    {"range", "Time", ValueKind::Time},
    {"entities", "Components"},
    {"tags", "Tags"},
    {"owner", "Owner"},
    {"responders", "Responders"},
    {"summary", "Summary"},
    {"causes", "Causes"},
    {"actions", "Actions"},
    {"costs.currency", "Currency"},
    {"costs.lost_gpu_seconds", "GPU time lost", ValueKind::GpuSeconds},
    {"costs.lost_source", "Source of GPU time lost"},
    {"costs.idle_gpu_seconds", "GPU time out of service", ValueKind::GpuSeconds},
    {"costs.idle_source", "Source of GPU time out of service"},
    {"costs.rolled_back_gpu_seconds", "GPU time rolled back", ValueKind::GpuSeconds},
    {"costs.rolled_back_source", "Source of GPU time rolled back"},
    {"costs.lost_steps", "Steps lost"},
    {"costs.lost_steps_source", "Source of steps lost"},
    {"costs.lost_tokens", "Tokens lost"},
    {"costs.lost_tokens_source", "Source of tokens lost"},
    {"costs.training_gpus", "GPUs of the job"},
    {"costs.labour_hours", "Labour"},
    {"costs.slip_days", "Schedule delay"},
    {"costs.slip_source", "Source of schedule delay"},
    {"costs.compute_rate_per_gpu_hour", "GPU price per hour"},
    {"costs.reserved_rate_per_gpu_hour", "Reserved GPU price per hour"},
    {"costs.labour_rate_per_hour", "Labour rate per h"},
    {"costs.slip_rate_per_day", "Cost of delay per day"},
    {"text", "Note"},
    {"metric", "Metric of the note"},
    {"lane", "Lane of the note"},
    {"operation", "Operation of the note"},
    {"link", "Link", ValueKind::Link},
    {"attachment", "Screenshot"},
    {"bundle", "Bundle"},
    {"incident", "", ValueKind::Nothing},
    {"view", "", ValueKind::Nothing},
    {"author", "", ValueKind::Nothing},
    {"edited", "", ValueKind::Nothing},
});

/// The inverse of formatUtc(); the epoch for an empty text.
TimePoint momentFrom(const std::string& text)
{
    std::tm parts{};
    if (std::sscanf(text.c_str(), "%4d-%2d-%2dT%2d:%2d:%2d", &parts.tm_year, &parts.tm_mon, &parts.tm_mday,
                    &parts.tm_hour, &parts.tm_min, &parts.tm_sec)
        != 6)
        return {};
    parts.tm_year -= 1900;
    parts.tm_mon -= 1;
    return TimePoint(std::chrono::seconds(timegm(&parts)));
}

std::string rangeWords(const std::string& text)
{
    const std::size_t slash = text.find(" / ");
    const TimePoint from = momentFrom(text.substr(0, slash));
    const TimePoint to = slash == std::string::npos ? from : momentFrom(text.substr(slash + 3));
    if (from == TimePoint{})
        return {}; // the time was not set
    const auto words = [](TimePoint time) {
        return fmt::format(
            "{:%Y-%m-%d %H:%M:%S} UTC",
            fmt::gmtime(std::chrono::system_clock::to_time_t(std::chrono::floor<std::chrono::seconds>(time))));
    };
    if (to <= from)
        return words(from);
    return fmt::format("{}, for {}", words(from),
                       formatQuantity(std::chrono::duration<double>(to - from).count(), Unit::Seconds));
}

std::string gpuHours(const std::string& text)
{
    double seconds = 0;
    const auto [end, code] = std::from_chars(text.data(), text.data() + text.size(), seconds);
    return code == std::errc() ? formatNumber(seconds / 3600) + "\u2009GPU\u00A0h" : text;
}

/// "caused 0123456789abcdef", with the note's text instead of its key.
std::string linkWords(const std::string& text, const IncidentRecords& records)
{
    const std::size_t blank = text.find(' ');
    if (blank == std::string::npos)
        return text;
    std::uint64_t key = 0;
    std::from_chars(text.data() + blank + 1, text.data() + text.size(), key, 16);
    const Annotation* const note = records.find(AnnotationKey{key});
    return fmt::format("{} {}", text.substr(0, blank),
                       note ? "\u201C" + note->text + "\u201D" : std::string("a deleted note"));
}

std::string valueWords(ValueKind kind, const std::string& text, const IncidentRecords& records)
{
    if (text.empty())
        return {};
    switch (kind) {
    case ValueKind::Time:
        return rangeWords(text);
    case ValueKind::GpuSeconds:
        return gpuHours(text);
    case ValueKind::Link:
        return linkWords(text, records);
    case ValueKind::Nothing:
        return {};
    case ValueKind::Words:
        break;
    }
    return text;
}

} // namespace

std::optional<HistoryLine> historyLine(const HistoryEntry& entry, const IncidentRecords& records)
{
    const auto known = std::ranges::find(fieldWords, entry.field, &FieldWords::field);
    const ValueKind kind = known == fieldWords.end() ? ValueKind::Words : known->kind;
    HistoryLine line{known == fieldWords.end() ? entry.field : std::string(known->words),
                     valueWords(kind, entry.before, records), valueWords(kind, entry.after, records)};
    if (entry.annotation.isValid() && (entry.field == "range" || entry.field == "entities"))
        line.what = entry.field == "range" ? "Time of the note" : "Components of the note";
    if (line.before == line.after)
        return std::nullopt;
    return line;
}

std::vector<SeveritySince> severityCourse(const Incident& incident, const std::vector<HistoryEntry>& history)
{
    std::vector<SeveritySince> course;
    for (const HistoryEntry& entry : history) {
        if (entry.field != "severity" || entry.annotation.isValid())
            continue;
        const bool isCreation = entry.time == history.front().time; // compared with an empty incident
        if (course.empty() && !isCreation)
            course.push_back({incident.created, entry.before});
        course.push_back({entry.time, entry.after});
    }
    if (course.empty())
        course.push_back({incident.created, std::string(severityName(incident.severity))});
    return course;
}

} // namespace lockstep
