import HTTPTypes
import IdentityAPI
import RPC
import TestBasics
import TestKit
import Testing
import Wire

@testable import Gateway

/// What the signed-in user has chosen, with its version.
@Suite struct SettingsTests {
    let house = House()

    private func patch(
        _ json: String,
        headers: HTTPFields = [:],
        _ connect: (inout Switchboard) -> Void
    ) async throws -> Client.Answer {
        try await house.gateway(identity: connect).test(token: house.token()) { client in
            try await client.ask(.patch, "/v1/me/settings", json: json, headers: headers)
        }
    }

    @Test func `settings are shown with their version`() async throws {
        let gateway = house.gateway(identity: {
            $0.answer(GetSettings.self, with: Samples.settings(), noting: house.asked)
        })
        try await gateway.test(token: house.token()) { client in
            let answer = try await client.ask(.get, "/v1/me/settings")
            #expect(answer.status == 200)
            #expect(answer.headers.shownVersion == 7)
            #expect(
                answer.text == """
                    {"timeZone":"Europe/Berlin","timeZoneHoldsFrom":"2023-11-14T22:13:20.250Z",\
                    "locale":"de","challengesFrom":"nobody","isListed":true,"version":7}
                    """
            )
        }
        #expect(house.asked.all(GetSettings.self).first?.context.user == house.ana)
    }

    @Test func `a change sends what the body names, and the expected version`() async throws {
        let answer = try await patch(
            #"{"timeZone":"Europe/Berlin","isListed":false}"#,
            headers: [.ifMatch: "\"6\""]
        ) {
            $0.answer(ChangeSettings.self, with: Samples.settings(), noting: house.asked)
        }
        #expect(answer.status == 200)
        #expect(answer.headers.shownVersion == 7)
        let call = try #require(house.asked.all(ChangeSettings.self).first).call
        #expect(call.timeZone == "Europe/Berlin")
        #expect(call.isListed == false)
        #expect(call.ifVersion == 6)
        #expect(call.locale == nil)
        #expect(call.challengesFrom == nil)
    }

    @Test(
        arguments: [
            (#"{"challengesFrom":"strangers"}"#, "/challengesFrom"),
            (#"{"challengesFrom":"unknown"}"#, "/challengesFrom"), (#"{"locale":1}"#, "/locale"),
            (#"{"isListed":"yes"}"#, "/isListed"), (#"{"timezone":"UTC"}"#, "/timezone"),
            (#"{"ifVersion":6}"#, "/ifVersion"), (#"{"version":6}"#, "/version"),
        ]
    )
    func `a wrong field is refused by name`(json: String, pointer: String) async throws {
        let answer = try await patch(json) {
            $0.answer(ChangeSettings.self, with: Samples.settings(), noting: house.asked)
        }
        #expect(answer.status == 400)
        #expect(try answer.json["errors"]?[0]?["pointer"] == .text(pointer))
        #expect(house.asked.count(ChangeSettings.self) == 0)
    }

    @Test(arguments: [(IdentityError.versionStale, 412), (.zoneChangeTooSoon, 409)])
    func `a refusal shows the current settings`(error: IdentityError, status: Int) async throws {
        let fault = try Refusal(error, current: Samples.settings(version: 9)).fault
        let answer = try await patch(#"{"timeZone":"UTC"}"#, headers: [.ifMatch: "\"7\""]) {
            $0.refuse(ChangeSettings.self, with: fault, noting: house.asked)
        }
        #expect(answer.status == status)
        #expect(try answer.code == error.rawValue)
        #expect(try answer.json["current"]?["version"] == 9)
        #expect(try answer.json["current"]?["timeZone"] == "Europe/Berlin")
    }
}
