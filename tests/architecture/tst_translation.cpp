// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/architecture/sourcetree.h"
#include "tests/support/testentry.h"

#include <QDir>
#include <QFile>
#include <QRegularExpression>
#include <QSet>
#include <QTest>
#include <QXmlStreamReader>

#include <vector>

using namespace Qt::StringLiterals;
using namespace lockstep;
using namespace lockstep::test;

namespace {

struct Entry
{
    QString context;
    QString source;
    QStringList translations; ///< several: plural forms
    QString type; ///< empty: finished
    bool isPlural = false;
};

std::vector<Entry> readEntries(const QString& path)
{
    std::vector<Entry> entries;
    QFile file(path);
    if (!file.open(QIODevice::ReadOnly))
        return entries;
    QXmlStreamReader xml(&file);
    QString context;
    while (!xml.atEnd()) {
        if (xml.readNext() != QXmlStreamReader::StartElement)
            continue;
        const auto name = xml.name();
        if (name == "name"_L1) {
            context = xml.readElementText();
        } else if (name == "message"_L1) {
            entries.push_back({context, {}, {}, {}, xml.attributes().value("numerus"_L1) == "yes"_L1});
        } else if (name == "source"_L1) {
            entries.back().source = xml.readElementText();
        } else if (name == "translation"_L1) {
            entries.back().type = xml.attributes().value("type"_L1).toString();
            if (!entries.back().isPlural)
                entries.back().translations << xml.readElementText();
        } else if (name == "numerusform"_L1) {
            entries.back().translations << xml.readElementText();
        }
    }
    return xml.hasError() ? std::vector<Entry>() : entries;
}

QSet<QString> placeholdersIn(const QString& text)
{
    static const QRegularExpression placeholder(u"%(?:[1-9]|n)"_s);
    QSet<QString> found;
    for (auto match = placeholder.globalMatch(text); match.hasNext();)
        found.insert(match.next().captured());
    return found;
}

/// "{}: {:.0f} K hotter" -> "%1: %2 K hotter", the form of resources/translations/modeltexts_de.tsv.
QString patternOf(const QString& format)
{
    static const QRegularExpression field(u"\\{(?:[^{}]|\\{[^{}]*\\})*\\}"_s);
    QString pattern;
    qsizetype from = 0;
    int number = 0;
    for (auto match = field.globalMatch(format); match.hasNext();) {
        const QRegularExpressionMatch found = match.next();
        pattern += format.mid(from, found.capturedStart() - from) + u"%%1"_s.arg(++number);
        from = found.capturedEnd();
    }
    return pattern + format.mid(from);
}

/// A string literal as the compiler reads it, except for escapes that displayed texts do not contain. Line breaks
/// before details of an event become semicolons, as in the display.
QString unescaped(QString literal)
{
    static const QRegularExpression code(u"\\\\u([0-9a-fA-F]{4})"_s);
    for (QRegularExpressionMatch found = code.match(literal); found.hasMatch(); found = code.match(literal))
        literal.replace(found.capturedStart(), found.capturedLength(), QChar(found.captured(1).toUShort(nullptr, 16)));
    return literal.replace(u"\\n"_s, u"; "_s).replace(u"\\\""_s, u"\""_s);
}

} // namespace

/// Checks of the translations of the window.
class TestTranslation : public QObject
{
    Q_OBJECT

    QString m_root = qEnvironmentVariable("LOCKSTEP_SOURCE_DIR", u"."_s);

