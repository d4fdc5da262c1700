// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "models/analysis/drain/tenantfacts.h"
#include "models/analysis/goodput/tenantreport.h"
#include "models/core/ids.h"
#include "models/items/itemroles.h"
#include "models/items/replacedrows.h"
#include "models/view/viewcontext.h"

#include <QWidget>

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

class QLabel;
class QPushButton;
class QStackedLayout;
class QTableView;

namespace lockstep {

class EmptyState;
class FigureTree;
class MomentRefresh;
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
class TenantsModel : public ReplacedRows<TenantLine>
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
    using ReplacedRows::ReplacedRows;

    /// Keeps the selected row while the tenants stay the same.
    void setRows(std::vector<Row> rows) { replaceRows(std::move(rows)); }

    [[nodiscard]] int columnCount(const QModelIndex& parent = {}) const override;
    [[nodiscard]] QVariant data(const QModelIndex& index, int role = Qt::DisplayRole) const override;
    [[nodiscard]] QVariant headerData(int section, Qt::Orientation orientation, int role) const override;
};

/// GPU time of each tenant in the visible range: reserved, productive, lost, causes, and shared links. Uses only data
/// recorded up to the moment shown, so that live, past and replay agree; causes are those of that moment. Selecting a
/// tenant selects it and its jobs. Updates every ten seconds while live and visible. GUI thread; owned by its parent.
class TenantPanel : public QWidget
{
    Q_OBJECT

public:
    explicit TenantPanel(ViewContext context, QWidget* parent = nullptr);

    [[nodiscard]] const TenantReport& report() const { return m_report; }
    [[nodiscard]] const TenantsModel& tenants() const { return *m_model; }
    [[nodiscard]] const FigureTree& figures() const { return *m_figures; }
    [[nodiscard]] const ShareBar& bar() const { return *m_bar; }
    [[nodiscard]] bool isEmpty() const;
    /// Updates everything now.
    void refresh();

Q_SIGNALS:
    void captionChanged(const QString& caption);
    void exportWanted();

protected:
    void resizeEvent(QResizeEvent* event) override;

private:
    void build();
    void arrange();
    bool read(); ///< @return whether data is still being read
    void choose(int row);
    void showChosen();
    void explainEmpty(bool isAsked, bool isPending);
    [[nodiscard]] const TenantRow* chosen() const;

    ViewContext m_context;
    TenantsModel* m_model;
    QTableView* m_table;
    ShareBar* m_bar;
    QLabel* m_note;
    FigureTree* m_figures;
    QPushButton* m_export;
    EmptyState* m_empty;
    QStackedLayout* m_pages;
    JobHolders m_known; ///< tenants of this cluster's jobs found earlier
    std::uint64_t m_knownOf = 0; ///< generation of the spans they were read from
    TenantReport m_report;
    std::optional<std::string> m_chosen; ///< selected by the user; nullopt: the first is shown
    MomentRefresh* m_refresh;
    std::optional<TimePoint> m_readAt; ///< last update while live; nullopt: update at the next opportunity
    QString m_caption;
};

} // namespace lockstep
