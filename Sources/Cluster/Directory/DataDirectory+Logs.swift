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

    /// Whether a file of `logs` is root's, where root starts the cluster; the others are the
    /// services'. The supervisor writes root's, and PostgreSQL before it has its own.
    static func isOfRoot(log file: String) -> Bool {
        file.hasPrefix("gauntlet.log") || file.hasPrefix("postgres.log")
    }

    /// Opens a process' log to append to, as its standard output from its first instruction on;
    /// children do not inherit the descriptor itself.
    ///
    /// - Parameter name: Which process; `gauntlet` is the supervisor.
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
