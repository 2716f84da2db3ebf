public import FoundationEssentials

#if canImport(Glibc)
import Glibc
#endif

/// The directory in which a local cluster keeps everything: database, pictures, secrets, logs.
public struct DataDirectory: Hashable, Sendable {
    /// Absolute, with links resolved.
    public let path: String

    public var postgres: String { "\(path)/postgres" }
    public var data: String { "\(path)/postgres/data" }
    /// The directory of PostgreSQL's socket.
    public var sockets: String { "\(path)/postgres/run" }
    public var secrets: String { "\(path)/secrets" }
    public var logs: String { "\(path)/log" }
    public var run: String { "\(path)/run" }
    public var media: String { "\(path)/media" }
    /// Locked by the supervisor as long as it lives.
    public var lock: String { "\(path)/run/lock" }
    /// The running processes, for `status` and `down`.
    public var state: String { "\(path)/run/cluster.json" }
    /// The last request of `restart`.
    var restart: String { "\(path)/run/restart" }
    /// Exists once the demonstration was played, or was declined on a new directory.
    public var demoMark: String { "\(path)/run/demo" }
    /// Contains the statements that created the database's roles.
    var rolesMark: String { "\(path)/run/roles" }
    /// Exists once the operator was told how to turn on the database's checksums.
    var checksumsMark: String { "\(path)/run/checksums" }

    /// The maximum length of a socket's path, with its terminator.
    private static let socketBytesMax = 107

    /// Names a directory, which need not exist.
    public init(_ path: String) throws(ClusterError) {
        guard !path.isEmpty else { throw ClusterError("the data directory's name is empty") }
        let absolute =
            path.hasPrefix("/") ? path : "\(FileManager.default.currentDirectoryPath)/\(path)"
        self.path = URL(filePath: absolute).standardized.resolvingSymlinksInPath().path
        let socket = "\(sockets)/.s.PGSQL.5432"
        guard socket.utf8.count <= Self.socketBytesMax else {
            throw ClusterError(
                "\(self.path) is too long: a socket's path may have \(Self.socketBytesMax) bytes,"
                    + " and PostgreSQL's would have \(socket.utf8.count)"
            )
        }
    }

    /// The default data directory: in the system's state directory for root, otherwise in the
    /// user's data directory.
    public static func standard(
        isRoot: Bool? = nil,
        environment: [String: String] = ProcessInfo.processInfo.environment
    ) -> String {
        if isRoot ?? (geteuid() == 0) { return "/var/lib/gauntlet" }
        if let data = environment["XDG_DATA_HOME"], data.hasPrefix("/") {
            return "\(data)/gauntlet"
        }
        return "\(environment["HOME"] ?? "/tmp")/.local/share/gauntlet"
    }

    /// Creates the directory and its subdirectories; those with secrets are closed to other users.
    ///
    /// - Throws: `ClusterError` if the directory cannot be used, or root cannot trust it.
    public func prepare() throws(ClusterError) {
        if let users = try ClusterUsers.found() {
            try Custody(directory: self, users: users).prepare()
            return
        }
        do {
            let manager = FileManager.default
            if manager.fileExists(atPath: path),
                !manager.fileExists(atPath: run),
                try !manager.contentsOfDirectory(atPath: path).isEmpty
            {
                throw ClusterError("\(path) contains other files: choose an empty directory")
            }
            try make(path, mode: 0o755)
            try make(postgres, mode: 0o755)
            try make(sockets, mode: 0o755)
            try make(postgresLogs, mode: 0o700)
            try make(logs, mode: 0o755)
            try make(run, mode: 0o755)
            try make(media, mode: 0o700)
            try make(secrets, mode: 0o700)
        } catch let error as ClusterError {
            throw error
        } catch {
            throw ClusterError("\(path) cannot be used: \(String(cString: strerror(errno)))")
        }
    }

    private func make(_ path: String, mode: Int) throws {
        guard !FileManager.default.fileExists(atPath: path) else { return }
        try FileManager.default.createDirectory(
            atPath: path,
            withIntermediateDirectories: true,
            attributes: [.posixPermissions: mode]
        )
    }

    /// Writes a file atomically that only its owner, and optionally a group, can read.
    func writeSecret(
        _ text: String,
        to path: String,
        readableBy group: gid_t? = nil
    ) throws(ClusterError) {
        let draft = "\(path).new"
        _ = unlink(draft)
        let file = open(draft, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0o600)
        guard file >= 0 else { throw .system("cannot be written", draft) }
        defer { close(file) }
        var bytes = Array("\(text)\n".utf8)[...]
        while !bytes.isEmpty {
            let count = bytes.withUnsafeBytes { write(file, $0.baseAddress, $0.count) }
            guard count > 0 else { throw .system("cannot be written", draft) }
            bytes = bytes.dropFirst(count)
        }
        if let group { try share(file, with: group, draft) }
        guard fsync(file) == 0, rename(draft, path) == 0 else {
            throw .system("cannot be written", path)
        }
    }

    /// Lets a group read one of root's files, or enter one of root's directories.
    func share(_ path: String, with group: gid_t) throws(ClusterError) {
        let file = open(path, O_RDONLY | O_NOFOLLOW | O_CLOEXEC)
        guard file >= 0 else { throw .system("cannot be opened", path) }
        defer { close(file) }
        try share(file, with: group, path)
    }

    private func share(
        _ file: CInt,
        with group: gid_t,
        _ path: String
    ) throws(ClusterError) {
        var status = stat()
        guard fstat(file, &status) == 0 else { throw .system("cannot be read", path) }
        let mode: mode_t = status.st_mode & S_IFMT == S_IFDIR ? 0o710 : 0o640
        guard fchown(file, 0, group) == 0 else {
            throw .system("cannot be chowned to 0:\(group)", path)
        }
        guard fchmod(file, mode) == 0 else { throw .system("cannot be changed", path) }
    }

    /// The password of the people of the demonstration; `nil` if there are none.
    public var demoPassword: String? { text(at: demoSecret) }

    /// A new password for the people of the demonstration.
    public static func newDemoPassword() -> String { Secrets.typedPassword() }

    /// Keeps the password of the people of the demonstration.
    ///
    /// - Throws: `ClusterError` if it cannot be written.
    public func keepDemoPassword(_ password: String) throws(ClusterError) {
        try writeSecret(password, to: demoSecret)
    }

    private var demoSecret: String { "\(secrets)/demo.password" }

    /// The lines of a text file, without empty ones; `nil` if there is no file.
    public func text(at path: String) -> String? {
        guard let bytes = FileManager.default.contents(atPath: path) else { return nil }
        return String(decoding: bytes, as: UTF8.self).split(whereSeparator: \.isNewline)
            .joined(separator: "\n")
    }
}
