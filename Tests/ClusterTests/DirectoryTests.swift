import Foundation
import Testing
import Values

@testable import Cluster

struct DirectoryTests {
    @Test func `a lock that no single process holds is not a supervisor's`() throws {
        let directory = try DataDirectory("/tmp/gauntlet-lock.\(UInt64.random(in: 0...9_999_999))")
        try FileManager.default.createDirectory(
            atPath: directory.run,
            withIntermediateDirectories: true
        )
        defer { try? FileManager.default.removeItem(atPath: directory.path) }
        let file = open(directory.lock, O_RDWR | O_CREAT | O_CLOEXEC, 0o644)
        defer { close(file) }
        var request = flock()
        request.l_type = Int16(F_WRLCK)
        request.l_whence = Int16(SEEK_SET)
        // A lock of the open file: for its holder the system returns -1, which means every process.
        let setOpenFileLock: CInt = 37
        #expect(fcntl(file, setOpenFileLock, &request) == 0)
        #expect(Lock.holder(of: directory) == nil)
    }

    @Test(arguments: [nil, 0o644])
    func `only its owner may open a lock, and so hold it`(modeBefore: mode_t?) throws {
        let directory = try DataDirectory("/tmp/gauntlet-lock.\(UInt64.random(in: 0...9_999_999))")
        try FileManager.default.createDirectory(
            atPath: directory.run,
            withIntermediateDirectories: true
        )
        defer { try? FileManager.default.removeItem(atPath: directory.path) }
        if let modeBefore {
            close(open(directory.lock, O_RDWR | O_CREAT | O_CLOEXEC, 0o600))
            #expect(chmod(directory.lock, modeBefore) == 0)
        }
        let lock = try Lock(directory)
        defer { lock.release() }
        var status = stat()
        #expect(stat(directory.lock, &status) == 0)
        #expect(status.st_mode & 0o777 == 0o600)
        // When the supervisor itself looks at the lock, that must not release it.
        let number = "\(getpid()) "
        func isLocked() throws -> Bool {
            try String(contentsOfFile: "/proc/locks", encoding: .utf8).split(separator: "\n")
                .contains { $0.contains(number) && $0.contains(":\(status.st_ino) ") }
        }
        #expect(try isLocked())
        #expect(ClusterState(supervisor: getpid(), url: "").isAlive(in: directory))
        #expect(try isLocked())
    }

    @Test func `a path too long for a socket is refused in one line`() throws {
        let fits =
            "/" + String(repeating: "d", count: 107 - "/postgres/run/.s.PGSQL.5432".utf8.count - 1)
        #expect(try DataDirectory(fits).path == fits)
        #expect(throws: ClusterError.self) { try DataDirectory(fits + "d") }
    }

    @Test func `root's data is in the system's directory, others' in their own`() {
        #expect(DataDirectory.standard(isRoot: true, environment: [:]) == "/var/lib/gauntlet")
        #expect(
            DataDirectory.standard(isRoot: false, environment: ["HOME": "/h"])
                == "/h/.local/share/gauntlet"
        )
        #expect(
            DataDirectory.standard(
                isRoot: false,
                environment: ["HOME": "/h", "XDG_DATA_HOME": "/x"]
            )
                == "/x/gauntlet"
        )
    }

    @Test func `the restart delay doubles to five seconds, and resets after a long run`() {
        var backoff = Backoff.restart
        var waits: [Duration] = []
        for _ in 0..<8 { waits.append(backoff.next(afterLiving: .seconds(9))) }
        #expect(
            waits == [100, 200, 400, 800, 1_600, 3_200, 5_000, 5_000].map { .milliseconds($0) }
        )
        #expect(backoff.next(afterLiving: .seconds(10)) == .milliseconds(100))
    }

    @Test
    func `only variables that locate another cluster are ignored, and logged`() {
        let places = [
            "GAUNTLET_DATA", "GAUNTLET_LISTEN", "GAUNTLET_HTTP_LISTEN", "GAUNTLET_ADMIN_LISTEN",
            "GAUNTLET_ENDPOINTS_MEDIA", "GAUNTLET_DATABASE_URL", "GAUNTLET_DATABASE_URL_FILE",
            "GAUNTLET_CLUSTER_KEY_FILE", "GAUNTLET_MEDIA_DIRECTORY", "GAUNTLET_PLAINTEXT",
            "GAUNTLET_GATEWAYS", "GAUNTLET_RUN_AS", "GAUNTLET_LOG_FILE",
        ]
        #expect(places.allSatisfy(Replica.isPlace))
        let others = [
            "GAUNTLET_LOG_LEVEL", "GAUNTLET_LIMITS_EXEMPT", "GAUNTLET_DARE_ATTEMPTS",
            "GAUNTLET_PUBLIC_URL", "GAUNTLET_TLS_KEY_FILE", "PATH", "DATA", "PGHOST",
        ]
        #expect(!others.contains(where: Replica.isPlace))

        // Of the ignored variables, the log names those with a value.
        let environment = Dictionary(
            uniqueKeysWithValues: (places + others).map {
                ($0, $0.hasPrefix("GAUNTLET_DATABASE_") ? "" : "x")
            }
        )
        #expect(
            Replica.ignored(of: environment)
                == places.filter { !$0.hasPrefix("GAUNTLET_DATABASE_") }.sorted()
        )
    }

    @Test(arguments: ["CERTIFICATE_FILE", "KEY_FILE", "CA_FILE"])
    func `a TLS variable is refused by name, unless it is empty`(name: String) throws {
        let variable = "GAUNTLET_TLS_\(name)"
        let refusal = #expect(throws: ClusterError.self) {
            try Supervisor.checkEnvironment(["PATH": "/bin", variable: "/etc/ssl/some.pem"])
        }
        #expect(refusal?.description.hasPrefix("\(variable) is set, but ") == true)
        #expect(refusal?.description.contains("\n") == false)
        try Supervisor.checkEnvironment([variable: ""])
        try Supervisor.checkEnvironment(["GAUNTLET_DATA": "/elsewhere"])
    }
}
