// SPDX-License-Identifier: GPL-3.0-or-later
#include "datasources/prometheus/prometheussource.h"

#include "datasources/agentclient/policies/statusreport.h"
#include "datasources/collectors/layoutbuilder.h"
#include "models/core/batch.h"
#include "models/core/budget.h"
#include "models/core/eventcodes.h"
#include "models/core/metrics/metriccatalogue.h"
#include "models/core/units.h"
#include "models/core/work/backoff.h"
#include "models/core/work/stoppablewait.h"

#include <deque>
#include <fmt/chrono.h>
#include <fmt/format.h>

#include <algorithm>
#include <chrono>
#include <cmath>
#include <map>
#include <set>
#include <utility>

namespace lockstep {

namespace {

/// NVIDIA's placeholder for a missing value is about 9223372036854775794.
constexpr double notSaid = 9.2e18;
/// Exporters restart in new pods, each with new series: above this number, all are forgotten and learned again.
constexpr std::size_t maxSeries = std::size_t{4} << 20U;
/// Maximum number of values per tick, over all nodes.
constexpr std::size_t maxValues = std::size_t{4} << 20U;
/// A server may show a scrape some seconds late: a node is not silent before.
constexpr Duration shortestPeriod = std::chrono::seconds(3);
/// Scrapes after which a missing exporter is no longer waited for.
constexpr int missedScrapes = 3;
/// Scrapes and time after which it is reported as silent.
constexpr int silentScrapes = 4;
constexpr Duration shortestSilence = std::chrono::seconds(30);
/// Ticks after which a missing node is no longer waited for.
constexpr TickIndex ticksToMiss = 3;
constexpr std::size_t keptTicks = 8;

std::string placeName(const std::string& metric, const std::vector<PlaceStep>& place)
{
    std::string text = metric;
    for (const PlaceStep& step : place)
        text += fmt::format("\n{} {}", entityKindName(step.kind), step.name);
    return text;
}

/// "metrics:9090" from "https://metrics:9090/prefix".
std::string nameOf(const EngineEndpoint& endpoint)
{
    const std::size_t scheme = endpoint.url.find("://");
    const std::string rest = scheme == std::string::npos ? endpoint.url : endpoint.url.substr(scheme + 3);
    const std::string name = rest.substr(0, rest.find('/')).substr(0, budget::nameBytes);
    return name.empty() ? "engine" : name;
}

} // namespace

struct NodeTicks::Node
{
    struct Declared
    {
        std::size_t row = 0;
        bool isOfNode = true; ///< false: of the cluster
        std::vector<PlaceStep> below; ///< path below the node
    };

    std::string name;
    std::vector<Declared> declared;
    std::vector<float> values; ///< by declared value
    bool hasValue = false;
    bool isIntroduced = false;
    std::map<std::string, std::string> gpuModels; ///< by GPU
    std::shared_ptr<const NodeLayout> layout; ///< null: something has been declared since
    std::uint32_t layouts = 0;
    std::vector<std::uint32_t> order; ///< index of the declared value for each value of the layout
    std::uint64_t sequence = 0;
    std::vector<TimePoint> scraped; ///< by exporter; 1970: never
    std::vector<bool> isSilent; ///< by exporter: reported as silent
    std::vector<TimePoint> reportedScrapes; ///< scrapes of these that were reported
    std::deque<TickIndex> reported; ///< the latest reported ticks

