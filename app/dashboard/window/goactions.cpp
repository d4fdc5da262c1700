// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/dashboard/window/goactions.h"

#include "app/dashboard/actions/action.h"
#include "app/dashboard/composition.h"
#include "app/dashboard/dialogs/diagnosticsdialog.h"
#include "app/dashboard/window/keyhelp.h"
#include "models/core/metrics/metricnames.h"
#include "models/view/framestats.h"
#include "models/view/translation.h"
#include "widgets/common/text.h"
#include "widgets/panels/header/headerfigures.h"
#include "widgets/panels/header/metricsummary.h"
#include "widgets/panels/palette/commandpalette.h"
#include "widgets/panels/topologypanel.h"

namespace lockstep {

namespace {

QString milliseconds(double value)
{
    return value > 0 ? quantityText(value / 1000, Unit::Seconds) : tr("no data");
}

QStringList diagnosticsOf(const Composition& composition)
{
    const FrameStats& frames = composition.session().frames();
    const ClusterStore& store = composition.cluster().store();
    const Percentiles frame = frames.frameMilliseconds();
    const Percentiles latency = frames.sampleToPixelMilliseconds();
    const MetricSummary cpu = summarise(store, metrics::agent::cpu, {true, {}, wallClockNow()});
    const auto& queue = composition.session().queue();
    return {
        tr("Frames drawn: %1").arg(frames.frames()),
        tr("Time per frame: median %1, p99 %2").arg(milliseconds(frame.p50), milliseconds(frame.p99)),
        tr("From sample to pixel: median %1, p99 %2").arg(milliseconds(latency.p50), milliseconds(latency.p99)),
        tr("Queue: %1 ticks waiting, %2 dropped").arg(queue.size()).arg(queue.droppedTicks()),
        tr("Batches applied: %1, samples: %2").arg(store.batchesApplied()).arg(store.samplesApplied()),
        tr("Memory of the store: %1").arg(quantityText(static_cast<double>(store.memoryBytes()), Unit::Bytes)),
        tr("CPU of the agents: %1")
            .arg(cpu.hasData() && !cpu.isStale
                     ? tr("%1 of a core on average, %2 at most")
                           .arg(quantityText(cpu.mean(), Unit::Ratio), quantityText(cpu.highest, Unit::Ratio))
                     : tr("no data")),
    };
}

} // namespace

QList<QAction*> addGoActions(QWidget& window, Composition& composition, CommandPalette& palette,
                             TopologyPanel& topology)
{
    return {
        makeAction(window, tr("Commands, nodes, GPUs, links and metrics..."), Qt::CTRL | Qt::Key_K,
                   [&palette] { palette.open(); }),
        makeAction(window, tr("Find in the topology"), QKeySequence::Find, [&topology] { topology.focusFilter(); }),
        makeAction(window, tr("Clear the selection"), QKeySequence(),
                   [&composition] { composition.selection().clear(); }),
    };
}

QList<QAction*> addHelpActions(QWidget& window, Composition& composition, KeyHelp& keys)
{
    return {
        makeAction(window, tr("Show all keys"), Qt::Key_Question, [&keys] { keys.toggle(); }),
        makeAction(window, tr("Diagnostics"), QKeySequence(),
                   [&window, &composition] {
                       auto* dialog
                           = new DiagnosticsDialog([&composition] { return diagnosticsOf(composition); }, &window);
                       dialog->show();
                   }),
    };
}

} // namespace lockstep
