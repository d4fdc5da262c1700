// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/session/alertnotifiers.h"
#include "datasources/recording/recordingtier.h"
#include "models/core/rates.h"

#include <QByteArray>
#include <QObject>
#include <QSettings>
#include <QStringList>

#include <algorithm>
#include <memory>

namespace lockstep {

class Session;
class Settings;

/// Saves the bookmarks of each recording in the settings, and restores them when it is opened. GUI thread; owned by the
/// main window.
class BookmarkStore : public QObject
{
    Q_OBJECT

public:
    /// @param session, settings outlive it
    BookmarkStore(Session& session, Settings& settings, QObject* parent);

private:
    void recall();
    void remember();

    Session& m_session;
    Settings& m_settings;
};

/// The only persistent state of the user interface, in one versioned file. GUI thread; owned by main.
class Settings
{
public:
    static constexpr int workspaceVersion = 8; ///< raise when docks are added or renamed

    /// @param fresh neither read nor write the user's file
    explicit Settings(bool fresh);

    [[nodiscard]] QString theme() const; ///< "dark" unless the user chose "light"
    void setTheme(const QString& theme) { setValue(QStringLiteral("theme"), theme); }
    [[nodiscard]] int workspace() const { return std::clamp(value(QStringLiteral("workspace")).toInt(), 0, 4); }
    void setWorkspace(int workspace) { setValue(QStringLiteral("workspace"), workspace); }
    [[nodiscard]] QByteArray workspaceState(int workspace) const { return value(stateKey(workspace)).toByteArray(); }
    void setWorkspaceState(int workspace, const QByteArray& state) { setValue(stateKey(workspace), state); }
    [[nodiscard]] QByteArray windowGeometry() const { return value(QStringLiteral("geometry")).toByteArray(); }
    void setWindowGeometry(const QByteArray& geometry) { setValue(QStringLiteral("geometry"), geometry); }
    [[nodiscard]] QStringList recentAddresses() const; ///< newest first
    void addRecentAddress(const QString& address);
    /// Bookmarks of a recording, nanoseconds since 1970 as text; kept for at most a hundred recordings.
    [[nodiscard]] QStringList bookmarks(const QString& recording) const;
    void setBookmarks(const QString& recording, const QStringList& times);
    /// Lanes pinned to the top of the timeline, by its lane keys.
    [[nodiscard]] QStringList pinnedLanes() const { return value(QStringLiteral("pinnedLanes")).toStringList(); }
    void setPinnedLanes(const QStringList& keys) { setValue(QStringLiteral("pinnedLanes"), keys); }
    /// Limits of recordings that start later; invalid limits are replaced by defaults.
    [[nodiscard]] RecordingLimits recordingLimits() const;
    void setRecordingLimits(const RecordingLimits& limits);
    /// Price of GPU time.
    [[nodiscard]] Rates rates() const;
    void setRates(const Rates& rates);

    /// Whether new critical alerts play a sound; off by default.
    [[nodiscard]] bool alertSound() const { return value(QStringLiteral("alerts/sound")).toBool(); }
    void setAlertSound(bool isOn) { setValue(QStringLiteral("alerts/sound"), isOn); }
    /// Alert receivers. Saving makes the file readable by its owner only, because addresses may be secrets.
    [[nodiscard]] AlertRecipients alertRecipients() const;
    void setAlertRecipients(const AlertRecipients& recipients);

private:
    [[nodiscard]] QVariant value(const QString& key) const;
    void setValue(const QString& key, const QVariant& value);
    static QString stateKey(int workspace) { return QStringLiteral("workspaces/%1").arg(workspace + 1); }

    std::unique_ptr<QSettings> m_file; ///< null: fresh
};

} // namespace lockstep
