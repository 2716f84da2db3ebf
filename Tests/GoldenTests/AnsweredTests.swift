import Challenges
import Crypto
import Foundation
import Identity
import Media
import RPC
import Scoring
import TestKit
import Testing
import Wire

/// What is declared is answered, and by whom it should be.
@Suite(.freshDatabase([])) struct AnsweredTests {
    @Test func `every call is answered by its own service and by no other`() async throws {
        let boards = try switchboards()
        for service in Interface.services {
            for call in service.calls {
                let answering = boards.filter { $0.board.answers(call.id) }.map(\.name)
                #expect(answering == [service.name], "\(call.name)")
            }
            for event in service.published {
                let answering = boards.filter { $0.board.answers(event.id) }.map(\.name)
                #expect(!answering.isEmpty, "nobody hears \(event.name)")
                #expect(!answering.contains(service.name), "\(event.name)")
            }
        }
    }

    @Test func `what every service answers is answered by each`() throws {
        let boards = try switchboards()
        #expect(!Interface.shared.isEmpty)
        for call in Interface.shared {
            for (name, board) in boards {
                #expect(board.answers(call.id), "\(name) does not answer \(call.name)")
            }
        }
    }

    @Test func `nothing is answered that is not declared`() async throws {
        let declared = Set(Interface.calls.map { $0.id })
        for (name, board) in try switchboards() {
            #expect(board.answered.subtracting(declared).isEmpty, "\(name)")
        }
    }

    @Test func `a call is a stream on both sides or on none`() async throws {
        let boards = try switchboards()
        for call in Interface.calls {
            for (name, board) in boards where board.answers(call.id) {
                #expect(board.isStream(call.id) == (call is any StreamCall.Type), "\(name)")
            }
        }
    }

    private func switchboards() throws -> [(name: ServiceName, board: Switchboard)] {
        let nobody = Switchboard { _ in }
        let identity = Identity(
            database: .fresh,
            media: nobody,
            secrets: [SymmetricKey(size: .bits256)],
            networkKeys: [SymmetricKey(size: .bits256)]
        )
        let directory = FileManager.default.temporaryDirectory
            .appending(path: "gauntlet-golden.\(UInt64.random(in: 0...UInt64.max))")
        defer { try? FileManager.default.removeItem(at: directory) }
        return [
            (.identity, identity.switchboard),
            (
                .challenges,
                Challenges(
                    database: .fresh,
                    identity: nobody,
                    media: nobody,
                    scoring: nobody
                ).switchboard
            ),
            (.media, try Media(database: .fresh, directory: directory.path).switchboard),
            (
                .scoring,
                Scoring(database: .fresh, identity: nobody, challenges: nobody).switchboard
            ),
        ]
    }
}
