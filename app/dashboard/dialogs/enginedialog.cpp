// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/dashboard/dialogs/enginedialog.h"

#include "datasources/exporters/exportertable.h"
#include "models/analysis/causality/coverage.h"
#include "models/core/metrics/pointwise.h"
#include "models/core/units.h"
#include "models/view/modeltext.h"
#include "widgets/common/controls.h"

#include <QDialogButtonBox>
#include <QFileDialog>
#include <QFormLayout>
#include <QHBoxLayout>
#include <QHeaderView>
#include <QLabel>
#include <QLineEdit>
#include <QPushButton>
#include <QTabWidget>
#include <QTreeWidget>
#include <QVBoxLayout>

#include <algorithm>
#include <set>
#include <string>
#include <string_view>
#include <utility>

namespace lockstep {

using namespace Qt::StringLiterals;

namespace {

constexpr int linesOfWords = 4;

QString countText(const std::optional<std::uint64_t>& count)
{
    return count ? QString::fromStdString(formatNumber(static_cast<double>(*count))) : QStringLiteral("-");
}

QString intervalText(Duration interval)
{
    return QString::fromStdString(formatQuantity(static_cast<double>(interval.count()) / 1e9, Unit::Seconds));
}

QTreeWidget* makeList(const QStringList& titles, int numbersFrom)
{
    auto* const list = new QTreeWidget;
    list->setHeaderLabels(titles);
    list->setRootIsDecorated(false);
    list->setUniformRowHeights(true);
    list->setSelectionMode(QAbstractItemView::NoSelection);
    list->setAlternatingRowColors(true);
    list->setTextElideMode(Qt::ElideMiddle);
    list->header()->setStretchLastSection(false);
    for (int column = 0; column < titles.size(); ++column) {
        const bool isNumber = column >= numbersFrom;
        list->header()->setSectionResizeMode(column, isNumber ? QHeaderView::ResizeToContents : QHeaderView::Stretch);
        if (isNumber)
            list->headerItem()->setTextAlignment(column, Qt::AlignRight | Qt::AlignVCenter);
    }
    return list;
}

QTreeWidgetItem* addLine(QTreeWidget& list, const QStringList& texts, int numbersFrom)
{
    auto* const line = new QTreeWidgetItem(&list, texts);
    for (int column = 0; column < texts.size(); ++column) {
        line->setToolTip(column, texts[column]);
        if (column >= numbersFrom)
            line->setTextAlignment(column, Qt::AlignRight | Qt::AlignVCenter);
    }
    return line;
}

} // namespace

EngineDialog::EngineDialog(const EngineEndpoint& known, QWidget* parent)
    : QDialog(parent),
      m_known(known),
      m_address(new QLineEdit),
      m_ask(new QPushButton(tr("Test connection"))),
      m_open(new QPushButton(tr("Open"))),
      m_words(makeLabel()),
      m_tabs(new QTabWidget)
{
    setAttribute(Qt::WA_DeleteOnClose);
    setWindowTitle(tr("Connect to Prometheus"));
    m_address->setPlaceholderText(QStringLiteral("http://prometheus:9090"));
    m_address->setText(QString::fromStdString(known.url));
    m_address->setAccessibleName(tr("Server address"));
    auto* const address = new QHBoxLayout;
    address->addWidget(m_address, 1);
    address->addWidget(m_ask);
    auto* const form = new QFormLayout;
    form->addRow(tr("Address"), address);
    m_tokenFile = addFile(*form, tr("Token file"), known.credentials.bearerTokenFile,
                          tr("optional; must be readable only by you (mode 0600)"));
    m_caFile = addFile(*form, tr("CA certificates"), known.credentials.caFile,
                       tr("optional, for https; default: the system's CA certificates"));
    m_mappingFile = addFile(*form, tr("Metric mapping"), known.mappingFile,
                            tr("optional; TOML file that maps the metrics of your own exporters"));
    m_words->setWordWrap(true);
    m_words->setAlignment(Qt::AlignTop | Qt::AlignLeft);
    m_words->setTextInteractionFlags(Qt::TextSelectableByMouse);
    m_words->setMinimumHeight(linesOfWords * m_words->fontMetrics().lineSpacing());
    makeLists();
    auto* const buttons = new QDialogButtonBox(QDialogButtonBox::Close);
    buttons->addButton(m_open, QDialogButtonBox::ActionRole);
    auto* const lines = new QVBoxLayout(this);
    lines->addLayout(form);
    lines->addWidget(m_words);
    lines->addWidget(m_tabs, 1);
    lines->addWidget(buttons);
    resize(820, 600);
    connect(buttons, &QDialogButtonBox::rejected, this, &QDialog::reject);
    connect(m_ask, &QPushButton::clicked, this, &EngineDialog::ask);
    connect(m_open, &QPushButton::clicked, this, [this] {
        Q_EMIT wanted(m_plan);
        accept();
    });
    connect(m_address, &QLineEdit::textChanged, this, &EngineDialog::forget);
    forget();
    m_address->setFocus();
}

QLineEdit* EngineDialog::addFile(QFormLayout& form, const QString& label, const std::string& path, const QString& hint)
{
    auto* const field = new QLineEdit(QString::fromStdString(path));
    field->setPlaceholderText(hint);
    field->setAccessibleName(label);
    auto* const choose = new QPushButton(tr("Choose..."));
    choose->setAutoDefault(false);
    choose->setAccessibleName(tr("Choose %1").arg(label));
    auto* const row = new QHBoxLayout;
    row->addWidget(field, 1);
    row->addWidget(choose);
    form.addRow(label, row);
    connect(field, &QLineEdit::textChanged, this, &EngineDialog::forget);
    connect(choose, &QPushButton::clicked, this, [this, field, label] {
        auto* const dialog = new QFileDialog(this, label);
        dialog->setAttribute(Qt::WA_DeleteOnClose);
        dialog->setFileMode(QFileDialog::ExistingFile);
        connect(dialog, &QFileDialog::fileSelected, field, &QLineEdit::setText);
        dialog->open();
    });
    return field;
}

void EngineDialog::makeLists()
{
    m_recognised = makeList({tr("Exporter"), tr("Metric"), tr("Shown as"), tr("Series"), tr("Interval")}, 3);
    m_unknown = makeList({tr("Metric"), tr("Series")}, 1);
    m_coverage = makeList({tr("State"), tr("Detector"), tr("Missing metrics")}, 3);
    m_coverage->setTextElideMode(Qt::ElideRight);
    m_coverage->setAccessibleName(tr("Detectors, those without data first"));
    m_recognised->setAccessibleName(tr("Recognised metrics"));
    m_unknown->setAccessibleName(tr("Unrecognised metrics"));
    m_recognised->header()->setSectionResizeMode(0, QHeaderView::ResizeToContents);
    m_tabs->addTab(m_recognised, QString());
    for (const int column : {0, 1})
        m_coverage->header()->setSectionResizeMode(column, QHeaderView::ResizeToContents);
    m_tabs->addTab(m_unknown, QString());
    m_tabs->addTab(m_coverage, QString());
}

/// Discards the last answer, which belongs to another server or to none.
void EngineDialog::forget()
{
    ++m_order;
    m_queries.cancel();
    m_plan.reset();
    m_open->setEnabled(false);
    m_ask->setDefault(true);
    m_ask->setEnabled(!m_address->text().trimmed().isEmpty());
    m_recognised->clear();
    m_unknown->clear();
    m_coverage->clear();
    m_tabs->setTabText(0, tr("Recognised"));
    m_tabs->setTabText(1, tr("Unrecognised"));
    m_tabs->setTabText(2, tr("Detectors"));
    m_tabs->setEnabled(false);
    m_words->setText(tr("Enter the address of a Prometheus, VictoriaMetrics, Thanos or Mimir server. Lockstep only "
                        "reads from it. Test the connection to see which metrics the server offers."));
}

void EngineDialog::ask()
{
    if (!m_ask->isEnabled())
        return;
    forget();
    EngineEndpoint endpoint = m_known;
    endpoint.url = m_address->text().trimmed().toStdString();
    endpoint.credentials.bearerTokenFile = m_tokenFile->text().trimmed().toStdString();
    endpoint.credentials.caFile = m_caFile->text().trimmed().toStdString();
    endpoint.mappingFile = m_mappingFile->text().trimmed().toStdString();
    m_ask->setEnabled(false);
    m_words->setText(tr("Querying %1…").arg(QString::fromStdString(endpoint.url)));
    m_queries.ask([this, endpoint, order = m_order](const std::stop_token& stop) {
        auto answer = std::make_shared<const Result<EngineSurvey>>(surveyEngine(endpoint, wallClockNow(), stop));
        const auto hand = [this, answer, order] {
            if (order == m_order)
                take(*answer);
        };
        if (!stop.stop_requested())
            QMetaObject::invokeMethod(this, hand, Qt::QueuedConnection);
    });
}

void EngineDialog::take(const Result<EngineSurvey>& answer)
{
    if (answer.isOk())
        return showSurvey(answer.value());
    forget();
    m_words->setText(QString::fromStdString(answer.error().message));
}

void EngineDialog::showSurvey(const EngineSurvey& survey)
{
    m_plan = survey.plan;
    m_ask->setEnabled(true);
    m_open->setEnabled(m_plan != nullptr);
    m_tabs->setEnabled(true);
    QStringList words;
    for (const EngineSurvey::Exporter& each : survey.exporters) {
        const QString name = QString::fromStdString(each.name);
        const QString every = intervalText(each.interval);
        words << (!each.targets ? tr("%1: scrape interval %2").arg(name, every)
                                : tr("%1: %n targets, scrape interval %2", nullptr, static_cast<int>(*each.targets))
                                      .arg(name, every));
    }
    if (m_plan) {
        const double seconds = static_cast<double>((wallClockNow() - m_plan->earliest).count()) / 1e9;
        words << tr("History on the server: %1").arg(QString::fromStdString(formatQuantity(seconds, Unit::Seconds)));
    } else {
        words << QString::fromStdString(survey.problem);
    }
    m_words->setText(words.join(u'\n'));
    showRecognised(survey);
    showUnknown(survey);
    showCoverage(survey);
    m_tabs->setCurrentIndex(m_plan ? 0 : 1);
    m_open->setDefault(m_plan != nullptr);
    if (m_plan)
        m_open->setFocus();
}

void EngineDialog::showRecognised(const EngineSurvey& survey)
{
    for (const EngineSurvey::Recognised& each : survey.recognised) {
        const QString ours = QString::fromStdString(each.title.empty() ? each.metric : each.title);
        QTreeWidgetItem* const line = addLine(*m_recognised,
                                              {QString::fromStdString(each.exporter), QString::fromStdString(each.seen),
                                               ours, countText(each.series), intervalText(each.interval)},
                                              3);
        line->setToolTip(2, QString::fromStdString(each.metric));
    }
    m_tabs->setTabText(0, tr("Recognised (%1)").arg(countText(survey.recognised.size())));
}

void EngineDialog::showUnknown(const EngineSurvey& survey)
{
    for (const EngineSurvey::Unknown& each : survey.unknown)
        addLine(*m_unknown, {QString::fromStdString(each.name), countText(each.series)}, 1);
    if (const std::size_t more = survey.unknownCount - survey.unknown.size(); more > 0)
        addLine(*m_unknown, {tr("... and %1 more").arg(countText(more)), QString()}, 1);
    m_tabs->setTabText(1, tr("Unrecognised (%1)").arg(countText(survey.unknownCount)));
}

/// Shows the detectors that the server's metric names support. Some nodes may lack some of these metrics.
void EngineDialog::showCoverage(const EngineSurvey& survey)
{
    std::set<std::string, std::less<>> names;
    for (const EngineSurvey::Recognised& each : survey.recognised)
        names.insert(each.metric);
    for (const PointwiseMetric& each : pointwiseMetrics()) {
        if (std::ranges::all_of(each.inputs, [&](std::string_view input) { return names.contains(input); }))
            names.insert(each.descriptor.name);
    }
    const std::vector<DetectorCoverage> all = coverageOf(names);
    std::size_t blind = 0;
    for (const auto& [state, word] : {std::pair(DetectorCoverage::State::Blind, tr("no data")),
                                      std::pair(DetectorCoverage::State::Degraded, tr("degraded")),
                                      std::pair(DetectorCoverage::State::Active, tr("active"))}) {
        for (const DetectorCoverage& each : all) {
            if (each.state() != state)
                continue;
            QStringList remedies;
            for (const RequiredMetric& need : each.missing)
                remedies << modelText(remedyOf(need, offersOf));
            addLine(*m_coverage, {word, modelText(each.detector->name), remedies.join(u"; "_s)}, 3);
            blind += state == DetectorCoverage::State::Blind ? 1 : 0;
        }
    }
    m_tabs->setTabText(2, tr("Detectors (%1 of %2 without data)").arg(countText(blind), countText(all.size())));
}

} // namespace lockstep

#include "moc_enginedialog.cpp"
