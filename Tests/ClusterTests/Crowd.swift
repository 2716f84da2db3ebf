import NIOHTTP1
import Synchronization
import TestBasics
import TestKit
import Testing

/// Two users who dare, do, prove and judge over one connection, and now and then sign in and out.
struct Crowd: Sendable {
    var sender: App
    var recipient: App
    let client: PoliteClient
    /// Whether it stays with a gateway until that ends the connection; other crowds reconnect.
    let isLoyal: Bool
    let count: Count

    /// The requests so far, and the failures.
    final class Count: Sendable {
        private struct State {
            var asked: [String: Int] = [:]
            var failures: [String] = []
            var isOver = false
            var pictures: UInt32 = 0
        }

        private let state = Mutex(State())

        /// The number of requests of each route, by method and path with `{id}`.
        var asked: [String: Int] { state.withLock { $0.asked } }
        var total: Int { state.withLock { $0.asked.values.reduce(0, +) } }
        var failures: [String] { state.withLock { $0.failures } }
        /// Whether the crowd may stop.
        var isOver: Bool { state.withLock { $0.isOver } }

        /// Lets the crowd stop once there were enough requests.
        func end() {
            state.withLock { $0.isOver = true }
        }

        func note(_ route: String, _ failure: String?) {
            state.withLock { state in
                state.asked[route, default: 0] += 1
                if let failure { state.failures.append("\(route): \(failure)") }
            }
        }

        /// A picture that was not uploaded before.
        func picture() -> [UInt8] {
            Picture.png(
                state.withLock { state in
                    state.pictures += 1
                    return state.pictures
                }
            )
        }
    }

    /// Runs until it may stop.
    mutating func run(while goesOn: @Sendable () -> Bool) async throws {
        var round = 0
        while goesOn() {
            try await goThrough()
            // Passwords cost more than everything else combined, and tokens live for 15 minutes.
            if round.isMultiple(of: 4) { try await renew() }
            if !isLoyal { await client.leave() }
            round += 1
        }
    }

    /// One dare from start to end; a failed request is recorded, and ends the dare.
    private func goThrough() async throws {
        let made = try await ask(
            .POST,
            "/v1/challenges",
            try .json(["kind": "dare", "name": "Ten push-ups", "recipients": [recipient.id]]),
            as: sender
        )
        guard let dare = made?["assignments"][0]["id"]?.text else { return }
        _ = try await ask(.GET, "/v1/assignments/{id}", of: dare, as: recipient)
        let accepted = try await ask(.POST, "/v1/assignments/{id}/accept", of: dare, as: recipient)
        guard accepted != nil else { return }
        _ = try await ask(.GET, "/v1/me", as: recipient)
        let photo = PoliteClient.Content(type: "image/png", bytes: count.picture())
        let picture = try await ask(.POST, "/v1/media", photo, as: recipient)
        guard let media = picture?["id"]?.text else { return }
        let submitted = try await ask(
            .POST,
            "/v1/assignments/{id}/submit",
            of: dare,
            try .json(["mediaIDs": [media]]),
            as: recipient
        )
        guard submitted != nil else { return }
        _ = try await ask(.GET, "/v1/assignments?role=sender", as: sender)
        let seen = try await ask(.GET, "/v1/assignments/{id}", of: dare, as: sender)
        guard let url = seen?["attempts"][0]["media"][0]["url"]?.text else { return }
        try await download(url)
        let approved = try await ask(.POST, "/v1/assignments/{id}/approve", of: dare, as: sender)
        guard approved != nil else { return }
        _ = try await ask(.GET, "/v1/scoreboard", as: sender)
        _ = try await ask(.GET, "/v1/friends", as: recipient)
    }

    /// Downloads a picture by its signed URL, which requires no session.
    private func download(_ url: String) async throws {
        try await noted("GET /v1/media/{id}/{variant}") {
            let answer = try await client.send(.GET, url)
            return answer.bytes > 60 ? answer : nil
        }
    }

    /// Signs both in again; the recipient signs out of the previous session.
    private mutating func renew() async throws {
        let last = recipient
        guard let token = try await signIn(recipient) else { return }
        recipient.token = token
        _ = try await ask(.GET, "/v1/me", as: recipient)
        _ = try await ask(.DELETE, "/v1/sessions/current", as: last)
        sender.token = try await signIn(sender) ?? sender.token
    }

    /// The access token of a new session, refreshed once.
    private func signIn(_ person: App) async throws -> String? {
        let signedIn = try await ask(
            .POST,
            "/v1/sessions",
            try .json(["login": person.username, "password": App.password])
        )
        guard let refreshToken = signedIn?["refreshToken"]?.text else { return nil }
        let refreshed = try await ask(
            .POST,
            "/v1/sessions/refresh",
            try .json(["refreshToken": refreshToken])
        )
        return refreshed?["accessToken"]?.text
    }

    /// Sends a request once; returns `nil` if it failed.
    private func ask(
        _ method: HTTPMethod,
        _ route: String,
        of id: String = "",
        _ content: PoliteClient.Content? = nil,
        as person: App? = nil
    ) async throws -> JSONValue? {
        let path = route.replacing("{id}", with: id)
        return try await noted("\(method) \(route)") {
            try await client.send(method, path, content, token: person?.token)
        }?.json
    }

    /// Records the outcome of a request.
    @discardableResult
    private func noted(
        _ route: String,
        _ send: () async throws -> PoliteClient.Answer?
    ) async throws -> PoliteClient.Answer? {
        do {
            guard let answer = try await send() else {
                count.note(route, "too few bytes")
                return nil
            }
            let isGood = (200..<300).contains(answer.status)
            count.note(route, isGood ? nil : "\(answer.status) \(answer.said)")
            return isGood ? answer : nil
        } catch is CancellationError {
            throw CancellationError()
        } catch {
            count.note(route, "\(error)")
            await client.leave()
            return nil
        }
    }
}
