import Foundation

/// A process' memory as reported by the kernel.
public struct ProcessMemory: Sendable {
    private let directory: String

    /// - Parameter pid: The process; `nil` for this one.
    public init(_ pid: Int32? = nil) {
        directory = "/proc/\(pid.map { "\($0)" } ?? "self")"
    }

    /// Resident bytes.
    public var resident: Double { field("VmRSS:") }

    /// Resident bytes, with pages that several processes share counted proportionally.
    public var proportional: Double { field("Pss:", in: "smaps_rollup") }

    /// The highest resident size since `resetPeak`.
    public var peak: Double { field("VmHWM:") }

    /// Resets the peak to the current size.
    public func resetPeak() {
        try? Data("5".utf8).write(to: URL(filePath: "\(directory)/clear_refs"))
    }

    private func field(_ name: String, in file: String = "status") -> Double {
        let status = (try? String(contentsOfFile: "\(directory)/\(file)", encoding: .utf8)) ?? ""
        let line = status.split(separator: "\n").first { $0.hasPrefix(name) }
        let kilobytes =
            line?.split(separator: " ").dropLast().last
            ?? line?.split(separator: "\t").last.flatMap { $0.split(separator: " ").first }
        return kilobytes.flatMap { Double($0.trimmingCharacters(in: .whitespaces)) }
            .map { $0 * 1_024 } ?? .nan
    }
}