    [[nodiscard]] TimePoint newestScrape() const
    {
        return scraped.empty() ? TimePoint{} : *std::ranges::max_element(scraped);
    }
    void makeLayout(const EnginePlan& plan)
    {
        LayoutBuilder builder(name, false);
        std::vector<std::vector<std::uint32_t>> columns;
        for (std::uint32_t at = 0; at < declared.size(); ++at) {
            std::uint32_t entity = LayoutBuilder::node;
            for (const PlaceStep& step : declared[at].below) {
                // A switch named after a node is on that node's board.
                const bool isTop
                    = isOfCluster(step.kind) && !(step.kind == EntityKind::Switch && declared[at].isOfNode);
                entity = builder.addEntity(step.kind, step.name, isTop ? EntityDescriptor::clusterScope : entity);
            }
            const Slot slot = builder.add(plan.rows[declared[at].row].metric.metric, entity);
            columns.resize(std::max<std::size_t>(columns.size(), slot.column + 1));
            columns[slot.column].push_back(at);
        }
        order.clear();
        for (const std::vector<std::uint32_t>& column : columns)
            order.insert(order.end(), column.begin(), column.end());
        layout = std::make_shared<const NodeLayout>(builder.finish(++layouts));
    }
};

NodeTicks::NodeTicks(SourceId source, const EnginePlan& plan, std::uint64_t epoch)
    : m_source(source), m_plan(plan), m_epoch(epoch), m_targets(plan.rows.size()), m_engineName(nameOf(plan.endpoint))
{
    std::unordered_map<std::string, std::size_t> exporters;
    for (const EnginePlan::Row& row : plan.rows) {
        const auto [known, isNew] = exporters.try_emplace(row.metric.exporter, exporters.size());
        if (isNew) {
            m_exporters.push_back(row.metric.exporter);
            m_intervals.push_back(row.interval);
        }
        m_exporterOf.push_back(known->second);
    }
    m_scrapedNodes.resize(m_intervals.size());
}

NodeTicks::~NodeTicks() = default;

std::uint32_t NodeTicks::nodeOf(const std::string& name)
{
    const auto [known, isNew] = m_nodeByName.try_emplace(name, static_cast<std::uint32_t>(m_nodes.size()));
    if (isNew) {
        m_nodes.push_back(std::make_unique<Node>());
        m_nodes.back()->name = name;
    }
    return known->second;
}

NodeTicks::Target NodeTicks::declare(std::size_t row, std::vector<PlaceStep> place, LabelViews labels)
{
    const std::string text = placeName(m_plan.rows[row].metric.metric, place);
    if (m_taken.contains(text)) {
        ++m_clashes;
        return {};
    }
    const bool isOfNode = place.front().kind == EntityKind::Node;
    const std::string nodeName = isOfNode ? place.front().name : m_engineName;
    const bool isKnown = m_nodeByName.contains(nodeName);
    if (m_taken.size() >= maxValues || (!isKnown && m_nodes.size() >= budget::nodesPerSource)) {
        ++m_homeless;
        return {};
    }
    Target target;
    target.node = nodeOf(nodeName);
    Node& node = *m_nodes[target.node];
    if (node.declared.size() >= budget::entitiesPerLayout) {
        ++m_homeless;
        return {};
    }
    const auto model = std::ranges::find(labels, gpuModelLabel, &LabelViews::value_type::first);
    if (isOfNode && place.back().kind == EntityKind::Gpu && model != labels.end())
        node.isIntroduced = !node.gpuModels.try_emplace(place.back().name, model->second).second && node.isIntroduced;
    target.value = static_cast<std::uint32_t>(node.declared.size());
    if (isOfNode)
        place.erase(place.begin());
    node.declared.push_back({row, isOfNode, std::move(place)});
    node.values.push_back(noData);
    node.layout.reset();
    m_taken.emplace(text, target);
    return target;
}

NodeTicks::Target NodeTicks::targetOf(std::size_t row, LabelViews labels)
{
    seriesKey(labels, m_key);
    if (const auto known = m_targets[row].find(m_key); known != m_targets[row].end())
        return known->second;
    if (++m_series > maxSeries) {
        for (auto& targets : m_targets)
            targets.clear();
        m_series = 0;
    }
    std::vector<PlaceStep> place = placeOfSeries(m_plan.rows[row].metric, labels, m_plan.hosts);
    Target target;
    if (place.empty()) {
        ++m_homeless;
        m_firstHomeless = m_firstHomeless.value_or(row);
    } else if (const auto taken = m_taken.find(placeName(m_plan.rows[row].metric.metric, place));
               taken != m_taken.end()) {
        // The same entity with other labels: another pod of its exporter, another driver. If both exist at once, add()
        // keeps the first.
        target = taken->second;
    } else {
        target = declare(row, std::move(place), labels);
    }
    m_targets[row].emplace(m_key, target);
    return target;
}

void NodeTicks::add(std::size_t row, LabelViews labels, double value)
{
    const Target target = targetOf(row, labels);
    if (target.node == Target::nowhere || !(std::fabs(value) < notSaid))
        return;
    Node& node = *m_nodes[target.node];
    float& kept = node.values[target.value];
    if (!std::isnan(kept)) {
        ++m_clashes;
        return;
    }
    kept = static_cast<float>(m_plan.rows[row].metric.ours(value));
    node.hasValue = true;
}

void NodeTicks::noteScrape(std::size_t row, LabelViews labels, TimePoint scraped)
{
    const std::size_t exporter = m_exporterOf[row];
    auto& nodes = m_scrapedNodes[exporter];
    seriesKey(labels, m_key);
    auto known = nodes.find(m_key);
    if (known == nodes.end()) {
        const std::vector<PlaceStep> place = placeOfSeries(m_plan.rows[row].metric, labels, m_plan.hosts);
        if (place.empty())
            return;
        const auto node = m_nodeByName.find(place.front().kind == EntityKind::Node ? place.front().name : m_engineName);
        // A node is known from its first value on; until then its series are looked up again.
        if (node == m_nodeByName.end())
            return;
        if (nodes.size() >= maxSeries)
            nodes.clear();
        known = nodes.emplace(m_key, node->second).first;
    }
    Node& node = *m_nodes[known->second];
    node.scraped.resize(m_intervals.size());
    node.scraped[exporter] = std::max(node.scraped[exporter], scraped);
    m_newestScrape = std::max(m_newestScrape, scraped);
}

bool NodeTicks::isFresh(const Node& node, TickIndex tick) const
{
    if (node.scraped.empty() || tickIndexOf(node.newestScrape(), m_plan.period) != tick)
        return false;
    const TimePoint end = timeOfTick(tick + 1, m_plan.period);
    bool hasNews = node.reportedScrapes.empty();
    for (std::size_t exporter = 0; exporter < node.scraped.size(); ++exporter) {
        const Duration interval = m_intervals[exporter];
        const bool isDue = tick % std::max<TickIndex>(1, interval / m_plan.period) == 0;
        const bool isAlive = node.scraped[exporter] > end - missedScrapes * interval;
        if (isDue && isAlive && node.scraped[exporter] < end - interval)
            return false;
        hasNews = hasNews || node.scraped[exporter] > node.reportedScrapes[exporter];
    }
    return hasNews;
}

std::vector<TickIndex> NodeTicks::freshTicks() const
{
    std::set<TickIndex> ticks;
    for (const std::unique_ptr<Node>& node : m_nodes) {
        const TickIndex newest = tickIndexOf(node->newestScrape(), m_plan.period);
        if (!ticks.contains(newest) && isFresh(*node, newest))
            ticks.insert(newest);
    }
    return {ticks.begin(), ticks.end()};
}

bool NodeTicks::isReported(TickIndex tick) const
{
    bool hasAny = false;
    for (const std::unique_ptr<Node>& node : m_nodes) {
        const std::deque<TickIndex>& reported = node->reported;
        if (std::ranges::none_of(reported, [tick](TickIndex each) { return each >= tick - ticksToMiss; }))
            continue;
        if (std::ranges::find(reported, tick) == reported.end())
            return false;
        hasAny = true;
    }
    return hasAny;
}

BatchPtr NodeTicks::batchOf(Node& node, TickIndex tick) const
{
    const TimePoint begin = timeOfTick(tick, m_plan.period);
    const TimePoint last = begin + m_plan.period - std::chrono::milliseconds(1);
    auto batch = std::make_shared<Batch>();
    batch->source = m_source;
    batch->received = node.scraped.empty() ? std::min(last, wallClockNow()) : std::min(last, node.newestScrape());
    batch->node = node.name;
    batch->sequence = ++node.sequence;
    if (!node.isIntroduced) {
        auto identity = std::make_shared<NodeIdentity>();
        identity->name = node.name;
        identity->epoch = m_epoch;
        identity->tickPeriod = std::max(m_plan.period, shortestPeriod);
        if (node.name == m_engineName) // see isReporter()
            identity->inventory = {{"prometheus", true, m_plan.summary()}};
        std::map<std::string, std::size_t> counts;
        for (const auto& [gpu, model] : node.gpuModels)
            ++counts[model];
        for (const auto& [model, count] : counts)
            identity->inventory.push_back({"gpu",
                                           true,
                                           fmt::format("{} x {}", count, model),
                                           {{std::string(properties::gpuModel), model},
                                            {std::string(properties::gpuCount), std::to_string(count)}}});
        batch->identity = std::move(identity);
        node.isIntroduced = true;
    }
    if (!node.layout)
        node.makeLayout(m_plan);
    NodeTick& said = batch->tick.emplace();
    said.time = begin;
    said.layout = node.layout;
    said.values.reserve(node.order.size());
    for (const std::uint32_t at : node.order)
        said.values.push_back(node.values[at]);
    reportSilentExporters(node, said);
    return batch;
}

/// Only for nodes that report; others are covered by the silence analysis.
void NodeTicks::reportSilentExporters(Node& node, NodeTick& tick) const
{
    const TimePoint end = tick.time + m_plan.period;
    node.isSilent.resize(node.scraped.size());
    for (std::size_t exporter = 0; exporter < node.scraped.size(); ++exporter) {
        if (node.scraped[exporter] == TimePoint{})
            continue;
        const Duration since = end - node.scraped[exporter];
        const bool isSilent = since > std::max(silentScrapes * m_intervals[exporter], shortestSilence);
        if (isSilent == node.isSilent[exporter])
            continue;
        node.isSilent[exporter] = isSilent;
        // Each exporter separately: one may be silent while another returns.
        tick.events.push_back(
            {tick.time, isSilent ? Severity::Warning : Severity::Information, 0,
             fmt::format("{}.{}", codes::agentTargetSilent, m_exporters[exporter]),
             isSilent ? fmt::format("{}: no samples from {} for {}", node.name, m_exporters[exporter],
                                    formatQuantity(std::chrono::duration<double>(since).count(), Unit::Seconds))
                      : fmt::format("{}: receiving samples from {} again", node.name, m_exporters[exporter])});
    }
}

std::vector<BatchPtr> NodeTicks::finish(TickIndex tick, Nodes nodes)
{
    std::vector<BatchPtr> batches;
    for (const std::unique_ptr<Node>& node : m_nodes) {
        if (!std::exchange(node->hasValue, false))
            continue;
        if (nodes == Nodes::All || isFresh(*node, tick)) {
            batches.push_back(batchOf(*node, tick));
            node->reportedScrapes = node->scraped;
            node->reported.push_back(tick);
            if (node->reported.size() > keptTicks)
                node->reported.pop_front();
        }
        std::ranges::fill(node->values, noData);
    }
    return batches;
}

namespace {

/// Delay until a scrape is visible.
constexpr Duration settling = std::chrono::seconds(1);
/// How often new scrapes are checked.
constexpr Duration longestPoll = std::chrono::seconds(1);
constexpr Duration shortestPoll = std::chrono::milliseconds(250);
/// Minimum pause after a query of all values, as a multiple of its duration.
constexpr int restPerQuestion = 4;
/// The first tick is in the past; it is read as far as there are scrapes.
constexpr Duration overlap = std::chrono::seconds(5);
/// Ticks to catch up after an outage; older ones are read as the past.
constexpr TickIndex maxCaughtUp = 40;

/// State of the thread.
class Follower
{
public:
    Follower(SourceId source, const EnginePlan& plan, const PrometheusSource::Sink& sink, const std::stop_token& stop)
        : m_plan(plan),
          m_sink(sink),
          m_stop(stop),
          m_engine(plan.endpoint, stop),
          m_ticks(source, plan, static_cast<std::uint64_t>(nsOf(wallClockNow()))),
          m_report(source, plan.endpoint.url, true),
          m_retry(source.value + 1),
          m_probes(probesOf(plan))
    { }

