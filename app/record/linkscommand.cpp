// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/record/recordcommands.h"
#include "datasources/recording/recording.h"
#include "datasources/text/jsonwriter.h"
#include "models/analysis/detect/baseline/learnedbaselines.h"
#include "models/analysis/detect/baseline/placetext.h"
#include "models/analysis/fabric/linkbacktest.h"
#include "models/core/units.h"
#include "models/core/visibletext.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <iterator>
#include <map>
#include <string>
#include <vector>

namespace lockstep {

namespace {

constexpr Duration checkInterval = std::chrono::minutes(10);
using Outcome = LinkBacktest::Outcome;

/// The columns of links in a recording, sampled every ten minutes. Uses means from a tier if there is one, otherwise
/// from up to 64 ticks of samples.
class RecordedLinks
{
public:
    explicit RecordedLinks(Recording& recording) : m_recording(recording) { }

    /// In order of time.
    template <class Visitor>
    void visit(Visitor visitor)
    {
        const TickIndex step = std::max<TickIndex>(1, checkInterval / m_recording.tickPeriod());
        std::vector<Recording::Part> parts = m_recording.partsFor(m_recording.ticksWithTiers(), step);
        std::ranges::sort(parts, {}, [](const Recording::Part& part) { return part.ticks.from; });
        for (const Recording::Part& part : parts) {
            for (TickIndex at = (part.ticks.from + step - 1) / step * step; at < part.ticks.to; at += step)
                visitor(readAt(at, step, part.tier));
        }
    }

private:
    [[nodiscard]] WatchedTick readAt(TickIndex tick, TickIndex step, std::optional<std::size_t> tier)
    {
        const Duration period = m_recording.tickPeriod();
        const float seconds = std::chrono::duration<float>(step * period).count();
        WatchedTick now{{tick / step, timeOfTick(tick, period), seconds, tick, step}, m_recording.topology(), {}};
        for (const std::string_view metric : LinkHistory::watched) {
            const MetricId id = m_recording.metrics().find(metric);
            now.columns.push_back(!id.isValid() ? std::vector<float>()
                                      : tier ? m_recording.means(*tier, id, now.time.time_since_epoch() / stepOf(*tier))
                                             : meansAt(id, tick, step));
        }
        return now;
    }

    static Duration stepOf(std::size_t tier) { return recordingTiers()[tier].step; }

    /// Means of the samples in the ticks from there on that one block holds.
    [[nodiscard]] std::vector<float> meansAt(MetricId metric, TickIndex tick, TickIndex step)
    {
        const TickIndex first = RecordedBlock::firstOf(tick);
        auto [known, isNew] = m_blocks.try_emplace(metric.value);
        if (isNew || known->second.first != first || known->second.width == 0) {
            known->second = m_recording.block(metric, first);
            known->second.first = first;
        }
        const RecordedBlock& block = known->second;
        std::vector<float> sums(block.width, 0);
        std::vector<float> counts(block.width, 0);
        for (TickIndex at = tick; at < std::min(tick + step, first + RecordedBlock::ticks); ++at) {
            const std::span<const float> row = block.row(at);
            for (std::size_t entity = 0; entity < row.size(); ++entity) {
                if (std::isnan(row[entity]))
                    continue;
                sums[entity] += row[entity];
                ++counts[entity];
            }
        }
        std::ranges::transform(sums, counts, sums.begin(),
                               [](float sum, float count) { return count > 0 ? sum / count : noData; });
        return sums;
    }

