import IdentityAPI
import Identifiers
import Postgres
import Values

// The `friend_requests` table. No other file names it.

extension Transaction {
    /// Inserts a request. Sent with the next statement.
    ///
    /// - Returns: Whether the id was free.
    func insert(_ request: StoredRequest) throws -> Deferred<Bool> {
        try deferred(
            """
            INSERT INTO friend_requests (\(StoredRequest.columns))
            VALUES (\(request.id), \(request.asker), \(request.asked), \(request.state.rawValue),
                \(request.declinedAt), \(request.createdAt))
            ON CONFLICT (id) DO NOTHING
            """
        ).map { $0 == 1 }
    }

    /// Accepts every request between two people that was not withdrawn. Sent with the next
    /// statement.
    func acceptRequests(between pair: Pair) throws {
        try enqueue(
            """
            UPDATE friend_requests SET state = 'accepted' WHERE id = ANY(ARRAY(
                \(openFrom: pair.one, to: pair.other) UNION ALL
                \(openFrom: pair.other, to: pair.one)))
            """
        )
    }

    /// Declines an open request. Sent with the next statement.
    func declineRequest(_ id: FriendRequestID, at now: Instant) throws {
        try enqueue(
            """
            UPDATE friend_requests SET state = 'declined', declined_at = \(now) WHERE id = \(id)
            """
        )
    }

    /// Withdraws a request that looks open to its sender. Sent with the next statement.
    func withdrawRequest(_ id: FriendRequestID) throws {
        try enqueue("UPDATE friend_requests SET state = 'withdrawn' WHERE id = \(id)")
    }

    /// Returns a request by its id. Sent with the next statement.
    func deferredRequest(_ id: FriendRequestID) throws -> Deferred<StoredRequest?> {
        try deferred(.request(id)) { try StoredRequest(reading: &$0) }.map(\.first)
    }

    /// Returns the requests from one user to another that are open, or were declined after a time,
    /// newest first. Sent with the next statement.
    func deferredRequests(
        from asker: UserID,
        to asked: UserID,
        declinedAfter declined: Instant
    ) throws -> Deferred<[StoredRequest]> {
        try deferred(.requests(from: asker, to: asked, declinedAfter: declined)) {
            try StoredRequest(reading: &$0)
        }
    }

    /// Returns the number of a user's sent requests that look open to them. Sent with the next
    /// statement.
    func openRequests(
        from asker: UserID,
        declinedAfter declined: Instant
    ) throws -> Deferred<Int> {
        try deferred(
            """
            SELECT
                (SELECT count(*) FROM friend_requests
                    WHERE asker = \(asker) AND state = 'requested')
                + (SELECT count(*) FROM friend_requests
                    WHERE asker = \(asker) AND state = 'declined' AND declined_at > \(declined))
            """
        ) { row in
            try row.next(Int.self)
        }.map { $0.first ?? 0 }
    }

    /// Returns when a user sent their newest requests since a time, newest first. Sent with the
    /// next statement.
    func requestTimes(
        from asker: UserID,
        after moment: Instant,
        limit: Int
    ) throws -> Deferred<[Instant]> {
        try deferred(
            """
            SELECT created_at FROM friend_requests
            WHERE asker = \(asker) AND created_at > \(moment)
            ORDER BY created_at DESC LIMIT \(limit)
            """
        ) { try $0.next() }
    }
}

extension SQL {
    fileprivate static func request(_ id: FriendRequestID) -> SQL {
        """
        SELECT \(StoredRequest.columns) FROM friend_requests
        WHERE id = \(id)
        """
    }

    fileprivate static func requests(
        from asker: UserID,
        to asked: UserID,
        declinedAfter declined: Instant
    ) -> SQL {
        """
        SELECT \(StoredRequest.columns) FROM friend_requests
        WHERE asker = \(asker) AND asked = \(asked) AND state = 'requested'
        UNION ALL
        SELECT \(StoredRequest.columns) FROM friend_requests
        WHERE asker = \(asker) AND asked = \(asked) AND state IN ('declined', 'withdrawn')
            AND declined_at > \(declined)
        ORDER BY created_at DESC, id DESC
        """
    }
}

extension Reader {
    /// Returns a request by its id, with the cards of its sender and recipient.
    func requestWithCards(
        _ id: FriendRequestID
    ) async throws -> (request: StoredRequest, cards: [PersonCard])? {
        let found = try await all(
            """
            SELECT \(StoredRequest.joinedColumns), \(PersonCard.columns.of("person"))
            FROM friend_requests AS request
            JOIN accounts AS person ON person.id = ANY(ARRAY[request.asker, request.asked])
            WHERE request.id = \(id)
            """,
            .point
        ) { row in
            try (request: StoredRequest(reading: &row), card: row.card())
        }
        return found.first.map { (request: $0.request, cards: found.map(\.card)) }
    }

