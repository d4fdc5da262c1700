// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/panels/sourcespanel.h"

#include "models/items/sourcemodel.h"
#include "models/view/selection.h"
#include "widgets/common/emptystate.h"
#include "widgets/panels/entitydelegate.h"
#include "widgets/panels/paneltable.h"

#include <QHeaderView>
#include <QStackedLayout>
#include <QTableView>

namespace lockstep {

SourcesPanel::SourcesPanel(ViewContext context, QWidget* parent)
    : QWidget(parent),
      m_context(context),
      m_model(new SourceModel(context.cluster, this)),
      m_table(makePanelTable(context, *m_model)),
      m_pages(new QStackedLayout(this))
{
    m_table->setAccessibleName(tr("Sources"));
    EntityDelegate& delegate = delegateOf(*m_table);
    delegate.setMarkColumn(SourceModel::StateColumn);
    delegate.setFigureColumns(
        {SourceModel::AgeColumn, SourceModel::ClockColumn, SourceModel::GapsColumn, SourceModel::MissedColumn});
    QHeaderView* header = m_table->horizontalHeader();
    const QFontMetrics metrics = m_table->fontMetrics();
    const auto give = [&](int column, const QString& sample) {
        header->resizeSection(column, metrics.horizontalAdvance(sample) + 16);
    };
    give(SourceModel::PeerColumn, QStringLiteral("127.0.0.1:74200"));
    give(SourceModel::NodeColumn, QStringLiteral("node-0000"));
    give(SourceModel::StateColumn, QStringLiteral("connecting") + QStringLiteral("MM"));
    give(SourceModel::AgeColumn, QStringLiteral("00 min ago"));
    give(SourceModel::ClockColumn, QStringLiteral("+000 ms ± 00 ms") + QStringLiteral("M"));
    give(SourceModel::GapsColumn, QStringLiteral("0 000"));
    give(SourceModel::MissedColumn, QStringLiteral("missed 0"));
    // The reason is long, and mostly empty: it stands last.
    header->moveSection(header->visualIndex(SourceModel::ReasonColumn), SourceModel::ColumnCount - 1);
    giveRestTo(*m_table, SourceModel::ReasonColumn, metrics.horizontalAdvance(QLatin1Char('m')) * 20);

    auto* empty = new EmptyState(context);
    empty->setText(tr("No sources."),
                   tr("Connect to an agent (Ctrl+N), open a cluster file (Ctrl+O) or start the demo."));
    m_pages->addWidget(empty);
    m_pages->addWidget(m_table);
    setFocusProxy(m_table);

    connect(m_table, &QTableView::clicked, this, &SourcesPanel::choose);
    connect(m_table, &QTableView::activated, this, &SourcesPanel::choose);
    connect(m_model, &QAbstractItemModel::rowsInserted, this, &SourcesPanel::refresh);
    connect(m_model, &QAbstractItemModel::rowsRemoved, this, &SourcesPanel::refresh);
    connect(m_model, &QAbstractItemModel::modelReset, this, &SourcesPanel::refresh);
    refresh();
}

void SourcesPanel::choose(const QModelIndex& index)
{
    if (const QVariant entity = index.data(EntityRole); entity.isValid())
        m_context.selection.select(entity.value<EntityRef>());
}

void SourcesPanel::refresh()
{
    const int rows = m_model->rowCount();
    m_pages->setCurrentIndex(rows > 0 ? 1 : 0);
    const QString caption = rows > 0 ? tr("%1 streams; clock is node time less ours").arg(rows) : QString();
    if (caption == m_caption)
        return;
    m_caption = caption;
    Q_EMIT captionChanged(m_caption);
}

} // namespace lockstep
