// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/datasources/collectors/scheduler/slurmcluster.h"

#include "tests/support/waiting.h"

#include <QDeadlineTimer>
#include <QDir>
#include <QFile>
#include <QStandardPaths>
#include <QTest>

#include <netinet/in.h>
#include <sys/socket.h>
#include <unistd.h>

namespace lockstep::test {

using namespace Qt::StringLiterals;

namespace {

QString programPath(const QString& name)
{
    return QStandardPaths::findExecutable(name, {u"/usr/sbin"_s, u"/usr/bin"_s, u"/sbin"_s, u"/bin"_s});
}

/// Ports that are free at the moment.
QList<int> freePorts(int count)
{
    QList<int> sockets;
    QList<int> ports;
    for (int at = 0; at < count; ++at) {
        sockets.append(::socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0));
        sockaddr_in address{};
        address.sin_family = AF_INET;
        address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
        socklen_t size = sizeof(address);
        auto* const any = reinterpret_cast<sockaddr*>(&address);
        if (::bind(sockets.back(), any, size) != 0 || ::getsockname(sockets.back(), any, &size) != 0)
            qFatal("no port is free");
        ports.append(ntohs(address.sin_port));
    }
    for (const int each : sockets)
        ::close(each);
    return ports;
}

bool save(const QString& path, const QByteArray& text, QFile::Permissions permissions)
{
    QFile file(path);
    return file.open(QIODevice::WriteOnly) && file.write(text) == text.size() && file.setPermissions(permissions);
}

constexpr QFile::Permissions forAll = QFile::ReadOwner | QFile::WriteOwner | QFile::ReadGroup | QFile::ReadOther;

} // namespace

SlurmCluster::SlurmCluster() = default;

SlurmCluster::~SlurmCluster()
{
    if (m_rest != nullptr) { // jobs outlive their daemons
        run(u"scancel"_s, {u"--me"_s});
        (void)test::waitFor([this] { return run(u"squeue"_s, {u"-h"_s}).isEmpty(); });
    }
    for (auto program = m_programs.rbegin(); program != m_programs.rend(); ++program)
        (*program)->terminate();
    for (auto program = m_programs.rbegin(); program != m_programs.rend(); ++program) {
        if (!(*program)->waitForFinished()) {
            (*program)->kill();
            (*program)->waitForFinished();
        }
    }
}

QString SlurmCluster::write()
{
    const QList<int> ports = freePorts(4);
    const QString user = ::geteuid() == 0 ? u"root"_s : qEnvironmentVariable("USER");
    const QString text = uR"(ClusterName=loop
SlurmctldHost=localhost
SlurmctldPort=%2
SlurmdPort=%3
AuthType=auth/munge
AuthInfo=socket=%1/munge/munge.sock
CredType=cred/munge
SlurmUser=%6
SlurmdUser=%6
StateSaveLocation=%1/state
SlurmdSpoolDir=%1/spool.%n
SlurmctldPidFile=%1/slurmctld.pid
SlurmdPidFile=%1/slurmd.%n.pid
SlurmctldLogFile=%1/slurmctld.log
SlurmdLogFile=%1/slurmd.%n.log
SlurmdParameters=config_overrides
ProctrackType=proctrack/pgid
TaskPlugin=task/none
SwitchType=switch/none
MpiDefault=none
ReturnToService=2
SchedulerType=sched/builtin
SchedulerParameters=sched_min_interval=100000,batch_sched_delay=0
SelectType=select/cons_tres
SelectTypeParameters=CR_Core
GresTypes=gpu
JobAcctGatherType=jobacct_gather/none
AccountingStorageType=accounting_storage/none
JobRequeue=1
TaskProlog=%7/slurm-taskprolog.sh
Epilog=%7/slurm-epilog.sh
NodeName=n1 NodeHostname=localhost Port=%4 CPUs=8 Gres=gpu:4 RealMemory=1000
NodeName=n2 NodeHostname=localhost Port=%5 CPUs=8 Gres=gpu:4 RealMemory=1000
PartitionName=gpu Nodes=n1,n2 Default=YES MaxTime=INFINITE State=UP
)"_s.arg(m_folder.path())
                             .arg(ports[0])
                             .arg(ports[1])
                             .arg(ports[2])
                             .arg(ports[3])
                             .arg(user, qEnvironmentVariable("LOCKSTEP_SOURCE_DIR") + u"/resources/packaging/fleet"_s);
    QFile::setPermissions(m_folder.path(), forAll | QFile::ExeOwner | QFile::ExeGroup | QFile::ExeOther);
    const QDir folder(m_folder.path());
    QByteArray key(1024, '\0');
    QFile random(u"/dev/urandom"_s);
    const bool isWritten = folder.mkpath(u"state"_s) && folder.mkpath(u"munge"_s) && folder.mkpath(u"rest"_s)
        && random.open(QIODevice::ReadOnly) && random.read(key.data(), key.size()) == key.size()
        && save(m_folder.filePath(u"munge.key"_s), key, QFile::ReadOwner | QFile::WriteOwner)
        && save(m_folder.filePath(u"gres.conf"_s), "NodeName=n[1-2] Name=gpu File=/dev/tty[0-3]\n", forAll)
        && save(configuration(), text.toUtf8(), forAll);
    return isWritten ? QString() : u"the files of a Slurm could not be written"_s;
}

