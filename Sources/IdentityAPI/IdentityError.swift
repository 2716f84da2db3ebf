public import Wire

/// The refusals of the identity service.
public enum IdentityError: String, ServiceError {
    case alreadyFriends = "identity.already_friends"
    case avatarInvalid = "identity.avatar_invalid"
    case bioInvalid = "identity.bio_invalid"
    case busy = "identity.busy"
    case challengesFromInvalid = "identity.challenges_from_invalid"
    case cursorInvalid = "identity.cursor_invalid"
    case directionInvalid = "identity.direction_invalid"
    case displayNameInvalid = "identity.display_name_invalid"
    case emailInvalid = "identity.email_invalid"
    case emailTaken = "identity.email_taken"
    case firstNameInvalid = "identity.first_name_invalid"
    case idTaken = "identity.id_taken"
    case inviteInvalid = "identity.invite_invalid"
    case inviteKindInvalid = "identity.invite_kind_invalid"
    case inviteOwn = "identity.invite_own"
    case inviteUnknown = "identity.invite_unknown"
    case invitesADayExhausted = "identity.invites_a_day_exhausted"
    case invitesTooMany = "identity.invites_too_many"
    case lastNameInvalid = "identity.last_name_invalid"
    case limitInvalid = "identity.limit_invalid"
    case localeInvalid = "identity.locale_invalid"
    case loginExists = "identity.login_exists"
    case loginLast = "identity.login_last"
    case loginTaken = "identity.login_taken"
    case mailsExhausted = "identity.mails_exhausted"
    case nothingToVerify = "identity.nothing_to_verify"
    case noticeInvalid = "identity.notice_invalid"
    case noticeUnknown = "identity.notice_unknown"
    case passwordInvalid = "identity.password_invalid"
    case passwordWrong = "identity.password_wrong"
    case passwordsExhausted = "identity.passwords_exhausted"
    case personUnknown = "identity.person_unknown"
    case preparedOtherwise = "identity.prepared_otherwise"
    case profileInvalid = "identity.profile_invalid"
    case providerUnavailable = "identity.provider_unavailable"
    case providerUnknown = "identity.provider_unknown"
    case queryInvalid = "identity.query_invalid"
    case refreshTokenInvalid = "identity.refresh_token_invalid"
    case registrationInvalid = "identity.registration_invalid"
    case registrationsExhausted = "identity.registrations_exhausted"
    case requestClosed = "identity.request_closed"
    case requestToSelf = "identity.request_to_self"
    case requestUnknown = "identity.request_unknown"
    case requestsADayExhausted = "identity.requests_a_day_exhausted"
    case requestsOpenExhausted = "identity.requests_open_exhausted"
    case sessionOld = "identity.session_old"
    case signInFailed = "identity.sign_in_failed"
    case signInsExhausted = "identity.sign_ins_exhausted"
    case suggestionUnknown = "identity.suggestion_unknown"
    case termsVersionInvalid = "identity.terms_version_invalid"
    case ticketInvalid = "identity.ticket_invalid"
    case ticketsExhausted = "identity.tickets_exhausted"
    case timeZoneInvalid = "identity.time_zone_invalid"
    case tokenMissing = "identity.token_missing"
    case tokenRefused = "identity.token_refused"
    case tooManyNotices = "identity.too_many_notices"
    case tooManyPeople = "identity.too_many_people"
    case usernameChangeTooSoon = "identity.username_change_too_soon"
    case usernameInvalid = "identity.username_invalid"
    case usernameTaken = "identity.username_taken"
    case usesInvalid = "identity.uses_invalid"
    case versionStale = "identity.version_stale"
    case visibilityInvalid = "identity.visibility_invalid"
    case zoneChangeTooSoon = "identity.zone_change_too_soon"

    public var kind: Fault.Kind {
        switch self {
        case .avatarInvalid, .bioInvalid, .challengesFromInvalid, .cursorInvalid,
            .directionInvalid, .displayNameInvalid, .emailInvalid, .firstNameInvalid,
            .inviteInvalid, .inviteKindInvalid, .lastNameInvalid, .limitInvalid, .localeInvalid,
            .noticeInvalid, .passwordInvalid, .profileInvalid, .queryInvalid,
            .registrationInvalid, .requestToSelf, .termsVersionInvalid, .ticketInvalid,
            .timeZoneInvalid, .tokenMissing, .tooManyNotices, .tooManyPeople, .usernameInvalid,
            .usesInvalid,
            .visibilityInvalid:
            .invalid
        case .alreadyFriends, .emailTaken, .idTaken, .inviteOwn, .invitesTooMany, .loginExists,
            .loginLast, .loginTaken,
            .nothingToVerify, .preparedOtherwise, .requestClosed, .usernameChangeTooSoon,
            .usernameTaken, .zoneChangeTooSoon:
            .conflict
        case .passwordWrong, .sessionOld:
            .forbidden
        case .versionStale:
            .stale
        case .refreshTokenInvalid, .signInFailed, .tokenRefused:
            .unauthenticated
        case .inviteUnknown, .noticeUnknown, .personUnknown, .providerUnknown, .requestUnknown,
            .suggestionUnknown:
            .notFound
        case .invitesADayExhausted, .mailsExhausted, .passwordsExhausted,
            .registrationsExhausted, .requestsADayExhausted, .requestsOpenExhausted,
            .signInsExhausted, .ticketsExhausted:
            .exhausted
        case .busy, .providerUnavailable:
            .unavailable
        }
    }

