// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QDialog>

class QListWidget;

namespace lockstep {

class ManualBrowser;

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
