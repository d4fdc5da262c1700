// SPDX-License-Identifier: GPL-3.0-or-later
#include "models/view/seriation.h"

#include <algorithm>
#include <cmath>
#include <numeric>

namespace lockstep {

namespace {

constexpr int iterations = 12;

/// The matrix with each column's mean subtracted.
std::vector<float> centred(std::span<const float> values, std::size_t columns)
{
    std::vector<float> sums(columns, 0.0F);
    std::vector<float> counts(columns, 0.0F);
    for (std::size_t at = 0; at < values.size(); ++at) {
        if (std::isnan(values[at]))
            continue;
        sums[at % columns] += values[at];
        counts[at % columns] += 1;
    }
    std::vector<float> result(values.size(), 0.0F);
    for (std::size_t at = 0; at < values.size(); ++at) {
        if (!std::isnan(values[at]))
            result[at] = values[at] - sums[at % columns] / counts[at % columns];
    }
    return result;
}

float dot(std::span<const float> a, std::span<const float> b)
{
    return std::inner_product(a.begin(), a.end(), b.begin(), 0.0F);
}

void takeOff(std::span<float> from, std::span<const float> unit)
{
    const float along = dot(from, unit);
    for (std::size_t at = 0; at < from.size(); ++at)
        from[at] -= along * unit[at];
}

/// Each row's coordinate along a principal component, orthogonal to @p first (empty: none).
std::vector<float> coordinates(std::span<const float> matrix, std::size_t columns, std::vector<float>& component,
                               std::span<const float> first)
{
    const std::size_t rows = matrix.size() / columns;
    std::vector<float> along(rows);
    component.resize(columns);
    // Any start that is not orthogonal to the component works; a fixed one gives a reproducible order.
    for (std::size_t column = 0; column < columns; ++column)
        component[column] = 1 + static_cast<float>((column * 37 + (first.empty() ? 0 : 11)) % 17);
    for (int iteration = 0; iteration < iterations; ++iteration) {
        if (!first.empty())
            takeOff(component, first);
        const float length = std::sqrt(dot(component, component));
        if (!(length > 0))
            break;
        for (float& each : component)
            each /= length;
        std::vector<float> next(columns, 0.0F);
        for (std::size_t row = 0; row < rows; ++row) {
            const std::span<const float> values = matrix.subspan(row * columns, columns);
            along[row] = dot(values, component);
            for (std::size_t column = 0; column < columns; ++column)
                next[column] += along[row] * values[column];
        }
        if (iteration + 1 < iterations)
            component = std::move(next);
    }
    return along;
}

} // namespace

std::vector<std::uint32_t> similarityOrder(std::span<const float> values, std::size_t columns)
{
    if (columns == 0)
        return {};
    const std::size_t rows = values.size() / columns;
    const std::vector<float> matrix = centred(values.first(rows * columns), columns);
    std::vector<float> first;
    std::vector<float> second;
    const std::vector<float> x = coordinates(matrix, columns, first, {});
    const std::vector<float> y = coordinates(matrix, columns, second, first);
    std::vector<float> angle(rows);
    for (std::size_t row = 0; row < rows; ++row)
        angle[row] = std::atan2(y[row], x[row]);
    std::vector<std::uint32_t> order(rows);
    std::iota(order.begin(), order.end(), 0U);
    std::ranges::stable_sort(order, {}, [&angle](std::uint32_t row) { return angle[row]; });
    // Angles are cyclic: the list begins after the widest gap.
    std::size_t begin = 0;
    float widest = -1;
    for (std::size_t at = 0; at < rows; ++at) {
        const float before = at == 0 ? angle[order[rows - 1]] - 2 * 3.14159265F : angle[order[at - 1]];
        if (angle[order[at]] - before > widest) {
            widest = angle[order[at]] - before;
            begin = at;
        }
    }
    std::ranges::rotate(order, order.begin() + static_cast<std::ptrdiff_t>(begin));
    return order;
}

} // namespace lockstep
