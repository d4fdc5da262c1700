// SPDX-License-Identifier: GPL-3.0-or-later
#include "models/core/metrics/metriccatalogue.h"
#include "models/core/metrics/metricnames.h"
#include "tests/architecture/names.h"
#include "tests/support/testentry.h"

#include <QDir>
#include <QDirIterator>
#include <QSet>
#include <QTest>

#include <algorithm>

using namespace lockstep;
using namespace lockstep::test;

/// Metric names and event codes are written once, as constants, and every other use refers to these.
class TestNames : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void initTestCase()
    {
        m_root = qEnvironmentVariable("LOCKSTEP_SOURCE_DIR", u"."_qs);
        m_sources = readSources(m_root);
        m_metrics = constantsIn(m_sources.value(u"models/core/metrics/metricnames.h"_qs));
        m_codes = constantsIn(m_sources.value(u"models/core/eventcodes.h"_qs));
        QVERIFY2(m_metrics.size() > 150 && m_codes.size() > 20, "no constants found: set LOCKSTEP_SOURCE_DIR");
    }

    void constantsAndLiteralsAreReadFromText()
    {
        QCOMPARE(constantsIn(u"inline constexpr auto power = \"gpu.power\";\n// auto no = \"gpu.no\";\n"_qs),
                 QStringList{u"gpu.power"_qs});
        const QString text = u"// \"gpu.power\"\nfind(\"gpu.power\"); tr(\"GPU power\"); u\"gpu.power\"_qs; '\"';\n"
                             "f(\"gpu.powr\"); include(\"node.py\"); \"disk.reads.total\""_qs;
        const QStringList groups{u"gpu"_qs, u"disk"_qs};
        QCOMPARE(namesWritten(text, groups),
                 (QStringList{u"gpu.power"_qs, u"gpu.power"_qs, u"gpu.powr"_qs, u"disk.reads.total"_qs}));
    }

    void everyConstantIsInTheCatalogue()
    {
        for (const QString& name : std::as_const(m_metrics))
            QVERIFY2(isMetric(name), qPrintable(name));
    }

    void everyMetricOfTheCatalogueHasAConstant()
    {
        for (const MetricDescriptor& metric : metricCatalogue())
            QVERIFY2(m_metrics.contains(QString::fromStdString(metric.name)), metric.name.c_str());
    }

    void noConstantIsWrittenTwice()
    {
        QCOMPARE(QSet<QString>(m_metrics.begin(), m_metrics.end()).size(), m_metrics.size());
        QCOMPARE(QSet<QString>(m_codes.begin(), m_codes.end()).size(), m_codes.size());
    }

    void productCodeNamesThemByConstantsOnly()
    {
        QStringList found;
        for (auto source = m_sources.cbegin(); source != m_sources.cend(); ++source) {
            if (source.key() == u"models/core/metrics/metricnames.h" || source.key() == u"models/core/eventcodes.h")
                continue;
            for (const QString& name : namesWritten(source.value(), groups()))
                found << source.key() + u": \""_qs + name + u'"';
        }
        QVERIFY2(found.isEmpty(), qPrintable(u'\n' + found.join(u'\n')));
    }

    /// Checks names in documents for people and programs outside: drills, example configurations, READMEs.
    void whatDocumentsAndDrillsNameExists()
    {
        QStringList unknown;
        int named = 0;
        for (const QString& path : documents()) {
            QFile file(QDir(m_root).filePath(path));
            QVERIFY2(file.open(QIODevice::ReadOnly), qPrintable(path));
            for (const QString& name : namesMentioned(QString::fromUtf8(file.readAll()), groups())) {
                ++named;
                if (!isMetric(name) && !m_codes.contains(name))
                    unknown << path + u": "_qs + name;
            }
        }
        QVERIFY(named > 5);
        QVERIFY2(unknown.isEmpty(), qPrintable(u'\n' + unknown.join(u'\n')));
    }

    /// The manual and the workspaces use the names of the dashboard's table of views.
    void everyViewIsExplainedAndHasAPlace()
    {
        QFile file(QDir(m_root).filePath(u"resources/manual/views.md"_qs));
        QVERIFY(file.open(QIODevice::ReadOnly));
        const QString manual = QString::fromUtf8(file.readAll());
        const QString arrangements = textWith(u"Arrangement arrangementOf("_qs);
        QSet<QString> ids;
        for (const auto& [id, title] : viewsIn(textWith(u"constexpr ViewRow viewTable[]"_qs))) {
            ids.insert(id);
            QVERIFY2(placedIn(arrangements).contains(id), qPrintable(id));
            QVERIFY2(isExplainedIn(manual, title), qPrintable(title));
        }
        QVERIFY(ids.size() > 10);
        for (const QString& id : placedIn(arrangements))
            QVERIFY2(ids.contains(id), qPrintable(id));
    }

private:
    /// The source file that has this in it.
    QString textWith(const QString& text) const
    {
        const auto found
            = std::ranges::find_if(m_sources, [&](const QString& source) { return source.contains(text); });
        return found == m_sources.end() ? QString() : *found;
    }

    static bool isMetric(const QString& name)
    {
        std::string known = name.toStdString();
        if (known.ends_with(metrics::peakSuffix))
            known.resize(known.size() - metrics::peakSuffix.size());
        return findMetric(known) != nullptr;
    }

    /// Their prefixes before the first dot: "gpu", "port".
    QStringList groups() const
    {
        QStringList groups;
        for (const QString& name : m_metrics + m_codes)
            groups << name.section(u'.', 0, 0);
        groups.removeDuplicates();
        return groups;
    }

    QStringList documents() const
    {
        const QDir root(m_root);
        QStringList paths{u"README.md"_qs};
        for (const QString& folder :
             {u"resources"_qs, u"app"_qs, u"models"_qs, u"datasources"_qs, u"widgets"_qs, u"views3d"_qs}) {
            QDirIterator files(root.filePath(folder), {u"*.toml"_qs, u"*.md"_qs, u"*.json"_qs, u"*.proto"_qs},
                               QDir::Files, QDirIterator::Subdirectories);
            while (files.hasNext())
                paths << root.relativeFilePath(files.next());
        }
        return paths;
    }

    QString m_root;
    SourceTree m_sources;
    QStringList m_metrics;
    QStringList m_codes;
};

LOCKSTEP_TEST(tst_names, TestNames)
#include "tst_names.moc"
