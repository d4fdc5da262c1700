// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QDialog>
#include <QTextBrowser>
#include <QUrl>

class QListWidget;

namespace lockstep {

/// Link anchor of a heading: "Long wait or hang" -> "long-wait-or-hang".
[[nodiscard]] QString anchorOf(const QString& heading);

/// Shows the pages of the manual, which are resources of the program, and follows links between them. Never opens
/// anything outside the program. GUI thread.
class ManualBrowser : public QTextBrowser
{
    Q_OBJECT

public:
    explicit ManualBrowser(QWidget* parent = nullptr);

    /// Shows a page, for example "alerts.md" or "views.md#hall".
    void showPage(const QString& page);

protected:
    void doSetSource(const QUrl& url, QTextDocument::ResourceType type) override;
    QVariant loadResource(int type, const QUrl& name) override;

private:
    void scrollToHeading(const QString& anchor);

    QUrl m_page; ///< page shown or being loaded; source() is only set afterwards
    int m_pictureWidth = 0; ///< in pixels, for the page shown
};

/// The manual: a searchable list of pages, and the selected page. Does not block the window. GUI thread; deletes itself
/// when closed.
class ManualDialog : public QDialog
{
    Q_OBJECT

public:
    explicit ManualDialog(QWidget* parent = nullptr);

    /// Shows a page, for example "alerts.md" or "views.md#hall", and raises the dialog.
    void showPage(const QString& page);
    [[nodiscard]] const ManualBrowser& browser() const { return *m_browser; }

private:
    void fillContents();
    void filterContents(const QString& text);
    void markPage(const QUrl& url);

    QListWidget* m_contents;
    ManualBrowser* m_browser;
};

} // namespace lockstep
