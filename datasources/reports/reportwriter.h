// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "datasources/reports/report.h"
#include "models/incidents/coststack.h"

#include <fmt/format.h>

#include <string>

namespace lockstep {

/// Assembles a report part by part. Private to the reports.
class ReportWriter
{
public:
    ReportWriter(const PostMortem& postMortem, const ExportOptions& options) : m_all(postMortem), m_options(options) { }

    [[nodiscard]] Report write();

private:
    void heading(std::string text) { m_report.blocks.emplace_back(ReportHeading{2, std::move(text)}); }
    void plain(std::string text);
    void notice(std::string text) { m_report.blocks.emplace_back(ReportNotice{std::move(text)}); }
    void markdown(const std::string& text, const char* whenEmpty);
    void facts();
    void judgements();
    void impact();
    void cost();
    void costTable(const CostStack& stack);
    void timeline();
    void evidence();
    void events();
    void pictures();
    void runbooks();
    void actions();
    void gaps();
    void colophon();
    /// With milliseconds only if there are any.
    [[nodiscard]] std::string time(TimePoint moment, bool withDate = false) const;
    [[nodiscard]] std::string rangeText(TimeRange range) const;
    [[nodiscard]] std::string linksOf(AnnotationKey key) const;
    [[nodiscard]] std::size_t numberOf(AnnotationKey key) const; ///< 0: not in this report

    const PostMortem& m_all;
    const ExportOptions& m_options;
    Report m_report;
};

} // namespace lockstep
