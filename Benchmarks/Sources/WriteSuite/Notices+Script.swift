/// The statements of notices, as parts of scripts that run as identityd or challengesd.
enum NoticesScript {
    /// An event for identityd, whose number becomes `NAME_sequence`.
    static func event(_ name: String, about subject: String) -> String {
        """
        INSERT INTO outbox (id, destination, ordering_key, partition, call, body, created_at,
            traceparent)
            VALUES (gen_random_uuid(), 'nobody', \(subject), 7, 384, '\(body)', now(),
            '00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01')
            RETURNING sequence \\gset \(name)_
        """
    }

    /// The statements of identityd for an event that notifies a person.
    static func told(_ kind: String, to person: String, about subject: String) -> String {
        """
        BEGIN;
        \(received)
        \(tell(kind, to: person, about: subject))
        COMMIT;
        """
    }

    /// The statements of identityd for an event that resolves notices.
    static func settled(_ kind: String, about subject: String) -> String {
        """
        BEGIN;
        \(received)
        \(settle(kind, about: subject))
        COMMIT;
        """
    }

    /// Puts a notice into a person's inbox.
    static func tell(_ kind: String, to person: String, about subject: String) -> String {
        """
        INSERT INTO identity.notices (id, user_id, kind, cause, actor, challenge, subject_kind,
                subject, name, raised_at, expires_at)
            SELECT told.id, told.person, '\(kind)', \(subject)::text, (\(person))::uuid, \(subject),
                'assignment', \(subject), 'Run to the lake', now(), now() + interval '14 days'
            FROM unnest(ARRAY[gen_random_uuid()], ARRAY[(\(person))::uuid]) AS told(id, person)
            JOIN identity.accounts ON accounts.id = told.person
            LEFT JOIN identity.relations ON relations.one = told.person
                AND relations.other = told.person
            WHERE relations.relation IS DISTINCT FROM 'blocked'
            ORDER BY told.person
            ON CONFLICT ON CONSTRAINT notices_once DO NOTHING;
        """
    }

    /// Resolves notices.
    static func settle(_ kind: String, about subject: String) -> String {
        """
        UPDATE identity.notices SET state = 'acted', settled_at = now()
            WHERE subject = \(subject) AND subject_kind = 'assignment'
            AND kind = ANY(ARRAY['\(kind)']) AND state IN ('new', 'seen');
        """
    }

    /// The deletion of delivered events.
    static func delivered(_ names: String...) -> String {
        let sequences = names.map { ":\($0)_sequence::bigint" }.joined(separator: ", ")
        return """
            BEGIN;
            DELETE FROM outbox WHERE sequence = ANY(ARRAY[\(sequences)]);
            COMMIT;
            """
    }

    private static let received = """
        INSERT INTO identity.received_events (id, received_at) VALUES (gen_random_uuid(), now())
            ON CONFLICT ON CONSTRAINT received_events_pkey DO NOTHING;
        """

    /// As long as an event.
    private static let body = String(repeating: "0123456789abcdef", count: 14)
}
