// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "models/view/palette.h"
#include "widgets/facts/fact.h"

#include <QLabel>

namespace lockstep {

/// Facts as two columns of text that can be selected and copied, by mouse and keyboard. Keeps what the user selected
/// while nothing changes. GUI thread.
class FactSheet : public QLabel
{
    Q_OBJECT

public:
    explicit FactSheet(QWidget* parent = nullptr);

    void setFacts(const Facts& facts, const Palette& palette);
    /// The facts as plain lines, label and value separated by a tab.
    [[nodiscard]] QString plainText() const;

private:
    Facts m_facts;
};

} // namespace lockstep
