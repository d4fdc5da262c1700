// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "widgets/common/panel.h"

class QStackedLayout;
class QTabWidget;

namespace lockstep {

class IncidentCosts;
class IncidentHead;
class IncidentHistory;
class IncidentNotes;
class IncidentOffers;
class IncidentPictures;
class IncidentStory;

/// The open incident: a header, and tabs for story, notes, pictures, cost and history. Needs a workspace in its
/// context. Hidden tabs are updated when shown. GUI thread; owned by its parent.
class IncidentEditor : public Panel
{
    Q_OBJECT

public:
    explicit IncidentEditor(ViewContext context, QWidget* parent = nullptr);

    [[nodiscard]] QTabWidget& tabs() const { return *m_tabs; }
    [[nodiscard]] IncidentNotes& notes() const { return *m_notes; }
    [[nodiscard]] IncidentPictures& pictures() const { return *m_pictures; }
    [[nodiscard]] IncidentOffers& offers() const { return *m_offers; }

Q_SIGNALS:
    void reportWanted(); ///< export the incident's report as a file
    void copyWanted(); ///< copy the incident's report as Markdown

protected:
    void showEvent(QShowEvent* event) override;

private:
    void commit();
    void refresh();

    IncidentHead* m_head;
    IncidentStory* m_story;
    IncidentNotes* m_notes;
    IncidentPictures* m_pictures;
    IncidentCosts* m_costs;
    IncidentHistory* m_history;
    IncidentOffers* m_offers; ///< shown instead of the editor while no incident is open
    QTabWidget* m_tabs;
    QStackedLayout* m_pages;
};

} // namespace lockstep
