import IdentityAPI
import RPC
import Testing
import Values

@testable import Identity

@Suite struct RulesTests {
    @Test(arguments: [
        ("abc", "abc"), ("ABC", "abc"), ("a_b.9", "a_b.9"), (long(30), long(30)), ("...", "..."),
    ])
    func `a username is folded`(text: String, folded: String) throws {
        #expect(try Username(text).text == folded)
    }

    @Test(arguments: [
        "", "ab", long(31), "a b", "a@b", "a-b", "äbc", "\u{212A}elvin", "abc\n", "a\0b",
    ])
    func `a username has 3 to 30 characters of few kinds`(text: String) {
        #expect(throws: IdentityError.usernameInvalid) { try Username(text) }
    }

    private static let always = [
        "hidden", "deleted", "gauntlet", "system", "moderator", "Hidden", "SYSTEM", "...", "_._",
        "___", String(repeating: ".", count: 30),
    ]

    @Test(
        arguments: always + [
            "admin", "administrator", "root", "support", "help", "staff", "official", "anonymous",
            "unknown", "null", "ADMIN", "nUll",
        ]
    )
    func `a reserved username is given to nobody`(text: String) throws {
        #expect(throws: IdentityError.usernameInvalid) {
            try Username(new: text, unless: .byDefault)
        }
        // An account that had it before still signs in.
        #expect(try Username(text).text == text.lowercased())
    }

    @Test(
        arguments: [
            "hidden_", "hidde", "deleted1", "moderators", "ANA", "admins", "adm", "helper", "..a",
            "_1_",
        ]
    )
    func `a username that only resembles a reserved one is free`(text: String) throws {
        #expect(try Username(new: text, unless: .byDefault).text == text.lowercased())
    }

    @Test func `an operator reserves other usernames instead`() throws {
        let reserved = try #require(ReservedUsernames("Boss,the.boss"))
        for text in Self.always + ["boss", "BOSS", "the.boss"] {
            #expect(throws: IdentityError.usernameInvalid) {
                try Username(new: text, unless: reserved)
            }
        }
        for text in ["admin", "null", "boss1"] {
            #expect(try Username(new: text, unless: reserved).text == text)
        }
        let many = (1...1_000).map { "boss\($0)" }.joined(separator: ",")
        #expect(ReservedUsernames(many) != nil)
        #expect(ReservedUsernames(many + ",boss") == nil)
    }

    @Test(arguments: [
        ",", "admin,", ",admin", "admin, root", "admin;root", "ab", "a@b.c", long(31),
    ])
    func `a list of what can be nobody's username is wrong`(list: String) {
        #expect(ReservedUsernames(list) == nil)
    }

    @Test(arguments: [8, 256])
    func `a password of an allowed length is accepted`(count: Int) throws {
        #expect(try NewPassword(long(count)).text == long(count))
        #expect(try NewPassword(String(repeating: "🦔", count: count)).text.isEmpty == false)
    }

    @Test(arguments: [0, 7, 257]) func `a password of another length is refused`(count: Int) {
        #expect(throws: IdentityError.passwordInvalid) { try NewPassword(long(count)) }
    }

    @Test func `the length of a name excludes surrounding white space`() throws {
        #expect(try PersonName(first: " \(long(80)) ").text == long(80))
        #expect(try PersonName(last: " ").text == "")
        #expect(throws: IdentityError.firstNameInvalid) { try PersonName(first: " ") }
        #expect(throws: IdentityError.firstNameInvalid) { try PersonName(first: long(81)) }
        #expect(throws: IdentityError.lastNameInvalid) { try PersonName(last: long(81)) }
    }

    @Test func `the length of a name is counted in Unicode scalars`() throws {
        let family = "\u{1F469}\u{200D}\u{1F467}"
        let name = String(repeating: family, count: 26) + "ab"
        #expect(try PersonName(first: name).text == name)
        #expect(throws: IdentityError.firstNameInvalid) { try PersonName(first: name + "c") }
    }

    @Test(arguments: ["\0", "\n", "\r", "\t", "\u{1B}", "\u{7F}", "\u{85}", "\u{2028}", "\u{2029}"])
    func `a name is in one line`(breaking: String) {
        for text in ["a\(breaking)b", "a\(breaking)", "\(breaking)a"] {
            #expect(throws: IdentityError.firstNameInvalid) { try PersonName(first: text) }
            #expect(throws: IdentityError.lastNameInvalid) { try PersonName(last: text) }
            #expect(throws: IdentityError.queryInvalid) { try SearchPrefix(text) }
        }
    }

    @Test(arguments: [
        ("\u{A0}a", "a"), ("a b", "a b"), ("a\u{200D}b", "a\u{200D}b"), ("a\u{301}", "a\u{301}"),
        ("\u{200B}a\u{3000}", "a"), ("\u{200E}a\u{200F}", "\u{200E}a\u{200F}"),
        ("\u{2065}a\u{206A}", "\u{2065}a\u{206A}"),
    ])
    func `unusual characters are allowed in a name`(text: String, kept: String) throws {
        #expect(try PersonName(last: text).text == kept)
    }

    @Test(arguments: [
        "\u{202A}", "\u{202B}", "\u{202C}", "\u{202D}", "\u{202E}", "\u{2066}", "\u{2067}",
        "\u{2068}", "\u{2069}",
    ])
    func `characters that change the text direction are refused in a name`(turning: String) {
        for text in ["a\(turning)b", "a\(turning)", "\(turning)a"] {
            #expect(throws: IdentityError.firstNameInvalid) { try PersonName(first: text) }
            #expect(throws: IdentityError.lastNameInvalid) { try PersonName(last: text) }
            #expect(throws: IdentityError.queryInvalid) { try SearchPrefix(text) }
        }
    }

    @Test(arguments: [
        "a@b.c", "ana+tag@example.org", "o'neil@sub.example.co.uk", "ünï@exämple.org",
        "\(long(64))@example.org", "a@\(long(63)).org", " a@b.c ",
    ])
    func `a plausible address is accepted`(text: String) throws {
        #expect(try EmailAddress(text).text == text.filter { $0 != " " })
    }

    @Test(arguments: [
        "", "a", "@", "a@", "@b.c", "a@b", "a@@b.c", "a@b@c.d", "a b@c.d", "a@b c.d", ".a@b.c",
        "a.@b.c", "a..b@c.d", "a@.c", "a@b.", "a@-b.c", "a@b-.c", "\(long(65))@b.c",
        "a@\(long(64)).c", "a\0@b.c", "a<b@c.d", "a\u{202E}b@c.d", "\u{2066}a@b.c",
        "\(long(60))@\(long(60)).\(long(60)).\(long(60)).\(long(20))",
    ])
    func `an implausible address is refused`(text: String) {
        #expect(throws: IdentityError.emailInvalid) { try EmailAddress(text) }
    }

    @Test(arguments: [
        "UTC", "Europe/Berlin", "America/Argentina/Buenos_Aires", "Asia/Kolkata", "Europe/Kyiv",
        "Etc/GMT+5", "GMT", "EST", "EST5EDT", "Japan", "Asia/Calcutta",
    ])
    func `an IANA time zone is accepted in any case, and stored as IANA spells it`(
        text: String
    ) throws {
        for given in [text, text.lowercased(), text.uppercased()] {
            #expect(try TimeZoneName(given).text == text)
        }
    }

    @Test(arguments: [
        "", "Mars/Olympus", "PST", "Factory", "Europe", "GMT+2", "+02:00", "UTC+2",
        "EST5EDT,M3.2.0,M11.1.0",
        "posix/Europe/Berlin", "right/Europe/Berlin", "/usr/share/zoneinfo/Europe/Berlin", "Berlin",
        "Europe/", "../Berlin",
        "Europe/../Europe/Berlin", "Europe/Berlin\0", "/", long(1_000),
    ])
    func `an unknown time zone is refused`(text: String) {
        #expect(throws: IdentityError.timeZoneInvalid) { try TimeZoneName(text) }
    }

    @Test func `a login is a username or an address`() {
        #expect(Login("Ana") == .username("ana"))
        #expect(Login(" Ana@Example.org") == .email("ana@example.org"))
        #expect(Login("no way") == .impossible)
        #expect(Login("a@b") == .impossible)
    }

    @Test(arguments: [
        ("203.0.113.7", "203.0.113.7"), ("::ffff:203.0.113.7", "203.0.113.7"),
        ("2001:db8:1:2:3:4:5:6", "20:1:d:b8:0:1:0:2"), ("2001:db8:1:2::", "20:1:d:b8:0:1:0:2"),
        ("unix", "unix"),
    ])
    func `an address is reduced to its network`(address: String, network: String) {
        #expect(ClientNetwork(address).text == network)
    }

    @Test(arguments: [
        ("2001:db8:0:100::1", "2001:db8:0:1ff:ffff::", true),
        ("2001:db8:0:100::1", "2001:db8:0:200::1", false),
        ("2001:db8:0:100::1", "2001:db8:0:ff::1", false),
        ("203.0.113.7", "::ffff:203.0.113.7", true), ("203.0.113.7", "203.0.113.8", false),
    ])
    func `a site is an IPv4 address, or 56 bits of an IPv6 address`(
        one: String,
        other: String,
        isSame: Bool
    ) {
        #expect((ClientNetwork(one).site == ClientNetwork(other).site) == isSame)
    }

    @Test func `a device is truncated to what can be stored`() {
        let device = Device(
            CallContext(clientAddress: long(101), userAgent: "a\0b" + long(400))
        )
        #expect(device.address == long(100))
        #expect(device.userAgent == "ab" + long(398))
        #expect(Device(CallContext()).userAgent == nil)
    }
}

