// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "models/core/rates.h"

#include <QObject>

namespace lockstep {

/// Cost of GPU time and failure rate of GPUs, shared by all views that show costs. GUI thread; owned by the
/// composition.
class RateSettings : public QObject
{
    Q_OBJECT

public:
    explicit RateSettings(QObject* parent = nullptr);

    [[nodiscard]] const Rates& rates() const { return m_rates; }
    void setRates(Rates rates);

Q_SIGNALS:
    void changed();

private:
    Rates m_rates;
};

} // namespace lockstep
