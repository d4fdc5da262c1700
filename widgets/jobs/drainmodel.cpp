// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/jobs/drainmodel.h"

#include "models/analysis/goodput/figuretext.h"
#include "models/view/modeltext.h"
#include "widgets/common/text.h"

#include <algorithm>
#include <utility>

namespace lockstep {

namespace {

constexpr std::size_t nodesNamed = 2;

QString isolatedText(const DrainEntry& entry)
{
    if (!entry.isWorthDraining())
        return {};
    const double seconds = entry.isFree() ? 0 : entry.verdict.option(entry.verdict.best).isolatedInSeconds;
    return seconds > 0 ? toQString(secondsText(seconds)) : DrainModel::tr("immediately");
}

} // namespace

DrainModel::DrainModel(QObject* parent)
    : TableModel(
        {{{}},
         {tr("Where")},
         {tr("Action")},
         {tr("Gain"), tr("GPU time that draining saves in one day, or until the job ends if that is sooner"), isFigure},
         {tr("Drained in"), {}, isFigure},
         {tr("Spare")},
         {tr("Remedy")}},
        parent)
{ }

void DrainModel::setRows(std::vector<DrainRow> rows, TopologyPtr topology, const Rates& rates)
{
    m_topology = std::move(topology);
    m_rates = rates;
    replaceRows(std::move(rows));
}

int DrainModel::rowOf(const std::string& key) const
{
    const auto found = std::ranges::find_if(m_rows, [&](const DrainRow& row) { return row.entry.alert.key == key; });
    return found == m_rows.end() ? -1 : static_cast<int>(found - m_rows.begin());
}

int DrainModel::rowAbout(EntityRef entity) const
{
    const auto found = std::ranges::find_if(m_rows, [&](const DrainRow& row) {
        const auto& culprits = row.entry.alert.entities;
        return std::ranges::find(culprits, entity) != culprits.end()
            || std::ranges::find(row.entry.nodes, entity) != row.entry.nodes.end();
    });
    return found == m_rows.end() ? -1 : static_cast<int>(found - m_rows.begin());
}

EntityRef DrainModel::placeOf(const DrainRow& row)
{
    if (!row.entry.alert.entities.empty())
        return row.entry.alert.entities.front();
    return row.entry.nodes.empty() ? EntityRef{} : row.entry.nodes.front();
}

/// The nodes; if draining does not help, the faulty component.
QString DrainModel::placeText(const DrainRow& row) const
{
    QStringList names;
    for (const EntityRef node : row.entry.nodes)
        names.append(m_topology && m_topology->contains(node) ? toQString(m_topology->name(node)) : QString());
    if (row.entry.nodes.empty()) {
        for (const std::string& name : row.entry.alert.names)
            names.append(modelText(name));
    }
    if (names.isEmpty())
        return toQString(row.entry.alert.kind);
    const auto max = static_cast<qsizetype>(nodesNamed);
    return names.size() <= max
        ? names.join(QStringLiteral(", "))
        : tr("%1 and %2 more").arg(names.first(max).join(QStringLiteral(", "))).arg(names.size() - max);
}

QString DrainModel::text(const DrainRow& row, int column) const
{
    const DrainEntry& entry = row.entry;
    switch (column) {
    case SeverityColumn:
        return entry.alert.severity == Severity::Critical ? tr("critical") : tr("warning");
    case PlaceColumn:
        return placeText(row);
    case AdviceColumn:
        return modelText(drainAdvice(entry));
    case WonColumn:
        if (entry.nodes.empty() || entry.isFree())
            return {};
        return entry.verdict.isKnown
            ? toQString(gpuHoursText(entry.verdict.wonGpuSeconds) + andMoney(entry.verdict.wonGpuSeconds, m_rates))
            : tr("unknown");
    case IsolatedColumn:
        return isolatedText(entry);
    case SpareColumn:
        return entry.nodes.empty() ? QString() : entry.hasSpares ? tr("spare") : tr("no spare");
    case EndsColumn: {
        const QString remedy = modelText(toText(entry.remedy.remedy));
        return isRecoverable(entry.remedy.remedy) ? tr("recoverable: %1").arg(remedy)
                                                  : tr("manual repair: %1").arg(remedy);
    }
    default:
        return {};
    }
}

QVariant DrainModel::data(const QModelIndex& index, int role) const
{
    const DrainRow* const row = rowAt(index.row());
    if (row == nullptr)
        return {};
    switch (role) {
    case Qt::DisplayRole:
        return text(*row, index.column());
    case Qt::ToolTipRole: // includes texts that do not fit into the columns
        return QStringList{modelText(row->entry.alert.title), text(*row, AdviceColumn), text(*row, WonColumn),
                           text(*row, SpareColumn), text(*row, EndsColumn)}
            .join(QLatin1Char('\n'));
    case Qt::TextAlignmentRole:
        return alignment(index.column());
    case EntityRole:
        return placeOf(*row).isValid() ? QVariant::fromValue(placeOf(*row)) : QVariant();
    case SeverityRole:
        return static_cast<int>(row->entry.alert.severity);
    case IsDimRole:
        return row->entry.nodes.empty();
    default:
        return {};
    }
}

} // namespace lockstep

#include "moc_drainmodel.cpp"
