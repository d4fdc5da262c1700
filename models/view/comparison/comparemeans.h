// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "models/store/columns/columnsource.h"

#include <QObject>
#include <QTimer>

#include <chrono>
#include <map>
#include <span>
#include <utility>
#include <vector>

namespace lockstep {

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

} // namespace lockstep