    void run()
    {
        tell(SourceState::Connecting, "running the first queries", std::nullopt);
        TickIndex next = tickIndexOf(wallClockNow() - overlap, m_plan.period) - 1;
        bool isOfThePast = m_plan.isOfThePast();
        while (!m_stop.stop_requested()) {
            next = std::max(next, currentTick() - maxCaughtUp);
            Status status = success();
            if (isOfThePast) {
                // Existing data can be shown from then on.
                status = reportTick(tickIndexOf(m_plan.newest, m_plan.period), NodeTicks::Nodes::All);
                isOfThePast = !status.isOk();
            } else {
                status = follow(next);
            }
            if (status.isOk()) {
                m_retry.reset();
            } else if (!m_stop.stop_requested()) {
                const Duration pause = m_retry.next();
                tell(SourceState::Retrying, status.error().message, pause);
                (void)waitFor(pause, m_stop);
            }
        }
        tell(SourceState::Closed, "closed", std::nullopt);
    }

private:
    /// For each exporter, its row with the fewest and cheapest series: a gauge of a node, or of something in it.
    static std::vector<std::size_t> probesOf(const EnginePlan& plan)
    {
        const auto costOf = [&plan](std::size_t row) {
            const ScrapedMetric& scraped = plan.rows[row].metric;
            const MetricDescriptor* const ours = findMetric(scraped.metric);
            return std::pair(scraped.query != latestOf(scraped.seen), ours && ours->entityKind != EntityKind::Node);
        };
        std::map<std::string, std::size_t> probes;
        for (std::size_t row = 0; row < plan.rows.size(); ++row) {
            const auto [known, isNew] = probes.emplace(plan.rows[row].metric.exporter, row);
            if (!isNew && costOf(row) < costOf(known->second))
                known->second = row;
        }
        std::vector<std::size_t> rows;
        for (const auto& [exporter, row] : probes)
            rows.push_back(row);
        return rows;
    }

