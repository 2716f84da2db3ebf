extension Answer {
    /// The same statements as challengesd, as a pgbench script.
    ///
    /// Each connection answers the dares of its own share, one after the other. The events have no
    /// receiver, so challengesd leaves them to the script, which deletes each in its own
    /// transaction, as challengesd does with events that come alone. Values from outside are
    /// variables, whose processing costs the server next to nothing.
    ///
    /// - Parameter asker: The user who answers.
    /// - Returns: The script.
    func script(of asker: String) -> String {
        """
        \\set row :row + 1
        \\set id :row + :client_id * :share
        \\set key random(1, 9000000000000000000)
        BEGIN;
        INSERT INTO stored_replies (user_id, call, key, body_hash, created_at)
            VALUES ('\(asker)', 515, 'pgbench-' || :key, '\(hash)', now())
            ON CONFLICT ON CONSTRAINT stored_replies_pkey DO NOTHING;
        SELECT FROM assignments WHERE id = \(id) FOR UPDATE;
        SELECT people.id, username, first_name, last_name, avatar
            FROM assignments JOIN people ON people.id = ANY(ARRAY[sender, recipient])
            WHERE assignments.id = \(id);
        SELECT id, challenge, sender, recipient, kind, state, deadline, sent_at, read_at,
            answered_at, submitted_at, closed_at, attempts, is_verified, reason, version,
            told_until, completed_at, seconds, challenge, kind, name, description, author, proof,
            first_deadline, created_at, definition, copy_of, caption, category, unit, target,
            target_seconds, whole_numbers, metric, timer, visibility, attempt, number, note,
            attempted_at, outcome, attempt_reason, decided_at, attempt_seconds, media,
            content_type, width, height, taken
            FROM assignment_details WHERE id = \(id) ORDER BY number, position;
        \(change)
        DELETE FROM timers WHERE timer = 'challenges.dare' AND subject = \(id);
        DELETE FROM timers WHERE timer = 'challenges.assignment' AND subject = \(id);
        \(payment)
        \(NoticesScript.event("settled", about: id))
        \(NoticesScript.event("told", about: id))
        UPDATE stored_replies SET reply = '\(reply)'
            WHERE user_id = '\(asker)' AND call = 515 AND key = 'pgbench-' || :key;
        COMMIT;
        \(delivery)

        """
    }

    private var change: String {
        switch self {
        case .accept:
            """
            UPDATE assignments SET state = 'accepted', deadline = NULL, read_at = now(),
                answered_at = now(), submitted_at = NULL, closed_at = NULL, attempts = 0,
                is_verified = NULL, reason = NULL, told_until = NULL, completed_at = NULL,
                seconds = NULL,
                version = CASE WHEN version = 1 THEN 2 END
                WHERE id = \(id);
            """
        case .approve:
            """
            UPDATE assignments SET state = 'done', deadline = NULL, read_at = now(),
                answered_at = now(), submitted_at = now(), closed_at = now(), attempts = 1,
                is_verified = true, reason = NULL, told_until = NULL, completed_at = NULL,
                seconds = NULL,
                version = CASE WHEN version = 3 THEN 4 END
                WHERE id = \(id);
            """
        }
    }

    private var payment: String {
        switch self {
        case .accept:
            ""
        case .approve:
            """
            UPDATE attempts SET outcome = 'approved', reason = NULL, decided_at = now()
                WHERE assignment = \(id) AND number = 1;
            INSERT INTO outbox (id, destination, ordering_key, partition, call, body, created_at,
                traceparent)
                VALUES (gen_random_uuid(), 'nobody', \(id), 7, 1040, '\(hash)\(hash)', now(),
                '00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01')
                RETURNING sequence \\gset payment_
            """
        }
    }

    /// The work that follows in identityd, and the deletion of the events.
    private var delivery: String {
        switch self {
        case .accept:
            """
            \(NoticesScript.settled("dareReceived", about: id))
            \(NoticesScript.told("accepted", to: "(SELECT sender \(dare))", about: id))
            \(NoticesScript.delivered("settled", "told"))
            """
        case .approve:
            """
            \(NoticesScript.settled("reviewNeeded", about: id))
            \(NoticesScript.told("verdict", to: "(SELECT recipient \(dare))", about: id))
            \(NoticesScript.delivered("settled", "told", "payment"))
            """
        }
    }

    private var dare: String { "FROM assignments WHERE id = \(id)" }

    /// The row's id.
    private var id: String { "('\(WriteSuite.idPrefix)' || :id)::uuid" }

    /// As long as a SHA-256, in text that `bytea` accepts as it is.
    private var hash: String { "thirty-two bytes, as of a SHA-256" }

    /// As long as a reply.
    private var reply: String { String(repeating: "0123456789abcdef", count: 32) }
}
