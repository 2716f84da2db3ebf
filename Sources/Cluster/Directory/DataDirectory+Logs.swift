#if canImport(System)
public import System
#else
public import SystemPackage
#endif
#if canImport(Glibc)
import Glibc
#endif

/// The logs of a cluster's processes.
extension DataDirectory {
    /// The log of a process. PostgreSQL switches to `postgresLogs` as soon as it can.
    public func log(of name: String) -> String { "\(logs)/\(name).log" }

    /// Where PostgreSQL's collector writes a log for each day of the week.
    var postgresLogs: String { "\(path)/postgres/log" }

    /// Whether a file of `logs` belongs to root if root starts the cluster: the supervisor's log,
    /// and PostgreSQL's until it writes its own. The other files belong to the services.
    static func isOfRoot(log file: String) -> Bool {
        file.hasPrefix("gauntlet.log") || file.hasPrefix("postgres.log")
    }

    /// Opens a process' log for appending, to be its standard output from its first instruction on.
    /// Children do not inherit the descriptor itself.
    ///
    /// - Parameter name: The process; `gauntlet` is the supervisor.
    /// - Returns: The open file.
    /// - Throws: `ClusterError`.
    public func openLog(of name: String) throws(ClusterError) -> FileDescriptor {
        let path = log(of: name)
        if let users = try ClusterUsers.found() {
            let file = "\(name).log"
            let owner = Self.isOfRoot(log: file) ? nil : users.services
            return FileDescriptor(rawValue: try OpenDirectory(logs).append(to: file, of: owner))
        }
        let file = open(path, O_WRONLY | O_APPEND | O_CREAT | O_CLOEXEC, 0o640)
        guard file >= 0 else { throw .system("cannot be opened", path) }
        return FileDescriptor(rawValue: file)
    }
}
