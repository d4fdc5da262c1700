// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/record/recordcommands.h"
#include "datasources/recording/recording.h"
#include "tests/datasources/prometheus/fakeengine.h"
#include "tests/support/testentry.h"

#include <QTemporaryDir>
#include <QTemporaryFile>
#include <QTest>

#include <cstdio>
#include <unistd.h>
#include <vector>

using namespace lockstep;

/// Options that `lockstep record` rejects.
class TestRecordOptions : public QObject
{
    Q_OBJECT

private:
    /// Output on standard error. @param code receives the exit code
    static QByteArray said(const std::vector<std::string>& arguments, int& code)
    {
        QTemporaryFile file;
        if (!file.open())
            qFatal("no temporary file");
        std::fflush(stderr);
        const int before = ::dup(STDERR_FILENO);
        ::dup2(file.handle(), STDERR_FILENO);
        code = runRecord(arguments);
        std::fflush(stderr);
        ::dup2(before, STDERR_FILENO);
        ::close(before);
        file.seek(0);
        return file.readAll();
    }

private Q_SLOTS:
    void aCertificateThatWouldNotBeUsedIsAnError_data()
    {
        QTest::addColumn<QStringList>("options");
        QTest::addColumn<QByteArray>("says");
        using namespace Qt::StringLiterals;
        QTest::newRow("no CA") << QStringList{u"--cert"_s, u"me.pem"_s, u"--key"_s, u"me.key"_s} << QByteArray("--ca");
        QTest::newRow("no key") << QStringList{u"--cert"_s, u"me.pem"_s, u"--ca"_s, u"ca.pem"_s}
                                << QByteArray("without its private key");
        QTest::newRow("no certificate") << QStringList{u"--key"_s, u"me.key"_s, u"--ca"_s, u"ca.pem"_s}
                                        << QByteArray("without its certificate");
    }

    void aCertificateThatWouldNotBeUsedIsAnError()
    {
        QFETCH(QStringList, options);
        QFETCH(QByteArray, says);
        std::vector<std::string> arguments{"--connect", "127.0.0.1:1", "--out", "/nonexistent/recording"};
        for (const QString& option : options)
            arguments.push_back(option.toStdString());
        int code = 0;
        const QByteArray text = said(arguments, code);
        QCOMPARE(code, 2);
        QVERIFY2(text.contains(says), text.constData());
    }

    void aClusterFilePlacesTheNodesOfAnEngine()
    {
        const test::FakeEngine engine(R"(["node_load1"])", [](const std::string&, const std::string&) {
            const double now = std::chrono::duration<double>(wallClockNow().time_since_epoch()).count();
            return test::FakeEngine::Said{
                "vector", "[" + test::FakeEngine::series(R"({"instance":"n1:9100"})", now, "0.5") + "]"};
        });
        const QTemporaryDir folder;
        QFile file(folder.filePath(QStringLiteral("cluster.toml")));
        QVERIFY(file.open(QIODevice::WriteOnly));
        file.write("name = \"hall\"\n[[rack]]\nname = \"r7\"\n[[node]]\nname = \"n1\"\n"
                   "rack = \"r7\"\naddress = \"127.0.0.1:1\"\n");
        file.close();
        const std::string out = folder.filePath(QStringLiteral("out")).toStdString();
        int code = 0;
        const QByteArray text = said(
            {"--prometheus", engine.url(), "--cluster", file.fileName().toStdString(), "--out", out, "--duration", "3"},
            code);
        QVERIFY2(code == 0, text.constData());
        Result<Recording> recording = Recording::open(out);
        QVERIFY2(recording.isOk(), recording.isOk() ? "" : recording.error().message.c_str());
        const TopologyPtr& topology = recording.value().topology();
        const EntityRef node = topology->findNode("n1");
        QVERIFY(node.isValid());
        QCOMPARE(topology->name(topology->parent(node)), std::string("r7"));
        QVERIFY(!recording.value().ticks().isEmpty());
    }
};

LOCKSTEP_TEST(tst_recordoptions, TestRecordOptions)
#include "tst_recordoptions.moc"
