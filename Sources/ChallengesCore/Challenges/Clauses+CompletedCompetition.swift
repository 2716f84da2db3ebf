package import Postgres

extension Clauses {
    /// The condition that a user completed a competition by being a participant with an entry at
    /// its end, as in `hasCompleted`.
    package static let completedCompetition: Clauses = """
        (contests.kind = 'competition' AND contests.state = 'completed'
            AND participants.entries > 0 AND (participants.state = 'joined'
                OR participants.state = 'left' AND participants.ended_at >= contests.ends_at))
        """
}
