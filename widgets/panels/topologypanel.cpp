// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/panels/topologypanel.h"

#include "models/items/topologyfiltermodel.h"
#include "models/items/topologymodel.h"
#include "models/store/clustermodel.h"
#include "models/view/colour/theme.h"
#include "models/view/modeltext.h"
#include "models/view/selection.h"
#include "widgets/common/controls.h"
#include "widgets/common/text.h"
#include "widgets/panels/paneltable.h"

#include <QEvent>
#include <QHBoxLayout>
#include <QHeaderView>
#include <QLineEdit>
#include <QMouseEvent>
#include <QScopedValueRollback>
#include <QToolButton>
#include <QTreeView>
#include <QVBoxLayout>

#include <algorithm>

namespace lockstep {

namespace {

/// Filtered trees up to this size are expanded; more rows would block the window.
constexpr std::size_t maxToExpand = 3000;
/// Racks of a cluster with more nodes are collapsed, so that all of them can be seen.
constexpr std::size_t maxOpenNodes = 16;

std::size_t entityCount(const Topology& topology)
{
    std::size_t count = 0;
    for (std::size_t kind = 0; kind < entityKindCount; ++kind)
        count += topology.count(static_cast<EntityKind>(kind));
    return count;
}

} // namespace

TopologyPanel::TopologyPanel(ViewContext context, QWidget* parent)
    : Panel(context, parent),
      m_model(new TopologyModel(context.cluster, context.selection, this)),
      m_proxy(new TopologyFilterModel(this)),
      m_filter(new QLineEdit),
      m_onlyUnhealthy(new QToolButton),
      m_tree(new QTreeView)
{
    if (context.alerts != nullptr)
        m_model->setAlerts(*context.alerts, context.time);
    m_proxy->setTopologyModel(m_model);
    m_filter->setPlaceholderText(tr("Filter: rack, node, GPU..."));
    m_filter->setClearButtonEnabled(true);
    m_filter->setAccessibleName(tr("Topology filter"));
    m_onlyUnhealthy->setText(tr("Unhealthy"));
    m_onlyUnhealthy->setCheckable(true);
    m_onlyUnhealthy->setFocusPolicy(Qt::StrongFocus);
    m_onlyUnhealthy->setToolTip(tr("Show only components that are stale, silent or beyond a limit"));
    m_onlyUnhealthy->setAccessibleName(tr("Show only unhealthy components"));
    makeTree();

    auto* line = makeBox<QHBoxLayout>(nullptr, 6, {6, 4, 6, 4});
    line->addWidget(m_filter, 1);
    line->addWidget(m_onlyUnhealthy);
    auto* lines = makeBox<QVBoxLayout>(this, 0);
    lines->addLayout(line);
    lines->addWidget(m_tree, 1);
    setFocusProxy(m_tree);

    m_filter->installEventFilter(this);
    connect(m_filter, &QLineEdit::textChanged, this, &TopologyPanel::narrow);
    connect(m_onlyUnhealthy, &QToolButton::toggled, this, &TopologyPanel::narrow);
    connectSelection();
    expandRelevant();
    refreshCaption();
}

void TopologyPanel::makeTree()
{
    m_tree->setModel(m_proxy);
    auto* delegate = new EntityDelegate(m_context, m_tree);
    delegate->setMarkColumn(TopologyModel::StateColumn);
    delegate->setNameColumns({TopologyModel::NameColumn});
    m_tree->setItemDelegate(delegate);
    m_tree->setAccessibleName(tr("Topology"));
    m_tree->setUniformRowHeights(true);
    m_tree->setSelectionMode(QAbstractItemView::ExtendedSelection);
    m_tree->setEditTriggers(QAbstractItemView::NoEditTriggers);
    m_tree->setIndentation(12);
    m_tree->setMouseTracking(true);
    m_tree->setSortingEnabled(true);
    m_tree->sortByColumn(TopologyModel::StateColumn, Qt::AscendingOrder); // problems first
    m_tree->viewport()->installEventFilter(this);
    QHeaderView* header = m_tree->header();
    header->setStretchLastSection(false);
    header->setTextElideMode(Qt::ElideRight);
    header->setSectionResizeMode(TopologyModel::NameColumn, QHeaderView::Stretch);
    header->setSectionResizeMode(TopologyModel::ValueColumn, QHeaderView::Interactive);
    header->setSectionResizeMode(TopologyModel::StateColumn, QHeaderView::Interactive);
    header->resizeSection(TopologyModel::ValueColumn,
                          m_tree->fontMetrics().horizontalAdvance(QStringLiteral("999 GB/s")) + 4);
    int widestState = 0;
    for (const QString& state :
         {TopologyModel::tr("critical"), TopologyModel::tr("warning"), QStringLiteral("12 stale")})
        widestState = std::max(widestState, m_tree->fontMetrics().horizontalAdvance(state));
    header->resizeSection(TopologyModel::StateColumn, widestState + 26);
    // New racks of a small cluster are expanded; those that the user collapsed stay collapsed.
    connect(m_proxy, &QAbstractItemModel::rowsInserted, this, [this](const QModelIndex& parent, int first, int last) {
        const bool isOpened = !parent.isValid() && m_model->topology().count(EntityKind::Node) <= maxOpenNodes;
        for (int row = first; isOpened && row <= last; ++row)
            m_tree->expand(m_proxy->index(row, 0));
    });
}

void TopologyPanel::connectSelection()
{
    Selection& selection = m_context.selection;
    connect(m_tree->selectionModel(), &QItemSelectionModel::selectionChanged, this, &TopologyPanel::applySelection);
    connect(&selection, &Selection::selectedChanged, this, &TopologyPanel::showSelection);
    connect(&selection, &Selection::metricChanged, this, &TopologyPanel::refreshCaption);
    connect(&selection, &Selection::hoveredChanged, m_tree->viewport(), qOverload<>(&QWidget::update));
    connect(&m_context.theme, &Theme::changed, m_tree->viewport(), qOverload<>(&QWidget::update));
    connect(m_tree, &QTreeView::entered, this,
            [this](const QModelIndex& index) { m_context.selection.setHovered(m_proxy->entityOf(index)); });
}

void TopologyPanel::focusFilter()
{
    m_filter->setFocus(Qt::ShortcutFocusReason);
    m_filter->selectAll();
}

void TopologyPanel::narrow()
{
    m_proxy->setText(m_filter->text());
    m_proxy->setOnlyUnhealthy(m_onlyUnhealthy->isChecked());
    expandRelevant();
    showSelection();
}

void TopologyPanel::expandRelevant()
{
    const Topology& topology = *m_context.cluster.store().topology();
    const bool isNarrowed = !m_filter->text().trimmed().isEmpty() || m_onlyUnhealthy->isChecked();
    const bool isOneNode = topology.count(EntityKind::Node) <= 1;
    if ((isNarrowed || isOneNode) && entityCount(topology) <= maxToExpand)
        m_tree->expandAll();
    else if (isNarrowed)
        m_tree->expandToDepth(1);
    else if (topology.count(EntityKind::Node) <= maxOpenNodes)
        m_tree->expandToDepth(0);
    else
        m_tree->collapseAll();
}

void TopologyPanel::showSelection()
{
    if (!isVisible() || m_isTaking)
        return;
    const QScopedValueRollback taking(m_isTaking, true);
    QItemSelection shown;
    for (const EntityRef entity : m_context.selection.selected()) {
        const QModelIndex index = m_proxy->indexOf(entity);
        if (index.isValid())
            shown.select(index, index);
    }
    m_tree->selectionModel()->select(shown, QItemSelectionModel::ClearAndSelect | QItemSelectionModel::Rows);
    const QModelIndex current = m_proxy->indexOf(m_context.selection.current());
    if (current.isValid()) {
        m_tree->selectionModel()->setCurrentIndex(current, QItemSelectionModel::NoUpdate);
        m_tree->scrollToTop(); // keeps problems in view
        m_tree->scrollTo(current);
    }
}

void TopologyPanel::applySelection()
{
    if (m_isTaking)
        return;
    const QScopedValueRollback giving(m_isTaking, true);
    std::vector<EntityRef> chosen;
    const QModelIndex current = m_tree->currentIndex();
    for (const QModelIndex& index : m_tree->selectionModel()->selectedRows()) {
        if (index.siblingAtColumn(0) != current.siblingAtColumn(0))
            chosen.push_back(m_proxy->entityOf(index));
    }
    // The current one last: detail views show the last one.
    if (m_tree->selectionModel()->isSelected(current))
        chosen.push_back(m_proxy->entityOf(current));
    m_context.selection.setSelected(std::move(chosen));
}

bool TopologyPanel::eventFilter(QObject* watched, QEvent* event)
{
    if (watched == m_tree->viewport() && event->type() == QEvent::Leave)
        m_context.selection.setHovered({});
    if (watched == m_filter && event->type() == QEvent::KeyPress) {
        const int key = static_cast<QKeyEvent*>(event)->key();
        if (key == Qt::Key_Escape && !m_filter->text().isEmpty()) {
            m_filter->clear();
            return true;
        }
        if (key == Qt::Key_Down || key == Qt::Key_Return || key == Qt::Key_Enter) {
            m_tree->setFocus(Qt::TabFocusReason);
            if (!m_tree->selectionModel()->hasSelection())
                m_tree->setCurrentIndex(m_proxy->index(0, 0));
            return true;
        }
    }
    return QWidget::eventFilter(watched, event);
}

void TopologyPanel::showEvent(QShowEvent* event)
{
    QWidget::showEvent(event);
    showSelection();
}

void TopologyPanel::refreshCaption()
{
    const MetricId metric = m_context.selection.metric();
    QString caption;
    if (metric.isValid()) {
        const MetricDescriptor& descriptor = m_context.cluster.store().metrics().descriptor(metric);
        caption = tr("%1 (%2): worst value in each component, problems first")
                      .arg(modelText(descriptor.title), unitText(descriptor.unit));
    }
    setCaption(caption);
}

} // namespace lockstep

#include "moc_topologypanel.cpp"
