// SPDX-License-Identifier: GPL-3.0-or-later
#include "models/analysis/causality/causes.h"
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

class TestCauses : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void eachKindHasARunbookAndARowInTheList_data()
    {
        QTest::addColumn<QString>("kind");
        for (const CauseRow& each : causeRows())
            QTest::newRow(each.kind.data()) << QString::fromLatin1(each.kind.data());
    }

    void eachKindHasARunbookAndARowInTheList()
    {
        QFETCH(QString, kind);
        const QString runbook = textOfSource(QString::fromStdString(runbookPath(kind.toStdString())));
        for (const char* part : {"# ", "## Check", "## Act", "## Escalate", "## Verify"})
            QVERIFY2(runbook.contains(QString::fromLatin1(part)), part);
        const CauseRow& row = *causeRow(kind.toStdString());
        QVERIFY2(runbook.contains(QString::fromLatin1(row.owner.data()), Qt::CaseInsensitive), row.owner.data());
        QVERIFY(textOfSource(QStringLiteral("resources/manual/causes.md")).contains(u"| `%1` |"_qs.arg(kind)));
        QVERIFY(!row.words.empty());
        QCOMPARE(std::ranges::count(causeRows(), row.kind, &CauseRow::kind), 1);
    }

    void noRunbookIsOfNoKind()
    {
        const QDir runbooks(qEnvironmentVariable("LOCKSTEP_SOURCE_DIR") + QStringLiteral("/resources/runbooks"));
        for (const QString& each : runbooks.entryList({QStringLiteral("*.md")}))
            QVERIFY2(causeRow(each.chopped(3).toStdString()) != nullptr, qPrintable(each));
    }

    void theMostSpecificIndicationCounts_data()
    {
        QTest::addColumn<QByteArray>("code");
        QTest::addColumn<QByteArray>("variant");
        QTest::addColumn<int>("xid");
        QTest::addColumn<int>("entityKind");
        QTest::addColumn<int>("finding");
        const auto row = [](const char* code, FindingKind finding, const char* variant = "", int xid = 0,
                            EntityKind kind = EntityKind::Node) {
            QTest::addRow("%s %s %d %d", code, variant, xid, static_cast<int>(kind))
                << QByteArray(code) << QByteArray(variant) << xid << static_cast<int>(kind)
                << static_cast<int>(finding);
        };
        row("sync.straggler", FindingKind::SlowRank);
        row("sync.straggler", FindingKind::SlowLinks, variants::links);
        row("sync.straggler", FindingKind::StorageSlow, variants::checkpoint);
        row("sync.hangs_untold", FindingKind::Hang);
        row("gpu.xid", FindingKind::GpuFault);
        row("gpu.xid", FindingKind::GpuGone, "", 79);
        row("gpu.xid", FindingKind::GpuMemory, "", 64);
        row("gpu.xid", FindingKind::Application, "", 13);
        row("node.cpu_clock", FindingKind::CpuClock);
        row("facility.part", FindingKind::HostLimit);
        row("facility.part", FindingKind::LoopFault, "", 0, EntityKind::Loop);
        row("metric.limit.port.up", FindingKind::PortDown);
        row("metric.limit.port.symbol_errors", FindingKind::LinkErrors);
        row("port.retries", FindingKind::Retries);
        row("job.idle_allocation", FindingKind::IdleAllocation, "", 0, EntityKind::Job);
        row("job.below_reference", FindingKind::BelowReference, "", 0, EntityKind::Job);
        row("job.late", FindingKind::BelowReference, "", 0, EntityKind::Job);
        row("target.missed", FindingKind::TargetMissed, "", 0, EntityKind::Tenant);
        row("power.swing", FindingKind::PowerSwing, "", 0, EntityKind::Cluster);
        row("metric.limit.loop.leak", FindingKind::CoolantLeak);
        row("metric.limit.loop.flow", FindingKind::LoopFault);
        row("metric.limit.node.memory_used", FindingKind::HostLimit);
        row("agent.target_silent.redfish", FindingKind::Monitoring);
        row("no.such_code", static_cast<FindingKind>(findingKindCount));
    }

    void theMostSpecificIndicationCounts()
    {
        QFETCH(QByteArray, code);
        QFETCH(QByteArray, variant);
        QFETCH(int, xid);
        QFETCH(int, entityKind);
        QFETCH(int, finding);
        const Event event{{},  Severity::Warning,
                          0,   code.toStdString(),
                          "x", {.variant = variant.toStdString(), .xid = static_cast<std::uint32_t>(xid)}};
        const auto indicated = indicatedBy(event, static_cast<EntityKind>(entityKind));
        QCOMPARE(indicated ? static_cast<std::size_t>(indicated->kind) : findingKindCount,
                 static_cast<std::size_t>(finding));
    }
};

LOCKSTEP_TEST(tst_causes, TestCauses)
#include "tst_causes.moc"
