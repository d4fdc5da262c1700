// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/dashboard/dialogs/enginedialog.h"
#include "models/analysis/causality/coverage.h"
#include "tests/datasources/http/httpserver.h"
#include "tests/datasources/http/testcertificate.h"
#include "tests/datasources/prometheus/fakeengine.h"
#include "tests/support/testentry.h"

#include <QLabel>
#include <QLineEdit>
#include <QPushButton>
#include <QSignalSpy>
#include <QTabWidget>
#include <QTemporaryDir>
#include <QTest>
#include <QTreeWidget>

#include <algorithm>
#include <fstream>

using namespace lockstep;
using namespace Qt::StringLiterals;
using lockstep::test::FakeEngine;
using lockstep::test::HttpServer;

namespace {

FakeEngine::Said twoGpus(const std::string& query, const std::string& path)
{
    if (path.starts_with("status/tsdb"))
        return {"", "not here"};
    if (query.starts_with("count("))
        return {"vector", "[" + FakeEngine::series("{}", 1.7e9, "2") + "]"};
    if (query.ends_with("m]"))
        return {"matrix", R"([{"metric":{},"values":[[1699999955.2,"1"],[1699999970.1,"1"],[1699999985.3,"1"]]}])"};
    return {"vector", "[]"};
}

} // namespace

/// The wizard for Prometheus-compatible servers shows what it found, or the problem, before anything is opened.
class TestEngineDialog : public QObject
{
    Q_OBJECT

    QTemporaryDir m_folder;

    struct Shown
    {
        explicit Shown(EngineEndpoint known = {}) : dialog(new EngineDialog(known)) { dialog->show(); }
        ~Shown() { delete dialog; }
        Shown(const Shown&) = delete;
        Shown& operator=(const Shown&) = delete;

        QPushButton* button(const QString& text) const
        {
            for (QPushButton* each : dialog->findChildren<QPushButton*>()) {
                if (each->text() == text)
                    return each;
            }
            return nullptr;
        }
        QLineEdit* field(const QString& name) const
        {
            for (QLineEdit* each : dialog->findChildren<QLineEdit*>()) {
                if (each->accessibleName() == name)
                    return each;
            }
            return nullptr;
        }
        [[nodiscard]] QString words() const
        {
            QStringList all;
            for (const QLabel* each : dialog->findChildren<QLabel*>())
                all << each->text();
            return all.join(u'\n');
        }
        void ask(const std::string& url) const
        {
            field(u"Server address"_s)->setText(QString::fromStdString(url));
            QTest::mouseClick(button(u"Test connection"_s), Qt::LeftButton);
        }

        EngineDialog* dialog;
    };

private Q_SLOTS:
    void whatWasFoundIsListedAndOpensOnAButton()
    {
        const FakeEngine engine(R"(["DCGM_FI_DEV_GPU_TEMP","node_load1","<b>up</b>"])", twoGpus);
        Shown shown;
        shown.dialog->setAttribute(Qt::WA_DeleteOnClose, false);
        QSignalSpy wanted(shown.dialog, &EngineDialog::wanted);
        QPushButton* const open = shown.button(u"Open"_s);
        QVERIFY(!open->isEnabled());
        QVERIFY(!shown.button(u"Test connection"_s)->isEnabled());
        shown.ask(engine.url());
        QTRY_VERIFY(open->isEnabled());
        const auto lists = shown.dialog->findChildren<QTreeWidget*>();
        QCOMPARE(lists.size(), 3);
        const auto listOf = [&lists](int columns) {
            return *std::ranges::find_if(lists,
                                         [&](const QTreeWidget* list) { return list->columnCount() == columns; });
        };
        const QTreeWidget* const recognised = listOf(5);
        const QTreeWidget* const unknown = listOf(2);
        const QTreeWidget* const detectors = listOf(3);
        QCOMPARE(static_cast<std::size_t>(detectors->topLevelItemCount()), detectorTable().size());
        QCOMPARE(detectors->topLevelItem(0)->text(0), u"no data"_s);
        const auto found = detectors->findItems(u"GPU over its temperature limit"_s, Qt::MatchExactly, 1);
        QCOMPARE(found.size(), 1);
        QCOMPARE(found.front()->text(0), u"degraded"_s);
        QVERIFY2(found.front()->text(2).contains(u"to the counters of dcgm-exporter"_s),
                 qPrintable(found.front()->text(2)));
        QCOMPARE(recognised->topLevelItemCount(), 2);
        QCOMPARE(recognised->topLevelItem(0)->text(1), u"DCGM_FI_DEV_GPU_TEMP"_s);
        QCOMPARE(recognised->topLevelItem(0)->text(2), u"GPU temperature"_s);
        QCOMPARE(recognised->topLevelItem(0)->text(3), u"2"_s);
        QCOMPARE(unknown->topLevelItem(0)->text(0), u"<b>up</b>"_s);
        QVERIFY(shown.words().contains(u"dcgm-exporter: 2 targets, scrape interval 15"_s));
        QTest::mouseClick(open, Qt::LeftButton);
        QCOMPARE(wanted.count(), 1);
        const auto plan = wanted[0][0].value<std::shared_ptr<const EnginePlan>>();
        QCOMPARE(plan->rows.size(), std::size_t{2});
    }

