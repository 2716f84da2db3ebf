extension Write {
    /// The same statements as all services together, as a pgbench script.
    ///
    /// Each connection uses the rows of its own share, one after the other. The events have no
    /// receiver, so the services leave them to the script, which processes and deletes them in
    /// transactions of their own. Values from outside are variables, whose processing costs the
    /// server next to nothing.
    ///
    /// - Parameter asker: The user who makes the request.
    /// - Returns: The script.
    func script(of asker: String) -> String {
        """
        \\set row :row + 1
        \\set id :row + :client_id * :share
        \\set key random(1, 9000000000000000000)
        \\set other \(Self.firstOther) + :id % \(Self.countOfOthers / 2)
        \\set friend :other + \(Self.countOfOthers / 2)
        \(statements(of: asker))

        """
    }

    private func statements(of asker: String) -> String {
        switch self {
        case .refresh: sessionRenewed(by: asker)
        case .request: requestSent(by: asker)
        case .befriend: requestAccepted(by: asker)
        case .dare: dareSent(by: asker)
        }
    }

    private func sessionRenewed(by asker: String) -> String {
        """
        BEGIN;
        SELECT session FROM refresh_tokens WHERE digest = \(digest);
        SELECT id, account, ended_at FROM sessions WHERE id = \(id) FOR UPDATE;
        SELECT token.expires_at, token.used_at, parent.used_at, family.head,
                EXISTS (SELECT FROM refresh_tokens AS successor
                    WHERE successor.parent = family.head AND successor.used_at IS NOT NULL)
            FROM refresh_tokens AS token
            LEFT JOIN refresh_tokens AS parent ON parent.digest = token.parent
            CROSS JOIN LATERAL (
                SELECT coalesce(
                    (SELECT twin.digest FROM refresh_tokens AS twin
                        WHERE twin.parent = token.parent AND EXISTS (
                            SELECT FROM refresh_tokens AS successor
                            WHERE successor.parent = twin.digest)),
                    token.digest) AS head
            ) AS family
            WHERE token.digest = \(digest);
        UPDATE refresh_tokens SET used_at = now() WHERE digest = \(digest);
        UPDATE sessions SET last_used_at = now(), expires_at = now() + interval '60 days',
            user_agent = 'Benchmark', address = '127.0.0.1' WHERE id = \(id);
        INSERT INTO refresh_tokens (digest, session, parent, expires_at)
            VALUES (sha256(convert_to('pgbench-' || :key, 'UTF8')), \(id), \(digest),
                now() + interval '60 days');
        SELECT id, username, first_name, last_name, email, avatar, time_zone, created_at,
            coalesce(updated_at, created_at), password_hash, is_moderator FROM accounts WHERE id = '\(asker)';
        COMMIT;
        """
    }

    private func requestSent(by asker: String) -> String {
        """
        BEGIN;
        \(begin(0x0109, of: asker))
        SELECT FROM accounts WHERE id = \(other) FOR NO KEY UPDATE;
        \(people(other, id))
        INSERT INTO relations (one, other) VALUES (\(other), \(id)) ON CONFLICT DO NOTHING;
        SELECT one, other, relation, version FROM relations
            WHERE one = \(other) AND other = \(id) FOR UPDATE;
        \(requests(from: id, to: other))
        \(requests(from: other, to: id))
        SELECT count(*) FROM friend_requests WHERE asker = \(other)
            AND (state = 'requested'
                OR state = 'declined' AND declined_at > now() - interval '30 days');
        SELECT created_at FROM friend_requests
            WHERE asker = \(other) AND created_at > now() - interval '1 day'
            ORDER BY created_at DESC LIMIT 30;
        INSERT INTO friend_requests (id, asker, asked, state, declined_at, created_at)
            VALUES (\(id), \(other), \(id), 'requested', NULL, now()) ON CONFLICT (id) DO NOTHING;
        \(NoticesScript.tell("friendRequest", to: id, about: id))
        \(finish(0x0109, of: asker))
        COMMIT;
        """
    }

    private func requestAccepted(by asker: String) -> String {
        """
        BEGIN;
        \(begin(0x010B, of: asker))
        \(found) \\gset found_
        INSERT INTO relations (one, other) VALUES (\(id), :found_asked) ON CONFLICT DO NOTHING;
        SELECT one, other, relation, version FROM relations
            WHERE one = \(id) AND other = :found_asked FOR UPDATE;
        \(found);
        \(people(id, ":found_asked"))
        UPDATE friend_requests SET state = 'accepted'
            WHERE (asker, asked) IN ((\(id), :found_asked), (:found_asked, \(id)))
            AND state IN ('requested', 'declined');
        \(NoticesScript.settle("friendRequest", about: id))
        \(NoticesScript.tell("friendAdded", to: ":found_asked", about: id))
        UPDATE relations SET relation = 'friends', version = version + 1
            WHERE one = \(id) AND other = :found_asked RETURNING one, other, relation, version;
        \(event) \\gset one_
        \(event) \\gset other_
        \(finish(0x010B, of: asker))
        COMMIT;
        BEGIN;
        \(received(by: "challenges"))
        SELECT true FROM unnest(ARRAY[:key::bigint]) AS pair, pg_advisory_xact_lock(pair);
        \(friends(in: "challenges"))
        SELECT relation FROM challenges.relations WHERE one = \(id) AND other = :found_asked;
        COMMIT;
        BEGIN;
        \(received(by: "scoring"))
        \(friends(in: "scoring"))
        COMMIT;
        BEGIN;
        DELETE FROM outbox
            WHERE sequence = ANY(ARRAY[:one_sequence::bigint, :other_sequence::bigint]);
        COMMIT;
        """
    }

    private func dareSent(by asker: String) -> String {
        """
        SELECT body_hash, reply FROM stored_replies
            WHERE user_id = '\(asker)' AND call = 513 AND key = 'pgbench-' || :key;
        SELECT id, username, first_name, last_name, avatar, version FROM identity.accounts
            WHERE id = ANY(ARRAY[\(other), \(friend)]);
        SELECT one, other, relation, version FROM identity.relations
            WHERE one = \(other) AND other = ANY(ARRAY[\(other), \(friend)])
            UNION ALL
            SELECT one, other, relation, version FROM identity.relations
            WHERE other = \(other) AND one = ANY(ARRAY[\(other), \(friend)]);
        SELECT id FROM identity.accounts
            WHERE id = ANY(ARRAY[\(other), \(friend)]) AND accepts_challenges;
        BEGIN;
        \(begin(0x0201, of: asker))
        SELECT true FROM unnest(ARRAY[:key::bigint]) AS pair, pg_advisory_xact_lock(pair);
        SELECT asked.other FROM unnest(ARRAY[\(friend)], ARRAY[1::bigint]) AS asked(other, version)
            JOIN relations ON relations.one = least(asked.other, \(other))
                AND relations.other = greatest(asked.other, \(other))
            WHERE relations.relation <> 'friends' AND relations.version > asked.version;
        INSERT INTO people (id, username, first_name, last_name, avatar, version)
            SELECT * FROM unnest(ARRAY[\(other), \(friend)], ARRAY['one', 'other'],
                ARRAY['One', 'Other'], ARRAY['Bench', 'Bench'], ARRAY[NULL, NULL]::uuid[],
                ARRAY[1, 1]::bigint[])
            ON CONFLICT ON CONSTRAINT people_pkey DO UPDATE SET username = excluded.username,
                first_name = excluded.first_name, last_name = excluded.last_name,
                avatar = excluded.avatar, version = excluded.version
            WHERE people.version < excluded.version;
        INSERT INTO challenges (id, kind, name, description, author, proof, deadline, created_at,
                definition, copy_of, caption, category, unit, target, target_seconds,
                whole_numbers, metric, timer, visibility)
            VALUES (\(id), 'dare', 'Run to the lake', 'And be back before noon.', \(other),
                'optional', NULL, now(), NULL, NULL, '', NULL, NULL, NULL, NULL, false, NULL,
                'none', 'private')
            ON CONFLICT ON CONSTRAINT challenges_pkey DO NOTHING;
        INSERT INTO assignments (id, challenge, position, sender, recipient, kind, state, deadline,
                sent_at, attempts, version)
            SELECT new.id, \(id), new.number - 1, \(other), new.recipient, 'dare', 'sent', NULL,
                now(), 0, 1
            FROM unnest(ARRAY[\(id)], ARRAY[\(friend)])
                WITH ORDINALITY AS new(id, recipient, number);
        INSERT INTO timers (timer, subject, due_at, traceparent)
            SELECT 'challenges.assignment', subject, due_at,
                '00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01'
            FROM unnest(ARRAY[\(id)], ARRAY[now() + interval '14 days']) AS due(subject, due_at)
            ON CONFLICT ON CONSTRAINT timers_pkey DO UPDATE
            SET due_at = excluded.due_at, attempts = 0, traceparent = excluded.traceparent;
        SELECT id, username, first_name, last_name, avatar FROM people
            WHERE id = ANY(ARRAY[\(other), \(friend)]::uuid[]);
        \(NoticesScript.event("told", about: id))
        \(NoticesScript.event("sent", about: id))
        \(finish(0x0201, of: asker))
        COMMIT;
        \(NoticesScript.told("dareReceived", to: friend, about: id))
        BEGIN;
        SET LOCAL search_path TO scoring;
        \(received(by: "scoring"))
        INSERT INTO sends (challenge, sender, recipients, sent_at)
            VALUES (\(id), \(other), 1, now())
            ON CONFLICT ON CONSTRAINT sends_pkey DO NOTHING;
        COMMIT;
        \(NoticesScript.delivered("told", "sent"))
        """
    }

    private func begin(_ call: Int, of asker: String) -> String {
        """
        INSERT INTO stored_replies (user_id, call, key, body_hash, created_at)
            VALUES ('\(asker)', \(call), 'pgbench-' || :key, '\(hash)', now())
            ON CONFLICT ON CONSTRAINT stored_replies_pkey DO NOTHING;
        """
    }

    private func finish(_ call: Int, of asker: String) -> String {
        """
        UPDATE stored_replies SET reply = '\(reply)'
            WHERE user_id = '\(asker)' AND call = \(call) AND key = 'pgbench-' || :key;
        """
    }

    /// An event that another service receives.
    private func received(by service: String) -> String {
        """
        INSERT INTO \(service).received_events (id, received_at)
            VALUES (gen_random_uuid(), now())
            ON CONFLICT ON CONSTRAINT received_events_pkey DO NOTHING;
        """
    }

    /// Two people become friends in another service's copy.
    private func friends(in service: String) -> String {
        """
        INSERT INTO \(service).relations (one, other, relation, version)
            VALUES (\(id), :found_asked, 'friends', 1)
            ON CONFLICT ON CONSTRAINT relations_pkey
            DO UPDATE SET relation = excluded.relation, version = excluded.version
            WHERE relations.version < excluded.version;
        """
    }

    private func people(_ one: String, _ other: String) -> String {
        """
        SELECT id, username, first_name, last_name, avatar, version FROM accounts
            WHERE id = ANY(ARRAY[\(one), \(other)]) ORDER BY id;
        """
    }

    private func requests(from asker: String, to asked: String) -> String {
        """
        SELECT id, asker, asked, state, declined_at, created_at FROM friend_requests
            WHERE asker = \(asker) AND asked = \(asked)
            AND (state = 'requested' OR state IN ('declined', 'withdrawn')
                AND declined_at > now() - interval '30 days')
            ORDER BY created_at DESC, id DESC;
        """
    }

    /// Without its end.
    private var found: String {
        """
        SELECT id, asker, asked, state, declined_at, created_at FROM friend_requests
            WHERE id = \(id)
        """
    }

    /// Without its end.
    private var event: String {
        """
        INSERT INTO outbox (id, destination, ordering_key, partition, call, body, created_at,
            traceparent)
            VALUES (gen_random_uuid(), 'nobody', \(id), 7, 369, '\(hash)\(hash)', now(),
            '00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01')
            RETURNING sequence
        """
    }

    /// The row's id.
    private var id: String { "('\(WriteSuite.idPrefix)' || :id)::uuid" }
    /// Two people; at any moment each connection has different ones.
    private var other: String { "('\(WriteSuite.idPrefix)' || :other)::uuid" }
    private var friend: String { "('\(WriteSuite.idPrefix)' || :friend)::uuid" }

    /// The digest of the row's token.
    private var digest: String {
        "sha256(decode(repeat('A', 30) || :id || 'A=', 'base64'))"
    }

    /// As long as a SHA-256, in text that `bytea` accepts as it is.
    private var hash: String { "thirty-two bytes, as of a SHA-256" }

    /// As long as a reply.
    private var reply: String { String(repeating: "0123456789abcdef", count: 32) }
}
