// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QObject>

namespace lockstep {

class HistoryController;
class Settings;

/// Keeps the bookmarks of each recording in the settings, and brings them back when it is opened. GUI thread; owned by
/// the main window.
class BookmarkKeeper : public QObject
{
    Q_OBJECT

public:
    /// @param history, settings outlive it
    BookmarkKeeper(HistoryController& history, Settings& settings, QObject* parent);

private:
    void recall();
    void remember();

    HistoryController& m_history;
    Settings& m_settings;
};

} // namespace lockstep
