public import Wire

/// The refusals of the scoring service.
public enum ScoringError: String, ServiceError {
    case aroundUnknown = "scoring.around_unknown"
    case boardNotFound = "scoring.board_not_found"
    case cursorInvalid = "scoring.cursor_invalid"
    case limitInvalid = "scoring.limit_invalid"
    case medalUnknown = "scoring.medal_unknown"
    case notOnBoard = "scoring.not_on_board"
    case personNotFound = "scoring.person_not_found"
    case tooManyMedals = "scoring.too_many_medals"
    case tooManyPeople = "scoring.too_many_people"

    public var kind: Fault.Kind {
        switch self {
        case .aroundUnknown, .cursorInvalid, .limitInvalid, .medalUnknown, .tooManyMedals,
            .tooManyPeople:
            .invalid
        case .boardNotFound, .notOnBoard, .personNotFound: .notFound
        }
    }

    public var detail: String {
        switch self {
        case .aroundUnknown: "A board can be shown around you alone: “me”."
        case .boardNotFound: "There is no such contest, or you may not see its ranking."
        case .cursorInvalid: "The cursor does not belong to this list. Start without a cursor."
        case .limitInvalid: "A page holds 1 to 100 items."
        case .medalUnknown: "There is no such medal."
        case .notOnBoard: "You are not on this board. Ask without “around”."
        case .personNotFound:
            "There is no such person, or you may not see their points and medals."
        case .tooManyMedals: "At most 100 medals can be named at a time."
        case .tooManyPeople: "At most 100 people can be named at a time."
        }
    }
}
