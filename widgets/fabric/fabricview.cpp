// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/fabric/fabricview.h"

#include "models/core/metrics/metricnames.h"
#include "models/store/clustermodel.h"
#include "models/view/modeltext.h"
#include "models/view/selection.h"
#include "widgets/common/canvas/legend.h"
#include "widgets/common/controls.h"
#include "widgets/common/metricchoice.h"
#include "widgets/common/text.h"

#include <QComboBox>
#include <QSignalBlocker>
#include <QStringList>
#include <QVBoxLayout>

#include <algorithm>
#include <map>
#include <string>

namespace lockstep {

namespace {

constexpr int narrowestCombo = 56;

void addOrders(QComboBox& combo, bool isOfPairs)
{
    const QSignalBlocker quiet(&combo);
    combo.clear();
    combo.addItem(FabricView::tr("by position"), static_cast<int>(MatrixOrder::Position));
    combo.addItem(FabricView::tr("by job"), static_cast<int>(MatrixOrder::Job));
    if (!isOfPairs)
        combo.addItem(FabricView::tr("by similarity"), static_cast<int>(MatrixOrder::Similarity));
}

} // namespace

FabricView::FabricView(ViewContext context, QWidget* parent)
    : Panel(context, parent), m_canvas(new FabricCanvas(context, this)), m_legend(new Legend(context.theme, this))
{
    makeControls();
    layOutControls();
    setFocusProxy(m_canvas);
    setAutoFillBackground(true);
    setBackgroundRole(QPalette::Base);
    connect(m_canvas, &FabricCanvas::shownChanged, this, &FabricView::showChanged);
    connect(m_legend, &Legend::heldChanged, m_canvas, &FabricCanvas::holdScale);
    connect(&context.selection, &Selection::metricChanged, this, &FabricView::refillQuantities);
    connect(&context.cluster, &ClusterModel::changed, this, [this](const ChangeSet& changes) {
        if (changes.topology)
            guessShape();
        if (changes.metrics)
            refillQuantities();
    });
    if (context.fabric != nullptr)
        connect(context.fabric, &FabricResults::changed, this, &FabricView::refillFamilies);
    showShape(MatrixShape::LeafSpine);
    guessShape();
}

void FabricView::makeControls()
{
    m_shapes = makeCombo(tr("Matrix"), narrowestCombo, this);
    for (const auto& [text, shape] :
         {std::pair(tr("Leaf × spine"), MatrixShape::LeafSpine), std::pair(tr("Node × port"), MatrixShape::NodePort),
          std::pair(tr("GPU × NVLink"), MatrixShape::GpuPort), std::pair(tr("Rank × rank"), MatrixShape::RankRank),
          std::pair(tr("Node × node"), MatrixShape::NodeNode)})
        m_shapes->addItem(text, static_cast<int>(shape));
    connect(m_shapes, &QComboBox::activated, this,
            [this](int index) { setShape(static_cast<MatrixShape>(m_shapes->itemData(index).toInt())); });

    m_quantities = makeCombo(tr("Metric"), narrowestCombo, this);
    connect(m_quantities, &QComboBox::activated, this, &FabricView::chooseQuantity);
    m_spans = makeCombo(tr("Time window"), narrowestCombo, this);
    for (const auto& [text, ticks] : {std::pair(tr("now"), 1), std::pair(tr("over 10 s"), 10),
                                      std::pair(tr("over 30 s"), 30), std::pair(tr("over 1 min"), 60)})
        m_spans->addItem(text, ticks);
    m_spans->setCurrentIndex(2);
    connect(m_spans, &QComboBox::activated, this,
            [this](int index) { m_canvas->setTicks(m_spans->itemData(index).toInt()); });
    m_aggregates = makeCombo(tr("Aggregation of several links or samples into one value"), narrowestCombo, this);
    m_aggregates->addItem(tr("worst"), -1);
    m_aggregates->addItem(tr("mean"), static_cast<int>(Aggregate::Mean));
    m_aggregates->addItem(tr("p99"), static_cast<int>(Aggregate::P99));
    connect(m_aggregates, &QComboBox::activated, this, [this](int index) {
        const int how = m_aggregates->itemData(index).toInt();
        m_canvas->setAggregate(how < 0 ? std::nullopt : std::optional(static_cast<Aggregate>(how)));
    });
    m_orders = makeCombo(tr("Row order"), narrowestCombo, this);
    connect(m_orders, &QComboBox::activated, this,
            [this](int index) { m_canvas->setOrder(static_cast<MatrixOrder>(m_orders->itemData(index).toInt())); });
    m_families = makeCombo(tr("Communicators"), narrowestCombo, this);
    connect(m_families, &QComboBox::activated, this, [this](int index) {
        m_canvas->setPairs(m_pairQuantity, m_families->itemData(index).toString().toStdString());
    });
}

void FabricView::layOutControls()
{
    // Two rows, so that all choices are readable in a dock of 360 pixels.
    auto* what = makeBox<QHBoxLayout>(nullptr, 6, {8, 3, 8, 0});
    what->addWidget(m_shapes);
    what->addWidget(m_quantities, 1);
    auto* how = makeBox<QHBoxLayout>(nullptr, 6, {8, 3, 8, 3});
    for (QWidget* control : std::initializer_list<QWidget*>{m_families, m_aggregates, m_spans, m_orders})
        how->addWidget(control);
    how->addStretch(1);
    auto* layout = makeBox<QVBoxLayout>(this, 0);
    layout->addLayout(what);
    layout->addLayout(how);
    layout->addWidget(m_canvas, 1);
    layout->addWidget(m_legend);
}

bool FabricView::isOfPairs() const
{
    const auto shape = static_cast<MatrixShape>(m_shapes->currentData().toInt());
    return shape == MatrixShape::RankRank || shape == MatrixShape::NodeNode;
}

void FabricView::setShape(MatrixShape shape)
{
    m_isShapeChosen = true;
    showShape(shape);
}

void FabricView::guessShape()
{
    const TopologyPtr& topology = m_context.cluster.store().topology();
    if (m_isShapeChosen || !topology)
        return;
    // A switch inside a node is not part of the network fabric.
    const bool onlyNodes = topology->count(EntityKind::Port) > 0
        && std::ranges::find(topology->roots(), EntityKind::Switch, &EntityRef::kind) == topology->roots().end();
    const MatrixShape shape = onlyNodes ? MatrixShape::NodePort : MatrixShape::LeafSpine;
    if (m_shapes->currentData().toInt() != static_cast<int>(shape))
        showShape(shape);
}

void FabricView::showShape(MatrixShape shape)
{
    m_shapes->setCurrentIndex(m_shapes->findData(static_cast<int>(shape)));
    const bool pairs = isOfPairs();
    m_families->setVisible(pairs);
    m_aggregates->setVisible(!pairs);
    m_spans->setVisible(!pairs);
    m_canvas->setShape(shape);
    addOrders(*m_orders, pairs);
    m_orders->setCurrentIndex(pairs ? 1 : 0); // communication patterns show best by job
    m_canvas->setOrder(static_cast<MatrixOrder>(m_orders->currentData().toInt()));
    refillFamilies();
    refillQuantities();
}

void FabricView::showChanged()
{
    const MatrixContent& content = m_canvas->content();
    const MetricDescriptor* quantity = content.quantity(m_context.cluster.store());
    QString caption;
    if (quantity != nullptr && !content.isEmpty()) {
        m_legend->setScale(m_canvas->scale(), quantity->unit);
        caption = captionNow();
    }
    setCaption(caption);
}

QString FabricView::captionNow() const
{
    const ClusterStore& store = m_context.cluster.store();
    const MatrixContent& content = m_canvas->content();
    const MetricDescriptor& quantity = *content.quantity(store);
    if (!isOfPairs() && !effectiveMetric().isValid())
        return content.summary();
    QStringList parts{modelText(quantity.title)};
    if (!isOfPairs())
        parts.append(tr("%1 %2").arg(m_aggregates->currentText(), m_spans->currentText()));
    parts.append(content.summary());
    if (const auto& worst = m_canvas->worst())
        parts.append(
            tr("worst: %1, %2")
                .arg(content.nameOf(store, *worst), quantityText(static_cast<double>(worst->value), quantity.unit)));
    else if (m_canvas->isAllHealthy())
        parts.append(tr("all healthy"));
    return parts.join(tr(" · "));
}

void FabricView::chooseQuantity(int index)
{
    if (isOfPairs()) {
        m_pairQuantity = static_cast<PairQuantity>(m_quantities->itemData(index).toInt());
        m_canvas->setPairs(m_pairQuantity, m_families->currentData().toString().toStdString());
        return;
    }
    m_chosen = MetricId{m_quantities->itemData(index).toUInt()};
    m_context.selection.setMetric(m_chosen);
}

/// Jobs and their communicators change.
void FabricView::refillFamilies()
{
    if (m_context.fabric == nullptr || !isOfPairs() || m_context.fabric->flows() == m_familiesOf)
        return;
    if (m_context.fabric->flows() == nullptr)
        return; // unknown, possibly only temporarily: keeps the choice
    m_familiesOf = m_context.fabric->flows();
    const NameTable& names = m_context.cluster.store().spans().names();
    std::map<std::string, int, std::less<>> counts;
    for (const CommunicatorFlow& flow : *m_familiesOf)
        ++counts[std::string(familyOf(names.name(NameId{flow.communicator})))];
    QStringList titles{tr("all communicators")};
    QStringList families{QString()};
    for (const auto& [family, count] : counts) {
        families.append(toQString(family));
        titles.append(count == 1 ? families.constLast()
                                 : tr("%1 (%2 communicators)").arg(families.constLast()).arg(count));
    }
    const QString chosen = m_families->currentData().toString();
    const QSignalBlocker quiet(m_families);
    while (m_families->count() > titles.size())
        m_families->removeItem(m_families->count() - 1);
    for (int at = 0; at < titles.size(); ++at) {
        if (at == m_families->count())
            m_families->addItem(QString());
        m_families->setItemText(at, titles[at]);
        m_families->setItemData(at, families[at]);
    }
    m_families->setCurrentIndex(std::max(m_families->findData(chosen), 0));
    if (m_families->currentData().toString() != chosen)
        m_canvas->setPairs(m_pairQuantity, {});
}

MetricId FabricView::effectiveMetric() const
{
    const MetricTable& metrics = m_context.cluster.store().metrics();
    const MetricId shared = m_context.selection.metric();
    if (shared.isValid() && shared.value < metrics.size() && metrics.descriptor(shared).entityKind == EntityKind::Port)
        return shared;
    if (m_chosen.isValid())
        return m_chosen; // kept while other views show a metric of other entities
    const std::vector<MetricId> any = metricsWorstFirst(metrics, EntityKind::Port);
    return any.empty() ? MetricId{} : any.front();
}

void FabricView::refillPairQuantities()
{
    const QSignalBlocker quiet(m_quantities);
    m_quantities->clear();
    for (const PairQuantity each : {PairQuantity::Shortfall, PairQuantity::Bandwidth, PairQuantity::Traffic})
        m_quantities->addItem(titleWithUnit(descriptorOf(each)), static_cast<int>(each));
    m_quantities->setEnabled(true);
    m_quantities->setCurrentIndex(m_quantities->findData(static_cast<int>(m_pairQuantity)));
    m_legend->setHeld(false);
    m_legend->setVisible(true);
}

void FabricView::refillQuantities()
{
    if (isOfPairs())
        return refillPairQuantities();
    const MetricTable& metrics = m_context.cluster.store().metrics();
    const MetricId metric = effectiveMetric();
    const QSignalBlocker quiet(m_quantities);
    m_quantities->clear();
    for (const MetricId each : metricsWorstFirst(metrics, EntityKind::Port))
        m_quantities->addItem(titleWithUnit(metrics.descriptor(each)), each.value);
    m_quantities->setEnabled(metric.isValid());
    m_quantities->setCurrentIndex(m_quantities->findData(metric.value));
    m_legend->setHeld(false);
    m_legend->setVisible(metric.isValid());
    m_canvas->setMetric(metric);
}

} // namespace lockstep

#include "moc_fabricview.cpp"
