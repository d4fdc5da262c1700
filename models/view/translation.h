// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QCoreApplication>

namespace lockstep {

/// Like QObject::tr(), for free functions.
[[nodiscard]] inline QString tr(const char* text)
{
    return QCoreApplication::translate("lockstep", text);
}

} // namespace lockstep
