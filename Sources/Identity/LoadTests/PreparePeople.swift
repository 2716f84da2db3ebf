import IdentityAPI
import Identifiers
import Outbox
import Postgres
import RPC
import Values
import Wire

extension Identity {
    func preparePeople(
        _ call: PreparePeople,
        in context: CallContext
    ) async throws -> PreparePeople.Reply {
        let numbers = try numbers(of: call)
        let wishes = try numbers.map(PreparedWish.init)
        let hash = numbers.isEmpty ? "" : try await hashOfPrepared(call.password, in: context)
        let now = now()
        return try await database.transaction(in: context) { tx in
            let made = try await tx.insert(wishes.map { $0.account(hash, at: now) })
            try await refuseGaps(before: numbers, friends: call.friends, tx)
            try publish(made.map(\.card), tx)
            let pairs = Self.neighbours(of: numbers, friends: call.friends)
            let relations = try await tx.insertFriends(pairs)
            try publish(relations, tx)
            return PreparePeople.Reply(
                made: made.count,
                befriended: relations.count,
                people: try await tx.countAccounts(in: .prepared(1...PreparedPeople.numberMax))
            )
        }
    }

    private func numbers(of call: PreparePeople) throws -> Range<Int> {
        guard PreparePeople.countLimit.contains(call.count),
            PreparePeople.firstLimit.contains(call.first)
        else { throw Refusal(IdentityError.tooManyPeople, at: "/count") }
        guard PreparePeople.friendsLimit.contains(call.friends) else {
            throw Refusal(IdentityError.tooManyPeople, at: "/friends")
        }
        return call.first..<call.first + call.count
    }

    /// Returns the hash that all prepared users share. It is made once, with the first of them.
    private func hashOfPrepared(
        _ password: String?,
        in context: CallContext
    ) async throws -> String {
        let stored = try await database.credentials(PreparedPeople.id(1))?.passwordHash
        guard let password else {
            guard let stored else { throw Refusal(IdentityError.passwordInvalid, at: "/password") }
            return stored
        }
        guard let stored else {
            let new = try at("/password") { () throws(IdentityError) in try NewPassword(password) }
            return try await withPermit(context) { try await passwords.hash(new, in: $0) }
        }
        let verdict = try await withPermit(context) {
            try await passwords.compare(password, with: stored, in: $0)
        }
        guard verdict != .wrong else {
            throw Refusal(IdentityError.preparedOtherwise, at: "/password")
        }
        return stored
    }

    /// Throws if a user is missing who would be one of the friends.
    private func refuseGaps(
        before numbers: Range<Int>,
        friends: Int,
        _ tx: Transaction
    ) async throws {
        guard !numbers.isEmpty else { return }
        guard try await tx.countAccounts(in: .prepared(numbers.closed)) == numbers.count else {
            throw IdentityError.usernameTaken
        }
        let earlier = max(1, numbers.lowerBound - max(1, friends / 2))..<numbers.lowerBound
        guard !earlier.isEmpty else { return }
        guard try await tx.countAccounts(in: .prepared(earlier.closed)) == earlier.count else {
            throw Refusal(IdentityError.personUnknown, at: "/first")
        }
    }

    /// Returns pairs of each number with the `friends / 2` numbers before it.
    private static func neighbours(of numbers: Range<Int>, friends: Int) -> [Pair] {
        numbers.flatMap { number in
            (max(1, number - friends / 2)..<number).map { earlier in
                Pair(PreparedPeople.id(earlier), PreparedPeople.id(number))
            }
        }
    }
}

/// The names of a prepared user: realistic, and always the same for a number.
private struct PreparedWish {
    private let number: Int
    private let username: Username
    private let firstName: PersonName
    private let lastName: PersonName
    private let timeZone: TimeZoneName

    private static let firstNames = [
        "Ana", "Bo", "Cleo", "Dag", "Eve", "Finn", "Gia", "Hugo", "Ida", "Jon", "Kim", "Lou",
        "Mia", "Noa", "Oda", "Per", "Quinn", "Ria", "Sam", "Tea", "Uma", "Vito", "Wanda",
    ]
    private static let lastNames = [
        "Adler", "Berg", "Costa", "Dahl", "Ek", "Fontaine", "Garcia", "Holm", "Ito", "Jansen",
        "Klein", "Lima", "Moreau", "Nilsson", "Okafor", "Petit", "Quist", "Rossi", "Silva",
    ]

    init(_ number: Int) throws {
        self.number = number
        username = try Username(PreparedPeople.username(number))
        firstName = try PersonName(first: Self.firstNames[number % Self.firstNames.count])
        lastName = try PersonName(last: Self.lastNames[number % Self.lastNames.count])
        timeZone = try TimeZoneName("UTC")
    }

    func account(_ passwordHash: String, at now: Instant) -> NewAccount {
        NewAccount(
            id: PreparedPeople.id(number),
            username: username,
            firstName: firstName,
            lastName: lastName,
            email: nil,
            timeZone: timeZone,
            termsVersion: nil,
            passwordHash: passwordHash,
            createdAt: now
        )
    }
}

extension Range<Int> {
    /// The same numbers; the range must not be empty.
    fileprivate var closed: ClosedRange<Int> { lowerBound...upperBound - 1 }
}

extension ClosedRange<UserID> {
    /// The ids of prepared users.
    fileprivate static func prepared(_ numbers: ClosedRange<Int>) -> Self {
        PreparedPeople.id(numbers.lowerBound)...PreparedPeople.id(numbers.upperBound)
    }
}
