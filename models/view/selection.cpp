// SPDX-License-Identifier: GPL-3.0-or-later
#include "models/view/selection.h"

#include <algorithm>
#include <utility>

namespace lockstep {

Selection::Selection(QObject* parent) : QObject(parent) { }

bool Selection::isSelected(EntityRef ref) const
{
    return std::ranges::find(m_selected, ref) != m_selected.end();
}

void Selection::setHovered(EntityRef ref, std::optional<TimePoint> time)
{
    const bool isOther = std::exchange(m_hovered, ref) != ref;
    const bool isAnotherTime = std::exchange(m_hoveredTime, time) != time;
    if (isOther || isAnotherTime)
        Q_EMIT hoveredChanged();
}

void Selection::select(EntityRef ref)
{
    setSelected(ref.isValid() ? std::vector{ref} : std::vector<EntityRef>{});
}

void Selection::show(EntityRef ref)
{
    if (!ref.isValid())
        return;
    select(ref);
    Q_EMIT shown(ref);
}

void Selection::toggle(EntityRef ref)
{
    if (!ref.isValid())
        return;
    std::vector<EntityRef> refs = m_selected;
    if (std::erase(refs, ref) == 0)
        refs.push_back(ref);
    setSelected(std::move(refs));
}

void Selection::setSelected(std::vector<EntityRef> refs)
{
    std::erase_if(refs, [](EntityRef ref) { return !ref.isValid(); });
    if (refs == m_selected)
        return;
    m_selected = std::move(refs);
    Q_EMIT selectedChanged();
}

void Selection::clear()
{
    setSelected({});
}

void Selection::setMetric(MetricId metric)
{
    if (std::exchange(m_metric, metric) != metric)
        Q_EMIT metricChanged();
}

} // namespace lockstep

#include "moc_selection.cpp"
