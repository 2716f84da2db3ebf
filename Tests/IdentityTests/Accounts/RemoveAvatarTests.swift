import Identifiers
import IdentityAPI
import MediaAPI
import RPC
import TestKit
import Testing
import Values
import Wire

@testable import Identity

@Suite(.freshDatabase(Identity.migrations)) struct RemoveAvatarTests {
    let town = Town(
        media: Switchboard { $0.on { (_: ClaimMedia, _) in ClaimMedia.Reply(media: []) } }
    )

    @Test func `an avatar is removed, and services are told`() async throws {
        let ana = try await town.person("ana")
        let picture = MediaID()
        _ = try await town.ask(SetAvatar(mediaID: picture), as: ana)
        town.clock.advance(by: .hours(1))
        let account = try await town.ask(RemoveAvatar(), as: ana)
        #expect(account.avatarURL == nil)
        #expect(account.updatedAt == town.clock.now)
        #expect(try await town.ask(GetMe(), as: ana) == account)
        let cards = try await town.events(PersonChanged.self).filter { $0.to == "scoring" }
        #expect(cards.map(\.event.card.version) == [1, 2, 3])
        #expect(cards.last?.event.card.person.avatarURL == nil)
        let released = try await town.events(MediaReleased.self)
        #expect(released.map(\.event.media) == [[picture]])
        #expect(released.map(\.event.cause) == ["avatar:\(ana)"])
        #expect(try await town.events(MediaUsed.self).count == 1)
    }

    @Test func `without an avatar it does nothing`() async throws {
        let ana = try await town.person("ana")
        let before = try await town.ask(GetMe(), as: ana)
        town.clock.advance(by: .hours(1))
        #expect(try await town.ask(RemoveAvatar(), as: ana) == before)
        #expect(try await town.events(MediaReleased.self).isEmpty)
    }

    @Test func `a lost reply is repeated`() async throws {
        let ana = try await town.person("ana")
        _ = try await town.ask(SetAvatar(mediaID: MediaID()), as: ana)
        let first = try await town.ask(RemoveAvatar(), as: ana, key: "k")
        _ = try await town.ask(SetAvatar(mediaID: MediaID()), as: ana)
        #expect(try await town.ask(RemoveAvatar(), as: ana, key: "k") == first)
        #expect(try await town.ask(GetMe(), as: ana).avatarURL != nil)
    }

    @Test func `a caller whose account is gone must sign in`() async throws {
        let fault = try await refusal { try await town.ask(RemoveAvatar(), as: UserID()) }
        #expect(fault == WireError.signInNeeded.fault)
    }
}
