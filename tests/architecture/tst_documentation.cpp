// SPDX-License-Identifier: GPL-3.0-or-later
#include "models/core/metrics/metriccatalogue.h"
#include "tests/architecture/sourcetree.h"
#include "tests/support/testentry.h"

#include <QDir>
#include <QDirIterator>
#include <QFile>
#include <QFileInfo>
#include <QRegularExpression>
#include <QTest>

using namespace lockstep;
using namespace lockstep::test;

/// Checks of the documentation: links resolve, the reference is complete, the README is short.
class TestDocumentation : public QObject
{
    Q_OBJECT

    QString m_root = qEnvironmentVariable("LOCKSTEP_SOURCE_DIR", QStringLiteral("."));

    [[nodiscard]] QString textOf(const QString& path) const
    {
        QFile file(QDir(m_root).filePath(path));
        return file.open(QIODevice::ReadOnly) ? QString::fromUtf8(file.readAll()) : QString();
    }

    [[nodiscard]] QStringList pages() const
    {
        QStringList pages{QStringLiteral("README.md")};
        for (const char* folder : {"resources", "app", "models", "datasources", "widgets", "views3d", "tests"}) {
            QDirIterator files(QDir(m_root).filePath(QLatin1String(folder)), {QStringLiteral("*.md")}, QDir::Files,
                               QDirIterator::Subdirectories);
            while (files.hasNext())
                pages << QDir(m_root).relativeFilePath(files.next());
        }
        return pages;
    }

    /// As GitHub makes it from a heading: "Long wait or hang" -> "long-wait-or-hang".
    [[nodiscard]] static QStringList anchorsOf(const QString& page)
    {
        static const QRegularExpression heading(QStringLiteral("^#+ (.*)$"), QRegularExpression::MultilineOption);
        static const QRegularExpression dropped(QStringLiteral("[^\\w\\- ]"));
        QStringList anchors;
        for (auto found = heading.globalMatch(page); found.hasNext();)
            anchors << found.next().captured(1).toLower().remove(dropped).replace(u' ', u'-');
        return anchors;
    }

private Q_SLOTS:
    void everyLinkLeadsToAFileAndAHeading()
    {
        static const QRegularExpression link(QStringLiteral("\\]\\(([^)#\\s]*)(?:#([^)\\s]*))?\\)"));
        static const QRegularExpression example(QStringLiteral("```.*?```"),
                                                QRegularExpression::DotMatchesEverythingOption);
        QStringList broken;
        int links = 0;
        for (const QString& page : pages()) {
            const QString text = textOf(page).remove(example);
            for (auto found = link.globalMatch(text); found.hasNext();) {
                const QRegularExpressionMatch match = found.next();
                if (match.captured(1).contains(QStringLiteral("://")))
                    continue;
                ++links;
                const QString path = match.captured(1).isEmpty()
                    ? page
                    : QDir::cleanPath(QFileInfo(page).path() + u'/' + match.captured(1));
                const QString anchor = match.captured(2);
                if (!QFileInfo::exists(QDir(m_root).filePath(path))
                    || (!anchor.isEmpty() && !anchorsOf(textOf(path)).contains(anchor)))
                    broken << page + QStringLiteral(": ") + match.captured(0);
            }
        }
        QVERIFY2(links > 100, "no links found: set LOCKSTEP_SOURCE_DIR");
        QVERIFY2(broken.isEmpty(), qPrintable(broken.join(u'\n')));
    }

    void everyMetricIsInTheReference()
    {
        const QString reference = textOf(QStringLiteral("resources/manual/metrics.md"));
        for (const MetricDescriptor& metric : metricCatalogue())
            QVERIFY2(reference.contains(QStringLiteral("| `%1` |").arg(QString::fromStdString(metric.name))),
                     metric.name.c_str());
    }

    /// By the pages of commands in app.
    void everyOptionIsInTheReference()
    {
        static const QRegularExpression option(QStringLiteral("\"--([a-z-]+)\"")); // a row of commandpage.h
        const QString reference = textOf(QStringLiteral("resources/manual/commandline.md"));
        const SourceTree sources = readSources(m_root);
        QStringList missing;
        int options = 0;
        for (auto source = sources.cbegin(); source != sources.cend(); ++source) {
            if (!source.key().startsWith(QStringLiteral("app/")))
                continue;
            for (auto found = option.globalMatch(source.value()); found.hasNext();) {
                const QRegularExpressionMatch match = found.next();
                const QString name = match.captured(match.lastCapturedIndex());
                ++options;
                if (!reference.contains(QRegularExpression(QStringLiteral("--%1(?![a-z-])").arg(name))))
                    missing << source.key() + QStringLiteral(": --") + name;
            }
        }
        QVERIFY2(options > 80, "no options found: set LOCKSTEP_SOURCE_DIR");
        QVERIFY2(missing.isEmpty(), qPrintable(missing.join(u'\n')));
    }

