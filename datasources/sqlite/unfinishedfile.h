// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "models/core/result.h"

#include <functional>
#include <stop_token>
#include <string>

namespace lockstep {

/// A file that is written under a temporary name and renamed when it is complete and on disk. Removed unless finished.
/// One thread.
class UnfinishedFile
{
public:
    /// @param path the name in the end
    explicit UnfinishedFile(std::string path);
    ~UnfinishedFile();
    UnfinishedFile(const UnfinishedFile&) = delete;
    UnfinishedFile& operator=(const UnfinishedFile&) = delete;

    /// Where to write it.
    [[nodiscard]] const std::string& unfinishedPath() const { return m_unfinished; }
    /// Has the disk begin with what was written so far, so that finish() has less to wait for.
    void writeBehind();
    /// Waits for the disk piece by piece, then gives the file its name. Whoever wrote it has closed it.
    /// @param progress 0 to 1; may be empty  @return an Error when it cannot be done, or when asked to stop before
    Status finish(const std::stop_token& stop, const std::function<void(double)>& progress);

private:
    [[nodiscard]] Status flush(const std::stop_token& stop, const std::function<void(double)>& progress);
    [[nodiscard]] bool open();
    [[nodiscard]] Error errorNow(const char* what) const;

    std::string m_path;
    std::string m_unfinished;
    int m_file = -1; ///< to flush it; opened when first needed
    bool m_isFinished = false;
};

} // namespace lockstep
