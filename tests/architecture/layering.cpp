// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/architecture/layering.h"

#include "tests/architecture/edges.h"

#include <QFileInfo>
#include <QRegularExpression>
#include <QSet>

#include <algorithm>

namespace lockstep::test {

namespace {

bool isOurs(const QString& include)
{
    static const QRegularExpression ours(u"^(app|models|datasources|widgets|views3d)/"_qs);
    return ours.match(include).hasMatch();
}

/// A library restricted to some folders, and the pattern of its includes.
struct Library
{
    const char* name;
    QRegularExpression include;
    QStringList owners;
};

const QList<Library>& ownedLibraries()
{
    const QStringList wire{u"datasources/proto"_qs, u"datasources/agentservice"_qs, u"datasources/agentclient"_qs,
                           u"datasources/collectors/gnmi"_qs};
    static const QList<Library> libraries{
        {"gRPC", QRegularExpression(u"^grpc(pp)?/"_qs), wire},
        {"protobuf", QRegularExpression(u"^google/|\\.pb\\.h$"_qs), wire},
        {"VTK", QRegularExpression(u"^vtk"_qs), {u"views3d/render"_qs}},
        {"libcurl", QRegularExpression(u"^curl/"_qs), {u"datasources/http"_qs}},
        {"SQLite", QRegularExpression(u"^sqlite3"_qs), {u"datasources/sqlite"_qs}},
        {"Qt Charts",
         QRegularExpression(
             u"^QtCharts(/|$)|^Q(Abstract)?(Chart|ChartView|LineSeries|AreaSeries|ScatterSeries|SplineSeries|"
             "XYSeries|ValueAxis|DateTimeAxis|LogValueAxis|Axis|Legend|Series)$"_qs),
         {u"widgets/charts/chartadapter.h"_qs, u"widgets/charts/chartadapter.cpp"_qs}},
    };
    return libraries;
}

/// The library of @p include, if @p file must not include it; otherwise null.
const Library* intruder(const QString& file, const QString& include)
{
    for (const Library& library : ownedLibraries()) {
        const bool isOwner
            = std::ranges::any_of(library.owners, [&](const QString& owner) { return isIn(file, owner); });
        if (!isOwner && library.include.match(include).hasMatch())
            return &library;
    }
    return nullptr;
}

bool isQt(const QString& include)
{
    static const QRegularExpression qt(u"^(Qt[A-Z]|Q[A-Z]|q[a-z]+\\.h$)"_qs);
    return qt.match(include).hasMatch();
}

bool isOfWidgets(const QString& include, const QString& qtHeaders)
{
    return include.startsWith(u"QtWidgets"_qs) || QFileInfo::exists(qtHeaders + u"/QtWidgets/"_qs + include);
}

QStringList everyInclude(const QString& text)
{
    const Includes includes = includesOf(text);
    return includes.own + includes.foreign;
}

} // namespace

QStringList forbiddenEdges(const SourceTree& sources)
{
    QStringList found;
    for (auto source = sources.begin(); source != sources.end(); ++source) {
        const Edges* const edges = edgesOf(source.key());
        if (edges == nullptr) {
            found << u"%1 stands in no known room"_qs.arg(source.key());
            continue;
        }
        const QString from = folderOf(source.key());
        for (const QString& include : includesOf(source.value()).own) {
            const QString to = folderOf(include);
            const bool isAllowed = !isOurs(include) || to == from
                || std::ranges::any_of(edges->to, [&](const QString& named) { return isNamed(to, named); });
            if (!isAllowed)
                found << u"%1 includes %2, but %3 may not see %4"_qs.arg(source.key(), include, from, to);
        }
    }
    return found;
}

QStringList foreignIncludes(const SourceTree& sources, const QString& qtHeaders)
{
    static const QStringList plainRooms{u"models/core"_qs,
                                        u"models/ingest"_qs,
                                        u"models/simulation"_qs,
                                        u"models/analysis/sync/matching"_qs,
                                        u"models/analysis/sync/trace"_qs,
                                        u"models/analysis/sync/whatif"_qs,
                                        u"models/analysis/sync/tracking"_qs,
                                        u"models/analysis/goodput"_qs,
                                        u"datasources"_qs,
                                        u"app/agent"_qs,
                                        u"app/simulator"_qs};
    QStringList found;
    for (auto source = sources.begin(); source != sources.end(); ++source) {
        const bool isPlain
            = std::ranges::any_of(plainRooms, [&](const QString& room) { return isIn(source.key(), room); });
        for (const QString& include : everyInclude(source.value())) {
            if (const Library* const library = intruder(source.key(), include))
                found << u"%1 includes %2, but %3 belongs to %4"_qs.arg(
                    source.key(), include, QLatin1StringView(library->name), library->owners.join(u", "_qs));
            if (!isQt(include))
                continue;
            if (isPlain)
                found << u"%1 includes %2, but this room is plain C++"_qs.arg(source.key(), include);
            else if (isIn(source.key(), u"models"_qs) && !QFileInfo::exists(qtHeaders + u"/QtCore/"_qs + include))
                found << u"%1 includes %2, which is not of Qt Core"_qs.arg(source.key(), include);
            else if (isIn(source.key(), u"app/session"_qs) && isOfWidgets(include, qtHeaders))
                found << u"%1 includes %2, but a session has no widgets"_qs.arg(source.key(), include);
        }
    }
    return found;
}

QStringList leakedLibraries(const SourceTree& sources)
{
    QStringList found;
    for (auto source = sources.begin(); source != sources.end(); ++source) {
        QStringList open;
        for (const QString& include : includesOf(source.value()).own) {
            if (sources.contains(include) && folderOf(include) != folderOf(source.key()))
                open << include;
        }
        QSet<QString> reached;
        while (!open.isEmpty()) {
            const QString header = open.takeLast();
            if (reached.contains(header))
                continue;
            reached.insert(header);
            for (const QString& include : everyInclude(sources.value(header))) {
                if (sources.contains(include))
                    open << include;
                else if (const Library* const library = intruder(source.key(), include))
                    found << u"%1 reads %2, which brings %3 along (%4)"_qs.arg(
                        source.key(), header, QLatin1StringView(library->name), include);
            }
        }
    }
    return found;
}

QStringList markup(const SourceTree& sources)
{
    struct Rule
    {
        QRegularExpression code;
        QStringList allowed;
        QString instead;
    };
    static const Rule rules[] = {
        {QRegularExpression(
             u"\\bnew\\s+QLabel\\b|\\bQLabel\\s+\\w+\\s*[;({]|\\bpublic\\s+QLabel\\b|\\bQLabel\\s*\\{"_qs),
         {u"widgets/common/controls.cpp"_qs, u"app/dashboard/window/keyhelp.h"_qs},
         u"makes a label; makeLabel() makes one that shows text as it is"_qs},
        {QRegularExpression(
             u"\\b(setHtml|insertHtml|appendHtml|fromHtml|setMarkdown|fromMarkdown|insertMarkdown|RichText|"
             "AutoText|MarkdownText)\\b"_qs),
         {u"app/dashboard/window/keyhelp.cpp"_qs, u"widgets/incidents/incidenthistory.cpp"_qs,
          u"widgets/common/plaintexts.cpp"_qs},
         u"shows markup; plain text cannot open files"_qs},
        {QRegularExpression(
             u"\\b(QToolTip\\s*::|QMessageBox|QErrorMessage|QProgressDialog|QWhatsThis|setWhatsThis|QTextEdit|"
             "QGraphicsTextItem|QWizard)\\b"_qs),
         {},
         u"uses what guesses whether text is markup"_qs},
        {QRegularExpression(u"\\b(QTextDocument|QTextBrowser|QStaticText)\\b"_qs),
         {u"widgets/incidents/incidenthistory.h"_qs, u"widgets/incidents/incidenthistory.cpp"_qs,
          u"widgets/timeline/timelinepicture.h"_qs, u"widgets/timeline/timelinepicture.cpp"_qs,
          u"app/dashboard/dialogs/manual"_qs, u"app/export/"_qs},
         u"lays out documents; only the report, the manual and two views do, of text of our own or escaped"_qs},
    };
    QStringList found;
    for (auto source = sources.begin(); source != sources.end(); ++source) {
        const QString code = codeOf(source.value());
        for (const Rule& rule : rules) {
            const bool isAllowed = std::any_of(rule.allowed.begin(), rule.allowed.end(),
                                               [&](const QString& path) { return source.key().startsWith(path); });
            if (const auto match = rule.code.match(code); !isAllowed && match.hasMatch())
                found << u"%1: %2: %3"_qs.arg(source.key(), match.captured(), rule.instead);
        }
    }
    return found;
}

QStringList houseRules(const SourceTree& sources)
{
    static const QRegularExpression singleton(
        uR"(\bstatic\s+[\w:<>]+\s*[&*]\s*(instance|sharedInstance|self)\s*\()"_qs);
    static const QRegularExpression dialog(
        u"\\bQ(MessageBox|Dialog|FileDialog|InputDialog|ProgressDialog|ErrorMessage|ColorDialog|FontDialog)\\b"_qs);
    constexpr qsizetype mainWindowLines = 300;
    QStringList found;
    for (auto source = sources.begin(); source != sources.end(); ++source) {
        const QString& path = source.key();
        const QString code = codeOf(source.value());
        if (!source.value().startsWith(u"// SPDX-License-Identifier: GPL-3.0-or-later\n"_qs))
            found << u"%1 does not begin with the licence line"_qs.arg(path);
        if (path.endsWith(u".h"_qs) && !source.value().contains(u"\n#pragma once\n"_qs))
            found << u"%1 lacks #pragma once"_qs.arg(path);
        if (singleton.match(code).hasMatch())
            found << u"%1 declares a singleton"_qs.arg(path);
        if (!isIn(path, u"app"_qs) && dialog.match(code).hasMatch())
            found << u"%1 opens a dialog below the app"_qs.arg(path);
        if (path == u"app/dashboard/window/mainwindow.cpp"_qs && source.value().count(u'\n') >= mainWindowLines)
            found << u"%1 has %2 lines; it has become more than a window"_qs.arg(path).arg(source.value().count(u'\n'));
    }
    return found;
}

} // namespace lockstep::test
