// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/tour/momentreader.h"

#include "app/dashboard/composition.h"
#include "app/dashboard/window/mainwindow.h"
#include "app/session/incidents/incidentdraft.h"
#include "datasources/incidents/postmortem.h"
#include "datasources/reports/exportdocument.h"
#include "datasources/reports/report.h"
#include "models/analysis/causality/joinedalerts.h"
#include "models/core/metrics/limits.h"
#include "models/core/metrics/metricnames.h"
#include "models/items/alertdetailsmodel.h"
#include "models/items/alertmodel.h"
#include "models/items/itemroles.h"
#include "models/items/topologyfiltermodel.h"
#include "models/items/topologymodel.h"
#include "tests/support/viewturns.h"
#include "views3d/hallview.h"
#include "views3d/overlay/halltip.h"
#include "widgets/facts/factspanel.h"
#include "widgets/facts/metricfactsmodel.h"
#include "widgets/panels/alertspanel.h"
#include "widgets/panels/header/headerstrip.h"
#include "widgets/panels/topologypanel.h"

#include <QRegularExpression>
#include <QTableView>
#include <QTreeView>

#include <cmath>

namespace lockstep {

namespace {

using namespace Qt::StringLiterals;

/// A report keeps numbers and units together by special spaces.
QString withPlainBlanks(QString text)
{
    for (const char16_t blank : {u'\u2009', u'\u202F', u'\u00A0'})
        text.replace(blank, u' ');
    return text;
}

/// Of a figure of the header: "71 °C".
QString figureIn(const HeaderStrip& header, const QString& label)
{
    for (const HeaderFigure& figure : header.figures()) {
        if (figure.label == label)
            return figure.unit.isEmpty() ? figure.value : figure.value + QChar(0x2009) + figure.unit;
    }
    return {};
}

/// The value column of an entity in the tree.
QString valueIn(const TopologyPanel& panel, EntityRef entity)
{
    const auto* rows = qobject_cast<const TopologyFilterModel*>(panel.tree().model());
    return rows->indexOf(entity, TopologyModel::ValueColumn).data().toString();
}

/// The value of a metric among the facts of the selection.
QString valueIn(const FactsPanel& panel, MetricId metric)
{
    for (int row = 0; row < panel.metrics().rowCount(); ++row) {
        if (panel.metrics().fact(row).metric == metric)
            return panel.metrics().fact(row).valueText;
    }
    return {};
}

} // namespace

void MomentReader::expectSame(const QString& what, const QString& a, const QString& b)
{
    if (a != b)
        m_contradictions << u"%1: \"%2\" and \"%3\""_s.arg(what, a, b);
}

QStringList MomentReader::contradictionsAt(TimePoint moment)
{
    m_contradictions.clear();
    m_tour.composition().selection().clear();
    m_tour.composition().time().setCursor(moment);
    m_tour.rest();
    compareHottest();
    compareAlerts(moment);
    return m_contradictions;
}

void MomentReader::compareAlerts(TimePoint moment)
{
    const auto& panel = *m_tour.window().findChild<AlertsPanel*>();
    const auto& rows = *qobject_cast<const AlertModel*>(panel.table().model());
    int open = 0;
    for (int row = 0; row < rows.rowCount(); ++row)
        open += rows.alertAt(row).state == Alert::State::Cleared ? 0 : 1;
    const QString inHeader = figureIn(*m_tour.window().findChild<HeaderStrip*>(), u"Alerts"_s);
    expectSame(u"alerts in the header and in the panel"_s, inHeader, QString::number(open));
    for (int row = 0; row < rows.rowCount(); ++row) {
        ++m_alertsSeen;
        panel.table().selectRow(row);
        test::handleDueEvents();
        compareStory(moment);
        compareSelection(row);
        compareReport(row);
    }
}

/// The story contains nothing later than the moment.
void MomentReader::compareStory(TimePoint moment)
{
    const auto& rows = *m_tour.window().findChild<AlertsPanel*>()->story().model();
    for (int row = 0; row < rows.rowCount(); ++row) {
        const QModelIndex line = rows.index(row, AlertDetailsModel::WhatColumn);
        const QVariant since = line.data(TimeRole);
        if (since.isValid() && TimePoint(Duration(since.toLongLong())) > moment)
            m_contradictions << u"the story says what comes later: "_s + line.data().toString();
    }
}

/// The title's figure must equal that of selection and tree, and the tree must mark the entity.
void MomentReader::compareSelection(int row)
{
    auto& panel = *m_tour.window().findChild<AlertsPanel*>();
    const auto& rows = *qobject_cast<const AlertModel*>(panel.table().model());
    const Alert alert = rows.alertAt(row);
    if (alert.end || alert.entities.empty())
        return;
    const EntityRef culprit = alert.entities.front();
    const auto& tree = *m_tour.window().findChild<TopologyPanel*>();
    const auto& marks = *qobject_cast<const TopologyFilterModel*>(tree.tree().model());
    const QVariant severity = marks.indexOf(culprit).data(SeverityRole);
    if (!severity.isValid() || severity.toInt() < static_cast<int>(alert.severity))
        m_contradictions << u"the tree does not mark "_s + QString::fromStdString(alert.names.front());
    if (!alert.figure)
        return;
    const ClusterStore& store = m_tour.composition().cluster().store();
    const MetricId metric = store.metrics().find(alert.figure->metric);
    m_tour.composition().selection().setMetric(metric);
    m_tour.composition().selection().select(alert.figure->entity);
    m_tour.rest();
    const QString selected = valueIn(*m_tour.window().findChild<FactsPanel*>(), metric);
    expectSame(u"%1 in the selection and in the tree"_s.arg(QString::fromStdString(alert.figure->metric)), selected,
               valueIn(tree, alert.figure->entity));
    compareHall(metric, alert.figure->entity, selected);
    const QString title = rows.index(row, AlertModel::WhatColumn).data().toString();
    const float value = store.current(metric)[alert.figure->entity.index];
    const bool isAsReported = std::abs(value - alert.figure->told) <= 0.03F * std::max(value, alert.figure->told);
    if (!isAsReported && !title.contains(selected + u" now"_s))
        m_contradictions << u"\"%1\", while the selection says %2"_s.arg(title, selected);
}

/// The header's hottest GPU is the worst of the tree.
void MomentReader::compareHottest()
{
    const ClusterStore& store = m_tour.composition().cluster().store();
    m_tour.composition().selection().setMetric(store.metrics().find(metrics::gpu::temperature));
    m_tour.rest();
    const auto& header = *m_tour.window().findChild<HeaderStrip*>();
    for (const HeaderFigure& figure : header.figures()) {
        if (figure.metric != m_tour.composition().selection().metric() || !figure.entity.isValid())
            continue;
        expectSame(u"the hottest GPU in the header and in the tree"_s, figureIn(header, figure.label),
                   valueIn(*m_tour.window().findChild<TopologyPanel*>(), figure.entity));
        compareHall(figure.metric, figure.entity, figureIn(header, figure.label));
    }
}

/// The value in the hall, for what the hall shows.
void MomentReader::compareHall(MetricId metric, EntityRef entity, const QString& elsewhere)
{
    const QString title
        = QString::fromStdString(m_tour.composition().cluster().store().metrics().descriptor(metric).title);
    const HallTip tip = m_tour.window().findChild<HallView*>()->tipOf(entity);
    for (const auto& [label, value] : tip.facts) {
        if (label != title)
            continue;
        ++m_hallValuesSeen;
        expectSame(title + u" in the hall and elsewhere"_s, value, elsewhere);
    }
}

/// What would be reported of an alert: its culprit, onset, owner and confidence, as the panel has them.
void MomentReader::compareReport(int row)
{
    auto& panel = *m_tour.window().findChild<AlertsPanel*>();
    const Alert alert = qobject_cast<const AlertModel*>(panel.table().model())->alertAt(row);
    Composition& composition = m_tour.composition();
    PostMortem story;
    story.incident
        = draftIncident(composition.viewContext(), "noor", AlertAt{alert, composition.time().cursor()}).incident;
    const QString report = withPlainBlanks(QString::fromStdString(markdownOf(makeReport(story, {}))));
    const auto expect = [&](const QString& words) {
        if (!report.contains(withPlainBlanks(words)))
            m_contradictions << u"the report does not say \"%1\""_s.arg(words);
    };
    expect(QString::fromStdString(alert.title.substr(0, alert.headLength)).left(20));
    expect(u"confidence %1 %"_s.arg(100 * alert.confidence, 0, 'f', 0));
    expect(QString::fromStdString(alert.owners.front()));
    if (!story.incident.range.contains(alert.onset))
        m_contradictions << u"the report leaves the onset out"_s;
    const auto& lines = *panel.story().model();
    for (int line = 0; line < lines.rowCount(); ++line) {
        const QModelIndex what = lines.index(line, AlertDetailsModel::WhatColumn);
        if (!what.data(TimeRole).isValid())
            continue;
        expect(what.data().toString());
        expect(what.siblingAtColumn(AlertDetailsModel::SinceColumn).data().toString());
    }
    if (alert.figure && !alert.end)
        compareWorst(alert, report);
}

/// The report states the worst value so far or that of the title, which is at least as bad as the present value.
void MomentReader::compareWorst(const Alert& alert, const QString& report)
{
    const ClusterStore& store = m_tour.composition().cluster().store();
    const MetricDescriptor& metric = store.metrics().descriptor(store.metrics().find(alert.figure->metric));
    const float value = store.current(store.metrics().find(metric.name))[alert.figure->entity.index];
    constexpr float rounded = 0.03F;
    const bool isAsTold = std::abs(value - alert.figure->told) <= rounded * std::max(value, alert.figure->told);
    if (isAsTold || !isWorse(metric, value, alert.figure->told))
        return;
    static const QRegularExpression worst(u"worst ([0-9.]+)"_s);
    const float said = worst.match(report).captured(1).toFloat();
    if (isWorse(metric, value, said) && std::abs(value - said) > rounded * std::max(value, said))
        m_contradictions << u"the report says worst %1, while the value is %2"_s.arg(said).arg(value);
}

} // namespace lockstep
