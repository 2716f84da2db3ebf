package import ChallengesAPI
package import Identifiers
import IdentityAPI
import TestKit
import Testing

/// A viewer of Bo's entries in Ana's contest: the contest's visibility, the viewer's relation to
/// it, and the audiences of the entries that the viewer sees.
package struct EntryViewer: Sendable, CustomTestStringConvertible {
    package let name: String
    package var visibility = ContestVisibility.public
    package let audiences: [Audience]
    /// Whether the viewer sees tombstones of deleted entries.
    package var seesTombstones = false
    /// The viewer: Ana, Bo or Cy.
    package var viewer: any KeyPath<Scene, UserID> & Sendable = \.cy
    package var make: @Sendable (LoggedContest) async throws -> Void = { _ in }

    package var testDescription: String { name }
}

extension EntryViewer {
    private static let inside: [Audience] = [.participants, .friends, .public]

    package static let all = [
        EntryViewer(
            name: "their owner",
            audiences: [.owner, .participants, .friends, .public],
            seesTombstones: true,
            viewer: \.bo
        ),
        EntryViewer(name: "the owner of the contest", audiences: inside, seesTombstones: true) {
            // The owner does not participate.
            try await $0.join($0.scene.ana, .left)
        }.as(\.ana),
        EntryViewer(name: "a participant", audiences: inside, seesTombstones: true) {
            try await $0.join($0.scene.cy)
        },
        EntryViewer(
            name: "a participant of a private one",
            visibility: .private,
            audiences: inside,
            seesTombstones: true
        ) {
            try await $0.join($0.scene.cy)
        },
        EntryViewer(name: "a stranger", audiences: [.public]),
        EntryViewer(name: "a friend of Bo's", audiences: [.friends, .public]) {
            try await $0.scene.relate($0.scene.bo, $0.scene.cy, .friends)
        },
        EntryViewer(name: "an invitee", audiences: [.public]) {
            try await $0.join($0.scene.cy, .invited)
        },
        EntryViewer(name: "an invitee of a private one", visibility: .private, audiences: []) {
            try await $0.join($0.scene.cy, .invited)
        },
        EntryViewer(name: "who left", audiences: [.public]) {
            try await $0.join($0.scene.cy, .left)
        },
        EntryViewer(name: "who left a private one", visibility: .private, audiences: []) {
            try await $0.join($0.scene.cy, .left)
        },
        EntryViewer(
            name: "a friend of Ana's, where only those see it",
            visibility: .friends,
            audiences: []
        ) {
            try await $0.scene.relate($0.scene.ana, $0.scene.cy, .friends)
        },
        EntryViewer(
            name: "a friend of both, where only Ana's see it",
            visibility: .friends,
            audiences: [.friends, .public]
        ) {
            try await $0.scene.relate($0.scene.ana, $0.scene.cy, .friends)
            try await $0.scene.relate($0.scene.bo, $0.scene.cy, .friends)
        },
        EntryViewer(name: "a participant blocked with Bo", audiences: []) {
            try await $0.join($0.scene.cy)
            try await $0.scene.relate($0.scene.bo, $0.scene.cy, .blocked)
        },
        EntryViewer(name: "a stranger blocked with Bo", audiences: []) {
            try await $0.scene.relate($0.scene.bo, $0.scene.cy, .blocked)
        },
        EntryViewer(name: "a participant, when Bo is suspended", audiences: []) {
            try await $0.join($0.scene.cy)
            try await $0.scene.set(.suspended, of: $0.scene.bo)
        },
    ]
}

extension EntryViewer {
    /// The same case with another viewer.
    fileprivate func `as`(_ viewer: any KeyPath<Scene, UserID> & Sendable) -> Self {
        var other = self
        other.viewer = viewer
        return other
    }
}
