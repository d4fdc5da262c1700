// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/support/fakeworld.h"
#include "tests/support/testentry.h"
#include "widgets/panels/metricpicker.h"

#include <QCompleter>
#include <QLineEdit>
#include <QTest>

using namespace lockstep;

class TestMetricPicker : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void itShowsTheMetricThatIsSelected()
    {
        FakeWorld world;
        world.introduce();
        world.run(1);
        MetricPicker picker(world.context());
        QCOMPARE(picker.currentText(), QString());
        world.selection.setMetric(world.cluster.store().metrics().find("gpu.power"));
        QCOMPARE(picker.currentText(), QStringLiteral("GPU power (W)"));
    }

    void whatHasNoRoomShowsItsFirstWordsAndTellsAll()
    {
        FakeWorld world;
        world.introduce();
        world.run(1);
        MetricPicker picker(world.context());
        picker.setFixedWidth(60);
        world.selection.setMetric(world.cluster.store().metrics().find("gpu.temperature"));
        QCOMPARE(picker.lineEdit()->cursorPosition(), 0);
        QVERIFY(picker.toolTip().startsWith(QStringLiteral("GPU temperature (°C)")));
    }

    void choosingARowSelectsItsMetric()
    {
        FakeWorld world;
        world.introduce();
        world.run(1);
        MetricPicker picker(world.context());
        picker.setCurrentIndex(picker.findText(QStringLiteral("GPU temperature (°C)")));
        Q_EMIT picker.activated(picker.currentIndex());
        QCOMPARE(world.cluster.store().metrics().descriptor(world.selection.metric()).name,
                 std::string("gpu.temperature"));
    }

    void groupsBeginWithAHeadingThatCannotBeChosen()
    {
        FakeWorld world;
        world.introduce();
        world.run(1);
        MetricPicker picker(world.context());
        QCOMPARE(picker.itemText(0), QStringLiteral("GPU"));
        QVERIFY(!picker.model()->flags(picker.model()->index(0, 0)).testFlag(Qt::ItemIsSelectable));
        Q_EMIT picker.activated(0);
        QVERIFY(!world.selection.metric().isValid());
    }

    void newMetricsAppearAndTheChosenOneStays()
    {
        FakeWorld world;
        MetricPicker picker(world.context());
        QCOMPARE(picker.count(), 0);
        world.introduce();
        world.run(1);
        QVERIFY(picker.count() > 10);
        world.selection.setMetric(world.cluster.store().metrics().find("gpu.power"));
        world.run(1);
        QCOMPARE(picker.currentText(), QStringLiteral("GPU power (W)"));
    }

    void enterTakesTheMatchAndLeavesTheField()
    {
        FakeWorld world;
        world.introduce();
        world.run(1);
        MetricPicker picker(world.context());
        picker.show();
        QApplication::setActiveWindow(&picker);
        picker.setFocus();
        QTRY_VERIFY(picker.hasFocus());
        picker.lineEdit()->selectAll();
        QTest::keyClicks(&picker, QStringLiteral("gpu pow"));
        QTest::keyClick(&picker, Qt::Key_Return);
        QCOMPARE(world.cluster.store().metrics().descriptor(world.selection.metric()).name, std::string("gpu.power"));
        QVERIFY(!picker.hasFocus());
        QVERIFY(!picker.lineEdit()->hasFocus());
    }

    void escapeLeavesTheFieldAsItWas()
    {
        FakeWorld world;
        world.introduce();
        world.run(1);
        world.selection.setMetric(world.cluster.store().metrics().find("gpu.power"));
        MetricPicker picker(world.context());
        picker.show();
        QApplication::setActiveWindow(&picker);
        picker.setFocus();
        QTRY_VERIFY(picker.hasFocus());
        QTest::keyClicks(&picker, QStringLiteral("nothing"));
        QTest::keyClick(&picker, Qt::Key_Escape);
        QCOMPARE(picker.currentText(), QStringLiteral("GPU power (W)"));
        QVERIFY(!picker.hasFocus());
    }

    void typingFindsAMetricByAnyPartOfItsName()
    {
        FakeWorld world;
        world.introduce();
        world.run(1);
        MetricPicker picker(world.context());
        picker.completer()->setCompletionPrefix(QStringLiteral("nvlink"));
        QVERIFY(picker.completer()->completionCount() >= 2);
    }
};

LOCKSTEP_GUI_TEST(tst_metricpicker, TestMetricPicker)
#include "tst_metricpicker.moc"
