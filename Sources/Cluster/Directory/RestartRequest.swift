import FoundationEssentials

#if canImport(Glibc)
import Glibc
#endif

/// A request of `gauntlet restart` to the supervisor. The command writes it to a file that only the
/// cluster's owner can write, and sends SIGUSR1.
struct RestartRequest: Codable, Hashable {
    var id = UUID()
    /// The name of the process to replace.
    let process: String

    init(process: String) {
        self.process = process
    }

    /// Reads the last request of a directory; returns `nil` if there is none.
    init?(of directory: DataDirectory) {
        guard
            let bytes = FileManager.default.contents(atPath: directory.restart),
            let request = try? JSONDecoder().decode(RestartRequest.self, from: bytes)
        else { return nil }
        self = request
    }
}

/// The outcome of a request.
struct RestartOutcome: Codable, Hashable {
    /// The id of the request.
    let id: UUID
    /// Why the process was not replaced; `nil` if it was.
    let failure: String?
}

/// Writes the requests of a directory; only one command can do so at a time.
struct RestartRequests: ~Copyable {
    private let file: CInt
    private let path: String

    init(_ directory: DataDirectory) throws(ClusterError) {
        path = directory.restart
        file = open(path, O_RDWR | O_CREAT | O_NOFOLLOW | O_CLOEXEC, 0o600)
        guard file >= 0 else { throw .system("cannot be opened", path) }
        // The system unlocks it when the command ends.
        guard flock(file, LOCK_EX | LOCK_NB) == 0 else {
            close(file)
            throw ClusterError("another gauntlet restart of \(directory.path) is running")
        }
    }

    deinit { close(file) }

    /// Writes a request in place of the last one.
    func write(_ request: RestartRequest) throws {
        let bytes = Array(try JSONEncoder().encode(request))
        guard ftruncate(file, 0) == 0, pwrite(file, bytes, bytes.count, 0) == bytes.count else {
            throw ClusterError.system("cannot be written", path)
        }
    }
}
