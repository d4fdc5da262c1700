// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "widgets/heatmap/gridrows.h"

#include <QString>

#include <optional>
#include <unordered_map>
#include <vector>

namespace lockstep {

/// Related rows with a common name: the leaves of one plane, the nodes of one rack or job.
struct MatrixGroup
{
    QString name;
    EntityRef owner; ///< invalid: no entity
    RowRange rows;
};

/// A row or column and its name. A column may represent a different switch in each plane.
struct MatrixLine
{
    QString name;
    EntityRef entity; ///< invalid: not a single entity
};

struct MatrixPlace
{
    std::size_t row = 0;
    std::size_t column = 0;
    friend bool operator==(const MatrixPlace&, const MatrixPlace&) = default;
};

/// Rows and columns of a matrix. A plain value.
class MatrixAxes
{
public:
    MatrixAxes() = default;
    MatrixAxes(std::vector<MatrixLine> rows, std::vector<MatrixLine> columns, std::vector<MatrixGroup> groups);
    /// The same rows and columns.
    [[nodiscard]] static MatrixAxes square(std::vector<MatrixLine> lines, std::vector<MatrixGroup> groups);

    [[nodiscard]] const std::vector<MatrixLine>& rows() const { return m_rows; }
    [[nodiscard]] const std::vector<MatrixLine>& columns() const { return m_isSquare ? m_rows : m_columns; }
    [[nodiscard]] const std::vector<MatrixGroup>& groups() const { return m_groups; } ///< of rows
    [[nodiscard]] bool isEmpty() const { return m_rows.empty() || columns().empty(); }

    /// Rows of an entity: its own, or those of a group that it owns.
    [[nodiscard]] std::optional<RowRange> rowsOf(EntityRef entity) const;
    [[nodiscard]] std::optional<RowRange> columnsOf(EntityRef entity) const;

private:
    using Index = std::unordered_map<EntityRef, RowRange>;

    static void addLines(Index& index, const std::vector<MatrixLine>& lines);

    std::vector<MatrixLine> m_rows;
    std::vector<MatrixLine> m_columns;
    std::vector<MatrixGroup> m_groups;
    bool m_isSquare = false;
    Index m_rowsOf;
    Index m_columnsOf;
};

} // namespace lockstep
