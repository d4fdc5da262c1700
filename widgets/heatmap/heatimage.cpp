// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/heatmap/heatimage.h"

#include <QPainter>

#include <algorithm>
#include <array>
#include <cmath>
#include <vector>

namespace lockstep {

namespace {

constexpr QRgb opaque = 0xFF000000;
constexpr QRgb clear = 0;
constexpr std::size_t stripWidth = 16;

/// ColourScale::colour() inline, because it is called for every cell.
inline QRgb colourOf(const ColourScale& scale, const std::array<Rgb, 256>& table, float value)
{
    const float share = scale.share(value);
    const auto index = share > 0.0F ? static_cast<std::size_t>(std::min(share, 1.0F) * 255.0F + 0.5F) : 0;
    return table[index] | opaque;
}

} // namespace

bool HeatImage::resize(int columns, int rows)
{
    if (m_image.width() == columns && m_image.height() == rows)
        return false;
    m_image = columns > 0 && rows > 0 ? QImage(columns, rows, QImage::Format_ARGB32_Premultiplied) : QImage();
    if (!m_image.isNull())
        m_image.fill(clear);
    m_hasTransparentCells = true;
    m_scaled.image = {};
    return true;
}

void HeatImage::setColumns(int first, std::span<const Column> columns)
{
    m_scaled.image = {};
    if (columns.size() == static_cast<std::size_t>(m_image.width()))
        m_hasTransparentCells = false;
    // Row by row within a strip of columns: writing single columns would miss the cache at every pixel.
    uchar* const bits = m_image.bits();
    const qsizetype stride = m_image.bytesPerLine();
    const int height = m_image.height();
    for (std::size_t strip = 0; strip < columns.size(); strip += stripWidth) {
        const auto inStrip = columns.subspan(strip, std::min(stripWidth, columns.size() - strip));
        std::array<const std::array<Rgb, 256>*, stripWidth> tables{};
        for (std::size_t i = 0; i < inStrip.size(); ++i)
            tables[i] = &inStrip[i].scale->table();
        for (int row = 0; row < height; ++row) {
            QRgb* pixel = reinterpret_cast<QRgb*>(bits + row * stride) + first + static_cast<int>(strip);
            for (std::size_t i = 0; i < inStrip.size(); ++i) {
                const Column& column = inStrip[i];
                const auto at = static_cast<std::size_t>(row);
                const float value = at < column.values.size() ? column.values[at] : noData;
                if (!std::isnan(value)) {
                    *pixel++ = colourOf(*column.scale, *tables[i], value);
                    continue;
                }
                *pixel++ = column.missing ? *column.missing | opaque : clear;
                m_hasTransparentCells |= !column.missing;
            }
        }
    }
}

void HeatImage::shiftLeft(int columns)
{
    m_scaled.image = {};
    const int kept = m_image.width() - columns;
    for (int row = 0; row < m_image.height() && kept > 0; ++row) {
        QRgb* line = reinterpret_cast<QRgb*>(m_image.scanLine(row));
        std::copy_n(line + columns, kept, line);
    }
}

void HeatImage::setRow(int row, std::span<const float> values, const ColourScale& scale)
{
    setRow(row, values, scale, {}, 0);
}

void HeatImage::setRow(int row, std::span<const float> values, const ColourScale& scale,
                       std::span<const std::uint8_t> isVacant, Rgb ground)
{
    const std::array<Rgb, 256>& table = scale.table();
    m_scaled.image = {};
    QRgb* pixel = reinterpret_cast<QRgb*>(m_image.scanLine(row));
    for (std::size_t at = 0; at < values.size(); ++at) {
        const bool isThere = !std::isnan(values[at]);
        const bool isGround = !isThere && !isVacant.empty() && isVacant[at] != 0;
        *pixel++ = isThere ? colourOf(scale, table, values[at]) : isGround ? ground | opaque : clear;
        m_hasTransparentCells |= !isThere && !isGround;
    }
}

void HeatImage::scaleUp(const QRectF& target, QSize size) const
{
    // With cells without data the picture is blended with the background; otherwise it is copied.
    m_scaled = {QImage(size, m_hasTransparentCells ? QImage::Format_ARGB32_Premultiplied : QImage::Format_RGB32),
                target, size};
    const auto sourceOf = [](int pixel, double start, double length, int cells) {
        return std::clamp(static_cast<int>((pixel + 0.5 - start) / length * cells), 0, cells - 1);
    };
    std::vector<int> across(static_cast<std::size_t>(size.width()));
    for (int x = 0; x < size.width(); ++x)
        across[static_cast<std::size_t>(x)] = sourceOf(x, target.left(), target.width(), m_image.width());
    int drawn = -1;
    for (int y = 0; y < size.height(); ++y) {
        const int row = sourceOf(y, target.top(), target.height(), m_image.height());
        auto* pixel = reinterpret_cast<QRgb*>(m_scaled.image.scanLine(y));
        if (row == drawn) {
            std::copy_n(reinterpret_cast<const QRgb*>(m_scaled.image.constScanLine(y - 1)), size.width(), pixel);
            continue;
        }
        drawn = row;
        const auto* source = reinterpret_cast<const QRgb*>(m_image.constScanLine(row));
        for (const int x : across)
            *pixel++ = source[x];
    }
}

void HeatImage::draw(QPainter& painter, const QRectF& target, const QRectF& area) const
{
    const double ratio = painter.device()->devicePixelRatioF();
    const QSize size = (area.size() * ratio).toSize();
    if (m_image.isNull() || target.isEmpty() || size.isEmpty())
        return;
    const QRectF within = QRectF((target.topLeft() - area.topLeft()) * ratio, target.size() * ratio);
    if (m_scaled.image.isNull() || m_scaled.target != within || m_scaled.size != size)
        scaleUp(within, size);
    m_scaled.image.setDevicePixelRatio(ratio);
    painter.drawImage(area.topLeft(), m_scaled.image);
}

} // namespace lockstep
