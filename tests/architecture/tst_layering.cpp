// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/architecture/definitions.h"
#include "tests/architecture/layering.h"
#include "tests/support/testentry.h"

#include <QLibraryInfo>
#include <QTest>

using namespace lockstep::test;

/// The layers of design.md, checked against the #include lines. Each rule is first tested on invalid input.
class TestLayering : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void initTestCase();
    void includesAreReadFromText();
    void aForbiddenEdgeIsFound_data();
    void aForbiddenEdgeIsFound();
    void aForeignIncludeIsFound_data();
    void aForeignIncludeIsFound();
    void aLeakedLibraryIsFoundThroughOtherHeaders();
    void aBrokenHouseRuleIsFound_data();
    void aBrokenHouseRuleIsFound();
    void whatMayShowMarkupIsFound_data();
    void whatMayShowMarkupIsFound();
    void wordsInCommentsAndTextsCountAsNothing();
    void definitionsOfMembersAreFound_data();
    void definitionsOfMembersAreFound();

    void roomsIncludeOnlyWhatTheyMay();
    void librariesStayWithTheirOwners();
    void headersForOthersBringNoLibraryAlong();
    void everyFileKeepsTheHouseRules();
    void nothingFromOutsideIsShownAsMarkup();
    void everyClassIsInOneFile();

private:
    static QString file(const QString& include)
    {
        return u"// SPDX-License-Identifier: GPL-3.0-or-later\n#pragma once\n\n#include %1\n"_qs.arg(include);
    }
    static QString qtHeaders() { return QLibraryInfo::path(QLibraryInfo::HeadersPath); }
    static QByteArray listed(const QStringList& found) { return u"\n%1"_qs.arg(found.join(u'\n')).toUtf8(); }

    SourceTree m_sources;
};

void TestLayering::initTestCase()
{
    m_sources = readSources(qEnvironmentVariable("LOCKSTEP_SOURCE_DIR", u"."_qs));
    QVERIFY2(m_sources.size() > 100, "no source tree found: set LOCKSTEP_SOURCE_DIR");
    QVERIFY(m_sources.contains(u"models/core/ids.h"_qs));
}

void TestLayering::includesAreReadFromText()
{
    const Includes includes
        = includesOf(u"#include \"models/core/ids.h\"\n  #  include <QObject>\n// #include <no>\n"_qs);
    QCOMPARE(includes.own, QStringList{u"models/core/ids.h"_qs});
    QCOMPARE(includes.foreign, QStringList{u"QObject"_qs});
    QCOMPARE(folderOf(u"models/core/ids.h"_qs), u"models/core"_qs);
    QCOMPARE(folderOf(u"views3d/hallview.h"_qs), u"views3d"_qs);
}

