import Synchronization

#if canImport(Glibc)
import Glibc
#endif

/// The file that a process logs to. Its standard output and error lead there, so that it also gets
/// what the runtime and the libraries print.
///
/// A full file is rotated: it becomes `.1`, `.1` becomes `.2`, and so on. Each process has its own
/// log; a process that still writes to the same file as its successor does not rotate it a second
/// time.
///
/// Other users may be able to write to a directory of root's log. Whatever they put in the place of
/// root's log, or of its rotated files, is renamed and stays beside it; links are not followed.
public final class LogFile: Sendable {
    private let path: String
    private let bytesMax: Int
    private let kept: Int
    /// The descriptors that lead to the file; lines are written to the first.
    private let descriptors: [CInt]
    /// The file's size, as far as this process knows.
    private let size: Mutex<Int>

    /// Why a log cannot be written.
    public struct Unusable: Error, CustomStringConvertible {
        public let description: String
    }

    /// Opens the process' log, and creates it if necessary.
    ///
    /// - Throws: `Unusable`.
    public convenience init(_ path: String) throws(Unusable) {
        try self.init(path, as: [STDERR_FILENO, STDOUT_FILENO])
    }

    /// - Parameters:
    ///   - path: The file's path.
    ///   - bytesMax: The size at which the file is rotated.
    ///   - kept: The number of rotated files to keep.
    ///   - descriptors: The descriptors to redirect to the file.
    /// - Throws: `Unusable`.
    init(
        _ path: String,
        bytesMax: Int = 50_000_000,
        kept: Int = 5,
        as descriptors: [CInt]
    ) throws(Unusable) {
        precondition(!descriptors.isEmpty && kept > 0)
        self.path = path
        self.bytesMax = bytesMax
        self.kept = kept
        self.descriptors = descriptors
        size = Mutex(0)
        try size.withLock { size throws(Unusable) in try open(&size) }
    }

    /// Reopens the file by its path, because the open one may have been renamed.
    ///
    /// - Throws: `Unusable`; lines then go where they went before.
    public func reopen() throws(Unusable) {
        try size.withLock { size throws(Unusable) in
            try clearPlaces()
            try open(&size)
        }
    }

    /// Writes a line, and rotates the log once it is full.
    func write(_ line: String) {
        StandardError.write(line, to: descriptors[0])
        size.withLock { size in
            size += line.utf8.count
            guard size >= bytesMax else { return }
            do {
                try turnOver(&size)
            } catch {
                // Retries after another `bytesMax`.
                size = 0
                StandardError.write("Log rotation failed: \(error)\n", to: descriptors[0])
            }
        }
    }

    private func turnOver(_ size: inout Int) throws(Unusable) {
        // The holder of the lock rotates the same file: the next line finds that done.
        guard flock(descriptors[0], LOCK_EX | LOCK_NB) == 0 else { return }
        defer { flock(descriptors[0], LOCK_UN) }
        try clearPlaces()
        if isInPlace {
            try makeRoom()
            try Self.rename(path, to: place(1))
            _ = unlink(oldest)
        }
        try open(&size)
    }

    private func place(_ number: Int) -> String { "\(path).\(number)" }

    /// The path of the oldest file while the others move. It is removed last: if anything fails
    /// before, nothing is lost.
    private var oldest: String { "\(path).oldest" }

    /// Moves the files below the first free number up by one, so that number 1 is free.
    private func makeRoom() throws(Unusable) {
        let free = (1...kept).first { Self.status(of: place($0)) == nil }
        if free == nil, Self.status(of: place(kept))?.isFile == true {
            try Self.rename(place(kept), to: oldest)
        }
        for number in stride(from: (free ?? kept) - 1, to: 0, by: -1) {
            try Self.rename(place(number), to: place(number + 1))
        }
    }

    /// As root, renames other users' files that are in the place of the log or its rotated files.
    private func clearPlaces() throws(Unusable) {
        guard geteuid() == 0 else { return }
        for name in [path, oldest] + (1...kept).map(place) {
            guard let status = Self.status(of: name), status.st_uid != 0 else { continue }
            try Self.rename(name, to: "\(name).aside.\(UInt32.random(in: 0...UInt32.max))")
        }
    }

    /// Returns the status of a path without following links; `nil` if nothing is there.
    private static func status(of path: String) -> stat? {
        var status = stat()
        return lstat(path, &status) == 0 ? status : nil
    }

    private static func rename(_ path: String, to other: String) throws(Unusable) {
        guard Glibc.rename(path, other) == 0 else {
            throw .system("cannot be renamed to \(other)", path)
        }
    }

    /// Whether the log's path is still the file being written.
    private var isInPlace: Bool {
        var (named, open) = (stat(), stat())
        return stat(path, &named) == 0 && fstat(descriptors[0], &open) == 0
            && named.st_dev == open.st_dev && named.st_ino == open.st_ino
    }

    private func open(_ size: inout Int) throws(Unusable) {
        var flags = O_WRONLY | O_APPEND | O_CREAT | O_CLOEXEC
        // Root does not follow a link, nor wait for a pipe's reader.
        if geteuid() == 0 { flags |= O_NOFOLLOW | O_NONBLOCK }
        let file = Glibc.open(path, flags, 0o640)
        guard file >= 0 else { throw .system("cannot be opened", path) }
        defer { close(file) }
        var status = stat()
        guard fstat(file, &status) == 0 else { throw .system("cannot be inspected", path) }
        guard geteuid() != 0 || status.isOfRootAlone else {
            throw Unusable(description: "\(path) is not root's own file with a single hard link")
        }
        // The lock belongs to the old file, which another descriptor may still have open: release
        // it.
        flock(descriptors[0], LOCK_UN)
        for descriptor in descriptors {
            guard dup2(file, descriptor) >= 0 else { throw .system("cannot be written", path) }
        }
        size = Int(status.st_size)
    }
}

extension LogFile.Unusable {
    /// The error of the last system call.
    fileprivate static func system(_ problem: String, _ path: String) -> Self {
        Self(description: "\(path) \(problem): \(String(cString: strerror(errno)))")
    }
}

extension stat {
    fileprivate var isFile: Bool { st_mode & S_IFMT == S_IFREG }

    /// Whether it is a file that no other user could have put there.
    fileprivate var isOfRootAlone: Bool { isFile && st_uid == 0 && st_nlink == 1 }
}
