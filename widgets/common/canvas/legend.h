// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "models/core/units.h"
#include "models/view/colour/colourscale.h"

#include <QWidget>

namespace lockstep {

class Theme;

/// A colour bar with range, unit and the origin of the range, and the hatch for no data. A click, Space or Enter fixes
/// the range or lets it follow the data again. GUI thread; owned by its view.
class Legend : public QWidget
{
    Q_OBJECT

public:
    explicit Legend(const Theme& theme, QWidget* parent = nullptr);

    /// One scale for the whole view.
    void setScale(const ColourScale& scale, Unit unit);
    /// Shows a sentence instead of a scale, for example that each column has its own scale.
    void setSentence(const QString& sentence, ColourMap map);

    /// Whether the user has fixed the range; while true, the view keeps its scale.
    [[nodiscard]] bool isHeld() const { return m_isHeld; }
    void setHeld(bool held);

    [[nodiscard]] QSize sizeHint() const override;
    [[nodiscard]] QSize minimumSizeHint() const override { return {60, sizeHint().height()}; }

Q_SIGNALS:
    void heldChanged(bool held);

protected:
    void paintEvent(QPaintEvent* event) override;
    void mouseReleaseEvent(QMouseEvent* event) override;
    void keyPressEvent(QKeyEvent* event) override;

private:
    void describe();
    [[nodiscard]] QString lowText() const;
    [[nodiscard]] QString highText() const;

    const Theme& m_theme;
    ColourScale m_scale;
    Unit m_unit = Unit::None;
    QString m_sentence;
    bool m_isHeld = false;
};

} // namespace lockstep
