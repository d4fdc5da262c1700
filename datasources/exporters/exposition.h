// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "datasources/exporters/foreignmetric.h"

#include <cstdint>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

namespace lockstep {

/// Samples to be written as one page in Prometheus text format or OpenMetrics 1.0. Samples may be added in any order;
/// families are grouped. A plain value.
class Exposition
{
public:
    enum class Format : std::uint8_t { Text, OpenMetrics };
    enum class Type : std::uint8_t { Gauge, Counter };

    struct Family
    {
        std::string name; ///< letters, digits and _
        std::string help;
        std::string unit = {}; ///< last word of the name; empty: none
        Type type = Type::Gauge;
    };

    /// A family for samples; an existing one with that name is reused.
    [[nodiscard]] std::size_t family(Family family);
    /// Writes the shortest number that reads back as the same float or double; omits NaN.
    /// @param labels as returned by labelText()
    void add(std::size_t family, std::string_view labels, float value);
    void add(std::size_t family, std::string_view labels, double value);

    /// The whole page. A family without a sample is left out.
    [[nodiscard]] std::string text(Format format) const;

    /// "{node=\"n1\",gpu=\"0\"}"; empty without labels. Values are escaped; names have to be letters, digits and _.
    [[nodiscard]] static std::string labelText(const Labels& labels);
    [[nodiscard]] static std::string_view contentType(Format format);

private:
    struct Gathered
    {
        Family family;
        std::string samples;
    };

    template <class Number>
    void append(Gathered& gathered, std::string_view labels, Number value);

    std::vector<Gathered> m_families;
    std::unordered_map<std::string, std::size_t> m_byName;
};

} // namespace lockstep