void TestLayering::aForbiddenEdgeIsFound_data()
{
    QTest::addColumn<QString>("from");
    QTest::addColumn<QString>("to");
    QTest::addColumn<bool>("isAllowed");
    const auto row = [](const char* from, const char* to, bool isAllowed) {
        QTest::addRow("%s -> %s", from, to) << QString::fromLatin1(from) << QString::fromLatin1(to) << isAllowed;
    };
    row("models/core/a.h", "models/core/b.h", true);
    row("models/core/a.h", "models/store/b.h", false);
    row("models/store/a.h", "models/items/b.h", false);
    row("models/store/a.h", "models/analysis/thermal/b.h", false);
    row("models/items/a.h", "models/store/b.h", true);
    row("models/items/a.h", "widgets/panels/b.h", false);
    row("models/cellar/a.h", "models/core/b.h", false);
    row("models/analysis/sync/matching/a.h", "models/analysis/sync/tracking/b.h", false);
    row("models/analysis/sync/tracking/a.h", "models/analysis/sync/matching/b.h", true);
    row("models/analysis/sync/tracking/a.h", "models/store/b.h", false);
    row("models/analysis/sync/tracking/a.cpp", "datasources/traces/formats/b.h", false);
    row("models/analysis/sync/live/a.h", "models/store/b.h", true);
    row("models/analysis/thermal/a.h", "models/analysis/fabric/b.h", false);
    row("models/analysis/thermal/a.h", "models/analysis/detect/baseline/b.h", true);
    row("models/analysis/detect/a.h", "models/analysis/thermal/b.h", false);
    row("models/simulation/physics/a.h", "models/simulation/cluster/b.h", false);
    row("models/simulation/jobs/a.h", "models/simulation/fabric/b.h", true);
    row("models/simulation/jobs/a.h", "models/simulation/faults/b.h", false);
    row("models/simulation/jobs/a.h", "models/simulation/b.h", false);
    row("models/incidents/a.h", "models/incidents/workspace/b.h", false);
    row("models/incidents/workspace/a.h", "models/incidents/b.h", true);
    row("datasources/traces/formats/a.h", "models/core/b.h", true);
    row("datasources/traces/formats/a.h", "models/store/b.h", false);
    row("datasources/traces/formats/a.h", "datasources/traces/spans/b.h", false);
    row("datasources/traces/spans/a.h", "app/dashboard/b.h", false);
    row("datasources/collectors/a.h", "datasources/collectors/kernel/b.h", false);
    row("datasources/collectors/nvidia/a.h", "datasources/collectors/infiniband/b.h", false);
    row("datasources/collectors/sampling/a.h", "datasources/collectors/jobs/b.h", true);
    row("datasources/agentservice/admission/a.h", "datasources/agentservice/hub/b.h", false);
    row("datasources/agentclient/decoding/a.h", "datasources/agentclient/policies/b.h", true);
    row("datasources/agentclient/decoding/a.h", "datasources/agentclient/b.h", false);
    row("datasources/sqlite/a.h", "datasources/recording/b.h", false);
    row("datasources/recording/a.h", "datasources/sqlite/b.h", true);
    row("datasources/recording/a.h", "datasources/incidents/b.h", false);
    row("datasources/imports/a.h", "datasources/reports/b.h", false);
    row("datasources/reports/a.h", "datasources/recording/b.h", false);
    row("widgets/panels/a.cpp", "datasources/agentclient/b.h", false);
    row("widgets/panels/a.cpp", "views3d/b.h", false);
    row("widgets/panels/a.cpp", "models/view/b.h", true);
    row("views3d/a.cpp", "widgets/common/b.h", false);
    row("views3d/geometry/a.cpp", "views3d/values/b.h", false);
    row("views3d/overlay/a.cpp", "views3d/render/b.h", false);
    row("views3d/overlay/a.cpp", "views3d/b.h", false);
    row("views3d/a.cpp", "views3d/render/b.h", true);
    row("app/session/a.cpp", "datasources/agentclient/b.h", true);
    row("app/session/a.cpp", "widgets/common/b.h", false);
    row("app/session/a.cpp", "app/dashboard/b.h", false);
    row("app/session/past/a.cpp", "app/session/b.h", false);
    row("app/dashboard/a.cpp", "datasources/agentclient/b.h", true);
    row("app/dashboard/a.cpp", "views3d/b.h", true);
    row("app/dashboard/a.cpp", "views3d/values/b.h", false);
    row("app/dashboard/docks/a.cpp", "app/dashboard/window/b.h", false);
    row("app/dashboard/actions/a.cpp", "app/dashboard/window/b.h", false);
    row("app/agent/a.cpp", "widgets/common/b.h", false);
    row("app/export/a.cpp", "app/dashboard/b.h", false);
    row("plugins/a.cpp", "models/core/b.h", false);
}

void TestLayering::aForbiddenEdgeIsFound()
{
    QFETCH(QString, from);
    QFETCH(QString, to);
    QFETCH(bool, isAllowed);
    QCOMPARE(forbiddenEdges({{from, file(u'"' + to + u'"')}}).isEmpty(), isAllowed);
}

void TestLayering::aForeignIncludeIsFound_data()
{
    QTest::addColumn<QString>("from");
    QTest::addColumn<QString>("include");
    QTest::addColumn<bool>("isAllowed");
    const auto row = [](const char* from, const char* include, bool isAllowed) {
        QTest::addRow("%s %s", from, include) << QString::fromLatin1(from) << QString::fromLatin1(include) << isAllowed;
    };
    row("models/core/a.h", "<QString>", false);
    row("models/simulation/a.h", "<QtCore/QString>", false);
    row("datasources/collectors/a.cpp", "<QObject>", false);
    row("models/store/a.h", "<QObject>", true);
    row("models/view/a.h", "<QColor>", false);
    row("models/items/a.h", "<QWidget>", false);
    row("models/items/a.h", "<QSortFilterProxyModel>", true);
    row("app/agent/main.cpp", "<QCoreApplication>", false);
    row("widgets/a.cpp", "<QWidget>", true);
    row("app/session/a.cpp", "<QTimer>", true);
    row("app/session/past/a.cpp", "<QWidget>", false);
    row("app/session/a.cpp", "<QtWidgets/QDialog>", false);
    row("datasources/agentclient/a.cpp", "<grpcpp/grpcpp.h>", true);
    row("datasources/traces/a.cpp", "<grpcpp/grpcpp.h>", false);
    row("app/dashboard/a.cpp", "\"lockstep/v1/telemetry.pb.h\"", false);
    row("datasources/proto/a.h", "\"lockstep/v1/telemetry.pb.h\"", true);
    row("models/store/a.cpp", "<google/protobuf/arena.h>", false);
    row("widgets/a.cpp", "<vtkActor.h>", false);
    row("views3d/render/a.cpp", "<vtkActor.h>", true);
    row("views3d/overlay/a.cpp", "<vtkActor.h>", false);
    row("app/dashboard/a.cpp", "<sqlite3.h>", false);
    row("datasources/sqlite/a.cpp", "<sqlite3.h>", true);
    row("widgets/charts/chartadapter.cpp", "<QLineSeries>", true);
    row("widgets/charts/chartrow.cpp", "<QLineSeries>", false);
    row("widgets/charts/chartrow.h", "<QtCharts/QChart>", false);
    row("models/core/a.h", "<fmt/format.h>", true);
}