    public var detail: String {
        switch self {
        case .alreadyFriends: "You are already friends."
        case .avatarInvalid: "You have no such picture, or it cannot be an avatar: choose another."
        case .bioInvalid: "The bio must have at most 300 characters."
        case .busy: "Too many sign-ins and registrations are in progress. Try again shortly."
        case .challengesFromInvalid: "The setting is unknown: choose friends or nobody."
        case .cursorInvalid: "The cursor does not belong to this list. Start without a cursor."
        case .directionInvalid: "The direction is unknown: choose incoming or outgoing."
        case .displayNameInvalid:
            "The display name must be one line of at most 80 characters."
        case .emailInvalid:
            "The e-mail address is not valid: use the form name@example.com, with at most 254 "
                + "characters."
        case .emailTaken:
            "This e-mail address belongs to another account: choose another, or sign in."
        case .firstNameInvalid: "The first name must be one line of 1 to 80 characters."
        case .idTaken: "This id is taken. Choose another."
        case .inviteInvalid: "This invite can no longer be used: register without it."
        case .inviteKindInvalid: "The kind is unknown: choose friend or app."
        case .inviteOwn: "This is your own invite: give it to others."
        case .inviteUnknown: "This invite does not exist, or can no longer be used."
        case .invitesADayExhausted:
            "You have made the maximum of 100 invites in a day. Try again later."
        case .invitesTooMany:
            "You have the maximum number of invites that can still be used: revoke one."
        case .lastNameInvalid: "The last name must be one line of at most 80 characters."
        case .limitInvalid: "A page holds 1 to 100 items."
        case .localeInvalid: "The language must be en or de."
        case .loginExists:
            "You have another login at this provider: unlink it first."
        case .loginLast:
            "You could not sign in any more: set a password or link another login first."
        case .loginTaken:
            "This login belongs to another account: sign in with it, and unlink it there."
        case .mailsExhausted: "Too many mails were asked for in a short time. Try again later."
        case .nothingToVerify:
            "There is no address to verify: it is verified already, or you have none yet."
        case .noticeInvalid: "The notice has an unknown kind, or a field beyond its limit."
        case .noticeUnknown: "There is no such notice in your inbox."
        case .passwordInvalid: "The password must have 8 to 256 characters."
        case .passwordWrong: "The present password is wrong: enter it again, or reset it."
        case .passwordsExhausted:
            "There were too many wrong passwords in a short time. Try again later."
        case .personUnknown: "There is no such user."
        case .preparedOtherwise: "These users were prepared with another password: use that one."
        case .profileInvalid: "Some fields are not valid: correct those that are listed."
        case .providerUnavailable:
            "The provider does not answer. Try again shortly, or sign in another way."
        case .providerUnknown: "There is no sign-in with this provider."
        case .queryInvalid: "The search must have 1 to 80 characters."
        case .refreshTokenInvalid:
            "The refresh token is not valid, or its session has ended. Sign in again."
        case .registrationInvalid: "Some fields are not valid: correct those that are listed."
        case .registrationsExhausted:
            "There were too many registrations from this address. Try again later."
        case .requestClosed: "This friend request was already answered or withdrawn."
        case .requestToSelf: "You cannot send yourself a friend request."
        case .requestUnknown: "There is no such friend request."
        case .requestsADayExhausted:
            "You have sent the maximum of 30 friend requests in a day. Try again later."
        case .requestsOpenExhausted:
            "You have the maximum of 50 open friend requests: withdraw one, or wait for an answer."
        case .sessionOld:
            "Sign in again: without a present password, set one within 10 minutes of a sign-in."
        case .signInFailed: "The username, e-mail address or password is wrong."
        case .signInsExhausted: "There were too many sign-ins in a short time. Try again later."
        case .suggestionUnknown: "There is no such suggestion."
        case .termsVersionInvalid:
            "The version of the terms must be one line of 1 to 40 characters."
        case .ticketInvalid:
            "The ticket is wrong, was used, or has expired: ask for another mail."
        case .ticketsExhausted:
            "There were too many wrong tickets from this address. Try again later."
        case .timeZoneInvalid: "The time zone must be an IANA name, such as Europe/Berlin."
        case .tokenMissing:
            "Send one token that this provider issues: accessToken (Facebook) or identityToken."
        case .tokenRefused:
            "The provider's token is not valid, was used, or is for another app: sign in there again."
        case .tooManyNotices: "Name at most 100 notices at a time."
        case .tooManyPeople: "Name at most 100 users at a time."
        case .usernameChangeTooSoon:
            "The username was changed less than 30 days ago: keep it until they are over."
        case .usernameInvalid:
            "The username must have 3 to 30 characters: a to z, 0 to 9, underscore or full stop. "
                + "Some words are reserved, such as hidden and system."
        case .usernameTaken: "This username belongs to another account: choose another."
        case .usesInvalid: "An invite can be used 1 to 1,000 times."
        case .versionStale: "The settings have changed since you read them: read them again."
        case .visibilityInvalid:
            "The visibility is unknown: choose private, friends, link or public."
        case .zoneChangeTooSoon:
            "The time zone was changed a short time ago. The settings say when it can be changed "
                + "again."
        }
    }
}
