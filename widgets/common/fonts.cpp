// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/common/fonts.h"

#include <QFontDatabase>
#include <QGuiApplication>

#include <algorithm>

namespace lockstep {

QString elidedName(const QFontMetrics& metrics, const QString& name, int width)
{
    if (metrics.horizontalAdvance(name) <= width)
        return name;
    const QChar ellipsis(0x2026);
    for (qsizetype kept = name.size() - 1; kept > 1; --kept) {
        const qsizetype tail = (2 * kept + 2) / 3;
        const QString cut = name.left(kept - tail) + ellipsis + name.right(tail);
        if (metrics.horizontalAdvance(cut) <= width)
            return cut;
    }
    return ellipsis + name.right(1);
}

namespace {

constexpr double smallScale = 0.9;
constexpr int usualRowHeight = 22;

QFont scaled(QFont font, double scale)
{
    const QFont base = QGuiApplication::font();
    if (base.pointSizeF() > 0)
        font.setPointSizeF(base.pointSizeF() * scale);
    else
        font.setPixelSize(qRound(base.pixelSize() * scale));
    return font;
}

} // namespace

QFont textFont(double scale)
{
    return scaled(QGuiApplication::font(), scale);
}

QFont smallTextFont()
{
    return textFont(smallScale);
}

QFont titleFont()
{
    QFont font = textFont();
    font.setWeight(QFont::DemiBold);
    return font;
}

QFont figureFont(double scale)
{
    QFont font = QFontDatabase::systemFont(QFontDatabase::FixedFont);
    font.setStyleHint(QFont::Monospace);
    font.setFixedPitch(true);
    return scaled(font, scale);
}

QFont smallFigureFont()
{
    return figureFont(smallScale);
}

int rowHeight(const QFont& font)
{
    return std::max(usualRowHeight, QFontMetrics(font).height() + 4);
}

} // namespace lockstep
