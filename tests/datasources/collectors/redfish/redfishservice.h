// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "tests/datasources/http/httpserver.h"

#include <QJsonObject>
#include <QJsonValue>
#include <QMap>
#include <QString>
#include <QStringList>

#include <mutex>

namespace lockstep::test {

/// A Redfish service on loopback with TLS, and with pages from the test or a folder; collections are generated.
/// Supports sessions and ETags, and can misbehave page by page.
class RedfishService
{
public:
    explicit RedfishService(const TestCertificate& certificate);

    [[nodiscard]] std::string url() const { return m_server.url(); }
    [[nodiscard]] const HttpServer& server() const { return m_server; }

    void put(const QString& path, const QJsonObject& page);
    /// One value within a page, by the names on the way to it.
    void set(const QString& path, const QStringList& way, const QJsonValue& value);
    /// Loads resources with their path in "_uri", as in the examples of OCP's profiles.
    [[nodiscard]] bool load(const QString& folder);
    /// A mock-up: resources as index.json in folders that are called like their paths below /redfish/v1.
    [[nodiscard]] bool loadTree(const QString& folder);
    /// A small cooling unit: one connector on each side, two pumps, a leak detector, air.
    void putCoolingUnit();
    /// Replaces the answer for a path, byte for byte; empty: restores it.
    void misbehave(const QString& path, const std::string& answer);

    void requireLogin(bool hasSessions);
    void endSessions(); ///< as after a restart of the service
    [[nodiscard]] int logins() const { return take(m_logins); }
    [[nodiscard]] int openSessions() const { return take(m_openSessions); }
    [[nodiscard]] int reads(const QString& path) const; ///< number of complete answers
    [[nodiscard]] int unchanged(const QString& path) const; ///< answered with "not modified"

private:
    struct Page
    {
        QJsonObject content;
        int version = 1;
        int reads = 0;
        int unchanged = 0;
        std::string answer; ///< instead
    };

    [[nodiscard]] int take(const int& count) const
    {
        const std::scoped_lock lock(m_mutex);
        return count;
    }
    void addCollections();
    [[nodiscard]] std::string answer(const HttpQuestion& question);
    [[nodiscard]] std::string answerLogin(const HttpQuestion& question);
    [[nodiscard]] bool isIn(const HttpQuestion& question) const;

    mutable std::mutex m_mutex;
    QMap<QString, Page> m_pages;
    bool m_needsLogin = false;
    bool m_hasSessions = true;
    std::string m_token = "token-1";
    int m_logins = 0;
    int m_openSessions = 0;
    HttpServer m_server; ///< last
};

} // namespace lockstep::test
