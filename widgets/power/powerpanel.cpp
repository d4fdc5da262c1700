// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/power/powerpanel.h"

#include "models/store/clustermodel.h"
#include "models/view/time/timewindow.h"
#include "widgets/common/emptystate.h"
#include "widgets/common/text.h"
#include "widgets/jobs/figuretree.h"
#include "widgets/jobs/momentrefresh.h"
#include "widgets/power/powercanvas.h"
#include "widgets/power/powerreading.h"

#include <QStackedLayout>
#include <QVBoxLayout>

#include <algorithm>
#include <cmath>
#include <string>
#include <utility>

namespace lockstep {

namespace {

constexpr std::size_t mostRacks = 8;

QString powerText(double value)
{
    return quantityText(value, Unit::Watt);
}

Figure figureOf(const QString& name, const QString& value, const QString& formula = {})
{
    return {name.toStdString(), value.toStdString(), true, formula.toStdString(), {}};
}

QString withPowerLimit(const QString& value, double limit, const QString& limitText)
{
    return limit > 0 ? PowerPanel::tr("%1, limit %2").arg(value, limitText) : value;
}

QString cappedText(std::uint32_t gpus)
{
    return gpus > 0 ? PowerPanel::tr(", %n GPUs power capped", nullptr, static_cast<int>(gpus)) : QString();
}

FigureGroup hallFigures(const PowerReading& reading)
{
    const PowerLimits& limits = reading.limits;
    FigureGroup group{PowerPanel::tr("Hall").toStdString(), {}};
    QString now = powerText(reading.hall.watts);
    if (reading.hall.capacityWatts > 0)
        now = PowerPanel::tr("%1 of %2, headroom %3")
                  .arg(now, powerText(reading.hall.capacityWatts), powerText(reading.hall.headroom()));
    group.figures.push_back(figureOf(reading.isOfGpus ? PowerPanel::tr("Power of GPUs") : PowerPanel::tr("Power"),
                                     now + cappedText(reading.hall.capped),
                                     reading.isOfGpus
                                         ? PowerPanel::tr("sum over GPUs; the power of nodes is not measured")
                                         : PowerPanel::tr("sum over all nodes that report")));
    if (reading.secondsPerSample <= 0)
        return group;
    const auto share = static_cast<double>(reading.swing.watts() / reading.swing.peak);
    group.figures.push_back(figureOf(PowerPanel::tr("Peak to trough"),
                                     withPowerLimit(PowerPanel::tr("%1 (%2 of the peak)")
                                                        .arg(powerText(static_cast<double>(reading.swing.watts())),
                                                             quantityText(share, Unit::Ratio)),
                                                    limits.swingShare, quantityText(limits.swingShare, Unit::Ratio)),
                                     PowerPanel::tr("highest - lowest power in the last %1")
                                         .arg(quantityText(limits.windowSeconds, Unit::Seconds))));
    group.figures.push_back(figureOf(PowerPanel::tr("Fastest change per second"),
                                     withPowerLimit(PowerPanel::tr("up %1, down %2")
                                                        .arg(powerText(static_cast<double>(reading.swing.rampUp)),
                                                             powerText(static_cast<double>(reading.swing.rampDown))),
                                                    limits.rampWattsPerSecond, powerText(limits.rampWattsPerSecond)),
                                     PowerPanel::tr("between two samples, %1 apart; a faster change appears slower")
                                         .arg(quantityText(reading.secondsPerSample, Unit::Seconds))));
    if (reading.amplitudes.empty())
        return group;
    group.figures.push_back(figureOf(
        PowerPanel::tr("Strongest swing"),
        withPowerLimit(PowerPanel::tr("±%1 at %2")
                           .arg(powerText(reading.amplitudes[reading.strongest]),
                                quantityText(reading.hertz[reading.strongest], Unit::Hertz)),
                       limits.bandWatts, powerText(limits.bandWatts)),
        PowerPanel::tr("amplitude of a sine in the last minute (Hann window); the limit applies from %1 to %2, and "
                       "nothing above %3 can be measured")
            .arg(quantityText(limits.bandFromHertz, Unit::Hertz), quantityText(limits.bandToHertz, Unit::Hertz),
                 quantityText(nyquistHertz(reading.secondsPerSample), Unit::Hertz))));
    return group;
}

FigureGroup jobFigures(const PowerReading& reading)
{
    constexpr double inPhase = 45; ///< degrees
    FigureGroup group{PowerPanel::tr("Jobs").toStdString(), {}};
    for (const JobPower& job : reading.jobs) {
        const auto last
            = std::ranges::find_if(job.watts.rbegin(), job.watts.rend(), [](float each) { return !std::isnan(each); });
        QString value = powerText(last == job.watts.rend() ? static_cast<double>(noData) : static_cast<double>(*last));
        if (!reading.amplitudes.empty() && !std::isnan(job.share)) {
            const QString phase = std::abs(job.degrees) <= inPhase ? PowerPanel::tr("in phase")
                : std::abs(job.degrees) >= 180 - inPhase           ? PowerPanel::tr("in opposite phase")
                                                                   : PowerPanel::tr("out of phase");
            value = PowerPanel::tr("%1, %2 of the swing, %3").arg(value, quantityText(job.share, Unit::Ratio), phase);
        }
        Figure each = figureOf(toQString(job.name), value,
                               PowerPanel::tr("power of its GPUs; its share of the hall's strongest swing, projected "
                                              "on the hall's phase"));
        if (!std::isnan(job.share))
            each.inputs.emplace_back(PowerPanel::tr("behind the hall").toStdString(),
                                     PowerPanel::tr("%1°").arg(std::lround(job.degrees)).toStdString());
        each.inputs.emplace_back(PowerPanel::tr("peak to trough in its last step").toStdString(),
                                 powerText(static_cast<double>(job.inStep.watts())).toStdString());
        group.figures.push_back(std::move(each));
    }
    return group;
}

QString loadText(const PowerLoad& load)
{
    if (load.capacityWatts <= 0)
        return powerText(load.watts) + cappedText(load.capped);
    return PowerPanel::tr("%1 of %2, headroom %3")
               .arg(powerText(load.watts), powerText(load.capacityWatts), powerText(load.headroom()))
        + cappedText(load.capped);
}

FigureGroup feedFigures(const PowerReading& reading)
{
    FigureGroup group{PowerPanel::tr("Power feeds").toStdString(), {}};
    for (const PowerLoad& feed : reading.feeds) {
        Figure each = figureOf(toQString(feed.name), loadText(feed),
                               PowerPanel::tr("racks with several feeds draw equally from each; the headroom assumes "
                                              "that their other feeds fail"));
        each.inputs.emplace_back(PowerPanel::tr("if the other feeds fail").toStdString(),
                                 powerText(feed.wattsAlone).toStdString());
        group.figures.push_back(std::move(each));
    }
    return group;
}

FigureGroup rackFigures(const PowerReading& reading)
{
    const bool isLimited = !reading.racks.empty() && reading.racks.front().capacityWatts > 0;
    FigureGroup group{(isLimited ? PowerPanel::tr("Racks, least headroom first")
                                 : PowerPanel::tr("Racks, largest power first; no limits known"))
                          .toStdString(),
                      {}};
    for (const PowerLoad& rack : reading.racks) {
        if (group.figures.size() < mostRacks)
            group.figures.push_back(figureOf(toQString(rack.name), loadText(rack)));
    }
    return group;
}

} // namespace

PowerPanel::PowerPanel(ViewContext context, QWidget* parent)
    : QWidget(parent),
      m_context(context),
      m_canvas(new PowerCanvas(context, this)),
      m_figures(new FigureTree(context, this)),
      m_empty(new EmptyState(context)),
      m_pages(new QStackedLayout(this)),
      m_refresh(new MomentRefresh(context, *this, [this] { return read(); }))
{
    m_figures->setAccessibleName(tr("Power, limits and headroom; expand a line to see its formula"));
    auto* page = new QWidget;
    auto* lines = new QVBoxLayout(page);
    lines->setContentsMargins(0, 0, 0, 0);
    lines->setSpacing(0);
    lines->addWidget(m_canvas, 3);
    lines->addWidget(m_figures, 2);
    m_pages->addWidget(m_empty);
    m_pages->addWidget(page);
    setFocusProxy(m_canvas);
    refresh();
}

bool PowerPanel::isEmpty() const
{
    return m_pages->currentIndex() == 0;
}

void PowerPanel::refresh()
{
    m_refresh->now();
}

bool PowerPanel::read()
{
    const ClusterStore& store = m_context.cluster.store();
    const TimePoint moment = m_context.time.isFollowing() ? store.now() : m_context.time.cursor();
    PowerReading reading = readPower(store, m_context.time.range(), moment);
    const bool isPending = reading.isPending;
    QString caption;
    if (reading.isEmpty()) {
        explainEmpty(reading);
    } else {
        caption = tr("%1 in the last sample").arg(powerText(reading.hall.watts));
        std::vector<FigureGroup> groups{hallFigures(reading), jobFigures(reading), feedFigures(reading),
                                        rackFigures(reading)};
        std::erase_if(groups, [](const FigureGroup& group) { return group.figures.empty(); });
        m_figures->setGroups(std::move(groups));
        m_canvas->show(std::move(reading));
    }
    m_pages->setCurrentIndex(caption.isEmpty() ? 0 : 1);
    if (caption != std::exchange(m_caption, caption))
        Q_EMIT captionChanged(m_caption);
    return isPending;
}

void PowerPanel::explainEmpty(const PowerReading& reading)
{
    if (reading.isPending)
        return m_empty->setText(tr("Reading…"), tr("Reading power from the recording."));
    m_empty->setText(tr("No power is measured at this moment."),
                     tr("Connect agents on nodes with GPUs or power sensors, or add [[redfish]] or [[modbus]] to an "
                        "agent.toml."));
}

} // namespace lockstep

#include "moc_powerpanel.cpp"
