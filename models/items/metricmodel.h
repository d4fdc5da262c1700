// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "models/items/itemroles.h"

#include <QAbstractTableModel>

namespace lockstep {

class ClusterModel;
struct ChangeSet;

/// The known metrics in order of arrival, for pickers, which may sort them through a proxy. Only grows. GUI thread;
/// owned by the view. Its cluster must outlive it.
class MetricModel : public QAbstractTableModel
{
    Q_OBJECT

public:
    enum Column : int { TitleColumn, KindColumn, UnitColumn, NameColumn, ColumnCount };

    explicit MetricModel(const ClusterModel& cluster, QObject* parent = nullptr);

    [[nodiscard]] QModelIndex indexOf(MetricId metric, int column = TitleColumn) const;

    [[nodiscard]] int rowCount(const QModelIndex& parent = {}) const override;
    [[nodiscard]] int columnCount(const QModelIndex& parent = {}) const override;
    [[nodiscard]] QVariant data(const QModelIndex& index, int role = Qt::DisplayRole) const override;
    [[nodiscard]] QVariant headerData(int section, Qt::Orientation orientation, int role) const override;

private:
    void onChanged(const ChangeSet& changes);

    const ClusterModel& m_cluster;
    int m_count = 0;
};

} // namespace lockstep
