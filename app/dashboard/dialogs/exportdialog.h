// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/export/incidentexport.h"
#include "models/core/work/latestrequest.h"

#include <QDialog>
#include <QImage>
#include <QList>
#include <QScrollArea>

#include <memory>

class QCheckBox;
class QComboBox;
class QLabel;
class QPlainTextEdit;
class QProgressBar;
class QPushButton;
class QStackedWidget;

namespace lockstep {

class IncidentArchive;

/// Scrollable column of page images. GUI thread.
class PagesView : public QScrollArea
{
    Q_OBJECT

public:
    explicit PagesView(QWidget* parent = nullptr);

    void setPages(QList<QImage> pages);
    [[nodiscard]] qsizetype pageCount() const { return m_count; }

private:
    class Paper;
    Paper* m_paper;
    qsizetype m_count = 0;
};

/// Exports one incident: format, time zone and redaction, with a live preview; saves with progress and cancel. Does not
/// block the window. GUI thread; deletes itself when closed.
class ExportDialog : public QDialog
{
    Q_OBJECT

public:
    /// @param archive outlives the dialog @param recording folder or file with the data shown; empty: none
    ExportDialog(IncidentArchive& archive, IncidentKey incident, std::string recording, QWidget* parent);
    ~ExportDialog() override;

    [[nodiscard]] QComboBox& formats() { return *m_format; }
    [[nodiscard]] QComboBox& zones() { return *m_zone; }
    [[nodiscard]] PagesView& pages() { return *m_pages; }
    [[nodiscard]] const QLabel& message() const { return *m_message; }
    [[nodiscard]] bool isReady() const { return m_story != nullptr; } ///< whether the incident has been read

    /// Writes the file in the chosen format; exported() or message() follows.
    void exportTo(const QString& path);

Q_SIGNALS:
    void exported(const QString& path);

private:
    void buildForm();
    void load(IncidentArchive& archive, IncidentKey incident);
    [[nodiscard]] IncidentExport order() const;
    void refreshPreview();
    void askWhereTo();
    void cancelExport() { m_exports.cancel(); }
    void finish(const QString& path, const Result<ExportOutcome>& outcome);
    /// Runs @p act on the GUI thread unless the dialog has been destroyed.
    void later(std::function<void()> act);

    std::string m_recording;
    std::shared_ptr<const ExportedIncident> m_story; ///< null until it has been read
    QComboBox* m_format;
    QComboBox* m_zone;
    QCheckBox* m_hideNames;
    QCheckBox* m_hideSecrets;
    QPushButton* m_save;
    QPushButton* m_cancel;
    QProgressBar* m_progress;
    QLabel* m_message;
    PagesView* m_pages;
    QPlainTextEdit* m_text;
    QStackedWidget* m_preview;
    bool m_isExporting = false;
    LatestRequest m_previews;
    LatestRequest m_exports; ///< last: both end before the objects that they notify
};

} // namespace lockstep
