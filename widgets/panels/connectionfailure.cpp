// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/panels/connectionfailure.h"

#include "models/store/clustermodel.h"
#include "models/view/colour/theme.h"
#include "models/view/modeltext.h"
#include "models/view/time/timeaxis.h"
#include "models/view/translation.h"
#include "widgets/common/controls.h"
#include "widgets/common/fonts.h"
#include "widgets/common/paint.h"
#include "widgets/common/text.h"

#include <QHBoxLayout>
#include <QLabel>
#include <QPainter>
#include <QPushButton>
#include <QTimerEvent>

#include <algorithm>
#include <iterator>
#include <ranges>
#include <utility>
#include <vector>

namespace lockstep {

namespace {

constexpr int troubleWidth = 560;
constexpr std::size_t maxReasons = 4;

bool isUnreachable(const SourceStatus& source, bool wasUnreachable)
{
    switch (source.state) {
    case SourceState::Retrying:
    case SourceState::Closed:
        return true;
    case SourceState::Connecting:
        return wasUnreachable;
    default:
        return false;
    }
}

bool hasAnyNodeReported(const ClusterStore& store)
{
    for (std::uint32_t index = 0; index < store.topology()->count(EntityKind::Node); ++index) {
        if (store.node({EntityKind::Node, index}).lastReceived != TimePoint{})
            return true;
    }
    return false;
}

QStringList checksFor(ConnectionProblem problem)
{
    switch (problem) {
    case ConnectionProblem::NameNotResolved:
        return {tr("Is the host name correct? An IP address such as 10.0.0.17:7117 works without DNS."),
                tr("Can this machine resolve the name? Try \"getent hosts NAME\".")};
    case ConnectionProblem::Refused:
        return {tr("The host is up, but the port is closed. Is lockstep-agent running there?"),
                tr("Is the port correct? By default, an agent listens on port 7117 and accepts only local connections "
                   "(--listen).")};
    case ConnectionProblem::NoAnswer:
        return {tr("Is the host up? Does it answer ping?"), tr("Does a firewall block the port?")};
    case ConnectionProblem::NoRoute:
        return {tr("Is there a network route to the host?"), tr("Is the address correct?")};
    case ConnectionProblem::Tls:
        return {tr("Do both sides use TLS? Pass --ca only if the agent uses TLS."),
                tr("Is another program listening on that port?")};
    case ConnectionProblem::Certificate:
        return {tr("Does --ca name the certificate authority that signed the agent's certificate?"),
                tr("Is the certificate valid for the host name that you connect to?")};
    case ConnectionProblem::Credentials:
        return {tr("Does --token-file contain the agent's token?")};
    case ConnectionProblem::NotAnAgent:
        return {tr("Is the port correct? Another program is listening on it.")};
    case ConnectionProblem::Other:
        break;
    }
    return {tr("Is the address correct?"),
            tr("Is lockstep-agent running there, and does it accept connections from other machines (--listen)?"),
            tr("Does a firewall block the port?")};
}

QLabel* wrapped(const QFont& font, bool isDim)
{
    auto* label = makeLabel();
    label->setFont(font);
    label->setWordWrap(true);
    label->setTextInteractionFlags(Qt::TextSelectableByMouse);
    if (isDim)
        label->setForegroundRole(QPalette::PlaceholderText);
    return label;
}

} // namespace

AllUnreachable allUnreachable(const ClusterStore& store, TimePoint now, bool wasUnreachable)
{
    std::vector<SourceStatus> sources;
    // Sources behind an unreachable relay are not tried.
    std::ranges::copy_if(store.sources(), std::back_inserter(sources),
                         [](const SourceStatus& source) { return source.relay.empty(); });
    const auto isOut = [wasUnreachable](const SourceStatus& source) {
        return isUnreachable(source, wasUnreachable);
    };
    AllUnreachable trouble;
    if (sources.empty() || !std::ranges::all_of(sources, isOut) || hasAnyNodeReported(store))
        return trouble;
    trouble.title = sources.size() == 1
        ? tr("Cannot connect to %1").arg(toQString(sources.front().peer))
        : tr("Cannot connect to any of the %n agents", nullptr, static_cast<int>(sources.size()));
    std::vector<std::pair<QString, QString>> reasons; // with the first peer that has it
    auto problem = ConnectionProblem::Other;
    std::optional<TimePoint> next;
    for (const SourceStatus& source : sources) {
        const QString reason = modelText(source.reason);
        if (!reason.isEmpty()
            && std::ranges::find(reasons, reason, &std::pair<QString, QString>::first) == reasons.end())
            reasons.emplace_back(reason, toQString(source.peer));
        problem = std::min(problem, source.problem);
        if (source.nextTry && (!next || *source.nextTry < *next))
            next = source.nextTry;
    }
    trouble.checks = checksFor(problem);
    QStringList shown;
    for (const auto& [reason, peer] : reasons | std::views::take(maxReasons))
        shown << (reasons.size() == 1 ? reason.at(0).toUpper() + reason.mid(1)
                                      : QStringLiteral("%1: %2").arg(peer, reason));
    if (reasons.size() > maxReasons)
        shown << tr("and %1 more").arg(reasons.size() - maxReasons);
    trouble.reason = shown.join(QLatin1Char('\n'));
    if (next && *next > now)
        trouble.next = tr("Retrying in %1.")
                           .arg(toQString(formatDuration(std::chrono::ceil<std::chrono::seconds>(*next - now))));
    else
        trouble.next = tr("Connecting…");
    return trouble;
}

ConnectionFailure::ConnectionFailure(ViewContext context, QWidget* parent)
    : QWidget(parent),
      m_context(context),
      m_title(wrapped(textFont(1.5), false)),
      m_reason(wrapped(textFont(), false)),
      m_checks(wrapped(textFont(), true)),
      m_next(wrapped(textFont(), true))
{
    auto* retry = new QPushButton(tr("Retry now"));
    auto* close = new QPushButton(tr("Close data source"));
    retry->setAutoDefault(true);
    close->setAutoDefault(true);
    auto* buttons = new QHBoxLayout;
    buttons->setSpacing(8);
    buttons->addWidget(retry);
    buttons->addWidget(close);
    buttons->addStretch(1);
    auto* column = new QWidget;
    column->setFixedWidth(troubleWidth);
    auto* lines = new QVBoxLayout(column);
    lines->setContentsMargins(0, 0, 0, 0);
    lines->setSpacing(12);
    for (QLabel* label : {m_title, m_reason, m_next, m_checks})
        lines->addWidget(label);
    lines->addLayout(buttons);
    centreOn(*this, column);
    connect(retry, &QPushButton::clicked, this, &ConnectionFailure::retryWanted);
    connect(close, &QPushButton::clicked, this, &ConnectionFailure::closeWanted);
    connect(&context.theme, &Theme::changed, this, qOverload<>(&QWidget::update));
    connect(&context.cluster, &ClusterModel::changed, this, [this](const ChangeSet& changes) {
        if (changes.sources || changes.topology)
            refresh();
    });
    hide();
    refresh();
}

void ConnectionFailure::refresh()
{
    const AllUnreachable trouble = allUnreachable(m_context.cluster.store(), wallClockNow(), !isHidden());
    if (!trouble.title.isEmpty()) {
        m_title->setText(trouble.title);
        m_reason->setText(trouble.reason);
        m_next->setText(trouble.next);
        m_checks->setText(tr("Check:") + QStringLiteral("\n\u2022 ")
                          + trouble.checks.join(QStringLiteral("\n\u2022 ")));
        setAccessibleName(trouble.title);
        setAccessibleDescription(trouble.reason);
    }
    setVisible(!trouble.title.isEmpty());
    if (isHidden())
        m_timer.stop();
    else if (!m_timer.isActive())
        m_timer.start(1000, Qt::VeryCoarseTimer, this);
}

void ConnectionFailure::timerEvent(QTimerEvent* event)
{
    if (event->timerId() == m_timer.timerId())
        refresh();
    else
        QWidget::timerEvent(event);
}

void ConnectionFailure::paintEvent(QPaintEvent*)
{
    QPainter painter(this);
    painter.fillRect(rect(), toColor(m_context.theme.palette().window));
}

} // namespace lockstep

#include "moc_connectionfailure.cpp"
