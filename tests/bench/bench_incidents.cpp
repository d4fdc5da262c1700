// SPDX-License-Identifier: GPL-3.0-or-later
// Cost of painting many annotations on a time axis, and of searching many incidents while typing. Run with
// QT_QPA_PLATFORM=offscreen.
#include "datasources/incidents/incidentdatabase.h"
#include "models/incidents/annotationindex.h"
#include "models/view/colour/palette.h"
#include "models/view/time/timeaxis.h"
#include "widgets/timeline/marks/annotationmarks.h"

#include <QGuiApplication>
#include <QImage>
#include <QPainter>
#include <benchmark/benchmark.h>

#include <cstdlib>
#include <random>

using namespace lockstep;
using namespace std::chrono_literals;

namespace {

constexpr TimePoint start{std::chrono::seconds(1'772'334'720)};

/// Half moments, half ranges, over a day.
AnnotationIndex manyMarks(std::size_t count)
{
    std::mt19937_64 random(1);
    std::vector<AnnotationMark> marks;
    for (std::size_t i = 0; i < count; ++i) {
        const TimePoint from = start + std::chrono::milliseconds(random() % 86'400'000);
        const Duration length = i % 2 == 0 ? Duration{} : Duration(std::chrono::milliseconds(random() % 600'000));
        marks.push_back({{from, from + length}, {i + 1}});
    }
    return AnnotationIndex(std::move(marks));
}

void paintAnnotations(benchmark::State& state)
{
    const AnnotationIndex marks = manyMarks(static_cast<std::size_t>(state.range(0)));
    QImage canvas(1600, 900, QImage::Format_RGB32);
    const TimeAxis axis({start, start + 24h}, 1600);
    for ([[maybe_unused]] auto each : state) {
        QPainter painter(&canvas);
        drawAnnotations(painter, canvas.rect(), 900, axis, marks, {}, darkPalette());
    }
}
BENCHMARK(paintAnnotations)->Arg(1'000)->Arg(10'000)->Arg(100'000)->Unit(benchmark::kMillisecond);

IncidentDatabase manyIncidents(std::uint64_t count)
{
    static constexpr std::array<const char*, 6> words{"pump", "impeller", "spine", "throttle", "checkpoint", "link"};
    IncidentDatabase database = IncidentDatabase::open(":memory:").value();
    for (std::uint64_t i = 1; i <= count; ++i) {
        Incident incident;
        incident.key = {i};
        incident.title = std::string(words[i % words.size()]) + " fault " + std::to_string(i);
        incident.summary
            = "The " + std::string(words[i / 7 % words.size()]) + " was slow and every rank waited for it.";
        incident.range = {start + std::chrono::seconds(i), start + std::chrono::seconds(i + 60)};
        IncidentChange change;
        change.text = "make";
        change.incidents = {{{}, incident}};
        if (!database.apply(change, "bench", start).isOk())
            std::abort();
    }
    return database;
}

/// One key after another: "i", "im", ... "impeller".
void searchAsOneTypes(benchmark::State& state)
{
    IncidentDatabase database = manyIncidents(static_cast<std::uint64_t>(state.range(0)));
    const std::string word = "impeller";
    std::size_t typed = 0;
    for ([[maybe_unused]] auto each : state) {
        IncidentQuery query;
        query.text = word.substr(0, typed % word.size() + 1);
        ++typed;
        benchmark::DoNotOptimize(database.search(query).value().found);
    }
}
BENCHMARK(searchAsOneTypes)->Arg(10'000)->Unit(benchmark::kMillisecond);

} // namespace

int main(int argc, char* argv[])
{
    const QGuiApplication application(argc, argv);
    benchmark::Initialize(&argc, argv);
    benchmark::RunSpecifiedBenchmarks();
}
