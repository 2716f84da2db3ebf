import IdentityAPI
import Identifiers
import Outbox
import Postgres
import RPC
import Values
import Wire

extension Identity {
    func register(_ call: Register, in context: CallContext) async throws -> SignedIn {
        let wish = try Registration(call, unless: reservedUsernames)
        let tryings = RegistrationAttempts(from: context.clientAddress, limits)
        // Most registrations over the limit end here, without leasing a connection.
        try await database.refuseExhausted(tryings.all, at: now())
        try await refuseTaken(wish, tryings, waits: false, at: now())
        if let code = wish.invite, try await openInvite(code, at: now()) == nil {
            throw Self.inviteInvalid
        }
        let (hash, counted) = try await withPermit(context) { permit in
            let counted = try await count(tryings)
            do {
                return (try await passwords.hash(wish.password, in: permit), counted)
            } catch {
                await takeBack(counted)
                throw error
            }
        }
        let now = now()
        let account = wish.account(passwordHash: hash, at: now)
        let session: OpenSession
        do {
            session = try await database.transaction(in: context) { tx in
                try await tx.insert(account)
                let session = try beginSession(of: account.id, in: context, tx, at: now)
                try publish(account.card, tx)
                if let code = wish.invite { try await use(code, by: account.id, tx, at: now) }
                return session
            }
        } catch {
            // If the connection was lost during the commit, the account may exist.
            if (error as? PostgresError)?.knowledge != .expired { await takeBack(counted) }
            // Another registration came first: refuse as above.
            if error is Refusal {
                try await refuseTaken(wish, tryings, waits: true, at: now)
                try await database.refuseExhausted(tryings.all, at: now)
            }
            throw error
        }
        return try await signedIn(account.shown, isModerator: false, session, at: now)
    }

    /// Counts a new user's use of an invite, and does what it is for; refuses one that cannot be
    /// used.
    func use(
        _ code: InviteCode,
        by user: UserID,
        _ tx: Transaction,
        at now: Instant
    ) async throws {
        guard let owner = try await tx.invite(code)?.owner,
            try await use(code, of: owner, by: user, tx, at: now) != nil
        else { throw Self.inviteInvalid }
    }

    static let inviteInvalid = Refusal(IdentityError.inviteInvalid, at: "/invite")

    /// Uncounts an attempt that created no account, even if its caller has disconnected.
    func takeBack(_ counted: [CountedAttempt]) async {
        try? await uncancelled { [database] in
            try await database.transaction { tx in try tx.uncount(counted) }
        }
    }

    /// Refuses values that are in use, and counts the refusal. Beyond the limit it returns without
    /// refusing: values in use then wait for a permit as free ones do, and `count` refuses both, so
    /// that concurrent requests reveal no more than sequential ones.
    ///
    /// Without a permit, a registration does not wait either while other refusals are counted,
    /// since a registration with free values does not: it continues, and fails when the account is
    /// inserted.
    private func refuseTaken(
        _ wish: Registration,
        _ tryings: RegistrationAttempts,
        waits: Bool,
        at now: Instant
    ) async throws {
        guard let refusal = try await database.refusalOfTaken(wish, at: now) else { return }
        guard try await mayTell(tryings, waits: waits, at: now) else { return }
        throw refusal
    }

    /// Counts a refusal because a value is in use.
    ///
    /// - Parameters:
    ///   - tryings: The limits.
    ///   - waits: Whether to wait while other refusals are counted.
    ///   - now: The current time.
    /// - Returns: Whether the refusal may be told: `false` if the limit is reached.
    /// - Throws: The errors of the statements.
    func mayTell(
        _ tryings: RegistrationAttempts,
        waits: Bool,
        at now: Instant
    ) async throws -> Bool {
        guard let trying = tryings.taken else { return true }
        return try await database.transaction { tx in
            if waits {
                try await tx.lock([trying])
            } else {
                guard try await tx.tryLock(trying) else { return false }
            }
            guard try await tx.standings(of: [trying], at: now) == [.free] else { return false }
            _ = try tx.count([trying], at: now)
            return true
        }
    }

