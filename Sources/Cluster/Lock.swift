#if canImport(Glibc)
import Glibc
#endif

/// Held by the one supervisor of a data directory; the system lets go of it when the process ends.
///
/// A lock of the process, not of the open file: what the supervisor starts does not inherit it.
struct Lock {
    private let file: Int32

    init(_ directory: DataDirectory) throws(ClusterError) {
        file = open(directory.lock, O_RDWR | O_CREAT | O_NOFOLLOW | O_CLOEXEC, 0o600)
        guard file >= 0 else { throw .system("cannot be opened", directory.lock) }
        // Who may read it may lock it, and so keep a cluster from starting: a release before let
        // everybody.
        guard fchmod(file, 0o600) == 0 else {
            defer { close(file) }
            throw .system("cannot be changed", directory.lock)
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
    /// Of a release before, others may read the file, and so lock it too; a supervisor is a process
    /// of the file's owner.
    static func holder(of directory: DataDirectory) -> Int32? {
        let file = open(directory.lock, O_RDONLY | O_CLOEXEC)
        guard file >= 0 else { return nil }
        defer { close(file) }
        var question = whole
        guard fcntl(file, F_GETLK, &question) == 0, question.l_type != Int16(F_UNLCK) else {
            return nil
        }
        return isOwner(question.l_pid, of: directory) ? question.l_pid : nil
    }

    /// Whether a process holds a directory's lock. Who may not open the lock is told whether the
    /// process runs and is its owner's.
    static func isHeld(of directory: DataDirectory, by pid: Int32) -> Bool {
        // The supervisor itself: with any descriptor of the file that it closes it lets go of it.
        if pid == getpid() { return true }
        if access(directory.lock, R_OK) != 0, errno == EACCES {
            return isOwner(pid, of: directory) && Processes.isRunning(pid)
        }
        return holder(of: directory) == pid
    }

    /// Refuses a user to whom the cluster of a directory does not belong.
    static func expectOwner(of directory: DataDirectory) throws(ClusterError) {
        var status = stat()
        guard access(directory.lock, W_OK) != 0, errno == EACCES,
            stat(directory.lock, &status) == 0
        else { return }
        let owner = SystemUser.name(of: status.st_uid)
        throw ClusterError("the cluster on \(directory.path) is \(owner)'s: run this as \(owner)")
    }

    /// Of a lock that no process holds for itself alone the system tells -1, which as a process to
    /// end would be all of them.
    private static func isOwner(_ pid: Int32, of directory: DataDirectory) -> Bool {
        var (file, process) = (stat(), stat())
        return pid > 1 && stat(directory.lock, &file) == 0 && stat("/proc/\(pid)", &process) == 0
            && process.st_uid == file.st_uid
    }

    private static var whole: flock {
        var lock = flock()
        lock.l_type = Int16(F_WRLCK)
        lock.l_whence = Int16(SEEK_SET)
        return lock
    }
}
