// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "models/core/ids.h"
#include "models/core/time.h"

#include <QObject>

#include <optional>
#include <vector>

namespace lockstep {

/// The selected and hovered entities and the metric, shared by all views. GUI thread; owned by the composition.
class Selection : public QObject
{
    Q_OBJECT

public:
    explicit Selection(QObject* parent = nullptr);

    [[nodiscard]] EntityRef hovered() const { return m_hovered; } ///< invalid: none
    [[nodiscard]] std::optional<TimePoint> hoveredTime() const { return m_hoveredTime; }
    [[nodiscard]] const std::vector<EntityRef>& selected() const { return m_selected; } ///< in order of selection
    [[nodiscard]] bool isSelected(EntityRef ref) const;
    /// The last one selected, which detail views show. Invalid if nothing is selected.
    [[nodiscard]] EntityRef current() const { return m_selected.empty() ? EntityRef{} : m_selected.back(); }
    /// The metric that heatmaps, 3D view and charts show. Invalid until one is known.
    [[nodiscard]] MetricId metric() const { return m_metric; }

    void setHovered(EntityRef ref, std::optional<TimePoint> time = std::nullopt);
    void select(EntityRef ref);
    /// Selects it and asks every view to scroll to it.
    void show(EntityRef ref);
    void toggle(EntityRef ref);
    void setSelected(std::vector<EntityRef> refs);
    void clear();
    void setMetric(MetricId metric);

Q_SIGNALS:
    void hoveredChanged();
    void selectedChanged();
    void shown(lockstep::EntityRef ref);
    void metricChanged();

private:
    EntityRef m_hovered;
    std::optional<TimePoint> m_hoveredTime;
    std::vector<EntityRef> m_selected;
    MetricId m_metric;
};

} // namespace lockstep
