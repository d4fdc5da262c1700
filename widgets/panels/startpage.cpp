// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/panels/startpage.h"

#include "models/view/colour/theme.h"
#include "models/view/framestats.h"
#include "widgets/common/controls.h"
#include "widgets/common/fonts.h"
#include "widgets/common/paint.h"

#include <QGridLayout>
#include <QKeyEvent>
#include <QLabel>
#include <QLineEdit>
#include <QPainter>
#include <QPushButton>
#include <QVBoxLayout>

namespace lockstep {

namespace {

constexpr int columnWidth = 560;
constexpr int offerWidth = 190;
constexpr int maxRecent = 5;

QLabel* dimLabel(const QString& text)
{
    auto* label = makeLabel(text);
    label->setWordWrap(true);
    label->setForegroundRole(QPalette::PlaceholderText);
    return label;
}

QPushButton* offer(const QString& text)
{
    auto* button = new QPushButton(text);
    button->setMinimumSize(offerWidth, 32);
    button->setSizePolicy(QSizePolicy::Fixed, QSizePolicy::Fixed);
    return button;
}

} // namespace

StartPage::StartPage(ViewContext context, QWidget* parent) : QWidget(parent), m_context(context)
{
    setAccessibleName(tr("Start"));
    auto* title = makeLabel(QStringLiteral("LOCKSTEP"));
    QFont large = textFont(2.0);
    large.setLetterSpacing(QFont::AbsoluteSpacing, 4);
    title->setFont(large);

    auto* column = new QWidget;
    column->setFixedWidth(columnWidth);
    auto* lines = makeBox<QVBoxLayout>(column, 8);
    lines->addWidget(title);
    m_invitation = dimLabel(QString());
    lines->addWidget(m_invitation);
    lines->addSpacing(24);
    m_offers = makeOffers();
    lines->addWidget(m_offers);
    lines->addSpacing(24);
    m_recentTitle = dimLabel(tr("Recent connections"));
    lines->addWidget(m_recentTitle);
    m_recent = new QVBoxLayout;
    m_recent->setSpacing(4);
    lines->addLayout(m_recent);

    centreOn(*this, column);
    setRecentAddresses({});
    setOpening(QString());
    connect(&context.theme, &Theme::changed, this, qOverload<>(&QWidget::update));
}

void StartPage::setOpening(const QString& sentence)
{
    const bool isIdle = sentence.isEmpty();
    m_invitation->setText(isIdle ? tr("Not connected. Choose a data source.") : sentence);
    m_offers->setVisible(isIdle);
}

QWidget* StartPage::makeOffers()
{
    auto* box = new QWidget;
    auto* grid = new QGridLayout(box);
    grid->setContentsMargins(0, 0, 0, 0);
    grid->setHorizontalSpacing(16);
    grid->setVerticalSpacing(12);
    grid->setColumnStretch(1, 1);

    QPushButton* demo = offer(tr("Start demo"));
    QPushButton* here = offer(tr("Monitor this machine"));
    QPushButton* file = offer(tr("Open a cluster file..."));
    QPushButton* recording = offer(tr("Open a recording..."));
    QPushButton* traces = offer(tr("Open traces..."));
    QPushButton* engine = offer(tr("Connect to Prometheus..."));
    m_connect = offer(tr("Connect"));
    m_address = new QLineEdit;
    m_address->setMinimumHeight(32);
    m_address->setPlaceholderText(tr("host:port, ...  or  http://prometheus:9090"));
    m_address->setClearButtonEnabled(true);
    demo->setAccessibleDescription(tr("Start a simulated cluster inside this program"));
    here->setAccessibleDescription(tr("Start an agent inside this program"));
    file->setAccessibleDescription(tr("TOML file with racks, nodes and the addresses of their agents"));
    recording->setAccessibleDescription(tr("Folder that contains a Lockstep recording"));
    traces->setAccessibleDescription(tr("Trace files of a job: Kineto, Chrome, Flight Recorder, NCCL Inspector"));
    engine->setAccessibleDescription(tr("Prometheus, VictoriaMetrics, Thanos or Mimir"));
    m_address->setAccessibleName(tr("Addresses of agents, or of a Prometheus server"));

    grid->addWidget(demo, 0, 0);
    grid->addWidget(dimLabel(tr("A simulated cluster of 512 GPUs. A coolant pump fails within three minutes.")), 0, 1);
    grid->addWidget(here, 1, 0);
    grid->addWidget(dimLabel(tr("Reads the sensors of this machine, without a separate agent.")), 1, 1);
    grid->addWidget(file, 2, 0);
    grid->addWidget(dimLabel(tr("TOML file with racks, nodes and the addresses of their agents.")), 2, 1);
    grid->addWidget(recording, 3, 0);
    grid->addWidget(dimLabel(tr("Folder of data that Lockstep recorded or imported. To open an incident bundle, drop "
                                "its file on the window.")),
                    3, 1);
    grid->addWidget(traces, 4, 0);
    grid->addWidget(dimLabel(tr("Kineto and Chrome traces, Flight Recorder dumps, NCCL Inspector logs.")), 4, 1);
    grid->addWidget(engine, 5, 0);
    grid->addWidget(dimLabel(tr("Metrics from Prometheus, VictoriaMetrics, Thanos or Mimir.")), 5, 1);
    grid->addWidget(m_connect, 6, 0);
    grid->addWidget(m_address, 6, 1);

    connect(demo, &QPushButton::clicked, this, &StartPage::demoRequested);
    connect(here, &QPushButton::clicked, this, &StartPage::thisMachineRequested);
    connect(file, &QPushButton::clicked, this, &StartPage::clusterFileRequested);
    connect(recording, &QPushButton::clicked, this, &StartPage::recordingRequested);
    connect(traces, &QPushButton::clicked, this, &StartPage::tracesRequested);
    connect(engine, &QPushButton::clicked, this, &StartPage::engineRequested);
    connect(m_connect, &QPushButton::clicked, this, &StartPage::offerConnection);
    connect(m_address, &QLineEdit::returnPressed, this, &StartPage::offerConnection);
    connect(m_address, &QLineEdit::textChanged, this,
            [this](const QString& text) { m_connect->setEnabled(!text.trimmed().isEmpty()); });
    m_connect->setEnabled(false);
    setTabOrder(demo, here);
    setTabOrder(here, file);
    setTabOrder(file, recording);
    setTabOrder(recording, traces);
    setTabOrder(traces, engine);
    setTabOrder(engine, m_address);
    setTabOrder(m_address, m_connect);
    setFocusProxy(demo);
    for (QPushButton* button : box->findChildren<QPushButton*>()) {
        button->setAutoDefault(true); // Enter activates it, like Space
        button->installEventFilter(this);
    }
    return box;
}

/// Ignores the window's single-key commands, such as Space for playback.
bool StartPage::eventFilter(QObject* watched, QEvent* event)
{
    if (event->type() == QEvent::ShortcutOverride) {
        const int key = static_cast<QKeyEvent*>(event)->key();
        if (key == Qt::Key_Space || key == Qt::Key_Return || key == Qt::Key_Enter)
            event->accept();
    }
    return QWidget::eventFilter(watched, event);
}

void StartPage::offerConnection()
{
    const QString addresses = m_address->text().trimmed();
    if (!addresses.isEmpty())
        Q_EMIT connectRequested(addresses);
}

void StartPage::setRecentAddresses(const QStringList& addresses)
{
    while (QLayoutItem* item = m_recent->takeAt(0)) {
        item->widget()->hide();
        item->widget()->deleteLater();
        delete item;
    }
    m_recentTitle->setVisible(!addresses.isEmpty());
    for (const QString& address : addresses.mid(0, maxRecent)) {
        auto* button = new QPushButton;
        button->setFont(figureFont());
        button->setText(button->fontMetrics().elidedText(address, Qt::ElideRight, columnWidth - 40));
        button->setStyleSheet(QStringLiteral("text-align: left;"));
        button->setMinimumHeight(28);
        button->setAccessibleName(tr("Connect to %1").arg(address));
        connect(button, &QPushButton::clicked, this, [this, address] { Q_EMIT connectRequested(address); });
        m_recent->addWidget(button);
    }
}

void StartPage::paintEvent(QPaintEvent*)
{
    const FrameStats::Work work(m_context.frames);
    QPainter painter(this);
    painter.fillRect(rect(), toColor(m_context.theme.palette().window));
}

} // namespace lockstep

#include "moc_startpage.cpp"
