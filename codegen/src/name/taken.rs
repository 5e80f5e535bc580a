//! Words that languages and their libraries have taken.

/// Keywords of C (to C23) and Rust (all editions, reserved ones included), lower case.
const KEYWORDS: &str = "\
    abstract alignas alignof as asm async auto await become bool box break case char const constexpr continue crate \
    default do double dyn else enum extern false final float fn for gen goto if impl in inline int let long loop macro \
    match mod move mut nullptr override priv pub ref register restrict return self short signed sizeof static \
    static_assert struct super switch thread_local trait true try type typedef typeof typeof_unqual union unsafe unsigned \
    unsized use virtual void volatile where while yield";

/// Keywords of C++20 that are none of C or Rust.
const CPP_KEYWORDS: &str = "\
    and and_eq bitand bitor catch char16_t char32_t char8_t class co_await co_return co_yield compl concept const_cast \
    consteval constinit decltype delete dynamic_cast explicit export friend mutable namespace new noexcept not not_eq \
    operator or or_eq private protected public reinterpret_cast requires static_cast template this throw typeid typename \
    using wchar_t xor xor_eq";

/// Macros in lower case of C headers and of compilers.
const MACROS: &str = "\
    assert complex environ errno far i386 imaginary interface linux near small stderr stdin stdout sun unix";

/// Macros in upper case of the headers of C and POSIX, but for [`FAMILIES`] and [`LIMITED`].
const UPPER_MACROS: &str = "\
    BIG_ENDIAN BUFSIZ BYTE_ORDER CHAR_BIT CLOCKS_PER_SEC DECIMAL_DIG E2BIG EACCES EADDRINUSE EADDRNOTAVAIL EAFNOSUPPORT \
    EAGAIN EALREADY EBADF EBADMSG EBUSY ECANCELED ECHILD ECONNABORTED ECONNREFUSED ECONNRESET EDEADLK EDESTADDRREQ EDOM \
    EDQUOT EEXIST EFAULT EFBIG EHOSTUNREACH EIDRM EILSEQ EINPROGRESS EINTR EINVAL EIO EISCONN EISDIR ELOOP EMFILE EMLINK \
    EMSGSIZE EMULTIHOP ENAMETOOLONG ENETDOWN ENETRESET ENETUNREACH ENFILE ENOBUFS ENODATA ENODEV ENOENT ENOEXEC ENOLCK \
    ENOLINK ENOMEM ENOMSG ENOPROTOOPT ENOSPC ENOSR ENOSTR ENOSYS ENOTCONN ENOTDIR ENOTEMPTY ENOTRECOVERABLE ENOTSOCK \
    ENOTSUP ENOTTY ENXIO EOF EOPNOTSUPP EOVERFLOW EOWNERDEAD EPERM EPIPE EPROTO EPROTONOSUPPORT EPROTOTYPE ERANGE EROFS \
    ESPIPE ESRCH ESTALE ETIME ETIMEDOUT ETXTBSY EWOULDBLOCK EXDEV EXIT_FAILURE EXIT_SUCCESS FALSE HUGE HUGE_VAL HUGE_VALF \
    HUGE_VALL I INFINITY LITTLE_ENDIAN MATH_ERREXCEPT MATH_ERRNO MAXFLOAT MB_CUR_MAX MB_LEN_MAX M_1_PI M_2_PI M_2_SQRTPI \
    M_E M_LN10 M_LN2 M_LOG10E M_LOG2E M_PI M_PI_2 M_PI_4 M_SQRT1_2 M_SQRT2 NAN NSIG NULL NZERO SIGABRT SIGALRM SIGBUS \
    SIGCHLD SIGCONT SIGFPE SIGHUP SIGILL SIGINT SIGKILL SIGPIPE SIGPOLL SIGPROF SIGQUIT SIGSEGV SIGSTOP SIGSYS SIGTERM SIGTRAP \
    SIGTSTP SIGTTIN SIGTTOU SIGURG SIGUSR1 SIGUSR2 SIGVTALRM SIGXCPU SIGXFSZ SNAN TIME_UTC TMP_MAX TRUE WEOF";

