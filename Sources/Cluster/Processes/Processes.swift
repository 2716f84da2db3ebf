import FoundationEssentials

#if canImport(Glibc)
import Glibc
#endif

/// Inspects the machine's processes through `/proc`.
enum Processes {
    /// Whether a process has ended and only waits to be reaped.
    static func isZombie(_ pid: Int32) -> Bool {
        state(of: pid) == "Z"
    }

    /// Whether a process is suspended, as by Ctrl-Z.
    static func isStopped(_ pid: Int32) -> Bool {
        state(of: pid) == "T"
    }

    /// The state letter of proc(5); `nil` if there is no such process.
    private static func state(of pid: Int32) -> Character? {
        guard let bytes = FileManager.default.contents(atPath: "/proc/\(pid)/stat") else {
            return nil
        }
        // The name, in parentheses, may contain anything; the state follows the last parenthesis.
        let text = String(decoding: bytes, as: UTF8.self)
        guard let end = text.lastIndex(of: ")") else { return nil }
        return text[end...].dropFirst(2).first
    }

    /// Whether a process has not ended.
    static func isRunning(_ pid: Int32) -> Bool {
        (kill(pid, 0) == 0 || errno == EPERM) && !isZombie(pid)
    }

    /// When a process was started: the id of the machine's boot, then the ticks since. Together
    /// with the process id it is unique. Every user may read it, for any process.
    static func start(of pid: Int32) -> String? {
        guard let bytes = FileManager.default.contents(atPath: "/proc/\(pid)/stat") else {
            return nil
        }
        let text = String(decoding: bytes, as: UTF8.self)
        guard let end = text.lastIndex(of: ")") else { return nil }
        let fields = text[end...].dropFirst(2).split(separator: " ")
        // Field 22 in proc(5); the state after the name is field 3.
        guard fields.count > 19 else { return nil }
        return "\(boot)/\(fields[19])"
    }

    private static let boot: String = {
        let bytes = FileManager.default.contents(atPath: "/proc/sys/kernel/random/boot_id")
        let text = String(decoding: bytes ?? Data(), as: UTF8.self)
        return text.filter { !$0.isWhitespace }
    }()

    /// Whether a process is running, is the one that was started, and uses this data directory.
    static func belongs(_ process: ProcessState, to directory: DataDirectory) -> Bool {
        guard let pid = process.pid, isRunning(pid), let arguments = words(pid, "cmdline") else {
            return false
        }
        return process.isOne(
            of: directory,
            arguments: arguments,
            start: start(of: pid),
            environment: process.started == nil ? words(pid, "environ") : nil
        )
    }

    /// The NUL-separated words in a file of a process; `nil` if it may not be read.
    private static func words(_ pid: Int32, _ file: String) -> [String]? {
        FileManager.default.contents(atPath: "/proc/\(pid)/\(file)").map { bytes in
            bytes.split(separator: 0).map { String(decoding: $0, as: UTF8.self) }
        }
    }

    /// Asks a process to end, waits, and kills it if it does not.
    static func end(
        _ process: ProcessState,
        of directory: DataDirectory,
        within limit: Duration
    ) async throws {
        guard let pid = process.pid, belongs(process, to: directory) else { return }
        _ = kill(pid, process.name == "postgres" ? SIGINT : SIGTERM)
        let deadline = ContinuousClock.now + limit
        while belongs(process, to: directory) {
            if ContinuousClock.now > deadline { _ = kill(pid, SIGKILL) }
            try await Task.sleep(for: .milliseconds(20))
        }
    }
}

extension ProcessState {
    /// Whether a running process is the one that was started.
    ///
    /// - Parameters:
    ///   - directory: The cluster's data.
    ///   - arguments: The program first.
    ///   - start: The result of `Processes.start`.
    ///   - environment: `nil` if it may not be read.
    /// - Returns: Whether it is the same process and uses the directory.
    func isOne(
        of directory: DataDirectory,
        arguments: [String],
        start: String?,
        environment: [String]?
    ) -> Bool {
        let isNamed = [directory.path, directory.data].contains(where: arguments.contains)
        if let started { return isNamed && start == started }
        // An earlier release wrote no start. Its database has the directory among its arguments,
        // and its services have it in their environment. If the environment cannot be read, the
        // process is another user's.
        let program = name == "postgres" ? name : "\(name.prefix { $0 != "-" })d"
        guard arguments.first?.hasSuffix("/\(program)") == true else { return false }
        return isNamed || environment?.contains("GAUNTLET_DATA=\(directory.path)") == true
    }
}
