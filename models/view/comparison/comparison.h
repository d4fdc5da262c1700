// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "models/core/ids.h"
#include "models/core/metric.h"
#include "models/store/columns/changeset.h"
#include "models/store/columns/columnsource.h"

#include <QObject>
#include <QTimer>

#include <chrono>
#include <map>
#include <memory>
#include <span>
#include <string>
#include <unordered_map>
#include <utility>
#include <vector>

namespace lockstep {

class ClusterModel;
struct ChangeSet;

/// Means over a baseline: of all entities of a metric for maps, or of one for charts and tables. Computed in steps
/// while the event loop is idle, newest request first; gaps do not count. GUI thread; a member of the comparison.
class CompareMeans : public QObject
{
    Q_OBJECT

public:
    explicit CompareMeans(QObject* parent = nullptr);

    /// Discards all means and starts with another range. @param source null: nothing to compare with
    void reset(const ColumnSource* source, TickRange ticks);

    /// By entity index; NaN is no data. Empty until computed.
    [[nodiscard]] std::span<const float> column(MetricId metric) const;
    [[nodiscard]] float value(MetricId metric, std::uint32_t entity) const; ///< NaN until computed
    /// Whether a requested mean has not been computed yet.
    [[nodiscard]] bool isBusy() const { return !m_wantedColumns.empty() || !m_wantedValues.empty(); }
    /// Continues, because more of the baseline may be available.
    void goOn();

Q_SIGNALS:
    void came();

private:
    using Clock = std::chrono::steady_clock;
    using EntityKey = std::pair<std::uint32_t, std::uint32_t>; ///< metric, entity
    struct Sum
    {
        TickIndex next = 0;
        std::vector<double> sums;
        std::vector<std::uint32_t> counts;
        std::vector<float> means; ///< empty until all are added
    };

    void turn();
    [[nodiscard]] bool advance(MetricId metric, Sum& sum, Clock::time_point until) const;
    [[nodiscard]] bool advanceValue(EntityKey key);
    [[nodiscard]] static std::vector<float> meansOf(const Sum& sum);

    const ColumnSource* m_source = nullptr;
    TickRange m_ticks;
    mutable std::map<std::uint32_t, Sum> m_columns; ///< by metric; a request begins one
    std::map<EntityKey, float> m_values;
    mutable std::vector<std::uint32_t> m_wantedColumns; ///< the latest first
    mutable std::vector<EntityKey> m_wantedValues;
    QTimer* m_turn;
    std::vector<float> m_series;
};

/// What a comparison shows.
enum class Shown : std::uint8_t {
    Value, ///< the current value
    Baseline, ///< the value in the baseline
    Difference, ///< value - baseline, in the metric's unit
    Change, ///< the difference relative to the baseline
};

/// The data to compare with, in ticks of its own time.
struct ComparisonBaseline
{
    enum class How : std::uint8_t {
        Mean, ///< each entity with its own mean over the ticks
        Moment, ///< each tick with the one that is shift earlier
    };
    /// A longer mean would be less meaningful, and slow to compute.
    static constexpr TickIndex maxTicks = 3600;

    How how = How::Mean;
    TickRange ticks; ///< range of the mean; moment by moment: available range
    TickIndex shift = 0; ///< current tick minus baseline tick; only for moment by moment
    std::string name; ///< for people: "14:02:10–14:07:10 UTC", "good-run"

    friend bool operator==(const ComparisonBaseline&, const ComparisonBaseline&) = default;
};

/// Whether the comparison is meaningful. Bit masks have no difference, and a relative change of °C or of a deviation
/// has no meaning.
[[nodiscard]] bool canBeShown(const MetricDescriptor& metric, Shown shown);

/// The metric of a comparison: "gpu.temperature.difference", in K, centred on zero, with the baseline's @p name in its
/// title. Not for Shown::Value.
[[nodiscard]] MetricDescriptor comparedMetric(const MetricDescriptor& metric, Shown shown, const std::string& name);

/// One value compared with its baseline. NaN if either is missing, and for a relative change from zero.
[[nodiscard]] float compared(float value, float baseline, Shown shown);

/// The same for columns, as long as @p values; a missing end of the baseline is no data.
[[nodiscard]] std::vector<float> compared(std::span<const float> values, std::span<const float> baseline, Shown shown);

/// Compares the data shown with another time range or recording. Differences are metrics that the store computes on
/// read, so that all views show them like any other; a metric is added on first use. GUI thread; owned by the
/// composition, outlives the views.
class Comparison : public QObject, public ComputedColumns
{
    Q_OBJECT

public:
    explicit Comparison(ClusterModel& cluster, QObject* parent = nullptr);
    ~Comparison() override;

    /// Starts a comparison. @param source must outlive the comparison, or stop() must be called first
    void start(const ComparisonBaseline& baseline, const ColumnSource& source);
    void stop();
    [[nodiscard]] bool isActive() const { return m_source != nullptr; }
    [[nodiscard]] const ComparisonBaseline& baseline() const { return m_baseline; }
    /// Whether means are still being computed.
    [[nodiscard]] bool isBusy() const { return m_means.isBusy(); }

    /// The metric that shows a comparison of @p of; added if new. Invalid if that is meaningless.
    [[nodiscard]] MetricId metricFor(MetricId of, Shown shown);
    [[nodiscard]] MetricId baseOf(MetricId metric) const; ///< the metric itself if it is not a comparison
    [[nodiscard]] Shown shownBy(MetricId metric) const;

    /// The baseline's value for a current tick; NaN: none, or not yet.
    [[nodiscard]] float baselineAt(MetricId metric, std::uint32_t entity, TickIndex tick) const;
    void baselineSeries(MetricId metric, std::uint32_t entity, TickRange range, std::vector<float>& out) const;

    [[nodiscard]] bool computes(MetricId metric) const override { return m_made.contains(metric.value); }
    [[nodiscard]] TickRange ticks() const override;
    [[nodiscard]] std::span<const float> column(MetricId metric, TickIndex tick) const override;
    [[nodiscard]] std::span<const float> latest(MetricId metric) const override;
    void series(MetricId metric, std::uint32_t entity, TickRange range, std::vector<float>& out) const override;
    [[nodiscard]] Availability available(MetricId metric, TickRange range) const override;

Q_SIGNALS:
    void changed(); ///< started, stopped, or with another baseline
    void came(); ///< means have been computed

private:
    struct Made
    {
        MetricId of;
        Shown shown = Shown::Difference;
    };
    using CacheKey = std::pair<std::uint32_t, TickIndex>;

    void clusterChanged(const ChangeSet& changes);
    void describeAll();
    void forgetColumns(TickRange ticks);
    void reportAll();
    void notifyChanged();
    [[nodiscard]] std::span<const float> baselineColumn(MetricId of, TickIndex tick) const;
    [[nodiscard]] std::span<const float> keep(CacheKey key, std::vector<float> column) const;

    ClusterModel& m_cluster;
    const ColumnSource* m_source = nullptr;
    ComparisonBaseline m_baseline;
    CompareMeans m_means;
    std::unordered_map<std::uint32_t, Made> m_made; ///< by metric
    mutable std::map<CacheKey, std::vector<float>> m_columns; ///< cache
    mutable std::size_t m_cached = 0; ///< number of values in the cache
    QTimer* m_notifyTimer;
    QTimer* m_trim;
    TickRange m_pending;
    bool m_isNotifying = false;
};

} // namespace lockstep
