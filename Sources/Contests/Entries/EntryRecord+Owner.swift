import ChallengesAPI

// What an entry's owner may do with it (2.3-entries, 2.3-dispute).
extension EntryRecord {
    /// Why its owner may not change it; `nil` if they may. Time has had its turn with the contest.
    /// While a query is open, and once it was removed, an entry stays as it is.
    func refusalOfChange(in life: ContestLife) -> ChallengesError? {
        if life.state.isOver { return .contestOver }
        if state == .deleted { return .wrongState }
        return query == nil || judged == .kept ? nil : .queriedAlready
    }

    /// Why its owner may not delete it; `nil` if they may, or already have. Time has had its turn
    /// with the contest.
    func refusalOfDeletion(in life: ContestLife) -> ChallengesError? {
        if state == .deleted { return nil }
        if life.state.isOver { return .contestOver }
        return state == .removed ? .wrongState : nil
    }

    /// What its owner, who may have left the contest, may do with it now. Time has had its turn
    /// with the contest.
    func ownerActions(in life: ContestLife, isJoined: Bool) -> [Entry.Action] {
        var actions: [Entry.Action] = []
        if isJoined, refusalOfChange(in: life) == nil { actions.append(.change) }
        if state != .deleted, refusalOfDeletion(in: life) == nil { actions.append(.delete) }
        return actions
    }
}
