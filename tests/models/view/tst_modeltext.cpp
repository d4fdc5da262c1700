// SPDX-License-Identifier: GPL-3.0-or-later
#include "models/view/modeltext.h"
#include "models/view/translation.h"
#include "tests/support/testentry.h"

#include <QFile>
#include <QTest>

using namespace lockstep;
using namespace Qt::StringLiterals;

class TestModelText : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void withoutATranslationATextIsUnchanged()
    {
        QCOMPARE(modelText("Loop cdu-1: back to baseline"), u"Loop cdu-1: back to baseline"_s);
    }

    void aTextIsTranslatedByItsPattern_data()
    {
        QTest::addColumn<QString>("text");
        QTest::addColumn<QString>("german");
        QTest::newRow("whole") << u"coolant leak"_s << u"Kühlmittelleck"_s;
        QTest::newRow("with a variable part")
            << u"Loop cdu-1: back to baseline"_s << u"Kreis cdu-1: wieder am Basiswert"_s;
        QTest::newRow("parts are translated too")
            << u"Loop cdu-1: flow 84 L/min, expected 180 L/min; pumps at 61 % of their baseline speed"_s
            << u"Kreis cdu-1: Durchfluss 84 L/min, erwartet 180 L/min; Pumpen bei 61 % ihrer Basisdrehzahl"_s;
        QTest::newRow("an alert with its effects")
            << u"2 links down: n1 / hca0: link down \u2192 12 GPUs overheating"_s
            << u"2 Links ausgefallen: n1 / hca0: Link ausgefallen \u2192 12 GPUs überhitzt"_s;
        QTest::newRow("a part that looks like a placeholder")
            << u"Loop %2: back to baseline"_s << u"Kreis %2: wieder am Basiswert"_s;
        QTest::newRow("numbers alone") << u"320 of 320"_s << u"320 von 320"_s;
        QTest::newRow("numbers with a unit") << u"84 of 180\u2009L/min"_s << u"84 von 180\u2009L/min"_s;
        QTest::newRow("a number and words") << u"2 of the ranks"_s << u"2 of the ranks"_s;
        QTest::newRow("a clause after a word") << u"no: manual"_s << u"nein: von Hand"_s;
        QTest::newRow("unknown") << u"something else of node-1"_s << u"something else of node-1"_s;
    }

    void aTextIsTranslatedByItsPattern()
    {
        if (!QFile::exists(u":/translations/lockstep_de.qm"_s))
            QSKIP("built without the window, so without translations");
        installTranslations(QLocale(QLocale::German));
        QFETCH(QString, text);
        QTEST(modelText(text.toStdString()), "german");
    }
};

LOCKSTEP_TEST(tst_modeltext, TestModelText)
#include "tst_modeltext.moc"
