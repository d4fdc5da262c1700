// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "models/core/rates.h"
#include "models/view/viewcontext.h"

#include <QWidget>

#include <optional>
#include <vector>

class QHBoxLayout;

namespace lockstep {

class BoundLine;

/// What GPU time costs, in which currency, and how many GPU hours go by between failures: what the user says, kept from
/// start to start. Needs ViewContext::rates. GUI thread; owned by its panel.
class RateFields : public QWidget
{
    Q_OBJECT

public:
    explicit RateFields(ViewContext context, QWidget* parent = nullptr);

private:
    struct Field
    {
        BoundLine* line;
        std::optional<double> Rates::*rate;
    };

    void addField(QHBoxLayout& row, const QString& label, const QString& hint, std::optional<double> Rates::*rate);
    void take(const Field& field, const QString& text);
    void refresh();

    ViewContext m_context;
    BoundLine* m_currency;
    std::vector<Field> m_fields;
};

} // namespace lockstep
