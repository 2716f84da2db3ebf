public import Wire

/// The errors of the challenges service.
public enum ChallengesError: String, ServiceError {
    case aggregationUnknown = "challenges.aggregation_unknown"
    case amountInvalid = "challenges.amount_invalid"
    case assignmentNotFound = "challenges.assignment_not_found"
    case attemptsUsedUp = "challenges.attempts_used_up"
    case audienceTooWide = "challenges.audience_too_wide"
    case audienceUnknown = "challenges.audience_unknown"
    case capInvalid = "challenges.cap_invalid"
    case capacityBelowJoined = "challenges.capacity_below_joined"
    case capacityInvalid = "challenges.capacity_invalid"
    case captionInvalid = "challenges.caption_invalid"
    case categoryInvalid = "challenges.category_invalid"
    case categoryUnknown = "challenges.category_unknown"
    case challengeNotFound = "challenges.challenge_not_found"
    case codeNotFound = "challenges.code_not_found"
    case codesTooMany = "challenges.codes_too_many"
    case contentRepeated = "challenges.content_repeated"
    case contestDirection = "challenges.contest_direction"
    case contestFull = "challenges.contest_full"
    case contestNotFound = "challenges.contest_not_found"
    case contestOver = "challenges.contest_over"
    case contestPrivate = "challenges.contest_private"
    case contestWholeDays = "challenges.contest_whole_days"
    case contestsADayExhausted = "challenges.contests_a_day_exhausted"
    case contestsTooMany = "challenges.contests_too_many"
    case copyUnknown = "challenges.copy_unknown"
    case cursorInvalid = "challenges.cursor_invalid"
    case dayFrozen = "challenges.day_frozen"
    case dayInvalid = "challenges.day_invalid"
    case daySourcesTooMany = "challenges.day_sources_too_many"
    case deadlineInvalid = "challenges.deadline_invalid"
    case deadlineMissing = "challenges.deadline_missing"
    case deadlinePassed = "challenges.deadline_passed"
    case definitionNotFound = "challenges.definition_not_found"
    case definitionUnknown = "challenges.definition_unknown"
    case definitionsTooMany = "challenges.definitions_too_many"
    case descriptionInvalid = "challenges.description_invalid"
    case deviceInvalid = "challenges.device_invalid"
    case directionUnknown = "challenges.direction_unknown"
    case endInvalid = "challenges.end_invalid"
    case endMissing = "challenges.end_missing"
    case endOnlyLater = "challenges.end_only_later"
    case entriesDayTooMany = "challenges.entries_day_too_many"
    case entriesTooMany = "challenges.entries_too_many"
    case entryNotFound = "challenges.entry_not_found"
    case expiryInvalid = "challenges.expiry_invalid"
    case extraTimeNeeded = "challenges.extra_time_needed"
    case filtersContradict = "challenges.filters_contradict"
    case goalBeyondDay = "challenges.goal_beyond_day"
    case goalDecides = "challenges.goal_decides"
    case goalFixed = "challenges.goal_fixed"
    case goalHasTarget = "challenges.goal_has_target"
    case goalNotANumber = "challenges.goal_not_a_number"
    case goalNotFound = "challenges.goal_not_found"
    case goalsTooMany = "challenges.goals_too_many"
    case goalUnwanted = "challenges.goal_unwanted"
    case goalWithoutTarget = "challenges.goal_without_target"
    case idTaken = "challenges.id_taken"
    case inviteeIsOneself = "challenges.invitee_is_oneself"
    case inviteeRemoved = "challenges.invitee_removed"
    case inviteeRepeated = "challenges.invitee_repeated"
    case inviteesInvalid = "challenges.invitees_invalid"
    case kindUnknown = "challenges.kind_unknown"
    case lastDayInvalid = "challenges.last_day_invalid"
    case limitInvalid = "challenges.limit_invalid"
    case listUnknown = "challenges.list_unknown"
    case localeUnknown = "challenges.locale_unknown"
    case mayNotInvite = "challenges.may_not_invite"
    case mediaMissing = "challenges.media_missing"
    case mediaNotFound = "challenges.media_not_found"
    case mediaRepeated = "challenges.media_repeated"
    case mediaTooMany = "challenges.media_too_many"
    case metricNotFound = "challenges.metric_not_found"
    case metricUnit = "challenges.metric_unit"
    case metricUnknown = "challenges.metric_unknown"
    case minuteInvalid = "challenges.minute_invalid"
    case nameInvalid = "challenges.name_invalid"
    case notAccepting = "challenges.not_accepting"
    case notCompleted = "challenges.not_completed"
    case notFriends = "challenges.not_friends"
    case notInContest = "challenges.not_in_contest"
    case notJoined = "challenges.not_joined"
    case notQueried = "challenges.not_queried"
    case notStarted = "challenges.not_started"
    case notYourPart = "challenges.not_your_part"
    case noteInvalid = "challenges.note_invalid"
    case observedInvalid = "challenges.observed_invalid"
    case occurredInvalid = "challenges.occurred_invalid"
    case ownDefinition = "challenges.own_definition"
    case ownEntry = "challenges.own_entry"
    case participantNotFound = "challenges.participant_not_found"
    case periodClosed = "challenges.period_closed"
    case personNotFound = "challenges.person_not_found"
    case photoBound = "challenges.photo_bound"
    case photoNotFound = "challenges.photo_not_found"
    case photosTooMany = "challenges.photos_too_many"
    case positionInvalid = "challenges.position_invalid"
    case presetInvalid = "challenges.preset_invalid"
    case proofMissing = "challenges.proof_missing"
    case proofUnknown = "challenges.proof_unknown"
    case proofUnwanted = "challenges.proof_unwanted"
    case queriedAlready = "challenges.queried_already"
    case queriesTooMany = "challenges.queries_too_many"
    case queryInvalid = "challenges.query_invalid"
    case reasonInvalid = "challenges.reason_invalid"
    case recipientIsOneself = "challenges.recipient_is_oneself"
    case recipientRepeated = "challenges.recipient_repeated"
    case recipientsInvalid = "challenges.recipients_invalid"
    case recurrenceUnknown = "challenges.recurrence_unknown"
    case reminderNotFound = "challenges.reminder_not_found"
    case remindersTooMany = "challenges.reminders_too_many"
    case restWeekdaysInvalid = "challenges.rest_weekdays_invalid"
    case roleUnknown = "challenges.role_unknown"
    case rulesLocked = "challenges.rules_locked"
    case scoreUnknown = "challenges.score_unknown"
    case secondsInvalid = "challenges.seconds_invalid"
    case selectionUnknown = "challenges.selection_unknown"
    case sortUnknown = "challenges.sort_unknown"
    case sourceInvalid = "challenges.source_invalid"
    case sourceRefused = "challenges.source_refused"
    case sourceUnknown = "challenges.source_unknown"
    case sourcesUnknown = "challenges.sources_unknown"
    case starsInvalid = "challenges.stars_invalid"
    case startInvalid = "challenges.start_invalid"
    case stateUnknown = "challenges.state_unknown"
    case subjectUnknown = "challenges.subject_unknown"
    case targetFixed = "challenges.target_fixed"
    case targetInvalid = "challenges.target_invalid"
    case targetMissing = "challenges.target_missing"
    case targetNotWhole = "challenges.target_not_whole"
    case targetSecondsInvalid = "challenges.target_seconds_invalid"
    case targetUnwanted = "challenges.target_unwanted"
    case textsInvalid = "challenges.texts_invalid"
    case timeRepeated = "challenges.time_repeated"
    case timerNeedsTime = "challenges.timer_needs_time"
    case timerUnknown = "challenges.timer_unknown"
    case tooLate = "challenges.too_late"
    case unitInvalid = "challenges.unit_invalid"
    case unitMissing = "challenges.unit_missing"
    case unitSecondsInvalid = "challenges.unit_seconds_invalid"
    case usesInvalid = "challenges.uses_invalid"
    case versionStale = "challenges.version_stale"
    case visibilityUnknown = "challenges.visibility_unknown"
    case visibilityWidened = "challenges.visibility_widened"
    case weekdaysInvalid = "challenges.weekdays_invalid"
    case windowInvalid = "challenges.window_invalid"
    case wrongState = "challenges.wrong_state"
    case zoneUnknown = "challenges.zone_unknown"