@Suite struct RefreshVerdictTests {
    private static let issued = Instant(microseconds: 1_000_000_000)

    private static let cases: [(RefreshVerdict.Evidence, after: Duration, RefreshVerdict)] = [
        (evidence(), .zero, .renew),
        (evidence(), .days(60) - .microseconds(1), .renew),
        (evidence(), .days(60), .refuse),
        (evidence(twin: true), .seconds(60), .renewAgain),
        (evidence(twin: true), .seconds(60) + .microseconds(1), .reuse),
        (evidence(successor: true, twin: true), .zero, .reuse),
        (evidence(used: true), .zero, .renewAgain),
        (evidence(used: true), .days(60) - .microseconds(1), .renewAgain),
        (evidence(used: true), .days(60), .refuse),
        (evidence(used: true, twin: true), .days(1), .renewAgain),
        (evidence(used: true, successor: true), .zero, .reuse),
        (evidence(used: true, successor: true), .days(61), .reuse),
        (evidence(ended: true), .zero, .refuse),
        (evidence(used: true, successor: true, ended: true), .days(1), .refuse),
        (evidence(twin: true, ended: true), .days(1), .refuse),
    ]

    @Test(arguments: cases.indices)
    func `a token is judged by its family`(index: Int) {
        let (evidence, after, verdict) = Self.cases[index]
        #expect(RefreshVerdict(evidence, at: Self.issued + after) == verdict)
    }

    private static func evidence(
        used: Bool = false,
        successor: Bool = false,
        twin: Bool = false,
        ended: Bool = false
    ) -> RefreshVerdict.Evidence {
        RefreshVerdict.Evidence(
            issuedAt: issued,
            expiresAt: issued + .days(60),
            isUsed: used,
            isTwinUsed: twin,
            isSuccessorUsed: successor,
            isSessionEnded: ended
        )
    }
}

private func long(_ count: Int) -> String {
    String(repeating: "x", count: count)
}
