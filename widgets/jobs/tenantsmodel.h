// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "models/core/ids.h"
#include "models/items/itemroles.h"
#include "models/items/replacedrows.h"

#include <string>
#include <vector>

namespace lockstep {

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

} // namespace lockstep
