// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QObject>

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

} // namespace lockstep
