// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/support/dueevents.h"
#include "tests/support/testentry.h"
#include "tests/support/waiting.h"
#include "widgets/common/canvas/overlay.h"

#include <QLabel>
#include <QTest>
#include <QVBoxLayout>

using namespace lockstep;

namespace {

/// A page with a strip above an area, and a widget over the area.
struct OverlaidPage
{
    explicit OverlaidPage(Overlay::Place place)
    {
        auto* layout = new QVBoxLayout(&page);
        layout->addWidget(strip);
        layout->addWidget(area, 1);
        note->setWordWrap(true);
        note->hide();
        overlay = new Overlay(*note, *area, place);
        page.resize(900, 600);
        page.show();
    }

    QWidget page;
    QLabel* strip = new QLabel(QStringLiteral("strip"));
    QWidget* area = new QWidget;
    QLabel* note = new QLabel(QStringLiteral("Cannot write the recording: no space is left on the disk."), &page);
    Overlay* overlay = nullptr;
};

} // namespace

class OverlayTest : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void whatComesAndGoesShiftsNothing_data()
    {
        QTest::addColumn<int>("place");
        QTest::newRow("top") << static_cast<int>(Overlay::Place::Top);
        QTest::newRow("bottom") << static_cast<int>(Overlay::Place::Bottom);
        QTest::newRow("whole") << static_cast<int>(Overlay::Place::Whole);
    }
    void whatComesAndGoesShiftsNothing()
    {
        QFETCH(int, place);
        OverlaidPage page(static_cast<Overlay::Place>(place));
        QVERIFY(QTest::qWaitForWindowExposed(&page.page, test::hangTimeoutMs));
        const QRect before = page.area->geometry();
        page.note->show();
        test::handleDueEvents();
        QCOMPARE(page.area->geometry(), before);
        QVERIFY(before.contains(page.note->geometry()));
        QVERIFY(!page.note->geometry().isEmpty());
        page.page.resize(700, 500);
        test::handleDueEvents();
        QVERIFY(page.area->geometry().contains(page.note->geometry()));
        page.note->hide();
        test::handleDueEvents();
        QCOMPARE(page.area->height() - before.height(), -100);
    }

    void theWholeIsCoveredAndTheStripIsNot()
    {
        OverlaidPage page(Overlay::Place::Whole);
        page.note->show();
        test::handleDueEvents();
        QCOMPARE(page.note->geometry(), page.area->geometry());
        page.overlay->setArea(*page.strip);
        QCOMPARE(page.note->geometry(), page.strip->geometry());
    }
};

LOCKSTEP_GUI_TEST(tst_overlay, OverlayTest)
#include "tst_overlay.moc"
