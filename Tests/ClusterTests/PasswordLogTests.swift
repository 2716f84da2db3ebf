import Foundation
import Testing

@testable import Cluster

/// No password of a role reaches the database's log.
struct PasswordLogTests {
    @Test func `a verifier is what PostgreSQL derives from the password`() {
        // The password and the salt of RFC 7677 §3.
        let salt = Data(base64Encoded: "W22ZaJ0SNY7soEsUEjb6gQ==").map(Array.init) ?? []
        #expect(
            ScramVerifier(of: "pencil", salt: salt).text
                == "SCRAM-SHA-256$4096:W22ZaJ0SNY7soEsUEjb6gQ=="
                + "$WG5d8oPm3OtcPnkdi4Uo7BkeZkBFzpcXkuLmtbsT4qY="
                + ":wfPLwcE6nTWhTAmQ7tl2KeoiWGPlZqQxSrmfPwDl2dU="
        )
        #expect(ScramVerifier(of: "pencil").text != ScramVerifier(of: "pencil").text)
    }

    @Test func `a server that logs every statement, or fails, never sees a password`() async throws
    {
        let all = ["log_statement=all", "log_min_duration_statement=0", "debug_print_parse=on"]
        let loud = all.flatMap { ["--database-setting", $0] }
        try await RunningCluster.run(starting: ["--no-demo"] + loud) { cluster, _ in
            let statement = "ALTER ROLE identity LOGIN PASSWORD"
            try expectNoPassword(in: cluster, butStatement: statement, after: "statement: ")
            _ = try await cluster.down()

            // The roles already exist; the first statement that changes them fails.
            let failing = ["--database-setting", "default_transaction_read_only=on"]
            let outcome = try await RunningCluster.gauntlet(
                ["up", "--detach", "--port", "\(cluster.port)", "--data", cluster.directory]
                    + loud + failing
            )
            #expect(outcome.status != 0)
            #expect(outcome.error.contains("read-only transaction"), "\(outcome.error)")
            try expectNoPassword(in: cluster, butStatement: statement, after: "STATEMENT:  ")
        }
    }

    /// Checks that the logs contain the statement, and no password.
    private func expectNoPassword(
        in cluster: RunningCluster,
        butStatement statement: String,
        after word: String
    ) throws {
        let log = try cluster.log("postgres")
        #expect(log.contains { $0.contains("\(word)\(statement) 'SCRAM-SHA-256$") })
        let logs = try cluster.logs()
        #expect(logs.count == 8)
        for role in Secrets.roles {
            let password = try Secrets(directory: try DataDirectory(cluster.directory))
                .password(of: role)
            for path in logs {
                let text = try String(contentsOfFile: path, encoding: .utf8)
                #expect(!text.contains(password), "\(role) in \(path)")
            }
        }
    }
}
