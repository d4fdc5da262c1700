// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "models/core/ids.h"
#include "models/core/metric.h"
#include "models/store/columns/changeset.h"
#include "models/store/columns/columnsource.h"
#include "models/view/comparison/comparemeans.h"

#include <QObject>
#include <QTimer>

#include <map>
#include <memory>
#include <span>
#include <string>
#include <unordered_map>
#include <vector>

namespace lockstep {

struct ChangeSet;
class ClusterModel;

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
    TickIndex shift = 0; ///< current tick minus baseline tick; moment by moment only
    std::string name; ///< for people: "14:02:10–14:07:10 UTC", "good-run"

    friend bool operator==(const ComparisonBaseline&, const ComparisonBaseline&) = default;
};

/// Whether the comparison is meaningful: bit masks have no difference, and a relative change of °C or of a deviation
/// means nothing.
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
    void tell();
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
    bool m_isTelling = false;
};

} // namespace lockstep
