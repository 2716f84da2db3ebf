import Foundation

#if canImport(Glibc)
import Glibc
#endif

/// The processor time of a process, user and system together, as reported by the kernel.
struct ProcessorTime {
    private let parent: Int32
    /// The time of all its threads, in seconds.
    let own: Double
    /// The time of its children that have ended, in seconds.
    private let endedChildren: Double

    /// - Throws: `StagingError` when there is no such process.
    init(_ pid: Int32) throws(StagingError) {
        let path = "/proc/\(pid)/stat"
        let bytes = FileManager.default.contents(atPath: path) ?? Data()
        let text = String(decoding: bytes, as: UTF8.self)
        // The name, in parentheses, may contain anything.
        let end = text.lastIndex(of: ")") ?? text.startIndex
        let fields = text[end...].split(separator: " ").dropFirst().map(String.init)
        let times = fields.dropFirst(11).prefix(4).compactMap { Double($0) }
        guard times.count == 4, let parent = Int32(fields[1]) else {
            throw StagingError("\(path) cannot be read")
        }
        let ticks = Double(sysconf(Int32(_SC_CLK_TCK)))
        self.parent = parent
        own = (times[0] + times[1]) / ticks
        endedChildren = (times[2] + times[3]) / ticks
    }

    /// The seconds of a server that starts a process for each connection: its own and those of all
    /// its children, including ended ones.
    ///
    /// - Throws: `StagingError` when there is no such process.
    static func withChildren(of pid: Int32) async throws -> Double {
        for _ in 0..<500 {
            let children = children(of: pid)
            let server = try ProcessorTime(pid)
            // A child that ended in between would count twice.
            if Set(Self.children(of: pid).keys) == Set(children.keys) {
                return children.values.reduce(server.own + server.endedChildren, +)
            }
            try await Task.sleep(for: .milliseconds(10))
        }
        throw StagingError("connections to the database come and go without a pause")
    }

    /// The children of a process that have not been reaped, and the seconds of each.
    private static func children(of pid: Int32) -> [Int32: Double] {
        let names = (try? FileManager.default.contentsOfDirectory(atPath: "/proc")) ?? []
        var seconds: [Int32: Double] = [:]
        for child in names.compactMap({ Int32($0) }) {
            // It may have ended since.
            guard let time = try? ProcessorTime(child), time.parent == pid else { continue }
            seconds[child] = time.own
        }
        return seconds
    }
}
