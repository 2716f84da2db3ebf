public import Wire

/// The refusals of the identity service.
public enum IdentityError: String, ServiceError {
    case alreadyFriends = "identity.already_friends"
    case avatarInvalid = "identity.avatar_invalid"
    case busy = "identity.busy"
    case challengesFromInvalid = "identity.challenges_from_invalid"
    case cursorInvalid = "identity.cursor_invalid"
    case directionInvalid = "identity.direction_invalid"
    case emailInvalid = "identity.email_invalid"
    case emailTaken = "identity.email_taken"
    case firstNameInvalid = "identity.first_name_invalid"
    case idTaken = "identity.id_taken"
    case lastNameInvalid = "identity.last_name_invalid"
    case limitInvalid = "identity.limit_invalid"
    case localeInvalid = "identity.locale_invalid"
    case noticeInvalid = "identity.notice_invalid"
    case noticeUnknown = "identity.notice_unknown"
    case passwordInvalid = "identity.password_invalid"
    case personUnknown = "identity.person_unknown"
    case preparedOtherwise = "identity.prepared_otherwise"
    case queryInvalid = "identity.query_invalid"
    case refreshTokenInvalid = "identity.refresh_token_invalid"
    case registrationInvalid = "identity.registration_invalid"
    case registrationsExhausted = "identity.registrations_exhausted"
    case requestClosed = "identity.request_closed"
    case requestToSelf = "identity.request_to_self"
    case requestUnknown = "identity.request_unknown"
    case requestsADayExhausted = "identity.requests_a_day_exhausted"
    case requestsOpenExhausted = "identity.requests_open_exhausted"
    case signInFailed = "identity.sign_in_failed"
    case signInsExhausted = "identity.sign_ins_exhausted"
    case timeZoneInvalid = "identity.time_zone_invalid"
    case tooManyNotices = "identity.too_many_notices"
    case tooManyPeople = "identity.too_many_people"
    case usernameInvalid = "identity.username_invalid"
    case usernameTaken = "identity.username_taken"
    case versionStale = "identity.version_stale"
    case zoneChangeTooSoon = "identity.zone_change_too_soon"

    public var kind: Fault.Kind {
        switch self {
        case .avatarInvalid, .challengesFromInvalid, .cursorInvalid, .directionInvalid,
            .emailInvalid, .firstNameInvalid, .lastNameInvalid, .limitInvalid, .localeInvalid,
            .noticeInvalid, .passwordInvalid, .queryInvalid, .registrationInvalid, .requestToSelf,
            .timeZoneInvalid, .tooManyNotices, .tooManyPeople, .usernameInvalid:
            .invalid
        case .alreadyFriends, .emailTaken, .idTaken, .preparedOtherwise, .requestClosed,
            .usernameTaken, .zoneChangeTooSoon:
            .conflict
        case .versionStale:
            .stale
        case .refreshTokenInvalid, .signInFailed:
            .unauthenticated
        case .noticeUnknown, .personUnknown, .requestUnknown:
            .notFound
        case .registrationsExhausted, .requestsADayExhausted, .requestsOpenExhausted,
            .signInsExhausted:
            .exhausted
        case .busy:
            .unavailable
        }
    }

    public var detail: String {
        switch self {
        case .alreadyFriends: "You are already friends."
        case .avatarInvalid: "There is no such picture of yours, or it cannot be an avatar."
        case .busy: "Too many sign-ins and registrations are in progress. Try again shortly."
        case .challengesFromInvalid: "Challenges come from friends or nobody."
        case .cursorInvalid: "The cursor does not belong to this list. Start without a cursor."
        case .directionInvalid: "The direction must be incoming or outgoing."
        case .emailInvalid: "The e-mail address is not valid, or has more than 254 characters."
        case .emailTaken: "This e-mail address belongs to another account."
        case .firstNameInvalid: "A first name is one line of 1 to 80 characters."
        case .idTaken: "This id is in use. Choose another one."
        case .lastNameInvalid: "A last name is one line of at most 80 characters."
        case .limitInvalid: "A page holds 1 to 100 items."
        case .localeInvalid: "The language must be en or de."
        case .noticeInvalid: "The notice is of no known kind, or a field is beyond its limit."
        case .noticeUnknown: "There is no such notice in your inbox."
        case .passwordInvalid: "A password has 8 to 256 characters."
        case .personUnknown: "There is no such person."
        case .preparedOtherwise: "The people prepared before have another password."
        case .queryInvalid: "A search needs 1 to 80 characters."
        case .refreshTokenInvalid:
            "The refresh token is not valid, or its session has ended. Sign in again."
        case .registrationInvalid: "Some of the fields are not valid."
        case .registrationsExhausted:
            "Too many registrations from this address. Try again later."
        case .requestClosed: "This friend request was already answered or withdrawn."
        case .requestToSelf: "You cannot be your own friend."
        case .requestUnknown: "There is no such friend request."
        case .requestsADayExhausted: "You can send 30 friend requests a day. Try again later."
        case .requestsOpenExhausted:
            "You can have 50 open friend requests. Withdraw one, or wait for an answer."
        case .signInFailed: "The username, e-mail address or password is wrong."
        case .signInsExhausted: "Too many sign-ins in a short time. Try again later."
        case .timeZoneInvalid: "The time zone must be an IANA name, such as Europe/Berlin."
        case .tooManyNotices: "At most 100 notices can be named at a time."
        case .tooManyPeople: "At most 100 people can be named at a time."
        case .usernameInvalid:
            "A username has 3 to 30 characters of a to z, 0 to 9, underscore and full stop. Some "
                + "words are reserved, such as hidden and system."
        case .usernameTaken: "This username belongs to another account."
        case .versionStale: "The settings have changed since you read them."
        case .zoneChangeTooSoon:
            "The time zone was changed a short time ago. The settings say when it can be again."
        }
    }
}