QProcess& SlurmCluster::launch(const QString& program, const QStringList& arguments)
{
    m_programs.push_back(std::make_unique<QProcess>());
    QProcess& process = *m_programs.back();
    QProcessEnvironment environment = QProcessEnvironment::systemEnvironment();
    environment.insert(u"SLURM_CONF"_s, configuration());
    process.setProcessEnvironment(environment);
    process.setProcessChannelMode(QProcess::MergedChannels);
    process.setStandardOutputFile(m_folder.filePath(program + u".out"_s), QIODevice::Append);
    process.start(programPath(program), arguments);
    process.waitForStarted();
    return process;
}

QString SlurmCluster::lastWords(const QString& log) const
{
    QFile file(m_folder.filePath(log));
    const QByteArray text = file.open(QIODevice::ReadOnly) ? file.readAll().trimmed() : QByteArray("it said nothing");
    return QString::fromUtf8(text.mid(text.lastIndexOf('\n') + 1));
}

QString SlurmCluster::start()
{
    for (const QString& program : {u"munged"_s, u"slurmctld"_s, u"slurmd"_s, u"slurmrestd"_s, u"setpriv"_s}) {
        if (programPath(program).isEmpty())
            return program + u" is not installed (Debian: slurm-wlm slurmrestd munge)"_s;
    }
    if (::geteuid() != 0)
        return u"Slurm's daemons start only as root here"_s; // slurmrestd must not run as slurmctld's user
    if (const QString problem = write(); !problem.isEmpty())
        return problem;
    const auto in = [this](const char* name) {
        return m_folder.filePath(QString::fromLatin1(name));
    };
    (void)launch(u"munged"_s,
                 {u"--foreground"_s, u"--force"_s, u"--key-file="_s + in("munge.key"),
                  u"--socket="_s + in("munge/munge.sock"), u"--pid-file="_s + in("munge/munged.pid"),
                  u"--seed-file="_s + in("munge/munged.seed"), u"--log-file="_s + in("munge/munged.log")});
    if (!test::waitFor([&] { return QFile::exists(in("munge/munge.sock")); }))
        return u"munged does not start: "_s + lastWords(u"munged.out"_s);
    QProcess& controller = launch(u"slurmctld"_s, {u"-D"_s, u"-i"_s, u"-f"_s, configuration()});
    for (const QString& node : {u"n1"_s, u"n2"_s})
        (void)launch(u"slurmd"_s, {u"-D"_s, u"-N"_s, node, u"-f"_s, configuration()});
    startRest();
    const auto areIdle = [this] {
        return run(u"sinfo"_s, {u"-h"_s, u"-N"_s, u"-o"_s, u"%T"_s}) == u"idle\nidle\n"_s;
    };
    if (!test::waitFor([&] { return controller.state() == QProcess::NotRunning || areIdle(); })
        || controller.state() == QProcess::NotRunning)
        return u"slurmctld does not start here: "_s + lastWords(u"slurmctld.log"_s);
    if (!test::waitFor([&] { return QFile::exists(socket()); }))
        return u"slurmrestd does not start here: "_s + lastWords(u"setpriv.out"_s);
    return {};
}

/// It must run neither as root nor as slurmctld's user.
void SlurmCluster::startRest()
{
    QFile::remove(socket());
    if (::chown(qPrintable(m_folder.filePath(u"rest"_s)), 65534, 65534) != 0)
        qWarning("slurmrestd has no folder for its socket");
    m_rest = &launch(u"setpriv"_s,
                     {u"--reuid=65534"_s, u"--regid=65534"_s, u"--clear-groups"_s, programPath(u"slurmrestd"_s),
                      u"-f"_s, configuration(), u"-s"_s, u"openapi/v0.0.38"_s, u"-a"_s, u"rest_auth/local"_s,
                      u"unix:"_s + socket()});
}

void SlurmCluster::stopRest()
{
    m_rest->kill();
    m_rest->waitForFinished();
}

QString SlurmCluster::run(const QString& program, const QStringList& arguments) const
{
    QProcess process;
    QProcessEnvironment environment = QProcessEnvironment::systemEnvironment();
    environment.insert(u"SLURM_CONF"_s, configuration());
    process.setProcessEnvironment(environment);
    process.setWorkingDirectory(m_folder.path());
    process.start(programPath(program), arguments);
    process.waitForFinished(test::hangTimeoutMs);
    return QString::fromUtf8(process.readAllStandardOutput());
}

} // namespace lockstep::test
