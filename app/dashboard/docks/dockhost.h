// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "models/view/viewcontext.h"
#include "widgets/common/viewheader.h"

#include <QMainWindow>

#include <functional>
#include <map>

class QDockWidget;

namespace lockstep {

/// The dock area between header and time bar: one dock per view, each with a header that shows caption and age. The
/// user can rearrange docks; arrangements are saved and restored as a whole. GUI thread.
class DockHost : public QMainWindow
{
    Q_OBJECT

public:
    explicit DockHost(ViewContext context, QWidget* parent = nullptr);

    /// Adds a view in its own dock. @p id is stable: saved layouts refer to it.
    template <class View>
    QDockWidget* addView(const QString& id, const QString& title, View* view)
    {
        ViewHeader* header = nullptr;
        QDockWidget* dock = addDock(id, title, view, header);
        connect(view, &View::captionChanged, header, [this, id, header](const QString& caption) {
            m_captions[id] = caption;
            if (!m_withheld.contains(id))
                header->setCaption(caption);
        });
        return dock;
    }

    /// Shows a note instead of the withheld views, and restores the other views.
    /// @param isWithheld by id
    void withhold(const std::function<bool(const QString& id)>& isWithheld, const QString& note);

    [[nodiscard]] QDockWidget* dock(const QString& id) const;
    [[nodiscard]] QList<QDockWidget*> docks() const;

protected:
    void childEvent(QChildEvent* event) override;

private:
    QDockWidget* addDock(const QString& id, const QString& title, QWidget* view, ViewHeader*& header);

    ViewContext m_context;
    std::map<QString, QDockWidget*> m_docks;
    std::map<QString, QString> m_captions; ///< of the views
    std::map<QString, QWidget*> m_withheld; ///< views that are replaced by a note
};

} // namespace lockstep
