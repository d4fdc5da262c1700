// SPDX-License-Identifier: GPL-3.0-or-later
#include "models/core/textparts.h"
#include "tests/support/testentry.h"

#include <QTest>

using namespace lockstep;

/// Parts and counts in texts.
class TestTextParts : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void countsHaveTheirPlural()
    {
        QCOMPARE(counted(1, "span"), std::string("1 span"));
        QCOMPARE(counted(0, "span"), std::string("0 spans"));
        QCOMPARE(counted(1, "switch", "switches"), std::string("1 switch"));
        QCOMPARE(counted(3, "switch", "switches"), std::string("3 switches"));
    }
};

LOCKSTEP_TEST(tst_textparts, TestTextParts)
#include "tst_textparts.moc"
