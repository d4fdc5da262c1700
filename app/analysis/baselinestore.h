// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "models/analysis/detect/baseline/learnedbaselines.h"
#include "models/core/result.h"
#include "models/core/work/jobqueue.h"

#include <QString>

#include <chrono>
#include <mutex>
#include <string>
#include <string_view>
#include <vector>

namespace lockstep {

/// Baselines as text, one per line, separated by tabs: quantity, path, make, since, until, values.
[[nodiscard]] std::string learnedText(const std::vector<LearnedBaselines::Entry>& entries);
/// An Error names the invalid line; then no entry of the file is used.
[[nodiscard]] Result<std::vector<LearnedBaselines::Entry>> parseLearned(std::string_view text);

/// A missing file gives no entries.
[[nodiscard]] Result<std::vector<LearnedBaselines::Entry>> readLearned(const QString& path);

/// Owns the learned baselines, and the file beside the recording that preserves them across restarts. Writes the file
/// every few minutes on its own thread, and on destruction. Must outlive the analyses that learn. One thread.
class BaselineStore
{
public:
    static constexpr std::chrono::minutes writtenEvery{3};
    static constexpr auto fileName = "baselines.tsv";

    ~BaselineStore();

    /// Loads the file in @p folder and continues to write it. An empty folder disables the file.
    /// @return error text; empty: none
    [[nodiscard]] std::string open(const QString& folder);
    [[nodiscard]] LearnedBaselines& baselines() { return m_baselines; }
    [[nodiscard]] const LearnedBaselines& baselines() const { return m_baselines; }
    /// Call periodically: writes changes when due.
    void follow(std::chrono::steady_clock::time_point now);
    /// Write errors since the last call; empty: none.
    [[nodiscard]] std::string problem();

private:
    void write(const std::vector<LearnedBaselines::Entry>& entries);

    LearnedBaselines m_baselines;
    QString m_path; ///< empty: no file
    std::chrono::steady_clock::time_point m_written;
    std::uint64_t m_version = 0; ///< version last written
    std::mutex m_mutex; ///< guards the next member
    std::string m_problem;
    JobQueue m_worker{JobQueue::ShutdownPolicy::Finish, 5}; ///< last: writes pending data before the rest is destroyed
};

} // namespace lockstep