    [[nodiscard]] TickIndex currentTick() const { return tickIndexOf(wallClockNow(), m_plan.period); }

    void tell(SourceState state, const std::string& reason, std::optional<Duration> nextTry)
    {
        if (BatchPtr batch = m_report.change(state, {reason}, nextTry))
            m_sink(std::move(batch));
    }

    /// Reports nodes as soon as they have been scraped, and the others once the next tick has ended.
    Status follow(TickIndex& next)
    {
        const TimePoint over = m_plan.momentOf(next) + settling;
        const bool isOver = wallClockNow() >= over;
        if (const Status probed = probe(); !probed.isOk())
            return probed;
        if (std::chrono::steady_clock::now() >= m_nextQuestion) {
            for (const TickIndex tick : m_ticks.freshTicks()) {
                if (const Status reported = reportTick(tick, NodeTicks::Nodes::Fresh); !reported.isOk())
                    return reported;
            }
        }
        if (isOver || m_ticks.isReported(next)) {
            const Status reported = m_ticks.isReported(next) ? success() : reportTick(next, NodeTicks::Nodes::All);
            next += reported.isOk() ? 1 : 0;
            return reported;
        }
        const Duration poll = std::clamp<Duration>(m_plan.period / 4, shortestPoll, longestPoll);
        (void)waitFor(std::min(poll, over - wallClockNow()), m_stop);
        return success();
    }

