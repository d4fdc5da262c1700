// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/session/recordfolder.h"
#include "datasources/incidents/bundleimport.h"
#include "datasources/text/commandpage.h"
#include "models/core/result.h"
#include "models/view/time/timewindow.h"

#include <QSize>
#include <QString>
#include <QStringList>

#include <chrono>
#include <cstdint>
#include <optional>

namespace lockstep {

struct AgentEndpoint;
struct EngineEndpoint;

/// Command-line options of the dashboard. A plain value.
struct StartOptions
{
    QStringList connect; ///< "host:port" each
    QString clusterFile;
    bool demo = false; ///< a simulated cluster inside this process
    QString exercise; ///< "surprise", a built-in drill or a drill's file; empty: none
    QString role; ///< of the exercise: "facilities", "training", "both" or empty
    std::optional<std::uint64_t> exerciseSeed; ///< nullopt: random
    bool here = false; ///< this machine, through an agent inside this process

    QStringList traces; ///< files, folders or RANK=FILE to show

    RecordFolder record; ///< where live data is recorded
    QString replay; ///< a recording to show instead of live sources
    QString compare; ///< a recording to compare with
    bool isFromLink = false; ///< the source is from a link, see viewlink.h: untrusted, so ask before opening it
    QString linkProblem; ///< why a link was rejected; empty: there was none, or it is valid

    QString caFile; ///< for --connect: TLS, mutual TLS, token
    QString certificateFile;
    QString privateKeyFile;
    QString tokenFile;

    QString prometheus; ///< http(s) address of a Prometheus-compatible server
    QString prometheusUser;
    QString prometheusPasswordFile;
    QString prometheusMapping; ///< mapping for a site's own exporters

    QString theme; ///< "dark", "light" or empty: the last one
    int workspace = 0; ///< 1 to 5; 0: the last one
    QString metric; ///< name of the metric to show first
    QString select; ///< path or name of the entity to select once it is known
    std::optional<TimeWindow::Place> place; ///< when to show it; nullopt: the source's default
    std::optional<QSize> size;
    std::chrono::minutes history{10};

    std::optional<BundleChoice> bundleChoice; ///< if a bundle's incidents differ from those stored; nullopt: ask
    QString runbooks; ///< folder of the site's runbooks; empty: only those in the configuration folders
    QString incidentsFile; ///< database of incidents; empty: the user's own
    QString screenshotFile;
    QString statsFile;
    std::optional<std::chrono::milliseconds> after; ///< when to take the screenshot or to exit
    bool freshSettings = false; ///< neither read nor write the user's settings

    /// Credentials for agents; the caller fills in the address.
    [[nodiscard]] AgentEndpoint credentials() const;
    [[nodiscard]] EngineEndpoint engine() const; ///< the same for Prometheus-compatible servers
};

/// The command line, and the options parsed from it.
struct CommandLine
{
    StartOptions options;
    CommandInput input;
};

[[nodiscard]] CommandPage dashboardPage();

/// Parses arguments, without the program's name. Errors name the option and the expected value. A rejected link is not
/// an error but is reported in the window, because a user who clicks on a link sees no standard error.
[[nodiscard]] Result<CommandLine> parseCommandLine(const QStringList& arguments);

} // namespace lockstep
