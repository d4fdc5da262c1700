// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/heatmap/metricgridview.h"

#include "models/store/clustermodel.h"
#include "models/view/modeltext.h"
#include "models/view/selection.h"
#include "models/view/time/timewindow.h"
#include "widgets/common/canvas/legend.h"
#include "widgets/common/controls.h"
#include "widgets/common/metricchoice.h"
#include "widgets/common/text.h"

#include <QButtonGroup>
#include <QComboBox>
#include <QSignalBlocker>
#include <QToolButton>
#include <QVBoxLayout>

#include <algorithm>

namespace lockstep {

namespace {

constexpr std::size_t fewColumns = 12;

/// With up to a dozen entities, all current values are more useful than the course of one metric.
bool isWideRatherThanLong(const ClusterStore& store, EntityKind kind)
{
    return store.topology()->count(kind) <= fewColumns && store.metrics().ofKind(kind).size() > 2;
}

constexpr int narrowestChoice = 64;
constexpr int controlSpacing = 6;
constexpr int controlMargin = 8;

} // namespace

MetricGridView::MetricGridView(ViewContext context, QWidget* parent) : MetricGridView(context, std::nullopt, parent) { }

MetricGridView::MetricGridView(ViewContext context, EntityKind kind, QWidget* parent)
    : MetricGridView(context, std::optional(kind), parent)
{ }

MetricGridView::MetricGridView(ViewContext context, std::optional<EntityKind> onlyKind, QWidget* parent)
    : Panel(context, parent),
      m_onlyKind(onlyKind),
      m_canvas(new HeatCanvas(context, this)),
      m_legend(new Legend(context.theme, this))
{
    buildControls();
    setFocusProxy(m_canvas);
    setAutoFillBackground(true);
    setBackgroundRole(QPalette::Base);
    m_legend->hide();
    connect(m_canvas, &HeatCanvas::shownChanged, this, &MetricGridView::showChanged);
    connect(m_legend, &Legend::heldChanged, m_canvas, &HeatCanvas::holdScale);
    connect(&context.selection, &Selection::metricChanged, this, &MetricGridView::refillChoices);
    connect(&context.cluster, &ClusterModel::changed, this, [this](const ChangeSet& changes) {
        if (changes.metrics || changes.topology)
            refillChoices();
    });
    refillChoices();
}

void MetricGridView::buildControls()
{
    m_overTime = makeModeButton(tr("Over time"), tr("One metric over time, one row per component"), this);
    m_byMetric = makeModeButton(tr("By metric"),
                                tr("All metrics at the cursor, one column per metric, each with its own scale"), this);
    m_overTime->setChecked(true);
    auto* modes = new QButtonGroup(this);
    modes->addButton(m_overTime);
    modes->addButton(m_byMetric);
    connect(m_overTime, &QToolButton::clicked, this, [this] { setMode(GridMode::OverTime); });
    connect(m_byMetric, &QToolButton::clicked, this, [this] { setMode(GridMode::ByMetric); });
    m_kinds = makeCombo(tr("Kind of component"), narrowestChoice, this);
    m_kinds->setVisible(!m_onlyKind);
    m_metrics = makeCombo(tr("Metric"), narrowestChoice, this);
    connect(m_kinds, &QComboBox::activated, this, &MetricGridView::chooseKind);
    connect(m_metrics, &QComboBox::activated, this, &MetricGridView::chooseMetric);

    auto* controls = makeBox<QVBoxLayout>(nullptr, 3, {controlMargin, 3, controlMargin, 3});
    m_controls = new QHBoxLayout;
    m_controls->setSpacing(controlSpacing);
    m_controls->addWidget(m_kinds);
    m_controls->addWidget(m_metrics);
    m_controls->addStretch(1);
    m_controls->addWidget(m_overTime);
    m_controls->addWidget(m_byMetric);
    m_secondRow = new QHBoxLayout;
    controls->addLayout(m_controls);
    controls->addLayout(m_secondRow);
    auto* layout = makeBox<QVBoxLayout>(this, 0);
    layout->addLayout(controls);
    layout->addWidget(m_canvas, 1);
    layout->addWidget(m_legend);
}

/// Moves the metric to its own row if its name does not fit beside the buttons.
void MetricGridView::arrangeControls()
{
    const int kinds = m_onlyKind ? 0 : widthForCurrentText(*m_kinds) + controlSpacing;
    const int buttons = m_overTime->sizeHint().width() + m_byMetric->sizeHint().width() + 3 * controlSpacing;
    const int room = width() - 2 * controlMargin;
    m_kinds->setMinimumWidth(std::max(narrowestChoice, kinds - controlSpacing));
    const bool needsRow = kinds + widthForCurrentText(*m_metrics) + buttons > room;
    const bool hasRow = m_secondRow->indexOf(m_metrics) >= 0;
    if (needsRow && !hasRow) {
        m_controls->removeWidget(m_metrics);
        m_secondRow->addWidget(m_metrics);
    } else if (!needsRow && hasRow) {
        m_secondRow->removeWidget(m_metrics);
        m_controls->insertWidget(1, m_metrics);
    }
}

void MetricGridView::resizeEvent(QResizeEvent* event)
{
    QWidget::resizeEvent(event);
    arrangeControls();
}

void MetricGridView::setMode(GridMode mode)
{
    m_modeIsChosen = true;
    showMode(mode);
}

void MetricGridView::showMode(GridMode mode)
{
    m_overTime->setChecked(mode == GridMode::OverTime);
    m_byMetric->setChecked(mode == GridMode::ByMetric);
    m_legend->setHeld(false);
    m_canvas->setMode(mode);
}

MetricId MetricGridView::effectiveMetric() const
{
    const MetricTable& metrics = m_context.cluster.store().metrics();
    const MetricId shared = m_context.selection.metric();
    if (!m_onlyKind)
        return shared.isValid() ? shared : defaultMetric(metrics);
    if (shared.isValid() && shared.value < metrics.size() && metrics.descriptor(shared).entityKind == *m_onlyKind)
        return shared;
    if (m_chosen.isValid())
        return m_chosen;
    const std::vector<MetricId> any = metricsWorstFirst(metrics, *m_onlyKind);
    return any.empty() ? MetricId{} : any.front();
}

void MetricGridView::refillChoices()
{
    const ClusterStore& store = m_context.cluster.store();
    const MetricId metric = effectiveMetric();
    m_legend->setHeld(false);
    m_canvas->setMetric(metric);
    const QSignalBlocker kindsQuiet(m_kinds);
    const QSignalBlocker metricsQuiet(m_metrics);
    m_kinds->clear();
    m_metrics->clear();
    m_kinds->setEnabled(metric.isValid());
    m_metrics->setEnabled(metric.isValid());
    if (!metric.isValid())
        return;
    const EntityKind kind = store.metrics().descriptor(metric).entityKind;
    m_legend->show();
    if (!m_modeIsChosen && store.topology())
        showMode(isWideRatherThanLong(store, kind) ? GridMode::ByMetric : GridMode::OverTime);
    for (std::size_t i = 0; i < entityKindCount; ++i) {
        const auto each = static_cast<EntityKind>(i);
        if (!store.metrics().ofKind(each).empty())
            m_kinds->addItem(kindTitle(each), static_cast<int>(i));
    }
    m_kinds->setCurrentIndex(m_kinds->findData(static_cast<int>(kind)));
    for (const MetricId each : metricsWorstFirst(store.metrics(), kind)) {
        const MetricDescriptor& descriptor = store.metrics().descriptor(each);
        m_metrics->addItem(titleWithUnit(descriptor), each.value);
    }
    m_metrics->setCurrentIndex(m_metrics->findData(metric.value));
    m_metrics->setToolTip(m_metrics->currentText());
    arrangeControls();
}

void MetricGridView::chooseKind(int index)
{
    const auto kind = static_cast<EntityKind>(m_kinds->itemData(index).toInt());
    const std::vector<MetricId> metrics = m_context.cluster.store().metrics().ofKind(kind);
    if (!metrics.empty())
        m_context.selection.setMetric(metrics.front());
}

void MetricGridView::chooseMetric(int index)
{
    m_chosen = MetricId{m_metrics->itemData(index).toUInt()};
    m_context.selection.setMetric(m_chosen);
}

void MetricGridView::showChanged()
{
    const MetricId metric = effectiveMetric();
    if (!metric.isValid())
        return;
    const MetricDescriptor& descriptor = m_context.cluster.store().metrics().descriptor(metric);
    if (const auto scale = m_canvas->content().scale())
        m_legend->setScale(*scale, descriptor.unit);
    else
        m_legend->setSentence(tr("each metric has its own scale, from low to high"), ColourMap::Cividis);

    const QString who = countedKind(descriptor.entityKind, m_canvas->entityCount());
    const QString caption = mode() == GridMode::OverTime
        ? tr("%1 (%2) over time · %3").arg(modelText(descriptor.title), unitText(descriptor.unit), who)
        : tr("all metrics at the cursor, each in its own unit · %1").arg(who);
    setCaption(caption);
}

} // namespace lockstep

#include "moc_metricgridview.cpp"
