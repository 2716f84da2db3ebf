public import Wire

/// The calls that the scoring service answers.
public enum ScoringAPI {
    /// All calls, in the order of their numbers.
    public static let calls: [any Call.Type] = [
        GetScoreboard.self,
        GetPoints.self,
        GetRank.self,
        GetTop.self,
        GetNeighbours.self,
        CheckPairs.self,
        GetBoard.self,
        ListStandings.self,
        ListNeighbours.self,
        ListMedals.self,
        SeeMedals.self,
        ListStreaks.self,
        PlanStreak.self,
        ListMedalProgress.self,
        CheckScores.self,
        AssignmentDone.self,
        AssignmentVoided.self,
        ContestChanged.self,
        ScoresChanged.self,
        GoalReached.self,
        PeriodClosed.self,
        DayCounted.self,
        GoalDeleted.self,
        ChallengeSent.self,
        CheckBoards.self,
    ]
}
