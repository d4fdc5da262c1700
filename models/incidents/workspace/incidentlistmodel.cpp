// SPDX-License-Identifier: GPL-3.0-or-later
#include "models/incidents/workspace/incidentlistmodel.h"

#include "models/incidents/workspace/incidentworkspace.h"
#include "models/items/itemroles.h"
#include "models/view/time/timeaxis.h"

#include <algorithm>

namespace lockstep {

namespace {

constexpr qsizetype shortTime = 16; ///< of "2026-03-01 03:12:44 UTC": to the minute; the list's caption has the zone

} // namespace

IncidentListModel::IncidentListModel(const IncidentWorkspace& workspace, QObject* parent)
    : TableModel({{{}, tr("Severity")}, {tr("Incident")}, {tr("State")}, {tr("Began")}, {tr("Owner")}, {tr("Notes")}},
                 parent),
      m_workspace(workspace)
{
    m_rows = workspace.list().rows;
    connect(&workspace, &IncidentWorkspace::listChanged, this, &IncidentListModel::follow);
}

QVariant IncidentListModel::data(const QModelIndex& index, int role) const
{
    if (!checkIndex(index, CheckIndexOption::IndexIsValid | CheckIndexOption::ParentIsInvalid))
        return {};
    const IncidentRow& row = m_rows[static_cast<std::size_t>(index.row())];
    switch (role) {
    case Qt::DisplayRole:
        return textOf(row, index.column());
    case Qt::ToolTipRole:
        return tr("%1\n%2, began %3")
            .arg(textOf(row, TitleColumn), textOf(row, StateColumn),
                 QString::fromStdString(formatDateTime(row.range.from)));
    case Qt::TextAlignmentRole:
        return index.column() == NotesColumn ? QVariant(Qt::AlignRight | Qt::AlignVCenter) : QVariant();
    case KeyRole:
        return QVariant::fromValue<qulonglong>(row.key.value);
    case SeverityRole:
        return static_cast<int>(row.severity);
    case TimeRole:
        return QVariant::fromValue<qint64>(row.range.from.time_since_epoch().count());
    default:
        return {};
    }
}

QString IncidentListModel::textOf(const IncidentRow& row, int column) const
{
    switch (column) {
    case SeverityColumn:
        return row.severity == Severity::Critical ? tr("critical")
            : row.severity == Severity::Warning   ? tr("warning")
                                                  : tr("information");
    case TitleColumn:
        return row.title.empty() ? tr("(no title)") : QString::fromStdString(row.title);
    case StateColumn:
        return row.state == IncidentState::Open     ? tr("open")
            : row.state == IncidentState::Mitigated ? tr("mitigated")
            : row.state == IncidentState::Resolved  ? tr("resolved")
                                                    : tr("closed");
    case TimeColumn:
        return QString::fromStdString(formatDateTime(row.range.from)).left(shortTime);
    case OwnerColumn:
        return QString::fromStdString(row.owner);
    default:
        return row.annotations > 0 ? QString::number(row.annotations) : QString();
    }
}

/// Inserts and removes only rows that differ, so that selection and scroll position are kept while typing.
void IncidentListModel::follow()
{
    const std::vector<IncidentRow>& next = m_workspace.list().rows;
    const auto sameKey = [](const IncidentRow& a, const IncidentRow& b) {
        return a.key == b.key;
    };
    const auto front = std::ranges::mismatch(m_rows, next, sameKey).in1 - m_rows.begin();
    const auto min = static_cast<std::ptrdiff_t>(std::min(m_rows.size(), next.size()));
    std::ptrdiff_t back = 0;
    while (back < min - front
           && sameKey(m_rows[m_rows.size() - 1 - static_cast<std::size_t>(back)],
                      next[next.size() - 1 - static_cast<std::size_t>(back)]))
        ++back;
    if (const auto end = std::ssize(m_rows) - back; end > front) {
        beginRemoveRows({}, static_cast<int>(front), static_cast<int>(end) - 1);
        m_rows.erase(m_rows.begin() + front, m_rows.begin() + end);
        endRemoveRows();
    }
    if (const auto end = std::ssize(next) - back; end > front) {
        beginInsertRows({}, static_cast<int>(front), static_cast<int>(end) - 1);
        m_rows.insert(m_rows.begin() + front, next.begin() + front, next.begin() + end);
        endInsertRows();
    }
    for (std::size_t row = 0; row < m_rows.size(); ++row) {
        if (m_rows[row] == next[row])
            continue;
        m_rows[row] = next[row];
        changeRows(static_cast<int>(row), static_cast<int>(row) + 1);
    }
}

} // namespace lockstep

#include "moc_incidentlistmodel.cpp"
