// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "tests/support/waiting.h"

#include <QCoreApplication>
#include <QTest>
#include <QTranslator>
#ifdef QT_WIDGETS_LIB
#include <QApplication>
#endif

/// The plural forms of English, as the window installs them: "1 node". Only programs that link models/view have them.
inline void installPlurals(QTranslator& english)
{
    if (english.load(QStringLiteral(":/translations/lockstep_en.qm")))
        QCoreApplication::installTranslator(&english);
}

/// Registers a Qt Test class with the test program of its room. The last lines of tst_one.cpp are
/// `LOCKSTEP_TEST(tst_one, TestOne)` and the include of its moc file. The function must have the name of the file,
/// because CMake's test driver calls it by that name.
#define LOCKSTEP_TEST(function, Class)                                                                                 \
    int function(int argc, char* argv[])                                                                               \
    {                                                                                                                  \
        const QCoreApplication application(argc, argv);                                                                \
        QTranslator english;                                                                                           \
        installPlurals(english);                                                                                       \
        Class test;                                                                                                    \
        return QTest::qExec(&test, argc, argv);                                                                        \
    }

/// The same for widget tests. Fonts are measured at 96 dpi, whatever the screen.
#define LOCKSTEP_GUI_TEST(function, Class)                                                                             \
    int function(int argc, char* argv[])                                                                               \
    {                                                                                                                  \
        QCoreApplication::setAttribute(Qt::AA_Use96Dpi);                                                               \
        const QApplication application(argc, argv);                                                                    \
        QTranslator english;                                                                                           \
        installPlurals(english);                                                                                       \
        Class test;                                                                                                    \
        return QTest::qExec(&test, argc, argv);                                                                        \
    }
