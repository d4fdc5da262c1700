// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/heatmap/heatimage.h"

#include <QPainter>

#include <cmath>

namespace lockstep {

namespace {

constexpr QRgb opaque = 0xFF000000;
constexpr QRgb clear = 0;

} // namespace

bool HeatImage::resize(int columns, int rows)
{
    if (m_image.width() == columns && m_image.height() == rows)
        return false;
    m_image = columns > 0 && rows > 0 ? QImage(columns, rows, QImage::Format_ARGB32_Premultiplied) : QImage();
    if (!m_image.isNull())
        m_image.fill(clear);
    return true;
}

void HeatImage::setColumn(int column, std::span<const float> values, const ColourScale& scale,
                          std::optional<Rgb> missing)
{
    const QRgb absent = missing ? *missing | opaque : clear;
    const std::array<Rgb, 256>& table = colourTable(scale.map);
    const qsizetype stride = m_image.bytesPerLine() / qsizetype{sizeof(QRgb)};
    QRgb* pixel = reinterpret_cast<QRgb*>(m_image.bits()) + column;
    for (const float value : values) {
        *pixel = std::isnan(value) ? absent : table[scale.index(value)] | opaque;
        pixel += stride;
    }
}

void HeatImage::setRow(int row, std::span<const float> values, const ColourScale& scale)
{
    const std::array<Rgb, 256>& table = colourTable(scale.map);
    QRgb* pixel = reinterpret_cast<QRgb*>(m_image.scanLine(row));
    for (const float value : values)
        *pixel++ = std::isnan(value) ? clear : table[scale.index(value)] | opaque;
}

void HeatImage::fillColumn(int column, Rgb colour)
{
    const qsizetype stride = m_image.bytesPerLine() / qsizetype{sizeof(QRgb)};
    QRgb* pixel = reinterpret_cast<QRgb*>(m_image.bits()) + column;
    for (int row = 0; row < m_image.height(); ++row) {
        *pixel = colour | opaque;
        pixel += stride;
    }
}

void HeatImage::draw(QPainter& painter, const QRectF& target, const QRectF& area) const
{
    if (m_image.isNull() || target.isEmpty())
        return;
    painter.save();
    painter.setClipRect(area, Qt::IntersectClip);
    painter.setRenderHint(QPainter::SmoothPixmapTransform, false);
    painter.drawImage(target, m_image);
    painter.restore();
}

} // namespace lockstep
