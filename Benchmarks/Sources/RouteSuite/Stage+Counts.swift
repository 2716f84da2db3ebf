import Staging

extension Stage {
    /// Measures the count of a person's notices.
    func measureCounts() async throws {
        let busy = try await people(8, named: "Busy")
        let quiet = try await people(8, named: "Quiet")
        try await tell(busy, count(10_000, orSmoke: 100))
        try await tell(quiet, 10)
        try await compareTime(
            of: "/v1/inbox/counts",
            ("10,000 notices", busy),
            with: ("10", quiet),
            target: Targets.countsOfMany
        )
    }

    /// Adds this number of notices to each person's inbox.
    private func tell(_ people: [Person], _ notices: Int) async throws {
        try await cluster.run(
            """
            INSERT INTO notices (id, user_id, kind, cause, actor, subject_kind, subject, name,
                raised_at, expires_at)
                SELECT gen_random_uuid(), person, told.kind, number::text,
                    \(Strangers.id("number * 7919 % \(strangers.count)")),
                    CASE told.kind WHEN 'friendRequest' THEN 'friendRequest' ELSE 'assignment' END,
                    gen_random_uuid(),
                    CASE told.kind WHEN 'friendRequest' THEN NULL ELSE 'Run to the lake' END,
                    now() - number * interval '1 second', now() + interval '14 days'
                FROM unnest(\(people.sql)) AS asked(person),
                    generate_series(1, \(notices)) AS number,
                    LATERAL (SELECT (ARRAY['dareReceived', 'friendRequest', 'reviewNeeded',
                        'deadlineNear', 'verdict'])[1 + number % 5] AS kind) AS told;
            VACUUM ANALYZE notices;

            """,
            in: "identity"
        )
    }
}
