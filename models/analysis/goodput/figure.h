// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <string>
#include <utility>
#include <vector>

namespace lockstep {

/// A displayed number, with its formula and inputs.
struct Figure
{
    std::string name; ///< "Young's interval"
    std::string value; ///< "21 min", or why it is unknown
    bool isKnown = true;
    std::string formula; ///< "√(2 × cost × time between failures)"; empty: measured
    std::vector<std::pair<std::string, std::string>> inputs; ///< name and value, in the order of the formula
};

/// Figures under a common heading.
struct FigureGroup
{
    std::string name;
    std::vector<Figure> figures;
};

} // namespace lockstep
