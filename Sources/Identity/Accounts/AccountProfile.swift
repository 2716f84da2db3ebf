import IdentityAPI
import Values
import Wire

/// What a user tells of themselves, as it is stored, and what decides whether it may change.
struct AccountProfile: Equatable {
    var firstName: String
    var lastName: String
    var displayName: String?
    var bio: String
    var username: String
    /// The address that the user signs in with.
    let email: String?
    /// The address that takes its place once it is proved.
    var emailWanted: String?
    /// When the username was last changed.
    var renamedAt: Instant?
}

/// The fields of a change, all checked; absent fields keep their values.
struct ProfileChange {
    private let firstName: PersonName?
    private let lastName: PersonName?
    private let displayName: PersonName?
    private let bio: Bio?
    /// The wanted username, which may be the present one.
    let username: Username?
    private let email: EmailAddress?

    init(_ call: ChangeProfile) throws {
        var problems = FieldProblems<IdentityError>()
        let firstName = problems.check("/firstName") { () throws(IdentityError) in
            try call.firstName.map { name throws(IdentityError) in try PersonName(first: name) }
        }
        let lastName = problems.check("/lastName") { () throws(IdentityError) in
            try call.lastName.map { name throws(IdentityError) in try PersonName(last: name) }
        }
        let displayName = problems.check("/displayName") { () throws(IdentityError) in
            try call.displayName.map { name throws(IdentityError) in try PersonName(display: name) }
        }
        let bio = problems.check("/bio") { () throws(IdentityError) in
            try call.bio.map { text throws(IdentityError) in try Bio(text) }
        }
        let username = problems.check("/username") { () throws(IdentityError) in
            try call.username.map { name throws(IdentityError) in try Username(name) }
        }
        let email = problems.check("/email") { () throws(IdentityError) in
            try call.email.map { address throws(IdentityError) in try EmailAddress(address) }
        }
        guard let firstName, let lastName, let displayName, let bio, let username, let email
        else { throw problems.refusal(.profileInvalid) }
        self.firstName = firstName
        self.lastName = lastName
        self.displayName = displayName
        self.bio = bio
        self.username = username
        self.email = email
    }

    /// Applies the change. Refuses another username within `pause` after the last one, and one that
    /// is reserved; who has a reserved one keeps it.
    func apply(
        to profile: inout AccountProfile,
        at now: Instant,
        usernamePause pause: Duration,
        unless reserved: ReservedUsernames
    ) throws(IdentityError) {
        if let username, username.text != profile.username {
            guard !reserved.contains(username) else { throw .usernameInvalid }
            if let renamedAt = profile.renamedAt, now < renamedAt + pause {
                throw .usernameChangeTooSoon
            }
            profile.username = username.text
            profile.renamedAt = now
        }
        if let firstName { profile.firstName = firstName.text }
        if let lastName { profile.lastName = lastName.text }
        if let displayName {
            profile.displayName = displayName.text.isEmpty ? nil : displayName.text
        }
        if let bio { profile.bio = bio.text }
        if let email { profile.want(email) }
    }
}

extension AccountProfile {
    /// Sets the wanted address; the present one takes the wish back.
    fileprivate mutating func want(_ address: EmailAddress) {
        let present = try? email.map { text throws(IdentityError) in try EmailAddress(text) }
        emailWanted = present?.folded == address.folded ? nil : address.text
    }
}