/// How the names of many macros start.
const FAMILIES: [&str; 7] = ["DBL_", "FE_", "FLT_", "FP_", "LDBL_", "SEEK_", "SIG_"];

/// Types and tables that have `_MAX`, `_MIN` or `_WIDTH`.
const LIMITED: &str = "\
    BOOL CHAR FILENAME FOPEN INT INT16 INT32 INT64 INT8 INTMAX INTPTR LLONG LONG NAME PATH PTRDIFF RAND SCHAR SHRT SIZE SSIZE UCHAR \
    UINT UINT16 UINT32 UINT64 UINT8 UINTMAX UINTPTR ULLONG ULONG USHRT WCHAR WINT";

/// Headers of C (to C23), of POSIX, and of platforms, without `.h`.
const HEADERS: &str = "\
    alloca assert complex cpio ctype direct dirent dlfcn endian errno fcntl features fenv float fmtmsg fnmatch ftw getopt \
    glob grp iconv intrin inttypes io iso646 langinfo libgen libintl limits link locale malloc math memory monetary mqueue \
    netdb poll process pthread pwd regex sched search semaphore setjmp signal spawn stdalign stdarg stdatomic stdbit \
    stdbool stdckdint stddef stdint stdio stdlib stdnoreturn string strings syslog tar termios tgmath threads time trace \
    uchar ucontext ulimit unistd utime utmpx values wchar wctype windows wordexp";

/// Words in upper camel case that a type of Rust cannot have: a keyword, the names of the prelude (edition 2024), which a type of a user would
/// hide from the code beside it, and the status that stands in generated files.
const RUST_TYPES: &str = "\
    AsMut AsRef AsyncFn AsyncFnMut AsyncFnOnce Box Clone Copy Default DoubleEndedIterator Drop Eq Err ExactSizeIterator Extend Fn FnMut \
    FnOnce From FromIterator Future Into IntoFuture IntoIterator Iterator None Ok Option Ord PartialEq PartialOrd Result Self Send Sized \
    Some Status String Sync ToOwned ToString TryFrom TryInto Unpin Vec";

fn has(list: &str, word: &str) -> bool {
    list.split(' ').any(|one| one == word)
}

/// Whether a word in lower case is a keyword of C or Rust.
pub(crate) fn is_keyword(word: &str) -> bool {
    has(KEYWORDS, word)
}

/// Whether a word is a keyword of C++ that is none of C or Rust.
pub(crate) fn is_cpp_keyword(word: &str) -> bool {
    has(CPP_KEYWORDS, word)
}

/// Whether a word in upper camel case means something else in Rust than a type of a user.
pub(super) fn is_rust_type(word: &str) -> bool {
    has(RUST_TYPES, word)
}

/// Whether a word is a macro of C headers or of compilers, one that stands for something without parentheses behind it.
pub(crate) fn is_macro(word: &str) -> bool {
    // `M_PIf` and `M_PIl` are π in other types.
    let plain = word.strip_suffix(['f', 'l']).unwrap_or(word);
    let is_limit = word
        .rsplit_once('_')
        .is_some_and(|(of, what)| matches!(what, "MAX" | "MIN" | "WIDTH") && has(LIMITED, of));
    let upper = !word.contains(|c: char| c.is_ascii_lowercase());
    let is_of_family = upper && FAMILIES.iter().any(|family| word.starts_with(family));
    has(MACROS, word) || has(UPPER_MACROS, plain) || is_limit || is_of_family
}

/// Whether a C compiler or its libraries have a header of this name, without `.h`.
pub(super) fn is_header(name: &str) -> bool {
    has(HEADERS, name)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn macros_are_told_from_names_like_them() {
        for taken in [
            "linux",
            "NULL",
            "errno",
            "M_PI",
            "M_PIf",
            "EOF",
            "EINVAL",
            "I",
            "UINT8_MAX",
            "SIGINT",
            "SIG_IGN",
            "DBL_EPSILON",
        ] {
            assert!(is_macro(taken), "{taken}");
        }
        for free in [
            "M", "M_1", "EI", "E1", "L_MAX", "i", "null", "SIGMA", "J", "mass", "MAX",
        ] {
            assert!(!is_macro(free), "{free}");
        }
    }
}
