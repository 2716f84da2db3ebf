import Testing

@testable import Cluster

/// The users that run the processes if root starts the cluster.
struct UserTests {
    private static let machine = [
        "postgres": SystemUser(name: "postgres", id: 101, group: 104),
        "gauntlet": SystemUser(name: "gauntlet", id: 999, group: 995),
    ]

    @Test func `the database has a user, and the services another`() throws {
        let users = try ClusterUsers { Self.machine[$0] }
        #expect(users.database.id == 101)
        #expect(users.services.id == 999)
    }

    @Test(arguments: ["postgres", "gauntlet"])
    func `a missing one is reported in one line`(name: String) {
        let refusal = #expect(throws: ClusterError.self) {
            try ClusterUsers { $0 == name ? nil : Self.machine[$0] }
        }
        #expect(refusal?.description.contains("there is no user “\(name)”") == true)
        #expect(refusal?.description.contains("\n") == false)
        #expect(name == "postgres" || refusal?.description.contains("useradd --system") == true)
    }

    @Test(arguments: ["postgres", "gauntlet"])
    func `root's user or group is refused`(name: String) {
        for (root, problem) in [
            (
                SystemUser(name: name, id: 0, group: 995),
                "uid 0: processes would run as root"
            ),
            (
                SystemUser(name: name, id: 999, group: 0),
                "gid 0: processes would run in root's group"
            ),
        ] {
            #expect(throws: ClusterError("the user “\(name)” has \(problem)")) {
                try ClusterUsers { $0 == name ? root : Self.machine[$0] }
            }
        }
    }

    @Test func `one user for both is refused`() {
        #expect(throws: ClusterError.self) {
            try ClusterUsers { SystemUser(name: $0, id: 999, group: 995) }
        }
    }
}
