// SPDX-License-Identifier: GPL-3.0-or-later
#include "models/analysis/seams/causekinds.h"
#include "models/analysis/seams/trouble.h"
#include "tests/support/testentry.h"

#include <QDir>
#include <QFile>
#include <QTest>

#include <algorithm>
#include <set>

using namespace lockstep;

namespace {

QString textOfSource(const QString& path)
{
    QFile file(u"%1/%2"_qs.arg(qEnvironmentVariable("LOCKSTEP_SOURCE_DIR"), path));
    return file.open(QIODevice::ReadOnly) ? QString::fromUtf8(file.readAll()) : QString();
}

} // namespace

class TestCauseKinds : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void eachKindHasARunbookAndARowInTheList_data()
    {
        QTest::addColumn<QString>("kind");
        for (const CauseKind& each : causeKinds())
            QTest::newRow(each.kind.data()) << QString::fromLatin1(each.kind.data());
    }

    void eachKindHasARunbookAndARowInTheList()
    {
        QFETCH(QString, kind);
        const QString runbook = textOfSource(QString::fromStdString(runbookPath(kind.toStdString())));
        for (const char* part : {"# ", "## Check", "## Decide", "## Fix", "## Verify"})
            QVERIFY2(runbook.contains(QString::fromLatin1(part)), part);
        const CauseKind& row = *causeKind(kind.toStdString());
        QVERIFY2(runbook.contains(QString::fromLatin1(row.owner.data()), Qt::CaseInsensitive), row.owner.data());
        QVERIFY(textOfSource(QStringLiteral("resources/manual/causes.md")).contains(u"| `%1` |"_qs.arg(kind)));
        QVERIFY(!row.words.empty());
        QCOMPARE(std::ranges::count(causeKinds(), row.kind, &CauseKind::kind), 1);
    }

    void noRunbookIsOfNoKind()
    {
        const QDir runbooks(qEnvironmentVariable("LOCKSTEP_SOURCE_DIR") + QStringLiteral("/resources/runbooks"));
        for (const QString& each : runbooks.entryList({QStringLiteral("*.md")}))
            QVERIFY2(causeKind(each.chopped(3).toStdString()) != nullptr, qPrintable(each));
    }

    void eachTroublePointsToAKind()
    {
        for (std::size_t at = 0; at < troubleCount; ++at)
            QVERIFY(causeKind(rowOf(static_cast<Trouble>(at)).kind) != nullptr);
    }
};

LOCKSTEP_TEST(tst_causekinds, TestCauseKinds)
#include "tst_causekinds.moc"
