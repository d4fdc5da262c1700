// SPDX-License-Identifier: GPL-3.0-or-later
#include "datasources/prometheus/engineplan.h"

#include "datasources/exporters/exportertable.h"
#include "datasources/exporters/mappingfile.h"
#include "models/core/budget.h"
#include "models/core/median.h"
#include "models/core/textparts.h"

#include <fmt/format.h>

#include <algorithm>
#include <iterator>
#include <map>
#include <optional>
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

/// Fills in the validity of a sample (one and a half scrapes) and the window of rates (somewhat more than two).
std::string ready(std::string query, Duration interval)
{
    const std::pair<std::string_view, Duration> windows[] = {{"$i", interval * 3 / 2}, {"$w", interval * 5 / 2}};
    for (const auto& [mark, window] : windows) {
        for (std::size_t at = query.find(mark); at != std::string::npos; at = query.find(mark, at))
            query.replace(at, mark.size(), milliseconds(window));
    }
    return query;
}

/// Rounded to seconds, as in usual configurations.
Duration rounded(Duration gap)
{
    return std::clamp<Duration>(std::chrono::round<std::chrono::seconds>(gap), shortestInterval, longestInterval);
}

/// The median interval between samples of the last minutes. Zero: too few samples.
Result<Duration> intervalOf(PrometheusEngine& engine, const std::string& name, TimePoint now)
{
    std::vector<Duration> gaps;
    const auto use = [&gaps](LabelViews, std::span<const EngineSample> samples) {
        for (std::size_t at = 1; at < samples.size(); ++at) {
            if (const Duration gap = samples[at].time - samples[at - 1].time;
                gap > Duration::zero()) // ignores duplicates
                gaps.push_back(gap);
        }
    };
    for (const char* const window : {"[2m]", "[25m]"}) {
        if (const auto answer = engine.atMoment(name + window, now, use); !answer.isOk())
            return answer.error();
        if (!gaps.empty())
            break;
    }
    if (gaps.empty())
        return Duration::zero();
    return rounded(upperMedian(gaps));
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

enum class Edge { First, Last };

/// Time of the first or last sample of a series, to the second: searches days first, then hours, minutes and seconds.
/// 1970: none within a year.
Result<TimePoint> edgeOf(PrometheusEngine& engine, const std::string& selector, TimePoint now, Edge edge)
{
    using std::chrono::hours;
    TimePoint from = now - hours(24 * 400);
    std::optional<TimePoint> found;
    for (const auto& [step, window] :
         {std::pair<Duration, const char*>(hours(24), "1d"), std::pair<Duration, const char*>(hours(1), "1h"),
          std::pair<Duration, const char*>(std::chrono::minutes(1), "1m"),
          std::pair<Duration, const char*>(std::chrono::seconds(1), "1s")}) {
        const TimePoint to = std::min(now, from + 400 * step);
        const auto use = [&](LabelViews, std::span<const EngineSample> samples) {
            if (!samples.empty())
                found = edge == Edge::First ? samples.front().time : samples.back().time;
        };
        const std::string query = fmt::format("count(last_over_time({}[{}]))", selector, window);
        if (const auto answer = engine.overRange(query, from, to, step, use); !answer.isOk())
            return answer.error();
        if (!found)
            return TimePoint{};
        from = *found - step;
    }
    return *found;
}

/// One series of a metric, because all series of a large cluster over a year would overload the server.
Result<std::string> oneSeriesOf(PrometheusEngine& engine, const std::string& name, TimePoint time)
{
    std::string selector;
    const auto first = [&](LabelViews labels, std::span<const EngineSample>) {
        for (const auto& [label, value] : labels) {
            const bool isPlain = value.find_first_of("\\\"\n") == std::string_view::npos;
            if (selector.empty() && label == "instance" && isPlain)
                selector = fmt::format("{}{{instance=\"{}\"}}", name, value);
        }
    };
    if (const auto answer = engine.atMoment(name, time, first); !answer.isOk())
        return answer.error();
    return selector.empty() ? name : selector;
}

/// Time of the newest sample of any of the metrics.
Result<TimePoint> newestOf(PrometheusEngine& engine, const std::set<std::string>& names, TimePoint now)
{
    TimePoint newest;
    for (const std::string& name : names) {
        bool isLive = false;
        const auto use = [&isLive](LabelViews, std::span<const EngineSample>) {
            isLive = true;
        };
        if (const auto answer = engine.atMoment(fmt::format("count({})", name), now, use); !answer.isOk())
            return answer.error();
        if (isLive)
            return now;
    }
    for (const std::string& name : names) {
        const Result<TimePoint> last = edgeOf(engine, name, now, Edge::Last);
        if (!last.isOk())
            return last;
        newest = std::max(newest, last.value());
    }
    return newest;
}

/// Metrics of a mapping file that the server lacks.
std::string unmatchedOf(const std::vector<ScrapedMetric>& own, const std::set<std::string>& names,
                        const std::string& file)
{
    constexpr std::size_t most = 5;
    std::string list;
    std::size_t count = 0;
    for (const ScrapedMetric& metric : own) {
        if (!names.contains(metric.seen) && ++count <= most)
            list += (list.empty() ? "" : ", ") + metric.seen;
    }
    if (count == 0)
        return {};
    return fmt::format("{} of {} metrics in {} are not on the server: {}{}", count, own.size(), file, list,
                       count > most ? ", ..." : "");
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
        text += fmt::format("{}{} from {} every {} s", text.empty() ? "" : ", ", counted(reported.first, "metric"),
                            exporter, std::chrono::duration_cast<std::chrono::seconds>(reported.second).count());
    text += fmt::format("; {} unknown to Lockstep", counted(unknown, "other metric is", "other metrics are"));
    return unmatched.empty() ? text : text + "; " + unmatched;
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
    plan.unmatched = unmatchedOf(own, names.value(), endpoint.mappingFile);
    if (plan.rows.empty())
        return Error{
            fmt::format("it has {} metrics, but Lockstep knows none of them: expected metrics of dcgm-exporter, "
                        "node_exporter, infiniband_exporter, an inference server or a mapping file{}{}",
                        names.value().size(), plan.unmatched.empty() ? "" : "; ", plan.unmatched)};
    std::set<std::string> seen;
    for (const EnginePlan::Row& row : plan.rows) {
        seen.insert(row.metric.seen);
        std::ranges::copy_if(row.metric.others, std::inserter(seen, seen.end()),
                             [&](const std::string& name) { return names.value().contains(name); });
    }
    plan.unknown = names.value().size() - seen.size();
    std::map<std::string, std::string> ofExporters; // one metric of each
    for (const EnginePlan::Row& row : plan.rows)
        ofExporters.emplace(row.metric.exporter, row.metric.seen);
    std::set<std::string> examined;
    for (const auto& [exporter, name] : ofExporters)
        examined.insert(name);
    const Result<TimePoint> newest = newestOf(engine, examined, now);
    if (!newest.isOk())
        return newest.error();
    plan.explored = now;
    plan.newest = newest.value();
    const TimePoint asOf = plan.isHistorical() ? plan.newest : now;
    if (const Status found = findHosts(engine, asOf, plan.hosts); !found.isOk())
        return found.error();
    if (const Status settled = settleIntervals(engine, plan, asOf); !settled.isOk())
        return settled.error();
    const Result<std::string> series = oneSeriesOf(engine, plan.rows.front().metric.seen, asOf);
    if (!series.isOk())
        return series.error();
    const Result<TimePoint> earliest = edgeOf(engine, series.value(), now, Edge::First);
    if (!earliest.isOk())
        return earliest.error();
    plan.earliest = earliest.value() == TimePoint{} ? now : earliest.value();
    return plan;
}

} // namespace lockstep
