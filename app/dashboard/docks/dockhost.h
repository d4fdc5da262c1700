// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "models/view/viewcontext.h"
#include "widgets/common/viewheader.h"

#include <QMainWindow>
#include <QTimer>

#include <functional>
#include <map>

class QDockWidget;

namespace lockstep {

/// The dock area between header and time bar: one dock per view, each with a header that shows caption and age. The
/// user can rearrange docks; arrangements are saved and restored as a whole. When the area is resized, docks keep their
/// shares of it. GUI thread.
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

    /// Shares of the width and height of the area, by id; of each group of tabs, the one in front.
    using Shares = std::map<QString, QSizeF>;
    [[nodiscard]] const Shares& shares();
    void setShares(Shares shares);
    /// Takes the present sizes as shares; call after the docks are arranged. Changes by the user need no call.
    void measureShares();

protected:
    void childEvent(QChildEvent* event) override;
    bool eventFilter(QObject* watched, QEvent* event) override;
    void resizeEvent(QResizeEvent* event) override;

private:
    QDockWidget* addDock(const QString& id, const QString& title, QWidget* view, ViewHeader*& header);
    void applyShares();

    ViewContext m_context;
    std::map<QString, QDockWidget*> m_docks;
    std::map<QString, QString> m_captions; ///< of the views
    std::map<QString, QWidget*> m_withheld; ///< views that are replaced by a note
    Shares m_shares;
    QSize m_sharedSize; ///< of the area, when the shares were measured or applied
    QTimer m_measuring; ///< once for all docks that change together
};

} // namespace lockstep
