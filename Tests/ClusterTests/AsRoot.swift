import Foundation
import Subprocess
import Testing

@testable import Cluster

/// Shared by the tests of a cluster that root starts.
enum AsRoot {
    /// Explains why such tests are skipped elsewhere.
    static let condition = ConditionTrait.enabled(
        if: geteuid() == 0,
        "skipped: only root can start a cluster whose processes are other users'"
    )

    /// The capabilities of root in a Docker container: it may not inspect processes of other users.
    static let inContainer = [
        "/usr/bin/setpriv", "--inh-caps=-all",
        "--bounding-set=-all,+chown,+dac_override,+fsetid,+fowner,+setgid,+setuid,+setpcap,"
            + "+net_bind_service,+sys_chroot,+kill",
        "--",
    ]

    /// The owner, the group and the mode of each file below a path; links are not followed.
    static func owners(below path: String) throws -> [String: String] {
        let names = try FileManager.default.subpathsOfDirectory(atPath: path) + ["."]
        return try names.reduce(into: [:]) { found, name in
            var status = stat()
            try #require(lstat("\(path)/\(name)", &status) == 0)
            found[name] =
                "\(status.st_uid):\(status.st_gid) \(String(status.st_mode, radix: 8))"
        }
    }

    /// A line of `/proc/PID/status`, without its name.
    static func status(_ pid: Int32, _ name: String) throws -> [Substring] {
        let text = try String(contentsOfFile: "/proc/\(pid)/status", encoding: .utf8)
        let line = text.split(separator: "\n").first { $0.hasPrefix("\(name):") }
        return try #require(line).dropFirst(name.count + 1).split { " \t".contains($0) }
    }
}

/// A directory of root's that is removed after use.
struct RootScratch: ~Copyable {
    let path = "/tmp/gauntlet-custody.\(UInt64.random(in: 0...UInt64.max))"

    init() throws {
        try FileManager.default.createDirectory(
            atPath: path,
            withIntermediateDirectories: false,
            attributes: [.posixPermissions: 0o755]
        )
    }

    deinit {
        try? FileManager.default.removeItem(atPath: path)
    }
}
