// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/dashboard/dialogs/planningresult.h"

#include "models/analysis/causality/causes.h"
#include "models/analysis/goodput/figuretext.h"
#include "models/core/units.h"
#include "models/view/modeltext.h"
#include "widgets/common/text.h"

#include <QHeaderView>
#include <QJsonArray>
#include <QJsonObject>

#include <algorithm>
#include <cmath>
#include <limits>
#include <map>
#include <vector>

namespace lockstep {

using namespace Qt::StringLiterals;

namespace {

using ShowValue = QString (*)(double value);

QString showHours(double hours)
{
    return toQString(secondsText(hours * hourSeconds));
}

QString showSeconds(double seconds)
{
    return toQString(secondsText(seconds));
}

QString showShare(double share)
{
    return toQString(shareText(share));
}

QString showNumber(double value)
{
    return toQString(formatNumber(value));
}

/// NaN: null or missing.
double numberIn(const QJsonObject& object, const QString& name)
{
    return object[name].toDouble(std::numeric_limits<double>::quiet_NaN());
}

/// A text that a command composed.
QString textIn(const QJsonObject& object, const QString& name)
{
    return modelText(object[name].toString().toStdString());
}

QString kindText(const QString& kind)
{
    const CauseRow* const row = causeRow(std::string_view(kind.toStdString()));
    return row == nullptr ? kind : modelText(row->words);
}

QStringList textsIn(const QJsonValue& list)
{
    QStringList texts;
    for (const QJsonValue& each : list.toArray())
        texts << modelText(each.toString().toStdString());
    return texts;
}

QTreeWidgetItem* addRow(QTreeWidgetItem* parent, const QStringList& cells)
{
    auto* const row = new QTreeWidgetItem(parent, cells);
    for (int column = 0; column < row->columnCount(); ++column)
        row->setToolTip(column, cells[column]); // columns may be narrower than their texts
    return row;
}

/// A reason takes the whole width.
void addReason(QTreeWidgetItem* parent, const QString& text)
{
    addRow(parent, {text})->setFirstColumnSpanned(true);
}

/// How a figure of the plan is shown.
struct FigureRow
{
    QString name;
    QString key; ///< of the value; with "_at_high_rate" and "_at_low_rate", those of the limits
    ShowValue show = nullptr;
    bool fallsWithRate = false; ///< so that the limit at the high rate is the lowest value
};

/// Value and interval of a figure. Without failures, only one limit is known.
QStringList rangeCells(const QJsonObject& job, const FigureRow& row)
{
    const double value = numberIn(job, row.key);
    const double atHighRate = numberIn(job, row.key + u"_at_high_rate"_s);
    const double atLowRate = numberIn(job, row.key + u"_at_low_rate"_s);
    if (!std::isnan(value)) {
        const auto [low, high] = std::minmax(atHighRate, atLowRate);
        return {row.name, row.show(value), PlanningResult::tr("%1 to %2").arg(row.show(low), row.show(high))};
    }
    if (std::isnan(atHighRate))
        return {row.name, PlanningResult::tr("unknown"), {}};
    return {row.name,
            (row.fallsWithRate ? PlanningResult::tr("at least %1") : PlanningResult::tr("at most %1"))
                .arg(row.show(atHighRate)),
            {}};
}

/// Time between events for a rate per hour, its interval, and its source.
QStringList rateCells(const QString& name, const QJsonObject& rate)
{
    const double hours = numberIn(rate, u"hours"_s);
    if (!(hours > 0))
        return {name, PlanningResult::tr("unknown"), {}, PlanningResult::tr("no data")};
    const int events = rate[u"events"_s].toInt();
    const QString basis = PlanningResult::tr("%n failures in %1 h", nullptr, events).arg(showNumber(hours));
    const QString shortest = showHours(1 / numberIn(rate, u"high"_s));
    if (events == 0)
        return {name, PlanningResult::tr("at least %1").arg(shortest), {}, basis};
    return {name, showHours(1 / numberIn(rate, u"per_hour"_s)),
            PlanningResult::tr("%1 to %2").arg(shortest, showHours(1 / numberIn(rate, u"low"_s))), basis};
}

/// "12 s (train-a)", or the reason why it is unknown.
QString inputText(const QJsonObject& job, const QString& key, const QString& unit, ShowValue show)
{
    const double value = numberIn(job, key + unit);
    const QString source = textIn(job, key + u"_from"_s);
    return std::isnan(value) ? source : u"%1 (%2)"_s.arg(show(value), source);
}

QString exclusionText(const QJsonObject& node)
{
    const QString reason = node[u"reason"_s].toString();
    const QString because = textIn(node, u"because"_s);
    return reason == "silent"_L1   ? PlanningResult::tr("no data from its GPUs")
        : reason == "drained"_L1   ? PlanningResult::tr("drained or down, according to the scheduler")
        : reason == "held"_L1      ? PlanningResult::tr("held by %1").arg(because)
        : reason == "port_down"_L1 ? PlanningResult::tr("port down: %1").arg(because)
                                   : because;
}

} // namespace

PlanningResult::PlanningResult(QWidget* parent) : QTreeWidget(parent)
{
    setAccessibleName(tr("Answer"));
    setAlternatingRowColors(false);
    setUniformRowHeights(true);
    setTextElideMode(Qt::ElideRight);
    setEditTriggers(QAbstractItemView::NoEditTriggers);
    setSelectionBehavior(QAbstractItemView::SelectRows);
    setAllColumnsShowFocus(true);
    header()->setDefaultAlignment(Qt::AlignLeft | Qt::AlignVCenter);
}

void PlanningResult::begin(const QStringList& columns)
{
    clear();
    setColumnCount(static_cast<int>(columns.size()));
    setHeaderLabels(columns);
}

QTreeWidgetItem* PlanningResult::addGroup(const QString& title, bool isOpen)
{
    auto* const group = new QTreeWidgetItem(this, QStringList(title));
    QFont bold = font();
    bold.setWeight(QFont::DemiBold);
    group->setFont(0, bold);
    group->setFirstColumnSpanned(true);
    group->setExpanded(isOpen);
    return group;
}

/// Gives the last column the remaining width, and hides groups without rows.
void PlanningResult::finish()
{
    constexpr int gap = 16;
    for (int column = 0; column + 1 < columnCount(); ++column) {
        resizeColumnToContents(column);
        setColumnWidth(column, columnWidth(column) + gap);
    }
    for (int row = topLevelItemCount() - 1; row >= 0; --row)
        topLevelItem(row)->setHidden(topLevelItem(row)->childCount() == 0);
}

void PlanningResult::showPlaces(const QJsonObject& places)
{
    const QString kind = places[u"headroom"_s].toString();
    begin({tr("Node"),
           kind == "predicted"_L1         ? tr("Headroom at full power")
               : kind == "temperature"_L1 ? tr("Hottest GPU")
                                          : tr("Headroom"),
           tr("Leaf switches"), tr("Problems")});
    headerItem()->setToolTip(1,
                             tr("How far the hottest GPU of the node stays below its slowdown limit. If no limit is "
                                "known, its temperature."));
    addFree(places);
    addExcluded(places);
    finish();
}

void PlanningResult::addFree(const QJsonObject& places)
{
    const QJsonArray free = places[u"free"_s].toArray();
    const auto wanted = std::min(places[u"wanted"_s].toInteger(), static_cast<qint64>(free.size()));
    const bool isTemperature = places[u"headroom"_s].toString() == "temperature"_L1;
    QTreeWidgetItem* const best = addGroup(tr("Best nodes for this job: %1").arg(wanted), true);
    QTreeWidgetItem* const others = addGroup(tr("Other free nodes: %1").arg(free.size() - wanted), false);
    for (qsizetype at = 0; at < free.size(); ++at) {
        const QJsonObject node = free[at].toObject();
        const double headroom = numberIn(node, u"headroom_k"_s);
        const QStringList problems = textsIn(node[u"causes"_s]);
        QTreeWidgetItem* const row
            = addRow(at < wanted ? best : others,
                     {node[u"node"_s].toString(),
                      std::isnan(headroom) ? tr("unknown")
                          : isTemperature  ? quantityText(-headroom, Unit::Celsius)
                                           : quantityText(headroom, Unit::KelvinDelta),
                      node[u"leaves"_s].toArray().isEmpty() ? tr("unknown") : textsIn(node[u"leaves"_s]).join(u", "_s),
                      problems.isEmpty() ? tr("none") : tr("%n problems", nullptr, static_cast<int>(problems.size()))});
        for (const QString& problem : problems)
            addReason(row, problem);
    }
}

/// By reason.
void PlanningResult::addExcluded(const QJsonObject& places)
{
    const QJsonArray excluded = places[u"excluded"_s].toArray();
    std::map<QString, QStringList> nodesOf;
    for (const QJsonValue& each : excluded)
        nodesOf[exclusionText(each.toObject())] << each.toObject()[u"node"_s].toString();
    QTreeWidgetItem* const group = addGroup(tr("Excluded nodes: %1").arg(excluded.size()), false);
    for (const auto& [reason, nodes] : nodesOf) {
        QTreeWidgetItem* const row = addRow(group, {u"%1: %2"_s.arg(reason, QString::number(nodes.size()))});
        row->setFirstColumnSpanned(true);
        for (const QString& node : nodes)
            addRow(row, {node});
    }
}

void PlanningResult::showPlan(const QJsonObject& plan)
{
    begin({tr("Figure"), tr("Value"), tr("95 % interval"), tr("Based on")});
    addJob(plan);
    addFailures(plan);
    finish();
}

void PlanningResult::addJob(const QJsonObject& plan)
{
    const QJsonObject job = plan[u"job"_s].toObject();
    const double nodes = numberIn(job, u"nodes"_s);
    QTreeWidgetItem* const group
        = addGroup(std::isnan(nodes) ? tr("Job of unknown size")
                                     : tr("Job on %1 nodes", nullptr, qRound(nodes)).arg(showNumber(nodes)),
                   true);
    const auto add = [group](QStringList cells, const QString& basis) {
        addRow(group, cells << basis);
    };
    const QString rate = job[u"rate"_s].toString();
    const QJsonObject events = plan[rate].toObject();
    const int count = events[u"events"_s].toInt();
    const QString hours = showNumber(numberIn(events, u"hours"_s));
    add(rangeCells(job, {tr("Mean time between failures (MTBF)"), u"mtbf_h"_s, showHours, true}),
        rate == "restarts"_L1 ? tr("%n job restarts in %1 node hours", nullptr, count).arg(hours)
                              : tr("%n component failures in %1 node hours", nullptr, count).arg(hours));
    add(rangeCells(job, {tr("Optimal checkpoint interval (Daly)"), u"interval_s"_s, showSeconds, true}),
        tr("time per checkpoint: %1").arg(inputText(job, u"checkpoint"_s, u"_s"_s, showSeconds)));
    add(rangeCells(job, {tr("Time lost to checkpoints and failures"), u"lost_share"_s, showShare, false}),
        tr("time per restart: %1").arg(inputText(job, u"restart"_s, u"_s"_s, showSeconds)));
    const double spares = numberIn(job, u"spares"_s);
    const double mostSpares = numberIn(job, u"spares_at_high_rate"_s);
    const QString most = std::isnan(mostSpares) ? QString() : tr("at most %1").arg(showNumber(mostSpares));
    add({tr("Spare nodes (waits for a repair: less than 5 % of the time)"),
         !std::isnan(spares)  ? showNumber(spares)
             : most.isEmpty() ? tr("unknown")
                              : most,
         std::isnan(spares) ? QString() : most},
        tr("time to repair: %1").arg(inputText(job, u"repair"_s, u"_h"_s, showHours)));
    if (const double drained = numberIn(job, u"drained_at_once"_s); !std::isnan(drained))
        add({tr("Nodes drained at the same time"), tr("at most %1").arg(showNumber(drained)), {}},
            tr("95th percentile over time. If it exceeds the number of spare nodes for a job on all nodes, nodes fail "
               "in groups."));
    const double hit = numberIn(job, u"failing_cost_stopped"_s);
    const double slowed = hit * numberIn(job, u"slowed_share"_s);
    add({tr("Output lost if 1 % of the GPUs fail and stop their jobs"),
         std::isnan(hit) ? tr("unknown") : showShare(hit),
         {}},
        textIn(job, u"failing_cost_stopped_from"_s));
    add({tr("Output lost if 1 % of the GPUs slow their jobs down"),
         std::isnan(slowed) ? tr("unknown") : showShare(slowed),
         {}},
        textIn(job, u"slowed_share_from"_s));
}

void PlanningResult::addFailures(const QJsonObject& plan)
{
    QTreeWidgetItem* const interruptions = addGroup(tr("Time between interruptions of a node"), true);
    addRow(interruptions, rateCells(tr("Job restarts"), plan[u"restarts"_s].toObject()));
    addRow(interruptions, rateCells(tr("Component failures that stop a job"), plan[u"stops"_s].toObject()));
    QTreeWidgetItem* const parts = addGroup(tr("Time between failures of a component"), true);
    for (const QJsonValue& each : plan[u"parts"_s].toArray()) {
        const QJsonObject part = each.toObject();
        QTreeWidgetItem* const row = addRow(parts, rateCells(textIn(part, u"part"_s), part));
        const QJsonObject causes = part[u"causes"_s].toObject();
        for (auto cause = causes.begin(); cause != causes.end(); ++cause)
            addReason(row, u"%1: %2"_s.arg(kindText(cause.key())).arg(cause.value().toInteger()));
        if (!causes.isEmpty())
            addReason(row,
                      tr("Can stop a job: %1. Can slow a job down: %2. On nodes with a running job: %3.")
                          .arg(part[u"stops"_s].toInteger())
                          .arg(part[u"slows"_s].toInteger())
                          .arg(part[u"under_jobs"_s].toInteger()));
        QStringList blind;
        for (const QJsonValue& kind : part[u"blind"_s].toArray())
            blind << kindText(kind.toString());
        if (!blind.isEmpty())
            addReason(row, tr("No detector had data for: %1").arg(blind.join(u", "_s)));
    }
}

} // namespace lockstep

#include "moc_planningresult.cpp"