void TestLayering::aForeignIncludeIsFound()
{
    QFETCH(QString, from);
    QFETCH(QString, include);
    QFETCH(bool, isAllowed);
    QCOMPARE(foreignIncludes({{from, file(include)}}, qtHeaders()).isEmpty(), isAllowed);
}

void TestLayering::aLeakedLibraryIsFoundThroughOtherHeaders()
{
    SourceTree sources{
        {u"app/dashboard/a.cpp"_qs, file(u"\"views3d/hallview.h\""_qs)},
        {u"views3d/hallview.h"_qs, file(u"\"views3d/render/scene.h\""_qs)},
        {u"views3d/render/scene.h"_qs, file(u"<vtkActor.h>"_qs)},
    };
    QCOMPARE(leakedLibraries(sources).size(), 2); // the program that reads the view, and the view itself
    sources[u"views3d/hallview.h"_qs] = file(u"<memory>"_qs); // the renderer's own sources may go on reading the scene
    sources[u"views3d/render/thread.cpp"_qs] = file(u"\"views3d/render/scene.h\""_qs);
    QVERIFY(leakedLibraries(sources).isEmpty());
    const SourceTree wire{
        {u"datasources/agentclient/a.cpp"_qs, file(u"\"datasources/proto/wire.h\""_qs)},
        {u"datasources/proto/wire.h"_qs, file(u"\"lockstep/v1/telemetry.pb.h\""_qs)},
    };
    QVERIFY(leakedLibraries(wire).isEmpty());
}

void TestLayering::aBrokenHouseRuleIsFound_data()
{
    QTest::addColumn<QString>("path");
    QTest::addColumn<QString>("text");
    const QString licence = u"// SPDX-License-Identifier: GPL-3.0-or-later\n"_qs;
    QTest::newRow("no licence") << u"models/core/a.cpp"_qs << u"int a;\n"_qs;
    QTest::newRow("licence too late") << u"models/core/a.cpp"_qs << u"\n"_qs + licence;
    QTest::newRow("no guard") << u"models/core/a.h"_qs << licence + u"int a;\n"_qs;
    QTest::newRow("singleton") << u"app/a.cpp"_qs << licence + u"struct A { static A& instance(); };\n"_qs;
    QTest::newRow("dialog") << u"widgets/a.cpp"_qs << licence + u"void f() { QMessageBox box; }\n"_qs;
    QTest::newRow("fat window") << u"app/dashboard/window/mainwindow.cpp"_qs << licence + QString(300, u'\n');
}

void TestLayering::aBrokenHouseRuleIsFound()
{
    QFETCH(QString, path);
    QFETCH(QString, text);
    QCOMPARE(houseRules({{path, text}}).size(), 1);
}

void TestLayering::whatMayShowMarkupIsFound_data()
{
    QTest::addColumn<QString>("code");
    QTest::newRow("label") << u"m_title = new QLabel(name);"_qs;
    QTest::newRow("label without a text") << u"m_title(new QLabel)"_qs;
    QTest::newRow("label on the stack") << u"QLabel label(name);"_qs;
    QTest::newRow("a label's child") << u"class Title : public QLabel"_qs;
    QTest::newRow("tooltip") << u"QToolTip::showText(at, name);"_qs;
    QTest::newRow("message box") << u"QMessageBox::warning(this, title, name);"_qs;
    QTest::newRow("markup by intention") << u"view->setHtml(name);"_qs;
    QTest::newRow("markup by guess") << u"label->setTextFormat(Qt::AutoText);"_qs;
    QTest::newRow("what is this") << u"button->setWhatsThis(name);"_qs;
    QTest::newRow("text of a scene") << u"scene->addItem(new QGraphicsTextItem(name));"_qs;
    QTest::newRow("document") << u"QTextDocument document;"_qs;
}

