#if canImport(Glibc)
import Glibc
#endif

/// A file's permissions.
func mode(of path: String) -> mode_t {
    var status = stat()
    return lstat(path, &status) == 0 ? status.st_mode & 0o777 : 0
}

/// Sets a file's modification time, in seconds since 1970.
func setWritten(_ path: String, seconds: Int64) {
    let time = timespec(tv_sec: Int(seconds), tv_nsec: 0)
    utimensat(AT_FDCWD, path, [time, time], 0)
}
