// SPDX-License-Identifier: GPL-3.0-or-later
#include "models/analysis/detect/watch/slidingsum.h"

#include <cmath>

namespace lockstep {

namespace {

constexpr Duration pieceLength = std::chrono::minutes(1);

} // namespace

void SlidingSum::add(float value, TimePoint now, float seconds)
{
    while (!m_pieces.empty() && m_pieces.front().begin < now - m_period)
        m_pieces.pop_front();
    if (std::isnan(value))
        return;
    if (m_pieces.empty() || m_pieces.back().begin + pieceLength <= now)
        m_pieces.push_back({now, 0, 0});
    m_pieces.back().seconds += static_cast<double>(seconds);
    m_pieces.back().sum += static_cast<double>(value) * static_cast<double>(seconds);
}

double SlidingSum::seconds() const
{
    double all = 0;
    for (const Piece& piece : m_pieces)
        all += piece.seconds;
    return all;
}

double SlidingSum::sum() const
{
    double all = 0;
    for (const Piece& piece : m_pieces)
        all += piece.sum;
    return all;
}

} // namespace lockstep
