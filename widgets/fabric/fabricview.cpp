// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/fabric/fabricview.h"

#include "models/store/clustermodel.h"
#include "models/view/selection.h"
#include "widgets/common/legend.h"
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

constexpr int narrowestCombo = 56;

/// What people look for in a fabric, in this order; all other metrics of ports follow.
constexpr std::string_view firstQuantities[] = {"port.trouble",
                                                "port.uplink.skew",
                                                "port.utilisation",
                                                "port.utilisation.peak",
                                                "port.transmit_wait",
                                                "port.congestion.victims",
                                                "port.falls",
                                                "port.burst",
                                                "port.congestion_marks",
                                                "port.pauses",
                                                "port.retransmits",
                                                "port.symbol_errors",
                                                "port.transmit_drops"};

QComboBox* makeCombo(const QString& name, QWidget* parent)
{
    auto* combo = new QComboBox(parent);
    combo->setAccessibleName(name);
    combo->setToolTip(name);
    combo->setSizeAdjustPolicy(QComboBox::AdjustToContents);
    combo->setMinimumWidth(narrowestCombo); // gives way before the buttons do
    return combo;
}

QToolButton* makeShapeButton(const QString& text, const QString& explanation, QButtonGroup& group, QWidget* parent)
{
    auto* button = new QToolButton(parent);
    button->setText(text);
    button->setToolTip(explanation);
    button->setAccessibleName(text);
    button->setAccessibleDescription(explanation);
    button->setCheckable(true);
    group.addButton(button);
    return button;
}

} // namespace

FabricView::FabricView(ViewContext context, QWidget* parent)
    : QWidget(parent),
      m_context(context),
      m_canvas(new FabricCanvas(context, this)),
      m_legend(new Legend(context.theme, this))
{
    buildControls();
    setFocusProxy(m_canvas);
    setAutoFillBackground(true);
    setBackgroundRole(QPalette::Base);
    connect(m_canvas, &FabricCanvas::shownChanged, this, &FabricView::showChanged);
    connect(m_legend, &Legend::heldChanged, m_canvas, &FabricCanvas::holdScale);
    connect(&context.selection, &Selection::metricChanged, this, &FabricView::refillQuantities);
    connect(&context.cluster, &ClusterModel::changed, this, [this](const ChangeSet& changes) {
        if (changes.metrics)
            refillQuantities();
    });
    refillQuantities();
}

void FabricView::buildControls()
{
    auto* shapes = new QButtonGroup(this);
    m_leafSpine = makeShapeButton(tr("Leaf × spine"), tr("Links from each leaf switch to each spine"), *shapes, this);
    m_nodePort = makeShapeButton(tr("Node × port"), tr("Ports of each node: its rails"), *shapes, this);
    m_leafSpine->setChecked(true);
    connect(m_leafSpine, &QToolButton::clicked, this, [this] { setShape(MatrixShape::LeafSpine); });
    connect(m_nodePort, &QToolButton::clicked, this, [this] { setShape(MatrixShape::NodePort); });

    m_quantities = makeCombo(tr("Quantity"), this);
    connect(m_quantities, &QComboBox::activated, this, [this](int index) {
        m_chosen = MetricId{m_quantities->itemData(index).toUInt()};
        m_context.selection.setMetric(m_chosen);
    });
    m_spans = makeCombo(tr("Over how long"), this);
    for (const auto& [text, ticks] : {std::pair(tr("now"), 1), std::pair(tr("over 10 s"), 10),
                                      std::pair(tr("over 30 s"), 30), std::pair(tr("over 1 min"), 60)})
        m_spans->addItem(text, ticks);
    m_spans->setCurrentIndex(2);
    connect(m_spans, &QComboBox::activated, this,
            [this](int index) { m_canvas->setTicks(m_spans->itemData(index).toInt()); });
    m_aggregates = makeCombo(tr("What several links or moments come to"), this);
    m_aggregates->addItem(tr("worst"), -1);
    m_aggregates->addItem(tr("mean"), static_cast<int>(Aggregate::Mean));
    m_aggregates->addItem(tr("99th percentile"), static_cast<int>(Aggregate::P99));
    connect(m_aggregates, &QComboBox::activated, this, [this](int index) {
        const int how = m_aggregates->itemData(index).toInt();
        m_canvas->setAggregate(how < 0 ? std::nullopt : std::optional(static_cast<Aggregate>(how)));
    });
    m_orders = makeCombo(tr("Order of the rows"), this);
    m_orders->addItem(tr("by position"), static_cast<int>(MatrixOrder::Position));
    m_orders->addItem(tr("by job"), static_cast<int>(MatrixOrder::Job));
    m_orders->addItem(tr("by similarity"), static_cast<int>(MatrixOrder::Similarity));
    connect(m_orders, &QComboBox::activated, this,
            [this](int index) { m_canvas->setOrder(static_cast<MatrixOrder>(m_orders->itemData(index).toInt())); });

    // Two rows: all choices keep readable in a dock of 360 pixels.
    auto* what = new QHBoxLayout;
    what->setContentsMargins(8, 3, 8, 0);
    what->setSpacing(6);
    what->addWidget(m_quantities, 1);
    what->addWidget(m_leafSpine);
    what->addWidget(m_nodePort);
    auto* how = new QHBoxLayout;
    how->setContentsMargins(8, 3, 8, 3);
    how->setSpacing(6);
    for (QWidget* control : std::initializer_list<QWidget*>{m_aggregates, m_spans, m_orders})
        how->addWidget(control);
    how->addStretch(1);
    auto* layout = new QVBoxLayout(this);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->setSpacing(0);
    layout->addLayout(what);
    layout->addLayout(how);
    layout->addWidget(m_canvas, 1);
    layout->addWidget(m_legend);
}

