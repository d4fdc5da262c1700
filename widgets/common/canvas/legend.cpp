// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/common/canvas/legend.h"

#include "models/view/colour/theme.h"
#include "models/view/modeltext.h"
#include "widgets/common/fonts.h"
#include "widgets/common/paint.h"
#include "widgets/common/text.h"

#include <QKeyEvent>
#include <QMouseEvent>
#include <QPainter>

#include <algorithm>

namespace lockstep {

namespace {

constexpr int legendPadding = 8;
constexpr int barHeight = 10;
constexpr int widestBar = 200;
constexpr int hatchWidth = 18;

QImage barImage(const ColourScale& scale)
{
    QImage image(256, 1, QImage::Format_RGB32);
    const auto colours = scale.bar();
    for (int i = 0; i < 256; ++i)
        image.setPixel(i, 0, toColor(colours[static_cast<std::size_t>(i)]).rgb());
    return image;
}

} // namespace

Legend::Legend(const Theme& theme, QWidget* parent) : QWidget(parent), m_theme(theme)
{
    setFocusPolicy(Qt::TabFocus);
    setSizePolicy(QSizePolicy::Expanding, QSizePolicy::Fixed);
    setCursor(Qt::PointingHandCursor);
    setAccessibleName(tr("Colour legend"));
    connect(&m_theme, &Theme::changed, this, qOverload<>(&QWidget::update));
}

void Legend::setScale(const ColourScale& scale, Unit unit)
{
    if (m_sentence.isEmpty() && scale == m_scale && unit == m_unit)
        return;
    m_scale = scale;
    m_unit = unit;
    m_sentence.clear();
    describe();
}

void Legend::setSentence(const QString& sentence, ColourMap map)
{
    if (sentence == m_sentence && map == m_scale.map)
        return;
    m_sentence = sentence;
    m_scale = {};
    m_scale.map = map;
    describe();
}

void Legend::setHeld(bool held)
{
    if (held == m_isHeld)
        return;
    m_isHeld = held;
    describe();
    Q_EMIT heldChanged(held);
}

/// For a difference, show the direction.
QString Legend::highText() const
{
    if (!m_scale.flags.empty())
        return modelText(m_scale.flags.front().words); // the worst
    return m_scale.map == ColourMap::Diverging ? signedText(m_scale.max(), m_unit)
                                               : quantityText(m_scale.max(), m_unit);
}

QString Legend::lowText() const
{
    return m_scale.flags.empty() ? quantityText(m_scale.min(), m_unit) : tr("none");
}

void Legend::describe()
{
    const QString how = m_isHeld ? tr("fixed range") : modelText(m_scale.how);
    const QString range = tr("%1 to %2, %3").arg(lowText(), highText(), how);
    const QString action = m_isHeld ? tr("Click to let the range follow the data.") : tr("Click to fix this range.");
    setAccessibleDescription(m_sentence.isEmpty() ? range : m_sentence);
    setToolTip((m_sentence.isEmpty() ? range : m_sentence) + QLatin1Char('\n') + action);
    update();
}

QSize Legend::sizeHint() const
{
    return {320, std::max(24, rowHeight(smallTextFont()) + 2)};
}

void Legend::paintEvent(QPaintEvent*)
{
    const Palette& palette = m_theme.palette();
    QPainter painter(this);
    painter.fillRect(rect(), toColor(palette.panel));
    const int top = (height() - barHeight) / 2;
    int x = legendPadding;

    painter.setFont(smallFigureFont());
    painter.setPen(toColor(palette.text));
    const auto figure = [&](const QString& text) {
        const int textWidth = painter.fontMetrics().horizontalAdvance(text);
        painter.drawText(QRect(x, 0, textWidth + 1, height()), Qt::AlignVCenter, text);
        x += textWidth + legendPadding;
    };
    if (m_sentence.isEmpty())
        figure(lowText());
    const QRect bar(x, top, std::clamp(width() / 4, 40, widestBar), barHeight);
    painter.drawImage(bar, barImage(m_scale));
    x = bar.right() + 1 + legendPadding;
    if (m_sentence.isEmpty())
        figure(highText());

    const QString noDataText = tr("no data");
    painter.setFont(smallTextFont());
    const int noDataWidth = hatchWidth + 6 + painter.fontMetrics().horizontalAdvance(noDataText);
    int right = width() - legendPadding;
    if (right - noDataWidth > x) {
        painter.setPen(toColor(palette.dimText));
        painter.drawText(QRect(right - noDataWidth + hatchWidth + 6, 0, noDataWidth, height()), Qt::AlignVCenter,
                         noDataText);
        painter.fillRect(QRect(right - noDataWidth, top, hatchWidth, barHeight), noDataBrush(palette));
        right -= noDataWidth + legendPadding * 2;
    }
    const QString how = m_isHeld ? tr("fixed range") : m_sentence.isEmpty() ? modelText(m_scale.how) : m_sentence;
    painter.setPen(toColor(m_isHeld ? palette.accent : palette.dimText));
    if (right > x)
        painter.drawText(QRect(x, 0, right - x, height()), Qt::AlignVCenter,
                         painter.fontMetrics().elidedText(how, Qt::ElideRight, right - x));
    if (hasFocus())
        drawFocusFrame(painter, rect(), palette);
}

void Legend::mouseReleaseEvent(QMouseEvent* event)
{
    if (event->button() == Qt::LeftButton && rect().contains(event->position().toPoint()))
        setHeld(!m_isHeld);
}

void Legend::keyPressEvent(QKeyEvent* event)
{
    if (event->key() == Qt::Key_Space || event->key() == Qt::Key_Return || event->key() == Qt::Key_Enter)
        setHeld(!m_isHeld);
    else
        QWidget::keyPressEvent(event);
}

} // namespace lockstep

#include "moc_legend.cpp"
