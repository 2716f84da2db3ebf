public import Wire

/// The refusals of the scoring service.
public enum ScoringError: String, ServiceError {
    case cursorInvalid = "scoring.cursor_invalid"
    case limitInvalid = "scoring.limit_invalid"
    case personNotFound = "scoring.person_not_found"
    case tooManyPeople = "scoring.too_many_people"

    public var kind: Fault.Kind {
        switch self {
        case .cursorInvalid, .limitInvalid, .tooManyPeople: .invalid
        case .personNotFound: .notFound
        }
    }

    public var detail: String {
        switch self {
        case .cursorInvalid: "The cursor does not belong to this list. Start without a cursor."
        case .limitInvalid: "A page holds 1 to 100 items."
        case .personNotFound: "There is no such person, or you may not see their points."
        case .tooManyPeople: "At most 100 people can be named at a time."
        }
    }
}
