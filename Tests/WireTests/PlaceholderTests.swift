import Identifiers
import NIOCore
import Testing

@testable import Wire

/// People who may not be shown (2.11-placeholder).
struct PlaceholderTests {
    private static let names = "6966697273744e616d65" + "60" + "686c6173744e616d65" + "60"
    private static let nobody = "626964" + "d82550" + String(repeating: "00", count: 16)

    @Test(arguments: [
        (Person.hidden, Person.Placeholder.hidden, "6668696464656e"),
        (.deleted, .deleted, "6764656c65746564"),
    ])
    func `a placeholder leads to nobody`(
        person: Person,
        reason: Person.Placeholder,
        word: String
    ) throws {
        #expect(person.id.description == "00000000-0000-0000-0000-000000000000")
        #expect(person.username == reason.rawValue)
        #expect(person.firstName.isEmpty && person.lastName.isEmpty)
        #expect(person.avatarURL == nil)
        #expect(person.placeholder == reason)
        let hex =
            "a5" + Self.nobody + "68757365726e616d65" + word + Self.names
            + "6b706c616365686f6c646572" + word
        #expect(try WireEncoder().encode(person) == bytes(hex))
        #expect(try WireDecoder().decode(Person.self, from: bytes(hex)) == person)
    }

    @Test func `a person who is shown travels as before`() throws {
        let hex = "a4" + Self.nobody + "68757365726e616d65" + "626a6f" + Self.names
        let jo = try WireDecoder().decode(Person.self, from: bytes(hex))
        #expect(jo.placeholder == nil)
        #expect(try WireEncoder().encode(jo) == bytes(hex))
    }

    @Test func `a reason of a later release is still a reason`() throws {
        let hex =
            "a5" + Self.nobody + "68757365726e616d65" + "626a6f" + Self.names
            + "6b706c616365686f6c646572" + "69656c73657768657265"
        #expect(
            try WireDecoder().decode(Person.self, from: bytes(hex)).placeholder == .unknown
        )
    }
}
