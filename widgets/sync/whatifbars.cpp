// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/sync/whatifbars.h"

#include "models/core/units.h"
#include "models/view/colour/theme.h"
#include "models/view/framestats.h"
#include "widgets/common/fonts.h"
#include "widgets/common/paint.h"
#include "widgets/common/text.h"
#include "widgets/sync/whatiftext.h"

#include <QPainter>

#include <algorithm>
#include <cmath>
#include <functional>
#include <iterator>

namespace lockstep {

namespace {

constexpr int barPad = 8;
constexpr std::size_t maxWorkers = 8;
/// Smaller improvements of the step time are ignored.
constexpr double minSaved = 0.002;

} // namespace

WhatIfBars::WhatIfBars(ViewContext context, QWidget* parent) : QWidget(parent), m_context(context)
{
    setAttribute(Qt::WA_OpaquePaintEvent);
    setAccessibleName(tr("Cost of each activity and each slow worker"));
    connect(&context.theme, &Theme::changed, this, qOverload<>(&QWidget::update));
}

void WhatIfBars::show(const std::shared_ptr<const JobWhatIf>& whatIf)
{
    m_sections.clear();
    update();
    if (!whatIf)
        return;
    const WhatIf& result = whatIf->result;
    auto types = result.byOpType;
    std::ranges::stable_sort(types, std::greater{}, &std::pair<std::string, double>::second);
    const double top = types.empty() ? 1 : std::max(types.front().second - 1, 0.1);
    Section byType{tr("Adds to step time"), {}};
    for (const auto& [name, slowdown] : types)
        byType.bars.push_back({toQString(name), quantityText(std::max(slowdown - 1, 0.0), Unit::Ratio),
                               std::max(slowdown - 1, 0.0) / top});
    m_sections.push_back(std::move(byType));

    Section without = sectionWithout(*whatIf);
    QStringList spoken;
    for (const Bar& bar : without.bars)
        spoken << bar.label + QLatin1Char(' ') + bar.value;
    m_sections.push_back(std::move(without));
    setAccessibleDescription(spoken.join(QStringLiteral("; ")));
}

/// Workers by gain, largest first, all over the same steps. A worker no slower than the mean gains nothing.
WhatIfBars::Section WhatIfBars::sectionWithout(const JobWhatIf& whatIf)
{
    Section section{tr("Saved per step without it"), {}};
    const double idealShare = 1 - 1 / std::max(whatIf.result.slowdown, 1.0);
    const auto add = [&](const QString& name, double with, double without) {
        const double saved = std::max(with - without, 0.0);
        const bool isClear = saved > minSaved * with;
        section.bars.push_back({name, isClear ? quantityText(saved, Unit::Seconds) : tr("nothing"),
                                isClear ? std::clamp(saved / (with * idealShare), 0.0, 1.0) : 0});
    };
    if (whatIf.slow.size() > 1)
        add(tr("%1 slow ranks").arg(whatIf.slow.size()), whatIf.result.stepSeconds, whatIf.stepSecondsWithoutSlow);
    std::vector<WhatIfWorker> asked;
    std::ranges::copy_if(whatIf.result.workers, std::back_inserter(asked),
                         [](const WhatIfWorker& worker) { return !std::isnan(worker.secondsSaved()); });
    std::ranges::stable_sort(asked, std::greater{}, &WhatIfWorker::secondsSaved);
    for (std::size_t at = 0; at < std::min(asked.size(), maxWorkers); ++at)
        add(workerName(asked[at].dpRank, asked[at].stage), asked[at].stepSecondsWith, asked[at].stepSecondsWithout);
    return section;
}

void WhatIfBars::drawBar(QPainter& painter, const QRect& line, const Bar& bar, int labelWidth, int valueWidth) const
{
    const Palette& palette = m_context.theme.palette();
    const QRect label(line.left(), line.top(), labelWidth, line.height());
    const QRect value(line.right() - valueWidth, line.top(), valueWidth, line.height());
    const int room = value.left() - barPad - label.right() - barPad;
    painter.setFont(smallTextFont());
    painter.setPen(toColor(palette.text));
    painter.drawText(label, Qt::AlignLeft | Qt::AlignVCenter,
                     painter.fontMetrics().elidedText(bar.label, Qt::ElideRight, labelWidth));
    painter.setFont(smallFigureFont());
    painter.drawText(value, Qt::AlignRight | Qt::AlignVCenter, bar.value);
    const QRectF track(label.right() + barPad, line.center().y() - 3, std::max(room, 0), 7);
    painter.fillRect(track, toColor(palette.raised));
    painter.fillRect(QRectF(track.left(), track.top(), track.width() * bar.share, track.height()),
                     toColor(palette.wait));
}

void WhatIfBars::paintEvent(QPaintEvent*)
{
    const FrameStats::Work work(m_context.frames);
    const Palette& palette = m_context.theme.palette();
    QPainter painter(this);
    painter.fillRect(rect(), toColor(palette.panel));
    const int lineHeight = QFontMetrics(smallTextFont()).height() + 3;
    int labelWidth = 0;
    int valueWidth = 0;
    for (const Section& section : m_sections) {
        for (const Bar& bar : section.bars) {
            labelWidth = std::max(labelWidth, QFontMetrics(smallTextFont()).horizontalAdvance(bar.label));
            valueWidth = std::max(valueWidth, QFontMetrics(smallFigureFont()).horizontalAdvance(bar.value) + 2);
        }
    }
    labelWidth = std::min(labelWidth, width() / 2);
    int y = 2;
    std::size_t left = m_sections.size();
    for (const Section& section : m_sections) {
        // Sections share the height, so that the first does not displace the second.
        const int room = (height() - y) / static_cast<int>(left--) / lineHeight - 1;
        const auto shown = std::min(section.bars.size(), static_cast<std::size_t>(std::max(room, 0)));
        if (shown == 0)
            continue;
        painter.setFont(smallTextFont());
        painter.setPen(toColor(palette.dimText));
        painter.drawText(QRect(barPad, y, width() - 2 * barPad, lineHeight), Qt::AlignLeft | Qt::AlignVCenter,
                         painter.fontMetrics().elidedText(section.title, Qt::ElideRight, width() - 2 * barPad));
        y += lineHeight;
        for (std::size_t at = 0; at < shown; ++at, y += lineHeight)
            drawBar(painter, QRect(barPad, y, width() - 2 * barPad, lineHeight), section.bars[at], labelWidth,
                    valueWidth);
        y += barPad;
    }
    m_context.frames.painted();
}

} // namespace lockstep

#include "moc_whatifbars.cpp"
