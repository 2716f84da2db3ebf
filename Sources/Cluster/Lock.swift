#if canImport(Glibc)
import Glibc
#endif

/// Held by the one supervisor of a data directory; the system lets go of it when the process ends.
///
/// A lock of the process, not of the open file: what the supervisor starts does not inherit it.
struct Lock {
    private let file: Int32

    init(_ directory: DataDirectory) throws(ClusterError) {
        file = open(directory.lock, O_RDWR | O_CREAT | O_NOFOLLOW | O_CLOEXEC, 0o644)
        guard file >= 0 else {
            throw ClusterError(
                "\(directory.lock) cannot be opened: \(String(cString: strerror(errno)))"
            )
        }
        var request = Self.whole
        guard fcntl(file, F_SETLK, &request) == 0 else {
            close(file)
            throw ClusterError("a cluster runs already on \(directory.path): see gauntlet status")
        }
    }

    func release() {
        close(file)
    }

    /// The process that holds a directory's lock; `nil` where none does.
    ///
    /// Others may read the file, and so lock it too; a supervisor is a process of the file's owner.
    static func holder(of directory: DataDirectory) -> Int32? {
        let file = open(directory.lock, O_RDONLY | O_CLOEXEC)
        guard file >= 0 else { return nil }
        defer { close(file) }
        var question = whole
        guard fcntl(file, F_GETLK, &question) == 0, question.l_type != Int16(F_UNLCK) else {
            return nil
        }
        return isSupervisor(question.l_pid, of: file) ? question.l_pid : nil
    }

    /// Of a lock that no process holds for itself alone the system tells -1, which as a process to
    /// end would be all of them.
    private static func isSupervisor(_ pid: Int32, of file: Int32) -> Bool {
        var (owner, process) = (stat(), stat())
        return pid > 1 && fstat(file, &owner) == 0 && stat("/proc/\(pid)", &process) == 0
            && process.st_uid == owner.st_uid
    }

    private static var whole: flock {
        var lock = flock()
        lock.l_type = Int16(F_WRLCK)
        lock.l_whence = Int16(SEEK_SET)
        return lock
    }
}
