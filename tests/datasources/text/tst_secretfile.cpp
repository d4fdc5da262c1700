// SPDX-License-Identifier: GPL-3.0-or-later
#include "datasources/text/textfile.h"
#include "datasources/text/watchedfile.h"
#include "tests/support/testentry.h"

#include <QFile>
#include <QTemporaryDir>
#include <QTest>

using namespace lockstep;

class TestSecretFile : public QObject
{
    Q_OBJECT

    QTemporaryDir m_folder;

    [[nodiscard]] std::string fileOf(mode_t mode) const
    {
        QFile file(m_folder.filePath(QStringLiteral("key")));
        if (!file.open(QIODevice::WriteOnly) || file.write("x") != 1)
            qFatal("cannot write");
        file.close();
        ::chmod(qPrintable(file.fileName()), mode);
        return file.fileName().toStdString();
    }

private Q_SLOTS:
    void whatOnlyTheOwnerMayUseIsFine()
    {
        for (const mode_t mode : {0600U, 0400U, 0700U}) {
            const FilePrivacy privacy = checkFilePrivacy(fileOf(mode), true);
            QVERIFY(privacy.status.isOk());
            QVERIFY(privacy.warning.empty());
        }
        QVERIFY(checkFilePrivacy("/no/such/file", true).status.isOk()); // reading reports the problem
        QVERIFY(checkFilePrivacy({}, true).status.isOk());
        QVERIFY(checkFilePrivacy(m_folder.path().toStdString(), true).warning.empty());
    }

    void aSecretThatOthersMayReadIsWarnedAbout()
    {
        const std::string all = fileOf(0644);
        QVERIFY(checkFilePrivacy(all, true).status.isOk());
        QCOMPARE(checkFilePrivacy(all, true).warning,
                 "WARNING: " + all
                     + " is a secret but readable by every user (mode 0644): run chmod 0600 on it, and replace the "
                       "secret, because it may "
                       "already be known");
        QVERIFY(checkFilePrivacy(all, false).warning.empty());
        const std::string group = fileOf(0640);
        QCOMPARE(checkFilePrivacy(group, true).warning,
                 "WARNING: " + group + " is a secret but readable by its group (mode 0640): run chmod 0600 on it");
    }

    void whatEveryUserMayWriteIsRefused()
    {
        for (const bool isSecret : {true, false}) {
            const Status status = checkFilePrivacy(fileOf(0602), isSecret).status;
            QVERIFY(!status.isOk());
            QVERIFY(status.error().message.find("is writable by every user (mode 0602)") != std::string::npos);
        }
    }

    void aFileThatIsReplacedHasChanged()
    {
        const std::string path = fileOf(0600);
        WatchedFile file(path);
        QVERIFY(!file.hasChanged());
        QVERIFY(QFile::rename(QString::fromStdString(path), m_folder.filePath(QStringLiteral("old"))));
        QVERIFY(!file.hasChanged()); // a missing file does not count as changed
        QVERIFY(!fileOf(0600).empty());
        QVERIFY(file.hasChanged());
        QVERIFY(!file.hasChanged());
        QVERIFY(!WatchedFile({}).hasChanged());
    }
};

LOCKSTEP_TEST(tst_secretfile, TestSecretFile)
#include "tst_secretfile.moc"
