import IdentityAPI
import TestBasics
import TestKit
import Testing
import Values
import Wire

@testable import Gateway

/// Signing in with an account elsewhere, over HTTP.
struct LoginJourneyTests {
    /// The page of the profile shows linked accounts (FR-26).
    @Test func `an account at Google signs up and in, is linked and unlinked`() async throws {
        try await play(withGoogle: true) { nobody, cluster in
            let google = try #require(cluster.google)
            let route = "POST /v1/sessions/providers/google"
            let token = #"{"identityToken":"\#(try google.signed("ana"))"}"#
            let made = try await nobody.succeed(route, json: token)
            #expect(made.status == 201)
            #expect(made["user"]?["username"]?.text == "ana.novakova")
            let again = try await nobody.ask(route, json: token)
            #expect(again.status == 401)
            #expect(again.code == "identity.token_refused")
            var ana = nobody
            ana.token = try #require(made["accessToken"]?.text)
            let logins = try await ana.succeed("GET /v1/me/logins")
            #expect(logins["items"]?[0]?["provider"]?.text == "google")
            let last = try await ana.ask("DELETE /v1/me/logins/google")
            #expect(last.status == 409)
            #expect(last.code == "identity.login_last")
            // Without a password, the first one needs no other.
            let password = #"{"password":"correct horse"}"#
            try await ana.succeed("POST /v1/me/password", json: password)
            #expect(try await ana.ask("DELETE /v1/me/logins/google").status == 204)
            let anew = #"{"identityToken":"\#(try google.signed("ana"))"}"#
            let linked = try await ana.succeed("PUT /v1/me/logins/google", json: anew)
            #expect(linked["email"]?.text == "ana@example.com")
            let token2 = #"{"identityToken":"\#(try google.signed("ana"))"}"#
            let signedIn = try await nobody.succeed(route, json: token2)
            #expect(signedIn["user"]?["id"] == made["user"]?["id"])
            for name in ["apple", "myspace", "GOOGLE"] {
                let unknown = try await nobody.ask(
                    "POST /v1/sessions/providers/\(name)",
                    json: #"{"identityToken":"x"}"#
                )
                #expect(unknown.status == 404)
                #expect(unknown.code == "identity.provider_unknown")
            }
            let huge = #"{"identityToken":"\#(String(repeating: "x", count: 60_000))"}"#
            #expect(try await nobody.ask(route, json: huge).status == 401)
            // Its keys of two days ago are not used, although they are still the right ones.
            google.does(.failure)
            cluster.clock.advance(by: .days(2))
            let down = try await nobody.ask(
                route,
                json: #"{"identityToken":"\#(try google.signed("ana"))"}"#
            )
            #expect(down.status == 503)
            #expect(down.code == "identity.provider_unavailable")
            let login = #"{"login":"ana.novakova","password":"correct horse"}"#
            #expect(try await nobody.ask("POST /v1/sessions", json: login).status == 201)
        }
    }
}
