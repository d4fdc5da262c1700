// SPDX-License-Identifier: GPL-3.0-or-later
// Writes a picture of the fabric matrix over a simulated cluster for manual inspection.
// fabricshot --cluster FILE [--drill FILE] [--seconds N] [--metric NAME] [--size WxH] [--light] [--shape 0..3]
//            [--pairs 0..2] [--groups FAMILY] [--order 0..2] OUT.png
#include "tests/support/dueevents.h"
#include "tests/support/waiting.h"
#include "tests/widgets/fabric/fabricdrill.h"
#include "widgets/fabric/fabricview.h"

#include <QApplication>
#include <QCommandLineParser>
#include <QPixmap>
#include <QTest>
#include <fmt/core.h>

using namespace lockstep;
using namespace Qt::StringLiterals;

int main(int argc, char** argv)
{
    const QApplication application(argc, argv);
    QCommandLineParser parser;
    parser.addPositionalArgument(u"out"_s, u"PNG file"_s);
    for (const auto* name : {"cluster", "drill", "seconds", "metric", "size", "shape", "pairs", "groups", "order"})
        parser.addOption({QString::fromLatin1(name), {}, u"value"_s});
    parser.addOption(QCommandLineOption{u"light"_s});
    parser.process(application);

    FabricDrill drill(parser.value(u"cluster"_s).toStdString(), parser.value(u"drill"_s).toStdString());
    drill.theme.setDark(!parser.isSet(u"light"_s));
    FabricView view(drill.context());
    const QStringList size = (parser.isSet(u"size"_s) ? parser.value(u"size"_s) : u"900x700"_s).split(u'x');
    view.resize(size[0].toInt(), size[1].toInt());
    drill.run(parser.isSet(u"seconds"_s) ? parser.value(u"seconds"_s).toInt() : 120);
    view.setShape(static_cast<MatrixShape>(parser.value(u"shape"_s).toInt()));
    view.canvas().setPairs(static_cast<PairQuantity>(parser.value(u"pairs"_s).toInt()),
                           parser.value(u"groups"_s).toStdString());
    view.canvas().setOrder(static_cast<MatrixOrder>(parser.value(u"order"_s).toInt()));
    if (parser.isSet(u"metric"_s))
        drill.colourBy(parser.value(u"metric"_s).toStdString());
    view.show();
    if (!QTest::qWaitForWindowExposed(&view, test::hangTimeoutMs))
        return 1;
    test::handleDueEvents();
    view.grab().save(parser.positionalArguments().constFirst());
    fmt::print("{}\n", view.caption().toStdString());
    return 0;
}
