// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "models/incidents/annotation.h"
#include "models/items/tablemodel.h"

#include <set>
#include <vector>

namespace lockstep {

class IncidentWorkspace;

/// The annotations of the open incident by time; their text can be edited in place. GUI thread; owned by the view. Its
/// workspace must outlive it.
class AnnotationModel : public TableModel<Annotation>
{
    Q_OBJECT

public:
    enum Column : int { TimeColumn, LengthColumn, TextColumn, WhereColumn, LinksColumn, AuthorColumn, ColumnCount };
    enum Role : int { KeyRole = Qt::UserRole + 100 }; ///< qulonglong of the AnnotationKey

    explicit AnnotationModel(IncidentWorkspace& workspace, QObject* parent = nullptr);

    [[nodiscard]] QVariant data(const QModelIndex& index, int role = Qt::DisplayRole) const override;
    bool setData(const QModelIndex& index, const QVariant& value, int role = Qt::EditRole) override;
    [[nodiscard]] Qt::ItemFlags flags(const QModelIndex& index) const override;
    [[nodiscard]] QVariant headerData(int section, Qt::Orientation orientation, int role) const override
    {
        return orientation == Qt::Vertical && role == Qt::DisplayRole
            ? section + 1 // links refer to this number
            : TableModel::headerData(section, orientation, role);
    }

    [[nodiscard]] AnnotationKey keyAt(int row) const { return m_rows[static_cast<std::size_t>(row)].key; }
    /// -1: not in this incident.
    [[nodiscard]] int rowOf(AnnotationKey key) const { return rowWith(key, &Annotation::key); }

private:
    [[nodiscard]] QString textOf(const Annotation& annotation, int column) const;
    [[nodiscard]] QString linksOf(const Annotation& annotation) const;
    void follow();

    IncidentWorkspace& m_workspace;
    std::set<AnnotationLink> m_links; ///< as shown
};

} // namespace lockstep
