// SPDX-License-Identifier: GPL-3.0-or-later
#include "datasources/traces/formats/tracereader.h"

#include "datasources/traces/formats/collectivemerge.h"
#include "datasources/traces/formats/tracefile.h"
#include "models/core/parsenumber.h"

#include <fmt/format.h>

#include <algorithm>
#include <atomic>
#include <map>
#include <new>
#include <thread>
#include <utility>

namespace lockstep {

namespace {

using FileResult = std::optional<Result<TraceFile>>;

/// Reads files in parallel; each thread takes the next one.
std::vector<FileResult> readAll(std::span<const TraceInput> inputs, const std::stop_token& stop, TraceDetail detail)
{
    std::vector<FileResult> results(inputs.size());
    TraceBudget budget;
    std::atomic<std::size_t> next = 0;
    const auto work = [&] {
        for (auto i = next++; i < inputs.size(); i = next++) {
            TraceMeter meter(budget, inputs[i].path.string(), stop);
            try {
                results[i] = readTraceFile(inputs[i], meter, detail);
            } catch (const std::bad_alloc&) {
                results[i] = Error{fmt::format("{}: not enough memory to read the file", inputs[i].path.string())};
            }
        }
    };
    const auto cores = std::max<std::size_t>(1, std::thread::hardware_concurrency());
    {
        std::vector<std::jthread> helpers;
        for (std::size_t i = 1; i < std::min(cores, inputs.size()); ++i)
            helpers.emplace_back(work);
        work();
    }
    return results;
}

/// One job's ops may be in several files, for example one per data-parallel rank; the same step of a rank in two files
/// means two jobs.
Status joinTraining(TrainingTrace part, const std::string& file,
                    std::map<std::pair<std::int32_t, std::int32_t>, std::string>& owners, TrainingTrace& all)
{
    std::pair last{TrainingOp::unknown, TrainingOp::unknown};
    for (const auto& op : part.ops) {
        if (std::exchange(last, std::pair(op.dpRank, op.stage)) == last)
            continue; // ops of one worker are adjacent
        const auto [found, isNew] = owners.try_emplace({op.dpRank, op.stage}, file);
        if (!isNew && found->second != file)
            return Error{
                fmt::format("{} and {} both contain data-parallel rank {}, stage {}; expected traces of one job",
                            found->second, file, op.dpRank, op.stage)};
    }
    if (all.ops.empty())
        all = std::move(part);
    else
        all.ops.insert(all.ops.end(), part.ops.begin(), part.ops.end());
    return success();
}

} // namespace

Result<std::vector<TraceInput>> listTraces(const std::filesystem::path& path)
{
    std::error_code error;
    if (!std::filesystem::is_directory(path, error))
        return std::vector<TraceInput>{{path, std::nullopt, false}};
    std::vector<TraceInput> inputs;
    auto entry = std::filesystem::directory_iterator(path, error);
    for (; !error && entry != std::filesystem::directory_iterator(); entry.increment(error)) {
        std::error_code ignored;
        if (entry->is_regular_file(ignored))
            inputs.push_back({entry->path(), std::nullopt, true});
    }
    if (error)
        return Error{fmt::format("{}: cannot read the folder: {}", path.string(), error.message())};
    if (inputs.empty())
        return Error{fmt::format("{}: the folder contains no files; expected traces", path.string())};
    std::ranges::sort(inputs, {}, &TraceInput::path);
    return inputs;
}

Result<std::vector<TraceInput>> traceInputs(const std::string& argument)
{
    std::error_code ignored;
    const auto equals = argument.find('=');
    const auto rank = parseNumber<std::int32_t>(std::string_view(argument).substr(0, equals));
    const bool saysRank = equals != std::string::npos && rank.value_or(-1) >= 0;
    if (!saysRank || std::filesystem::exists(argument, ignored)) // a file may have such a name
        return listTraces(argument);
    return std::vector<TraceInput>{{argument.substr(equals + 1), *rank, false}};
}

Result<TraceSet> readTraces(std::span<const TraceInput> inputs, const std::stop_token& stop, TraceDetail detail)
{
    auto results = readAll(inputs, stop, detail);
    if (stop.stop_requested())
        return Error{"reading was stopped"};
    TraceSet set;
    std::vector<CollectiveTrace> parts;
    std::map<std::pair<std::int32_t, std::int32_t>, std::string> trainingOwners;
    std::optional<Error> firstError; ///< of an explicitly named file
    std::string firstTraining;
    std::string firstCollective;
    for (std::size_t i = 0; i < inputs.size(); ++i) {
        auto& result = *results[i];
        const auto file = inputs[i].path.string();
        if (!result.isOk()) {
            if (!inputs[i].isOptional && !firstError)
                firstError = result.error();
            set.notes.push_back(result.error().message + " (skipped)");
            continue;
        }
        auto read = std::move(result).value();
        std::ranges::move(read.notes, std::back_inserter(set.notes));
        ++set.files;
        if (auto* training = std::get_if<TrainingTrace>(&read.content)) {
            firstTraining = firstTraining.empty() ? file : firstTraining;
            if (const auto joined = joinTraining(std::move(*training), file, trainingOwners, set.training);
                !joined.isOk())
                return joined.error();
        } else {
            firstCollective = firstCollective.empty() ? file : firstCollective;
            parts.push_back(std::get<CollectiveTrace>(std::move(read.content)));
        }
    }
    if (!firstTraining.empty() && !firstCollective.empty())
        return Error{fmt::format("{} contains training steps, but {} contains collectives; expected traces of one kind",
                                 firstTraining, firstCollective)};
    if (set.files == 0 && firstError)
        return *firstError;
    if (set.files == 0)
        return Error{fmt::format("none of {} files is a trace; first problem: {}", inputs.size(),
                                 set.notes.empty() ? "no file was given" : set.notes.front())};
    if (!parts.empty()) {
        auto merged = mergeCollectives(std::move(parts), set.notes);
        if (!merged.isOk())
            return merged.error();
        set.collectives = std::move(merged).value();
        if (std::ranges::all_of(set.collectives.participants, &Participant::isEmptyDump))
            return Error{
                fmt::format("{}: {} dump{} without entries; expected at least one rank that waits in a collective",
                            firstCollective, set.files, set.files == 1 ? "" : "s")};
    }
    return set;
}

} // namespace lockstep
