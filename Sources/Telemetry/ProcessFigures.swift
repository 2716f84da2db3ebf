#if canImport(Glibc)
import Glibc
#endif

/// Metrics of this process, read from `/proc` at scrape time; those that cannot be read are
/// omitted.
public enum ProcessFigures {
    /// Memory, CPU time, open files and start time, under the names of Prometheus' own clients.
    public static var readings: [Reading] {
        var readings: [Reading] = []
        if let stat = Stat() {
            readings.append(Reading("process_cpu_seconds_total", .sum, stat.cpuSeconds))
            readings.append(Reading("process_resident_memory_bytes", .gauge, stat.residentBytes))
            if let boot = bootTime {
                let start = boot + stat.startSeconds
                readings.append(Reading("process_start_time_seconds", .gauge, start))
            }
        }
        if let count = openFiles {
            readings.append(Reading("process_open_fds", .gauge, Double(count)))
        }
        return readings
    }

    /// `/proc/self/stat` (proc(5)): the fields after the name, which can contain anything.
    private struct Stat {
        let cpuSeconds: Double
        let startSeconds: Double
        let residentBytes: Double

        init?() {
            guard let text = contents("/proc/self/stat"), let end = text.lastIndex(of: ")") else {
                return nil
            }
            let fields = text[text.index(after: end)...].split(separator: " ")
            guard fields.count > 21, let user = Double(fields[11]), let system = Double(fields[12]),
                let start = Double(fields[19]), let pages = Double(fields[21])
            else { return nil }
            let ticks = Double(sysconf(Int32(_SC_CLK_TCK)))
            cpuSeconds = (user + system) / ticks
            startSeconds = start / ticks
            residentBytes = pages * Double(sysconf(Int32(_SC_PAGESIZE)))
        }
    }

    private static var bootTime: Double? {
        contents("/proc/stat")?.split(separator: "\n").first { $0.hasPrefix("btime ") }
            .flatMap { Double($0.dropFirst(6)) }
    }

    private static var openFiles: Int? {
        guard let directory = opendir("/proc/self/fd") else { return nil }
        defer { closedir(directory) }
        var count = 0
        while readdir(directory) != nil { count += 1 }
        // Excludes `.`, `..`, and the descriptor that reads the directory.
        return max(0, count - 3)
    }
}

/// Reads a file of the kernel's file systems.
private func contents(_ path: String) -> String? {
    guard let file = fopen(path, "r") else { return nil }
    defer { fclose(file) }
    var bytes: [UInt8] = []
    var chunk = [UInt8](repeating: 0, count: 4_096)
    while true {
        let count = fread(&chunk, 1, chunk.count, file)
        guard count > 0, bytes.count < 1 << 20 else { break }
        bytes += chunk[..<count]
    }
    return String(decoding: bytes, as: UTF8.self)
}
