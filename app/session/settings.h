// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/session/alertnotifiers.h"
#include "datasources/recording/recordingtier.h"
#include "models/core/rates.h"

#include <QByteArray>
#include <QObject>
#include <QSettings>
#include <QSize>
#include <QStringList>

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
    static constexpr int workspaceVersion = 7; ///< raise when docks are added or renamed

    /// @param fresh neither read nor write the user's file
    explicit Settings(bool fresh);

    [[nodiscard]] QString theme() const; ///< "dark" unless the user chose "light"
    void setTheme(const QString& theme);
    [[nodiscard]] int workspace() const; ///< 0 to 4
    void setWorkspace(int workspace);
    [[nodiscard]] QByteArray workspaceState(int workspace) const;
    void setWorkspaceState(int workspace, const QByteArray& state);
    [[nodiscard]] QByteArray windowGeometry() const;
    void setWindowGeometry(const QByteArray& geometry);
    [[nodiscard]] QStringList recentAddresses() const; ///< newest first
    void addRecentAddress(const QString& address);
    /// Bookmarks of a recording, nanoseconds since 1970 as text; kept for at most a hundred recordings.
    [[nodiscard]] QStringList bookmarks(const QString& recording) const;
    void setBookmarks(const QString& recording, const QStringList& times);
    /// Lanes pinned to the top of the timeline, by its lane keys.
    [[nodiscard]] QStringList pinnedLanes() const;
    void setPinnedLanes(const QStringList& keys);
    /// Limits of recordings that start later; invalid limits are replaced by defaults.
    [[nodiscard]] RecordingLimits recordingLimits() const;
    void setRecordingLimits(const RecordingLimits& limits);
    /// Price of GPU time.
    [[nodiscard]] Rates rates() const;
    void setRates(const Rates& rates);

    /// Whether new critical alerts play a sound; off by default.
    [[nodiscard]] bool alertSound() const;
    void setAlertSound(bool isOn);
    /// Alert receivers. Saving makes the file readable by its owner only, because addresses may be secrets.
    [[nodiscard]] AlertRecipients alertRecipients() const;
    void setAlertRecipients(const AlertRecipients& recipients);

private:
    [[nodiscard]] QVariant value(const QString& key) const;
    void setValue(const QString& key, const QVariant& value);

    std::unique_ptr<QSettings> m_file; ///< null: fresh
};

} // namespace lockstep
