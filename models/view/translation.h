// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QCoreApplication>

namespace lockstep {

/// What QObject::tr() is to a class, for functions outside of one.
[[nodiscard]] inline QString tr(const char* text)
{
    return QCoreApplication::translate("lockstep", text);
}

} // namespace lockstep
