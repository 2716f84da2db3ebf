/// Someone with an account, who acts in the demonstration.
struct DemoPerson: Sendable {
    let id: String
    let firstName: String
    let token: String
}

extension DemoClient {
    /// Creates an account.
    ///
    /// - Throws: ``DemoError`` with 409 if the username is taken.
    func register(
        _ firstName: String,
        _ lastName: String,
        username: String,
        password: String
    ) async throws -> DemoPerson {
        let reply = try await post(
            "/v1/accounts",
            [
                "username": .string(username), "password": .string(password),
                "firstName": .string(firstName), "lastName": .string(lastName),
            ]
        )
        return DemoPerson(
            id: try reply.member("user").text("id"),
            firstName: firstName,
            token: try reply.text("accessToken")
        )
    }

    /// Makes two people friends.
    func befriend(_ one: DemoPerson, _ other: DemoPerson) async throws {
        let request = try await post(
            "/v1/friend-requests",
            ["to": .string(other.id)],
            as: one.token
        )
        let id = try request.text("id")
        _ = try await post("/v1/friend-requests/\(id)/accept", as: other.token)
    }
}