    /// Returns a request by its id.
    func request(_ id: FriendRequestID) async throws -> StoredRequest? {
        try await first(.request(id), .point) { try StoredRequest(reading: &$0) }
    }

    /// Returns the requests from one user to another that are open, or were declined after a time,
    /// newest first.
    func requests(
        from asker: UserID,
        to asked: UserID,
        declinedAfter declined: Instant
    ) async throws -> [StoredRequest] {
        try await all(.requests(from: asker, to: asked, declinedAfter: declined)) {
            try StoredRequest(reading: &$0)
        }
    }

    /// Returns the open requests from active senders to a user, after a position, newest first.
    func requests(
        to asked: UserID,
        after place: (Instant, FriendRequestID)?,
        limit: Int
    ) async throws -> [StoredRequest] {
        try await all(
            """
            SELECT \(StoredRequest.joinedColumns) FROM friend_requests AS request
            JOIN accounts AS other ON other.id = request.asker
            WHERE request.asked = \(asked) AND request.state = 'requested'
                AND other.standing = 'active'
                \(before: place, in: "(request.created_at, request.id)")
            ORDER BY request.created_at DESC, request.id DESC LIMIT \(limit)
            """
        ) { try StoredRequest(reading: &$0) }
    }

    /// Returns a user's requests to active recipients that look open to the user, after a position,
    /// newest first.
    func requests(
        from asker: UserID,
        declinedAfter declined: Instant,
        after place: (Instant, FriendRequestID)?,
        limit: Int
    ) async throws -> [StoredRequest] {
        try await all(
            """
            SELECT \(StoredRequest.joinedColumns) FROM friend_requests AS request
            JOIN accounts AS other ON other.id = request.asked
            WHERE request.asker = \(asker)
                AND (request.state = 'requested'
                    OR request.state = 'declined' AND request.declined_at > \(declined))
                AND other.standing = 'active'
                \(before: place, in: "(request.created_at, request.id)")
            ORDER BY request.created_at DESC, request.id DESC LIMIT \(limit)
            """
        ) { try StoredRequest(reading: &$0) }
    }

    /// Returns requests as their sender or recipient sees them.
    func requestReplies(
        _ requests: [StoredRequest],
        to viewer: UserID
    ) async throws -> [FriendRequest] {
        let people = try await people(Array(Set(requests.flatMap { [$0.asker, $0.asked] })))
        return requests.compactMap { try? $0.requestReply(to: viewer, people) }
    }
}

extension SQL.StringInterpolation {
    /// Writes a query of a request's sender and recipient, in the order of their relation; no row
    /// if there is no such request.
    mutating func appendInterpolation(pairOf request: FriendRequestID) {
        appendLiteral("SELECT least(asker, asked), greatest(asker, asked) FROM friend_requests")
        appendLiteral(" WHERE friend_requests.id = ")
        appendInterpolation(request)
    }

    /// Writes a query of whether a request from a user to the person in a column looks open to the
    /// user (2.8-silent); no row if none does. Open and declined requests are each found by an
    /// index of their own.
    mutating func appendInterpolation(
        openTo person: StaticString,
        from asker: UserID,
        declinedAfter declined: Instant
    ) {
        let found: SQL = "SELECT true FROM friend_requests WHERE asker = \(asker) AND asked = "
        appendInterpolation(found)
        appendLiteral(person)
        appendLiteral(" AND state = 'requested' UNION ALL ")
        appendInterpolation(found)
        appendLiteral(person)
        let rest: SQL = " AND state = 'declined' AND declined_at > \(declined) LIMIT 1"
        appendInterpolation(rest)
    }

    /// Writes a query of the ids of the requests from one user to another that were not withdrawn:
    /// open ones and declined ones, each from its own index. An index by sender or recipient alone
    /// would read many rows.
    fileprivate mutating func appendInterpolation(openFrom asker: UserID, to asked: UserID) {
        let part: SQL = """
            SELECT id FROM friend_requests
            WHERE asker = \(asker) AND asked = \(asked) AND state = 'requested'
            UNION ALL
            SELECT id FROM friend_requests
            WHERE asker = \(asker) AND asked = \(asked) AND state = 'declined'
            """
        appendInterpolation(part)
    }
}

extension StoredRequest {
    fileprivate static let columns: Columns = [
        "id", "asker", "asked", "state", "declined_at", "created_at",
    ]
    /// The columns of a request that is joined with an account.
    fileprivate static let joinedColumns = columns.of("request")

    fileprivate init(reading row: inout Row) throws {
        try self.init(
            id: row.next(),
            asker: row.next(),
            asked: row.next(),
            state: FriendRequest.State(rawValue: row.next()) ?? .unknown,
            declinedAt: row.next(),
            createdAt: row.next()
        )
    }
}