void TestLayering::whatMayShowMarkupIsFound()
{
    QFETCH(QString, code);
    QCOMPARE(markup({{u"widgets/panels/a.cpp"_qs, code}}).size(), 1);
    QVERIFY(markup({{u"widgets/panels/a.cpp"_qs, u"// "_qs + code}}).isEmpty());
}

void TestLayering::nothingFromOutsideIsShownAsMarkup()
{
    const QStringList found = markup(m_sources);
    QVERIFY2(found.isEmpty(), listed(found));
}

void TestLayering::wordsInCommentsAndTextsCountAsNothing()
{
    const QString text = u"// SPDX-License-Identifier: GPL-3.0-or-later\n"
                         "// never a QMessageBox\n/* static A& instance(); */\nauto a = \"QDialog\";\n"
                         "connect(QAbstractEventDispatcher::instance(), f);\n"_qs;
    QCOMPARE(houseRules({{u"widgets/a.cpp"_qs, text}}), QStringList());
}

void TestLayering::roomsIncludeOnlyWhatTheyMay()
{
    const QStringList found = forbiddenEdges(m_sources);
    QVERIFY2(found.isEmpty(), listed(found));
}

void TestLayering::librariesStayWithTheirOwners()
{
    QVERIFY(QFile::exists(qtHeaders() + u"/QtCore/QObject"_qs));
    const QStringList found = foreignIncludes(m_sources, qtHeaders());
    QVERIFY2(found.isEmpty(), listed(found));
}

void TestLayering::headersForOthersBringNoLibraryAlong()
{
    const QStringList found = leakedLibraries(m_sources);
    QVERIFY2(found.isEmpty(), listed(found));
}

void TestLayering::everyFileKeepsTheHouseRules()
{
    const QStringList found = houseRules(m_sources);
    QVERIFY2(found.isEmpty(), listed(found));
}

void TestLayering::definitionsOfMembersAreFound_data()
{
    QTest::addColumn<QString>("code");
    QTest::addColumn<bool>("isMember");
    QTest::newRow("function") << u"Status Reader::read(int a)\n{\n}\n"_qs << true;
    QTest::newRow("constructor") << u"Reader::Reader() : m_a(1)\n{ }\n"_qs << true;
    QTest::newRow("destructor") << u"Reader::~Reader() = default;\n"_qs << true;
    QTest::newRow("of a pointer") << u"const Reader::Row* Reader::row() const\n{\n}\n"_qs << true;
    QTest::newRow("under its type") << u"Result<std::vector<RecordedRow>>\nReader::rows(int a)\n{\n}\n"_qs << true;
    QTest::newRow("template") << u"template <class Use>\nStatus Reader::unpack(const Use& use)\n{\n}\n"_qs << true;
    QTest::newRow("operator") << u"bool Reader::operator==(const Reader& other) const\n{\n}\n"_qs << true;
    QTest::newRow("call") << u"void f()\n{\n    Reader::check();\n}\n"_qs << false;
    QTest::newRow("call for a constant") << u"const int a = Reader::count();\nconst int b{Reader::count()};\n"_qs
                                         << false;
    QTest::newRow("type of a function") << u"Reader::Row rowOf(Reader::Table table)\n{\n}\n"_qs << false;
    QTest::newRow("comment") << u"// Status Reader::read(int a)\n"_qs << false;
}

void TestLayering::definitionsOfMembersAreFound()
{
    QFETCH(QString, code);
    QFETCH(bool, isMember);
    const QString file = u"namespace lockstep::sim {\n\n%1\n}\n"_qs.arg(code);
    const auto found
        = definitionFiles({{u"models/a.cpp"_qs, file}, {u"models/b.cpp"_qs, file}, {u"models/a.h"_qs, file}});
    QCOMPARE(found.value(u"lockstep::sim::Reader"_qs),
             isMember ? (QStringList{u"models/a.cpp"_qs, u"models/b.cpp"_qs}) : QStringList());
    QCOMPARE(found.size(), isMember ? 1 : 0);
}

/// A class that outgrows its file delegates to a class with its own name.
void TestLayering::everyClassIsInOneFile()
{
    const auto files = definitionFiles(m_sources);
    QVERIFY(files.size() > 300);
    for (auto type = files.begin(); type != files.end(); ++type) {
        QVERIFY2(type.value().size() == 1,
                 qPrintable(type.key() + u" is defined in "_qs + type.value().join(u" and "_qs)));
    }
}

LOCKSTEP_TEST(tst_layering, TestLayering)
#include "tst_layering.moc"
