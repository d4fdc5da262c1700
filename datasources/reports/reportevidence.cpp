// SPDX-License-Identifier: GPL-3.0-or-later
// What was measured around an incident, and what was not.
#include "datasources/reports/reportcharts.h"
#include "datasources/reports/reportspans.h"
#include "datasources/reports/reportwriter.h"
#include "models/core/units.h"

namespace lockstep {

void ReportWriter::evidence()
{
    heading("Evidence");
    const Evidence& all = m_all.evidence;
    if (all.isEmpty()) {
        m_report.blocks.emplace_back(ReportNotice{"No measurements were kept with this incident."});
        return;
    }
    plain(fmt::format("Measured {}, every {}.{} Hatched: no data.", rangeText(all.range), lengthText(all.tickPeriod),
                      m_all.annotations.empty() ? "" : " Numbers above a chart are those of the timeline."));
    const ChartFrame frame{all.range, m_options.zone, m_all.annotations};
    for (const EvidenceHeat& heat : all.heats)
        m_report.blocks.emplace_back(
            ReportFigure{fmt::format("{}, {}, {}", heat.metric.title, unitSymbol(heat.metric.unit), heat.reduction),
                         drawHeat(heat, frame)});
    for (const EvidenceSeries& series : all.series)
        m_report.blocks.emplace_back(
            ReportFigure{fmt::format("{}, {}", series.metric.title, series.entity.path), drawSeries(series, frame)});
    if (!all.spans.empty()) {
        std::string caption = "What the job did: " + spanLegend(all.spans);
        if (all.spansLeftOut > 0)
            caption += fmt::format(" ({} shorter spans left out)", formatNumber(static_cast<double>(all.spansLeftOut)));
        m_report.blocks.emplace_back(ReportFigure{std::move(caption), drawSpans(all.spans, frame)});
    }
    events();
}

void ReportWriter::events()
{
    const Evidence& all = m_all.evidence;
    if (all.events.empty())
        return;
    ReportTable table{{"Time", "Severity", "Event", "Where", "Count"}, {}, {true, false, false, false, true}, false};
    constexpr std::size_t most = 40;
    for (std::size_t i = 0; i < all.events.size() && i < most; ++i) {
        const EvidenceEvent& event = all.events[i];
        table.rows.push_back({time(event.time), std::string(severityName(event.severity)),
                              event.text.empty() ? event.code : event.text, event.entity.path,
                              fmt::format("{}", event.count)});
    }
    m_report.blocks.emplace_back(ReportHeading{3, "Events"});
    m_report.blocks.emplace_back(std::move(table));
    if (all.events.size() > most)
        m_report.blocks.emplace_back(
            ReportNotice{fmt::format("{} more events are in the JSON and CSV.", all.events.size() - most)});
}

void ReportWriter::pictures()
{
    for (const Attachment& attachment : m_all.attachments) {
        if (attachment.mediaType == "image/png" || attachment.mediaType == "image/jpeg")
            m_report.blocks.emplace_back(
                ReportPicture{fmt::format("{}, {}", attachment.title, time(attachment.taken, true)),
                              attachment.mediaType, attachment.bytes});
    }
}

void ReportWriter::gaps()
{
    heading("Data gaps");
    const Evidence& all = m_all.evidence;
    if (all.isEmpty()) {
        plain("Not known: no measurements were kept.");
        return;
    }
    const double uncertainty = std::chrono::duration<double>(all.clockUncertainty).count();
    plain(uncertainty > 0 ? fmt::format("Clocks agree to {}; within that no order of events is claimed.",
                                        formatQuantity(uncertainty, Unit::Seconds))
                          : "How well the clocks agree is not known.");
    if (all.gaps.empty()) {
        plain("No data is known to be missing within the time covered.");
        return;
    }
    ReportTable table{{"Node", "From", "To", "Ticks lost", "Why"}, {}, {false, true, true, true, false}, false};
    constexpr std::size_t most = 60;
    for (std::size_t i = 0; i < all.gaps.size() && i < most; ++i) {
        const EvidenceGap& gap = all.gaps[i];
        table.rows.push_back({gap.node.path.empty() ? "(all)" : gap.node.path, time(gap.range.from), time(gap.range.to),
                              gap.ticks > 0 ? fmt::format("{}", gap.ticks) : "not known", gap.reason});
    }
    m_report.blocks.emplace_back(std::move(table));
    if (all.gaps.size() > most)
        m_report.blocks.emplace_back(
            ReportNotice{fmt::format("{} more gaps are in the JSON.", all.gaps.size() - most)});
}

} // namespace lockstep
