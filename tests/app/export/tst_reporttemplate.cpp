// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/export/incidentexport.h"
#include "datasources/reports/exportdocument.h"
#include "tests/datasources/incidents/incidentfixture.h"
#include "tests/support/testentry.h"

#include <QDir>
#include <QFile>
#include <QImage>
#include <QTemporaryDir>
#include <QTest>

using namespace lockstep;
using namespace lockstep::test;
using namespace Qt::StringLiterals;

namespace {

PostMortem story()
{
    PostMortem story;
    story.incident = sampleIncident();
    story.annotations = {sampleAnnotation(1, 10)};
    story.evidence = sampleEvidence();
    return story;
}

/// Headings of the second level in order, as "## Summary".
QStringList headingsOf(const QString& markdown)
{
    QStringList headings;
    for (const QString& line : markdown.split(u'\n')) {
        if (line.startsWith(u"## "_s))
            headings.append(line.sliced(3));
    }
    return headings;
}

} // namespace

/// A site's template for reports, in the user's configuration folder.
class TestReportTemplate : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void init()
    {
        m_folder = std::make_unique<QTemporaryDir>();
        qputenv("XDG_CONFIG_HOME", m_folder->path().toLocal8Bit());
        QVERIFY(QDir(m_folder->path()).mkpath(u"lockstep"_s));
    }

    void withoutATemplateAReportIsAsItWas()
    {
        QCOMPARE(report(), QString::fromStdString(markdownOf(makeReport(story(), {}))));
        QVERIFY(headingsOf(report()).size() >= 7);
    }

    void sectionsAreReorderedAndLeftOut()
    {
        write("{{Timeline}}\n{{ Summary }}\n\n# Review\nReviewed by: **the team**\n{{Cost}}\n");
        QCOMPARE(headingsOf(report()), QStringList({u"Timeline"_s, u"Summary"_s, u"Review"_s, u"Cost"_s}));
        QVERIFY(report().contains(u"Reviewed by: **the team**"_s));
        QVERIFY(report().startsWith(u"# "_s)); // nothing precedes the title
    }

    void otherSectionsAreAllThatHaveNoPlace()
    {
        QStringList expected = headingsOf(report());
        write("{{Cost}}\n{{Other sections}}\n{{Summary}}");
        expected.removeOne(u"Cost"_s);
        expected.removeOne(u"Summary"_s);
        QCOMPARE(headingsOf(report()), QStringList{u"Cost"_s} + expected + QStringList{u"Summary"_s});
    }

    void aLogoAndOwnTextStandAboveTheTitleInEveryFormat()
    {
        QImage logo(40, 20, QImage::Format_RGB32);
        logo.fill(Qt::red);
        QVERIFY(logo.save(m_folder->filePath(u"lockstep/logo.png"_s)));
        write("![ACME](logo.png)\nInternal. Ask noc@acme.example.\n{{Summary}}");
        const Report arranged = reportOf(story(), {});
        QCOMPARE(arranged.head.size(), std::size_t{2});
        for (const std::string& text : {markdownOf(arranged), htmlOf(arranged)}) {
            const std::size_t picture = text.find("data:image/png;base64,iVBOR");
            const std::size_t words = text.find("noc@acme.example");
            const std::size_t title = text.find(sampleIncident().title, words);
            QVERIFY(picture < words && words < title && title != std::string::npos);
        }
    }

    void whatCannotBeHadBecomesANotice_data()
    {
        QTest::addColumn<QByteArray>("text");
        QTest::addColumn<QString>("says");
        QTest::newRow("section") << QByteArray("{{Sumary}}\n{{Cost}}") << u"unknown section \"Sumary\""_s;
        QTest::newRow("picture") << QByteArray("![x](nowhere.png)\n{{Cost}}") << u"nowhere.png"_s;
        QTest::newRow("device") << QByteArray("![x](/dev/zero)\n{{Cost}}") << u"/dev/zero"_s;
        QTest::newRow("far too long") << QByteArray(100'000, 'x') << u"64 KiB"_s;
    }
    void whatCannotBeHadBecomesANotice()
    {
        QFETCH(QByteArray, text);
        QFETCH(QString, says);
        write(text);
        const QString written = report();
        QVERIFY2(written.contains(says), qPrintable(written.left(500)));
        QVERIFY(headingsOf(written).contains(u"Cost"_s)); // a report is there in any case
    }

private:
    void write(const QByteArray& text) const
    {
        QFile file(m_folder->filePath(u"lockstep/report.md"_s));
        QVERIFY(file.open(QIODevice::WriteOnly) && file.write(text) == text.size());
    }
    [[nodiscard]] static QString report() { return QString::fromStdString(markdownOf(reportOf(story(), {}))); }

    std::unique_ptr<QTemporaryDir> m_folder;
};

LOCKSTEP_GUI_TEST(tst_reporttemplate, TestReportTemplate)
#include "tst_reporttemplate.moc"
