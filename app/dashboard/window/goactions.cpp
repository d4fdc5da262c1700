// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/dashboard/window/goactions.h"

#include "app/dashboard/actions/action.h"
#include "app/dashboard/composition.h"
#include "app/dashboard/dialogs/manualdialog.h"
#include "app/dashboard/window/keyhelp.h"
#include "app/diagnostics/diagnosticscommand.h"
#include "app/program/startprogram.h"
#include "models/core/metrics/metricnames.h"
#include "models/view/framestats.h"
#include "models/view/translation.h"
#include "widgets/common/controls.h"
#include "widgets/common/fonts.h"
#include "widgets/common/text.h"
#include "widgets/panels/header/headerfigures.h"
#include "widgets/panels/header/metricsummary.h"
#include "widgets/panels/palette/commandpalette.h"
#include "widgets/panels/topologypanel.h"

#include <QApplication>
#include <QDialog>
#include <QDockWidget>
#include <QLabel>
#include <QPointer>
#include <QTimer>
#include <QVBoxLayout>

#include <chrono>
#include <functional>
#include <utility>

namespace lockstep {

using namespace Qt::StringLiterals;

namespace {

/// Statistics and resource use of the window, updated once per second. Not modal; deletes itself when closed.
class DiagnosticsDialog : public QDialog
{
public:
    /// @param read gives one line per figure
    DiagnosticsDialog(std::function<QStringList()> read, QWidget* parent);

private:
    void refresh();

    std::function<QStringList()> m_read;
    QLabel* m_lines;
};

DiagnosticsDialog::DiagnosticsDialog(std::function<QStringList()> read, QWidget* parent)
    : QDialog(parent), m_read(std::move(read)), m_lines(makeLabel())
{
    setAttribute(Qt::WA_DeleteOnClose);
    setWindowTitle(lockstep::tr("Diagnostics"));
    m_lines->setFont(figureFont());
    m_lines->setTextInteractionFlags(Qt::TextSelectableByMouse | Qt::TextSelectableByKeyboard);
    m_lines->setAccessibleName(lockstep::tr("Diagnostics"));
    auto* layout = new QVBoxLayout(this);
    layout->addWidget(m_lines);
    auto* clock = new QTimer(this);
    connect(clock, &QTimer::timeout, this, &DiagnosticsDialog::refresh);
    clock->start(std::chrono::seconds(1));
    refresh();
}

void DiagnosticsDialog::refresh()
{
    m_lines->setText(m_read().join(QLatin1Char('\n')));
}

const QDockWidget* dockOf(const QWidget* widget)
{
    while (widget != nullptr && qobject_cast<const QDockWidget*>(widget) == nullptr)
        widget = widget->parentWidget();
    return qobject_cast<const QDockWidget*>(widget);
}

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
    QStringList lines{QString::fromStdString(versionText("lockstep"))};
    for (const FilePlace& place : filePlaces())
        lines << u"%1: %2"_s.arg(QString::fromStdString(place.contents), QString::fromStdString(place.path));
    return lines << QStringList{
               tr("Frames drawn: %1").arg(frames.frames()),
               tr("Frame time: median %1, p99 %2").arg(milliseconds(frame.p50), milliseconds(frame.p99)),
               tr("Latency from sample to screen: median %1, p99 %2")
                   .arg(milliseconds(latency.p50), milliseconds(latency.p99)),
               tr("Ticks queued: %1, dropped: %2").arg(queue.size()).arg(queue.droppedTicks()),
               tr("Batches applied: %1, samples: %2").arg(store.batchesApplied()).arg(store.samplesApplied()),
               tr("Memory used for metrics: %1")
                   .arg(quantityText(static_cast<double>(store.memoryBytes()), Unit::Bytes)),
               tr("CPU used by agents: %1")
                   .arg(cpu.hasData() && !cpu.isStale
                            ? tr("mean %1, maximum %2 of one core")
                                  .arg(quantityText(cpu.mean(), Unit::Ratio), quantityText(cpu.highest, Unit::Ratio))
                            : tr("no data")),
           };
}

} // namespace

QString manualPageFor(const QWidget* focus, const QWidget* underPointer)
{
    const QDockWidget* const focused = dockOf(focus);
    const QDockWidget* const dock = focused != nullptr ? focused : dockOf(underPointer);
    if (dock == nullptr)
        return u"README.md"_s;
    const QString section = dock->property("manualSection").toString();
    return u"views.md#"_s + anchorOf(section.isEmpty() ? dock->windowTitle() : section);
}

QAction* addManualAction(QWidget& window)
{
    const auto showManual = [&window, manual = QPointer<ManualDialog>()]() mutable {
        const QString page = manualPageFor(QApplication::focusWidget(), QApplication::widgetAt(QCursor::pos()));
        if (manual == nullptr)
            manual = new ManualDialog(&window);
        manual->showPage(page);
    };
    return makeAction(window, tr("Manual"), QKeySequence::HelpContents, showManual);
}

QList<QAction*> addGoActions(QWidget& window, Composition& composition, CommandPalette& palette,
                             TopologyPanel& topology)
{
    return {
        makeAction(window, tr("Find command, component or metric..."), Qt::CTRL | Qt::Key_K,
                   [&palette] { palette.open(); }),
        makeAction(window, tr("Filter topology"), QKeySequence::Find, [&topology] { topology.focusFilter(); }),
        makeAction(window, tr("Clear selection"), QKeySequence(), [&composition] { composition.selection().clear(); }),
    };
}

QList<QAction*> addHelpActions(QWidget& window, Composition& composition, KeyHelp& keys)
{
    return {
        addManualAction(window),
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
