// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <string>
#include <utility>
#include <vector>

namespace lockstep {

/// A number as people read it, with all that it was computed from.
struct Figure
{
    std::string name; ///< "Young's interval"
    std::string value; ///< "21 min"; where it is not known, in words why
    bool isKnown = true;
    std::string formula; ///< "√(2 × cost × time between failures)"; empty: it was measured
    std::vector<std::pair<std::string, std::string>> inputs; ///< name and value, in the order of the formula
};

/// Figures that belong together, under a heading.
struct FigureGroup
{
    std::string name;
    std::vector<Figure> figures;
};

} // namespace lockstep
