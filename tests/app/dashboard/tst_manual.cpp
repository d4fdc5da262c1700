// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/dashboard/dialogs/manualdialog.h"
#include "app/dashboard/window/goactions.h"
#include "tests/support/testentry.h"

#include <QDockWidget>
#include <QLineEdit>
#include <QListWidget>
#include <QMainWindow>
#include <QPointer>
#include <QSet>
#include <QTest>
#include <QTextBlock>

using namespace lockstep;
using namespace Qt::StringLiterals;

/// The manual inside the program: its pages, links between them, and F1.
class TestManual : public QObject
{
    Q_OBJECT

    [[nodiscard]] static QStringList pagesOf(const ManualDialog& dialog)
    {
        QStringList pages;
        const auto* const contents = dialog.findChild<QListWidget*>();
        for (int row = 0; row < contents->count(); ++row) {
            if (!contents->item(row)->isHidden())
                pages << contents->item(row)->data(Qt::UserRole).toString();
        }
        return pages;
    }

private Q_SLOTS:
    void everyPageOpens()
    {
        QPointer<ManualDialog> dialog = new ManualDialog;
        const QStringList pages = pagesOf(*dialog);
        QVERIFY(pages.size() >= 20);
        QCOMPARE(QSet<QString>(pages.begin(), pages.end()).size(), pages.size());
        for (const QString& page : pages) {
            dialog->showPage(page);
            QCOMPARE(dialog->browser().source().fileName(), page);
            QVERIFY2(dialog->browser().document()->begin().blockFormat().headingLevel() == 1, qPrintable(page));
            QCOMPARE(dialog->findChild<QListWidget*>()->currentItem()->data(Qt::UserRole).toString(), page);
        }
        dialog->close();
        QTRY_VERIFY(dialog == nullptr);
    }

    void aLinkToASectionScrollsToItsHeading()
    {
        ManualBrowser browser;
        browser.resize(700, 400);
        browser.show();
        browser.showPage(u"views.md#drain"_s);
        QCOMPARE(browser.textCursor().block().text(), u"Drain"_s);
        QVERIFY(QRect(0, 0, 700, 100).contains(browser.cursorRect().center()));
        browser.showPage(u"views.md#hall"_s); // of the same page
        QCOMPARE(browser.textCursor().block().text(), u"Hall"_s);
    }

    void linksLeadToRunbooksConfigurationsAndFolders()
    {
        ManualBrowser browser;
        browser.showPage(u"causes.md"_s);
        browser.setSource(QUrl(u"../runbooks/slow_gpu.md"_s));
        QVERIFY(browser.document()->blockCount() > 5);
        browser.setSource(QUrl(u"../agent/agent.toml"_s));
        QVERIFY(browser.toPlainText().contains(u"[server]"));
        browser.setSource(QUrl(u"../drills"_s));
        QVERIFY(browser.toPlainText().contains(u"slow-gpu.toml"));
        browser.setSource(QUrl(u"drills/slow-gpu.toml"_s));
        QVERIFY(browser.toPlainText().contains(u"fault"));
    }

    void filesOutsideTheProgramAreNeverOpened()
    {
        ManualBrowser browser;
        browser.showPage(u"scale.md"_s);
        browser.setSource(QUrl(u"file:///etc/passwd"_s));
        QCOMPARE(browser.source().fileName(), u"scale.md"_s);
        browser.setSource(QUrl(u"../../models/core/budget.h"_s));
        QVERIFY(browser.toPlainText().contains(u"budget.h"));
    }

    void searchListsThePagesThatContainTheText()
    {
        ManualDialog dialog;
        auto* const search = dialog.findChild<QLineEdit*>();
        search->setText(u"slurmrestd"_s);
        const QStringList pages = pagesOf(dialog);
        QVERIFY(pages.contains(u"schedulers.md"_s));
        QVERIFY(!pages.contains(u"glossary.md"_s));
        search->clear();
        QVERIFY(pagesOf(dialog).contains(u"glossary.md"_s));
    }

    void contextIsTheFocusedViewThenTheOneUnderThePointer()
    {
        QDockWidget hall(u"Hall"_s);
        QDockWidget ports(u"Ports over time"_s);
        auto* const inHall = new QWidget(&hall);
        auto* const inPorts = new QWidget(&ports);
        QCOMPARE(manualPageFor(inHall, inPorts), u"views.md#hall"_s);
        QCOMPARE(manualPageFor(nullptr, inPorts), u"views.md#ports-over-time"_s);
        QCOMPARE(manualPageFor(nullptr, nullptr), u"README.md"_s);
    }

    void f1OpensTheManual()
    {
        QMainWindow window;
        QAction* const manual = addManualAction(window);
        QVERIFY(manual->shortcut() == QKeySequence(Qt::Key_F1));
        manual->trigger();
        manual->trigger(); // again, into the same dialog
        const QList<ManualDialog*> dialogs = window.findChildren<ManualDialog*>();
        QCOMPARE(dialogs.size(), 1);
        QVERIFY(dialogs.front()->isVisible());
        QCOMPARE(dialogs.front()->browser().source().fileName(), u"README.md"_s);
    }
};

LOCKSTEP_GUI_TEST(tst_manual, TestManual)
#include "tst_manual.moc"