    [[nodiscard]] std::vector<Entry> entriesOf(const char* language) const
    {
        const QDir folder(m_root + u"/resources/translations"_s);
        std::vector<Entry> entries = readEntries(folder.filePath(u"lockstep_%1.ts"_s.arg(QLatin1String(language))));
        QFile table(folder.filePath(u"modeltexts_%1.tsv"_s.arg(QLatin1String(language))));
        const QString rows = table.open(QIODevice::ReadOnly) ? QString::fromUtf8(table.readAll()) : QString();
        for (const QString& line : rows.split(u'\n')) {
            if (line.contains(u'\t'))
                entries.push_back(
                    {u"lockstep::ModelText"_s, line.section(u'\t', 0, 0), {line.section(u'\t', 1)}, {}, false});
        }
        return entries;
    }

private Q_SLOTS:
    void everyEntryIsTranslated_data()
    {
        QTest::addColumn<QString>("language");
        QTest::addColumn<int>("fewest");
        QTest::newRow("German") << u"de"_s << 2'000;
        QTest::newRow("English plurals") << u"en"_s << 30;
    }

    void everyEntryIsTranslated()
    {
        QFETCH(QString, language);
        QFETCH(int, fewest);
        constexpr qsizetype forms = 2; // German and English: one, other
        const std::vector<Entry> entries = entriesOf(language.toLatin1().constData());
        QVERIFY2(entries.size() > static_cast<std::size_t>(fewest), "no entries: set LOCKSTEP_SOURCE_DIR");
        QStringList wrong;
        for (const Entry& each : entries) {
            const bool isComplete = each.type.isEmpty() && each.translations.size() == (each.isPlural ? forms : 1)
                && !each.translations.contains(QString());
            if (!isComplete)
                wrong << each.context + u": "_s + each.source;
        }
        QVERIFY2(wrong.isEmpty(), qPrintable(wrong.join(u'\n')));
    }

    void everyPlaceholderIsInTheTranslation()
    {
        QStringList wrong;
        for (const char* language : {"de", "en"}) {
            for (const Entry& each : entriesOf(language)) {
                const QSet<QString> wanted = placeholdersIn(each.source);
                for (const QString& translation : each.translations) {
                    QSet<QString> found = placeholdersIn(translation);
                    if (each.isPlural && wanted.contains(u"%n"_s))
                        found.insert(u"%n"_s); // "one step" needs no number
                    if (found != wanted)
                        wrong << each.source + u" -> "_s + translation;
                }
            }
        }
        QVERIFY2(wrong.isEmpty(), qPrintable(wrong.join(u'\n')));
    }

