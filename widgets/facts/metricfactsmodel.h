// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "widgets/facts/metricfact.h"

#include <QAbstractTableModel>

namespace lockstep {

/// Metric facts as a table: name, trend, value, baseline, limits. A tick changes data or moves rows; only another
/// entity resets it, so that the selected row stays selected. GUI thread; owned by FactsPanel.
class MetricFactsModel : public QAbstractTableModel
{
    Q_OBJECT

public:
    enum Column { Name, Trend, Value, BaselineColumn, Limits, ColumnCount };

    using QAbstractTableModel::QAbstractTableModel;

    void setFacts(std::vector<MetricFact> facts);
    [[nodiscard]] const MetricFact& fact(int row) const { return m_facts[static_cast<std::size_t>(row)]; }

    [[nodiscard]] int rowCount(const QModelIndex& parent = {}) const override;
    [[nodiscard]] int columnCount(const QModelIndex& parent = {}) const override;
    [[nodiscard]] QVariant data(const QModelIndex& index, int role) const override;
    [[nodiscard]] QVariant headerData(int section, Qt::Orientation orientation, int role) const override;

private:
    [[nodiscard]] std::vector<int> placesIn(const std::vector<MetricFact>& facts) const;

    std::vector<MetricFact> m_facts;
};

} // namespace lockstep
