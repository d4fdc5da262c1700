// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/support/faketraining.h"

#include "models/core/batch.h"

#include <fmt/format.h>

#include <algorithm>

namespace lockstep {

namespace {

constexpr std::uint32_t checkpointEvery = 25;
constexpr std::uint64_t bucketBytes = 512'000'000;
enum Name : std::uint32_t { Empty, JobName, Communicator, Forward, Backward, AllReduce, Optimizer, Save, FirstLane };

std::shared_ptr<const std::vector<std::string>> makeNames(const FakeTrainingOptions& options)
{
    auto names = std::make_shared<std::vector<std::string>>();
    *names = {"", options.job, "dp2", "forward", "backward", "all_reduce", "optimizer", "save_checkpoint"};
    for (std::uint32_t rank = 0; rank < options.ranks; ++rank)
        names->push_back(fmt::format("rank {}", rank));
    return names;
}

/// Repeatable noise in [0, 1).
double noise(std::uint32_t a, std::uint32_t b)
{
    std::uint64_t x = (std::uint64_t{a} << 32) ^ b;
    x += 0x9E3779B97F4A7C15;
    x = (x ^ (x >> 30)) * 0xBF58476D1CE4E5B9;
    x = (x ^ (x >> 27)) * 0x94D049BB133111EB;
    return static_cast<double>((x ^ (x >> 31)) >> 11) * 0x1.0p-53;
}

Duration share(Duration whole, double part)
{
    return Duration(static_cast<std::int64_t>(static_cast<double>(whole.count()) * part));
}

std::uint32_t nodeNumber(const std::string& name)
{
    std::uint32_t number = 0;
    for (const char c : name)
        number = c >= '0' && c <= '9' ? number * 10 + static_cast<std::uint32_t>(c - '0') : 0;
    return number;
}

} // namespace

FakeTraining::FakeTraining(FakeTrainingOptions options) : m_options(std::move(options)), m_names(makeNames(m_options))
{ }

TimePoint FakeTraining::startOf(std::uint32_t step) const
{
    // A checkpoint takes as long as four steps.
    const std::uint32_t checkpoints = (step - 1) / checkpointEvery;
    return m_options.begin + m_options.step * (step - 1) + m_options.step * 4 * checkpoints;
}

Duration FakeTraining::computeOf(std::uint32_t rank, std::uint32_t step) const
{
    const double own = 0.50 + 0.06 * noise(rank, step) + 0.03 * noise(rank, 0);
    const bool isSlow = rank == m_options.straggler || noise(rank, step + 77'000) > 0.985;
    return share(m_options.step, isSlow ? 0.80 : own);
}

std::vector<Span> FakeTraining::stepSpans(std::uint32_t rank, std::uint32_t step) const
{
    const TimePoint start = startOf(step);
    Duration slowest{};
    for (std::uint32_t other = 0; other < m_options.ranks; ++other)
        slowest = std::max(slowest, computeOf(other, step));
    const Duration own = computeOf(rank, step);

    std::vector<Span> spans;
    const auto add = [&](SpanKind kind, Name op, Duration from, Duration to) {
        Span span;
        span.start = start + from;
        span.end = start + to;
        span.kind = kind;
        span.entity = 1 + rank % m_options.gpusPerNode;
        span.lane = FirstLane + rank;
        span.op = op;
        span.job = JobName;
        span.rank = rank;
        span.step = step;
        if (kind == SpanKind::Collective || kind == SpanKind::Wait) {
            span.communicator = Communicator;
            span.sequence = step;
        }
        if (kind == SpanKind::Collective)
            span.bytes = bucketBytes;
        spans.push_back(span);
    };
    const bool saves = step % checkpointEvery == 0;
    const Duration reduced = slowest + share(m_options.step, 0.1);
    const Duration end = m_options.step * (saves ? 5 : 1);
    add(SpanKind::Step, Empty, Duration{}, end - share(m_options.step, 0.01));
    add(SpanKind::Compute, Forward, Duration{}, own / 3);
    add(SpanKind::Compute, Backward, own / 3, own);
    add(SpanKind::Wait, AllReduce, own, slowest);
    add(SpanKind::Collective, AllReduce, slowest, reduced);
    add(SpanKind::Compute, Optimizer, reduced, share(m_options.step, 0.97));
    if (saves)
        add(SpanKind::Checkpoint, Save, m_options.step, end - share(m_options.step, 0.02));
    std::erase_if(spans, [](const Span& span) { return span.end <= span.start; });
    return spans;
}

std::vector<BatchPtr> FakeTraining::withSpans(const std::vector<BatchPtr>& batches, TimePoint time) const
{
    const TimeRange ended{time - std::chrono::seconds(1), time};
    std::vector<BatchPtr> result;
    for (const BatchPtr& batch : batches) {
        auto copy = std::make_shared<Batch>(*batch);
        const std::uint32_t node = nodeNumber(batch->node);
        if (node < m_options.firstNode) {
            result.push_back(batch);
            continue;
        }
        const std::uint32_t first = (node - m_options.firstNode) * m_options.gpusPerNode;
        for (std::uint32_t rank = first; copy->tick && rank < std::min(first + m_options.gpusPerNode, m_options.ranks);
             ++rank) {
            // Steps last between one and five times the step length, so only a few can end in this second.
            const auto sinceBegin = (ended.from - m_options.begin) / m_options.step;
            const auto from = std::max<std::int64_t>(1, sinceBegin * checkpointEvery / (checkpointEvery + 4) - 8);
            for (auto step = static_cast<std::uint32_t>(from); startOf(step) < time; ++step) {
                for (const Span& span : stepSpans(rank, step)) {
                    if (span.end > ended.from && span.end <= ended.to)
                        copy->tick->spans.push_back(span);
                }
            }
        }
        if (first < m_options.ranks)
            copy->names = m_names;
        result.push_back(std::move(copy));
    }
    return result;
}

} // namespace lockstep
