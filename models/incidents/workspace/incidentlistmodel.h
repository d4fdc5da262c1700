// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "models/incidents/incidentquery.h"
#include "models/items/tablemodel.h"

#include <vector>

namespace lockstep {

class IncidentWorkspace;

/// The incidents that match the search, from the workspace. GUI thread; owned by the view. Its workspace must outlive
/// it.
class IncidentListModel : public TableModel<IncidentRow>
{
    Q_OBJECT

public:
    enum Column : int { SeverityColumn, TitleColumn, StateColumn, TimeColumn, OwnerColumn, NotesColumn, ColumnCount };
    enum Role : int { KeyRole = Qt::UserRole + 100 }; ///< qulonglong of the IncidentKey

    explicit IncidentListModel(const IncidentWorkspace& workspace, QObject* parent = nullptr);

    [[nodiscard]] QVariant data(const QModelIndex& index, int role = Qt::DisplayRole) const override;

    /// -1: not listed.
    [[nodiscard]] int rowOf(IncidentKey key) const { return rowWith(key, &IncidentRow::key); }

private:
    [[nodiscard]] QString textOf(const IncidentRow& row, int column) const;
    void follow();

    const IncidentWorkspace& m_workspace;
};

} // namespace lockstep
