// SPDX-License-Identifier: GPL-3.0-or-later
#include "models/core/metrics/pointwise.h"

#include "models/core/metrics/metricnames.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <string>
#include <utility>

namespace lockstep {

namespace {

/// @param in mean and peak of the utilisation
float burstOf(const float* in)
{
    constexpr float idle = 0.005F; ///< below this utilisation a peak is meaningless
    return in[0] >= idle && !std::isnan(in[1]) ? std::max(in[1] / in[0], 1.0F) : noData;
}

/// @param in flow, supply and return temperature
float loopHeatOf(const float* in)
{
    return static_cast<float>(
        loopHeat(static_cast<double>(in[0]), static_cast<double>(in[1]), static_cast<double>(in[2])));
}

/// @param in power and utilisation
float powerPerUtilisationOf(const float* in)
{
    constexpr float busy = 0.05F; ///< below this utilisation the quotient is dominated by idle power
    return in[1] >= busy ? in[0] / in[1] : noData;
}

float overStepTimeOf(const float* in)
{
    return in[1] > 0 ? in[0] / in[1] : noData;
}

float progressOf(const float* in)
{
    return in[1] > 0 ? std::min(in[0] / in[1], 1.0F) : noData;
}

/// @param in operations per step, step time, number of GPUs, and the peak rate of one GPU
float modelFlopsUtilisationOf(const float* in)
{
    const float max = in[1] * in[2] * in[3];
    return max > 0 ? in[0] / max : noData;
}

MetricDescriptor describedAs(std::string name, std::string title, Unit unit, EntityKind kind, std::string derivation)
{
    MetricDescriptor metric;
    metric.name = std::move(name);
    metric.title = std::move(title);
    metric.unit = unit;
    metric.entityKind = kind;
    metric.derivation = std::move(derivation);
    return metric;
}

const std::vector<PointwiseMetric>& pointwiseTable()
{
    using namespace metrics;
    using enum Unit;
    using enum EntityKind;
    static const std::vector<PointwiseMetric> rows{
        {describedAs(port::burst, "Burst: peak relative to the mean within the tick", None, Port,
                     "peak utilisation of the port within a tick / its mean utilisation in that tick"),
         {port::utilisation, port::utilisationPeak},
         burstOf},
        {describedAs(loop::heatCalculated, "Heat removed, calculated", Watt, Loop,
                     "flow × density of water × heat capacity of water × (return temperature − supply temperature)"),
         {loop::flow, loop::supplyTemperature, loop::returnTemperature},
         loopHeatOf},
        {describedAs(gpu::powerPerUtilisation, "GPU power per utilisation", Watt, Gpu,
                     "GPU power / GPU utilisation, for busy GPUs"),
         {gpu::power, gpu::utilisation},
         powerPerUtilisationOf},
        {describedAs(job::tokens, "Tokens per second", PerSecond, Job, "reported tokens per step / step time"),
         {job::tokensPerStep, job::stepTime},
         overStepTimeOf},
        {describedAs(job::samples, "Samples per second", PerSecond, Job, "reported samples per step / step time"),
         {job::samplesPerStep, job::stepTime},
         overStepTimeOf},
        {describedAs(job::progress, "Progress", Ratio, Job,
                     "number of the last completed step / reported number of planned steps"),
         {job::step, job::stepsTotal},
         progressOf},
        {describedAs(job::mfu, "Model FLOPs utilisation", Ratio, Job,
                     "reported operations per step / (step time × number of GPUs × reported peak rate of one GPU)"),
         {job::flopsPerStep, job::stepTime, job::gpus, job::peakFlops},
         modelFlopsUtilisationOf},
    };
    return rows;
}

} // namespace

double waterDensity(double celsius)
{
    const double fromDensest = celsius - 3.9863;
    return 1000 * (1 - (celsius + 288.9414) / (508929.2 * (celsius + 68.12963)) * fromDensest * fromDensest);
}

double loopHeat(double litersPerMinute, double supplyCelsius, double returnCelsius)
{
    const double cubicMetres = litersPerMinute / 60'000; // per second
    return cubicMetres * waterDensity((supplyCelsius + returnCelsius) / 2) * waterHeatCapacity
        * (returnCelsius - supplyCelsius);
}

std::vector<float> PointwiseMetric::column(std::span<const std::span<const float>> columns) const
{
    std::size_t width = 0;
    for (const std::span<const float> each : columns)
        width = std::max(width, each.size());
    std::vector<float> values(width);
    std::array<float, maxInputs> in{};
    for (std::size_t entity = 0; entity < width; ++entity) {
        for (std::size_t at = 0; at < columns.size(); ++at)
            in[at] = entity < columns[at].size() ? columns[at][entity] : noData;
        values[entity] = valueOf(in.data());
    }
    return values;
}

std::span<const PointwiseMetric> pointwiseMetrics()
{
    return pointwiseTable();
}

const PointwiseMetric* findPointwise(std::string_view name)
{
    const auto found = std::ranges::find(
        pointwiseTable(), name, [](const PointwiseMetric& row) -> std::string_view { return row.descriptor.name; });
    return found == pointwiseTable().end() ? nullptr : &*found;
}

} // namespace lockstep
