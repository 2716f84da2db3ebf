#if canImport(System)
public import System
#else
public import SystemPackage
#endif
#if canImport(Glibc)
import Glibc
#endif

/// Where the processes of a cluster write what they have to say.
extension DataDirectory {
    /// The log of a process. PostgreSQL writes to `postgresLogs` once it can.
    public func log(of name: String) -> String { "\(logs)/\(name).log" }

    /// Where PostgreSQL's own collector keeps a log for each day of the week.
    var postgresLogs: String { "\(path)/postgres/log" }

    /// Opens the supervisor's log to append to; children do not inherit the descriptor itself.
    public func openLog() throws(ClusterError) -> FileDescriptor {
        try openLog(of: "gauntlet", for: nil)
    }

    /// Opens a process' log, as its standard output from its first instruction on.
    ///
    /// - Parameters:
    ///   - name: Which process.
    ///   - user: Whose the file is, where root starts the process for another user; root's own when
    ///     `nil`.
    /// - Returns: The open file.
    /// - Throws: `ClusterError`.
    func openLog(of name: String, for user: SystemUser?) throws(ClusterError) -> FileDescriptor {
        if geteuid() == 0 {
            let file = try OpenDirectory(logs).append(to: "\(name).log", of: user)
            return FileDescriptor(rawValue: file)
        }
        let path = log(of: name)
        let file = open(path, O_WRONLY | O_APPEND | O_CREAT | O_CLOEXEC, 0o640)
        guard file >= 0 else { throw .system("cannot be opened", path) }
        return FileDescriptor(rawValue: file)
    }
}
