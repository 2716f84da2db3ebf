import Foundation
import TestKit
import Testing

/// What an operator does for a user who cannot sign in: `gauntlet admin reset-password`.
struct PasswordCommand {
    let cluster: RunningCluster

    /// A user without an e-mail address gets a new password. The old one, and the sessions, end.
    func expectReset(of user: App) async throws {
        let reset = try await command(user.username.uppercased())
        #expect(reset.status == 0, "\(reset.error)")
        let prefix = "The new password of \(user.username) is "
        #expect(reset.output.hasPrefix(prefix), "\(reset.output)")
        let password = String(reset.output.dropFirst(prefix.count).dropLast())
        #expect(password.count == 20)
        let nobody = App(urls: user.urls)
        for (password, status) in [(App.password, 401), (password, 201)] {
            let answer = try await nobody.persistently(
                "/v1/sessions",
                ["login": user.username, "password": password]
            )
            #expect(answer.status == status, "\(answer.said)")
        }
        try await eventually("the session has not ended") {
            try await user.get("/v1/me").status == 401
        }
        for path in try cluster.logs() {
            let text = try String(contentsOfFile: path, encoding: .utf8)
            #expect(!text.contains(password), "\(path)")
        }
    }

    func expectRefused() async throws {
        let refused = try await command("nobody_here")
        #expect(refused.status != 0)
        #expect(refused.output.isEmpty)
        #expect(refused.error.contains("/login: There is no such user."), "\(refused.error)")
    }

    private func command(_ login: String) async throws -> RunningCluster.Outcome {
        try await RunningCluster.gauntlet(
            ["admin", "reset-password", login, "--data", cluster.directory]
        )
    }
}