void FabricView::setShape(MatrixShape shape)
{
    m_leafSpine->setChecked(shape == MatrixShape::LeafSpine);
    m_nodePort->setChecked(shape == MatrixShape::NodePort);
    m_canvas->setShape(shape);
}

MetricId FabricView::effectiveMetric() const
{
    const MetricTable& metrics = m_context.cluster.store().metrics();
    const MetricId shared = m_context.selection.metric();
    if (shared.isValid() && shared.value < metrics.size() && metrics.descriptor(shared).entityKind == EntityKind::Port)
        return shared;
    if (m_chosen.isValid())
        return m_chosen; // stays while the others show something that is not of ports
    for (const std::string_view name : firstQuantities) {
        if (const MetricId metric = metrics.find(name); metric.isValid())
            return metric;
    }
    const std::vector<MetricId> any = metrics.ofKind(EntityKind::Port);
    return any.empty() ? MetricId{} : any.front();
}

void FabricView::refillQuantities()
{
    const MetricTable& metrics = m_context.cluster.store().metrics();
    const MetricId metric = effectiveMetric();
    std::vector<MetricId> offered;
    for (const std::string_view name : firstQuantities) {
        if (const MetricId known = metrics.find(name); known.isValid())
            offered.push_back(known);
    }
    for (const MetricId each : metrics.ofKind(EntityKind::Port)) {
        if (std::ranges::find(offered, each) == offered.end())
            offered.push_back(each);
    }
    const QSignalBlocker quiet(m_quantities);
    m_quantities->clear();
    for (const MetricId each : offered)
        m_quantities->addItem(titleWithUnit(metrics.descriptor(each)), each.value);
    m_quantities->setEnabled(metric.isValid());
    m_quantities->setCurrentIndex(m_quantities->findData(metric.value));
    m_legend->setHeld(false);
    m_legend->setVisible(metric.isValid());
    m_canvas->setMetric(metric);
}

void FabricView::showChanged()
{
    const MetricId metric = effectiveMetric();
    const ClusterStore& store = m_context.cluster.store();
    QString caption;
    if (metric.isValid() && !m_canvas->matrix().isEmpty()) {
        const MetricDescriptor& descriptor = store.metrics().descriptor(metric);
        m_legend->setScale(m_canvas->scale(), descriptor.unit);
        caption = tr("%1 · %2 %3 · %4")
                      .arg(toQString(descriptor.title), m_aggregates->currentText(), m_spans->currentText(),
                           countedKind(EntityKind::Link, m_canvas->matrix().linkCount()));
        if (const auto& worst = m_canvas->worst())
            caption += tr(" · worst: %1, %2")
                           .arg(m_canvas->linkName(worst->port),
                                quantityText(static_cast<double>(worst->value), descriptor.unit));
    }
    if (caption == m_caption)
        return;
    m_caption = caption;
    Q_EMIT captionChanged(caption);
}

} // namespace lockstep
