import Foundation
import Testing

@testable import Identifiers

struct IDTests {
    @Test func `a new id is of version 7 and variant 2`() {
        for _ in 0..<100 {
            let bytes = UserID().uuid.uuid
            #expect(bytes.6 >> 4 == 7)
            #expect(bytes.8 >> 6 == 2)
        }
    }

    @Test func `an id begins with the milliseconds since 1970`() {
        let uuid = UUID.version7(milliseconds: 0x0123_4567_89AB, random: (0, 0))
        #expect(uuid.uuidString == "01234567-89AB-7000-8000-000000000000")
        let full = UUID.version7(milliseconds: .max, random: (.max, .max))
        #expect(full.uuidString == "FFFFFFFF-FFFF-7FFF-BFFF-FFFFFFFFFFFF")
    }

    @Test func `ids made later sort later`() {
        let early = ID<Named.User>(UUID.version7(milliseconds: 1, random: (.max, .max)))
        let late = ID<Named.User>(UUID.version7(milliseconds: 2, random: (0, 0)))
        #expect(early < late)
    }

    @Test func `an id reads what it writes`() {
        let id = ChallengeID()
        #expect(ChallengeID("\(id)") == id)
        #expect(ChallengeID("\(id)".uppercased()) == id)
        #expect("\(id)" == "\(id)".lowercased())
    }

    @Test(arguments: [
        "", "0", "01234567-89ab-7000-8000-00000000000", "01234567-89ab-7000-8000-0000000000000",
        "{01234567-89ab-7000-8000-000000000000}", "0123456789ab70008000000000000000",
        "g1234567-89ab-7000-8000-000000000000",
    ])
    func `a malformed id is refused`(text: String) {
        #expect(UserID(text) == nil)
    }
}
