// SPDX-License-Identifier: GPL-3.0-or-later
#include "models/view/colour/theme.h"

#include <utility>

namespace lockstep {

Theme::Theme(QObject* parent) : QObject(parent) { }

void Theme::setDark(bool dark)
{
    if (std::exchange(m_isDark, dark) != dark)
        Q_EMIT changed();
}

} // namespace lockstep

#include "moc_theme.cpp"
