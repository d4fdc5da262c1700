// SPDX-License-Identifier: GPL-3.0-or-later
#include "datasources/prometheus/engineplan.h"

#include "datasources/exporters/exportertable.h"
#include "datasources/exporters/mappingfile.h"
#include "models/core/budget.h"

#include <fmt/format.h>

#include <algorithm>
#include <iterator>
#include <map>
#include <set>
#include <span>

namespace lockstep {

namespace {

constexpr Duration shortestInterval = std::chrono::seconds(1);
constexpr Duration longestInterval = std::chrono::minutes(10);
constexpr std::size_t maxHosts = 65536;

std::string milliseconds(Duration duration)
{
    return fmt::format("{}ms", std::chrono::duration_cast<std::chrono::milliseconds>(duration).count());
}

/// A sample counts for a scrape and a half; a rate takes in two scrapes and some.
std::string ready(std::string query, Duration interval)
{
    const std::pair<std::string_view, Duration> windows[] = {{"$i", interval * 3 / 2}, {"$w", interval * 5 / 2}};
    for (const auto& [mark, window] : windows) {
        for (std::size_t at = query.find(mark); at != std::string::npos; at = query.find(mark, at))
            query.replace(at, mark.size(), milliseconds(window));
    }
    return query;
}

/// Rounded to whole seconds, which is what people write into configurations.
Duration rounded(Duration gap)
{
    return std::clamp<Duration>(std::chrono::round<std::chrono::seconds>(gap), shortestInterval, longestInterval);
}

/// The middle of the gaps between samples of the last minutes. Zero: there are too few to tell.
Result<Duration> intervalOf(PrometheusEngine& engine, const std::string& name, TimePoint now)
{
    std::vector<Duration> gaps;
    const auto use = [&gaps](LabelViews, std::span<const EngineSample> samples) {
        for (std::size_t at = 1; at < samples.size(); ++at)
            gaps.push_back(samples[at].time - samples[at - 1].time);
    };
    for (const char* const window : {"[2m]", "[25m]"}) {
        if (const auto answer = engine.atMoment(name + window, now, use); !answer.isOk())
            return answer.error();
        if (!gaps.empty())
            break;
    }
    if (gaps.empty())
        return Duration::zero();
    const auto middle = gaps.begin() + static_cast<std::ptrdiff_t>(gaps.size() / 2);
    std::ranges::nth_element(gaps, middle);
    return rounded(*middle);
}

Status findHosts(PrometheusEngine& engine, TimePoint now, HostNames& hosts)
{
    const auto use = [&hosts](LabelViews labels, std::span<const EngineSample>) {
        std::string_view instance;
        std::string_view name;
        for (const auto& [label, value] : labels) {
            instance = label == "instance" ? value : instance;
            name = label == "nodename" ? value : name;
        }
        if (instance.empty() || name.empty() || hosts.size() >= 2 * maxHosts)
            return;
        const std::string host(name.substr(0, budget::nameBytes));
        hosts.emplace(instance, host);
        hosts.emplace(instance.substr(0, instance.rfind(':')), host);
    };
    const auto answer = engine.atMoment("last_over_time(node_uname_info[1h])", now, use);
    return answer.isOk() ? success() : Status(answer.error());
}

/// When a series of the metric begins, to the second: days first, then hours, minutes and seconds. One series is asked
/// for, since all of a large cluster over a year would keep the engine busy.
Result<TimePoint> earliestOf(PrometheusEngine& engine, const std::string& name, TimePoint now)
{
    using std::chrono::hours;
    std::string selector;
    const auto first = [&](LabelViews labels, std::span<const EngineSample>) {
        if (!selector.empty())
            return;
        for (const auto& [label, value] : labels) {
            const bool isPlain = value.find_first_of("\\\"\n") == std::string_view::npos;
            if (label == "instance" && isPlain)
                selector = fmt::format("{}{{instance=\"{}\"}}", name, value);
        }
    };
    if (const auto answer = engine.atMoment(name, now, first); !answer.isOk())
        return answer.error();
    if (selector.empty())
        selector = name;
    TimePoint earliest = now;
    TimePoint from = now - hours(24 * 400);
    for (const auto& [step, window] :
         {std::pair<Duration, const char*>(hours(24), "1d"), std::pair<Duration, const char*>(hours(1), "1h"),
          std::pair<Duration, const char*>(std::chrono::minutes(1), "1m"),
          std::pair<Duration, const char*>(std::chrono::seconds(1), "1s")}) {
        const TimePoint to = std::min(now, from + 400 * step);
        TimePoint found = earliest;
        const auto use = [&found](LabelViews, std::span<const EngineSample> samples) {
            if (!samples.empty())
                found = std::min(found, samples.front().time);
        };
        const std::string query = fmt::format("count(last_over_time({}[{}]))", selector, window);
        if (const auto answer = engine.overRange(query, from, to, step, use); !answer.isOk())
            return answer.error();
        earliest = found;
        from = found - step;
    }
    return earliest;
}

/// The interval of each exporter, and with it each row's query.
Status settleIntervals(PrometheusEngine& engine, EnginePlan& plan, TimePoint now)
{
    std::map<std::string, Duration> intervals;
    for (const EnginePlan::Row& row : plan.rows) {
        if (intervals.contains(row.metric.exporter))
            continue;
        const Result<Duration> interval = intervalOf(engine, row.metric.seen, now);
        if (!interval.isOk())
            return interval.error();
        if (interval.value() > Duration::zero())
            intervals.emplace(row.metric.exporter, interval.value());
    }
    Duration shortest = longestInterval;
    for (const auto& [exporter, interval] : intervals)
        shortest = std::min(shortest, interval);
    plan.period = intervals.empty() ? plan.period : shortest;
    for (EnginePlan::Row& row : plan.rows) {
        const auto known = intervals.find(row.metric.exporter);
        const Duration interval = known == intervals.end() ? plan.period : known->second;
        row.interval = plan.period * std::max<std::int64_t>(1, (interval + plan.period / 2) / plan.period);
        row.query = ready(row.metric.query, row.interval);
    }
    return success();
}

} // namespace

std::string EnginePlan::summary() const
{
    std::map<std::string, std::pair<std::size_t, Duration>> exporters;
    for (const Row& row : rows) {
        auto& [count, interval] = exporters[row.metric.exporter];
        ++count;
        interval = row.interval;
    }
    std::string text;
    for (const auto& [exporter, reported] : exporters)
        text += fmt::format("{}{} metrics of {} every {} s", text.empty() ? "" : ", ", reported.first, exporter,
                            std::chrono::duration_cast<std::chrono::seconds>(reported.second).count());
    return text + fmt::format("; {} other metrics are not known here", unknown);
}

Result<EnginePlan> exploreEngine(const EngineEndpoint& endpoint, TimePoint now, const std::stop_token& stop)
{
    EnginePlan plan;
    plan.endpoint = endpoint;
    const Result<std::string> url = HttpClient::checkedUrl(endpoint.url);
    if (!url.isOk())
        return url.error();
    plan.endpoint.url = url.value();
    std::vector<ScrapedMetric> own;
    if (!endpoint.mappingFile.empty()) {
        Result<std::vector<ScrapedMetric>> read = readMapping(endpoint.mappingFile);
        if (!read.isOk())
            return read.error();
        own = std::move(read).value();
    }
    PrometheusEngine engine(plan.endpoint, stop);
    const Result<std::set<std::string>> names = engine.names();
    if (!names.isOk())
        return names.error();
    for (ScrapedMetric& metric : recognisedMetrics(own, names.value()))
        plan.rows.push_back({std::move(metric), {}, {}});
    if (plan.rows.empty())
        return Error{fmt::format("{} has {} metrics, none of which is known here: expected those of dcgm-exporter, "
                                 "node_exporter, infiniband_exporter or a mapping file",
                                 plan.endpoint.url, names.value().size())};
    std::set<std::string> seen;
    for (const EnginePlan::Row& row : plan.rows) {
        seen.insert(row.metric.seen);
        std::ranges::copy_if(row.metric.others, std::inserter(seen, seen.end()),
                             [&](const std::string& name) { return names.value().contains(name); });
    }
    plan.unknown = names.value().size() - seen.size();
    if (const Status found = findHosts(engine, now, plan.hosts); !found.isOk())
        return found.error();
    if (const Status settled = settleIntervals(engine, plan, now); !settled.isOk())
        return settled.error();
    const Result<TimePoint> earliest = earliestOf(engine, plan.rows.front().metric.seen, now);
    if (!earliest.isOk())
        return earliest.error();
    plan.earliest = earliest.value();
    return plan;
}

} // namespace lockstep
