import Foundation
import Testing
import Values

@testable import Cluster

struct DirectoryTests {
    @Test func `a path that a socket cannot have is refused in one line`() throws {
        let fits =
            "/" + String(repeating: "d", count: 107 - "/postgres/run/.s.PGSQL.5432".utf8.count - 1)
        #expect(try DataDirectory(fits).path == fits)
        #expect(throws: ClusterError.self) { try DataDirectory(fits + "d") }
    }

    @Test func `root keeps data with the system, others with their own`() {
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

    @Test func `the wait before a new start doubles to five seconds, and begins anew after a life`()
    {
        var backoff = Backoff.restart
        var waits: [Duration] = []
        for _ in 0..<8 { waits.append(backoff.next(afterLiving: .seconds(9))) }
        #expect(
            waits == [100, 200, 400, 800, 1_600, 3_200, 5_000, 5_000].map { .milliseconds($0) }
        )
        #expect(backoff.next(afterLiving: .seconds(10)) == .milliseconds(100))
    }
}
