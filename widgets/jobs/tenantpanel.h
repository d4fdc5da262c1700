// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "models/analysis/drain/tenantfacts.h"
#include "models/analysis/goodput/tenantreport.h"
#include "models/core/ids.h"
#include "models/items/itemroles.h"
#include "models/items/tablemodel.h"
#include "widgets/jobs/momentpanel.h"

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

class QLabel;
class QPushButton;
class QTableView;

namespace lockstep {

class FigureTree;
class ShareBar;

/// Displayed data of a tenant.
struct TenantLine
{
    EntityRef tenant; ///< invalid: jobs without a known tenant
    std::string name;
    std::size_t jobs = 0;
    std::string reserved;
    std::string goodput;
    std::string lost;
    std::string unknown; ///< share with unknown use
    std::string cause; ///< largest cause of loss
};

/// Tenants, one per row, by reserved GPU time in the visible range. GUI thread; owned by its panel, which fills it.
class TenantsModel : public TableModel<TenantLine>
{
    Q_OBJECT

public:
    enum Column : int {
        NameColumn,
        JobsColumn,
        ReservedColumn,
        GoodputColumn,
        LostColumn,
        UnknownColumn,
        CauseColumn,
        ColumnCount
    };

    using Row = TenantLine;
    explicit TenantsModel(QObject* parent = nullptr);

    /// Keeps the selected row while the tenants stay the same.
    void setRows(std::vector<Row> rows) { replaceRows(std::move(rows)); }

    [[nodiscard]] QVariant data(const QModelIndex& index, int role = Qt::DisplayRole) const override;
};

/// GPU time of each tenant in the visible range: reserved, productive and lost, with causes and shared links. Uses only
/// data recorded up to the moment shown, so that live, past and replayed views agree. Causes are those of that moment.
/// Selecting a tenant selects it and its jobs. Updates every ten seconds while live and visible. GUI thread; owned by
/// its parent.
class TenantPanel : public MomentPanel
{
    Q_OBJECT

public:
    explicit TenantPanel(ViewContext context, QWidget* parent = nullptr);

    [[nodiscard]] const TenantReport& report() const { return m_report; }
    [[nodiscard]] const TenantsModel& tenants() const { return *m_model; }
    [[nodiscard]] const FigureTree& figures() const { return *m_figures; }
    [[nodiscard]] const ShareBar& bar() const { return *m_bar; }
    void refresh() override;

Q_SIGNALS:
    void exportWanted();

protected:
    void resizeEvent(QResizeEvent* event) override;

private:
    void build();
    void arrange();
    bool read() override;
    void choose(int row);
    void showChosen();
    void explainEmpty(bool isAsked, bool isPending);
    [[nodiscard]] const TenantRow* chosen() const;

    TenantsModel* m_model;
    QTableView* m_table;
    ShareBar* m_bar;
    QLabel* m_note;
    FigureTree* m_figures;
    QPushButton* m_export;
    JobHolders m_known; ///< tenants of this cluster's jobs found earlier
    std::uint64_t m_knownOf = 0; ///< generation of the spans they were read from
    TenantReport m_report;
    std::optional<std::string> m_chosen; ///< selected by the user; nullopt: the first is shown
    std::optional<TimePoint> m_readAt; ///< last update while live; nullopt: update at the next opportunity
};

} // namespace lockstep
