// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/common/text.h"

#include "models/core/metrics/flags.h"
#include "models/core/visibletext.h"
#include "models/view/translation.h"

#include <cmath>

namespace lockstep {

QString toQString(std::string_view utf8)
{
    return QString::fromStdString(visibleText(utf8));
}

QString quantityText(double value, Unit unit)
{
    return toQString(formatQuantity(value, unit));
}

QString signedText(double value, Unit unit)
{
    const QString text = quantityText(value, unit);
    return value > 0 ? QLatin1Char('+') + text : text;
}

QString valueText(const MetricDescriptor& metric, float value)
{
    return metric.isDeviation ? signedText(static_cast<double>(value), metric.unit)
                              : toQString(formatValue(metric, value));
}

QString unitText(Unit unit)
{
    if (unit == Unit::None)
        return tr("number");
    if (unit == Unit::Bitmask)
        return tr("flags");
    return toQString(unitSymbol(unit));
}

QString countText(double count)
{
    return toQString(formatNumber(std::round(count)));
}

QString ageText(Duration age)
{
    const double seconds = std::chrono::duration<double>(age).count();
    const QChar thinSpace(0x2009);
    if (seconds < 0.05)
        return tr("now");
    if (seconds < 9.95)
        return tr("%1%2s ago").arg(seconds, 0, 'f', 1).arg(thinSpace);
    if (seconds < 120)
        return tr("%1%2s ago").arg(static_cast<int>(seconds)).arg(thinSpace);
    if (seconds < 7200)
        return tr("%1%2min ago").arg(static_cast<int>(seconds / 60)).arg(thinSpace);
    if (seconds < 172'800)
        return tr("%1%2h ago").arg(static_cast<int>(seconds / 3600)).arg(thinSpace);
    return tr("%1%2d ago").arg(static_cast<int>(seconds / 86'400)).arg(thinSpace);
}

} // namespace lockstep
