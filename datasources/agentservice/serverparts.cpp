// SPDX-License-Identifier: GPL-3.0-or-later
#include "datasources/agentservice/serverparts.h"

#include "datasources/text/textfile.h"

#include <fmt/format.h>

#include <algorithm>
#include <csignal>
#include <openssl/err.h>
#include <openssl/pem.h>
#include <string_view>
#include <utility>
#include <vector>

namespace lockstep {

namespace {

using BioPtr = std::unique_ptr<BIO, decltype(&::BIO_free)>;
using X509Ptr = std::unique_ptr<X509, decltype(&::X509_free)>;
using KeyPtr = std::unique_ptr<EVP_PKEY, decltype(&::EVP_PKEY_free)>;

BioPtr bioOf(const std::string& text)
{
    return {::BIO_new_mem_buf(text.data(), static_cast<int>(text.size())), &::BIO_free};
}

/// Fails for a key with a passphrase, which cannot be entered.
int noPassphrase(char* /*buffer*/, int /*size*/, int /*isWriting*/, void* /*data*/)
{
    return 0;
}

std::vector<X509Ptr> certificatesIn(const std::string& text)
{
    std::vector<X509Ptr> certificates;
    const BioPtr bio = bioOf(text);
    while (X509* each = ::PEM_read_bio_X509(bio.get(), nullptr, &noPassphrase, nullptr))
        certificates.emplace_back(each, &::X509_free);
    ::ERR_clear_error(); // clears the expected error at the end of the file
    return certificates;
}

/// The server's certificate chain.
bool useCertificate(SSL_CTX* context, const std::string& certificateText, const std::string& keyText)
{
    const std::vector<X509Ptr> chain = certificatesIn(certificateText);
    const KeyPtr key(::PEM_read_bio_PrivateKey(bioOf(keyText).get(), nullptr, &noPassphrase, nullptr),
                     &::EVP_PKEY_free);
    if (chain.empty() || !key || ::SSL_CTX_use_certificate(context, chain.front().get()) != 1
        || ::SSL_CTX_use_PrivateKey(context, key.get()) != 1 || ::SSL_CTX_check_private_key(context) != 1)
        return false;
    for (std::size_t at = 1; at < chain.size(); ++at) {
        if (::SSL_CTX_add1_chain_cert(context, chain[at].get()) != 1)
            return false;
    }
    return true;
}

bool askClients(SSL_CTX* context, const std::string& authorityText)
{
    const std::vector<X509Ptr> authorities = certificatesIn(authorityText);
    for (const X509Ptr& authority : authorities) {
        ::X509_STORE_add_cert(::SSL_CTX_get_cert_store(context), authority.get());
        ::SSL_CTX_add_client_CA(context, authority.get());
    }
    // The configured authority is trusted, even if another authority has signed it.
    ::X509_VERIFY_PARAM_set_flags(::SSL_CTX_get0_param(context), X509_V_FLAG_PARTIAL_CHAIN);
    ::SSL_CTX_set_verify(context, SSL_VERIFY_PEER | SSL_VERIFY_FAIL_IF_NO_PEER_CERT, nullptr);
    return !authorities.empty();
}

int chooseProtocol(SSL* /*tls*/, const unsigned char** chosen, unsigned char* size, const unsigned char* offered,
                   unsigned int offeredSize, void* protocol)
{
    for (unsigned at = 0; at < offeredSize; at += offered[at] + 1U) {
        const std::string_view one(reinterpret_cast<const char*>(offered) + at + 1,
                                   std::min<std::size_t>(offered[at], offeredSize - at - 1));
        if (one == static_cast<const char*>(protocol)) {
            *chosen = offered + at + 1;
            *size = offered[at];
            return SSL_TLSEXT_ERR_OK;
        }
    }
    return SSL_TLSEXT_ERR_ALERT_FATAL;
}

TlsContext emptyContext(const char* protocol)
{
    TlsContext context(::SSL_CTX_new(::TLS_server_method()), &::SSL_CTX_free);
    ::SSL_CTX_set_min_proto_version(context.get(), TLS1_2_VERSION);
    ::SSL_CTX_set_options(context.get(),
                          SSL_OP_NO_RENEGOTIATION | SSL_OP_NO_COMPRESSION | SSL_OP_NO_TICKET
                              | SSL_OP_CIPHER_SERVER_PREFERENCE);
    ::SSL_CTX_set_num_tickets(context.get(), 0); // readers stay connected, so session resumption is not needed
    ::SSL_CTX_set_session_cache_mode(context.get(), SSL_SESS_CACHE_OFF);
    ::SSL_CTX_set_mode(context.get(),
                       SSL_MODE_ENABLE_PARTIAL_WRITE | SSL_MODE_ACCEPT_MOVING_WRITE_BUFFER | SSL_MODE_RELEASE_BUFFERS);
    // Forward secrecy and authenticated encryption only, also in TLS 1.2.
    ::SSL_CTX_set_cipher_list(context.get(), "ECDHE+AESGCM:ECDHE+CHACHA20:!aNULL");
    ::SSL_CTX_set_alpn_select_cb(context.get(), &chooseProtocol, const_cast<char*>(protocol));
    return context;
}

Result<TlsContext> readContext(const ServerOptions& options, const char* protocol)
{
    std::string certificate;
    std::string key;
    std::string clientCa;
    for (const auto& [path, text] :
         {std::pair(&options.certificateFile, &certificate), std::pair(&options.privateKeyFile, &key),
          std::pair(&options.clientCaFile, &clientCa)}) {
        if (path->empty())
            continue;
        Result<std::string> read = readTextFile(*path);
        if (!read.isOk())
            return read.error();
        *text = std::move(read).value();
    }
    TlsContext context = emptyContext(protocol);
    if (!useCertificate(context.get(), certificate, key)) {
        return Error{fmt::format("cannot serve TLS: {} and {} are not a PEM certificate and its private key",
                                 options.certificateFile, options.privateKeyFile)};
    }
    if (!options.clientCaFile.empty() && !askClients(context.get(), clientCa))
        return Error{fmt::format("cannot serve TLS: {} is not a PEM certificate", options.clientCaFile)};
    return context;
}

bool hasTls(const ServerOptions& options)
{
    return !options.certificateFile.empty();
}

/// Fails if serving would expose telemetry or a token on the network unencrypted, or if options are contradictory.
Status checkListening(const ServerOptions& options, const NetAddress& address)
{
    if (options.certificateFile.empty() != options.privateKeyFile.empty()) {
        return Error{fmt::format("TLS needs a certificate and its private key: {} is missing",
                                 options.certificateFile.empty() ? "the certificate" : "the private key")};
    }
    if (!options.clientCaFile.empty() && !hasTls(options))
        return Error{"client certificates require TLS: set a certificate and its private key"};
    if (!hasTls(options) && !address.isLoopback()) {
        return Error{fmt::format("{} requires TLS: set a certificate and a private key, or listen on a loopback "
                                 "address such as 127.0.0.1:{}",
                                 address.toString(), address.port)};
    }
    return success();
}

/// Checks permissions of key, token and configuration. Secrets that others can read cause a warning in the log; files
/// that others may write are rejected.
Status checkPrivacy(const ServerOptions& options)
{
    for (const auto& [path, isSecret] :
         {std::pair(&options.privateKeyFile, true), std::pair(&options.bearerTokenFile, true),
          std::pair(&options.certificateFile, false), std::pair(&options.clientCaFile, false)}) {
        FilePrivacy privacy = checkFilePrivacy(*path, isSecret);
        if (!privacy.status.isOk())
            return privacy.status;
        if (!privacy.warning.empty() && options.log)
            options.log(privacy.warning);
    }
    return success();
}

} // namespace

TlsIdentity::TlsIdentity(const ServerOptions& options, const char* protocol, TlsContext context)
    : m_options(options),
      m_protocol(protocol),
      m_certificateFile(options.certificateFile),
      m_keyFile(options.privateKeyFile),
      m_clientCaFile(options.clientCaFile),
      m_context(std::move(context))
{ }

Result<std::unique_ptr<TlsIdentity>> TlsIdentity::read(const ServerOptions& options, const char* protocol)
{
    Result<TlsContext> context = readContext(options, protocol);
    if (!context.isOk())
        return context.error();
    std::signal(SIGPIPE, SIG_IGN); // OpenSSL writes to sockets that peers have closed
    return std::unique_ptr<TlsIdentity>(new TlsIdentity(options, protocol, std::move(context).value()));
}

TlsContext TlsIdentity::context() const
{
    const std::scoped_lock lock(m_mutex);
    return m_context;
}

std::string TlsIdentity::reload()
{
    bool hasChanged = false;
    for (WatchedFile* file : {&m_certificateFile, &m_keyFile, &m_clientCaFile})
        hasChanged = file->hasChanged() || hasChanged;
    if (!hasChanged)
        return {};
    Result<TlsContext> context = readContext(m_options, m_protocol);
    if (!context.isOk()) // files are replaced one after the other, so the next check should succeed
        return fmt::format("{}; the previous certificate stays in use", context.error().message);
    const std::scoped_lock lock(m_mutex);
    m_context = std::move(context).value();
    return fmt::format("{}: new certificate loaded; it applies to new connections", m_options.certificateFile);
}

Result<ServerParts> ServerParts::prepare(const ServerOptions& options, const char* protocol)
{
    ServerParts parts;
    const Result<NetAddress> address = parseNetAddress(options.listen);
    if (!address.isOk())
        return Error{"cannot listen: " + address.error().message};
    if (Status allowed = checkListening(options, address.value()); !allowed.isOk())
        return allowed.error();
    if (Status isPrivate = checkPrivacy(options); !isPrivate.isOk())
        return isPrivate.error();
    Result<std::unique_ptr<ServerToken>> token = ServerToken::read(options.bearerTokenFile);
    if (!token.isOk())
        return token.error();
    parts.token = std::move(token).value();
    if (!options.certificateFile.empty()) {
        Result<std::unique_ptr<TlsIdentity>> read = TlsIdentity::read(options, protocol);
        if (!read.isOk())
            return read.error();
        parts.tls = std::move(read).value();
    }
    Result<ListeningSockets> listening = listenOn(address.value());
    if (!listening.isOk())
        return listening.error();
    parts.listening = std::move(listening).value();
    parts.address = address.value();
    parts.address.port = parts.listening.port;
    return parts;
}

bool ServerParts::reload(const std::function<void(const std::string&)>& log)
{
    if (tls) {
        if (const std::string news = tls->reload(); !news.empty())
            log(news);
    }
    bool isNew = false;
    if (const std::string news = token->reload(isNew); !news.empty())
        log(news);
    return isNew;
}

} // namespace lockstep
