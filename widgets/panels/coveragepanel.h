// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "models/analysis/causality/coverage.h"
#include "models/items/tablemodel.h"
#include "widgets/common/panel.h"

#include <QStringList>

#include <optional>
#include <vector>

class QTableView;

namespace lockstep {

/// A detector, as the panel shows it.
struct CoverageLine
{
    DetectorCoverage::State state = DetectorCoverage::State::Blind;
    bool isAbsent = false; ///< nothing exists that it could watch
    QString name;
    QString entities; ///< "64 nodes"
    QString evidence;
    QStringList remedies; ///< how to provide the missing metrics
    std::optional<TimePoint> since;

    friend bool operator==(const CoverageLine&, const CoverageLine&) = default;
};

/// Detectors, those without data first. GUI thread; owned by its panel, which fills it.
class CoverageModel : public TableModel<CoverageLine>
{
    Q_OBJECT

public:
    enum Column : int { StateColumn, DetectorColumn, RemedyColumn, EvidenceColumn, SinceColumn, ColumnCount };

    explicit CoverageModel(QObject* parent = nullptr);

    void setRows(std::vector<CoverageLine> lines);

    [[nodiscard]] QVariant data(const QModelIndex& index, int role = Qt::DisplayRole) const override;
};

/// Which detectors have the data that they need at the moment shown, and since when; how to provide missing data. Needs
/// a coverage in its context. Updates only while visible. GUI thread; owned by its parent.
class CoveragePanel : public Panel
{
    Q_OBJECT

public:
    explicit CoveragePanel(ViewContext context, QWidget* parent = nullptr);

    /// Sets the names of metrics in exporters. Without these, the advice names only the agent.
    void setOffers(MetricOffers offers);
    [[nodiscard]] QTableView& table() const { return *m_table; }

protected:
    void showEvent(QShowEvent* event) override;

private:
    void refresh();
    void makeTable();
    void fitColumns();
    void fitRows();
    [[nodiscard]] static QString evidenceOf(const DetectorCoverage& coverage);
    [[nodiscard]] CoverageLine lineOf(const DetectorState& standing) const;

    CoverageModel* m_model;
    QTableView* m_table;
    MetricOffers m_offers;
};

} // namespace lockstep
