// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/facts/metricfactsmodel.h"

#include <algorithm>

namespace lockstep {

/// Where each present row is found among @p facts; empty when they are not the same rows.
std::vector<int> MetricFactsModel::placesIn(const std::vector<MetricFact>& facts) const
{
    if (facts.size() != m_facts.size())
        return {};
    std::vector<int> places;
    for (const MetricFact& old : m_facts) {
        const auto found = std::ranges::find_if(facts, [&old](const MetricFact& fact) { return fact.isSame(old); });
        if (found == facts.end())
            return {};
        places.push_back(static_cast<int>(found - facts.begin()));
    }
    return places;
}

void MetricFactsModel::setFacts(std::vector<MetricFact> facts)
{
    const std::vector<int> places = placesIn(facts);
    if (places.empty()) {
        if (facts.empty() && m_facts.empty())
            return;
        beginResetModel();
        m_facts = std::move(facts);
        endResetModel();
        return;
    }
    if (!std::ranges::is_sorted(places)) {
        Q_EMIT layoutAboutToBeChanged({}, QAbstractItemModel::VerticalSortHint);
        const QModelIndexList from = persistentIndexList();
        QModelIndexList to;
        for (const QModelIndex& index : from)
            to.append(createIndex(places[static_cast<std::size_t>(index.row())], index.column()));
        m_facts = std::move(facts);
        changePersistentIndexList(from, to);
        Q_EMIT layoutChanged({}, QAbstractItemModel::VerticalSortHint);
    } else {
        m_facts = std::move(facts);
    }
    Q_EMIT dataChanged(index(0, 0), index(rowCount() - 1, ColumnCount - 1));
}

int MetricFactsModel::rowCount(const QModelIndex& parent) const
{
    return parent.isValid() ? 0 : static_cast<int>(m_facts.size());
}

int MetricFactsModel::columnCount(const QModelIndex& parent) const
{
    return parent.isValid() ? 0 : ColumnCount;
}

QVariant MetricFactsModel::data(const QModelIndex& index, int role) const
{
    if (!checkIndex(index, CheckIndexOption::IndexIsValid | CheckIndexOption::ParentIsInvalid))
        return {};
    const MetricFact& shown = fact(index.row());
    if (role == Qt::AccessibleTextRole || role == Qt::ToolTipRole)
        return shown.limitText.isEmpty() ? tr("%1: %2").arg(shown.name, shown.valueText)
                                         : tr("%1: %2, limits %3").arg(shown.name, shown.valueText, shown.limitText);
    if (role == Qt::TextAlignmentRole)
        return static_cast<int>((index.column() == Name ? Qt::AlignLeft : Qt::AlignRight) | Qt::AlignVCenter);
    if (role != Qt::DisplayRole)
        return {};
    switch (index.column()) {
    case Name:
        return shown.name;
    case Value:
        return shown.valueText;
    case BaselineColumn:
        return shown.baselineText;
    case Limits:
        return shown.limitText;
    default:
        return {};
    }
}

QVariant MetricFactsModel::headerData(int section, Qt::Orientation orientation, int role) const
{
    if (orientation == Qt::Horizontal && role == Qt::TextAlignmentRole)
        return static_cast<int>((section <= Trend ? Qt::AlignLeft : Qt::AlignRight) | Qt::AlignVCenter);
    if (orientation != Qt::Horizontal || role != Qt::DisplayRole)
        return {};
    switch (section) {
    case Name:
        return tr("Metric");
    case Trend:
        return tr("Trend");
    case Value:
        return tr("Value");
    case BaselineColumn:
        return tr("Baseline");
    case Limits:
        return tr("Limits");
    default:
        return {};
    }
}

} // namespace lockstep

#include "moc_metricfactsmodel.cpp"
