// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/serving/poolspanel.h"

#include "models/analysis/causality/joinedalerts.h"
#include "models/core/metrics/metriccatalogue.h"
#include "models/store/clustermodel.h"
#include "models/view/modeltext.h"
#include "models/view/time/timewindow.h"
#include "widgets/common/controls.h"
#include "widgets/common/emptystate.h"
#include "widgets/common/text.h"
#include "widgets/jobs/figuretree.h"
#include "widgets/serving/poolscanvas.h"
#include "widgets/serving/poolsreport.h"

#include <QScrollArea>
#include <QVBoxLayout>

#include <cmath>
#include <utility>

namespace lockstep {

namespace {

QString objectiveText(const PathObjective& objective)
{
    const QString value = quantityText(static_cast<double>(objective.value), Unit::Seconds);
    if (objective.target <= 0)
        return PoolsPanel::tr("%1, no target").arg(value);
    const QString target = quantityText(objective.target, Unit::Seconds);
    if (std::isnan(objective.burn))
        return PoolsPanel::tr("%1, target %2; burn rate available after five minutes").arg(value, target);
    return PoolsPanel::tr("%1, target %2, burn rate %3")
        .arg(value, target, quantityText(static_cast<double>(objective.burn), Unit::None));
}

Figure objectiveFigure(const PathObjective& objective)
{
    Figure figure{nameOfObjective(objective).toStdString(),
                  objectiveText(objective).toStdString(),
                  !std::isnan(objective.value),
                  {},
                  {}};
    if (objective.target <= 0) {
        figure.formula
            = PoolsPanel::tr("to set a target, add [[target]] for the service to the cluster file").toStdString();
        return figure;
    }
    figure.formula
        = PoolsPanel::tr("burn rate = (share of the last hour that missed the target) / (share that the target allows)")
              .toStdString();
    figure.inputs.emplace_back(PoolsPanel::tr("required share of time within the target").toStdString(),
                               quantityText(objective.share, Unit::Ratio).toStdString());
    return figure;
}

/// "decode × 2: no active alert", with its values when it is expanded.
Figure stageFigure(const PathStage& stage)
{
    const bool isHealthy = stage.trouble.title.empty();
    Figure figure{nameOfStage(stage).toStdString(),
                  (isHealthy ? PoolsPanel::tr("no active alerts") : modelText(stage.trouble.title)).toStdString(),
                  true,
                  {},
                  {}};
    for (const PathStage::Value& value : stage.values) {
        const MetricDescriptor* const metric = findMetric(value.metric);
        figure.inputs.emplace_back(metric != nullptr ? modelText(metric->title).toStdString()
                                                     : std::string(value.metric),
                                   textOfPathValue(value).toStdString());
    }
    if (stage.values.empty())
        figure.inputs.emplace_back(PoolsPanel::tr("metrics").toStdString(), PoolsPanel::tr("no data").toStdString());
    return figure;
}

std::vector<FigureGroup> groupsOf(const PoolsReport& report)
{
    std::vector<FigureGroup> groups;
    for (const ServicePath& path : report.services) {
        FigureGroup& group = groups.emplace_back(FigureGroup{path.name, {}});
        for (const PathObjective& objective : path.objectives)
            group.figures.push_back(objectiveFigure(objective));
        for (const PathStage& stage : path.stages)
            group.figures.push_back(stageFigure(stage));
    }
    if (report.others > 0)
        groups.push_back(
            {PoolsPanel::tr("%n more services are not shown", nullptr, static_cast<int>(report.others)).toStdString(),
             {}});
    return groups;
}

QString captionOf(const PoolsReport& report)
{
    if (report.services.empty())
        return {};
    const ServicePath& first = report.services.front();
    QString caption = PoolsPanel::tr("%n services", nullptr, static_cast<int>(report.services.size() + report.others));
    if (report.services.size() == 1)
        caption = toQString(first.name);
    if (!std::isnan(first.requests) && report.services.size() == 1)
        caption = PoolsPanel::tr("%1: request rate %2")
                      .arg(caption, quantityText(static_cast<double>(first.requests), Unit::PerSecond));
    return caption;
}

} // namespace

PoolsPanel::PoolsPanel(ViewContext context, QWidget* parent)
    : MomentPanel(context, parent), m_canvas(new PoolsCanvas(context, this)), m_figures(new FigureTree(context, this))
{
    m_figures->setAccessibleName(tr("Response times, targets and alerts; expand a line to see its formula"));
    auto* const page = new QWidget;
    auto* const lines = makeBox<QVBoxLayout>(page, 0);
    lines->addWidget(m_canvas, 3);
    lines->addWidget(m_figures, 2);
    auto* const scroll = new QScrollArea; // in a low panel
    scroll->setFrameShape(QFrame::NoFrame);
    scroll->setWidgetResizable(true);
    scroll->setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    scroll->setFocusPolicy(Qt::NoFocus); // its canvas and its figures have it
    scroll->setWidget(page);
    setContent(scroll);
    setFocusProxy(m_canvas);
    refresh();
}

bool PoolsPanel::read()
{
    const ClusterStore& store = m_context.cluster.store();
    const TimePoint moment = shownMoment();
    const std::vector<Alert> none;
    PoolsReport report = readPools(store, m_context.alerts != nullptr ? m_context.alerts->at(moment) : none,
                                   m_context.time.range(), moment);
    const bool isPending = report.isPending;
    const QString caption = captionOf(report);
    if (caption.isEmpty()) {
        explainEmpty(report);
    } else {
        m_figures->setGroups(groupsOf(report));
        m_canvas->show(std::move(report));
    }
    showContent(!caption.isEmpty());
    setCaption(caption);
    return isPending;
}

void PoolsPanel::explainEmpty(const PoolsReport& report)
{
    if (report.isPending)
        return m_empty->setText(tr("Loading…"), tr("Loading the services from the recording."));
    m_empty->setText(
        tr("No serving metrics at this moment."),
        tr("Connect to a Prometheus server that scrapes vLLM, SGLang, Triton, Dynamo or KServe, or import its data."));
}

} // namespace lockstep

#include "moc_poolspanel.cpp"
