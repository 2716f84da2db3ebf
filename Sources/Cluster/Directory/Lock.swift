#if canImport(Glibc)
import Glibc
#endif
import Synchronization

/// Held by the one supervisor of a data directory; the system lets go of it when the process ends.
///
/// A lock of the process, not of the open file: what the supervisor starts does not inherit it.
struct Lock {
    private let file: Int32
    private let path: String
    /// The locks that this process holds.
    private static let held = Mutex<Set<String>>([])

    init(_ directory: DataDirectory) throws(ClusterError) {
        path = directory.lock
        file = open(path, O_RDWR | O_CREAT | O_NOFOLLOW | O_CLOEXEC, 0o600)
        guard file >= 0 else { throw .system("cannot be opened", path) }
        // Who may read it may lock it, and so keep a cluster from starting: a release before let
        // everybody.
        guard fchmod(file, 0o600) == 0 else {
            defer { close(file) }
            throw .system("cannot be changed", path)
        }
        var request = Self.whole
        guard fcntl(file, F_SETLK, &request) == 0 else {
            close(file)
            throw ClusterError("a cluster runs already on \(directory.path): see gauntlet status")
        }
        Self.held.withLock { _ = $0.insert(path) }
    }

    func release() {
        Self.held.withLock { _ = $0.remove(path) }
        close(file)
    }

    /// The process that holds a directory's lock; `nil` where none does.
    ///
    /// Of a release before, others may read the file, and so lock it too; a supervisor is a process
    /// of the file's owner. A link is no lock: it could name one that another program holds.
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

    /// Whether a process holds a directory's lock. Who may not open the lock is told whether the
    /// process runs and is its owner's.
    static func isHeld(of directory: DataDirectory, by pid: Int32) -> Bool {
        // The supervisor itself: with any descriptor of the file that it closes it lets go of it.
        if pid == getpid() { return held.withLock { $0.contains(directory.lock) } }
        if access(directory.lock, R_OK) != 0, errno == EACCES {
            var status = stat()
            return lstat(directory.lock, &status) == 0 && isOwner(pid, of: status)
                && Processes.isRunning(pid)
        }
        return holder(of: directory) == pid
    }

    /// Refuses a user to whom the cluster of a directory does not belong, root too: which processes
    /// are ended is said by files that their owner may write.
    static func expectOwner(of directory: DataDirectory) throws(ClusterError) {
        let user = geteuid()
        for path in user == 0 ? [directory.path, directory.lock] : [directory.lock] {
            var status = stat()
            guard lstat(path, &status) == 0 else {
                guard errno == EACCES else { continue }
                throw .system("cannot be looked at", path)
            }
            guard status.st_uid != user else { continue }
            let owner = SystemUser.name(of: status.st_uid)
            throw ClusterError(
                "the cluster on \(directory.path) is \(owner)'s: run this as \(owner)"
            )
        }
    }

    /// Of a lock that no process holds for itself alone the system tells -1, which as a process to
    /// end would be all of them.
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
