// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/pipeline/learnedkeeper.h"

#include "app/pipeline/learnedfile.h"

#include <QDir>

#include <utility>

namespace lockstep {

LearnedKeeper::~LearnedKeeper()
{
    if (!m_path.isEmpty() && m_book.version() != m_version)
        m_worker.add([this](const std::stop_token&) { write(m_book.entries()); });
}

std::string LearnedKeeper::open(const QString& folder)
{
    m_path = folder.isEmpty() ? QString() : QDir(folder).filePath(QString::fromLatin1(fileName));
    m_written = std::chrono::steady_clock::now();
    if (m_path.isEmpty())
        return {};
    Result<std::vector<LearnedBook::Entry>> entries = readLearned(m_path);
    if (!entries.isOk())
        return entries.error().message + ": what is usual is learned anew";
    m_book.load(std::move(entries).value());
    m_version = m_book.version();
    return {};
}

void LearnedKeeper::follow(std::chrono::steady_clock::time_point now)
{
    if (m_path.isEmpty() || now - m_written < writtenEvery || m_book.version() == m_version)
        return;
    m_written = now;
    m_version = m_book.version();
    m_worker.add([this](const std::stop_token&) { write(m_book.entries()); });
}

void LearnedKeeper::write(const std::vector<LearnedBook::Entry>& entries)
{
    const Status written = writeLearned(m_path, entries);
    const std::lock_guard lock(m_mutex);
    m_problem = written.isOk() ? std::string() : "what is usual is not kept: " + written.error().message;
}

std::string LearnedKeeper::problem()
{
    const std::lock_guard lock(m_mutex);
    return std::exchange(m_problem, {});
}

} // namespace lockstep
