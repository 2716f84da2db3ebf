package import ChallengesAPI
import ChallengesCore
package import Identifiers
import People
import Postgres
import RPC
import Values
package import Wire

extension Assignments {
    func listAssignments(
        _ call: ListAssignments,
        in context: CallContext
    ) async throws -> Page<Assignment> {
        let asker = try context.signedIn
        let moment = now()
        let (query, limit) = try checked(call, by: asker, at: moment)
        guard let found = try await listed(query) else { return Page(items: []) }
        return try found.page(
            limit,
            of: AssignmentCursors(party: query.party, order: query.order),
            shownTo: query.party,
            at: moment,
            under: rules
        )
    }

    /// The page; `nil` if it is empty.
    private func listed(_ query: AssignmentsQuery) async throws -> ListedAssignments? {
        let isFiltered =
            query.kind != nil || query.state != nil || query.isOpen != nil || query.challenge != nil
        guard query.order == .sent, !isFiltered else { return try await database.listed(query) }
        let page = AssignmentsPage(user: query.user, after: query.after, limit: query.limit)
        return switch query.party {
        case .recipient: try await received.value(for: page)
        case .sender: try await sent.value(for: page)
        }
    }

    private func checked(
        _ call: ListAssignments,
        by asker: UserID,
        at now: Instant
    ) throws(Refusal) -> (AssignmentsQuery, PageLimit) {
        var problems = FieldProblems<ChallengesError>()
        let party = call.role.party
        if party == nil { problems.add(.roleUnknown, at: "/role") }
        let order = (call.sort ?? .sent).order
        if order == nil { problems.add(.sortUnknown, at: "/sort") }
        let kind = call.kind.flatMap { AssignmentLife.Kind(rawValue: $0.rawValue) }
        if call.kind != nil, kind == nil { problems.add(.kindUnknown, at: "/kind") }
        let state = call.state.flatMap { AssignmentLife.State(rawValue: $0.rawValue) }
        if call.state != nil, state == nil { problems.add(.stateUnknown, at: "/state") }
        let isOpen = call.open ?? order?.isOpen
        if let isOpen, state?.mayBe(isOpen: isOpen) == false || order?.isOpen == !isOpen {
            problems.add(.filtersContradict, at: call.open == nil ? "/state" : "/open")
        }
        let limit = problems.limit(call.limit, orAdd: .limitInvalid)
        guard let party, let order else { throw problems.refusal() }
        let after = problems.check("/cursor") { () throws(ChallengesError) in
            try AssignmentCursors(party: party, order: order).cursor(call.cursor)
        }
        try problems.refuse()
        guard let limit, let after else { throw problems.refusal() }
        let query = AssignmentsQuery(
            user: asker,
            party: party,
            order: order,
            kind: kind,
            state: state,
            isOpen: isOpen,
            challenge: call.challenge,
            missedAfter: now - rules.workoutLate,
            after: after,
            limit: limit.fetched
        )
        return (query, limit)
    }
}

/// A page of assignments with their users and pictures.
package struct ListedAssignments: Sendable {
    package let details: [AssignmentDetail]
    /// The last examined assignment, if there may be more after it.
    let end: AssignmentDetail?
    /// The users of the page; may contain others.
    package let people: [UserID: Person]
    /// The pictures of the page's challenges; may contain others.
    package let photos: [ChallengeID: [Photo]]

    /// The page for one party.
    func page(
        _ limit: PageLimit,
        of cursors: AssignmentCursors,
        shownTo party: AssignmentLife.Party,
        at now: Instant,
        under rules: DareRules
    ) throws -> Page<Assignment> {
        let found = ListPart(items: self.details, end: end)
        let (details, nextCursor) = limit.cut(found, size: \.size) { detail in
            cursors.text(after: detail.assignment)
        }
        let items = try details.map { detail in
            try detail.assignmentReply(to: party, with: people, photos, at: now, under: rules)
        }
        return Page(items: items, nextCursor: nextCursor)
    }
}

extension Database {
    /// Pages of assignments with their users and pictures.
    package func listed(
        _ pages: [AssignmentsPage],
        as party: AssignmentLife.Party
    ) async throws -> [AssignmentsPage: ListedAssignments] {
        let found = try await assignments(pages, as: party)
        let all = try await listed(ListPart(items: found.values.flatMap(\.self)))
        return found.mapValues { details in
            ListedAssignments(details: details, end: nil, people: all.people, photos: all.photos)
        }
    }

    /// Pages of open assignments with their users and pictures.
    package func listed(
        due pages: [DueAssignmentsPage]
    ) async throws -> [DueAssignmentsPage: ListedAssignments] {
        let found = try await assignments(due: pages)
        let all = try await listed(ListPart(items: found.values.flatMap(\.self)))
        return found.mapValues { details in
            ListedAssignments(details: details, end: nil, people: all.people, photos: all.photos)
        }
    }

    /// A page of assignments with their users and pictures.
    package func listed(_ query: AssignmentsQuery) async throws -> ListedAssignments {
        try await listed(assignments(query))
    }

    private func listed(_ found: ListPart<AssignmentDetail>) async throws -> ListedAssignments {
        async let people = self.people(Array(Set(found.items.flatMap(\.people))))
        async let photos = snapshotPhotos(of: found.items.map(\.challenge))
        return ListedAssignments(
            details: found.items,
            end: found.end,
            people: try await people,
            photos: try await photos
        )
    }
}

extension ListAssignments.Role {
    /// The party; `nil` if this release does not know it.
    fileprivate var party: AssignmentLife.Party? {
        switch self {
        case .recipient: .recipient
        case .sender: .sender
        case .unknown: nil
        }
    }
}

extension ListAssignments.Sort {
    /// The order; `nil` if this release does not know it.
    fileprivate var order: AssignmentOrder? {
        switch self {
        case .sent: .sent
        case .deadline: .deadline
        case .closed: .closed
        case .unknown: nil
        }
    }
}

extension AssignmentLife.State {
    /// Whether an assignment in this state can be open, or can be ended. A missed one is open while
    /// it can still be completed.
    fileprivate func mayBe(isOpen: Bool) -> Bool {
        self == .missed || self.isOpen == isOpen
    }
}
