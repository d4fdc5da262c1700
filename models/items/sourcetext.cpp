// SPDX-License-Identifier: GPL-3.0-or-later
#include "models/items/sourcetext.h"

#include "models/core/units.h"
#include "models/view/time/timeaxis.h"
#include "models/view/translation.h"

#include <algorithm>

namespace lockstep {

namespace {

QString durationText(Duration duration)
{
    return QString::fromStdString(formatDuration(duration));
}

} // namespace

QString sourceStateText(const SourceStatus* source, const NodeStatus* node)
{
    const bool isSilent = node && node->freshness == Freshness::Stale;
    if (isSilent && (!source || source->state == SourceState::Live))
        return tr("stale");
    if (!source)
        return node && node->freshness == Freshness::Live ? tr("live") : tr("unknown");
    return tr(sourceStateName(source->state).data());
}

QString sourceReasonText(const SourceStatus& source, TimePoint now)
{
    QString text = QString::fromStdString(source.reason);
    if (source.nextTry && *source.nextTry > now) {
        const auto wait = std::chrono::ceil<std::chrono::seconds>(*source.nextTry - now);
        const QString next = tr("retrying in %1").arg(durationText(wait));
        text = text.isEmpty() ? next : QStringLiteral("%1; %2").arg(text, next);
    }
    if (source.rejectedFrames > 0) {
        const QString rejected = tr("%1 unreadable frames").arg(countText(source.rejectedFrames));
        text = text.isEmpty() ? rejected : QStringLiteral("%1; %2").arg(text, rejected);
    }
    return text;
}

QString ageText(const NodeStatus& node, TimePoint now)
{
    if (node.ticks == 0)
        return tr("never");
    const auto age = std::chrono::floor<std::chrono::seconds>(now - node.lastReceived);
    return durationText(std::max(age, std::chrono::seconds(0)));
}

QString clockText(const std::optional<ClockOffset>& clock)
{
    if (!clock)
        return tr("unknown");
    const QString sign = clock->offset < Duration::zero() ? QString() : QStringLiteral("+");
    return QStringLiteral("%1%2 ± %3").arg(sign, durationText(clock->offset), durationText(clock->uncertainty));
}

QString countText(std::uint64_t count)
{
    return QString::fromStdString(formatNumber(static_cast<double>(count)));
}

} // namespace lockstep