    /// In findings, figures and reports. The texts of widgets are checked in their sources, by tst_documentation.
    void noSentenceOfAFindingHasOver30Words()
    {
        static const QRegularExpression end(u"[.!?:;](?=\\s)"_s);
        static const QRegularExpression space(u"\\s+"_s);
        QStringList tooLong;
        int texts = 0;
        for (const Entry& each : entriesOf("de")) {
            if (each.context != u"lockstep::ModelText"_s)
                continue;
            ++texts;
            for (const QString& sentence : each.source.split(end)) {
                if (sentence.split(space, Qt::SkipEmptyParts).size() > 30)
                    tooLong << sentence;
            }
        }
        QVERIFY(texts > 1'000);
        QVERIFY2(tooLong.isEmpty(), qPrintable(tooLong.join(u'\n')));
    }

    /// Otherwise tr() looks up another context than lupdate writes, and the text stays English.
    void everyContextIsThatOfItsClass()
    {
        QString sources;
        const SourceTree tree = readSources(m_root);
        for (auto source = tree.cbegin(); source != tree.cend(); ++source) {
            if (!source.key().startsWith(u"tests/"_s))
                sources += source.value();
        }
        QSet<QString> contexts;
        for (const Entry& each : entriesOf("de"))
            contexts.insert(each.context);
        contexts.subtract({u"lockstep"_s, u"lockstep::ModelText"_s});
        QStringList wrong;
        for (const QString& context : contexts) {
            const QString name = context.section(u"::"_s, -1);
            const QRegularExpression itself(
                u"(class|struct) %1\\b[^;{]*\\{\\s*(Q_OBJECT|Q_DECLARE_TR_FUNCTIONS\\(%2\\))|translate\\(\"%2\""_s.arg(
                    name, context));
            if (!context.startsWith(u"lockstep::"_s) || !sources.contains(itself))
                wrong << context;
        }
        QVERIFY2(wrong.isEmpty(), qPrintable(wrong.join(u'\n')));
    }

    /// Texts that a widget shows, apart from names and formats without words.
    void everyTextOfAWidgetIsTranslated()
    {
        static const QRegularExpression untranslated(
            u"\\b(?:setText|setToolTip|setWindowTitle|setAccessibleName|setAccessibleDescription|setPlaceholderText|"
            u"addAction|"
            "addMenu|addItem|addTab|addRow|makeLabel|dimLabel|QPushButton|QCheckBox|QLabel)\\(\\s*"
            "(?:u\"|QStringLiteral\\(\"|QLatin1String\\(\"|QString\\(\"|\")[^\"]*[A-Za-z]{2,} [A-Za-z]{2,}"_s);
        QStringList wrong;
        int sources = 0;
        const SourceTree tree = readSources(m_root);
        for (auto source = tree.cbegin(); source != tree.cend(); ++source) {
            static const QRegularExpression window(u"^(?:app/dashboard|widgets|views3d)/"_s);
            if (!source.key().contains(window))
                continue;
            ++sources;
            for (auto found = untranslated.globalMatch(source.value()); found.hasNext();) {
                const QString text = found.next().captured();
                if (!text.contains(u'<')) // markup around translated texts
                    wrong << source.key() + u": "_s + text;
            }
        }
        QVERIFY(sources > 200);
        QVERIFY2(wrong.isEmpty(), qPrintable(wrong.join(u'\n')));
    }

    /// Rooms without a window compose their texts in English; the window translates them by these patterns.
    void everyTextOfAFindingHasAPattern()
    {
        static const QRegularExpression text(u"fmt::format\\(\\s*((?:\"(?:[^\"\\\\]|\\\\.)*\"\\s*)+)"_s);
        static const QRegularExpression seam(u"\"\\s*\""_s);
        static const QRegularExpression words(u"[A-Za-z]{2,}[^A-Za-z](?:.*[^A-Za-z])?[A-Za-z]{2,}"_s); // two
        static const QRegularExpression placeholder(u"%[1-9]"_s);
        // commands, addresses of files, and texts that only commands print
        const QStringList otherTexts{u"draincommands.cpp"_s, u"causes.cpp"_s, u"coverage.cpp"_s, u"alertowners.cpp"_s};
        QSet<QString> patterns{u"%1-%2-%3 %4:%5 UTC, in %6"_s}; // recognised as "%1 UTC, in %2"
        for (const Entry& each : entriesOf("de")) {
            if (each.context == u"lockstep::ModelText"_s)
                patterns.insert(each.source);
        }
        QStringList missing;
        int texts = 0;
        const SourceTree tree = readSources(m_root);
        for (auto source = tree.cbegin(); source != tree.cend(); ++source) {
            const QString room = source.key().section(u'/', 0, 2);
            const bool isOfFindings
                = (QStringList{u"causality"_s, u"detect"_s, u"fabric"_s, u"thermal"_s, u"drain"_s, u"goodput"_s}
                       .contains(room.section(u'/', -1))
                   || source.key().startsWith(u"models/analysis/sync/live/"_s))
                && room.startsWith(u"models/analysis/"_s);
            if (!isOfFindings || otherTexts.contains(source.key().section(u'/', -1)))
                continue;
            for (auto match = text.globalMatch(source.value()); match.hasNext();) {
                const QString literal = match.next().captured(1).trimmed().remove(seam);
                const QString pattern = patternOf(unescaped(literal.mid(1, literal.size() - 2)));
                if (!QString(pattern).remove(placeholder).contains(words))
                    continue;
                ++texts;
                if (!patterns.contains(pattern))
                    missing << source.key() + u": "_s + pattern;
            }
        }
        QVERIFY(texts > 100);
        QVERIFY2(missing.isEmpty(), qPrintable(missing.join(u'\n')));
    }
};

LOCKSTEP_TEST(tst_translation, TestTranslation)
#include "tst_translation.moc"
