import FoundationEssentials

#if canImport(Glibc)
import Glibc
#endif

/// Looks at the machine's processes through `/proc`.
enum Processes {
    /// Whether a process has ended and only waits to be taken note of.
    static func isZombie(_ pid: Int32) -> Bool {
        guard let bytes = FileManager.default.contents(atPath: "/proc/\(pid)/stat") else {
            return false
        }
        // The name, in parentheses, may hold anything; the state follows its last one.
        let text = String(decoding: bytes, as: UTF8.self)
        guard let end = text.lastIndex(of: ")") else { return false }
        return text[end...].dropFirst(2).first == "Z"
    }

    /// Whether a process has not ended.
    static func isRunning(_ pid: Int32) -> Bool {
        (kill(pid, 0) == 0 || errno == EPERM) && !isZombie(pid)
    }

    /// Whether a process runs, and works on this data directory.
    static func belongs(_ pid: Int32, to directory: DataDirectory) -> Bool {
        guard isRunning(pid) else { return false }
        for file in ["environ", "cmdline"] {
            guard let bytes = FileManager.default.contents(atPath: "/proc/\(pid)/\(file)") else {
                continue
            }
            let words = bytes.split(separator: 0).map { String(decoding: $0, as: UTF8.self) }
            if words.contains("GAUNTLET_DATA=\(directory.path)")
                || words.contains(directory.path) || words.contains(directory.data)
            {
                return true
            }
        }
        return false
    }

    /// Asks a process to end, waits, and ends it when it does not.
    static func end(
        _ pid: Int32,
        of directory: DataDirectory,
        signal: Int32 = SIGTERM,
        within limit: Duration
    ) async throws {
        guard belongs(pid, to: directory) else { return }
        _ = kill(pid, signal)
        let deadline = ContinuousClock.now + limit
        while belongs(pid, to: directory) {
            if ContinuousClock.now > deadline { _ = kill(pid, SIGKILL) }
            try await Task.sleep(for: .milliseconds(20))
        }
    }
}
