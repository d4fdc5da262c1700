// SPDX-License-Identifier: GPL-3.0-or-later
// A scheduler's answer is either parsed or gives an error with a text; results are bounded, and displayed text is
// clean.
#include "datasources/collectors/scheduler/kubernetesapi.h"
#include "datasources/collectors/scheduler/recordlist.h"
#include "datasources/collectors/scheduler/schedulerchanges.h"
#include "datasources/collectors/scheduler/slurmsources.h"
#include "models/core/budget.h"

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <cstdlib>

using namespace lockstep;

namespace {

void insist(bool isSo)
{
    if (!isSo)
        std::abort();
}

void insistClean(const std::string& text)
{
    insist(text.size() <= budget::textBytes);
    insist(std::ranges::none_of(text, [](char c) { return static_cast<unsigned char>(c) < 0x20; }));
}

SchedulerView read(std::string_view text, std::size_t piece)
{
    SlurmConverter taker;
    RecordList jobs("jobs", taker.jobs());
    RecordList nodes("nodes", taker.nodes());
    RecordList reservations("reservations", taker.reservations());
    RecordList pods("items", [](std::string_view record) -> Status {
        (void)parseKubernetesNode(record);
        const auto pod = parseKubernetesPod(record);
        if (!pod.isOk())
            return pod.error();
        insistClean(pod.value().job);
        insistClean(pod.value().reason);
        return success();
    });
    for (RecordList* const list : {&jobs, &nodes, &reservations, &pods}) {
        for (std::size_t at = 0; at < text.size() && list->feed(text.substr(at, piece)); at += piece) { }
        const Status whole = list->finish("it");
        insist(whole.isOk() || (!whole.error().message.empty() && whole.error().message.size() < 4096));
        (void)continuationOf(list->metadata());
    }
    return std::move(taker.view);
}

} // namespace

/// Input: size of the pieces in which it arrives, then two answers, one per line.
extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size)
{
    if (size < 2)
        return 0;
    const std::string_view text(reinterpret_cast<const char*>(data) + 1, size - 1);
    const std::size_t end = std::min(text.find('\n'), text.size());
    const std::size_t piece = data[0] + std::size_t{1};
    const SchedulerView before = read(text.substr(0, end), piece);
    const SchedulerView now = read(text.substr(std::min(end + 1, text.size())), piece);
    insist(read(text.substr(0, end), text.size() + 1).jobs().size() == before.jobs().size());
    AllocationSpans spans;
    TimePoint time{std::chrono::hours(500'000)};
    for (const SchedulerView* const view : {&before, &now}) {
        insist(view->tenants().size() <= SchedulerView::maxTenants + 1);
        for (const AllocationPiece& each : spans.follow(*view, time += std::chrono::seconds(2))) {
            insist(each.start <= each.end);
            insistClean(each.what);
            insistClean(each.job);
        }
    }
    const auto news = changesBetween(&before, now, 50);
    insist(news.size() <= 51);
    for (const SchedulerUpdate& each : news)
        insistClean(each.text);
    return 0;
}