    void everyOptionOfTheReferenceExists()
    {
        static const QRegularExpression named(QStringLiteral("(?<![\\w-])--([a-z][a-z-]+[a-z])"));
        QString programs;
        const SourceTree sources = readSources(m_root);
        for (auto source = sources.cbegin(); source != sources.cend(); ++source) {
            // Some options are common to all programs.
            if (source.key().startsWith(QStringLiteral("app/"))
                || source.key() == QStringLiteral("datasources/text/commandpage.cpp"))
                programs += source.value();
        }
        QStringList unknown;
        int options = 0;
        const QString reference = textOf(QStringLiteral("resources/manual/commandline.md"));
        for (auto found = named.globalMatch(reference); found.hasNext(); ++options) {
            const QString name = found.next().captured(1);
            if (!programs.contains(QRegularExpression(QStringLiteral("(--|\")%1(?![a-z-])").arg(name))))
                unknown << name;
        }
        QVERIFY(options > 80);
        QVERIFY2(unknown.isEmpty(), qPrintable(unknown.join(u'\n')));
    }

    /// In texts of the window. Longer ones have to be read twice.
    void noSentenceOfTheWindowHasOver30Words()
    {
        static const QRegularExpression text(QStringLiteral(
            "(?:\\btr|translated|QT_TRANSLATE_NOOP)\\(\\s*(?:\"[\\w:]+\",\\s*)?((?:\"(?:[^\"\\\\]|\\\\.)*\"\\s*)+)"));
        static const QRegularExpression seam(QStringLiteral("\"\\s*\""));
        static const QRegularExpression end(QStringLiteral("[.!?:;](?=\\s)|\\\\n"));
        static const QRegularExpression space(QStringLiteral("\\s+"));
        QStringList tooLong;
        int texts = 0;
        const SourceTree sources = readSources(m_root);
        for (auto source = sources.cbegin(); source != sources.cend(); ++source) {
            for (auto found = text.globalMatch(source.value()); found.hasNext(); ++texts) {
                const QString whole = found.next().captured(1).trimmed().remove(seam);
                for (const QString& sentence : whole.split(end)) {
                    if (sentence.split(space, Qt::SkipEmptyParts).size() > 30)
                        tooLong << source.key() + QStringLiteral(": ") + sentence;
                }
            }
        }
        QVERIFY(texts > 1'000);
        QVERIFY2(tooLong.isEmpty(), qPrintable(tooLong.join(u'\n')));
    }

    /// A class that was renamed or removed must not survive in the README of its room.
    void everyClassInARoomsReadmeExists()
    {
        static const QRegularExpression named(QStringLiteral("`([A-Z][a-z]+[A-Z]\\w+)(?:\\(\\))?`"));
        const QString code = QStringList(readSources(m_root).values()).join(u'\n');
        QStringList unknown;
        int names = 0;
        for (const QString& page : pages()) {
            if (!page.endsWith(QStringLiteral("/README.md")) || page.startsWith(QStringLiteral("tests/")))
                continue; // the tests' own sources are not among those read
            const QString text = textOf(page);
            for (auto found = named.globalMatch(text); found.hasNext(); ++names) {
                const QString name = found.next().captured(1);
                if (!code.contains(QRegularExpression(QStringLiteral("\\b%1\\b").arg(name))))
                    unknown << page + QStringLiteral(": ") + name;
            }
        }
        QVERIFY(names > 60);
        QVERIFY2(unknown.isEmpty(), qPrintable(unknown.join(u'\n')));
    }

    void theReadmeHasAtMostAThousandWords()
    {
        static const QRegularExpression space(QStringLiteral("\\s+"));
        const auto words = textOf(QStringLiteral("README.md")).split(space, Qt::SkipEmptyParts).size();
        QVERIFY(words > 100);
        QVERIFY2(words <= 1'000, qPrintable(QString::number(words)));
    }

    /// The index is how a reader finds a page.
    void theManualsIndexListsEveryPage()
    {
        const QString folder = QStringLiteral("resources/manual");
        const QString index = textOf(folder + QStringLiteral("/README.md"));
        for (const QString& page : QDir(QDir(m_root).filePath(folder)).entryList({QStringLiteral("*.md")})) {
            if (page != QStringLiteral("README.md"))
                QVERIFY2(index.contains(QStringLiteral("(%1)").arg(page)), qPrintable(page));
        }
    }
};

LOCKSTEP_TEST(tst_documentation, TestDocumentation)
#include "tst_documentation.moc"
