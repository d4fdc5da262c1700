// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QTemporaryDir>

#include <filesystem>
#include <string>
#include <string_view>

namespace lockstep {

/// A folder of trace files for one test, deleted with it.
class TraceFiles
{
public:
    /// Writes a file and returns its path.
    std::filesystem::path write(const std::string& name, std::string_view content) const;
    std::filesystem::path writeGzip(const std::string& name, std::string_view content) const;
    [[nodiscard]] std::filesystem::path folder() const { return m_folder.path().toStdString(); }

private:
    QTemporaryDir m_folder;
};

[[nodiscard]] std::string gzip(std::string_view content);

/// Real data beside the checkout ($LOCKSTEP_DATA_DIR), empty where there is none.
[[nodiscard]] std::filesystem::path realData(const std::string& relative);

/// Contents of a file, decompressed.
[[nodiscard]] std::string contentOf(const std::filesystem::path& path);

} // namespace lockstep
