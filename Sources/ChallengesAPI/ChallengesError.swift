public import Wire

/// Why the challenges service refuses.
public enum ChallengesError: String, ServiceError {
    case assignmentNotFound = "challenges.assignment_not_found"
    case attemptsUsedUp = "challenges.attempts_used_up"
    case capInvalid = "challenges.cap_invalid"
    case captionInvalid = "challenges.caption_invalid"
    case categoryInvalid = "challenges.category_invalid"
    case categoryUnknown = "challenges.category_unknown"
    case challengeNotFound = "challenges.challenge_not_found"
    case contentRepeated = "challenges.content_repeated"
    case copyUnknown = "challenges.copy_unknown"
    case cursorInvalid = "challenges.cursor_invalid"
    case deadlineInvalid = "challenges.deadline_invalid"
    case deadlineMissing = "challenges.deadline_missing"
    case deadlinePassed = "challenges.deadline_passed"
    case definitionNotFound = "challenges.definition_not_found"
    case definitionUnknown = "challenges.definition_unknown"
    case definitionsTooMany = "challenges.definitions_too_many"
    case descriptionInvalid = "challenges.description_invalid"
    case extraTimeNeeded = "challenges.extra_time_needed"
    case filtersContradict = "challenges.filters_contradict"
    case idTaken = "challenges.id_taken"
    case kindUnknown = "challenges.kind_unknown"
    case limitInvalid = "challenges.limit_invalid"
    case localeUnknown = "challenges.locale_unknown"
    case mediaNotFound = "challenges.media_not_found"
    case mediaRepeated = "challenges.media_repeated"
    case mediaTooMany = "challenges.media_too_many"
    case metricUnit = "challenges.metric_unit"
    case metricUnknown = "challenges.metric_unknown"
    case nameInvalid = "challenges.name_invalid"
    case notAccepting = "challenges.not_accepting"
    case notCompleted = "challenges.not_completed"
    case notFriends = "challenges.not_friends"
    case notStarted = "challenges.not_started"
    case notYourPart = "challenges.not_your_part"
    case noteInvalid = "challenges.note_invalid"
    case ownDefinition = "challenges.own_definition"
    case positionInvalid = "challenges.position_invalid"
    case presetInvalid = "challenges.preset_invalid"
    case proofMissing = "challenges.proof_missing"
    case proofUnknown = "challenges.proof_unknown"
    case proofUnwanted = "challenges.proof_unwanted"
    case queryInvalid = "challenges.query_invalid"
    case reasonInvalid = "challenges.reason_invalid"
    case recipientIsOneself = "challenges.recipient_is_oneself"
    case recipientRepeated = "challenges.recipient_repeated"
    case recipientsInvalid = "challenges.recipients_invalid"
    case roleUnknown = "challenges.role_unknown"
    case secondsInvalid = "challenges.seconds_invalid"
    case selectionUnknown = "challenges.selection_unknown"
    case sortUnknown = "challenges.sort_unknown"
    case starsInvalid = "challenges.stars_invalid"
    case stateUnknown = "challenges.state_unknown"
    case targetInvalid = "challenges.target_invalid"
    case targetNotWhole = "challenges.target_not_whole"
    case targetSecondsInvalid = "challenges.target_seconds_invalid"
    case textsInvalid = "challenges.texts_invalid"
    case timerNeedsTime = "challenges.timer_needs_time"
    case timerUnknown = "challenges.timer_unknown"
    case tooLate = "challenges.too_late"
    case unitInvalid = "challenges.unit_invalid"
    case unitSecondsInvalid = "challenges.unit_seconds_invalid"
    case versionStale = "challenges.version_stale"
    case visibilityUnknown = "challenges.visibility_unknown"
    case wrongState = "challenges.wrong_state"

    public var kind: Fault.Kind {
        switch self {
        case .assignmentNotFound, .challengeNotFound, .definitionNotFound: .notFound
        case .attemptsUsedUp, .deadlinePassed, .definitionsTooMany, .idTaken, .notCompleted,
            .notStarted, .ownDefinition, .tooLate, .wrongState:
            .conflict
        case .notYourPart: .forbidden
        case .versionStale: .stale
        case .capInvalid, .captionInvalid, .categoryInvalid, .categoryUnknown, .contentRepeated,
            .copyUnknown, .cursorInvalid, .deadlineInvalid, .deadlineMissing, .definitionUnknown,
            .descriptionInvalid, .extraTimeNeeded, .filtersContradict, .kindUnknown, .limitInvalid,
            .localeUnknown, .mediaNotFound, .mediaRepeated, .mediaTooMany, .metricUnit,
            .metricUnknown, .nameInvalid, .notAccepting, .notFriends, .noteInvalid,
            .positionInvalid, .presetInvalid, .proofMissing, .proofUnknown, .proofUnwanted,
            .queryInvalid, .reasonInvalid, .recipientIsOneself, .recipientRepeated,
            .recipientsInvalid, .roleUnknown, .secondsInvalid, .selectionUnknown, .sortUnknown,
            .starsInvalid, .stateUnknown, .targetInvalid, .targetNotWhole, .targetSecondsInvalid,
            .textsInvalid, .timerNeedsTime, .timerUnknown, .unitInvalid, .unitSecondsInvalid,
            .visibilityUnknown:
            .invalid
        }
    }

