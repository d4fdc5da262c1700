// SPDX-License-Identifier: GPL-3.0-or-later
#include "models/incidents/coststack.h"

#include "models/core/units.h"

#include <fmt/format.h>

#include <cmath>

namespace lockstep {

namespace {

constexpr double secondsPerHour = 3600;
constexpr double secondsPerDay = 86400;

std::optional<double> hours(std::optional<double> seconds)
{
    return seconds ? std::optional(*seconds / secondsPerHour) : std::nullopt;
}

/// A layer as the product of two terms, as all layers are.
CostLine product(std::string layer, std::string meaning, CostTerm quantity, CostTerm rate)
{
    CostLine line{std::move(layer), std::move(meaning), fmt::format("{} × {}", quantity.name, rate.name), {}, {}};
    if (quantity.value && rate.value)
        line.amount = *quantity.value * *rate.value;
    line.terms = {std::move(quantity), std::move(rate)};
    return line;
}

std::string termText(const CostTerm& term)
{
    return term.value ? fmt::format("{} {} {}", term.name, formatNumber(*term.value), term.unit)
                      : fmt::format("{} (unknown)", term.name);
}

} // namespace

CostStack costStack(const CostInputs& in)
{
    const std::string perGpuHour = in.currency + "/GPU h";
    CostStack stack;
    stack.currency = in.currency;
    stack.lines = {
        product("Direct compute",
                "GPU time that the job held without making progress. Work that was computed and then rolled back is a "
                "separate item.",
                {"GPU time lost", hours(in.lostGpuSeconds), "GPU h"}, {"GPU price", in.computeRate, perGpuHour}),
        product("Reserved capacity", "GPUs that were reserved but out of service, at the reserved GPU price.",
                {"GPU time out of service", hours(in.idleGpuSeconds), "GPU h"},
                {"reserved GPU price", in.reservedRate, perGpuHour}),
        product("Rollback", "Work since the last checkpoint that must be repeated.",
                {"GPU time rolled back", hours(in.rolledBackGpuSeconds), "GPU h"},
                {"GPU price", in.computeRate, perGpuHour}),
        product("Labour", "Time spent to diagnose, repair and document the incident.",
                {"hours of labour", in.labourHours, "h"}, {"labour rate", in.labourRate, in.currency + "/h"}),
        product("Schedule delay", "Days by which dependent work is delayed.", {"delay", in.slipDays, "days"},
                {"cost of delay", in.slipRate, in.currency + "/day"}),
    };
    for (const CostLine& line : stack.lines) {
        if (line.amount)
            stack.total += *line.amount;
        else
            stack.unknownLayers.push_back(line.layer);
    }
    if (in.trainingGpuCount && *in.trainingGpuCount > 0 && (in.lostGpuSeconds || in.rolledBackGpuSeconds)) {
        const double lost = in.lostGpuSeconds.value_or(0) + in.rolledBackGpuSeconds.value_or(0);
        stack.shareOfTrainingDay = lost / (*in.trainingGpuCount * secondsPerDay);
    }
    return stack;
}

std::string progressText(const CostInputs& in)
{
    std::vector<std::string> parts;
    if (in.lostSteps)
        parts.push_back(formatNumber(*in.lostSteps) + (*in.lostSteps == 1 ? " step" : " steps"));
    if (in.lostTokens)
        parts.push_back(formatNumber(*in.lostTokens) + " tokens");
    return fmt::format("{}", fmt::join(parts, ", "));
}

std::string damageText(const CostInputs& in)
{
    const CostStack stack = costStack(in);
    std::vector<std::string> gpuTime;
    const auto add = [&](const std::optional<double>& gpuSeconds, const char* meaning) {
        if (gpuSeconds && *gpuSeconds > 0)
            gpuTime.push_back(fmt::format("{} GPU h {}", formatNumber(*gpuSeconds / secondsPerHour), meaning));
    };
    add(in.lostGpuSeconds, "without progress");
    add(in.rolledBackGpuSeconds, "rolled back");
    add(in.idleGpuSeconds, "out of service");
    std::vector<std::string> progress;
    if (const std::string text = progressText(in); !text.empty())
        progress.push_back(text);
    if (stack.shareOfTrainingDay)
        progress.push_back(formatQuantity(*stack.shareOfTrainingDay, Unit::Ratio) + " of a day's training");
    std::vector<std::string> parts;
    if (!gpuTime.empty())
        parts.push_back(fmt::format("{}", fmt::join(gpuTime, ", ")));
    if (!progress.empty())
        parts.push_back(fmt::format("{}", fmt::join(progress, ", ")));
    if (stack.unknownLayers.size() < stack.lines.size())
        parts.push_back((stack.unknownLayers.empty() ? "" : "at least ") + formatAmount(stack.total, stack.currency));
    return parts.empty() ? "unknown" : fmt::format("{}", fmt::join(parts, "; "));
}

std::string formatAmount(std::optional<double> amount, const std::string& currency)
{
    if (!amount || !std::isfinite(*amount))
        return "unknown";
    if (std::abs(*amount) < 100)
        return fmt::format("{:.2f}\u2009{}", *amount, currency);
    return fmt::format("{}\u2009{}", formatNumber(std::round(*amount)), currency);
}

std::string filledFormula(const CostLine& line)
{
    std::string text;
    for (const CostTerm& term : line.terms) {
        if (!text.empty())
            text += " × ";
        text += termText(term);
    }
    return text;
}

} // namespace lockstep
