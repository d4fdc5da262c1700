// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "models/core/topology/topology.h"
#include "models/items/tablemodel.h"
#include "widgets/jobs/momentpanel.h"

#include <string>
#include <vector>

class QTableView;

namespace lockstep {

class ClusterStore;

/// One self-test of a node, compared with the tests of its peers at that time.
struct SelfTestRow
{
    EntityRef node;
    TimePoint finished;
    EntityRef outlier; ///< the node or its GPU that differs most; invalid: none
    std::size_t column = 0; ///< of SelfTestWatch::watched
    float value = noData; ///< of the outlier
    float median = noData; ///< of its peers
    std::vector<float> results; ///< of the node by column; of its GPUs the worst
};

/// Self-tests in a time range. Uses only columns, so that live, past and replayed views agree.
struct SelfTestHistory
{
    /// Maximum number of samples to read. Results are repeated until the next test, so a sample every few hours shows
    /// all tests.
    static constexpr TickIndex maxMoments = 16;

    std::vector<SelfTestRow> rows; ///< nodes with an outlier first; of each node the newest test first
    bool isPending = false; ///< part of it is still being read from disk

    [[nodiscard]] static SelfTestHistory read(const ClusterStore& store, TimeRange range);
};

/// GUI thread; owned by its panel, which fills it.
class SelfTestModel : public TableModel<SelfTestRow>
{
    Q_OBJECT

public:
    enum Column : int {
        SeverityColumn,
        NodeColumn,
        FinishedColumn,
        OutlierColumn,
        ValueColumn,
        PeersColumn,
        DeviationColumn,
        ColumnCount
    };

    explicit SelfTestModel(QObject* parent = nullptr);

    void setRows(std::vector<SelfTestRow> rows, TopologyPtr topology);
    [[nodiscard]] QVariant data(const QModelIndex& index, int role = Qt::DisplayRole) const override;

private:
    [[nodiscard]] QString text(const SelfTestRow& row, int column) const;
    [[nodiscard]] static QString resultsText(const SelfTestRow& row);

    TopologyPtr m_topology;
};

/// The self-tests of each node in the visible range, with outliers marked. Updates once per second while visible. GUI
/// thread; owned by its parent.
class SelfTestPanel : public MomentPanel
{
    Q_OBJECT

public:
    explicit SelfTestPanel(ViewContext context, QWidget* parent = nullptr);

    [[nodiscard]] const SelfTestModel& tests() const { return *m_model; }

private:
    void build();
    bool read() override;

    SelfTestModel* m_model;
    QTableView* m_table;
};

} // namespace lockstep
