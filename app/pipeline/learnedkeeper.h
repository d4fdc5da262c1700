// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "models/analysis/detect/baseline/learnedbook.h"
#include "models/core/work/jobqueue.h"

#include <QString>

#include <chrono>
#include <mutex>
#include <string>

namespace lockstep {

/// The book of what is usual, and the file in which it outlives a restart: beside the recording of what is watched. It
/// is written every few minutes, on a thread of its own, and when this goes; after those who learn. One thread.
class LearnedKeeper
{
public:
    static constexpr std::chrono::minutes writtenEvery{3};
    static constexpr auto fileName = "baselines.tsv";

    ~LearnedKeeper();

    /// Goes on with the file in that folder; empty: nothing is kept. @return what is wrong with it, empty: nothing
    [[nodiscard]] std::string open(const QString& folder);
    [[nodiscard]] LearnedBook& book() { return m_book; }
    /// To be called now and again: writes what is new when it is time to.
    void follow(std::chrono::steady_clock::time_point now);
    /// What has gone wrong with writing since it was asked last; empty: nothing.
    [[nodiscard]] std::string problem();

private:
    void write(const std::vector<LearnedBook::Entry>& entries);

    LearnedBook m_book;
    QString m_path; ///< empty: none
    std::chrono::steady_clock::time_point m_written;
    std::uint64_t m_version = 0; ///< that was written
    std::mutex m_mutex; ///< guards the next
    std::string m_problem;
    JobQueue m_worker{JobQueue::AtEnd::Finish, 5}; ///< last: writes what waits before the rest goes
};

} // namespace lockstep
