// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/power/powerpanel.h"

#include "models/store/clustermodel.h"
#include "models/view/time/timewindow.h"
#include "widgets/common/emptystate.h"
#include "widgets/common/text.h"
#include "widgets/jobs/figuretree.h"
#include "widgets/power/powercanvas.h"

#include <QVBoxLayout>

#include <algorithm>
#include <cmath>
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
    return gpus > 0 ? PowerPanel::tr(", %n power-capped GPUs", nullptr, static_cast<int>(gpus)) : QString();
}

FigureGroup hallFigures(const PowerReport& report)
{
    const PowerLimits& limits = report.limits;
    FigureGroup group{PowerPanel::tr("Hall").toStdString(), {}};
    QString now = powerText(report.hall.watts);
    if (report.hall.capacityWatts > 0)
        now = PowerPanel::tr("%1 of %2, headroom %3")
                  .arg(now, powerText(report.hall.capacityWatts), powerText(report.hall.headroom()));
    group.figures.push_back(figureOf(report.isOfGpus ? PowerPanel::tr("GPU power") : PowerPanel::tr("Power"),
                                     now + cappedText(report.hall.capped),
                                     report.isOfGpus ? PowerPanel::tr("sum over GPUs; node power is not measured")
                                                     : PowerPanel::tr("sum over all nodes that are reporting")));
    if (report.secondsPerSample <= 0)
        return group;
    const auto share = static_cast<double>(report.swing.watts() / report.swing.peak);
    group.figures.push_back(figureOf(
        PowerPanel::tr("Peak to trough"),
        withPowerLimit(PowerPanel::tr("%1 (%2 of the peak)")
                           .arg(powerText(static_cast<double>(report.swing.watts())), quantityText(share, Unit::Ratio)),
                       limits.swingShare, quantityText(limits.swingShare, Unit::Ratio)),
        PowerPanel::tr("highest − lowest power in the last %1")
            .arg(quantityText(limits.windowSeconds, Unit::Seconds))));
    group.figures.push_back(
        figureOf(PowerPanel::tr("Fastest change per second"),
                 withPowerLimit(PowerPanel::tr("up %1, down %2")
                                    .arg(powerText(static_cast<double>(report.swing.rampUp)),
                                         powerText(static_cast<double>(report.swing.rampDown))),
                                limits.rampWattsPerSecond, powerText(limits.rampWattsPerSecond)),
                 PowerPanel::tr("change between two samples, %1 apart; faster changes appear slower")
                     .arg(quantityText(report.secondsPerSample, Unit::Seconds))));
    if (report.amplitudes.empty())
        return group;
    group.figures.push_back(figureOf(
        PowerPanel::tr("Strongest swing"),
        withPowerLimit(PowerPanel::tr("±%1 at %2")
                           .arg(powerText(report.amplitudes[report.strongest]),
                                quantityText(report.hertz[report.strongest], Unit::Hertz)),
                       limits.bandWatts, powerText(limits.bandWatts)),
        PowerPanel::tr("amplitude of the strongest frequency in the last minute (Hann window); the limit applies from "
                       "%1 to %2; frequencies above %3 cannot be measured")
            .arg(quantityText(limits.bandFromHertz, Unit::Hertz), quantityText(limits.bandToHertz, Unit::Hertz),
                 quantityText(nyquistHertz(report.secondsPerSample), Unit::Hertz))));
    return group;
}