    /// Queries the time of each exporter's last scrape.
    Status probe()
    {
        const TimePoint now = wallClockNow();
        const auto secondsAt = [](TimePoint time) {
            return static_cast<double>(nsOf(time)) / 1e9;
        };
        // Nodes are as old as their newest scrape, so that a wrong time would place their ticks in another decade.
        const double earliest = secondsAt(now - budget::maxBehind);
        const double latest = secondsAt(now + budget::maxAhead);
        for (const std::size_t row : m_probes) {
            const auto use = [&](LabelViews labels, std::span<const EngineSample> samples) {
                const double seconds = samples.empty() ? 0 : samples.back().value;
                if (!(seconds >= earliest && seconds <= latest))
                    return;
                m_ticks.noteScrape(row, labels, TimePoint(std::chrono::milliseconds(std::llround(seconds * 1000))));
            };
            const std::string query = fmt::format("timestamp({})", m_plan.rows[row].metric.seen);
            if (const auto answer = m_engine.atMoment(query, now, use); !answer.isOk())
                return answer.error();
        }
        return success();
    }

    /// Rows of exporters with a longer scrape interval are queried less often. A failing row affects only itself; if
    /// all fail, the server counts as unreachable.
    Status reportTick(TickIndex tick, NodeTicks::Nodes nodes)
    {
        const auto began = std::chrono::steady_clock::now();
        std::string problem;
        std::size_t answered = 0;
        std::size_t asked = 0;
        for (std::size_t row = 0; row < m_plan.rows.size() && !m_stop.stop_requested(); ++row) {
            if (tick % std::max<TickIndex>(1, m_plan.rows[row].interval / m_plan.period) != 0)
                continue;
            ++asked;
            const auto use = [&](LabelViews labels, std::span<const EngineSample> samples) {
                if (!samples.empty())
                    m_ticks.add(row, labels, samples.back().value);
            };
            const auto answer = m_engine.atMoment(m_plan.rows[row].query, m_plan.momentOf(tick), use);
            if (answer.isOk()) {
                ++answered;
                problem = problem.empty() ? answer.value().warning : problem;
            } else if (answered == 0) {
                return answer.error();
            } else if (problem.empty()) {
                problem = fmt::format("{}: {}", m_plan.rows[row].metric.seen, answer.error().message);
            }
        }
        if (m_stop.stop_requested())
            return success(); // a tick with only some rows would be incomplete
        for (BatchPtr& batch : m_ticks.finish(tick, nodes))
            m_sink(std::move(batch));
        const auto now = std::chrono::steady_clock::now();
        m_nextQuestion = now + restPerQuestion * (now - began);
        if (asked > 0)
            tell(SourceState::Live, problem.empty() ? stateText() : "incomplete: " + problem, std::nullopt);
        return success();
    }

