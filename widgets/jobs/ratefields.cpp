// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/jobs/ratefields.h"

#include "models/view/rateboard.h"
#include "widgets/common/text.h"
#include "widgets/incidents/boundline.h"
#include "widgets/jobs/figuretree.h"

#include <cmath>

namespace lockstep {

RateFields::RateFields(ViewContext context, FigureTree& tree, QObject* parent)
    : QObject(parent), m_context(context), m_currency(new BoundLine(tr("Currency")))
{
    addField(tree, tr("Cost per GPU hour"), &Rates::gpuHour);
    addField(tree, tr("Cost per reserved GPU hour"), &Rates::reservedGpuHour);
    addField(tree, tr("Cost per hour of labour"), &Rates::labourHour);
    addField(tree, tr("Cost per day of delay"), &Rates::delayDay);
    addField(tree, tr("Cost per kWh"), &Rates::kilowattHour);
    tree.addField(tr("Currency"), m_currency);
    addField(tree, tr("GPU hours between failures"), &Rates::gpuHoursPerFailure);
    connect(m_currency, &BoundLine::committed, this, [this](const QString& text) {
        constexpr int longestCurrency = 8;
        Rates rates = m_context.rates->rates();
        if (!text.trimmed().isEmpty())
            rates.currency = text.trimmed().left(longestCurrency).toStdString();
        m_context.rates->setRates(std::move(rates));
        refresh();
    });
    connect(m_context.rates, &RateBoard::changed, this, &RateFields::refresh);
    refresh();
}

void RateFields::addField(FigureTree& tree, const QString& name, std::optional<double> Rates::*rate)
{
    auto* line = new BoundLine(name);
    line->setPlaceholderText(tr("not set"));
    tree.addField(name, line);
    const Field field{line, rate};
    m_fields.push_back(field);
    connect(line, &BoundLine::committed, this, [this, field](const QString& text) { take(field, text); });
}

/// Invalid input restores the stored value; it is not zero.
void RateFields::take(const Field& field, const QString& text)
{
    bool isNumber = false;
    const double value = text.trimmed().toDouble(&isNumber);
    if ((isNumber && std::isfinite(value) && value > 0) || text.trimmed().isEmpty()) {
        Rates rates = m_context.rates->rates();
        rates.*field.rate = isNumber ? std::optional(value) : std::nullopt;
        m_context.rates->setRates(std::move(rates));
    }
    refresh();
}

void RateFields::refresh()
{
    const Rates& rates = m_context.rates->rates();
    m_currency->setStored(toQString(rates.currency));
    for (const Field& field : m_fields)
        field.line->setStored(rates.*field.rate ? QString::number(*(rates.*field.rate), 'g', 10) : QString());
}

} // namespace lockstep

#include "moc_ratefields.cpp"
