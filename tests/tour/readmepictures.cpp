// SPDX-License-Identifier: GPL-3.0-or-later
// Takes README's pictures of faults from the real window. Plays each drill, opens its recording and goes to the moment
// at which the fault is visible. Needs an X server with GL and takes minutes. Run it manually when views have changed.
// readmepictures FOLDER [DRILL]   e.g. LOCKSTEP_SOURCE_DIR=. xvfb-run -a readmepictures resources/screenshots
#include "app/dashboard/composition.h"
#include "app/dashboard/docks/dockhost.h"
#include "app/dashboard/window/mainwindow.h"
#include "models/view/ratesettings.h"
#include "models/view/time/timewindow.h"
#include "tests/support/waiting.h"
#include "tests/tour/faultrecording.h"
#include "tests/tour/tour.h"
#include "views3d/render/surfaceformat.h"

#include <QApplication>
#include <QDockWidget>
#include <QFile>
#include <QTemporaryDir>
#include <QTest>
#include <fmt/core.h>

#include <array>

using namespace lockstep;
using namespace Qt::StringLiterals;

namespace {

struct Shot
{
    const char* drill;
    int seconds; ///< of the drill until the picture
    int workspace;
    const char* metric;
    const char* against = nullptr; ///< another drill to compare with, of the same length
    const char* name = nullptr; ///< of the picture; null: the drill's
    const char* dock = nullptr; ///< in front of those that it shares a place with; null: as designed
};

constexpr std::array shots{
    Shot{"pump-degradation", 100, 1, "gpu.thermal.time_to_limit"},
    Shot{"blocked-cold-plate", 140, 1, "gpu.temperature.deviation"},
    Shot{"hot-aisle-recirculation", 130, 1, "node.recirculation"},
    Shot{"flapping-link", 120, 2, "gpu.temperature"},
    Shot{"hash-polarisation", 120, 2, "gpu.temperature"},
    Shot{"congested-spine", 120, 2, "gpu.temperature"},
    Shot{"routing-imbalance", 120, 1, "gpu.utilisation", nullptr, nullptr, "timeline"},
    Shot{"restart-loop", 240, 1, "gpu.utilisation", nullptr, nullptr, "job"},
    Shot{"pump-degradation", 200, 1, "gpu.temperature", "quiet-day", "compare"},
};

bool record(const char* drill, int seconds, const QString& folder)
{
    const QString problem = recordDrill(QString::fromLatin1(drill), seconds, folder);
    if (!problem.isEmpty())
        fmt::print(stderr, "{}: {}\n", drill, problem.toStdString());
    return problem.isEmpty();
}

bool take(const Shot& shot, const QString& folder)
{
    const QTemporaryDir recordings;
    const QString drill = QString::fromLatin1(shot.drill);
    const QString name = QString::fromLatin1(shot.name != nullptr ? shot.name : shot.drill);
    const QString recording = recordings.filePath(drill);
    const QString good = recordings.filePath(u"good run"_s);
    if (!record(shot.drill, shot.seconds, recording)
        || (shot.against != nullptr && !record(shot.against, shot.seconds, good)))
        return false;
    StartOptions options;
    options.size = QSize(1440, 900);
    options.freshSettings = true;
    options.theme = u"dark"_s;
    options.replay = recording;
    if (shot.against != nullptr)
        options.compare = good;
    options.workspace = shot.workspace;
    options.metric = QString::fromLatin1(shot.metric);
    Tour tour(name, options);
    if (!test::waitFor([&] { return !tour.composition().session().isLive(); }))
        return false;
    TimeWindow& time = tour.composition().time();
    time.setRange({time.extent().to - std::chrono::minutes(2), time.extent().to});
    time.setCursor(time.extent().to - std::chrono::seconds(3));
    if (shot.dock != nullptr) {
        Rates rates;
        rates.gpuHour = 2.5;
        tour.composition().rates().setRates(rates);
        tour.rest(); // until the workspace is laid out
        tour.window().findChild<DockHost*>()->dock(QString::fromLatin1(shot.dock))->raise();
        QTest::qWait(3000); // the past is read
    }
    return tour.shoot(u"seen"_s).save(folder + u'/' + name + u".png"_s);
}

} // namespace

int main(int argc, char** argv)
{
    prepareSurfaceFormat();
    const QApplication application(argc, argv);
    if (argc != 2 && argc != 3) {
        fmt::print(stderr, "usage: readmepictures FOLDER [DRILL]\n");
        return 2;
    }
    bool isWell = true;
    for (const Shot& shot : shots) {
        if (argc == 2 || QByteArray(shot.drill) == argv[2])
            isWell = take(shot, QString::fromLocal8Bit(argv[1])) && isWell;
    }
    return isWell ? 0 : 1;
}
