// SPDX-License-Identifier: GPL-3.0-or-later
#include "datasources/topologyimports/topologyformats.h"
#include "tests/support/ibsimlibrary.h"
#include "tests/support/testentry.h"
#include "tests/support/waiting.h"

#include <QDeadlineTimer>
#include <QDir>
#include <QProcess>
#include <QStandardPaths>
#include <QTemporaryDir>
#include <QTest>

using namespace lockstep;
using namespace Qt::StringLiterals;

/// A fabric discovered by InfiniBand's own tools, if this machine has them.
class TestIbsim : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void initTestCase()
    {
        m_library = test::ibsimLibrary();
        m_discover = QStandardPaths::findExecutable(u"ibnetdiscover"_s, {u"/usr/sbin"_s, u"/usr/bin"_s});
        m_ibsim = QStandardPaths::findExecutable(u"ibsim"_s, {u"/usr/bin"_s});
        if (m_library.isEmpty() || m_discover.isEmpty() || m_ibsim.isEmpty())
            QSKIP("ibsim-utils or infiniband-diags is not installed");
        QFile net(m_folder.filePath(u"net"_s));
        QVERIFY(net.open(QIODevice::WriteOnly));
        // Two leaves and two spines with two links each way, four nodes.
        net.write("Switch 8 \"leaf1\"\n[1]\t\"n001\"[1]\n[2]\t\"n002\"[1]\n[5]\t\"spine1\"[1]\n[6]\t\"spine2\"[1]\n\n"
                  "Switch 8 \"leaf2\"\n[1]\t\"n003\"[1]\n[2]\t\"n004\"[1]\n[5]\t\"spine1\"[2]\n[6]\t\"spine2\"[2]\n\n"
                  "Switch 8 \"spine1\"\n[1]\t\"leaf1\"[5]\n[2]\t\"leaf2\"[5]\n\n"
                  "Switch 8 \"spine2\"\n[1]\t\"leaf1\"[6]\n[2]\t\"leaf2\"[6]\n\n"
                  "Hca 2 \"n001\"\n[1]\t\"leaf1\"[1]\n\nHca 2 \"n002\"\n[1]\t\"leaf1\"[2]\n\n"
                  "Hca 2 \"n003\"\n[1]\t\"leaf2\"[1]\n\nHca 2 \"n004\"\n[1]\t\"leaf2\"[2]\n");
        net.close();
        QProcessEnvironment environment = QProcessEnvironment::systemEnvironment();
        environment.insert(u"IBSIM_SOCKNAME"_s, u"lockstep-test-%1"_s.arg(QCoreApplication::applicationPid()));
        m_server.setProcessEnvironment(environment);
        m_server.setWorkingDirectory(m_folder.path());
        m_server.start(m_ibsim, {u"-s"_s, net.fileName()});
        QVERIFY(m_server.waitForStarted());
        m_environment = environment;
        m_environment.insert(u"LD_PRELOAD"_s, m_library);
        m_environment.insert(u"SIM_HOST"_s, u"n001"_s);
    }

    void cleanupTestCase()
    {
        if (m_server.state() == QProcess::NotRunning)
            return;
        m_server.write("quit\n");
        m_server.closeWriteChannel();
        if (!m_server.waitForFinished())
            m_server.kill();
        m_server.waitForFinished();
    }

    void theFabricIsDiscovered_data()
    {
        QTest::addColumn<QStringList>("arguments");
        QTest::newRow("blocks") << QStringList();
        QTest::newRow("ports") << QStringList{u"--ports"_s};
    }

    void theFabricIsDiscovered()
    {
        QFETCH(QStringList, arguments);
        const QByteArray text = discover(arguments);
        if (text.isEmpty())
            QSKIP("ibnetdiscover does not reach ibsim here");
        const auto import = readTopology(text.toStdString(), "ibsim");
        QVERIFY2(import.isOk(), import.isOk() ? "" : import.error().message.c_str());
        QCOMPARE(import.value().format, std::string("ibnetdiscover"));
        const SitePlan& plan = import.value().part.plan;
        QCOMPARE(plan.switches.size(), std::size_t{4});
        QCOMPARE(plan.nodes.size(), std::size_t{4});
        QCOMPARE(plan.wired.size(), std::size_t{8});
        const PlannedLink wanted{{"n003", "1"}, {"leaf2", "1"}, plan.wired.front().rateGbps};
        QVERIFY(std::ranges::find(plan.wired, wanted) != plan.wired.end());
        QVERIFY(plan.wired.front().rateGbps > 0);
    }

    void aLinkThatIsTakenDownIsGone()
    {
        if (discover({}).isEmpty())
            QSKIP("ibnetdiscover does not reach ibsim here");
        m_server.write("unlink \"leaf1\"[2]\n");
        const auto links = [this] {
            const auto import = readTopology(discover({}).toStdString(), "ibsim");
            return import.isOk() ? import.value().part.plan.wired.size() : 0;
        };
        QTRY_COMPARE(links(), std::size_t{7});
    }

private:
    /// Empty where the simulator does not answer.
    QByteArray discover(const QStringList& arguments)
    {
        for (const QDeadlineTimer deadline(test::hangTimeout);
             !deadline.hasExpired() && m_server.state() == QProcess::Running; QTest::qWait(100)) {
            QProcess discovery;
            discovery.setProcessEnvironment(m_environment);
            discovery.start(m_discover, arguments);
            if (discovery.waitForFinished(test::hangTimeoutMs) && discovery.exitCode() == 0) {
                const QByteArray text = discovery.readAllStandardOutput();
                if (!text.isEmpty())
                    return text;
            }
        }
        return {};
    }

    QTemporaryDir m_folder;
    QString m_library;
    QString m_discover;
    QString m_ibsim;
    QProcess m_server;
    QProcessEnvironment m_environment;
};

LOCKSTEP_TEST(tst_ibsim, TestIbsim)
#include "tst_ibsim.moc"
