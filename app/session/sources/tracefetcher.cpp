// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/session/sources/tracefetcher.h"

#include "datasources/agentclient/tracefetch.h"
#include "models/view/translation.h"

#include <QDateTime>
#include <QDir>
#include <QFile>

#include <utility>

namespace lockstep {

TraceFetcher::~TraceFetcher()
{
    stop();
}

void TraceFetcher::stop()
{
    for (std::jthread& thread : m_threads)
        thread.request_stop();
    m_threads.clear();
    m_running = 0;
}

void TraceFetcher::start(std::vector<AgentEndpoint> agents, const TraceOrder& order, const QString& folder)
{
    begin(std::move(agents), QString::fromStdString(order.job), folder,
          [order](const AgentEndpoint& agent, const std::string& place, const std::stop_token& stop,
                  const ProgressHandler& say) { return fetchTrace(agent, order, place, stop, say); });
}

void TraceFetcher::startDumps(std::vector<AgentEndpoint> agents, const QString& job, const QString& folder)
{
    begin(std::move(agents), job.isEmpty() ? QStringLiteral("dumps") : QStringLiteral("dumps-") + job, folder,
          [name = job.toStdString()](const AgentEndpoint& agent, const std::string& place, const std::stop_token& stop,
                                     const ProgressHandler& say) { return fetchDumps(agent, name, place, stop, say); });
}

void TraceFetcher::begin(std::vector<AgentEndpoint> agents, const QString& name, const QString& folder,
                         const Fetch& fetch)
{
    stop();
    m_files.clear();
    m_problem.clear();
    QString job = name.left(40);
    for (QChar& letter : job) {
        const bool isPlain = letter.isLetterOrNumber() || letter == QLatin1Char('-') || letter == QLatin1Char('_');
        letter = isPlain ? letter : QLatin1Char('-');
    }
    const QString place
        = QStringLiteral("%1/%2-%3")
              .arg(folder, job, QDateTime::currentDateTimeUtc().toString(QStringLiteral("yyyyMMdd-HHmmss-zzz")));
    if (agents.empty() || !QDir().mkpath(place)) {
        Q_EMIT finished({},
                        agents.empty() ? tr("no agent is connected") : tr("cannot create the folder %1").arg(place));
        return;
    }
    QFile::setPermissions(place, QFile::ReadOwner | QFile::WriteOwner | QFile::ExeOwner);
    agents.resize(std::min(agents.size(), maxAgents));
    m_running = agents.size();
    for (AgentEndpoint& agent : agents) {
        m_threads.emplace_back([this, agent = std::move(agent), fetch, place](const std::stop_token& stop) {
            const auto say = [this](const std::string& sentence) {
                QMetaObject::invokeMethod(
                    this, [this, text = QString::fromStdString(sentence)] { Q_EMIT progressed(text); },
                    Qt::QueuedConnection);
            };
            auto fetched
                = std::make_shared<Result<std::vector<std::string>>>(fetch(agent, place.toStdString(), stop, say));
            if (!stop.stop_requested())
                QMetaObject::invokeMethod(
                    this, [this, fetched] { take(std::move(*fetched)); }, Qt::QueuedConnection);
        });
    }
}

void TraceFetcher::take(Result<std::vector<std::string>> fetched)
{
    if (m_running == 0)
        return; // cancelled meanwhile
    if (fetched.isOk()) {
        for (const std::string& file : fetched.value())
            m_files.append(QString::fromStdString(file));
    } else if (m_problem.isEmpty()) {
        m_problem = QString::fromStdString(fetched.error().message);
    }
    if (--m_running > 0)
        return;
    m_threads.clear();
    Q_EMIT finished(m_files, m_files.isEmpty() ? m_problem : QString());
}

} // namespace lockstep

#include "moc_tracefetcher.cpp"
