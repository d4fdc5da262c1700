// SPDX-License-Identifier: GPL-3.0-or-later
#include "datasources/agentservice/admission/connectionlimiter.h"
#include "tests/support/testentry.h"

#include <QFile>
#include <QProcess>
#include <QRegularExpression>
#include <QStandardPaths>
#include <QTest>

/// Tests the systemd units that are shipped: as restricted as the collectors allow, with enough resources for the
/// agent.
class TestAgentUnit : public QObject
{
    Q_OBJECT

    QString m_path;
    QString m_text;

    [[nodiscard]] QStringList valuesOf(const QString& key) const
    {
        QStringList values;
        for (const QString& line : m_text.split(u'\n')) {
            if (line.startsWith(key + u'='))
                values << line.mid(key.size() + 1);
        }
        return values;
    }

    [[nodiscard]] std::size_t mebibytesOf(const QString& key) const
    {
        QString value = valuesOf(key).value(0);
        return value.endsWith(u'M') ? value.chopped(1).toULong() : 0;
    }

private Q_SLOTS:
    void initTestCase()
    {
        m_path
            = qEnvironmentVariable("LOCKSTEP_SOURCE_DIR") + QStringLiteral("/resources/agent/lockstep-agent.service");
        QFile file(m_path);
        QVERIFY2(file.open(QIODevice::ReadOnly), qPrintable(m_path));
        m_text = QString::fromUtf8(file.readAll());
    }

    void systemdFindsLittleExposed_data()
    {
        QTest::addColumn<QString>("unit");
        for (const char* unit : {"lockstep-agent", "lockstep-recorder", "lockstep-relay"})
            QTest::newRow(unit) << QString(m_path).replace(QStringLiteral("lockstep-agent"), QString::fromLatin1(unit));
    }

    void systemdFindsLittleExposed()
    {
        QFETCH(QString, unit);
        const QString program = QStandardPaths::findExecutable(QStringLiteral("systemd-analyze"));
        if (program.isEmpty())
            QSKIP("systemd-analyze is not installed: the unit's exposure cannot be judged");
        QProcess process;
        process.setProcessChannelMode(QProcess::MergedChannels);
        process.start(program,
                      {QStringLiteral("security"), QStringLiteral("--offline=yes"), QStringLiteral("--no-pager"),
                       QStringLiteral("--threshold=15"), unit});
        QVERIFY(process.waitForFinished());
        const QByteArray report = process.readAll();
        if (!report.contains("exposure level"))
            QSKIP(qPrintable(QStringLiteral("systemd-analyze cannot judge here: ") + QString::fromUtf8(report)));
        QVERIFY2(process.exitCode() == 0, report.constData());
    }

    void whatTheAgentMayTakeIsLimited()
    {
        QVERIFY(!valuesOf(QStringLiteral("CPUQuota")).isEmpty());
        QVERIFY(valuesOf(QStringLiteral("TasksMax")).value(0).toInt() >= 64);
        QCOMPARE(valuesOf(QStringLiteral("UMask")), QStringList{QStringLiteral("0077")});
        // Memory for the ring and for connections, and the same amount for everything else.
        constexpr std::size_t ringMebi = 64;
        const std::size_t taken = ringMebi + (lockstep::ServerLimits::forNodes(1).memory >> 20U);
        QVERIFY(taken + 64 <= mebibytesOf(QStringLiteral("MemoryHigh")));
        QVERIFY(mebibytesOf(QStringLiteral("MemoryHigh")) < mebibytesOf(QStringLiteral("MemoryMax")));
        const auto files = valuesOf(QStringLiteral("LimitNOFILE")).value(0).toULong();
        QVERIFY(files >= 6 * lockstep::ServerLimits::forNodes(1).connections);
    }

    void whatCollectorsReadIsStillThere()
    {
        // All of /proc and /sys, the GPUs' devices, and the folder of NVML.
        QVERIFY(valuesOf(QStringLiteral("ProcSubset")).isEmpty());
        QVERIFY(valuesOf(QStringLiteral("PrivateDevices")).isEmpty());
        QVERIFY(valuesOf(QStringLiteral("RootDirectory")).isEmpty());
        QVERIFY(valuesOf(QStringLiteral("DeviceAllow")).contains(QStringLiteral("char-nvidia* rw")));
        // User ids must not be remapped: jobs and readers are distinguished by them.
        QVERIFY(valuesOf(QStringLiteral("PrivateUsers")).isEmpty());
        // NETLINK is needed to find the owner of a local connection.
        QVERIFY(valuesOf(QStringLiteral("RestrictAddressFamilies")).value(0).contains(QStringLiteral("AF_NETLINK")));
    }
};

LOCKSTEP_TEST(tst_agentunit, TestAgentUnit)
#include "tst_agentunit.moc"
