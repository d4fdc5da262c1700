// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QFileInfo>
#include <QProcess>
#include <QString>
#include <QTemporaryDir>

#include <string>

namespace lockstep {

/// Kernel files from real machines, unpacked into a temporary folder. They are in an archive, because they contain
/// symbolic links, in $LOCKSTEP_DATA_DIR or beside the checkout. Empty if absent.
class RealTree
{
public:
    explicit RealTree(const QString& archive)
    {
        const QString folder = qEnvironmentVariable(
            "LOCKSTEP_DATA_DIR", qEnvironmentVariable("LOCKSTEP_SOURCE_DIR") + QStringLiteral("/../shared/data"));
        m_path = folder + QLatin1Char('/') + archive;
        if (QFileInfo::exists(m_path))
            m_isThere = QProcess::execute(QStringLiteral("tar"),
                                          {QStringLiteral("-xzf"), m_path, QStringLiteral("-C"), m_folder.path()})
                == 0;
    }

    [[nodiscard]] bool isThere() const { return m_isThere; }
    [[nodiscard]] QString absence() const { return m_path + QStringLiteral(" is not at hand"); }
    /// @param below path inside the archive
    [[nodiscard]] std::string root(const std::string& below) const
    {
        return m_folder.path().toStdString() + "/" + below;
    }

private:
    QString m_path;
    QTemporaryDir m_folder;
    bool m_isThere = false;
};

} // namespace lockstep
