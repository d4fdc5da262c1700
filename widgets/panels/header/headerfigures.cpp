// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/panels/header/headerfigures.h"

#include "models/analysis/causality/joinedalerts.h"
#include "models/analysis/goodput/goodput.h"
#include "models/core/metrics/limits.h"
#include "models/core/metrics/metricnames.h"
#include "models/core/topology/reporters.h"
#include "models/core/topology/siteplan.h"
#include "models/core/units.h"
#include "models/store/clusterstore.h"
#include "models/view/modeltext.h"
#include "models/view/time/timeaxis.h"
#include "models/view/translation.h"
#include "widgets/common/text.h"
#include "widgets/panels/header/metricsummary.h"

#include <algorithm>
#include <cmath>
#include <map>

namespace lockstep {

using namespace Qt::StringLiterals;

namespace {

/// Minimum share of lost ticks for a warning colour.
constexpr double lossWarning = 0.001;
/// Minimum unknown share of the GPU time that the note on goodput states.
constexpr double unknownShare = 0.05;
constexpr char16_t thinSpace = u'\u2009';

/// Splits "412 GB/s" into number and unit, so that the unit can be dimmed.
void setQuantity(HeaderFigure& figure, double value, Unit unit)
{
    const QString whole = quantityText(value, unit);
    const auto space = unitSymbol(unit).empty() ? -1 : whole.lastIndexOf(QChar(thinSpace));
    figure.value = whole.left(space < 0 ? whole.size() : space);
    figure.unit = space < 0 ? QString() : whole.mid(space + 1);
}

/// Numbers of nodes. Agents that only report other entities are counted separately.
struct NodeCounts
{
    std::uint32_t total = 0;
    std::uint32_t live = 0;
    std::uint32_t stale = 0;
    std::uint32_t reporters = 0;
    std::uint32_t silentReporters = 0;
    TimePoint newest; ///< when data last arrived, by our clock; epoch: never
};

NodeCounts countNodes(const ClusterStore& store)
{
    NodeCounts counts;
    for (std::uint32_t index = 0; index < store.topology()->count(EntityKind::Node); ++index) {
        const EntityRef node{EntityKind::Node, index};
        const Freshness freshness = store.freshness(node);
        counts.newest = std::max(counts.newest, store.node(node).lastReceived);
        if (isReporter(*store.topology(), node)) {
            ++counts.reporters;
            counts.silentReporters += freshness == Freshness::Live ? 0 : 1;
            continue;
        }
        ++counts.total;
        counts.live += freshness == Freshness::Live ? 1 : 0;
        counts.stale += freshness == Freshness::Stale ? 1 : 0;
    }
    return counts;
}

HeaderFigure nodesFigure(const NodeCounts& counts)
{
    HeaderFigure figure;
    figure.label = tr("Nodes live");
    figure.rank = 1;
    figure.explanation = tr("Nodes that are reporting, out of all known nodes.");
    if (counts.reporters > 0)
        figure.explanation += QLatin1Char(' ')
            + tr("Other agents, which report only switches, cooling loops or jobs: %1 (%2 silent).")
                  .arg(counts.reporters)
                  .arg(counts.silentReporters);
    if (counts.total == 0)
        return figure;
    figure.value = QStringLiteral("%1/%2").arg(counts.live).arg(counts.total);
    const std::uint32_t unseen = counts.total - counts.live - counts.stale;
    if (counts.stale > 0) {
        figure.note = tr("%1 stale").arg(counts.stale);
        figure.alarm = counts.live == 0 ? Severity::Critical : Severity::Warning;
    } else if (unseen > 0) {
        figure.note = tr("%1 never reported").arg(unseen);
    } else if (counts.silentReporters > 0) {
        figure.note = tr("%1 of %2 other agents silent").arg(counts.silentReporters).arg(counts.reporters);
        figure.alarm = Severity::Warning;
    }
    return figure;
}

/// A GPU that reports is not necessarily productive, so goodput is shown too.
HeaderFigure gpusFigure(const ClusterStore& store, const HeaderMoment& moment, const Goodput& goodput)
{
    HeaderFigure figure;
    figure.label = tr("GPUs live");
    figure.explanation = tr("GPUs on nodes that are reporting, out of all known GPUs.");
    figure.rank = 5;
    const auto total = static_cast<std::uint32_t>(store.topology()->count(EntityKind::Gpu));
    std::uint32_t live = 0;
    std::uint32_t stale = 0;
    for (std::uint32_t index = 0; index < total; ++index) {
        const Freshness freshness = store.freshness({EntityKind::Gpu, index});
        live += freshness == Freshness::Live ? 1 : 0;
        stale += freshness == Freshness::Stale ? 1 : 0;
    }
    if (moment.isComputing && moment.ranks == 0) { // keeps its place
        figure.label = tr("Effective GPUs");
        figure.rank = 3;
        figure.note = tr("%1 of %2 GPUs live").arg(live).arg(total);
        return figure;
    }
    if (std::isnan(goodput.ratio) || moment.ranks == 0) {
        figure.value = QStringLiteral("%1/%2").arg(live).arg(total);
        if (live < total)
            figure.note = tr("%1 silent").arg(total - live);
        return figure;
    }
    figure.label = tr("Effective GPUs");
    figure.rank = 3;
    if (live > 0 || stale == 0)
        figure.value = QStringLiteral("%1/%2")
                           .arg(std::lround(goodput.ratio * static_cast<double>(moment.ranks)))
                           .arg(moment.ranks);
    figure.note = tr("%1 of %2 GPUs live").arg(live).arg(total);
    figure.explanation
        = tr("Effective GPUs = number of ranks of training jobs (%1) × goodput. %3 of %2 known GPUs are reporting.")
              .arg(moment.ranks)
              .arg(total)
              .arg(live);
    return figure;
}

/// Cost of waits per hour ("152 USD/h"), and the power drawn during waits ("34 kW"). Empty if there is neither a rate
/// nor a measurement.
QStringList costOfWaits(const ClusterStore& store, const HeaderMoment& moment, double gpus)
{
    QStringList costs;
    const MetricSummary power = summariseMeans(store, metrics::gpu::power, moment);
    const double kilowatts = power.hasData() && !power.isStale ? power.mean() * gpus / 1000 : 0;
    const double money = gpus * moment.rates.gpuHour.value_or(0) + kilowatts * moment.rates.kilowattHour.value_or(0);
    if (moment.rates.gpuHour || money > 0)
        costs << u"%1 %2/h"_s.arg(toQString(formatNumber(money)), toQString(moment.rates.currency));
    if (kilowatts > 0)
        costs << quantityText(kilowatts * 1000, Unit::Watt);
    return costs;
}

enum class Show { Mean, MeanOfStep, Sum, Highest };

/// Sum of the first of @p metrics that has data.
HeaderFigure metricFigure(const ClusterStore& store, const HeaderMoment& moment, const NodeCounts& nodes, Show show,
                          std::initializer_list<std::pair<std::string_view, QString>> metrics)
{
    HeaderFigure figure;
    figure.label = metrics.begin()->second;
    figure.explanation = moment.isFollowing ? tr("Not measured.") : tr("The data of this moment is not in memory.");
    const bool isOfWindow = show == Show::Mean || show == Show::Sum;
    for (const auto& [name, label] : metrics) {
        const MetricSummary summary = isOfWindow ? summariseMeans(store, name, moment)
            : show == Show::MeanOfStep           ? summariseSteps(store, name, moment)
                                                 : summarise(store, name, moment);
        if (!summary.hasData())
            continue;
        const MetricDescriptor& metric = store.metrics().descriptor(summary.metric);
        const double value = show == Show::Sum ? summary.sum : show == Show::Highest ? summary.highest : summary.mean();
        figure.label = label;
        figure.metric = summary.metric;
        setQuantity(figure, value, metric.unit);
        if (show == Show::Highest) {
            figure.note = toQString(store.topology()->path(summary.highestAt));
            figure.entity = summary.highestAt;
            figure.alarm = severityOf(metric, static_cast<float>(value));
            HeaderFigure limit;
            setQuantity(limit, metric.critical.value_or(noData), metric.unit);
            if (metric.critical && limit.unit == figure.unit)
                figure.limit = limit.value;
        }
        const int values = static_cast<int>(summary.count);
        figure.explanation = (show == Show::Sum           ? tr("Sum of %n values of %1.", nullptr, values)
                                  : show == Show::Highest ? tr("Highest of %n values of %1.", nullptr, values)
                                                          : tr("Mean of %n values of %1.", nullptr, values))
                                 .arg(modelText(metric.title));
        if (summary.isOverWindow) {
            const QString window = quantityText(std::chrono::duration<double>(meanWindow).count(), Unit::Seconds);
            figure.note = tr("%1 mean").arg(window);
            figure.explanation += QLatin1Char(' ') + tr("Each value is averaged over %1.").arg(window);
        }
        if (summary.isStale) {
            figure.note = ageText(moment.now - nodes.newest);
            figure.alarm = std::nullopt;
            figure.explanation += tr(" No node is live; these are the last known values.");
        }
        return figure;
    }
    return figure;
}

/// Covers jobs only, because unreserved GPUs are not their loss. Keeps its place while it is unknown.
HeaderFigure productiveFigure(const Goodput& goodput, const Topology& topology, bool isComputing)
{
    HeaderFigure figure;
    figure.label = tr("Goodput");
    figure.isMain = true;
    if (std::isnan(goodput.ratio)) {
        figure.note = isComputing ? tr("computing…") : QString();
        figure.explanation = isComputing ? tr("Lockstep is loading the steps up to this moment.")
                                         : tr("No job has reported a step up to this moment.");
        return figure;
    }
    figure.note = tr("last 16 steps");
    setQuantity(figure, goodput.ratio, Unit::Ratio);
    QStringList losses;
    for (const GoodputPart& part : goodput.parts) {
        if (part.name == "unknown" && part.share > unknownShare)
            figure.note = tr("%1 unknown").arg(quantityText(part.share, Unit::Ratio)); // after an outage of agents
        if (part.gpuSeconds > 0 && part.name != goodput.parts.front().name)
            losses << u"%1 %2"_s.arg(toQString(part.name), quantityText(part.share, Unit::Ratio));
    }
    figure.explanation = tr("Goodput: share of the GPU time of all jobs that was spent computing and transferring "
                            "data, over the last 16 steps of each job. The rest: %1.")
                             .arg(losses.isEmpty() ? tr("nothing") : losses.join(u", "_s));
    const auto isOfCluster = [](const Target& target) {
        return target.tenant.empty() && target.goodput > 0;
    };
    const auto targets = topology.plan() ? topology.plan()->targets : std::vector<Target>();
    if (const auto target = std::ranges::find_if(targets, isOfCluster); target != targets.end()) {
        HeaderFigure limit;
        setQuantity(limit, target->goodput, Unit::Ratio);
        figure.limit = limit.value;
        figure.explanation += QLatin1Char(' ') + tr("The value after the slash is the target from the cluster file.");
    }
    return figure;
}

/// Wait loss over the latest steps up to the moment, like in all panels on waits. If that is unknown, the loss in the
/// step at that moment, under a different name.
HeaderFigure waitsFigure(const ClusterStore& store, const HeaderMoment& moment, const NodeCounts& nodes)
{
    const GpuTime time = gpuTimeOf(moment.jobTime);
    if (moment.isComputing && !(time.reserved > 0)) { // keeps its place
        HeaderFigure figure;
        figure.label = tr("Wait loss");
        figure.rank = 2;
        figure.note = tr("computing…");
        figure.explanation = tr("Lockstep is loading the steps up to this moment.");
        return figure;
    }
    if (!(time.reserved > 0)) {
        HeaderFigure figure = metricFigure(store, moment, nodes, Show::MeanOfStep,
                                           {{metrics::gpu::syncWaitShare, tr("Wait loss (1 step)")}});
        figure.rank = 2;
        return figure;
    }
    const double share = time.wait / time.reserved;
    const double gpus = share * static_cast<double>(moment.ranks);
    const QStringList costs = costOfWaits(store, moment, gpus);
    HeaderFigure figure;
    figure.label = tr("Wait loss");
    figure.note = tr("%1 of %2 ranks").arg(toQString(formatNumber(gpus))).arg(moment.ranks);
    figure.rank = 2;
    figure.explanation = tr("Wait loss: share of the GPU time of all jobs that ranks spent waiting for other ranks, "
                            "over the last 16 steps of each job. This is as if %1 of %2 ranks were idle.")
                             .arg(toQString(formatNumber(gpus)))
                             .arg(moment.ranks);
    if (!costs.isEmpty())
        figure.explanation += QLatin1Char(' ')
            + tr("Cost: %1, from the mean GPU power and the rates in the Jobs view.").arg(costs.join(tr(" and ")));
    setQuantity(figure, share, Unit::Ratio);
    return figure;
}

/// Shown with its reference, for jobs that have one.
HeaderFigure mfuFigure(const ClusterStore& store, const HeaderMoment& moment, const NodeCounts& nodes)
{
    HeaderFigure figure = metricFigure(store, moment, nodes, Show::MeanOfStep, {{metrics::cluster::mfu, tr("MFU")}});
    const MetricSummary reference = summariseSteps(store, metrics::cluster::mfuReference, moment);
    HeaderFigure limit;
    setQuantity(limit, reference.mean(), Unit::Ratio);
    figure.explanation = tr("Model FLOPs utilisation: FLOPs per step / (step time × GPUs × peak FLOP/s of a GPU), over "
                            "the GPUs of all jobs that report it.");
    if (reference.hasData() && limit.unit == figure.unit) {
        figure.limit = limit.value;
        figure.explanation += QLatin1Char(' ')
            + tr("The value after the slash is the reference: the value in the cluster file or, without one, the best "
                 "hour measured so far.");
    }
    return figure;
}

HeaderFigure lostFigure(const ClusterStore& store)
{
    HeaderFigure figure;
    figure.label = tr("Missed samples");
    figure.rank = 4;
    std::uint64_t lost = 0;
    std::uint64_t overdue = 0;
    std::uint64_t got = 0;
    for (std::uint32_t index = 0; index < store.topology()->count(EntityKind::Node); ++index) {
        const NodeStatus& status = store.node({EntityKind::Node, index});
        lost += status.lostTicks();
        overdue += status.overdueTicks;
        got += status.ticks;
    }
    figure.explanation = tr("Samples missed since this window opened: %1 of %2.").arg(lost).arg(lost + got);
    if (overdue > 0)
        figure.explanation += tr(" Of these, %1 are from silent nodes and may still arrive.").arg(overdue);
    if (lost + got == 0)
        return figure;
    const double share = static_cast<double>(lost) / static_cast<double>(lost + got);
    setQuantity(figure, share, Unit::Ratio);
    if (lost > 0)
        figure.note = tr("%1 in total").arg(toQString(formatNumber(static_cast<double>(lost))));
    if (share >= lossWarning)
        figure.alarm = Severity::Warning;
    return figure;
}

HeaderFigure alertsFigure(const ClusterStore& store, const JoinedAlerts* alerts, const HeaderMoment& moment)
{
    HeaderFigure figure;
    figure.label = tr("Alerts");
    figure.explanation = tr(
        "Open alerts at the displayed time, including acknowledged alerts but not shelved ones. Click to list them.");
    figure.isMain = true;
    figure.opensAlerts = true;
    // Missing data must not look like a healthy cluster, so zero is shown only if there were reports.
    const TimePoint at = moment.isFollowing ? moment.now : moment.cursor;
    if (alerts == nullptr || !store.hasDataAt(at))
        return figure;
    const std::vector<Alert>& all = alerts->at(at);
    if (alerts->isFirstResultPending())
        return figure;
    std::map<Alert::State, int> counts;
    for (const Alert& alert : all) {
        ++counts[alert.state];
        if (alert.state == Alert::State::Active || alert.state == Alert::State::Acknowledged)
            figure.alarm = std::max(figure.alarm.value_or(alert.severity), alert.severity);
    }
    const int active = counts[Alert::State::Active];
    const int acknowledged = counts[Alert::State::Acknowledged];
    const int shelved = counts[Alert::State::Shelved];
    figure.value = QString::number(active + acknowledged);
    QStringList notes;
    if (acknowledged > 0)
        notes << (active > 0 ? tr("%1 acknowledged").arg(acknowledged) : tr("all acknowledged"));
    if (shelved > 0)
        notes << tr("%1 shelved").arg(shelved);
    if (moment.blindDetectors > 0) {
        figure.explanation += QLatin1Char(' ')
            + tr("%n of %1 detectors have no data; see the Coverage view.", nullptr,
                 static_cast<int>(moment.blindDetectors))
                  .arg(moment.detectors);
        if (active + acknowledged == 0)
            notes << tr("%n detectors without data", nullptr, static_cast<int>(moment.blindDetectors));
    }
    figure.note = notes.join(u", "_s);
    return figure;
}

} // namespace

QString HeaderFigure::valueAndLimit() const
{
    if (!hasData())
        return lockstep::tr("no data");
    return limit.isEmpty() ? value : value + u'/' + limit;
}

std::vector<HeaderFigure> headerFigures(const ClusterStore& store, const JoinedAlerts* alerts,
                                        const HeaderMoment& moment)
{
    const NodeCounts nodes = countNodes(store);
    std::vector<HeaderFigure> figures;
    const auto add = [&](int rank, Show show, std::initializer_list<std::pair<std::string_view, QString>> metrics) {
        figures.push_back(metricFigure(store, moment, nodes, show, metrics));
        figures.back().rank = rank;
    };
    const auto sayAge = [&] { // age of a figure of steps whose nodes have stopped reporting
        if (moment.isFollowing && nodes.live == 0 && nodes.stale > 0)
            figures.back().note = ageText(moment.now - nodes.newest);
    };
    const Goodput goodput = goodputOf(gpuTimeOf(moment.jobTime));
    const bool hasSteps = store.metrics().find(metrics::gpu::syncWaitShare).isValid();
    if (hasSteps || !std::isnan(goodput.ratio)) {
        figures.push_back(productiveFigure(goodput, *store.topology(), moment.isComputing));
        sayAge();
    }
    figures.push_back(alertsFigure(store, alerts, moment));
    add(0, Show::Highest,
        {{metrics::gpu::temperature, tr("Hottest GPU")}, {metrics::sensor::temperature, tr("Hottest sensor")}});
    figures.back().isMain = true;
    figures.push_back(nodesFigure(nodes));
    if (store.topology()->count(EntityKind::Gpu) > 0)
        figures.push_back(gpusFigure(store, moment, goodput));
    add(2, Show::Mean,
        {{metrics::gpu::utilisation, tr("GPU utilisation")}, {metrics::node::cpuUtilisation, tr("CPU utilisation")}});
    if (hasSteps) {
        figures.push_back(waitsFigure(store, moment, nodes));
        sayAge();
    }
    if (store.metrics().find(metrics::cluster::mfu).isValid()) {
        figures.push_back(mfuFigure(store, moment, nodes));
        figures.back().rank = 4;
        sayAge();
    }
    add(3, Show::Sum,
        {{metrics::node::power, tr("Node power")},
         {metrics::gpu::power, tr("GPU power")},
         {metrics::sensor::power, tr("Sensor power")}});
    add(5, Show::Sum, {{metrics::port::transmit, tr("Network TX")}});
    figures.push_back(lostFigure(store));
    return figures;
}

} // namespace lockstep
