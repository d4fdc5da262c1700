// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/topology/topologycommand.h"
#include "datasources/clusterfile/clusterfile.h"
#include "datasources/topologyimports/topologyformats.h"
#include "tests/datasources/topologyimports/sitetexts.h"
#include "tests/support/testentry.h"

#include <QFile>
#include <QTemporaryDir>
#include <QTest>

using namespace lockstep;
using namespace lockstep::test;

class TestTopologyCommand : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void filesBecomeAClusterFile()
    {
        const std::vector<std::string> arguments{fileOf("netbox.json", netboxPages),
                                                 fileOf("fabric.txt", discoveredBlocks),
                                                 "--out",
                                                 pathOf("cluster.toml"),
                                                 "--name",
                                                 "hall 7"};
        const CommandResult answer = mergeTopologyFiles(arguments);
        QVERIFY2(answer.exitCode == 0, answer.err.c_str());
        const auto file = readClusterFile(pathOf("cluster.toml"));
        QVERIFY2(file.isOk(), file.isOk() ? "" : file.error().message.c_str());
        QCOMPARE(file.value().plan->name, std::string("hall 7"));
        QCOMPARE(file.value().plan->wired.size(), std::size_t{3});
        for (const char* part : {"netbox.json (NetBox): 2 racks, 2 nodes, 1 switch, 1 planned link",
                                 "fabric.txt (ibnetdiscover): 2 nodes, 2 switches, 3 discovered links",
                                 "Assumptions:", "cable #42 does not join", "Cabling: 1 planned link; "})
            QVERIFY2(answer.err.find(part) != std::string::npos, (part + ("\nin:\n" + answer.err)).c_str());
        QVERIFY(answer.out.starts_with(pathOf("cluster.toml") + ": 2 racks, 2 nodes, 2 switches"));
    }

    void withoutAFileItIsPrinted()
    {
        const std::vector<std::string> arguments{fileOf("topology.conf", slurmTopology)};
        const CommandResult answer = mergeTopologyFiles(arguments);
        QCOMPARE(answer.exitCode, 0);
        const auto file = parseClusterFile(answer.out, "printed");
        QVERIFY(file.isOk());
        QCOMPARE(file.value().plan->links.size(), std::size_t{8});
        QVERIFY(answer.err.find("line 2: 'LinkSpeed=100' is not used") != std::string::npos);
    }

    void whatIsWrongIsSaid()
    {
        const auto codeOf = [](const std::vector<std::string>& arguments) {
            return mergeTopologyFiles(arguments).exitCode;
        };
        QCOMPARE(codeOf({}), 2);
        QCOMPARE(codeOf({"--nothing"}), 2);
        QCOMPARE(codeOf({"/no/such/file"}), 1);
        QCOMPARE(codeOf({fileOf("stranger", "what is this")}), 1);
        QCOMPARE(codeOf({fileOf("t.conf", slurmTopology), "--out", "/no/such/folder/x.toml"}), 1);
        const std::vector<std::string> help{"--help"};
        for (const TopologyFormat& format : topologyFormats())
            QVERIFY2(mergeTopologyFiles(help).out.find(format.name) != std::string::npos, format.name);
    }

private:
    [[nodiscard]] std::string pathOf(const char* name) const
    {
        return m_folder.filePath(QString::fromLatin1(name)).toStdString();
    }
    [[nodiscard]] std::string fileOf(const char* name, std::string_view text) const
    {
        QFile file(m_folder.filePath(QString::fromLatin1(name)));
        if (!file.open(QIODevice::WriteOnly) || file.write(text.data(), qint64(text.size())) != qint64(text.size()))
            qFatal("cannot write %s", name);
        return pathOf(name);
    }

    QTemporaryDir m_folder;
};

LOCKSTEP_TEST(tst_topologycommand, TestTopologyCommand)
#include "tst_topologycommand.moc"
