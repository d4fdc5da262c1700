// SPDX-License-Identifier: GPL-3.0-or-later
#include "models/analysis/causality/alert.h"
#include "models/analysis/causality/runbooks.h"
#include "models/core/topology/topologybuilder.h"
#include "tests/support/testentry.h"

#include <QDir>
#include <QFile>
#include <QFileInfo>
#include <QTemporaryDir>
#include <QTest>

#include <memory>
#include <sys/stat.h>

using namespace lockstep;

/// A site's runbooks, in folders that the test creates.
class TestRunbooks : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void init()
    {
        m_folder = std::make_unique<QTemporaryDir>();
        m_places = {"row 1", "A03", "node-7"};
    }

    void withoutASiteThereAreOnlyOurs()
    {
        QCOMPARE(shown().ofSite, std::string());
        QCOMPARE(shown().link, std::string());
        QVERIFY(Runbooks().runbookOf("memory_errors", m_places).link.empty());
    }

    void aFileReplacesExtendsOrGoesInFront()
    {
        write("memory_errors.md", "# Site\n1. Call Ada\n");
        QCOMPARE(shown().text, std::string("# Site\n1. Call Ada\n"));
        QCOMPARE(shown().link, m_folder->filePath(QStringLiteral("memory_errors.md")).toStdString());
        // Runbooks at a place apply to all places within it; the innermost one takes precedence.
        write("A03/memory_errors.md",
              "Above\n{{runbook}}\nBelow https://wiki.example/ecc, in this rack.\n{{runbook}}\n");
        QCOMPARE(shown().text,
                 std::string("Above\n# Site\n1. Call Ada\n\nBelow https://wiki.example/ecc, in this rack.\n\n"));
        QCOMPARE(shown().link, std::string("https://wiki.example/ecc"));
        write("all.md", "Contacts: https://wiki.example/on-call\n");
        write("row 1/all.md", "Row 1: gate code at the desk\n");
        const std::string text = shown().text;
        QVERIFY2(text.starts_with("Row 1: gate code at the desk\n\nContacts: https://wiki.example/on-call\n\nAbove\n"),
                 text.c_str());
        QCOMPARE(shown().link, std::string("https://wiki.example/ecc")); // of the kind, not of all
        m_places = {"row 2"};
        QCOMPARE(shown().text, std::string("Contacts: https://wiki.example/on-call\n\n# Site\n1. Call Ada\n"));
        QCOMPARE(Runbooks({folder()}).runbookOf("slow_gpu", m_places).link,
                 std::string("https://wiki.example/on-call"));
    }

    void laterFoldersTakePrecedence()
    {
        write("memory_errors.md", "first\n");
        QTemporaryDir other;
        QFile file(other.filePath(QStringLiteral("memory_errors.md")));
        QVERIFY(file.open(QIODevice::WriteOnly));
        file.write("second\n{{runbook}}");
        file.close();
        const Runbooks both({folder(), other.path().toStdString()});
        QCOMPARE(both.runbookOf("memory_errors", m_places).text, std::string("second\nfirst\n"));
    }

    /// Names of places come from agents, and files from any user who can write there.
    void hostileNamesAndFilesDoNoHarm()
    {
        QTemporaryDir outside;
        m_places
            = {"..", "../" + QDir(outside.path()).dirName().toStdString(), ".", "", std::string("a\0b", 3), "/etc"};
        QFile secret(outside.filePath(QStringLiteral("memory_errors.md")));
        QVERIFY(secret.open(QIODevice::WriteOnly));
        secret.write("secret");
        secret.close();
        QCOMPARE(shown().ofSite, std::string());
        QCOMPARE(Runbooks({folder()}).runbookOf("../x", m_places).text, std::string());
        m_places = {"rack/4"};
        write("rack_4/memory_errors.md", "by \x1b[31m\xe2\x80\xae\xff");
        QCOMPARE(shown().text, std::string("by \\u001b[31m\\u202e\\xff"));
        write("rack_4/memory_errors.md", std::string(Runbooks::maxFileBytes + 1, 'x'));
        QVERIFY2(shown().text.ends_with("expected at most 64 KiB\n"), shown().text.c_str());
        QVERIFY(QFile::remove(m_folder->filePath(QStringLiteral("rack_4/memory_errors.md"))));
        QCOMPARE(::mkfifo((folder() + "/rack_4/memory_errors.md").c_str(), 0600), 0);
        QCOMPARE(shown().ofSite, std::string());
        QVERIFY(QFile::remove(m_folder->filePath(QStringLiteral("rack_4/memory_errors.md"))));
        write("rack_4/memory_errors.md", "https://a.example/" + std::string(5000, 'x'));
        QCOMPARE(shown().link.size(), std::size_t{2000});
        write("rack_4/memory_errors.md", "<a href=\"https://a.example/'\">");
        QCOMPARE(shown().link, std::string("https://a.example/"));
    }

    void anAlertHasThePlacesOfItsCulprits()
    {
        TopologyBuilder builder;
        auto identity = std::make_shared<NodeIdentity>();
        identity->name = "node-7";
        identity->position = RackPosition{"row 1", "A03", 1, 1};
        builder.describeNode(std::move(identity));
        const TopologyPtr topology = builder.build();
        Alert alert;
        alert.kind = "memory_errors";
        alert.runbook = "ours";
        alert.entities = {topology->findNode("node-7")};
        Runbooks({folder()}).link(alert, *topology);
        QCOMPARE(alert.runbook, std::string("ours"));
        for (const char* place : {"row 1", "A03", "node-7"}) {
            write(QString::fromLatin1(place).toStdString() + "/memory_errors.md", place);
            Runbooks({folder()}).link(alert, *topology);
            QVERIFY2(alert.runbook.ends_with(std::string(place) + "/memory_errors.md"), alert.runbook.c_str());
        }
    }

private:
    [[nodiscard]] std::string folder() const { return m_folder->path().toStdString(); }
    [[nodiscard]] Runbook shown() const { return Runbooks({folder()}).runbookOf("memory_errors", m_places); }
    void write(const std::string& name, const std::string& text) const
    {
        const QString path = m_folder->filePath(QString::fromStdString(name));
        QVERIFY(QDir().mkpath(QFileInfo(path).path()));
        QFile file(path);
        QVERIFY(file.open(QIODevice::WriteOnly));
        file.write(QByteArray::fromStdString(text));
    }

    std::unique_ptr<QTemporaryDir> m_folder;
    std::vector<std::string> m_places;
};

LOCKSTEP_TEST(tst_runbooks, TestRunbooks)
#include "tst_runbooks.moc"
