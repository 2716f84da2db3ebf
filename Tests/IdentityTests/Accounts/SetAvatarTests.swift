import Identifiers
import IdentityAPI
import MediaAPI
import RPC
import Synchronization
import TestKit
import Testing
import Values
import Wire

@testable import Identity

@Suite(.freshDatabase(Identity.migrations)) struct SetAvatarTests {
    let first = MediaID()
    let second = MediaID()

    @Test func `a picture becomes the avatar`() async throws {
        let town = Town(media: willing)
        let ana = try await town.person("ana")
        town.clock.advance(by: .hours(1))
        let account = try await town.ask(SetAvatar(mediaID: first), as: ana)
        #expect(account.avatarURL == MediaReference(first))
        #expect(account.createdAt == town.clock.now - .hours(1))
        #expect(account.updatedAt == town.clock.now)
        #expect(try await town.ask(GetMe(), as: ana) == account)
        #expect(try await town.ask(GetPerson(user: ana), as: ana).avatarURL == account.avatarURL)
    }

    @Test func `services that copy cards or keep pictures are told`() async throws {
        let town = Town(media: willing)
        let ana = try await town.person("ana")
        for picture in [first, first, second] {
            _ = try await town.ask(SetAvatar(mediaID: picture), as: ana)
        }
        let cards = try await town.events(PersonChanged.self).filter { $0.to == "scoring" }
        #expect(cards.map(\.event.card.version) == [1, 2, 3])
        #expect(
            cards.map(\.event.card.person.avatarURL)
                == [nil, MediaReference(first), MediaReference(second)]
        )
        let used = try await town.events(MediaUsed.self)
        #expect(used.map(\.to) == ["media", "media"])
        #expect(used.map(\.event.media) == [[first], [second]])
        let released = try await town.events(MediaReleased.self)
        #expect(released.map(\.event.media) == [[first]])
        #expect(released.map(\.event.cause) == ["avatar:\(ana)"])
        #expect(released.map(\.event.orderingKey) == used.prefix(1).map(\.event.orderingKey))
    }

    @Test func `the same idempotency key changes it once`() async throws {
        let town = Town(media: willing)
        let ana = try await town.person("ana")
        for _ in 0..<2 { _ = try await town.ask(SetAvatar(mediaID: first), as: ana, key: "k") }
        let fault = try await refusal {
            try await town.ask(SetAvatar(mediaID: second), as: ana, key: "k")
        }
        #expect(fault == WireError.keyReused.fault)
        #expect(try await town.events(MediaUsed.self).count == 1)
    }

    @Test(arguments: [
        WireError.unavailable.fault, Refusal(MediaError.notFound, at: "/media/0").fault,
    ])
    func `a lost reply is repeated even if mediad is unavailable`(fault: Fault) async throws {
        let trouble = Mutex<Fault?>(nil)
        let asked = Mutex(0)
        let town = Town(
            media: Switchboard {
                $0.on { (_: ClaimMedia, _) in
                    asked.withLock { $0 += 1 }
                    if let fault = trouble.withLock({ $0 }) { throw fault }
                    return ClaimMedia.Reply(media: [])
                }
            }
        )
        let ana = try await town.person("ana")
        let given = try await town.ask(SetAvatar(mediaID: first), as: ana, key: "k")
        trouble.withLock { $0 = fault }
        #expect(try await town.ask(SetAvatar(mediaID: first), as: ana, key: "k") == given)
        let reused = try await refusal {
            try await town.ask(SetAvatar(mediaID: second), as: ana, key: "k")
        }
        #expect(reused == WireError.keyReused.fault)
        #expect(asked.withLock { $0 } == 1)
    }

    @Test func `the key of the write is not the key of the claim`() async throws {
        let keys = Mutex<[String?]>([])
        let town = Town(
            media: Switchboard {
                $0.on { (_: ClaimMedia, context) in
                    keys.withLock { $0.append(context.idempotencyKey) }
                    return ClaimMedia.Reply(media: [])
                }
            }
        )
        let ana = try await town.person("ana")
        _ = try await town.ask(SetAvatar(mediaID: first), as: ana, key: "k")
        #expect(keys.withLock { $0 } == [nil])
    }

    @Test func `a picture that mediad refuses is refused at the field`() async throws {
        let town = Town(
            media: Switchboard {
                $0.on { (_: ClaimMedia, _) in throw Refusal(MediaError.notFound, at: "/media/0") }
            }
        )
        let ana = try await town.person("ana")
        let fault = try await refusal { try await town.ask(SetAvatar(mediaID: first), as: ana) }
        #expect(fault == Refusal(IdentityError.avatarInvalid, at: "/mediaID").fault)
        #expect(try await town.ask(GetMe(), as: ana).avatarURL == nil)
    }

    @Test func `a retryable fault of mediad is passed on`() async throws {
        let town = Town(
            media: Switchboard {
                $0.on { (_: ClaimMedia, _) in throw WireError.unavailable }
            }
        )
        let ana = try await town.person("ana")
        let fault = try await refusal { try await town.ask(SetAvatar(mediaID: first), as: ana) }
        #expect(fault == WireError.unavailable.fault)
    }

    @Test func `a caller whose account is gone must sign in`() async throws {
        let fault = try await refusal {
            try await Town(media: willing).ask(SetAvatar(mediaID: first), as: UserID())
        }
        #expect(fault == WireError.signInNeeded.fault)
    }

    @Test func `the claim names the person and the cause`() async throws {
        let town = Town(
            media: Switchboard {
                $0.on { (call: ClaimMedia, _) in
                    guard call.cause == "avatar:\(call.user)" else { throw MediaError.causeInvalid }
                    return ClaimMedia.Reply(media: [])
                }
            }
        )
        let ana = try await town.person("ana")
        _ = try await town.ask(SetAvatar(mediaID: first), as: ana)
    }

    private var willing: Switchboard {
        Switchboard { $0.on { (_: ClaimMedia, _) in ClaimMedia.Reply(media: []) } }
    }
}
