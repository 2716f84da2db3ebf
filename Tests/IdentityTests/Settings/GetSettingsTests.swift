import Identifiers
import IdentityAPI
import Postgres
import TestKit
import Testing
import Wire

@testable import Identity

/// What a person has chosen (FR-27, 2.8-settings).
@Suite(.freshDatabase(Identity.migrations)) struct GetSettingsTests {
    let town = Town()

    @Test func `a new account has the defaults`() async throws {
        let ana = try await town.person("ana")
        let settings = try await town.ask(GetSettings(), as: ana)
        #expect(
            settings
                == Settings(
                    timeZone: "UTC",
                    locale: "en",
                    challengesFrom: .friends,
                    isListed: false,
                    defaultVisibility: .private,
                    version: 1
                )
        )
    }

    @Test func `each user sees their own`() async throws {
        let ana = try await town.person("ana")
        let bo = try await town.person("bob")
        _ = try await town.ask(ChangeSettings(locale: "de"), as: ana)
        #expect(try await town.ask(GetSettings(), as: ana).locale == "de")
        #expect(try await town.ask(GetSettings(), as: bo).locale == "en")
    }

    @Test func `an account that an earlier release made has the same`() async throws {
        let ana = try await town.person("ana")
        let settings = try await town.ask(GetSettings(), as: ana)
        try await Database.fresh.transaction { tx in
            _ = try await tx.run("UPDATE accounts SET zone_names = '{}', zones_since = '{}'")
        }
        #expect(try await town.ask(GetSettings(), as: ana) == settings)
        let changed = try await town.ask(ChangeSettings(timeZone: "Europe/Berlin"), as: ana)
        #expect(changed.timeZone == "Europe/Berlin")
        let cards = try await town.ask(ListCards(users: [ana]), peer: .scoring).cards
        #expect(cards.first?.zones?.map(\.name) == ["UTC", "Europe/Berlin"])
        #expect(cards.first?.zones?.first?.since == town.clock.now)
    }

    @Test func `a caller whose account is gone must sign in`() async throws {
        let fault = try await refusal { try await town.ask(GetSettings(), as: UserID()) }
        #expect(fault == WireError.signInNeeded.fault)
        let anonymous = try await refusal { try await town.ask(GetSettings()) }
        #expect(anonymous == WireError.signInNeeded.fault)
    }
}
