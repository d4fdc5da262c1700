// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/support/fakeworld.h"
#include "tests/support/testentry.h"
#include "widgets/facts/factspanel.h"
#include "widgets/facts/metricfactsmodel.h"

#include <QClipboard>
#include <QGuiApplication>
#include <QSignalSpy>
#include <QTableView>
#include <QTest>
#include <QToolButton>

using namespace lockstep;

namespace {

struct Shown
{
    explicit Shown(FakeClusterOptions options = {}) : world(options)
    {
        world.introduce();
        world.run(30);
        panel.resize(420, 700);
        panel.show();
        settle();
    }
    void settle() { QCoreApplication::processEvents(); }

    FakeWorld world;
    FactsPanel panel{world.context()};
};

} // namespace

class FactsPanelTest : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void nothingSelectedSummarisesTheCluster()
    {
        Shown shown({.nodes = 3});
        QCOMPARE(shown.panel.caption(), QStringLiteral("cluster summary (nothing selected)"));
        QVERIFY(shown.panel.plainText().contains(QStringLiteral("GPUs\t24")));
        QVERIFY(shown.panel.metrics().rowCount() > 0);
    }

    void theSelectedEntityIsReported()
    {
        Shown shown({.nodes = 3});
        QSignalSpy captions(&shown.panel, &FactsPanel::captionChanged);
        shown.world.selection.select({EntityKind::Gpu, 10});
        shown.settle();
        QCOMPARE(shown.panel.caption(), QStringLiteral("A01 / node-0001 / gpu2"));
        QCOMPARE(captions.count(), 1);
        const QString text = shown.panel.plainText();
        for (const char* expected : {"GPU temperature\t", "Xeon", "±", "0.1.0"})
            QVERIFY2(text.contains(QString::fromUtf8(expected)), expected);
    }

    void whatBreaksItsLimitComesFirstAndProvenanceIsFolded()
    {
        Shown shown;
        shown.world.fake().force(0, "gpu.temperature", 1, 99.0F);
        shown.world.run(2);
        shown.world.selection.select({EntityKind::Gpu, 0});
        shown.settle();
        QCOMPARE(shown.panel.metrics().fact(0).name, QStringLiteral("GPU temperature"));
        QCOMPARE(shown.panel.metrics().fact(0).severity, std::optional(Severity::Critical));
        auto* fold = shown.panel.findChild<QToolButton*>();
        const auto* sheet = shown.panel.findChild<FactSheet*>();
        for (int visit = 0; visit < 2; ++visit) {
            QVERIFY(fold->isVisible() && !sheet->isVisible());
            QTest::mouseClick(fold, Qt::LeftButton);
            QVERIFY(sheet->isVisible());
            QTest::mouseClick(fold, Qt::LeftButton);
        }
        shown.world.selection.clear(); // of the cluster everything is shown
        shown.settle();
        QVERIFY(!fold->isVisible() && sheet->isVisible());
    }

    void aFoldDoesNotHideThatDataIsStale()
    {
        Shown shown({.nodes = 2});
        shown.world.selection.select({EntityKind::Node, 1});
        shown.settle();
        const auto* fold = shown.panel.findChild<QToolButton*>();
        QCOMPARE(fold->accessibleDescription(), QString());
        shown.world.fake().silence(1);
        shown.world.run(5);
        QTRY_VERIFY2(fold->accessibleDescription().contains(QStringLiteral("stale")),
                     qPrintable(fold->accessibleDescription()));
    }

    void rowsAndTheWholeSheetCanBeCopied()
    {
        Shown shown;
        shown.world.selection.select({EntityKind::Gpu, 0});
        shown.settle();
        QTest::keyClick(&shown.panel, Qt::Key_C, Qt::ControlModifier);
        const QString all = QGuiApplication::clipboard()->text();
        for (const auto* sheet : shown.panel.findChildren<FactSheet*>())
            QVERIFY(sheet->isHidden() || (!sheet->plainText().isEmpty() && all.contains(sheet->plainText())));
        auto* table = shown.panel.findChild<QTableView*>();
        table->selectRow(1);
        const QString name = shown.panel.metrics().fact(1).name;
        QTest::keyClick(&shown.panel, Qt::Key_C, Qt::ControlModifier);
        const QString copied = QGuiApplication::clipboard()->text();
        QVERIFY2(copied.startsWith(name + QLatin1Char('\t')), qPrintable(copied));
        QCOMPARE(copied.count(QLatin1Char('\n')), 1);
    }

    void anActivatedMetricIsShared()
    {
        Shown shown;
        shown.world.selection.select({EntityKind::Gpu, 0});
        shown.settle();
        auto* table = shown.panel.findChild<QTableView*>();
        Q_EMIT table->activated(shown.panel.metrics().index(2, 0));
        QCOMPARE(shown.world.selection.metric(), shown.panel.metrics().fact(2).metric);
    }

    void hiddenItReadsNothing()
    {
        Shown shown;
        shown.world.selection.select({EntityKind::Gpu, 0});
        shown.settle();
        shown.panel.hide();
        shown.world.fake().force(0, "gpu.temperature", 1, 99.0F);
        shown.world.run(2);
        shown.settle();
        QVERIFY(!shown.panel.plainText().contains(QStringLiteral("99")));
        shown.panel.show();
        shown.settle();
        QVERIFY(shown.panel.plainText().contains(QStringLiteral("99")));
    }

    void everythingThatTakesFocusHasAName()
    {
        Shown shown;
        for (const QWidget* widget : shown.panel.findChildren<QWidget*>()) {
            if (widget->focusPolicy() != Qt::NoFocus && widget->isVisible())
                QVERIFY2(!widget->accessibleName().isEmpty(), widget->metaObject()->className());
        }
    }
};

LOCKSTEP_GUI_TEST(tst_factspanel, FactsPanelTest)
#include "tst_factspanel.moc"
