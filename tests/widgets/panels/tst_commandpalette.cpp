// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/support/fakeworld.h"
#include "tests/support/testentry.h"
#include "tests/support/waiting.h"
#include "widgets/panels/palette/commandpalette.h"

#include <QAction>
#include <QLineEdit>
#include <QListView>
#include <QSignalSpy>
#include <QTest>
#include <QVBoxLayout>

Q_DECLARE_METATYPE(lockstep::MetricId)

using namespace lockstep;

namespace {

struct Shown
{
    Shown()
    {
        world.introduce();
        world.run(2);
        window.resize(900, 600);
        window.show();
        other.setFocus();
        palette.setActions({&live, &quit, &disabled});
        disabled.setEnabled(false);
    }

    [[nodiscard]] QLineEdit& edit() const { return *palette.findChild<QLineEdit*>(); }
    void type(const QString& text) { QTest::keyClicks(&edit(), text); }
    void key(Qt::Key key) { QTest::keyClick(&edit(), key); }
    [[nodiscard]] QString first() const
    {
        return palette.findChild<QListView*>()->model()->index(0, 0).data().toString();
    }

    FakeWorld world{{.nodes = 4, .gpusPerNode = 8}};
    QWidget window;
    QLineEdit other{&window};
    QAction live{QStringLiteral("&Go live")};
    QAction quit{QStringLiteral("Quit")};
    QAction disabled{QStringLiteral("Live but disabled")};
    CommandPalette palette{world.context(), &window};
};

} // namespace

class TestCommandPalette : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void anActionIsFoundAndRunByKeys()
    {
        Shown s;
        QSignalSpy ran(&s.live, &QAction::triggered);
        s.palette.open();
        QVERIFY(s.palette.isVisible());
        s.type(QStringLiteral("go l"));
        QCOMPARE(s.first(), QStringLiteral("Go live"));
        s.key(Qt::Key_Return);
        QCOMPARE(ran.count(), 1);
        QVERIFY(!s.palette.isVisible());
    }

    void anEntityIsFoundByPartsOfItsPath()
    {
        Shown s;
        EntityRef chosen;
        QObject::connect(&s.palette, &CommandPalette::entityChosen, &s.palette, [&](EntityRef e) { chosen = e; });
        s.palette.open();
        s.type(QStringLiteral("0002 gpu5"));
        s.key(Qt::Key_Return);
        const Topology& topology = *s.world.cluster.store().topology();
        QVERIFY(chosen.isValid());
        QVERIFY(topology.path(chosen).ends_with("node-0002 / gpu5"));
    }

    void aMetricIsFoundByItsTitle()
    {
        Shown s;
        MetricId chosen;
        QObject::connect(&s.palette, &CommandPalette::metricChosen, &s.palette, [&](MetricId m) { chosen = m; });
        s.palette.open();
        s.type(QStringLiteral("gpu power"));
        s.key(Qt::Key_Return);
        QVERIFY(chosen.isValid());
        QCOMPARE(s.world.cluster.store().metrics().descriptor(chosen).name, std::string("gpu.power"));
    }

    void downChoosesTheNextResultAndWrapsAround()
    {
        Shown s;
        QSignalSpy ran(&s.quit, &QAction::triggered);
        s.palette.open();
        s.key(Qt::Key_Down);
        s.key(Qt::Key_Return);
        QCOMPARE(ran.count(), 1);
        s.palette.open();
        s.key(Qt::Key_Up);
        s.key(Qt::Key_Return);
        QCOMPARE(ran.count(), 2);
    }

    void escapeClosesAndGivesTheKeyboardBack()
    {
        Shown s;
        QVERIFY(QTest::qWaitForWindowActive(&s.window, test::hangTimeoutMs));
        s.other.setFocus();
        s.palette.open();
        QCOMPARE(QApplication::focusWidget(), &s.edit());
        s.key(Qt::Key_Escape);
        QVERIFY(!s.palette.isVisible());
        QCOMPARE(QApplication::focusWidget(), &s.other);
    }

    void disabledActionsAreNotOffered()
    {
        Shown s;
        s.palette.open();
        s.type(QStringLiteral("disabled"));
        QVERIFY(s.first() != s.disabled.text());
    }

    void enterOnNothingDoesNothing()
    {
        Shown s;
        s.palette.open();
        s.type(QStringLiteral("zzzzqqqq"));
        QVERIFY(s.first().isEmpty());
        s.key(Qt::Key_Return);
        QVERIFY(s.palette.isVisible());
    }

    void aLargeClusterIsSearchedToItsEnd()
    {
        FakeWorld world({.nodes = 400, .gpusPerNode = 8});
        world.introduce();
        world.run(1);
        QWidget window;
        window.resize(900, 600);
        window.show();
        CommandPalette palette(world.context(), &window);
        palette.open();
        auto* list = palette.findChild<QListView*>();
        QTest::keyClicks(palette.findChild<QLineEdit*>(), QStringLiteral("0399 gpu7"));
        QTRY_VERIFY(list->model()->index(0, 0).data().toString().endsWith(QStringLiteral("node-0399 / gpu7")));
    }

    void enterRunsTheBestMatchOfAllHoweverSoonItIsPressed()
    {
        FakeWorld world({.nodes = 400, .gpusPerNode = 8});
        world.introduce();
        world.run(1);
        QWidget window;
        window.resize(900, 600);
        window.show();
        CommandPalette palette(world.context(), &window);
        EntityRef chosen;
        QObject::connect(&palette, &CommandPalette::entityChosen, &palette, [&](EntityRef e) { chosen = e; });
        auto* edit = palette.findChild<QLineEdit*>();
        const Topology& topology = *world.cluster.store().topology();
        for (const auto key : {Qt::Key_Return, Qt::Key_PageUp}) {
            palette.open();
            edit->setText(QStringLiteral("node-0399 / gpu7")); // no event is handled until the key
            QTest::keyClick(edit, key);
            if (key != Qt::Key_Return)
                QTest::keyClick(edit, Qt::Key_Return);
            QVERIFY(!palette.isVisible());
            QVERIFY2(topology.path(chosen).ends_with("node-0399 / gpu7"), topology.path(chosen).c_str());
            chosen = {};
        }
    }

    void wordStartsScoreAboveMiddles()
    {
        const auto score = [](const char16_t* query, const char16_t* text) {
            return fuzzyScore(query, text);
        };
        QVERIFY(score(u"tem", u"GPU temperature") > score(u"tem", u"System time"));
        QVERIFY(score(u"gpu1", u"node / gpu1") > score(u"gpu1", u"node / gpu11"));
        QVERIFY(score(u"gt", u"GPU temperature").has_value());
        QVERIFY(score(u"GT", u"gpu temperature").has_value());
        QVERIFY(!score(u"xyz", u"GPU temperature").has_value());
        QVERIFY(score(u"", u"anything").has_value());
    }
};

LOCKSTEP_GUI_TEST(tst_commandpalette, TestCommandPalette)
#include "tst_commandpalette.moc"
