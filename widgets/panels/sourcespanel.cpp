// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/panels/sourcespanel.h"

#include "models/core/topology/reporters.h"
#include "models/items/sourcemodel.h"
#include "models/store/clustermodel.h"
#include "models/view/selection.h"
#include "widgets/common/emptystate.h"
#include "widgets/common/metricchoice.h"
#include "widgets/panels/paneltable.h"

#include <QHeaderView>
#include <QTableView>

#include <algorithm>
#include <set>
#include <string>

namespace lockstep {

SourcesPanel::SourcesPanel(ViewContext context, QWidget* parent)
    : Panel(context, parent),
      m_model(new SourceModel(context.cluster, this)),
      m_table(makePanelTable(context, *m_model))
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
    give(SourceModel::AgeColumn, QStringLiteral("00 min ago"));
    give(SourceModel::ClockColumn, QStringLiteral("+000 ms ± 00 ms") + QStringLiteral("M"));
    give(SourceModel::GapsColumn, QStringLiteral("0 000"));
    give(SourceModel::MissedColumn, QStringLiteral("missed 0"));
    delegate.setNameColumns({SourceModel::NodeColumn, SourceModel::PeerColumn});
    makeRoom(false);
    showSentences(*m_table, SourceModel::ReasonColumn, metrics.horizontalAdvance(QLatin1Char('m')) * 20,
                  [this](bool isNarrow) { makeRoom(isNarrow); });

    setContent(m_table);
    m_empty->setText(tr("No sources connected."),
                     tr("Connect to an agent (Ctrl+N), open a cluster file (Ctrl+O) or start the demo."));
    setFocusProxy(m_table);

    connect(m_table, &QTableView::clicked, this, &SourcesPanel::choose);
    connect(m_table, &QTableView::activated, this, &SourcesPanel::choose);
    connect(m_model, &SourceModel::rowsFollowed, this, &SourcesPanel::refresh);
    connect(m_model, &QAbstractItemModel::dataChanged, this, &SourcesPanel::placeReason);
    refresh();
}

void SourcesPanel::choose(const QModelIndex& index)
{
    if (const QVariant entity = index.data(EntityRole); entity.isValid())
        m_context.selection.select(entity.value<EntityRef>());
}

/// "64 nodes and 2 relays", or "1 source" before nodes have identified themselves.
QString SourcesPanel::sourceSummary() const
{
    const Topology& topology = *m_context.cluster.store().topology();
    NodeTally tally;
    std::size_t unnamed = 0;
    for (int row = 0; row < m_model->rowCount(); ++row) {
        const QVariant node = m_model->index(row, 0).data(EntityRole);
        if (!node.isValid())
            ++unnamed;
        else
            ++(isReporter(topology, node.value<EntityRef>()) ? tally.reporters : tally.nodes);
    }
    std::set<std::string> relays;
    for (const SourceStatus& source : m_context.cluster.store().sources()) {
        if (!source.relay.empty())
            relays.insert(source.relay);
    }
    unnamed -= std::min(unnamed, relays.size());
    QStringList parts;
    if (tally.nodes > 0)
        parts << countedKind(EntityKind::Node, tally.nodes);
    if (tally.reporters > 0)
        parts << tr("%n other agents", nullptr, static_cast<int>(tally.reporters));
    if (!relays.empty())
        parts << tr("%n relays", nullptr, static_cast<int>(relays.size()));
    if (unnamed > 0)
        parts << tr("%n sources not yet identified", nullptr, static_cast<int>(unnamed));
    return parts.join(tr(" and "));
}

/// Places the reason right after the state; hides the column while there is no reason.
void SourcesPanel::placeReason()
{
    bool isAnyGiven = false;
    for (int row = 0; row < m_model->rowCount() && !isAnyGiven; ++row)
        isAnyGiven = !m_model->index(row, SourceModel::ReasonColumn).data().toString().isEmpty();
    QHeaderView* header = m_table->horizontalHeader();
    const int now = header->visualIndex(SourceModel::ReasonColumn);
    const int state = header->visualIndex(SourceModel::StateColumn);
    const int wanted = isAnyGiven ? state + (now < state ? 0 : 1) : header->count() - 1;
    if (now == wanted)
        return;
    header->setSectionHidden(SourceModel::ReasonColumn, !isAnyGiven);
    header->moveSection(now, wanted);
}

void SourcesPanel::makeRoom(bool isNarrow)
{
    QHeaderView* header = m_table->horizontalHeader();
    const QFontMetrics metrics = m_table->fontMetrics();
    const auto give = [&](int column, const QString& sample) {
        header->resizeSection(column, metrics.horizontalAdvance(sample) + 16);
    };
    give(SourceModel::NodeColumn, isNarrow ? QStringLiteral("node-0000") : QStringLiteral("127.0.0.1:74200"));
    give(SourceModel::PeerColumn, QStringLiteral("127.0.0.1:74200"));
    give(SourceModel::StateColumn, isNarrow ? QStringLiteral("retryingMM") : QStringLiteral("connectingMM"));
}

void SourcesPanel::refresh()
{
    const int rows = m_model->rowCount();
    showContent(rows > 0);
    placeReason();
    const QString caption = rows > 0
        ? tr("%1 · clock offset = clock of the node − clock of this machine").arg(sourceSummary())
        : QString();
    setCaption(caption);
}

} // namespace lockstep

#include "moc_sourcespanel.cpp"
