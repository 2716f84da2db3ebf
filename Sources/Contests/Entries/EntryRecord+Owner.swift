import ChallengesAPI

// What the owner of an entry may do with it (2.3-entries, 2.3-dispute).
extension EntryRecord {
    /// Why the owner may not change the entry; `nil` if they may. Due transitions of the contest
    /// are applied. An entry cannot be changed while a query is open, or after it was removed.
    func refusalOfChange(in life: ContestLife) -> ChallengesError? {
        if life.state.isOver { return .contestOver }
        if state == .deleted { return .wrongState }
        return query == nil || judged == .kept ? nil : .queriedAlready
    }

    /// Why the owner may not delete the entry; `nil` if they may, or already have. Due transitions
    /// of the contest are applied.
    func refusalOfDeletion(in life: ContestLife) -> ChallengesError? {
        if state == .deleted { return nil }
        if life.state.isOver { return .contestOver }
        return state == .removed ? .wrongState : nil
    }

    /// The actions of the owner, who may have left the contest. Due transitions of the contest are
    /// applied.
    func ownerActions(in life: ContestLife, isJoined: Bool) -> [Entry.Action] {
        var actions: [Entry.Action] = []
        if isJoined, refusalOfChange(in: life) == nil { actions.append(.change) }
        if state != .deleted, refusalOfDeletion(in: life) == nil { actions.append(.delete) }
        return actions
    }
}
