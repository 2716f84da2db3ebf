import Testing

@testable import Identity

@Suite struct PasswordHashTests {
    private static let cheap = PasswordCost(logN: 2, r: 1, p: 2)

    @Test func `scrypt matches the vectors of RFC 7914`() throws {
        // §12, the second and third vectors, cut to 32 of their 64 bytes: PBKDF2's blocks are 32.
        let second = try Scrypt.derive(
            Array("password".utf8),
            salt: Array("NaCl".utf8),
            PasswordCost(logN: 10, r: 8, p: 16)
        )
        #expect(second.hex == "fdbabe1c9d3472007856e7190d01e9fe7c6ad7cbc8237830e77376634b373162")
        let third = try Scrypt.derive(
            Array("pleaseletmein".utf8),
            salt: Array("SodiumChloride".utf8),
            .production(p: 1)
        )
        #expect(third.hex == "7023bdcb3afd7348461c06cd81fd38ebfda8fbba904f8e3ea9b543f6545da1f2")
    }

    @Test func `a hash matches its password and no other`() throws {
        let hash = try PasswordHash("correct horse", Self.cheap)
        #expect(try hash.matches("correct horse"))
        #expect(try !hash.matches("correct horsf"))
        #expect(try !hash.matches(""))
    }

    @Test func `an empty password is hashed like any other`() throws {
        #expect(try PasswordHash("", Self.cheap).matches(""))
    }

    @Test func `a hash is stored as a PHC string`() throws {
        let hash = try PasswordHash("correct horse", Self.cheap)
        #expect(hash.text.hasPrefix("$scrypt$ln=2,r=1,p=2$"))
        #expect(PasswordHash(hash.text) == hash)
        #expect(hash.salt.count == 16)
        #expect(try PasswordHash("correct horse", Self.cheap).salt != hash.salt)
    }

    @Test(arguments: [
        "", "x", "$argon2id$v=19$m=1,t=1,p=1$YWJj$YWJj", "$scrypt$ln=2,r=1$YWJj$YWJj",
        "$scrypt$ln=0,r=1,p=1$YWJj$YWJj", "$scrypt$ln=21,r=8,p=1$YWJj$YWJj",
        "$scrypt$ln=2,r=1,p=1$YWJj$YWJj", "$scrypt$r=1,ln=2,p=1$YWJj$YWJj",
        "$scrypt$ln=2,r=1,p=1$!!$\(String(repeating: "A", count: 43))",
    ])
    func `a text that is not our hash is not parsed`(text: String) {
        #expect(PasswordHash(text) == nil)
    }

    @Test func `a cost is parsed as it is stored`() {
        #expect(PasswordCost("ln=14,r=8,p=5") == .production)
        #expect(PasswordCost("ln=20,r=32,p=16") == PasswordCost(logN: 20, r: 32, p: 16))
    }

    @Test(arguments: [
        "", "14,8,5", "ln=0,r=8,p=5", "ln=21,r=8,p=5", "ln=14,r=33,p=5", "ln=14,r=8,p=17",
        "ln=14,r=8", "ln=14,r=8,p=5,x=1", "r=8,ln=14,p=5", "ln=14, r=8, p=5",
    ])
    func `a cost out of bounds or in another format is not parsed`(text: String) {
        #expect(PasswordCost(text) == nil)
    }

    @Test func `the production cost is what OWASP recommends`() {
        #expect(PasswordCost.production == PasswordCost(logN: 14, r: 8, p: 5))
    }
}

extension PasswordCost {
    fileprivate static func production(p: Int) -> PasswordCost {
        PasswordCost(logN: 14, r: 8, p: p)
    }
}

extension [UInt8] {
    fileprivate var hex: String {
        map { byte in
            let digits = String(byte, radix: 16)
            return digits.count == 1 ? "0" + digits : digits
        }.joined()
    }
}
