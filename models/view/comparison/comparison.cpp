// SPDX-License-Identifier: GPL-3.0-or-later
#include "models/view/comparison/comparison.h"

#include "models/store/clustermodel.h"

#include <algorithm>
#include <cmath>
#include <limits>

namespace lockstep {

namespace {

/// Approximate limit per turn of the event loop; at least one step is done.
constexpr std::chrono::microseconds turnBudget{800};

Unit unitOfDifference(Unit unit)
{
    return unit == Unit::Celsius ? Unit::KelvinDelta : unit;
}

/// Minimum range of the scale, because two healthy periods always differ a little.
std::optional<float> minShown(Unit unit, Shown shown)
{
    if (shown == Shown::Change || unit == Unit::Ratio)
        return 0.02F;
    return unit == Unit::KelvinDelta ? std::optional(1.0F) : std::nullopt;
}

constexpr TickIndex newest = std::numeric_limits<TickIndex>::max(); ///< cache key for ClusterStore::latest()
constexpr std::size_t maxCached = std::size_t{16} << 20U; ///< floats
/// All views are updated at most this often, not with every block.
constexpr std::chrono::milliseconds reportInterval{40};

} // namespace

CompareMeans::CompareMeans(QObject* parent) : QObject(parent), m_turn(new QTimer(this))
{
    m_turn->setInterval(0);
    connect(m_turn, &QTimer::timeout, this, &CompareMeans::turn);
}

void CompareMeans::reset(const ColumnSource* source, TickRange ticks)
{
    m_turn->stop();
    m_source = source;
    m_ticks = ticks;
    m_columns.clear();
    m_values.clear();
    m_wantedColumns.clear();
    m_wantedValues.clear();
}

void CompareMeans::goOn()
{
    if (isBusy())
        m_turn->start();
}

std::span<const float> CompareMeans::column(MetricId metric) const
{
    if (m_source == nullptr)
        return {};
    const auto [known, isNew] = m_columns.try_emplace(metric.value);
    if (isNew) {
        known->second.next = m_ticks.from;
        m_wantedColumns.insert(m_wantedColumns.begin(), metric.value);
        m_turn->start();
    }
    return known->second.means;
}

float CompareMeans::value(MetricId metric, std::uint32_t entity) const
{
    if (m_source == nullptr)
        return noData;
    const EntityKey key{metric.value, entity};
    if (const auto known = m_values.find(key); known != m_values.end())
        return known->second;
    if (const auto all = m_columns.find(metric.value); all != m_columns.end() && !all->second.means.empty())
        return entity < all->second.means.size() ? all->second.means[entity] : noData;
    if (std::ranges::find(m_wantedValues, key) == m_wantedValues.end()) {
        m_wantedValues.push_back(key);
        m_turn->start();
    }
    return noData;
}

/// Computes single values first, because they are few and fast. Columns that must be read from disk wait until goOn().
void CompareMeans::turn()
{
    const Clock::time_point until = Clock::now() + turnBudget;
    bool hasCome = false;
    bool isStuck = true;
    for (std::size_t at = 0; at < m_wantedValues.size() && Clock::now() < until;) {
        const bool isKnown = advanceValue(m_wantedValues[at]);
        hasCome |= isKnown;
        if (isKnown)
            m_wantedValues.erase(m_wantedValues.begin() + static_cast<std::ptrdiff_t>(at));
        else
            ++at;
    }
    for (std::size_t at = 0; at < m_wantedColumns.size() && Clock::now() < until;) {
        Sum& sum = m_columns[m_wantedColumns[at]];
        const TickIndex before = sum.next;
        const bool isWhole = advance(MetricId{m_wantedColumns[at]}, sum, until);
        isStuck &= sum.next == before;
        if (isWhole) {
            sum.means = meansOf(sum);
            m_wantedColumns.erase(m_wantedColumns.begin() + static_cast<std::ptrdiff_t>(at));
            hasCome = true;
        } else {
            ++at;
        }
    }
    if (!isBusy() || (isStuck && !hasCome && Clock::now() < until))
        m_turn->stop();
    if (hasCome)
        Q_EMIT came();
}

/// @return true when all ticks have been added
bool CompareMeans::advance(MetricId metric, Sum& sum, Clock::time_point until) const
{
    for (bool isFirst = true; sum.next < m_ticks.to && (isFirst || Clock::now() < until); isFirst = false) {
        const std::span<const float> column = m_source->column(metric, sum.next);
        if (column.empty() && m_source->available(metric, {sum.next, sum.next + 1}) == Availability::Pending)
            return false;
        if (sum.sums.size() < column.size()) {
            sum.sums.resize(column.size());
            sum.counts.resize(column.size());
        }
        for (std::size_t at = 0; at < column.size(); ++at) {
            const bool isThere = !std::isnan(column[at]);
            sum.sums[at] += isThere ? static_cast<double>(column[at]) : 0.0;
            sum.counts[at] += isThere ? 1 : 0;
        }
        ++sum.next;
    }
    return sum.next >= m_ticks.to;
}

bool CompareMeans::advanceValue(EntityKey key)
{
    const MetricId metric{key.first};
    if (m_source->available(metric, m_ticks) == Availability::Pending)
        return false;
    m_source->series(metric, key.second, m_ticks, m_series);
    if (m_source->available(metric, m_ticks) == Availability::Pending) // reading has requested it
        return false;
    double sum = 0;
    std::size_t count = 0;
    for (const float each : m_series) {
        sum += std::isnan(each) ? 0.0 : static_cast<double>(each);
        count += std::isnan(each) ? 0 : 1;
    }
    m_values[key] = count == 0 ? noData : static_cast<float>(sum / static_cast<double>(count));
    return true;
}

std::vector<float> CompareMeans::meansOf(const Sum& sum)
{
    // An empty result would mean "not known yet".
    std::vector<float> means(std::max<std::size_t>(sum.sums.size(), 1), noData);
    for (std::size_t at = 0; at < sum.sums.size(); ++at) {
        if (sum.counts[at] > 0)
            means[at] = static_cast<float>(sum.sums[at] / sum.counts[at]);
    }
    return means;
}

bool canBeShown(const MetricDescriptor& metric, Shown shown)
{
    if (shown == Shown::Value || shown == Shown::Baseline)
        return true;
    if (metric.unit == Unit::Bitmask)
        return false;
    const bool hasTrueZero = metric.unit != Unit::Celsius && metric.unit != Unit::KelvinDelta
        && metric.unit != Unit::KelvinPerMinute && !metric.isDeviation;
    return shown == Shown::Difference || hasTrueZero;
}

MetricDescriptor comparedMetric(const MetricDescriptor& metric, Shown shown, const std::string& name)
{
    MetricDescriptor made = metric;
    if (shown == Shown::Baseline) {
        made.name += ".baseline";
        made.title += " in " + name;
        made.derivation = "the value in " + name;
        return made;
    }
    made.warning = made.critical = std::nullopt;
    made.isDeviation = true;
    if (shown == Shown::Change) {
        made.name += ".change";
        made.title += ", change from " + name;
        made.unit = Unit::Ratio;
        made.derivation = "(value − baseline) / baseline, where the baseline is " + name;
    } else {
        made.name += ".difference";
        made.title += ", difference from " + name;
        made.unit = unitOfDifference(metric.unit);
        made.derivation = "value − baseline, where the baseline is " + name;
    }
    made.fullScale = minShown(made.unit, shown);
    return made;
}

float compared(float value, float baseline, Shown shown)
{
    switch (shown) {
    case Shown::Value:
        return value;
    case Shown::Baseline:
        return baseline;
    case Shown::Difference:
        return value - baseline;
    case Shown::Change:
        break;
    }
    return baseline == 0.0F ? noData : (value - baseline) / std::abs(baseline);
}

std::vector<float> compared(std::span<const float> values, std::span<const float> baseline, Shown shown)
{
    if (shown == Shown::Baseline)
        return {baseline.begin(), baseline.end()};
    std::vector<float> result(values.size(), noData);
    const std::size_t both = std::min(values.size(), baseline.size());
    for (std::size_t at = 0; at < both; ++at)
        result[at] = compared(values[at], baseline[at], shown);
    return result;
}

Comparison::Comparison(ClusterModel& cluster, QObject* parent)
    : QObject(parent), m_cluster(cluster), m_notifyTimer(new QTimer(this)), m_trim(new QTimer(this))
{
    m_notifyTimer->setSingleShot(true);
    m_notifyTimer->setInterval(reportInterval);
    m_trim->setSingleShot(true);
    m_trim->setInterval(0);
    connect(m_notifyTimer, &QTimer::timeout, this, &Comparison::notifyChanged);
    connect(m_trim, &QTimer::timeout, this, [this] { forgetColumns({newest, newest}); });
    connect(&m_means, &CompareMeans::came, this, [this] {
        reportAll();
        Q_EMIT came();
    });
    connect(&cluster, &ClusterModel::changed, this, &Comparison::clusterChanged);
    cluster.setComputedColumns(this);
}

Comparison::~Comparison()
{
    m_cluster.setComputedColumns(nullptr);
}

void Comparison::start(const ComparisonBaseline& baseline, const ColumnSource& source)
{
    m_source = &source;
    m_baseline = baseline;
    if (baseline.how == ComparisonBaseline::How::Mean)
        m_baseline.ticks.to = std::min(baseline.ticks.to, baseline.ticks.from + ComparisonBaseline::maxTicks);
    m_means.reset(&source, m_baseline.ticks);
    describeAll();
    reportAll();
    Q_EMIT changed();
}

void Comparison::stop()
{
    if (!isActive())
        return;
    m_source = nullptr;
    m_means.reset(nullptr, {});
    describeAll();
    reportAll();
    Q_EMIT changed();
}

/// Metrics remain in the table. While nothing is compared, they are not offered.
void Comparison::describeAll()
{
    for (const auto& [id, made] : m_made) {
        const MetricDescriptor of = m_cluster.store().metrics().descriptor(made.of);
        m_cluster.describe(MetricId{id}, comparedMetric(of, made.shown, m_baseline.name), isActive());
    }
}

MetricId Comparison::metricFor(MetricId of, Shown shown)
{
    const MetricTable& metrics = m_cluster.store().metrics();
    of = baseOf(of);
    if (!of.isValid() || !canBeShown(metrics.descriptor(of), shown))
        return {};
    if (shown == Shown::Value || !isActive())
        return of;
    const MetricDescriptor descriptor = comparedMetric(metrics.descriptor(of), shown, m_baseline.name);
    MetricId id = metrics.find(descriptor.name);
    if (id.isValid())
        return computes(id) ? id : MetricId{}; // a source reports a metric of this name
    // Registered before the store announces it.
    id = MetricId{static_cast<std::uint32_t>(metrics.size())};
    m_made[id.value] = {of, shown};
    m_cluster.declare({&descriptor, 1});
    return id;
}

MetricId Comparison::baseOf(MetricId metric) const
{
    const auto made = m_made.find(metric.value);
    return made == m_made.end() ? metric : made->second.of;
}

Shown Comparison::shownBy(MetricId metric) const
{
    const auto made = m_made.find(metric.value);
    return made == m_made.end() ? Shown::Value : made->second.shown;
}

std::span<const float> Comparison::baselineColumn(MetricId of, TickIndex tick) const
{
    if (m_source == nullptr)
        return {};
    return m_baseline.how == ComparisonBaseline::How::Mean ? m_means.column(of)
                                                           : m_source->column(of, tick - m_baseline.shift);
}

std::span<const float> Comparison::keep(CacheKey key, std::vector<float> column) const
{
    m_cached += column.size();
    if (m_cached > maxCached && !m_trim->isActive())
        m_trim->start(); // later, because views hold spans into it
    return m_columns.insert_or_assign(key, std::move(column)).first->second;
}

std::span<const float> Comparison::column(MetricId metric, TickIndex tick) const
{
    const CacheKey key{metric.value, tick};
    if (const auto known = m_columns.find(key); known != m_columns.end())
        return known->second;
    const Made& made = m_made.at(metric.value);
    const std::span<const float> baseline = baselineColumn(made.of, tick);
    const ClusterStore& store = m_cluster.store();
    if (baseline.empty() || !store.ticks().contains(tick))
        return {};
    if (made.shown == Shown::Baseline)
        return keep(key, compared({}, baseline, made.shown));
    const std::span<const float> values = store.column(made.of, tick);
    return values.empty() ? values : keep(key, compared(values, baseline, made.shown));
}

std::span<const float> Comparison::latest(MetricId metric) const
{
    const CacheKey key{metric.value, newest};
    if (const auto known = m_columns.find(key); known != m_columns.end())
        return known->second;
    const Made& made = m_made.at(metric.value);
    const ClusterStore& store = m_cluster.store();
    const std::span<const float> values = store.latest(made.of);
    const std::span<const float> baseline = baselineColumn(made.of, store.ticks().to - 1);
    // Has the width of the metric's column, so that every entity keeps its index.
    if (made.shown == Shown::Baseline)
        return keep(key,
                    compared(values, baseline.empty() ? std::vector(values.size(), noData) : baseline, made.shown));
    return keep(key, compared(values, baseline, made.shown));
}

void Comparison::series(MetricId metric, std::uint32_t entity, TickRange range, std::vector<float>& out) const
{
    const Made& made = m_made.at(metric.value);
    m_cluster.store().series(made.of, entity, range, out);
    std::vector<float> baseline;
    baselineSeries(made.of, entity, range, baseline);
    for (std::size_t at = 0; at < out.size(); ++at)
        out[at] = compared(out[at], baseline[at], made.shown);
}

void Comparison::baselineSeries(MetricId metric, std::uint32_t entity, TickRange range, std::vector<float>& out) const
{
    const auto length = static_cast<std::size_t>(range.length());
    if (m_source == nullptr)
        out.assign(length, noData);
    else if (m_baseline.how == ComparisonBaseline::How::Mean)
        out.assign(length, m_means.value(metric, entity));
    else
        m_source->series(metric, entity, {range.from - m_baseline.shift, range.to - m_baseline.shift}, out);
}

float Comparison::baselineAt(MetricId metric, std::uint32_t entity, TickIndex tick) const
{
    std::vector<float> out;
    baselineSeries(metric, entity, {tick, tick + 1}, out);
    return out.empty() ? noData : out.front();
}

TickRange Comparison::ticks() const
{
    return m_cluster.store().ticks();
}

Availability Comparison::available(MetricId metric, TickRange range) const
{
    if (!isActive())
        return Availability::None;
    const MetricId of = baseOf(metric);
    const Availability ours = m_cluster.store().available(of, range);
    if (m_baseline.how == ComparisonBaseline::How::Mean)
        return isBusy() ? Availability::Pending : ours;
    const Availability theirs = m_source->available(of, {range.from - m_baseline.shift, range.to - m_baseline.shift});
    const bool isPending = ours == Availability::Pending || theirs == Availability::Pending;
    return isPending ? Availability::Pending : std::max(ours, theirs);
}

void Comparison::clusterChanged(const ChangeSet& changes)
{
    if (!isActive())
        return;
    forgetColumns(changes.ticks);
    m_means.goOn();
    if (m_isNotifying || changes.ticks.isEmpty() || m_baseline.how != ComparisonBaseline::How::Moment)
        return;
    // New ticks may be baselines of later ones, or ticks of another recording.
    const TickRange ours{changes.ticks.from + m_baseline.shift, changes.ticks.to + m_baseline.shift};
    const TickRange held = m_cluster.store().ticks();
    if (ours.from >= held.to || ours.to <= held.from)
        return;
    m_pending
        = m_pending.isEmpty() ? ours : TickRange{std::min(m_pending.from, ours.from), std::max(m_pending.to, ours.to)};
    if (!m_notifyTimer->isActive())
        m_notifyTimer->start();
}

/// Discards columns of these ticks and the newest columns; if there are too many, all columns.
void Comparison::forgetColumns(TickRange ticks)
{
    const bool isTooMuch = m_cached > maxCached;
    std::erase_if(m_columns, [&](const auto& each) {
        const TickIndex tick = each.first.second;
        return isTooMuch || tick == newest || ticks.contains(tick);
    });
    m_cached = 0;
    for (const auto& [key, column] : m_columns)
        m_cached += column.size();
}

void Comparison::reportAll()
{
    m_pending = m_cluster.store().ticks();
    notifyChanged();
}

void Comparison::notifyChanged()
{
    m_notifyTimer->stop();
    const TickRange ticks = std::exchange(m_pending, {});
    forgetColumns(ticks);
    m_isNotifying = true;
    m_cluster.coldColumnsCame(ticks);
    m_isNotifying = false;
}

} // namespace lockstep

#include "moc_comparison.cpp"
