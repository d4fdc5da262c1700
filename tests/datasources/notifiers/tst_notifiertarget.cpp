// SPDX-License-Identifier: GPL-3.0-or-later
#include "datasources/notifiers/notifiertarget.h"
#include "tests/support/testentry.h"

#include <QFile>
#include <QTemporaryDir>
#include <QTest>

using namespace lockstep;

/// Allowed destinations of messages, and their secrets.
class TestNotifierTarget : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void whatIsNoAddressIsRefusedWithoutRepeatingIt_data()
    {
        QTest::addColumn<QByteArray>("url");
        QTest::newRow("nothing") << QByteArray();
        QTest::newRow("words") << QByteArray("to the s3cret chat");
        QTest::newRow("file") << QByteArray("file:///etc/s3cret");
        QTest::newRow("mail") << QByteArray("smtp://s3cret.example.org");
        QTest::newRow("password") << QByteArray("https://me:s3cret@example.org/");
        QTest::newRow("long") << "https://example.org/s3cret" + QByteArray(3000, 'a');
        QTest::newRow("newline") << QByteArray("https://example.org/\r\nX-s3cret: 1");
    }

    void whatIsNoAddressIsRefusedWithoutRepeatingIt()
    {
        QFETCH(QByteArray, url);
        const Result<NotifierTarget> target = notifierTarget(url.toStdString(), {});
        QVERIFY(!target.isOk());
        QVERIFY2(target.error().message.find("s3cret") == std::string::npos, target.error().message.c_str());
    }

    void anAlertmanagerIsKnownByItsPath()
    {
        const auto kindOf = [](const std::string& url) {
            return notifierTarget(url, {}).value().kind;
        };
        QVERIFY(kindOf("http://am:9093/api/v2/alerts") == NotifierTarget::Kind::Alertmanager);
        QVERIFY(kindOf("https://host/am/api/v2/alerts/") == NotifierTarget::Kind::Alertmanager);
        QVERIFY(kindOf("https://host/hook") == NotifierTarget::Kind::Webhook);
        QVERIFY(kindOf("https://host/hook?to=/api/v2/alerts") == NotifierTarget::Kind::Webhook);
    }

    void whatIsShownHasNoSecretsInIt()
    {
        const Result<NotifierTarget> target
            = notifierTarget("https://hooks.example.org:8443/T00/s3cret?key=s3cret", {});
        QVERIFY(target.isOk());
        QCOMPARE(target.value().shown, std::string("https://hooks.example.org:8443"));
    }

    void aTokenNeverGoesInTheClear()
    {
        QVERIFY(!notifierTarget("http://example.org/hook", {{}, {}, "t"}).isOk());
        QVERIFY(notifierTarget("https://example.org/hook", {{}, {}, "t"}).isOk());
        QVERIFY(notifierTarget("http://127.0.0.1:9/hook", {{}, {}, "t"}).isOk());
        QVERIFY(!notifierTarget("http://127.0.0.1.example.org/hook", {{}, {}, "t"}).isOk());
        QVERIFY(!notifierTarget("https://example.org/hook", {{}, {}, "t\r\nX: 1"}).isOk());
    }

    void aTokenFileIsItsOwnersAlone()
    {
        const QTemporaryDir folder;
        const QString path = folder.filePath(QStringLiteral("token"));
        QFile file(path);
        QVERIFY(file.open(QIODevice::WriteOnly));
        file.write("s3cret\n");
        file.close();
        const NotifierAccess access{{}, path.toStdString(), "other"};
        QVERIFY(file.setPermissions(QFile::ReadOwner | QFile::WriteOwner | QFile::ReadGroup));
        const Result<NotifierTarget> open = notifierTarget("https://example.org/", access);
        QVERIFY(!open.isOk());
        QVERIFY(open.error().message.find(path.toStdString()) != std::string::npos);
        QVERIFY(file.setPermissions(QFile::ReadOwner | QFile::WriteOwner));
        const Result<NotifierTarget> closed = notifierTarget("https://example.org/", access);
        QVERIFY(closed.isOk());
        QCOMPARE(closed.value().tokenFile, path.toStdString()); // read again for each request
        QCOMPARE(closed.value().token, std::string());
        QVERIFY(!notifierTarget("http://example.org/", access).isOk());
        QVERIFY(!notifierTarget("https://example.org/", {{}, "/nonexistent/token", {}}).isOk());
        QVERIFY(!notifierTarget("https://example.org/", {"/nonexistent/ca.pem", {}, {}}).isOk());
    }
};

LOCKSTEP_TEST(tst_notifiertarget, TestNotifierTarget)
#include "tst_notifiertarget.moc"
