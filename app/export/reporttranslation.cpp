// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/export/reporttranslation.h"

#include "models/view/modeltext.h"

#include <QString>

#include <string>
#include <type_traits>
#include <variant>

namespace lockstep {

namespace {

void translate(std::string& text)
{
    text = wholeModelText(text).toStdString();
}

} // namespace

Report translated(Report report)
{
    for (auto& [name, value] : report.facts) {
        translate(name);
        translate(value);
    }
    for (ReportBlock& block : report.blocks) {
        std::visit(
            [](auto& each) {
                using Block = std::decay_t<decltype(each)>;
                if constexpr (std::is_same_v<Block, ReportHeading> || std::is_same_v<Block, ReportNotice>) {
                    translate(each.text);
                } else if constexpr (std::is_same_v<Block, ReportParagraph>) {
                    if (each.line.size() == 1)
                        translate(each.line.front().text);
                } else if constexpr (std::is_same_v<Block, ReportTable>) {
                    for (std::string& title : each.header)
                        translate(title);
                    for (auto& row : each.rows) {
                        for (std::string& cell : row)
                            translate(cell);
                    }
                } else if constexpr (std::is_same_v<Block, ReportFigure>) {
                    translate(each.caption);
                }
            },
            block);
    }
    translate(report.colophon);
    return report;
}

} // namespace lockstep