    public var kind: Fault.Kind {
        switch self {
        case .assignmentNotFound, .challengeNotFound, .codeNotFound, .contestNotFound,
            .definitionNotFound, .entryNotFound, .goalNotFound, .metricNotFound,
            .participantNotFound, .personNotFound, .photoNotFound, .reminderNotFound:
            .notFound
        case .attemptsUsedUp, .capacityBelowJoined, .codesTooMany, .contestFull, .contestOver,
            .contestPrivate, .contestsTooMany, .dayFrozen, .daySourcesTooMany, .deadlinePassed,
            .definitionsTooMany, .endOnlyLater, .entriesDayTooMany, .entriesTooMany, .goalDecides,
            .goalFixed, .goalHasTarget, .goalsTooMany, .goalWithoutTarget, .idTaken,
            .notCompleted, .notInContest, .notQueried, .notStarted, .ownDefinition, .ownEntry,
            .periodClosed, .photoBound, .photosTooMany, .queriedAlready, .queriesTooMany,
            .remindersTooMany, .rulesLocked, .sourceRefused, .targetFixed, .tooLate,
            .visibilityWidened, .wrongState:
            .conflict
        case .contestsADayExhausted: .exhausted
        case .mayNotInvite, .notYourPart: .forbidden
        case .versionStale: .stale
        case .aggregationUnknown, .amountInvalid, .audienceTooWide, .audienceUnknown,
            .capacityInvalid, .capInvalid, .captionInvalid, .categoryInvalid, .categoryUnknown,
            .contentRepeated, .contestDirection, .contestWholeDays, .copyUnknown, .cursorInvalid,
            .dayInvalid, .deadlineInvalid, .deadlineMissing, .definitionUnknown,
            .descriptionInvalid, .deviceInvalid, .directionUnknown, .endInvalid, .endMissing,
            .expiryInvalid, .extraTimeNeeded, .filtersContradict, .goalBeyondDay, .goalNotANumber,
            .goalUnwanted, .inviteeIsOneself, .inviteeRemoved, .inviteeRepeated, .inviteesInvalid,
            .kindUnknown, .lastDayInvalid, .limitInvalid, .listUnknown, .localeUnknown,
            .mediaMissing, .mediaNotFound, .mediaRepeated, .mediaTooMany, .metricUnit,
            .metricUnknown, .minuteInvalid, .nameInvalid, .notAccepting, .noteInvalid, .notFriends,
            .notJoined, .observedInvalid, .occurredInvalid, .positionInvalid, .presetInvalid,
            .proofMissing,
            .proofUnknown, .proofUnwanted, .queryInvalid, .reasonInvalid, .recipientIsOneself,
            .recipientRepeated, .recipientsInvalid, .recurrenceUnknown, .restWeekdaysInvalid,
            .roleUnknown, .scoreUnknown, .secondsInvalid, .selectionUnknown, .sortUnknown,
            .sourceInvalid, .sourcesUnknown, .sourceUnknown, .starsInvalid, .startInvalid,
            .stateUnknown, .subjectUnknown, .targetInvalid, .targetMissing, .targetNotWhole,
            .targetSecondsInvalid,
            .targetUnwanted, .textsInvalid, .timeRepeated, .timerNeedsTime, .timerUnknown,
            .unitInvalid, .unitMissing, .unitSecondsInvalid, .usesInvalid, .visibilityUnknown,
            .weekdaysInvalid, .windowInvalid, .zoneUnknown:
            .invalid
        }
    }