    void anotherAddressForgetsWhatWasFound()
    {
        const FakeEngine engine(R"(["DCGM_FI_DEV_GPU_TEMP"])", twoGpus);
        Shown shown;
        shown.ask(engine.url());
        QTRY_VERIFY(shown.button(u"Open"_s)->isEnabled());
        shown.field(u"Server address"_s)->setText(u"http://other:9090"_s);
        QVERIFY(!shown.button(u"Open"_s)->isEnabled());
        QCOMPARE(shown.dialog->findChildren<QTreeWidget*>()[0]->topLevelItemCount(), 0);
    }

    void whatIsWrongIsSaidInWords_data()
    {
        QTest::addColumn<QString>("kind");
        QTest::addColumn<QString>("says");
        QTest::newRow("nobody there") << u"refused"_s << u"Failed to connect"_s;
        QTest::newRow("a certificate that nobody signed") << u"tls"_s << u"SSL"_s;
        QTest::newRow("a token is wanted") << u"401"_s << u"credentials were rejected"_s;
        QTest::newRow("a page") << u"html"_s << u"not JSON"_s;
        QTest::newRow("nothing there") << u"404"_s << u"there is no Prometheus server at this address"_s;
        QTest::newRow("no address") << u"host:9090"_s << u"not a valid address"_s;
        QTest::newRow("nothing known") << u"unknown"_s << u"Lockstep knows none of them"_s;
    }
    void whatIsWrongIsSaidInWords()
    {
        QFETCH(QString, kind);
        QFETCH(QString, says);
        std::string url = kind.toStdString();
        const test::TestCertificate certificate(m_folder.path().toStdString());
        const HttpServer tls([](const test::HttpQuestion&) { return HttpServer::reply(200, "[]"); }, &certificate);
        const HttpServer plain([&](const test::HttpQuestion&) {
            return kind == u"401"_s ? HttpServer::reply(401, "who?")
                : kind == u"404"_s  ? HttpServer::reply(404, "")
                                    : HttpServer::reply(200, "<html>");
        });
        const FakeEngine unknown(R"(["go_threads"])", twoGpus);
        if (kind == u"refused"_s)
            url = "http://127.0.0.1:1";
        else if (kind == u"tls"_s)
            url = tls.url();
        else if (kind == u"unknown"_s)
            url = unknown.url();
        else if (kind != u"host:9090"_s)
            url = plain.url();
        Shown shown;
        shown.ask(url);
        QTRY_VERIFY2(shown.words().contains(says), qPrintable(shown.words()));
        QVERIFY(!shown.button(u"Open"_s)->isEnabled());
        QVERIFY(shown.button(u"Test connection"_s)->isEnabled());
    }

    void closingWaitsForNobody()
    {
        const HttpServer silent([](const test::HttpQuestion&) { return HttpServer::silence; });
        auto shown = std::make_unique<Shown>();
        shown->ask(silent.url());
        QTRY_COMPARE(silent.questions().size(), std::size_t{1});
        QElapsedTimer elapsed;
        elapsed.start();
        shown.reset();
        QVERIFY(elapsed.elapsed() < 5000);
    }
};

LOCKSTEP_GUI_TEST(tst_enginedialog, TestEngineDialog)
#include "tests/support/waiting.h"
#include "tst_enginedialog.moc"
