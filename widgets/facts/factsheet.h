// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "models/view/colour/palette.h"
#include "widgets/facts/entityfacts.h"

#include <QWidget>

namespace lockstep {

/// Facts in two columns, label and value; long values wrap. Painted, because laying out rich text every second was
/// expensive. GUI thread.
class FactSheet : public QWidget
{
    Q_OBJECT

public:
    explicit FactSheet(QWidget* parent = nullptr);

    void setFacts(Facts facts, const Palette& palette);
    /// The facts as plain lines, label and value separated by a tab.
    [[nodiscard]] QString plainText() const;

    [[nodiscard]] QSize sizeHint() const override { return {240, m_height}; }
    [[nodiscard]] QSize minimumSizeHint() const override { return {120, m_height}; }

protected:
    void paintEvent(QPaintEvent* event) override;
    void resizeEvent(QResizeEvent* event) override;
    void changeEvent(QEvent* event) override;

private:
    void layOut();
    [[nodiscard]] QRect valueArea(const Fact& fact) const; ///< as if at the top, with unlimited height

    Facts m_facts;
    Palette m_palette;
    std::vector<int> m_rowHeights;
    int m_labelWidth = 0;
    int m_height = 0;
};

} // namespace lockstep