    public var detail: String {
        switch self {
        case .aggregationUnknown: "Entries amount to sum, max, min, latest or daysActive."
        case .amountInvalid:
            "An amount is above 0, has at most six decimals, is whole where only whole numbers "
                + "count, and is at most what the unit allows; a total stays below 10¹². The total of a "
                + "day may be 0, and is at most what a day holds of its metric."
        case .assignmentNotFound: "There is no such assignment, or you may not see it."
        case .attemptsUsedUp: "All attempts are used up."
        case .audienceTooWide:
            "Nothing is seen by more people than its contest, and an entry or a proof by no fewer "
                + "than those in it."
        case .audienceUnknown: "An audience is owner, participants, friends or public."
        case .capInvalid: "A cap is above 0."
        case .capacityBelowJoined: "More people are in it already."
        case .capacityInvalid: "A capacity is 2 to 10,000, or what the operator allows."
        case .captionInvalid:
            "A caption is one line of at most 200 characters, without control characters."
        case .categoryInvalid: "A category has 1 to 40 of the characters a–z, 0–9 and hyphen."
        case .categoryUnknown: "There is no such category."
        case .challengeNotFound: "There is no such challenge, or you may not see it."
        case .codeNotFound: "There is no such code, or it can no longer be used."
        case .codesTooMany: "You have as many open codes as a user may have. Revoke one first."
        case .contentRepeated:
            "Name a definition, or copy a challenge, or give a name and a description: only one of "
                + "these."
        case .contestDirection: "The lower value wins only with min or latest, and not in percent."
        case .contestFull: "The contest is full."
        case .contestNotFound: "There is no such contest, or you may not see it."
        case .contestOver: "The contest is over."
        case .contestPrivate: "Only a public contest can be shared. Invite people instead."
        case .contestWholeDays:
            "What a phone measures is counted by days: give a first and a last day."
        case .contestsADayExhausted:
            "You have made as many contests as a user may in a day. Try again later."
        case .contestsTooMany:
            "A user may be in, and own, only so many unfinished contests. Leave or end one first."
        case .copyUnknown:
            "There is no such challenge that you may copy, or it is of another kind."
        case .cursorInvalid: "The cursor does not belong to this list. Start without a cursor."
        case .dayFrozen: "The day is over for too long: its totals no longer change."
        case .dayInvalid: "A day has begun where you are, and is written as 2026-03-01."
        case .daySourcesTooMany: "This day has totals of as many sources as a day may have."
        case .deadlineInvalid:
            "The deadline has passed, or is too soon or too far ahead. Choose another."
        case .deadlineMissing: "A workout needs a deadline."
        case .deadlinePassed: "The deadline has passed."
        case .definitionNotFound: "There is no such definition, or you may not see it."
        case .definitionUnknown: "There is no such definition, or you may not use it."
        case .definitionsTooMany:
            "You have as many definitions as a user may have. Delete one first."
        case .descriptionInvalid: "A description has at most 2,000 characters, none of them NUL."
        case .deviceInvalid:
            "A device is named on one line of at most 80 characters, and only where one "
                + "measured."
        case .directionUnknown: "A direction is higher or lower."
        case .endInvalid:
            "The end comes after the start, lies ahead, and is at most 366 days after the "
                + "start."
        case .endMissing: "A competition needs an end."
        case .endOnlyLater: "After the start the end moves later only."
        case .entriesDayTooMany: "You have logged as much on this day as a user may."
        case .entriesTooMany: "You have logged as much for this contest as a user may."
        case .entryNotFound: "There is no such entry, or you may not see it."
        case .expiryInvalid: "A code expires at a moment ahead, at most 366 days from now."
        case .extraTimeNeeded:
            "Another try needs time: a deadline far enough ahead, and not before the current one "
                + "if that has not passed."
        case .filtersContradict:
            "These filters leave nothing: a list by deadline has only what is open, one by closed "
                + "only what is not, and most states are only one of them."
        case .goalBeyondDay:
            "One day cannot hold as much. Lower the target, or count several days."
        case .goalDecides: "Reaching its goal completes it, or in a competition its end."
        case .goalFixed:
            "What a goal counts, and how often, stays, and so does the target of one that is over or has none. Make another goal."
        case .goalHasTarget:
            "A goal with a target is reached by what is logged or measured. Log it."
        case .goalNotANumber: "A target is a number above 0."
        case .goalNotFound: "There is no such goal, or you may not see it."
        case .goalsTooMany:
            "You have as many goals that are not over as a user may. Give one up, or delete one."
        case .goalUnwanted:
            "Scores in percent are of each person's own target, so there is no common goal."
        case .goalWithoutTarget: "A goal without a target is marked as done."
        case .idTaken: "This id is taken. Choose another."
        case .inviteeIsOneself: "You cannot invite yourself."
        case .inviteeRemoved: "The owner removed this person, who cannot come back."
        case .inviteeRepeated: "A person is listed twice."
        case .inviteesInvalid:
            "Name at most 100 people, and at least one where people are asked alone."
        case .kindUnknown:
            "A challenge that is sent is a dare or a workout, and a contest is a competition or open."
        case .lastDayInvalid: "The last day is today or later."
        case .limitInvalid: "A page holds 1 to 100 items."
        case .listUnknown: "There is no such list."
        case .localeUnknown: "There are texts in en and de, each once."
        case .mayNotInvite: "Only its owner invites to this contest."
        case .mediaMissing: "Name at least one picture."
        case .mediaNotFound: "There is no such picture, or it is not yours."
        case .mediaRepeated: "A picture is listed twice."
        case .mediaTooMany: "There may be at most 10 pictures."
        case .metricNotFound: "A metric is steps, distance, energy or exercise."
        case .metricUnit: "A metric has its own unit: leave the unit out."
        case .metricUnknown: "There is no such metric."
        case .minuteInvalid: "A minute of the day is 0 for midnight to 1,439."
        case .nameInvalid:
            "A name is one line of 1 to 80 characters, without control characters and not all of "
                + "them blank."
        case .notAccepting: "This person does not accept challenges."
        case .notCompleted: "Only users who have completed it may rate it."
        case .notFriends: "Only friends can be challenged, invited, or shown a contest."
        case .notInContest: "You are not in this contest. Join it first."
        case .notJoined: "This person is not in the contest."
        case .notQueried: "Nobody has queried this entry, or the query was settled."
        case .notStarted: "The workout was not started. Start it first."
        case .notYourPart: "Only somebody else can take this step."
        case .noteInvalid: "A note has at most 2,000 characters, none of them NUL."
        case .observedInvalid: "A total was read at a moment that has come."
        case .occurredInvalid:
            "It must lie within the contest or its days, after you joined, not ahead, and not too "
                + "far back."
        case .ownDefinition: "Its author may not rate it."
        case .ownEntry: "This entry is your own."
        case .participantNotFound: "This person has no part in the contest."
        case .periodClosed: "The time in which this could still change is over."
        case .personNotFound: "There is no such person, or you may not see this of them."
        case .photoBound:
            "It belongs to a submission, an entry, a completion or a contest. Only what was added by "
                + "itself is removed."
        case .photoNotFound: "There is no such picture, or it is not yours."
        case .photosTooMany:
            "You have added as many pictures here as a user may. Remove one first."
        case .positionInvalid: "A position is a number from 1 to 10,000."
        case .presetInvalid:
            "A preset's name has 1 to 40 of the characters a–z, 0–9 and hyphen."
        case .proofMissing: "This challenge requires a picture as proof. Submit one."
        case .proofUnknown: "Proof is none, optional or required."
        case .proofUnwanted: "This challenge does not accept pictures."
        case .queriedAlready: "This entry was queried before."
        case .queriesTooMany:
            "You have as many open queries in this contest as a participant may. Wait until one is "
                + "settled."
        case .queryInvalid: "A search has 1 to 80 characters."
        case .reasonInvalid:
            "A reason has 1 to 500 characters, none of them NUL and not all of them blank."
        case .recipientIsOneself: "You cannot challenge yourself."
        case .recipientRepeated: "A recipient is listed twice."
        case .recipientsInvalid: "A challenge has 1 to 100 recipients."
        case .recurrenceUnknown: "A goal is reached once, daily, weekly or monthly."
        case .reminderNotFound: "There is no such reminder, or it is not yours."
        case .remindersTooMany:
            "You have as many reminders, of this or of everything, as a user may. Remove one first."
        case .restWeekdaysInvalid:
            "Days of rest are 1 for Monday to 7 for Sunday, each once and not all seven, of a daily goal."
        case .roleUnknown: "The role is recipient or sender."
        case .rulesLocked:
            "Once it is published, whom it invites and whether its author plays no longer change; "
                + "after the start only texts, pictures, a narrower visibility, who may come in, "
                + "a larger capacity and a later end can."
        case .scoreUnknown: "A score is raw or percent."
        case .secondsInvalid: "A result is 0 to 31,622,400 seconds, which are 366 days."
        case .selectionUnknown: "This list can be limited to workout, preset or mine."
        case .sortUnknown: "This list has no such order."
        case .sourceInvalid:
            "A source is named on one line of 1 to 80 bytes, not all of them blank."
        case .sourceRefused: "This contest counts only what a device measured."
        case .sourceUnknown: "A source is manual or device."
        case .sourcesUnknown: "Sources are any or device."
        case .starsInvalid: "A rating is 1 to 5 stars."
        case .startInvalid: "The start is today or later, and at most 366 days ahead."
        case .stateUnknown: "There is no such state."
        case .subjectUnknown: "A reminder is of an assignment, a contest or a goal."
        case .targetFixed: "Targets are fixed once the contest has begun."
        case .targetInvalid: "A target is a number above 0."
        case .targetMissing: "Scores in percent need a target for each person."
        case .targetNotWhole: "Only whole numbers are counted, so the target must be one."
        case .targetSecondsInvalid: "A target time has 1 second to 366 days."
        case .targetUnwanted: "Only scores in percent have targets of one's own."
        case .textsInvalid: "A preset has a text in English, and at most one in each language."
        case .timeRepeated: "Give a day or a moment, not both."
        case .timerNeedsTime: "A countdown needs a target time, or a target in a unit of time."
        case .timerUnknown: "A timer is stopwatch, countdown, clock or none."
        case .tooLate: "It is too late for this."
        case .unitInvalid:
            "A unit is one line of at most 40 characters, without control characters and not all of "
                + "them blank."
        case .unitMissing:
            "What has a target needs a unit, and so does a contest, unless it is an open one without a goal."
        case .unitSecondsInvalid: "A unit of time has 1 second to 366 days."
        case .usesInvalid: "A code lets in 1 to 10,000 people."
        case .versionStale: "It has changed since you read it."
        case .visibilityUnknown:
            "A visibility is private, friends or public; of a contest also link."
        case .visibilityWidened:
            "Others have joined: only fewer people may see it. Make a copy instead."
        case .weekdaysInvalid:
            "Weekdays are 1 for Monday to 7 for Sunday, each once, and at least one."
        case .windowInvalid:
            "A window has 1 to 366 days, of a goal with a metric that is reached once."
        case .wrongState: "Its current state does not allow this."
        case .zoneUnknown: "There is no such time zone. Use an IANA name, such as Europe/Berlin."
        }
    }
}
