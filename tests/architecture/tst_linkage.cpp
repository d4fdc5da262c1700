// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/architecture/linkage.h"
#include "tests/support/testentry.h"

#include <QTest>

using namespace lockstep::test;

/// A room includes only what it links. Each rule is first tested on invalid input.
class TestLinkage : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void declarationsAreReadFromText();
    void anIncludeOfWhatIsNotLinkedIsFound_data();
    void anIncludeOfWhatIsNotLinkedIsFound();
    void aFileThatNoRoomListsIsFound();

    void aFolderThatNoReadmeDescribesIsFound();

    void everyRoomLinksWhatItIncludes();
    void everyRoomIsDescribed();

private:
    static QString root() { return qEnvironmentVariable("LOCKSTEP_SOURCE_DIR", u"."_qs); }
    static QByteArray listed(const QStringList& found) { return u"\n%1"_qs.arg(found.join(u'\n')).toUtf8(); }
    static FolderTexts houseOf(const QString& topLinks)
    {
        return {
            {u"models/core"_qs, u"# lockstep_room(no SOURCES no.h)\nlockstep_room(core KIND plain SOURCES ids.h)\n"_qs},
            {u"models/store"_qs,
             u"lockstep_room(store KIND qt MOC\n    SOURCES\n        store.h\n    PUBLIC lockstep::core)"_qs},
            {u"app"_qs, u"lockstep_program(top KIND qt SOURCES main.cpp sub/part.cpp LINK %1)"_qs.arg(topLinks)},
        };
    }
    static SourceTree sourcesWith(const QString& include)
    {
        return {{u"models/core/ids.h"_qs, {}},
                {u"models/store/store.h"_qs, {}},
                {u"app/sub/part.cpp"_qs, {}},
                {u"app/main.cpp"_qs, u"#include \"%1\"\n"_qs.arg(include)}};
    }
};

void TestLinkage::declarationsAreReadFromText()
{
    const QList<BuildTarget> targets = targetsOf(houseOf(u"lockstep::store Qt6::Core"_qs));
    QCOMPARE(targets.size(), 3);
    QCOMPARE(targets[0].name, u"top"_qs);
    QCOMPARE(targets[0].sources, (QStringList{u"app/main.cpp"_qs, u"app/sub/part.cpp"_qs}));
    QCOMPARE(targets[0].privateLinks, QStringList{u"store"_qs});
    QCOMPARE(targets[2].publicLinks, QStringList{u"core"_qs});
}

void TestLinkage::anIncludeOfWhatIsNotLinkedIsFound_data()
{
    QTest::addColumn<QString>("links");
    QTest::addColumn<QString>("include");
    QTest::addColumn<qsizetype>("found");
    QTest::newRow("linked") << u"lockstep::store"_qs << u"models/store/store.h"_qs << qsizetype{0};
    QTest::newRow("by way of a public link") << u"lockstep::store"_qs << u"models/core/ids.h"_qs << qsizetype{0};
    QTest::newRow("not linked") << u"lockstep::core"_qs << u"models/store/store.h"_qs << qsizetype{1};
    QTest::newRow("nothing linked") << u"Qt6::Core"_qs << u"models/core/ids.h"_qs << qsizetype{1};
    QTest::newRow("not ours") << u"Qt6::Core"_qs << u"lockstep/v1/telemetry.pb.h"_qs << qsizetype{0};
}

void TestLinkage::anIncludeOfWhatIsNotLinkedIsFound()
{
    QFETCH(QString, links);
    QFETCH(QString, include);
    QFETCH(qsizetype, found);
    QCOMPARE(unlinkedIncludes(sourcesWith(include), targetsOf(houseOf(links))).size(), found);
}

void TestLinkage::aFileThatNoRoomListsIsFound()
{
    SourceTree sources = sourcesWith(u"models/core/ids.h"_qs);
    sources.insert(u"models/core/forgotten.h"_qs, {});
    QCOMPARE(unlinkedIncludes(sources, targetsOf(houseOf(u"lockstep::core"_qs))),
             QStringList{u"models/core/forgotten.h is listed by no room"_qs});
}

void TestLinkage::aFolderThatNoReadmeDescribesIsFound()
{
    const FolderTexts house = houseOf(u"lockstep::core"_qs);
    const FolderTexts readmes{{u"models"_qs, u"# models\n"_qs}, {u"app"_qs, u"# app\n"_qs}};
    QCOMPARE(undescribedFolders(house, readmes), QStringList());
    QCOMPARE(undescribedFolders(house, {{u"models"_qs, u"# models\n"_qs}}),
             QStringList{u"app is described by no README"_qs});
    QCOMPARE(undescribedFolders({}, {{u"app"_qs, QString(41, u'\n')}}),
             QStringList{u"The README of app has more than 40 lines"_qs});
}

void TestLinkage::everyRoomLinksWhatItIncludes()
{
    const SourceTree sources = readSources(root());
    QVERIFY2(sources.size() > 100, "no source tree found: set LOCKSTEP_SOURCE_DIR");
    const QStringList found = unlinkedIncludes(sources, targetsOf(readFolderTexts(root(), u"CMakeLists.txt"_qs)));
    QVERIFY2(found.isEmpty(), listed(found));
}

void TestLinkage::everyRoomIsDescribed()
{
    const QStringList found
        = undescribedFolders(readFolderTexts(root(), u"CMakeLists.txt"_qs), readFolderTexts(root(), u"README.md"_qs));
    QVERIFY2(found.isEmpty(), listed(found));
}

LOCKSTEP_TEST(tst_linkage, TestLinkage)
#include "tst_linkage.moc"
