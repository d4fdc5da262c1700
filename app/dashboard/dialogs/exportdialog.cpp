// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/dashboard/dialogs/exportdialog.h"

#include "app/dashboard/dialogs/savedialog.h"
#include "app/export/reportpages.h"
#include "app/export/userfiles.h"
#include "app/session/incidents/incidentarchive.h"
#include "models/core/units.h"
#include "widgets/common/controls.h"
#include "widgets/common/fonts.h"
#include "widgets/common/screenfit.h"

#include <QCheckBox>
#include <QComboBox>
#include <QFileDialog>
#include <QFormLayout>
#include <QLabel>
#include <QPaintEvent>
#include <QPainter>
#include <QPlainTextEdit>
#include <QProgressBar>
#include <QPushButton>
#include <QStackedWidget>
#include <QTimeZone>
#include <QVBoxLayout>

namespace lockstep {

/// Paints only the visible pages.
class PagesView::Paper : public QWidget
{
public:
    void setPages(QList<QImage> pages)
    {
        m_pages = std::move(pages);
        int width = 0;
        int height = gap;
        for (const QImage& page : m_pages) {
            width = std::max(width, qRound(page.deviceIndependentSize().width()));
            height += qRound(page.deviceIndependentSize().height()) + gap;
        }
        setFixedSize(width + 2 * gap, height);
        update();
    }

protected:
    void paintEvent(QPaintEvent* event) override
    {
        QPainter painter(this);
        int top = gap;
        for (const QImage& page : m_pages) {
            const QRect rect(QPoint(gap, top), page.deviceIndependentSize().toSize());
            if (rect.intersects(event->rect()))
                painter.drawImage(rect, page);
            top = rect.bottom() + 1 + gap;
        }
    }

private:
    static constexpr int gap = 12;
    QList<QImage> m_pages;
};

PagesView::PagesView(QWidget* parent) : QScrollArea(parent), m_paper(new Paper)
{
    setWidget(m_paper);
    setAlignment(Qt::AlignHCenter | Qt::AlignTop);
    setAccessibleName(tr("Report preview"));
}

void PagesView::setPages(QList<QImage> pages)
{
    m_count = pages.size();
    m_paper->setPages(std::move(pages));
}

namespace {

using namespace Qt::StringLiterals;

constexpr int pageWidth = 720;
constexpr int maxPages = 24;
constexpr std::size_t maxText = 20'000;

struct FormatChoice
{
    ExportFormat format;
    const char* name;
    const char* suffix;
};

constexpr auto formatChoices = std::to_array<FormatChoice>({
    {ExportFormat::Html, QT_TRANSLATE_NOOP("lockstep::ExportDialog", "Web page (HTML, one file)"), "html"},
    {ExportFormat::Pdf, QT_TRANSLATE_NOOP("lockstep::ExportDialog", "PDF"), "pdf"},
    {ExportFormat::Markdown, QT_TRANSLATE_NOOP("lockstep::ExportDialog", "Markdown"), "md"},
    {ExportFormat::Json, QT_TRANSLATE_NOOP("lockstep::ExportDialog", "JSON (all data)"), "json"},
    {ExportFormat::Csv, QT_TRANSLATE_NOOP("lockstep::ExportDialog", "CSV (time series and events)"), "csv"},
    {ExportFormat::Trace, QT_TRANSLATE_NOOP("lockstep::ExportDialog", "Chrome trace (opens in Perfetto)"),
     "trace.json"},
    {ExportFormat::Bundle, QT_TRANSLATE_NOOP("lockstep::ExportDialog", "Bundle (opens in Lockstep)"), "lockstep"},
});

bool isForPeople(ExportFormat format)
{
    return format == ExportFormat::Html || format == ExportFormat::Pdf || format == ExportFormat::Markdown;
}

} // namespace

ExportDialog::ExportDialog(IncidentArchive& archive, IncidentKey incident, std::string recording, QWidget* parent)
    : QDialog(parent),
      m_recording(std::move(recording)),
      m_format(new QComboBox),
      m_zone(new QComboBox),
      m_hideNames(new QCheckBox(tr("Hide names of hosts and people"))),
      m_hideSecrets(new QCheckBox(tr("Redact text that looks like a password or token"))),
      m_save(new QPushButton(tr("Save..."))),
      m_cancel(new QPushButton(tr("Cancel"))),
      m_progress(new QProgressBar),
      m_message(makeLabel(tr("Loading incident…"))),
      m_pages(new PagesView),
      m_text(new QPlainTextEdit),
      m_preview(new QStackedWidget)
{
    setAttribute(Qt::WA_DeleteOnClose);
    setWindowTitle(tr("Export incident"));
    resize(QSize(1080, 820).boundedTo(largestSize(*this))); // the buttons are at the bottom
    buildForm();
    load(archive, incident);
}

ExportDialog::~ExportDialog() = default;

void ExportDialog::buildForm()
{
    for (const FormatChoice& choice : formatChoices)
        m_format->addItem(tr(choice.name), static_cast<int>(choice.format));
    const QString local = QString::fromUtf8(QTimeZone::systemTimeZoneId());
    m_zone->setEditable(true);
    m_zone->addItem(u"UTC"_s);
    if (!local.isEmpty() && local != u"UTC"_s)
        m_zone->addItem(local);
    for (const QByteArray& id : QTimeZone::availableTimeZoneIds()) {
        if (id.contains('/') && !id.startsWith("Etc/"))
            m_zone->addItem(QString::fromUtf8(id));
    }
    m_hideSecrets->setChecked(true);
    m_text->setReadOnly(true);
    m_text->setFont(figureFont());
    m_text->setAccessibleName(tr("File preview"));
    m_preview->addWidget(m_pages);
    m_preview->addWidget(m_text);
    m_message->setWordWrap(true);
    m_progress->setRange(0, 1000);
    m_progress->hide();
    m_cancel->hide();
    m_save->setEnabled(false);
    m_save->setDefault(true);

    auto* form = new QFormLayout;
    form->setRowWrapPolicy(QFormLayout::WrapAllRows);
    form->addRow(tr("Format"), m_format);
    form->addRow(tr("Time zone"), m_zone);
    form->addRow(m_hideNames);
    form->addRow(m_hideSecrets);
    auto* side = new QVBoxLayout;
    side->addLayout(form);
    side->addWidget(m_message);
    side->addStretch(1);
    side->addWidget(m_progress);
    side->addWidget(m_cancel);
    side->addWidget(m_save);
    auto* line = new QHBoxLayout(this);
    line->addLayout(side);
    line->addWidget(m_preview, 1);
    m_save->setMinimumWidth(260);

    connect(m_format, &QComboBox::currentIndexChanged, this, &ExportDialog::refreshPreview);
    connect(m_zone, &QComboBox::currentTextChanged, this, &ExportDialog::refreshPreview);
    connect(m_hideNames, &QCheckBox::toggled, this, &ExportDialog::refreshPreview);
    connect(m_hideSecrets, &QCheckBox::toggled, this, &ExportDialog::refreshPreview);
    connect(m_save, &QPushButton::clicked, this, &ExportDialog::askWhereTo);
    connect(m_cancel, &QPushButton::clicked, this, &ExportDialog::cancelExport);
}

void ExportDialog::later(std::function<void()> act)
{
    QMetaObject::invokeMethod(this, std::move(act), Qt::QueuedConnection);
}

void ExportDialog::load(IncidentArchive& archive, IncidentKey incident)
{
    readExportedIncident(archive, incident, *this, [this](Result<ExportedIncident> read) {
        if (!read.isOk())
            return m_message->setText(QString::fromStdString(read.error().message));
        m_story = std::make_shared<const ExportedIncident>(std::move(read).value());
        m_save->setEnabled(true);
        refreshPreview();
    });
}

IncidentExport ExportDialog::order() const
{
    IncidentExport order;
    order.format = static_cast<ExportFormat>(m_format->currentData().toInt());
    order.recording = m_recording;
    order.hideSecrets = m_hideSecrets->isChecked();
    order.options.hideNames = m_hideNames->isChecked();
    if (Result<ReportZone> zone = reportZone(m_zone->currentText().toStdString()); zone.isOk())
        order.options.zone = std::move(zone).value();
    return order;
}

void ExportDialog::refreshPreview()
{
    if (!m_story)
        return;
    const Result<ReportZone> zone = reportZone(m_zone->currentText().toStdString());
    m_save->setEnabled(zone.isOk() && !m_isExporting);
    if (!zone.isOk())
        return m_message->setText(QString::fromStdString(zone.error().message));
    m_message->clear();
    const qreal ratio = devicePixelRatioF();
    m_previews.ask([this, ratio, story = m_story, wanted = order()](const std::stop_token& stop) {
        if (!isForPeople(wanted.format)) {
            const QString text = QString::fromStdString(previewText(*story, wanted, maxText));
            return later([this, text] {
                m_text->setPlainText(text);
                m_preview->setCurrentWidget(m_text);
            });
        }
        QList<QImage> pages
            = previewPages(reportOf(story->postMortem, wanted), qRound(pageWidth * ratio), maxPages, stop);
        for (QImage& page : pages)
            page.setDevicePixelRatio(ratio);
        if (!stop.stop_requested())
            later([this, pages] {
                m_pages->setPages(pages);
                m_preview->setCurrentWidget(m_pages);
            });
    });
}

void ExportDialog::askWhereTo()
{
    const FormatChoice& choice = formatChoices.at(static_cast<std::size_t>(m_format->currentIndex()));
    const QString suffix = QString::fromLatin1(choice.suffix);
    QFileDialog* const dialog = makeSaveDialog(*this, tr("Save incident"), u"*."_s + suffix, suffix);
    dialog->selectFile(QString::fromStdString(reportFileName(m_story->postMortem.incident, suffix.toStdString())));
    connect(dialog, &QFileDialog::fileSelected, this, &ExportDialog::exportTo);
    dialog->open();
}

void ExportDialog::exportTo(const QString& path)
{
    if (!m_story)
        return;
    m_isExporting = true;
    m_save->setEnabled(false);
    m_progress->setValue(0);
    m_progress->show();
    m_cancel->show();
    m_message->setText(tr("Writing %1…").arg(path));
    IncidentExport wanted = order();
    wanted.path = path.toStdString();
    wanted.options.progress = [this](double done) {
        later([this, done] { m_progress->setValue(qRound(done * 1000)); });
    };
    m_exports.ask([this, path, wanted, story = m_story](const std::stop_token& stop) {
        IncidentExport stoppable = wanted;
        stoppable.options.stop = stop;
        later([this, path, outcome = exportIncident(*story, stoppable)] { finish(path, outcome); });
    });
}

void ExportDialog::finish(const QString& path, const Result<ExportOutcome>& outcome)
{
    m_isExporting = false;
    m_save->setEnabled(true);
    m_progress->hide();
    m_cancel->hide();
    if (!outcome.isOk())
        return m_message->setText(QString::fromStdString(outcome.error().message));
    const std::string size = formatQuantity(static_cast<double>(outcome.value().bytes), Unit::Bytes);
    QString text = tr("Saved %1 (%2).").arg(path, QString::fromStdString(size));
    if (!outcome.value().remark.empty())
        text += u' ' + QString::fromStdString(outcome.value().remark);
    m_message->setText(text);
    Q_EMIT exported(path);
}

} // namespace lockstep

#include "moc_exportdialog.cpp"
