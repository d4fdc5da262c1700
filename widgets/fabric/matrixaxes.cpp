// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/fabric/matrixaxes.h"

namespace lockstep {

namespace {

std::optional<RowRange> found(const std::unordered_map<EntityRef, RowRange>& index, EntityRef entity)
{
    const auto at = index.find(entity);
    return at == index.end() ? std::nullopt : std::optional(at->second);
}

} // namespace

MatrixAxes::MatrixAxes(std::vector<MatrixLine> rows, std::vector<MatrixLine> columns, std::vector<MatrixGroup> groups)
    : m_rows(std::move(rows)), m_columns(std::move(columns)), m_groups(std::move(groups))
{
    addLines(m_rowsOf, m_rows);
    addLines(m_columnsOf, m_columns);
    for (const MatrixGroup& group : m_groups) {
        if (group.owner.isValid())
            m_rowsOf.try_emplace(group.owner, group.rows);
    }
}

MatrixAxes MatrixAxes::square(std::vector<MatrixLine> lines, std::vector<MatrixGroup> groups)
{
    MatrixAxes axes(std::move(lines), {}, std::move(groups));
    axes.m_isSquare = true;
    return axes;
}

/// Parallel links of one entity have adjacent lines.
void MatrixAxes::addLines(Index& index, const std::vector<MatrixLine>& lines)
{
    for (std::size_t at = 0; at < lines.size(); ++at) {
        if (!lines[at].entity.isValid())
            continue;
        RowRange& range = index.try_emplace(lines[at].entity, RowRange{at, at}).first->second;
        if (range.to == at)
            range.to = at + 1;
    }
}

std::optional<RowRange> MatrixAxes::rowsOf(EntityRef entity) const
{
    return found(m_rowsOf, entity);
}

std::optional<RowRange> MatrixAxes::columnsOf(EntityRef entity) const
{
    return found(m_isSquare ? m_rowsOf : m_columnsOf, entity);
}

} // namespace lockstep
