// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <algorithm>
#include <cmath>
#include <fstream>
#include <sstream>
#include <string>
#include <vector>

namespace lockstep::sim {

/// A published distribution: ascending values, each with its cumulative percentage.
struct PublishedCdf
{
    std::vector<double> values;
    std::vector<double> percents;

    [[nodiscard]] double quantile(double percent) const
    {
        const auto at = std::ranges::lower_bound(percents, percent) - percents.begin();
        return values[std::min<std::size_t>(static_cast<std::size_t>(at), values.size() - 1)];
    }
};

/// Two columns of a CSV file, by name of the first; empty where the file or the column is absent.
inline PublishedCdf readCdf(const std::string& path, const std::string& column)
{
    PublishedCdf cdf;
    std::ifstream file(path);
    std::string line;
    std::size_t at = std::string::npos;
    while (std::getline(file, line)) {
        std::vector<std::string> cells;
        std::istringstream row(line);
        for (std::string cell; std::getline(row, cell, ',');)
            cells.push_back(cell);
        if (at == std::string::npos) {
            at = static_cast<std::size_t>(std::ranges::find(cells, column) - cells.begin());
        } else if (at + 1 < cells.size() && !cells[at].empty()) {
            cdf.values.push_back(std::stod(cells[at]));
            cdf.percents.push_back(std::stod(cells[at + 1]));
        }
    }
    return cdf;
}

inline double quantileOf(std::vector<float>& samples, double percent)
{
    const auto at = static_cast<std::size_t>(percent / 100 * static_cast<double>(samples.size() - 1));
    std::ranges::nth_element(samples, samples.begin() + static_cast<std::ptrdiff_t>(at));
    return samples[at];
}

/// Mean distance between two distributions over their quantiles from 5 to 95 percent, in the quantity's unit.
inline double meanQuantileDistance(std::vector<float>& samples, const PublishedCdf& cdf)
{
    double sum = 0;
    for (int percent = 5; percent <= 95; percent += 5)
        sum += std::abs(quantileOf(samples, percent) - cdf.quantile(percent));
    return sum / 19;
}

} // namespace lockstep::sim
