#include "fem/readers/gmsh_cage.hpp"

#include <fcntl.h>
#include <linux/audit.h>
#include <linux/filter.h>
#include <linux/seccomp.h>
#include <sched.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/syscall.h>
#include <unistd.h>

#include <array>
#include <cerrno>
#include <csignal>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <initializer_list>
#include <system_error>
#include <vector>

namespace slideway::fem {

namespace {

#if defined(__x86_64__)
constexpr std::uint32_t this_machine = AUDIT_ARCH_X86_64;
#elif defined(__aarch64__) && defined(__AARCH64EL__)
constexpr std::uint32_t this_machine = AUDIT_ARCH_AARCH64;
#else
constexpr std::uint32_t this_machine = 0; // the arguments of its system calls are not known here
#endif

// Calls that are harmless with any arguments.
constexpr auto allowed = std::to_array<std::uint32_t>({
    __NR_read,
    __NR_write,
    __NR_readv,
    __NR_writev,
    __NR_pread64,
    __NR_lseek,
    __NR_close,
    __NR_fstat,
    __NR_newfstatat,
    __NR_statx,
    __NR_faccessat,
    __NR_faccessat2,
    __NR_readlinkat,
    __NR_getdents64,
    __NR_getcwd,
    __NR_mmap,
    __NR_mprotect,
    __NR_munmap,
    __NR_mremap,
    __NR_madvise,
    __NR_brk,
    __NR_futex,
    __NR_set_robust_list,
    __NR_set_tid_address,
    __NR_rseq,
    __NR_rt_sigaction,
    __NR_rt_sigprocmask,
    __NR_rt_sigreturn,
    __NR_sigaltstack,
    __NR_restart_syscall,
    __NR_getpid,
    __NR_gettid,
    __NR_getppid,
    __NR_getuid,
    __NR_geteuid,
    __NR_getgid,
    __NR_getegid,
    __NR_clock_gettime,
    __NR_clock_getres,
    __NR_clock_nanosleep,
    __NR_nanosleep,
    __NR_gettimeofday,
    __NR_times,
    __NR_getrusage,
    __NR_sysinfo,
    __NR_uname,
    __NR_getrandom,
    __NR_sched_yield,
    __NR_sched_getaffinity,
    __NR_exit,
    __NR_exit_group,
#ifdef __NR_stat // older calls that x86-64 has and arm64 does not
    __NR_stat,
    __NR_lstat,
    __NR_access,
    __NR_readlink,
    __NR_time,
    __NR_arch_prctl,
#endif
});

// Calls that end the process; SIGSYS reports the reason to the reader.
constexpr auto deadly = std::to_array<std::uint32_t>({
    __NR_execve,
    __NR_execveat,
#ifdef __NR_fork
    __NR_fork,
    __NR_vfork,
#endif
});

class Filter {
public:
    Filter()
    {
        load(offsetof(seccomp_data, arch));
        jump(BPF_JEQ, this_machine, 1, 0);
        answer(SECCOMP_RET_KILL_PROCESS);
        load(offsetof(seccomp_data, nr));
    }
    void call(std::uint32_t number, std::uint32_t action)
    {
        jump(BPF_JEQ, number, 0, 1);
        answer(action);
    }
    /// Returns `hit` if the low half of the argument has one of the bits, otherwise `miss`. The
    /// high half of these arguments is unused.
    void bits(std::uint32_t number, int argument, std::uint32_t mask, std::uint32_t hit,
              std::uint32_t miss)
    {
        jump(BPF_JEQ, number, 0, 4);
        load(low(argument));
        jump(BPF_JSET, mask, 0, 1);
        answer(hit);
        answer(miss);
    }
    /// Allows the call if `value` is the whole argument.
    void with(std::uint32_t number, int argument, std::uint32_t value)
    {
        jump(BPF_JEQ, number, 0, 6);
        load(low(argument));
        jump(BPF_JEQ, value, 0, 3);
        load(low(argument) + 4);
        jump(BPF_JEQ, 0, 0, 1);
        answer(SECCOMP_RET_ALLOW);
        answer(SECCOMP_RET_ERRNO | EPERM);
    }
    /// Allows the call if the low half of the argument, which is all of it, is one of `values`.
    void with_one_of(std::uint32_t number, int argument,
                     std::initializer_list<std::uint32_t> values)
    {
        jump(BPF_JEQ, number, 0, static_cast<int>(2 + 2 * values.size()));
        load(low(argument));
        for (const std::uint32_t value : values) {
            jump(BPF_JEQ, value, 0, 1);
            answer(SECCOMP_RET_ALLOW);
        }
        answer(SECCOMP_RET_ERRNO | EPERM);
    }
    void answer(std::uint32_t action) { code_.push_back(BPF_STMT(BPF_RET | BPF_K, action)); }
    std::vector<sock_filter>& code() { return code_; }

private:
    static std::uint32_t low(int argument) // both machines are little-endian
    {
        return static_cast<std::uint32_t>(offsetof(seccomp_data, args) +
                                          sizeof(std::uint64_t) *
                                              static_cast<std::size_t>(argument));
    }
    void load(std::size_t offset)
    {
        code_.push_back(BPF_STMT(BPF_LD | BPF_W | BPF_ABS, static_cast<std::uint32_t>(offset)));
    }
    void jump(int test, std::uint32_t value, int if_true, int if_false)
    {
        code_.push_back(BPF_JUMP(static_cast<std::uint16_t>(BPF_JMP | test | BPF_K), value,
                                 static_cast<std::uint8_t>(if_true),
                                 static_cast<std::uint8_t>(if_false)));
    }
    std::vector<sock_filter> code_;
};

std::vector<sock_filter> filter()
{
    Filter f;
    for (const std::uint32_t call : allowed)
        f.call(call, SECCOMP_RET_ALLOW);
    for (const std::uint32_t call : deadly)
        f.call(call, SECCOMP_RET_KILL_PROCESS);
    const std::uint32_t writing = O_ACCMODE | O_CREAT | O_TRUNC;
    f.bits(__NR_openat, 2, writing, SECCOMP_RET_ERRNO | EACCES, SECCOMP_RET_ALLOW);
#ifdef __NR_open
    f.bits(__NR_open, 1, writing, SECCOMP_RET_ERRNO | EACCES, SECCOMP_RET_ALLOW);
#endif
    // Allows threads but no processes. The flags of clone3 cannot be inspected; without it
    // glibc uses clone.
    f.bits(__NR_clone, 0, CLONE_THREAD, SECCOMP_RET_ALLOW, SECCOMP_RET_KILL_PROCESS);
    f.call(__NR_clone3, SECCOMP_RET_ERRNO | ENOSYS);
    // The receiver of signals of a ready descriptor must not be changed.
    f.with_one_of(__NR_fcntl, 1, {F_DUPFD, F_DUPFD_CLOEXEC, F_GETFD, F_SETFD, F_GETFL});
    f.call(__NR_ioctl, SECCOMP_RET_ERRNO | ENOTTY);
    const auto self = static_cast<std::uint32_t>(getpid());
    f.with(__NR_tgkill, 0, self); // abort()
    f.with(__NR_kill, 0, self);
    f.with(__NR_prlimit64, 2, 0); // reading limits only
    f.answer(SECCOMP_RET_ERRNO | ENOSYS);
    return f.code();
}

} // namespace

bool end_with(int parent)
{
    return prctl(PR_SET_PDEATHSIG, SIGKILL) == 0 && getppid() == parent;
}

void limit_memory(double bytes)
{
    const rlimit none{0, 0}, limit{static_cast<rlim_t>(bytes), static_cast<rlim_t>(bytes)};
    if (setrlimit(RLIMIT_CORE, &none) != 0 || (bytes > 0 && setrlimit(RLIMIT_AS, &limit) != 0))
        throw std::system_error(errno, std::generic_category(), "limit of memory");
}

std::string close_cage()
{
    if (this_machine == 0)
        return "not for this kind of processor";
    std::vector<sock_filter> code = filter();
    const sock_fprog program{static_cast<unsigned short>(code.size()), code.data()};
    if (prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0) != 0 ||
        syscall(SYS_seccomp, SECCOMP_SET_MODE_FILTER, SECCOMP_FILTER_FLAG_TSYNC, &program) != 0)
        return std::strerror(errno);
    return "";
}

} // namespace slideway::fem
