package import Postgres

extension Clauses {
    /// The condition under which a person has completed a competition by having an entry and being
    /// in it when it ended, as `hasCompleted` says.
    package static let completedCompetition: Clauses = """
        (contests.kind = 'competition' AND contests.state = 'completed'
            AND participants.entries > 0 AND (participants.state = 'joined'
                OR participants.state = 'left' AND participants.ended_at >= contests.ends_at))
        """
}
