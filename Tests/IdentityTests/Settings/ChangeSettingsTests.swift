import Identifiers
import IdentityAPI
import TestKit
import Testing
import Values
import Wire

@testable import Identity

/// Changes of what a person has chosen (FR-27, 2.8-settings, 2.9-zones).
@Suite(.freshDatabase(Identity.migrations)) struct ChangeSettingsTests {
    /// Noon in UTC, two o'clock in Berlin.
    private let noon = Instant(microseconds: 1_780_315_200_000_000)

    private func town(at moment: Instant? = nil) -> Town {
        Town(clock: StoppedClock(at: moment ?? noon))
    }

    private func person(_ name: String, in zone: String, _ town: Town) async throws -> UserID {
        let call = Register(
            username: name,
            password: Town.password,
            firstName: "Ana",
            lastName: "Lima",
            timeZone: zone
        )
        return try await town.ask(call).user.id
    }

    /// The cards that scoring was told of since the first one.
    private func cards(_ town: Town) async throws -> [PersonCard] {
        let events = try await town.events(PersonChanged.self).filter { $0.to == "scoring" }
        return events.dropFirst().map(\.event.card)
    }

    @Test func `a default visibility is kept, and travels with the card`() async throws {
        let town = Town()
        let ana = try await town.person("ana")
        let change = ChangeSettings(defaultVisibility: .friends)
        #expect(try await town.ask(change, as: ana).defaultVisibility == .friends)
        #expect(try await town.ask(GetSettings(), as: ana).defaultVisibility == .friends)
        let cards = try await town.events(PersonChanged.self).filter { $0.to == "challenges" }
        #expect(cards.map(\.event.card.defaultVisibility) == [.private, .friends])
        let check = CheckRecipients(sender: ana, recipients: [])
        let reply = try await town.ask(check, peer: .challenges)
        #expect(reply.sender.defaultVisibility == .friends)
        let fault = try await refusal {
            try await town.ask(ChangeSettings(defaultVisibility: .unknown), as: ana)
        }
        #expect(
            fault == Refusal(IdentityError.visibilityInvalid, at: "/defaultVisibility").fault
        )
    }

    @Test func `what is absent stays`() async throws {
        let town = town()
        let ana = try await person("ana", in: "Europe/Berlin", town)
        let changes = [
            ChangeSettings(locale: "de"), ChangeSettings(challengesFrom: .nobody),
            ChangeSettings(isListed: true), ChangeSettings(timeZone: "Asia/Tokyo"),
            ChangeSettings(locale: "en", isListed: false),
        ]
        var all: [Settings] = []
        for change in changes { all.append(try await town.ask(change, as: ana)) }
        #expect(all.map(\.locale) == ["de", "de", "de", "de", "en"])
        #expect(all.map(\.challengesFrom) == [.friends, .nobody, .nobody, .nobody, .nobody])
        #expect(all.map(\.isListed) == [false, false, true, true, false])
        #expect(
            all.map(\.timeZone) == [
                "Europe/Berlin", "Europe/Berlin", "Europe/Berlin", "Asia/Tokyo", "Asia/Tokyo",
            ]
        )
        #expect(all.map(\.version) == [2, 3, 4, 5, 6])
        #expect(try await town.ask(GetSettings(), as: ana) == all.last)
    }

    @Test func `each change is published to those who keep copies, with its version`()
        async throws
    {
        let town = town()
        let ana = try await person("ana", in: "Europe/Berlin", town)
        town.clock.advance(by: .hours(1))
        let change = ChangeSettings(timeZone: "Asia/Tokyo", locale: "de", isListed: true)
        let settings = try await town.ask(change, as: ana)
        _ = try await town.ask(ChangeSettings(challengesFrom: .nobody), as: ana)
        let told = try await town.events(PersonChanged.self)
        for copier in ["challenges", "scoring"] {
            #expect(told.filter { $0.to == copier }.map(\.event.card.version) == [1, 2, 3])
        }
        let midnight = try #require(Instant(rfc3339: "2026-06-01T22:00:00Z"))
        #expect(settings.timeZoneHoldsFrom == midnight)
        let person = Person(id: ana, username: "ana", firstName: "Ana", lastName: "Lima")
        let expected = PersonCard(
            person: person,
            version: 2,
            zones: [
                ZoneChange(since: noon, name: "Europe/Berlin"),
                ZoneChange(since: midnight, name: "Asia/Tokyo"),
            ],
            locale: "de",
            isListed: true,
            standing: .active,
            defaultVisibility: .private
        )
        #expect(try await cards(town).first == expected)
        #expect(try await town.ask(GetMe(), as: ana).timeZone == "Asia/Tokyo")
        #expect(try await town.ask(GetMe(), as: ana).updatedAt == noon + .hours(1))
        #expect(try await town.ask(GetMe(), as: ana).createdAt == noon)
    }

    @Test(arguments: [
        ChangeSettings(), ChangeSettings(timeZone: "Europe/Berlin"), ChangeSettings(locale: "en"),
        ChangeSettings(challengesFrom: .friends), ChangeSettings(isListed: false),
        ChangeSettings(ifVersion: 1),
    ])
    func `what is so already changes nothing`(call: ChangeSettings) async throws {
        let town = town()
        let ana = try await person("ana", in: "Europe/Berlin", town)
        let before = try await town.ask(GetSettings(), as: ana)
        town.clock.advance(by: .hours(1))
        #expect(try await town.ask(call, as: ana) == before)
        #expect(try await town.ask(GetSettings(), as: ana) == before)
        #expect(try await town.ask(GetMe(), as: ana).updatedAt == noon)
        #expect(try await cards(town).isEmpty)
        // Nor does it count as a change of the zone.
        #expect(try await town.ask(ChangeSettings(timeZone: "UTC"), as: ana).version == 2)
    }

    @Test func `a wrong value is refused at its field, and nothing changes`() async throws {
        let town = town()
        let ana = try await person("ana", in: "Europe/Berlin", town)
        for (call, pointer, error) in [
            (ChangeSettings(timeZone: "Mars/Olympus"), "/timeZone", .timeZoneInvalid),
            (ChangeSettings(timeZone: ""), "/timeZone", .timeZoneInvalid),
            (ChangeSettings(timeZone: "+02:00"), "/timeZone", .timeZoneInvalid),
            (ChangeSettings(timeZone: "GMT+3"), "/timeZone", .timeZoneInvalid),
            (ChangeSettings(timeZone: "PST"), "/timeZone", .timeZoneInvalid),
            (ChangeSettings(timeZone: "../Europe/Berlin"), "/timeZone", .timeZoneInvalid),
            (ChangeSettings(timeZone: long(65)), "/timeZone", .timeZoneInvalid),
            (ChangeSettings(locale: ""), "/locale", .localeInvalid),
            (ChangeSettings(locale: "fr"), "/locale", .localeInvalid),
            (ChangeSettings(locale: "DE"), "/locale", .localeInvalid),
            (ChangeSettings(locale: "de-AT"), "/locale", .localeInvalid),
            (ChangeSettings(locale: " en"), "/locale", .localeInvalid),
            (ChangeSettings(locale: long(36)), "/locale", .localeInvalid),
            (
                ChangeSettings(challengesFrom: .unknown), "/challengesFrom",
                .challengesFromInvalid
            ),
        ] as [(ChangeSettings, String, IdentityError)] {
            var call = call
            call.isListed = true
            let fault = try await refusal { try await town.ask(call, as: ana) }
            #expect(fault == Refusal(error, at: pointer).fault)
            #expect(fault.kind == .invalid)
            #expect(try await town.ask(GetSettings(), as: ana).version == 1)
            #expect(try await cards(town).isEmpty)
        }
    }

    @Test func `all wrong values are reported at once`() async throws {
        let town = town()
        let ana = try await town.person("ana")
        let call = ChangeSettings(timeZone: "+1", locale: "fr", challengesFrom: .unknown)
        let fault = try await refusal { try await town.ask(call, as: ana) }
        #expect(
            fault.blamed == [
                "/timeZone": "identity.time_zone_invalid", "/locale": "identity.locale_invalid",
                "/challengesFrom": "identity.challenges_from_invalid",
            ]
        )
    }

    @Test func `while a zone is ahead another replaces it, also the one that holds`() async throws {
        let town = town()
        let ana = try await person("ana", in: "Europe/Berlin", town)
        let midnight = try #require(Instant(rfc3339: "2026-06-01T22:00:00Z"))
        for zone in ["Asia/Dubai", "Asia/Tokyo", "Europe/Berlin", "Asia/Tokyo"] {
            let settings = try await town.ask(ChangeSettings(timeZone: zone), as: ana)
            #expect(settings.timeZone == zone)
            #expect(settings.timeZoneHoldsFrom == (zone == "Europe/Berlin" ? nil : midnight))
            #expect(settings.timeZoneChangeableFrom == nil)
            town.clock.advance(by: .hours(1))
        }
        // What is replaced is told to nobody any more.
        let berlin = ZoneChange(since: noon, name: "Europe/Berlin")
        let told = try await cards(town).map(\.zones)
        #expect(
            told == [
                [berlin, ZoneChange(since: midnight, name: "Asia/Dubai")],
                [berlin, ZoneChange(since: midnight, name: "Asia/Tokyo")],
                [berlin], [berlin, ZoneChange(since: midnight, name: "Asia/Tokyo")],
            ]
        )
        // The 24 hours count from the first change.
        town.clock.advance(by: .hours(20) - .microseconds(1))
        let settings = try await town.ask(GetSettings(), as: ana)
        #expect(settings.timeZoneChangeableFrom == noon + .hours(24))
        let fault = try await refusal {
            try await town.ask(ChangeSettings(timeZone: "Europe/Berlin"), as: ana)
        }
        #expect(
            fault
                == (try Refusal(
                    IdentityError.zoneChangeTooSoon,
                    at: "/timeZone",
                    current: WireEncoder().encode(settings)
                ).fault)
        )
        town.clock.advance(by: .microseconds(1))
        _ = try await town.ask(ChangeSettings(timeZone: "Europe/Berlin"), as: ana)
    }

    @Test func `a change of the zone once one holds waits for 24 hours`() async throws {
        let town = town()
        let ana = try await person("ana", in: "Europe/Berlin", town)
        let first = try await town.ask(ChangeSettings(timeZone: "Asia/Tokyo"), as: ana)
        #expect(first.timeZoneChangeableFrom == nil)
        town.clock.advance(by: .hours(24) - .microseconds(1))
        let call = ChangeSettings(timeZone: "UTC", locale: "de")
        let fault = try await refusal { try await town.ask(call, as: ana) }
        #expect(fault.code == "identity.zone_change_too_soon")
        #expect(fault.kind == .conflict)
        #expect(fault.blamed == ["/timeZone": "identity.zone_change_too_soon"])
        let current = try await town.ask(GetSettings(), as: ana)
        #expect(fault.settings == current)
        #expect(current.timeZoneChangeableFrom == noon + .hours(24))
        #expect(current.timeZone == "Asia/Tokyo")
        #expect(current.locale == "en")
        // All else may change meanwhile.
        #expect(try await town.ask(ChangeSettings(locale: "de"), as: ana).version == 3)
        town.clock.advance(by: .microseconds(1))
        #expect(try await town.ask(GetSettings(), as: ana).timeZoneChangeableFrom == nil)
        let second = try await town.ask(call, as: ana)
        #expect(second.timeZone == "UTC")
        #expect(second.timeZoneChangeableFrom == nil)
        // Tokyo's next midnight.
        town.clock.advance(by: .hours(3))
        let held = try await town.ask(GetSettings(), as: ana)
        #expect(held.timeZoneHoldsFrom == nil)
        #expect(held.timeZoneChangeableFrom == noon + .hours(48))
    }

    @Test func `a zone is shown as ahead until its midnight`() async throws {
        let town = town()
        let ana = try await person("ana", in: "Europe/Berlin", town)
        let midnight = try #require(Instant(rfc3339: "2026-06-01T22:00:00Z"))
        let settings = try await town.ask(ChangeSettings(timeZone: "UTC"), as: ana)
        #expect(settings.timeZoneHoldsFrom == midnight)
        town.clock.advance(by: .hours(10) - .microseconds(1))
        #expect(try await town.ask(GetSettings(), as: ana).timeZoneHoldsFrom == midnight)
        town.clock.advance(by: .microseconds(1))
        #expect(try await town.ask(GetSettings(), as: ana).timeZoneHoldsFrom == nil)
    }

    @Test func `a version that is not the present one is refused with the settings`()
        async throws
    {
        let town = town()
        let ana = try await person("ana", in: "Europe/Berlin", town)
        let settings = try await town.ask(ChangeSettings(locale: "de", ifVersion: 1), as: ana)
        #expect(settings.version == 2)
        for version in [0, 1, 3] as [Int64] {
            let call = ChangeSettings(isListed: true, ifVersion: version)
            let fault = try await refusal { try await town.ask(call, as: ana) }
            #expect(fault.code == "identity.version_stale")
            #expect(fault.kind == .stale)
            #expect(fault.settings == settings)
        }
        #expect(try await town.ask(GetSettings(), as: ana) == settings)
    }

    @Test func `of changes at once with one version, one succeeds`() async throws {
        let town = town()
        let ana = try await person("ana", in: "Europe/Berlin", town)
        let changed = await withTaskGroup(of: Bool.self) { group in
            for index in 0..<12 {
                group.addTask {
                    let call = ChangeSettings(
                        locale: index.isMultiple(of: 2) ? "de" : nil,
                        isListed: true,
                        ifVersion: 1
                    )
                    return (try? await town.ask(call, as: ana)) != nil
                }
            }
            return await group.reduce(0) { $0 + ($1 ? 1 : 0) }
        }
        #expect(changed == 1)
        #expect(try await cards(town).map(\.version) == [2])
    }

    @Test func `the same key changes them once`() async throws {
        let town = town()
        let ana = try await person("ana", in: "Europe/Berlin", town)
        let call = ChangeSettings(timeZone: "UTC", ifVersion: 1)
        let given = try await town.ask(call, as: ana, key: "k")
        town.clock.advance(by: .hours(1))
        #expect(try await town.ask(call, as: ana, key: "k") == given)
        let fault = try await refusal {
            try await town.ask(ChangeSettings(timeZone: "Asia/Tokyo"), as: ana, key: "k")
        }
        #expect(fault == WireError.keyReused.fault)
        #expect(try await cards(town).count == 1)
    }

    @Test func `who takes challenges of nobody is not accepting, until they do again`()
        async throws
    {
        let town = town()
        let ana = try await town.person("ana")
        let bo = try await town.person("bob")
        try await town.befriend(ana, bo)
        func standing() async throws -> CheckRecipients.Standing? {
            let check = CheckRecipients(sender: ana, recipients: [bo])
            return try await town.ask(check, peer: .challenges).recipients.first?.standing
        }
        #expect(try await standing() == .friend)
        _ = try await town.ask(ChangeSettings(challengesFrom: .nobody), as: bo)
        #expect(try await standing() == .notAccepting)
        _ = try await town.ask(ChangeSettings(challengesFrom: .friends), as: bo)
        #expect(try await standing() == .friend)
    }

    @Test func `a caller whose account is gone must sign in`() async throws {
        let call = ChangeSettings(locale: "de")
        let fault = try await refusal { try await town().ask(call, as: UserID()) }
        #expect(fault == WireError.signInNeeded.fault)
        let anonymous = try await refusal { try await town().ask(call) }
        #expect(anonymous == WireError.signInNeeded.fault)
    }
}

extension Fault {
    /// The settings that came with a refusal.
    fileprivate var settings: Settings? {
        current.flatMap { try? WireDecoder().decode(Settings.self, from: $0) }
    }
}

private func long(_ count: Int) -> String {
    String(repeating: "x", count: count)
}
