import FoundationEssentials

#if canImport(Glibc)
import Glibc
#endif

/// Looks at the machine's processes through `/proc`.
enum Processes {
    /// Whether a process has ended and only waits to be taken note of.
    static func isZombie(_ pid: Int32) -> Bool {
        state(of: pid) == "Z"
    }

    /// Whether a process was stopped, as by Ctrl-Z, and does nothing until it is told to go on.
    static func isStopped(_ pid: Int32) -> Bool {
        state(of: pid) == "T"
    }

    /// The letter that proc(5) has for what a process does; `nil` where there is no such process.
    private static func state(of pid: Int32) -> Character? {
        guard let bytes = FileManager.default.contents(atPath: "/proc/\(pid)/stat") else {
            return nil
        }
        // The name, in parentheses, may hold anything; the state follows its last one.
        let text = String(decoding: bytes, as: UTF8.self)
        guard let end = text.lastIndex(of: ")") else { return nil }
        return text[end...].dropFirst(2).first
    }

    /// Whether a process has not ended.
    static func isRunning(_ pid: Int32) -> Bool {
        (kill(pid, 0) == 0 || errno == EPERM) && !isZombie(pid)
    }

    /// When a process was started: the machine's start by its id, then the ticks since. With the
    /// process' number no other process ever has it. Everybody may read it, of every user.
    static func start(of pid: Int32) -> String? {
        guard let bytes = FileManager.default.contents(atPath: "/proc/\(pid)/stat") else {
            return nil
        }
        let text = String(decoding: bytes, as: UTF8.self)
        guard let end = text.lastIndex(of: ")") else { return nil }
        let fields = text[end...].dropFirst(2).split(separator: " ")
        // proc(5) counts it as the 22nd, the state behind the name being the third.
        guard fields.count > 19 else { return nil }
        return "\(boot)/\(fields[19])"
    }

    private static let boot: String = {
        let bytes = FileManager.default.contents(atPath: "/proc/sys/kernel/random/boot_id")
        let text = String(decoding: bytes ?? Data(), as: UTF8.self)
        return text.filter { !$0.isWhitespace }
    }()

    /// Whether a process runs, is the one that was started, and works on this data directory.
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

    /// What a file of a process holds between zeros; `nil` where it may not be read.
    private static func words(_ pid: Int32, _ file: String) -> [String]? {
        FileManager.default.contents(atPath: "/proc/\(pid)/\(file)").map { bytes in
            bytes.split(separator: 0).map { String(decoding: $0, as: UTF8.self) }
        }
    }

    /// Asks a process to end, waits, and ends it when it does not.
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
    /// Whether what is seen of a process that runs is what was started.
    ///
    /// - Parameters:
    ///   - directory: The cluster's.
    ///   - arguments: The program first.
    ///   - start: As `Processes.start` tells it.
    ///   - environment: `nil` where it may not be read.
    /// - Returns: Whether it is the same process, working on the directory.
    func isOne(
        of directory: DataDirectory,
        arguments: [String],
        start: String?,
        environment: [String]?
    ) -> Bool {
        let isNamed = [directory.path, directory.data].contains(where: arguments.contains)
        if let started { return isNamed && start == started }
        // A release before wrote no start. Its database has the directory among its arguments, its
        // services have it in their environment; where that may not be read, it is a stranger's.
        let program = name == "postgres" ? name : "\(name.prefix { $0 != "-" })d"
        guard arguments.first?.hasSuffix("/\(program)") == true else { return false }
        return isNamed || environment?.contains("GAUNTLET_DATA=\(directory.path)") == true
    }
}