    /// Time of the last scrape, if a server's scrapes have ended.
    [[nodiscard]] std::string stateText() const
    {
        std::string text = m_plan.summary();
        if (const auto row = m_ticks.firstHomeless())
            text += fmt::format("; {} series could not be assigned to a known component, such as a series of {}",
                                m_ticks.homeless(), m_plan.rows[*row].metric.seen);
        const TimePoint newest = std::max(m_plan.newest, m_ticks.newestScrape());
        if (newest == TimePoint{} || wallClockNow() - newest <= EnginePlan::longestPause)
            return text;
        return fmt::format("newest sample: {:%Y-%m-%d %H:%M:%S} UTC; {}",
                           fmt::gmtime(std::chrono::floor<std::chrono::seconds>(newest).time_since_epoch().count()),
                           text);
    }

    const EnginePlan& m_plan;
    const PrometheusSource::Sink& m_sink;
    const std::stop_token m_stop;
    PrometheusEngine m_engine;
    NodeTicks m_ticks;
    StatusReport m_report;
    RetryPolicy m_retry;
    const std::vector<std::size_t> m_probes; ///< rows, one per exporter
    std::chrono::steady_clock::time_point m_nextQuestion;
};

} // namespace

PrometheusSource::PrometheusSource(SourceId source, std::shared_ptr<const EnginePlan> plan, Sink sink)
    : m_plan(std::move(plan)), m_thread([source, engine = m_plan, sink = std::move(sink)](const std::stop_token& stop) {
          Follower(source, *engine, sink, stop).run();
      })
{ }

PrometheusSource::~PrometheusSource() = default;

} // namespace lockstep