FigureGroup jobFigures(const PowerReport& report)
{
    constexpr double inPhase = 45; ///< degrees
    FigureGroup group{PowerPanel::tr("Jobs").toStdString(), {}};
    for (const JobPower& job : report.jobs) {
        const auto last
            = std::ranges::find_if(job.watts.rbegin(), job.watts.rend(), [](float each) { return !std::isnan(each); });
        QString value = powerText(last == job.watts.rend() ? static_cast<double>(noData) : static_cast<double>(*last));
        if (!report.amplitudes.empty() && !std::isnan(job.share)) {
            const QString phase = std::abs(job.degrees) <= inPhase ? PowerPanel::tr("in phase")
                : std::abs(job.degrees) >= 180 - inPhase           ? PowerPanel::tr("in antiphase")
                                                                   : PowerPanel::tr("out of phase");
            value = PowerPanel::tr("%1, %2 of the swing, %3").arg(value, quantityText(job.share, Unit::Ratio), phase);
        }
        Figure each = figureOf(toQString(job.name), value,
                               PowerPanel::tr("power of the job's GPUs, and the job's share of the hall's strongest "
                                              "swing; only the part in phase with the hall counts"));
        if (!std::isnan(job.share))
            each.inputs.emplace_back(PowerPanel::tr("phase lag behind the hall").toStdString(),
                                     PowerPanel::tr("%1°").arg(std::lround(job.degrees)).toStdString());
        each.inputs.emplace_back(PowerPanel::tr("peak to trough in the job's last step").toStdString(),
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

FigureGroup feedFigures(const PowerReport& report)
{
    FigureGroup group{PowerPanel::tr("Power feeds").toStdString(), {}};
    for (const PowerLoad& feed : report.feeds) {
        Figure each = figureOf(toQString(feed.name), loadText(feed),
                               PowerPanel::tr("assumes that a rack draws equally from each of its feeds; headroom = "
                                              "capacity − load on this feed if the other feeds fail"));
        each.inputs.emplace_back(PowerPanel::tr("load on this feed if the other feeds fail").toStdString(),
                                 powerText(feed.wattsAlone).toStdString());
        group.figures.push_back(std::move(each));
    }
    return group;
}

FigureGroup rackFigures(const PowerReport& report)
{
    const bool isLimited = !report.racks.empty() && report.racks.front().capacityWatts > 0;
    FigureGroup group{(isLimited ? PowerPanel::tr("Racks, least headroom first")
                                 : PowerPanel::tr("Racks, highest power first; no limits known"))
                          .toStdString(),
                      {}};
    for (const PowerLoad& rack : report.racks) {
        if (group.figures.size() < mostRacks)
            group.figures.push_back(figureOf(toQString(rack.name), loadText(rack)));
    }
    return group;
}

} // namespace

PowerPanel::PowerPanel(ViewContext context, QWidget* parent)
    : MomentPanel(context, parent), m_canvas(new PowerCanvas(context, this)), m_figures(new FigureTree(context, this))
{
    m_figures->setAccessibleName(tr("Power, limits and headroom; expand a line to see its formula"));
    QVBoxLayout* const lines = makeContent();
    lines->addWidget(m_canvas, 3);
    lines->addWidget(m_figures, 2);
    setFocusProxy(m_canvas);
    refresh();
}

bool PowerPanel::read()
{
    const ClusterStore& store = m_context.cluster.store();
    const TimePoint moment = shownMoment();
    PowerReport report = readPower(store, m_context.time.range(), moment);
    const bool isPending = report.isPending;
    QString caption;
    if (report.isEmpty()) {
        explainEmpty(report);
    } else {
        caption = tr("%1 in the last sample").arg(powerText(report.hall.watts));
        std::vector<FigureGroup> groups{hallFigures(report), jobFigures(report), feedFigures(report),
                                        rackFigures(report)};
        std::erase_if(groups, [](const FigureGroup& group) { return group.figures.empty(); });
        m_figures->setGroups(std::move(groups));
        m_canvas->show(std::move(report));
    }
    showContent(!caption.isEmpty());
    setCaption(caption);
    return isPending;
}

void PowerPanel::explainEmpty(const PowerReport& report)
{
    if (report.isPending)
        return m_empty->setText(tr("Loading…"), tr("Loading power from the recording."));
    m_empty->setText(tr("No power measurements at this moment."),
                     tr("Connect to agents on nodes with GPUs or power sensors, or add [[redfish]] or [[modbus]] to an "
                        "agent.toml."));
}

} // namespace lockstep

#include "moc_powerpanel.cpp"
