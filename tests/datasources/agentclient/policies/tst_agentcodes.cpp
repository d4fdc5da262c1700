// SPDX-License-Identifier: GPL-3.0-or-later
#include "datasources/agentclient/decoding/nodedecoder.h"
#include "tests/support/testentry.h"

#include <QDir>
#include <QFile>
#include <QRegularExpression>
#include <QTest>

using namespace lockstep;

class TestAgentCodes : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void whatDriversTellKeepsItsCode()
    {
        for (const char* code : {"gpu.xid", "gpu.lost", "gpu.back", "port.down", "port.up", "job.checkpoint",
                                 "agent.collector_hangs", "pump.maintenance", "x", ""})
            QCOMPARE(codeFromAgent(code), std::string(code));
    }

    void nobodyShelvesAlertsFromAfar()
    {
        QCOMPARE(codeFromAgent("alert.shelved"), std::string("agent.said.alert.shelved"));
        QCOMPARE(codeFromAgent("alert.acknowledged"), std::string("agent.said.alert.acknowledged"));
        QCOMPARE(codeFromAgent("metric.limit.gpu.temperature"), std::string("agent.said.metric.limit.gpu.temperature"));
        QVERIFY(codeFromAgent("loop." + std::string(300, 'x')).size() <= 256);
    }

    /// Every code has a rule for its permitted reporters; new codes are reserved for analyses by default.
    void everyCodeOfTheProgramIsItsOwn()
    {
        QFile header(QDir(qEnvironmentVariable("LOCKSTEP_SOURCE_DIR", QStringLiteral(".")))
                         .filePath(QStringLiteral("models/core/eventcodes.h")));
        QVERIFY2(header.open(QIODevice::ReadOnly), "set LOCKSTEP_SOURCE_DIR");
        const QString all = QString::fromUtf8(header.readAll());
        const QString text = all.left(all.indexOf(QStringLiteral("namespace lockstep::variants")));
        const QStringList agents{QStringLiteral("gpu.xid"),       QStringLiteral("gpu.lost"),
                                 QStringLiteral("gpu.back"),      QStringLiteral("port.down"),
                                 QStringLiteral("port.up"),       QStringLiteral("job.short"),
                                 QStringLiteral("job.checkpoint")};
        int codes = 0;
        QStringList wrong;
        static const QRegularExpression constant(QStringLiteral("= \"([a-z_.]+)\";"));
        for (auto each = constant.globalMatch(text); each.hasNext();) {
            const QString code = each.next().captured(1);
            ++codes;
            const bool isOfAgents = agents.contains(code) || code.startsWith(QStringLiteral("agent."))
                || code.startsWith(QStringLiteral("facility.")) || code.startsWith(QStringLiteral("nccl."))
                || code.startsWith(QStringLiteral("process.")) || code.startsWith(QStringLiteral("scheduler."));
            if ((codeFromAgent(code.toStdString()) == code.toStdString()) != isOfAgents)
                wrong << code;
        }
        QVERIFY2(wrong.isEmpty(), qPrintable(wrong.join(u' ')));
        QVERIFY(codes > 40);
    }
};

LOCKSTEP_TEST(tst_agentcodes, TestAgentCodes)
#include "tst_agentcodes.moc"
