// SPDX-License-Identifier: GPL-3.0-or-later
#include "models/analysis/causality/runbooks.h"

#include "models/analysis/causality/alert.h"
#include "models/core/topology/topology.h"
#include "models/core/visibletext.h"

#include <QDir>
#include <QFile>
#include <QFileInfo>

#include <algorithm>
#include <optional>

namespace lockstep {

namespace {

constexpr qsizetype maxLink = 2000;
constexpr std::size_t maxPlaces = 64;

/// Empty: the name cannot be used for a file.
QString fileNameOf(const std::string& name)
{
    const QString file = QString::fromStdString(name).replace(u'/', u'_');
    return file.startsWith(u'.') || file.contains(QChar::Null) ? QString() : file;
}

/// nullopt: there is no such file.
std::optional<QString> textOfFile(const QString& path)
{
    if (!QFileInfo(path).isFile())
        return std::nullopt;
    QFile file(path);
    if (!file.open(QIODevice::ReadOnly))
        return QStringLiteral("Cannot read %1: %2\n").arg(path, file.errorString());
    const QByteArray bytes = file.read(Runbooks::maxFileBytes + 1);
    if (bytes.size() > Runbooks::maxFileBytes)
        return QStringLiteral("%1: expected at most %2 KiB\n").arg(path).arg(Runbooks::maxFileBytes / 1024);
    return QString::fromStdString(visibleText(bytes.toStdString()));
}

/// The first address of a page in a text.
QString addressIn(const QString& text)
{
    const auto isPart = [](QChar each) {
        return each > u' ' && each < QChar(0x7f) && !QStringView(u"\"'<>()[]`\\").contains(each);
    };
    for (const auto* const scheme : {u"https://", u"http://"}) {
        const qsizetype from = text.indexOf(QStringView(scheme));
        qsizetype to = from;
        while (from >= 0 && to < text.size() && to - from < maxLink && isPart(text[to]))
            ++to;
        while (to > from && QStringView(u".,;:!?").contains(text[to - 1]))
            --to;
        if (to > from)
            return text.mid(from, to - from);
    }
    return {};
}

/// Combines a site's text with the text that it extends.
QString mergedText(const QString& site, const QString& extended)
{
    QStringList lines = site.split(u'\n');
    bool isThere = false;
    for (QString& line : lines) {
        if (line.trimmed() == u"{{runbook}}")
            line = std::exchange(isThere, true) ? QString() : extended;
    }
    return lines.join(u'\n');
}

QString ownRunbook(const QString& kind)
{
    QFile file(QStringLiteral(":/runbooks/%1.md").arg(kind));
    return file.open(QIODevice::ReadOnly) ? QString::fromUtf8(file.readAll()) : QString();
}

/// Names of an entity's place, outermost first.
std::vector<std::string> placesOf(const Topology& topology, EntityRef entity)
{
    std::vector<EntityRef> above;
    for (EntityRef each = entity; topology.contains(each); each = topology.parent(each))
        above.insert(above.begin(), each);
    std::vector<std::string> places;
    for (const EntityRef each : above) {
        if (each.kind == EntityKind::Rack && !topology.rackPlace(each).row.empty())
            places.push_back(topology.rackPlace(each).row);
    }
    for (std::uint32_t index = 0; index < topology.count(EntityKind::Loop); ++index) {
        const EntityRef loop{EntityKind::Loop, index};
        const auto isServed = [&](EntityRef each) {
            return std::ranges::find(topology.served(loop), each) != topology.served(loop).end();
        };
        if (loop != entity && std::ranges::any_of(above, isServed))
            places.push_back(topology.name(loop));
    }
    for (const EntityRef each : above)
        places.push_back(topology.name(each));
    return places;
}

} // namespace

Runbooks Runbooks::standard(const std::string& folder)
{
    std::vector<std::string> folders{"/etc/lockstep/runbooks"};
    const QString own = qEnvironmentVariable("XDG_CONFIG_HOME");
    folders.push_back(
        ((own.isEmpty() ? QDir::homePath() + QStringLiteral("/.config") : own) + QStringLiteral("/lockstep/runbooks"))
            .toStdString());
    if (!folder.empty())
        folders.push_back(folder);
    return Runbooks(std::move(folders));
}

Runbook Runbooks::runbookOf(const std::string& kind, std::span<const std::string> places) const
{
    Runbook found;
    const QString kindName = fileNameOf(kind);
    QString text = ownRunbook(kindName);
    QString ofSite;
    QString link;
    QString linkOfAll;
    const auto take = [&](const QString& folder, const QString& name) {
        const QString path = QStringLiteral("%1/%2.md").arg(folder, name);
        const std::optional<QString> site = name.isEmpty() ? std::nullopt : textOfFile(path);
        if (!site)
            return;
        const bool isOfAll = name == u"all";
        const QString address = addressIn(*site);
        (isOfAll ? linkOfAll : link)
            = address.isEmpty() ? QString::fromStdString(visibleLine(path.toStdString())) : address;
        const bool isReplaced = !isOfAll && !site->contains(u"{{runbook}}");
        text = isOfAll ? QStringLiteral("%1\n%2").arg(mergedText(*site, {}), text) : mergedText(*site, text);
        ofSite = isReplaced ? *site : QStringLiteral("%1\n%2").arg(mergedText(*site, {}), ofSite);
    };
    for (const QString& name : {kindName, QStringLiteral("all")}) {
        for (const std::string& each : m_folders) {
            const QString folder = QString::fromStdString(each);
            take(folder, name);
            for (const std::string& place : places.first(std::min(places.size(), maxPlaces))) {
                if (const QString under = fileNameOf(place); !under.isEmpty())
                    take(QStringLiteral("%1/%2").arg(folder, under), name);
            }
        }
    }
    found.text = text.toStdString();
    found.ofSite = ofSite.toStdString();
    found.link = (link.isEmpty() ? linkOfAll : link).toStdString();
    return found;
}

Runbook Runbooks::runbookOf(const Alert& alert, const Topology& topology) const
{
    std::vector<std::string> places;
    for (const EntityRef entity : alert.entities) {
        for (std::string& each : placesOf(topology, entity)) {
            if (std::ranges::find(places, each) == places.end())
                places.push_back(std::move(each));
        }
    }
    return runbookOf(alert.kind, places);
}

void Runbooks::link(Alert& alert, const Topology& topology) const
{
    if (m_folders.empty())
        return;
    if (std::string site = runbookOf(alert, topology).link; !site.empty())
        alert.runbook = std::move(site);
}

} // namespace lockstep