    /// Counts an account that is about to be created, in its own transaction. Refuses it if a limit
    /// is reached.
    func count(_ tryings: RegistrationAttempts) async throws -> [CountedAttempt] {
        guard let made = tryings.made else { return [] }
        let now = now()
        return try await database.transaction { tx in
            try await tx.lock([made])
            try await tx.refuseExhausted(tryings.all, at: now)
            return try tx.count([made], at: now)
        }.value
    }
}

/// The limits that a registration counts against; none if its address does not count.
struct RegistrationAttempts {
    /// Accounts created.
    let made: RateLimit?
    /// Refusals because a value is in use.
    let taken: RateLimit?

    var all: [RateLimit] { [made, taken].compactMap(\.self) }

    init(from address: String?, _ limits: SignInLimits) {
        guard let address, !limits.exempt.contains(address) else {
            (made, taken) = (nil, nil)
            return
        }
        let network = ClientNetwork(address)
        made = .registration(network, limits)
        taken = .taken(network, limits)
    }
}

extension Reader {
    /// Throws if a limit is reached.
    func refuseExhausted(_ tryings: [RateLimit], at now: Instant) async throws {
        guard !tryings.isEmpty else { return }
        let waits = try await standings(of: tryings, at: now).compactMap { standing in
            if case .reached(let wait) = standing { wait } else { nil }
        }
        guard let wait = waits.max() else { return }
        throw Refusal(IdentityError.registrationsExhausted, retryAfterSeconds: wait.secondsToWait)
    }

    /// Returns the refusal of the first field whose value is in use. It refuses only the first,
    /// because each refusal reveals an account.
    fileprivate func refusalOfTaken(
        _ wish: Registration,
        at now: Instant
    ) async throws -> Refusal? {
        let taken = try await taken(wish.id, wish.username, wish.email, at: now)
        return if taken.id {
            Refusal(IdentityError.idTaken, at: "/user")
        } else if taken.username {
            Refusal(IdentityError.usernameTaken, at: "/username")
        } else if taken.email {
            Refusal(IdentityError.emailTaken, at: "/email")
        } else {
            nil
        }
    }
}

/// The fields of a registration, all checked.
private struct Registration {
    let id: UserID
    let username: Username
    let password: NewPassword
    let firstName: PersonName
    let lastName: PersonName
    let email: EmailAddress?
    let timeZone: TimeZoneName
    let invite: InviteCode?
    let termsVersion: TermsVersion?

    init(_ call: Register, unless reserved: ReservedUsernames) throws {
        var problems = FieldProblems<IdentityError>()
        let username = problems.check("/username") { () throws(IdentityError) in
            try Username(new: call.username, unless: reserved)
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
        let invite = problems.check("/invite") { () throws(IdentityError) in
            try InviteCode.checked(call.invite)
        }
        let termsVersion = problems.check("/termsVersion") { () throws(IdentityError) in
            try call.termsVersion.map { name throws(IdentityError) in try TermsVersion(name) }
        }
        guard let username, let password, let firstName, let lastName, let email, let timeZone,
            let invite, let termsVersion
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
        self.invite = invite
        self.termsVersion = termsVersion
    }

    func account(passwordHash: String, at now: Instant) -> NewAccount {
        NewAccount(
            id: id,
            username: username,
            firstName: firstName,
            lastName: lastName,
            email: email,
            timeZone: timeZone,
            termsVersion: termsVersion,
            passwordHash: passwordHash,
            createdAt: now
        )
    }
}

extension NewAccount {
    /// The account as its owner sees it.
    var shown: Account {
        Account(
            id: id,
            username: username.text,
            firstName: firstName.text,
            lastName: lastName.text,
            email: email?.text,
            avatarURL: nil,
            timeZone: timeZone.text,
            createdAt: createdAt,
            updatedAt: createdAt,
            emailVerifiedAt: emailVerifiedAt,
            termsVersion: termsVersion?.text
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
            version: 1,
            zones: [ZoneChange(since: createdAt, name: timeZone.text)],
            locale: LanguageTag.standard,
            isListed: false,
            standing: .active,
            defaultVisibility: .private
        )
    }
}