    public var detail: String {
        switch self {
        case .assignmentNotFound: "There is no such assignment, or you may not see it."
        case .attemptsUsedUp: "All attempts are used up."
        case .capInvalid: "A cap is above 0."
        case .captionInvalid:
            "A caption is one line of at most 200 characters, without control characters."
        case .categoryInvalid: "A category has 1 to 40 of the characters a–z, 0–9 and hyphen."
        case .categoryUnknown: "There is no such category."
        case .challengeNotFound: "There is no such challenge, or you may not see it."
        case .contentRepeated:
            "Name a definition, or copy a challenge, or give a name and a description: only one of "
                + "these."
        case .copyUnknown: "You have sent no such challenge, or it is of another kind."
        case .cursorInvalid: "The cursor does not belong to this list. Start without a cursor."
        case .deadlineInvalid:
            "The deadline has passed, or is too soon or too far ahead. Choose another."
        case .deadlineMissing: "A workout needs a deadline."
        case .deadlinePassed: "The deadline has passed."
        case .definitionNotFound: "There is no such definition, or you may not see it."
        case .definitionUnknown: "There is no such definition, or you may not use it."
        case .definitionsTooMany:
            "You have as many definitions as a user may have. Delete one first."
        case .descriptionInvalid: "A description has at most 2,000 characters, none of them NUL."
        case .extraTimeNeeded:
            "Another try needs time: a deadline far enough ahead, and not before the current one "
                + "if that has not passed."
        case .filtersContradict:
            "These filters leave nothing: a list by deadline has only what is open, one by closed "
                + "only what is not, and most states are only one of them."
        case .idTaken: "This id is taken. Choose another."
        case .kindUnknown: "A challenge that is sent is a dare or a workout."
        case .limitInvalid: "A page holds 1 to 100 items."
        case .localeUnknown: "There are texts in en and de, each once."
        case .mediaNotFound: "There is no such picture, or it is not yours."
        case .mediaRepeated: "A picture is listed twice."
        case .mediaTooMany: "There may be at most 10 pictures."
        case .metricUnit: "A metric has its own unit: leave the unit out."
        case .metricUnknown: "There is no such metric."
        case .nameInvalid:
            "A name is one line of 1 to 80 characters, without control characters and not all of "
                + "them blank."
        case .notAccepting: "This person does not accept challenges."
        case .notCompleted: "Only users who have completed it may rate it."
        case .notFriends: "You can only challenge your friends."
        case .notStarted: "The workout was not started. Start it first."
        case .notYourPart: "Only the other person can take this step."
        case .noteInvalid: "A note has at most 2,000 characters, none of them NUL."
        case .ownDefinition: "Its author may not rate it."
        case .positionInvalid: "A position is a number from 1 to 10,000."
        case .presetInvalid:
            "A preset's name has 1 to 40 of the characters a–z, 0–9 and hyphen."
        case .proofMissing: "This challenge requires a picture as proof. Submit one."
        case .proofUnknown: "Proof is none, optional or required."
        case .proofUnwanted: "This challenge does not accept pictures."
        case .queryInvalid: "A search has 1 to 80 characters, among them a letter or a digit."
        case .reasonInvalid:
            "A reason has 1 to 500 characters, none of them NUL and not all of them blank."
        case .recipientIsOneself: "You cannot challenge yourself."
        case .recipientRepeated: "A recipient is listed twice."
        case .recipientsInvalid: "A challenge has 1 to 100 recipients."
        case .roleUnknown: "The role is recipient or sender."
        case .secondsInvalid: "A result is 0 to 31,622,400 seconds, which are 366 days."
        case .selectionUnknown: "This list can be limited to workout, preset or mine."
        case .sortUnknown: "This list has no such order."
        case .starsInvalid: "A rating is 1 to 5 stars."
        case .stateUnknown: "There is no such state."
        case .targetInvalid: "A target is a number above 0."
        case .targetNotWhole: "Only whole numbers are counted, so the target must be one."
        case .targetSecondsInvalid: "A target time has 1 second to 366 days."
        case .textsInvalid: "A preset has a text in English, and at most one in each language."
        case .timerNeedsTime: "A countdown needs a target time, or a target in a unit of time."
        case .timerUnknown: "A timer is stopwatch, countdown, clock or none."
        case .tooLate: "It is too late for this."
        case .unitInvalid:
            "A unit is one line of at most 40 characters, without control characters and not all of "
                + "them blank."
        case .unitSecondsInvalid: "A unit of time has 1 second to 366 days."
        case .versionStale: "It has changed since you read it."
        case .visibilityUnknown: "A visibility is private, friends or public."
        case .wrongState: "The assignment's current state does not allow this."
        }
    }
}
