// SPDX-License-Identifier: GPL-3.0-or-later
#include "models/core/visibletext.h"
#include "tests/support/testentry.h"

#include <QTest>

#include <random>

using namespace lockstep;

class TestVisibleText : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void textOfPeopleStaysAsItIs()
    {
        for (const char* const good :
             {"", "plain", "Kühlung 71 °C → 4\u2009K", "計算ノード", "\U0001F525", "a\\u202eb", "~"}) {
            QCOMPARE(visibleText(good), std::string(good));
            QCOMPARE(visibleLine(good), std::string(good));
        }
        QCOMPARE(visibleText("one\n\ttwo"), std::string("one\n\ttwo"));
    }

    void whatIsObeyedInsteadOfShownIsEscaped_data()
    {
        QTest::addColumn<QByteArray>("text");
        QTest::addColumn<QByteArray>("shown");
        const auto row = [](const char* name, const char* text, const char* shown) {
            QTest::newRow(name) << QByteArray(text) << QByteArray(shown);
        };
        row("escape", "\x1b[2J\x1b]0;x\x07", "\\u001b[2J\\u001b]0;x\\u0007");
        row("carriage return", "no\rALL CLEAR", "no\\u000dALL CLEAR");
        row("line break", "no\nALL CLEAR", "no\\u000aALL CLEAR");
        row("tab", "a\tb", "a\\u0009b");
        row("delete", "a\x7f", "a\\u007f");
        row("8-bit control", "a\u009b31m", "a\\u009b31m");
        row("right to left", "node\u202e71-edon", "node\\u202e71-edon");
        row("isolate", "\u2066x\u2069", "\\u2066x\\u2069");
        row("zero width", "no\u200bde", "no\\u200bde");
        row("line separator", "a\u2028b", "a\\u2028b");
        row("byte order mark", "\ufeffa", "\\ufeffa");
        row("tag", "a\U000E0041", "a\\udb40\\udc41");
        row("no UTF-8", "a\xff\xc0\xaf", "a\\xff\\xc0\\xaf");
        row("surrogate", "\xed\xa0\x80", "\\xed\\xa0\\x80");
        row("cut off", "a\xe2\x82", "a\\xe2\\x82");
    }

    void whatIsObeyedInsteadOfShownIsEscaped()
    {
        QFETCH(QByteArray, text);
        QFETCH(QByteArray, shown);
        QCOMPARE(visibleLine(text.toStdString()), shown.toStdString());
        QCOMPARE(visibleLine(visibleLine(text.toStdString())), shown.toStdString());
    }

    void anyBytesBecomeValidTextWithoutControls()
    {
        std::mt19937 random(36); // NOLINT: the same bytes each time
        for (int round = 0; round < 2000; ++round) {
            std::string bytes(random() % 40, '\0');
            for (char& byte : bytes)
                byte = static_cast<char>(random());
            const std::string line = visibleLine(bytes);
            QCOMPARE(QString::fromStdString(line).toStdString(), line);
            for (const char byte : line)
                QVERIFY(static_cast<unsigned char>(byte) >= ' ' && byte != '\x7f');
        }
    }
};

LOCKSTEP_TEST(tst_visibletext, TestVisibleText)
#include "tst_visibletext.moc"
