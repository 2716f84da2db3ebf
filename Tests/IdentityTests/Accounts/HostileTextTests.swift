import IdentityAPI
import Testing
import Values

@testable import Identity

/// As many combining marks as fit into a body, of two kinds that alternate: the time to sort them
/// grows with the square of their number.
@Suite struct HostileTextTests {
    private static let marks = "e" + String(repeating: "\u{301}\u{316}", count: 14_500)

    private static let rules: [(name: String, bytesMax: Int, read: @Sendable (String) -> Bool)] = [
        ("login", 254, { Login($0) != .impossible }),
        ("address", 254, { (try? EmailAddress($0)) != nil }),
        ("address's domain", 254, { (try? EmailAddress("a@\($0).org")) != nil }),
        ("username", 30, { (try? Username($0)) != nil }),
        ("first name", 320, { (try? PersonName(first: $0)) != nil }),
        ("last name", 320, { (try? PersonName(last: $0)) != nil }),
        ("beginning of a name", 320, { (try? SearchPrefix($0)) != nil }),
        ("time zone", 64, { (try? TimeZoneName($0)) != nil }),
        ("place of a time zone", 64, { (try? TimeZoneName("Europe/\($0)")) != nil }),
        ("new password", 1_024, { (try? NewPassword($0)) != nil }),
        ("password", 3_072, { (try? cheapHash.matches($0)) == true }),
    ]

    private static var cheapHash: PasswordHash {
        get throws { try PasswordHash("correct horse", PasswordCost(logN: 2, r: 1, p: 1)) }
    }

    @Test(arguments: rules.indices)
    func `a text that is too long is refused before it is processed`(index: Int) {
        let rule = Self.rules[index]
        for text in [Self.marks, " \(Self.marks)\n", Self.marks.uppercased()] {
            let work = TextWork()
            let isTaken = TextWork.$counter.withValue(work) { rule.read(text) }
            #expect(!isTaken, "\(rule.name)")
            #expect(work.largest <= rule.bytesMax, "\(rule.name)")
        }
    }

    @Test func `an over-long password matches no hash, not even of its replacement`() throws {
        let cost = PasswordCost(logN: 2, r: 1, p: 1)
        let long = String(repeating: "x", count: PasswordHash.bytesMax + 1)
        let work = TextWork()
        let matches = try TextWork.$counter.withValue(work) {
            try [PasswordHash(long, cost), PasswordHash("", cost)].map { try $0.matches(long) }
        }
        #expect(matches == [false, false])
        #expect(work.total == 0)
        let longest = String(long.dropLast())
        #expect(try PasswordHash(longest, cost).matches(longest))
    }

    @Test func `a password matches from a keyboard that sends accents separately`() throws {
        let cost = PasswordCost(logN: 2, r: 1, p: 1)
        let chosen = try NewPassword(String(repeating: "\u{1F82}", count: 256)).text
        let typed = String(repeating: "\u{3B1}\u{313}\u{300}\u{345}", count: 256)
        #expect(try PasswordHash(chosen, cost).matches(typed))
    }

    @Test(arguments: [
        ("Åsa", "Öberg"), ("A\u{30A}sa", "\u{301}x"), ("\u{1E9E}", "ΟΔΟΣ"), ("x", ""),
        ("İ", "\u{345}\u{301}"),
    ])
    func `a whole name is folded as its parts are`(first: String, last: String) throws {
        let whole = try PersonName(first: "\(first) \(last)").folded
        let parts = try [PersonName(first: first).folded, PersonName(last: last).folded]
        let joined = parts[1].isEmpty ? parts[0] : parts.joined(separator: " ")
        #expect(Array(whole.utf8) == Array(joined.utf8))
    }
}
