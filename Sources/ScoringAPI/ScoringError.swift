public import Wire

/// The refusals of the scoring service.
public enum ScoringError: String, ServiceError {
    case aroundUnknown = "scoring.around_unknown"
    case boardNotFound = "scoring.board_not_found"
    case cursorInvalid = "scoring.cursor_invalid"
    case limitInvalid = "scoring.limit_invalid"
    case medalUnknown = "scoring.medal_unknown"
    case notListed = "scoring.not_listed"
    case notOnBoard = "scoring.not_on_board"
    case personNotFound = "scoring.person_not_found"
    case restWeekdaysInvalid = "scoring.rest_weekdays_invalid"
    case spanUnknown = "scoring.span_unknown"
    case tooManyMedals = "scoring.too_many_medals"
    case tooManyPeople = "scoring.too_many_people"
    case versionStale = "scoring.version_stale"

    public var kind: Fault.Kind {
        switch self {
        case .aroundUnknown, .cursorInvalid, .limitInvalid, .medalUnknown,
            .restWeekdaysInvalid, .spanUnknown, .tooManyMedals, .tooManyPeople:
            .invalid
        case .versionStale: .stale
        case .boardNotFound, .notListed, .notOnBoard, .personNotFound: .notFound
        }
    }

    public var detail: String {
        switch self {
        case .aroundUnknown: "The value is unknown: “around” can only be “me”."
        case .boardNotFound: "There is no such contest, or you may not see its ranking."
        case .cursorInvalid: "The cursor does not belong to this list. Start without a cursor."
        case .limitInvalid: "A page holds 1 to 100 items."
        case .medalUnknown: "There is no such medal: choose one from the API description."
        case .notListed: "You are not on the public board: change this in your settings."
        case .notOnBoard: "You are not on this board: leave out “around”."
        case .personNotFound: "There is no such user, or you may not see their points and medals."
        case .restWeekdaysInvalid:
            "Name days of rest as 1 for Monday to 7 for Sunday, each once and not all seven."
        case .spanUnknown: "The span is unknown: choose “all”, “month” or “week”."
        case .tooManyMedals: "Name at most 100 medals at a time."
        case .tooManyPeople: "Name at most 100 users at a time."
        case .versionStale: "It has changed since you read it: read it again."
        }
    }
}
