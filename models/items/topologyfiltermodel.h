// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "models/core/ids.h"

#include <QCollator>
#include <QLocale>
#include <QSortFilterProxyModel>
#include <QStringList>

namespace lockstep {

class TopologyModel;

/// Filters a TopologyModel by text and, optionally, to unhealthy rows (stale, silent or beyond the warning limit), and
/// keeps the parents of matches. Sorts states with the most severe first, names naturally (gpu2 before gpu10), and
/// values with the worst first and "no data" last. GUI thread; owned by the view.
class TopologyFilterModel : public QSortFilterProxyModel
{
    Q_OBJECT

public:
    explicit TopologyFilterModel(QObject* parent = nullptr);

    /// @p model must be a TopologyModel and outlive this.
    void setTopologyModel(TopologyModel* model);

    /// Words that must all occur in a row's path ("rack A1 / node-17 / gpu3"), ignoring case. Children of a match are
    /// shown too.
    void setText(const QString& text);
    void setOnlyUnhealthy(bool only);

    [[nodiscard]] QModelIndex indexOf(EntityRef entity, int column = 0) const;
    [[nodiscard]] EntityRef entityOf(const QModelIndex& index) const;

protected:
    [[nodiscard]] bool filterAcceptsRow(int row, const QModelIndex& parent) const override;
    [[nodiscard]] bool lessThan(const QModelIndex& left, const QModelIndex& right) const override;

private:
    [[nodiscard]] bool matchesText(EntityRef entity) const;
    [[nodiscard]] bool lessByName(EntityRef left, EntityRef right) const;
    [[nodiscard]] bool lessByValue(EntityRef left, EntityRef right) const;

    TopologyModel* m_model = nullptr;
    QCollator m_collator{QLocale(QLocale::English)}; ///< the C locale has no numeric mode
    QStringList m_words;
    bool m_onlyUnhealthy = false;
};

} // namespace lockstep
