// SPDX-License-Identifier: GPL-3.0-or-later
// Writes a picture of the hall over a simulated cluster for manual inspection. Needs an X server with GL.
// hallshot --cluster FILE [--drill FILE] [--seconds N] [--metric NAME] [--size WxH] [--light] [--select PATH]
//          [--keys "2 F Shift+X"] [--point PATH] OUT.png
#include "tests/support/waiting.h"
#include "tests/views3d/drillworld.h"
#include "tests/views3d/settle.h"
#include "views3d/hallview.h"
#include "views3d/render/surfaceformat.h"

#include <QApplication>
#include <QCommandLineParser>
#include <QKeySequence>
#include <QPixmap>
#include <QTest>
#include <fmt/core.h>

namespace {

using namespace lockstep;
using namespace Qt::StringLiterals;

EntityRef named(const Topology& topology, const QString& path)
{
    for (std::size_t kind = 0; kind < entityKindCount; ++kind) {
        for (std::uint32_t index = 0; index < topology.count(static_cast<EntityKind>(kind)); ++index) {
            const EntityRef ref{static_cast<EntityKind>(kind), index};
            if (QString::fromStdString(topology.path(ref)).endsWith(path))
                return ref;
        }
    }
    qFatal("nothing is called %s", qPrintable(path));
}

} // namespace

int main(int argc, char** argv)
{
    prepareSurfaceFormat();
    const QApplication application(argc, argv);
    QCommandLineParser parser;
    parser.addPositionalArgument(u"out"_s, u"PNG file"_s);
    for (const auto* name : {"cluster", "drill", "seconds", "metric", "size", "select", "keys", "point"})
        parser.addOption({QString::fromLatin1(name), {}, u"value"_s});
    parser.addOption(QCommandLineOption{u"light"_s});
    parser.process(application);

    DrillWorld world(parser.value(u"cluster"_s).toStdString(), parser.value(u"drill"_s).toStdString());
    world.run(parser.isSet(u"seconds"_s) ? parser.value(u"seconds"_s).toInt() : 30);
    world.theme.setDark(!parser.isSet(u"light"_s));
    const QString metric = parser.isSet(u"metric"_s) ? parser.value(u"metric"_s) : u"gpu.temperature"_s;
    world.colourBy(metric.toStdString());
    HallView view(world.context());
    const QStringList size = (parser.isSet(u"size"_s) ? parser.value(u"size"_s) : u"1280x800"_s).split(u'x');
    view.resize(size[0].toInt(), size[1].toInt());
    view.show();
    if (!QTest::qWaitForWindowExposed(&view, test::hangTimeoutMs))
        return 1;
    test::settle(view);
    if (parser.isSet(u"select"_s))
        world.selection.select(named(world.world.topology(), parser.value(u"select"_s)));
    const QStringList keys = parser.value(u"keys"_s).split(u' ', Qt::SkipEmptyParts);
    for (const QString& key : keys) {
        const QKeyCombination combination = QKeySequence(key)[0];
        QTest::keyClick(view.focusProxy(), combination.key(), combination.keyboardModifiers());
        test::settle(view);
    }
    test::settle(view);
    if (parser.isSet(u"point"_s)) {
        const auto pixel = view.placeOf(named(world.world.topology(), parser.value(u"point"_s)));
        QTest::mouseMove(view.focusProxy(), pixel.value_or(QPoint()));
        test::settle(view);
    }
    view.grab().save(parser.positionalArguments().constFirst());
    fmt::print("{}, {} frames, last {:.1f} ms\n", view.caption().toStdString(), view.renderedFrames(),
               std::chrono::duration<double, std::milli>(view.drawingCost()).count());
    return 0;
}
