// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "models/view/colour/palette.h"

#include <QObject>

namespace lockstep {

/// The current palette, and whether animations are allowed. Views read it when they paint. GUI thread; owned by the
/// composition.
class Theme : public QObject
{
    Q_OBJECT

public:
    explicit Theme(QObject* parent = nullptr);

    [[nodiscard]] bool isDark() const { return m_isDark; }
    [[nodiscard]] const Palette& palette() const { return m_isDark ? darkPalette() : lightPalette(); }
    void setDark(bool dark);

Q_SIGNALS:
    void changed();

private:
    bool m_isDark = true;
};

} // namespace lockstep
