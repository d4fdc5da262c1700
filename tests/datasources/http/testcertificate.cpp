// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/datasources/http/testcertificate.h"

#include <atomic>
#include <cstdio>
#include <memory>
#include <openssl/evp.h>
#include <openssl/pem.h>
#include <openssl/x509v3.h>
#include <stdexcept>

namespace lockstep::test {

namespace {

using Key = std::unique_ptr<EVP_PKEY, decltype(&EVP_PKEY_free)>;
using Certificate = std::unique_ptr<X509, decltype(&X509_free)>;

void require(bool isTrue)
{
    if (!isTrue)
        throw std::runtime_error("no certificate for a test");
}

void extend(X509* certificate, int which, const char* value)
{
    X509V3_CTX context;
    X509V3_set_ctx_nodb(&context);
    X509V3_set_ctx(&context, certificate, certificate, nullptr, nullptr, 0);
    X509_EXTENSION* const extension = X509V3_EXT_conf_nid(nullptr, &context, which, value);
    require(extension != nullptr && X509_add_ext(certificate, extension, -1) == 1);
    X509_EXTENSION_free(extension);
}

template <class Write>
void writeFile(const std::string& path, Write write)
{
    std::FILE* const file = std::fopen(path.c_str(), "w");
    require(file != nullptr);
    const bool isWritten = write(file) == 1;
    std::fclose(file);
    require(isWritten);
}

} // namespace

TestCertificate::TestCertificate(const std::string& folder, std::chrono::seconds lasts)
{
    static std::atomic<int> count = 0;
    const std::string name = folder + "/loopback" + std::to_string(++count);
    m_certificateFile = name + ".pem";
    m_keyFile = name + ".key";
    const Key key(EVP_PKEY_Q_keygen(nullptr, nullptr, "EC", "P-256"), &EVP_PKEY_free);
    const Certificate certificate(X509_new(), &X509_free);
    require(key && certificate);
    X509* const its = certificate.get();
    X509_set_version(its, 2);
    ASN1_INTEGER_set(X509_get_serialNumber(its), count);
    X509_gmtime_adj(X509_getm_notBefore(its), -7200);
    X509_gmtime_adj(X509_getm_notAfter(its), static_cast<long>(lasts.count()));
    X509_set_pubkey(its, key.get());
    X509_NAME* const subject = X509_get_subject_name(its);
    X509_NAME_add_entry_by_txt(subject, "CN", MBSTRING_ASC, reinterpret_cast<const unsigned char*>("localhost"), -1, -1,
                               0);
    X509_set_issuer_name(its, subject);
    extend(its, NID_basic_constraints, "critical,CA:TRUE");
    extend(its, NID_subject_alt_name, "DNS:localhost,IP:127.0.0.1");
    require(X509_sign(its, key.get(), EVP_sha256()) > 0);
    writeFile(m_certificateFile, [its](std::FILE* file) { return PEM_write_X509(file, its); });
    writeFile(m_keyFile, [&key](std::FILE* file) {
        return PEM_write_PrivateKey(file, key.get(), nullptr, nullptr, 0, nullptr, nullptr);
    });
}

} // namespace lockstep::test
