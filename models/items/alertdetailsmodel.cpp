// SPDX-License-Identifier: GPL-3.0-or-later
#include "models/items/alertdetailsmodel.h"

#include "models/analysis/causality/causes.h"
#include "models/core/units.h"
#include "models/items/itemroles.h"
#include "models/view/modeltext.h"
#include "models/view/time/timeaxis.h"

#include <utility>

namespace lockstep {

namespace {

QString storyTime(TimePoint time)
{
    return QString::fromStdString(formatTime(time, std::chrono::seconds(1))).section(QLatin1Char(' '), 0, 0);
}

QString inWords(const std::string& kind)
{
    const CauseRow* const known = causeRow(kind);
    return known == nullptr ? QString::fromStdString(kind) : modelText(known->words);
}

QString joined(const std::vector<std::string>& words)
{
    QStringList list;
    for (const std::string& each : words)
        list.append(QString::fromStdString(each));
    return list.join(QStringLiteral(", "));
}

} // namespace

AlertDetailsModel::AlertDetailsModel(QObject* parent) : TableModel({{{}}, {{}}}, parent) { }

QVariant AlertDetailsModel::data(const QModelIndex& index, int role) const
{
    if (!checkIndex(index, CheckIndexOption::IndexIsValid | CheckIndexOption::ParentIsInvalid))
        return {};
    const Line& line = m_rows[static_cast<std::size_t>(index.row())];
    switch (role) {
    case Qt::DisplayRole:
        return index.column() == SinceColumn ? line.since : line.what;
    case Qt::ToolTipRole:
        return line.what;
    case EntityRole:
        return line.entity.isValid() ? QVariant::fromValue(line.entity) : QVariant();
    case TimeRole:
        return line.time ? QVariant(qint64{nsOf(*line.time)}) : QVariant();
    case IsDimRole:
        return line.isDim;
    default:
        return {};
    }
}

std::vector<AlertDetailsModel::Line> AlertDetailsModel::linesOf(const Alert& alert, const QString& runbook,
                                                                const std::vector<Judgement>& judged)
{
    std::vector<Line> lines;
    for (const Alert::Stage& stage : alert.chain)
        lines.push_back({storyTime(stage.since), modelText(stage.what),
                         stage.entities.empty() ? EntityRef{} : stage.entities.front(), stage.since, false});
    lines.push_back(
        {{},
         tr("Cause: %2 (confidence %1 %); cost: %3; owners: %4")
             .arg(100 * alert.confidence, 0, 'f', 0)
             .arg(inWords(alert.kind),
                  alert.costGpuSeconds
                      ? tr("%1 GPU h").arg(QString::fromStdString(formatNumber(*alert.costGpuSeconds / 3600)))
                      : tr("unknown"),
                  joined(alert.owners)),
         {},
         {},
         false});
    for (const Judgement& each : judged) {
        QString line = modelText(judgementText(each));
        if (each.until)
            line += tr(", until %1").arg(QString::fromStdString(formatTime(*each.until, std::chrono::seconds(1))));
        line[0] = line[0].toUpper();
        lines.push_back({storyTime(each.made), line, {}, {}, each.isForeign()});
    }
    for (const Alert::Alternative& other : alert.considered)
        lines.push_back(
            {{}, tr("Ruled out: %1 (%2)").arg(inWords(other.kind), modelText(other.ruledOutReason)), {}, {}, true});
    // As plain text: removes the markup of headings and lists.
    for (QString line : runbook.split(QLatin1Char('\n'), Qt::SkipEmptyParts)) {
        const bool isHeading = line.startsWith(QLatin1Char('#'));
        while (line.startsWith(QLatin1Char('#')))
            line.remove(0, 1);
        lines.push_back({{}, line.trimmed(), {}, {}, isHeading});
    }
    return lines;
}

void AlertDetailsModel::setAlert(const std::optional<Alert>& alert, const QString& runbook,
                                 const std::vector<Judgement>& judged)
{
    std::vector<Line> lines = alert ? linesOf(*alert, runbook, judged) : std::vector<Line>();
    if (lines == m_rows)
        return;
    if (lines.size() == m_rows.size()) {
        m_rows = std::move(lines);
        changeRows(0, rowCount());
        return;
    }
    beginResetModel();
    m_rows = std::move(lines);
    endResetModel();
}

} // namespace lockstep

#include "moc_alertdetailsmodel.cpp"
