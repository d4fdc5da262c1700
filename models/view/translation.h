// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QCoreApplication>
#include <QLocale>

namespace lockstep {

/// Like QObject::tr(), for free functions.
[[nodiscard]] inline QString tr(const char* text)
{
    return QCoreApplication::translate("lockstep", text);
}

/// The same with a plural: %n in the text is the count.
[[nodiscard]] inline QString tr(const char* text, const char* disambiguation, int count)
{
    return QCoreApplication::translate("lockstep", text, disambiguation, count);
}

/// Installs the translation for the first of the user's languages that has one, and the English plural forms. Programs
/// with a window call it once, after QCoreApplication is created. Other programs stay in English, because scripts read
/// their output.
void installTranslations(const QLocale& user = QLocale::system());

} // namespace lockstep
