#if canImport(Glibc)
import Glibc
#endif
import Synchronization

/// The lock of a data directory's only supervisor; the system releases it when the process ends.
///
/// Belongs to the process, not to the open file, so the supervisor's children do not inherit it.
struct Lock {
    private let file: Int32
    private let path: String
    /// The locks of this process.
    private static let held = Mutex<Set<String>>([])

    init(_ directory: DataDirectory) throws(ClusterError) {
        path = directory.lock
        file = open(path, O_RDWR | O_CREAT | O_NOFOLLOW | O_CLOEXEC, 0o600)
        guard file >= 0 else { throw .system("cannot be opened", path) }
        // A user who can read the file can lock it, and so keep a cluster from starting. An earlier
        // release let everyone read it.
        guard fchmod(file, 0o600) == 0 else {
            defer { close(file) }
            throw .system("cannot be changed", path)
        }
        var request = Self.whole
        guard fcntl(file, F_SETLK, &request) == 0 else {
            close(file)
            throw ClusterError(
                "a cluster is already running from \(directory.path): see gauntlet status"
            )
        }
        Self.held.withLock { _ = $0.insert(path) }
    }

    func release() {
        Self.held.withLock { _ = $0.remove(path) }
        close(file)
    }

    /// The process that holds a directory's lock; `nil` if none does.
    ///
    /// Files of an earlier release can be read by other users, who can then lock them; so only a
    /// process of the file's owner counts as a supervisor. A link is not a lock: it could point to
    /// one that another program holds.
    static func holder(of directory: DataDirectory) -> Int32? {
        let file = open(directory.lock, O_RDONLY | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC)
        guard file >= 0 else { return nil }
        defer { close(file) }
        var (question, status) = (whole, stat())
        guard fstat(file, &status) == 0, status.st_mode & S_IFMT == S_IFREG,
            fcntl(file, F_GETLK, &question) == 0, question.l_type != Int16(F_UNLCK)
        else { return nil }
        return isOwner(question.l_pid, of: status) ? question.l_pid : nil
    }

    /// Whether a process holds a directory's lock. If the caller may not open the lock, returns
    /// whether the process is running and belongs to the lock's owner.
    static func isHeld(of directory: DataDirectory, by pid: Int32) -> Bool {
        // In the supervisor itself: closing any descriptor of the file would release the lock.
        if pid == getpid() { return held.withLock { $0.contains(directory.lock) } }
        if access(directory.lock, R_OK) != 0, errno == EACCES {
            var status = stat()
            return lstat(directory.lock, &status) == 0 && isOwner(pid, of: status)
                && Processes.isRunning(pid)
        }
        return holder(of: directory) == pid
    }

    /// Refuses users who do not own the cluster of a directory, including root: the files that say
    /// which processes to end can be written by their owner.
    static func expectOwner(of directory: DataDirectory) throws(ClusterError) {
        let user = geteuid()
        for path in user == 0 ? [directory.path, directory.lock] : [directory.lock] {
            var status = stat()
            guard lstat(path, &status) == 0 else {
                guard errno == EACCES else { continue }
                throw .system("cannot be inspected", path)
            }
            guard status.st_uid != user else { continue }
            let owner = SystemUser.name(of: status.st_uid)
            throw ClusterError(
                "the cluster on \(directory.path) belongs to \(owner): run this as \(owner)"
            )
        }
    }

    /// For a lock that no single process holds, the system returns -1. As the target of a signal,
    /// -1 would mean all processes.
    private static func isOwner(_ pid: Int32, of file: stat) -> Bool {
        var process = stat()
        return pid > 1 && stat("/proc/\(pid)", &process) == 0 && process.st_uid == file.st_uid
    }

    private static var whole: flock {
        var lock = flock()
        lock.l_type = Int16(F_WRLCK)
        lock.l_whence = Int16(SEEK_SET)
        return lock
    }
}
