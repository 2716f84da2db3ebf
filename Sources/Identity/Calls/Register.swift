import IdentityAPI
import Identifiers
import Outbox
import Postgres
import RPC
import Values
import Wire

extension Identity {
    func register(_ call: Register, in context: CallContext) async throws -> SignedIn {
        let wish = try Registration(call)
        let now = now()
        let trying = Trying.registration(address: context.clientAddress, limits)
        try await database.check(trying.map { [$0] } ?? [], at: now)
        try await refuseTaken(wish)
        let account = wish.account(passwordHash: try await passwords.hash(wish.password), at: now)
        let session = try await database.transaction(in: context) { tx in
            try await tx.count(trying.map { [$0] } ?? [], at: now)
            try await tx.insert(account)
            let session = try await beginSession(of: account.id, in: context, tx, at: now)
            try await publish(account.card, tx)
            return session
        }
        return try await signedIn(account.shown, isModerator: false, session, at: now)
    }

    /// Names every field that is in use, before the work of hashing a password.
    private func refuseTaken(_ wish: Registration) async throws {
        let taken = try await database.taken(wish.username, wish.email)
        var problems = FieldProblems<IdentityError>()
        if taken.username { problems.add(.usernameTaken, at: "/username") }
        if taken.email { problems.add(.emailTaken, at: "/email") }
        try problems.refuse(.usernameTaken)
    }
}

/// What somebody wants to be called, checked field by field.
private struct Registration {
    let id: UserID
    let username: Username
    let password: NewPassword
    let firstName: PersonName
    let lastName: PersonName
    let email: EmailAddress?
    let timeZone: TimeZoneName

    init(_ call: Register) throws {
        var problems = FieldProblems<IdentityError>()
        let username = problems.check("/username") { () throws(IdentityError) in
            try Username(call.username)
        }
        let password = problems.check("/password") { () throws(IdentityError) in
            try NewPassword(call.password)
        }
        let firstName = problems.check("/firstName") { () throws(IdentityError) in
            try PersonName(first: call.firstName)
        }
        let lastName = problems.check("/lastName") { () throws(IdentityError) in
            try PersonName(last: call.lastName)
        }
        let email = problems.check("/email") { () throws(IdentityError) in
            try call.email.map { address throws(IdentityError) in try EmailAddress(address) }
        }
        let timeZone = problems.check("/timeZone") { () throws(IdentityError) in
            try TimeZoneName(call.timeZone ?? "UTC")
        }
        guard let username, let password, let firstName, let lastName, let email, let timeZone
        else {
            throw problems.refusal(.registrationInvalid)
        }
        id = call.user ?? UserID()
        self.username = username
        self.password = password
        self.firstName = firstName
        self.lastName = lastName
        self.email = email
        self.timeZone = timeZone
    }

    func account(passwordHash: String, at now: Instant) -> NewAccount {
        NewAccount(
            id: id,
            username: username,
            firstName: firstName,
            lastName: lastName,
            email: email,
            timeZone: timeZone,
            passwordHash: passwordHash,
            createdAt: now
        )
    }
}

extension NewAccount {
    /// The account as its owner sees it.
    fileprivate var shown: Account {
        Account(
            id: id,
            username: username.text,
            firstName: firstName.text,
            lastName: lastName.text,
            email: email?.text,
            avatarURL: nil,
            timeZone: timeZone.text,
            createdAt: createdAt
        )
    }

    /// The account's first card.
    var card: PersonCard {
        PersonCard(
            person: Person(
                id: id,
                username: username.text,
                firstName: firstName.text,
                lastName: lastName.text
            ),
            version: 1
        )
    }
}
