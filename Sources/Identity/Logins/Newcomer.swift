import IdentityAPI
import Identifiers
import Providers
import Values
import Wire

/// The fields of a call that may create an account, all checked.
struct Newcomer {
    /// The username that the caller chose; `nil` to make one.
    let username: Username?
    /// The names that the caller gave; `nil` for none.
    private let firstName: PersonName?
    private let lastName: PersonName?
    let timeZone: TimeZoneName
    let invite: InviteCode?
    let termsVersion: TermsVersion?

    init(_ call: SignInWithProvider, unless reserved: ReservedUsernames) throws {
        var problems = FieldProblems<IdentityError>()
        let username = problems.check("/username") { () throws(IdentityError) in
            try call.username.map { text throws(IdentityError) in
                try Username(new: text, unless: reserved)
            }
        }
        let firstName = problems.check("/firstName") { () throws(IdentityError) in
            try call.firstName.map { text throws(IdentityError) in try PersonName(first: text) }
        }
        let lastName = problems.check("/lastName") { () throws(IdentityError) in
            try call.lastName.map { text throws(IdentityError) in try PersonName(last: text) }
        }
        let timeZone = problems.check("/timeZone") { () throws(IdentityError) in
            try TimeZoneName(call.timeZone ?? "UTC")
        }
        let invite = problems.check("/invite") { () throws(IdentityError) in
            try InviteCode.checked(call.invite)
        }
        let termsVersion = problems.check("/termsVersion") { () throws(IdentityError) in
            try call.termsVersion.map { name throws(IdentityError) in try TermsVersion(name) }
        }
        guard let username, let firstName, let lastName, let timeZone, let invite,
            let termsVersion
        else { throw problems.refusal(.registrationInvalid) }
        self.username = username
        self.firstName = firstName
        self.lastName = lastName
        self.timeZone = timeZone
        self.invite = invite
        self.termsVersion = termsVersion
    }

    /// Returns the names of the account: the provider's; where it has none that can be a name here,
    /// the caller's. Refuses a user without a first name.
    func names(_ account: ProviderAccount) throws -> (first: PersonName, last: PersonName) {
        let first = account.firstName.flatMap { try? PersonName(first: $0) } ?? firstName
        guard let first else { throw Refusal(IdentityError.firstNameInvalid, at: "/firstName") }
        let known = account.lastName.flatMap { try? PersonName(last: $0) } ?? lastName
        return (first, try known ?? PersonName(last: ""))
    }

    /// The account, which has no password.
    func account(
        _ id: UserID,
        _ username: Username,
        _ names: (first: PersonName, last: PersonName),
        email: EmailAddress?,
        isVerified: Bool,
        at now: Instant
    ) -> NewAccount {
        NewAccount(
            id: id,
            username: username,
            firstName: names.first,
            lastName: names.last,
            email: email,
            timeZone: timeZone,
            termsVersion: termsVersion,
            passwordHash: NewAccount.noPassword,
            createdAt: now,
            emailVerifiedAt: isVerified ? now : nil
        )
    }
}

/// Usernames that are made from a name: `ana.lima`, then `ana.lima` with random digits.
struct MadeUsernames {
    private let stem: String

    /// The stem is the longest that leaves room for digits: 20 characters.
    init(_ first: PersonName, _ last: PersonName) {
        let words = [first, last].map { name in
            String(decoding: name.spelledOut.utf8.filter(Self.isLetterOrDigit), as: UTF8.self)
        }
        let stem = words.filter { !$0.isEmpty }.joined(separator: ".").prefix(20)
        self.stem = stem.count < 3 ? "player" : String(stem)
    }

    /// The username of an attempt, counted from 0: from the third on, practically always free.
    func candidate(_ number: Int, using random: inout some RandomNumberGenerator) -> String {
        switch number {
        case 0: stem
        case 1, 2: stem + String(Int.random(in: 10...9_999, using: &random))
        default: stem + String(Int.random(in: 1_000_000...999_999_999, using: &random))
        }
    }

    private static func isLetterOrDigit(_ byte: UInt8) -> Bool {
        (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(byte)
            || (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte)
    }
}