    Recording& m_recording;
    std::map<std::uint32_t, RecordedBlock> m_blocks; ///< the latest, by metric
};

double hoursOf(Duration duration)
{
    return std::chrono::duration<double, std::ratio<3600>>(duration).count();
}

const char* wordOf(Outcome outcome)
{
    switch (outcome) {
    case Outcome::WentDown:
        return "went_down";
    case Outcome::ReachedLimit:
        return "reached_limit";
    case Outcome::Neither:
        return "false";
    case Outcome::Open:
        return "open";
    }
    return "";
}

/// The links that are forecast to reach a limit, the first one first.
std::vector<std::pair<std::uint32_t, const LinkForecast*>> currentOf(const LinkForecasts& forecasts)
{
    std::vector<std::pair<std::uint32_t, const LinkForecast*>> current;
    for (std::uint32_t port = 0; port < forecasts.history().portCount(); ++port) {
        if (const LinkForecast* const forecast = forecasts.find(port))
            current.emplace_back(port, forecast);
    }
    std::ranges::stable_sort(current, {}, [](const auto& each) { return each.second->expected; });
    return current;
}

std::string backtestText(const LinkBacktest::Result& result)
{
    std::string text = fmt::format("\nBacktest over {} link years\n", formatNumber(result.linkDays / 365.25));
    const auto ahead = result.medianAhead();
    text += fmt::format("  {} of {} link failures predicted{}\n", result.predicted(), result.downs.size(),
                        ahead ? fmt::format(", median {} ahead", roundedDurationText(*ahead)) : std::string());
    const auto within = std::ranges::count(result.predictions, true, &LinkBacktest::Prediction::isWithinInterval);
    text += fmt::format(
        "  {} predictions: {} links went down, {} reached the limit, {} false ({} per link year), {} still open\n",
        result.predictions.size(), result.count(Outcome::WentDown), result.count(Outcome::ReachedLimit),
        result.count(Outcome::Neither), formatNumber(result.falsePerLinkYear()), result.count(Outcome::Open));
    text += fmt::format("  {} of {} correct predictions came true within their 95 % interval\n", within,
                        result.count(Outcome::WentDown) + result.count(Outcome::ReachedLimit));
    return text;
}

std::string textOf(const LinkBacktest& backtest, const Topology& topology, TimePoint moment)
{
    const LinkBacktest::Result result = backtest.result();
    if (result.links == 0)
        return fmt::format("No link is measured: the recording contains none of {}\n",
                           fmt::join(std::span(LinkHistory::watched).first(LinkHistory::upColumn), ", "));
    const auto current = currentOf(backtest.forecasts());
    std::string text
        = fmt::format("{}: {} links measured, {} predicted to reach a limit within {} days\n", formatUtc(moment),
                      result.links, current.size(), LinkForecast::furthest / std::chrono::days(1));
    for (const auto& [port, forecast] : current)
        text
            += fmt::format("  {}: {}\n", visibleLine(placeText(topology, {EntityKind::Port, port})), textOf(*forecast));
    return text + backtestText(result);
}

void writeForecast(JsonWriter& json, const LinkForecast& forecast)
{
    json.field("quantity", toText(forecast.quantity)).key("level").number(forecast.level);
    json.key("limit").number(forecast.limit).key("per_day").number(forecast.perDay);
    json.key("expected_h").number(hoursOf(forecast.expected)).key("soonest_h").number(hoursOf(forecast.soonest));
    json.key("latest_h").number(forecast.latest ? std::optional(hoursOf(*forecast.latest)) : std::nullopt);
}

std::string jsonOf(const LinkBacktest& backtest, const Topology& topology, TimePoint moment)
{
    const LinkBacktest::Result result = backtest.result();
    const auto nameOf = [&topology](std::uint32_t port) {
        return topology.path({EntityKind::Port, port});
    };
    JsonWriter json;
    json.beginObject().field("moment", formatUtc(moment)).key("links").number(result.links);
    json.key("link_days").number(result.linkDays).key("forecasts").beginList();
    for (const auto& [port, forecast] : currentOf(backtest.forecasts())) {
        json.beginObject().field("port", nameOf(port));
        writeForecast(json, *forecast);
        json.endObject();
    }
    json.endList().key("backtest").beginObject().key("downs").beginList();
    for (const LinkBacktest::Down& down : result.downs) {
        json.beginObject().field("port", nameOf(down.port)).field("time", formatUtc(down.time)).key("ahead_h");
        json.number(down.ahead ? std::optional(hoursOf(*down.ahead)) : std::nullopt).endObject();
    }
    json.endList().key("predictions").beginList();
    for (const LinkBacktest::Prediction& each : result.predictions) {
        json.beginObject().field("port", nameOf(each.port)).field("since", formatUtc(each.since));
        writeForecast(json, each.forecast);
        json.field("outcome", wordOf(each.outcome)).key("after_h");
        json.number(each.happened ? std::optional(hoursOf(*each.happened - each.since)) : std::nullopt).endObject();
    }
    json.endList().key("false_per_link_year").number(result.falsePerLinkYear());
    return json.endObject().endObject().result() + "\n";
}

CommandResult answerOf(Recording& recording, bool isJson)
{
    LinkBacktest backtest;
    TimePoint moment;
    RecordedLinks(recording).visit([&](const WatchedTick& now) {
        backtest.step(now);
        moment = now.time;
    });
    const Topology& topology = *recording.topology();
    return {0, isJson ? jsonOf(backtest, topology, moment) : textOf(backtest, topology, moment), {}};
}

} // namespace

CommandPage linksPage()
{
    return {
        .name = "lockstep links",
        .summary = "list links that are about to fail, and backtest these predictions",
        .synopsis = {"[--json] PATH"},
        .about = "Lists the links that are predicted to reach a limit within two weeks, earliest first, with the\n"
                 "95 % interval of the time. The prediction extrapolates the trends of pre-FEC bit errors,\n"
                 "optical receive power, transceiver temperature and errors per day. A trend needs four days of\n"
                 "data.\n\n"
                 "The backtest repeats the prediction for earlier times, each with only the data recorded until\n"
                 "then. It counts the link failures that would have been predicted, and the false predictions.\n\n"
                 "  PATH   recording: a folder or a single file\n",
        .options = {{"--json", "", "print JSON"}},
        .examples = "  lockstep links site\n",
    };
}

CommandResult recordingLinks(std::span<const std::string> arguments)
{
    const CommandPage page = linksPage();
    return runCommand(page, arguments, [&page](const CommandInput& line) {
        return answerFromRecording(
            page, line, [&line](Recording& recording) { return answerOf(recording, line.has("--json")); },
            Recording::Reads::TicksAndTiers);
    });
}

} // namespace lockstep
