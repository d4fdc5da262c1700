// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/fabric/matrixcontent.h"

namespace lockstep {

void MatrixContent::setGround(Rgb colour)
{
    if (colour == m_picture.ground())
        return;
    m_picture.setGround(colour);
    coloursChanged();
}

void MatrixContent::holdScale(bool hold)
{
    m_picture.holdScale(hold);
    coloursChanged();
}

std::optional<MatrixCell> MatrixContent::cellAt(const MatrixFrame& frame, MatrixPlace place) const
{
    if (!m_picture.shape().contains(place) || quantity(frame.store) == nullptr)
        return std::nullopt;
    return findIn(frame, m_picture.shape().cellOf(place));
}

std::optional<MatrixCell> MatrixContent::worst(const MatrixFrame& frame) const
{
    const auto cell = m_picture.worstCell();
    return cell ? findIn(frame, *cell) : std::nullopt;
}

} // namespace lockstep
