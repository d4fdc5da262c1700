// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/jobs/ratefields.h"

#include "models/view/rateboard.h"
#include "widgets/common/controls.h"
#include "widgets/common/fonts.h"
#include "widgets/common/text.h"
#include "widgets/incidents/boundline.h"

#include <QHBoxLayout>
#include <QLabel>

#include <cmath>

namespace lockstep {

RateFields::RateFields(ViewContext context, QWidget* parent)
    : QWidget(parent), m_context(context), m_currency(new BoundLine(tr("Currency"), this))
{
    auto* row = new QHBoxLayout(this);
    row->setContentsMargins(8, 2, 8, 4);
    row->setSpacing(4);
    addField(*row, tr("GPU h"), tr("What an hour of one GPU costs"), &Rates::gpuHour);
    m_currency->setToolTip(tr("Currency of all amounts"));
    m_currency->setFixedWidth(m_currency->fontMetrics().horizontalAdvance(QStringLiteral("MMMM")) + 8);
    row->addWidget(m_currency);
    addField(*row, tr("kWh"), tr("What a kilowatt hour costs"), &Rates::kilowattHour);
    addField(*row, tr("GPU h per failure"),
             tr("How many GPU hours go by between failures, on the average; empty: as published"),
             &Rates::gpuHoursPerFailure);
    row->addStretch(1);
    connect(m_currency, &BoundLine::committed, this, [this](const QString& text) {
        Rates rates = m_context.rates->rates();
        if (!text.trimmed().isEmpty())
            rates.currency = text.trimmed().left(8).toStdString();
        m_context.rates->setRates(std::move(rates));
        refresh();
    });
    connect(m_context.rates, &RateBoard::changed, this, &RateFields::refresh);
    refresh();
}

void RateFields::addField(QHBoxLayout& row, const QString& label, const QString& hint,
                          std::optional<double> Rates::*rate)
{
    auto* name = makeLabel(label, this);
    name->setFont(smallTextFont());
    name->setForegroundRole(QPalette::PlaceholderText);
    auto* line = new BoundLine(hint, this);
    line->setToolTip(hint);
    line->setPlaceholderText(tr("not set"));
    line->setAlignment(Qt::AlignRight);
    line->setFixedWidth(line->fontMetrics().horizontalAdvance(QStringLiteral("000000.00")));
    row.addWidget(name);
    row.addWidget(line);
    const Field field{line, rate};
    m_fields.push_back(field);
    connect(line, &BoundLine::committed, this, [this, field](const QString& text) { take(field, text); });
}

/// Nonsense is not taken for zero: it goes back to what is kept.
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
