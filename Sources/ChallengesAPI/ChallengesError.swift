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
    case elapsedInvalid = "challenges.elapsed_invalid"
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
    case modeUnknown = "challenges.mode_unknown"
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
    case noteUnwanted = "challenges.note_unwanted"
    case observedInvalid = "challenges.observed_invalid"
    case occurredInvalid = "challenges.occurred_invalid"
    case ownDefinition = "challenges.own_definition"
    case ownEntry = "challenges.own_entry"
    case participantNotFound = "challenges.participant_not_found"
    case pausesTooMany = "challenges.pauses_too_many"
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
    case startedInvalid = "challenges.started_invalid"
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
    case timingLive = "challenges.timing_live"
    case timingNotFound = "challenges.timing_not_found"
    case timingTooShort = "challenges.timing_too_short"
    case timingUncounted = "challenges.timing_uncounted"
    case timingsExhausted = "challenges.timings_exhausted"
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
            .participantNotFound, .personNotFound, .photoNotFound, .reminderNotFound,
            .timingNotFound:
            .notFound
        case .attemptsUsedUp, .capacityBelowJoined, .codesTooMany, .contestFull, .contestOver,
            .contestPrivate, .contestsTooMany, .dayFrozen, .daySourcesTooMany, .deadlinePassed,
            .definitionsTooMany, .endOnlyLater, .entriesDayTooMany, .entriesTooMany, .goalDecides,
            .goalFixed, .goalHasTarget, .goalsTooMany, .goalWithoutTarget, .idTaken, .notCompleted,
            .notInContest, .notQueried, .notStarted, .ownDefinition, .ownEntry, .pausesTooMany,
            .periodClosed, .photoBound, .photosTooMany, .queriedAlready, .queriesTooMany,
            .remindersTooMany, .rulesLocked, .sourceRefused, .targetFixed, .timingLive,
            .timingTooShort, .timingUncounted, .tooLate, .visibilityWidened, .wrongState:
            .conflict
        case .contestsADayExhausted, .timingsExhausted: .exhausted
        case .mayNotInvite, .notYourPart: .forbidden
        case .versionStale: .stale
        case .aggregationUnknown, .amountInvalid, .audienceTooWide, .audienceUnknown,
            .capacityInvalid, .capInvalid, .captionInvalid, .categoryInvalid, .categoryUnknown,
            .contentRepeated, .contestDirection, .contestWholeDays, .copyUnknown, .cursorInvalid,
            .dayInvalid, .deadlineInvalid, .deadlineMissing, .definitionUnknown,
            .descriptionInvalid, .deviceInvalid, .directionUnknown, .elapsedInvalid, .endInvalid,
            .endMissing, .expiryInvalid, .extraTimeNeeded, .filtersContradict, .goalBeyondDay,
            .goalNotANumber, .goalUnwanted, .inviteeIsOneself, .inviteeRemoved, .inviteeRepeated,
            .inviteesInvalid, .kindUnknown, .lastDayInvalid, .limitInvalid, .listUnknown,
            .localeUnknown, .mediaMissing, .mediaNotFound, .mediaRepeated, .mediaTooMany,
            .metricUnit, .metricUnknown, .minuteInvalid, .modeUnknown, .nameInvalid, .notAccepting,
            .noteInvalid, .noteUnwanted, .notFriends, .notJoined, .observedInvalid,
            .occurredInvalid, .positionInvalid, .presetInvalid, .proofMissing, .proofUnknown,
            .proofUnwanted, .queryInvalid, .reasonInvalid, .recipientIsOneself, .recipientRepeated,
            .recipientsInvalid, .recurrenceUnknown, .restWeekdaysInvalid, .roleUnknown,
            .scoreUnknown, .secondsInvalid, .selectionUnknown, .sortUnknown, .sourceInvalid,
            .sourcesUnknown, .sourceUnknown, .starsInvalid, .startedInvalid, .startInvalid,
            .stateUnknown, .subjectUnknown, .targetInvalid, .targetMissing, .targetNotWhole,
            .targetSecondsInvalid, .targetUnwanted, .textsInvalid, .timeRepeated, .timerNeedsTime,
            .timerUnknown, .unitInvalid, .unitMissing, .unitSecondsInvalid, .usesInvalid,
            .visibilityUnknown, .weekdaysInvalid, .windowInvalid, .zoneUnknown:
            .invalid
        }
    }

    public var detail: String {
        switch self {
        case .aggregationUnknown:
            "The aggregation is unknown: choose sum, max, min, latest or daysActive."
        case .amountInvalid:
            "The amount must be above 0 (a day's total may be 0), have at most six decimals, be "
                + "whole if only whole numbers count, and be at most what the unit or metric "
                + "allows. Leave it out if the contest has no unit. A total stays below 10¹²."
        case .assignmentNotFound: "There is no such assignment, or you may not see it."
        case .attemptsUsedUp: "All attempts are used up: no other try is possible."
        case .audienceTooWide:
            "The audience does not fit. In a contest it must not be wider than the contest's "
                + "visibility, and for entries and proofs it must include all participants; for a "
                + "goal it is owner or friends."
        case .audienceUnknown:
            "The audience is unknown: choose owner, participants, friends or public."
        case .capInvalid: "The cap must be above 0."
        case .capacityBelowJoined:
            "The contest has more participants than this: choose a larger capacity."
        case .capacityInvalid:
            "The capacity must be 2 to 10,000, and at most what the operator allows."
        case .captionInvalid:
            "The caption must be one line of at most 200 characters, without control characters."
        case .categoryInvalid: "The category must have 1 to 40 characters: a–z, 0–9 or hyphen."
        case .categoryUnknown: "There is no such category: choose one from the list of categories."
        case .challengeNotFound: "There is no such challenge, or you may not see it."
        case .codeNotFound: "There is no such code, or it can no longer be used. Ask for a new one."
        case .codesTooMany: "You have the maximum number of open codes: revoke one first."
        case .contentRepeated:
            "Give only one of these: a definition, a challenge to copy, or a name and description."
        case .contestDirection:
            "The lower value can win only with min or latest, and not with scores in percent: "
                + "choose higher."
        case .contestFull:
            "The contest is full. Try again when a participant has left or its capacity is larger."
        case .contestNotFound: "There is no such contest, or you may not see it."
        case .contestOver: "The contest is over, so this is no longer possible."
        case .contestPrivate: "Only a public contest can be shared: invite users instead."
        case .contestWholeDays:
            "A contest with a metric lasts whole days: give a first and a last day."
        case .contestsADayExhausted:
            "You have created the maximum number of contests for a day. Try again later."
        case .contestsTooMany:
            "The maximum number of unfinished contests is reached: leave or end one first."
        case .copyUnknown: "There is no such challenge of this kind that you may copy."
        case .cursorInvalid: "The cursor does not belong to this list. Start without a cursor."
        case .dayFrozen: "The day ended too long ago: its totals can no longer change."
        case .dayInvalid:
            "The day must not be in the future in your time zone; for a goal it must lie in one of "
                + "its periods."
        case .daySourcesTooMany:
            "This day has totals from the maximum number of sources: use one of these."
        case .deadlineInvalid:
            "The deadline has passed, or is too near or too far ahead: choose another."
        case .deadlineMissing: "A workout needs a deadline: give one."
        case .deadlinePassed: "The deadline has passed, so this is no longer possible."
        case .definitionNotFound: "There is no such definition, or you may not see it."
        case .definitionUnknown: "There is no such definition, or you may not use it."
        case .definitionsTooMany: "You have the maximum number of definitions: delete one first."
        case .descriptionInvalid:
            "The description must have at most 2,000 characters, none of them NUL."
        case .deviceInvalid:
            "The device must be one line of at most 80 characters. Leave it out if no device "
                + "measured this."
        case .directionUnknown: "The direction is unknown: choose higher or lower."
        case .elapsedInvalid:
            "The elapsed time must be 0 to 86,400,000 milliseconds, and no more than was measured."
        case .endInvalid:
            "The end must be after the start, in the future, and at most 366 days after the start."
        case .endMissing: "A competition needs an end: give one."
        case .endOnlyLater: "The contest has started: choose a later end."
        case .entriesDayTooMany:
            "You have logged the maximum number of entries for this day: change an existing one "
                + "instead."
        case .entriesTooMany:
            "You have logged the maximum number of entries here: change an existing one instead."
        case .entryNotFound: "There is no such entry, or you may not see it."
        case .expiryInvalid: "The expiry must be in the future, at most 366 days from now."
        case .extraTimeNeeded:
            "Another try needs time: choose a deadline that is not before the current one, and far "
                + "enough ahead if that has passed."
        case .filtersContradict:
            "These filters exclude each other: sort=deadline lists open assignments, sort=closed "
                + "closed ones, and most states are only open or only closed."
        case .goalBeyondDay:
            "The target is more than a day can hold: lower it, or count several days."
        case .goalDecides:
            "This cannot be marked as completed: a contest with a goal is completed by reaching "
                + "the goal, a competition by its end."
        case .goalFixed:
            "A goal's unit, metric and recurrence cannot change, and a goal without a target "
                + "cannot get one. Once the goal is over, its target, last day and days of rest "
                + "cannot change either. Create another goal."
        case .goalHasTarget: "This goal has a target: log what was done instead of marking it."
        case .goalNotANumber: "The target must be a number above 0."
        case .goalNotFound: "There is no such goal, or you may not see it."
        case .goalsTooMany:
            "You have the maximum number of unfinished goals: abandon or delete one first."
        case .goalUnwanted:
            "Scores in percent have a target for each participant: leave the common goal out."
        case .goalWithoutTarget: "This goal has no target: mark it as done instead of logging."
        case .idTaken: "This id is taken. Choose another."
        case .inviteeIsOneself: "You cannot invite yourself: leave yourself out."
        case .inviteeRemoved: "The owner removed this user, who cannot be invited again."
        case .inviteeRepeated: "This user is listed twice: name each user once."
        case .inviteesInvalid: "Name at most 100 users, and at least one when inviting."
        case .kindUnknown:
            "The kind is unknown: choose dare or workout for a challenge to send, and competition "
                + "or open for a contest."
        case .lastDayInvalid: "The last day must be today or later."
        case .limitInvalid: "A page holds 1 to 100 items."
        case .listUnknown: "There is no such list: choose one from the API description."
        case .localeUnknown: "The language must be en or de, each only once."
        case .mayNotInvite: "Only the owner of this contest may invite: ask the owner."
        case .mediaMissing: "Name at least one picture."
        case .mediaNotFound: "There is no such picture, or it is not yours."
        case .mediaRepeated: "This picture is listed twice: name each picture once."
        case .mediaTooMany: "Name at most 10 pictures."
        case .metricNotFound: "There is no such metric: choose steps, distance, energy or exercise."
        case .metricUnit: "A metric has its own unit: leave the unit out."
        case .metricUnknown: "There is no such metric: choose steps, distance, energy or exercise."
        case .minuteInvalid: "The minute of the day must be 0 (midnight) to 1,439."
        case .modeUnknown: "The mode must be stopwatch or countdown."
        case .nameInvalid:
            "The name must be one line of 1 to 80 characters, without control characters and not "
                + "all blank."
        case .notAccepting: "This user does not accept challenges: choose another user."
        case .notCompleted: "Only users who have completed it may rate it: complete it first."
        case .noteUnwanted: "A goal that is only marked as done takes no note: leave it out."
        case .notFriends:
            "Only friends can be challenged, invited, or shown a contest: become friends first."
        case .notInContest: "You do not participate in this contest: join it first."
        case .notJoined: "This user does not participate in the contest: choose a participant."
        case .notQueried: "This entry has no open query."
        case .notStarted: "The workout has not been started: start it first."
        case .notYourPart: "Only another user may do this."
        case .noteInvalid: "The note must have at most 2,000 characters, none of them NUL."
        case .observedInvalid: "The time of the reading must not be in the future: check the clock."
        case .occurredInvalid:
            "The time must lie within the contest or its days, after you joined, not in the "
                + "future, and not too far back."
        case .ownDefinition: "You wrote this yourself, so you may not rate it."
        case .ownEntry: "This entry is your own: other users decide about it."
        case .participantNotFound: "The contest has no such participant, invitee or requester."
        case .pausesTooMany:
            "The timing has had the maximum number of pauses: finish or discard it."
        case .periodClosed: "The time for changes to this day or period is over."
        case .personNotFound: "There is no such user, or you may not see this about them."
        case .photoBound:
            "The picture belongs to a submission, an entry, a completion or a contest. Only "
                + "pictures that were added separately can be removed."
        case .photoNotFound: "There is no such picture, or it is not yours."
        case .photosTooMany: "You have added the maximum number of pictures here: remove one first."
        case .positionInvalid: "The position must be 1 to 10,000."
        case .presetInvalid: "The preset's name must have 1 to 40 characters: a–z, 0–9 or hyphen."
        case .proofMissing: "This challenge requires a picture as proof: submit one."
        case .proofUnknown: "The proof is unknown: choose none, optional or required."
        case .proofUnwanted: "This challenge does not accept pictures: leave them out."
        case .queriedAlready:
            "This entry was queried before: it cannot be queried again, nor changed while the "
                + "query is open."
        case .queriesTooMany:
            "You have the maximum number of open queries in this contest: wait for a decision."
        case .queryInvalid: "The search must have 1 to 80 characters."
        case .reasonInvalid:
            "The reason must have 1 to 500 characters, none of them NUL and not all of them blank."
        case .recipientIsOneself: "You cannot be the recipient: leave yourself out."
        case .recipientRepeated: "This recipient is listed twice: name each recipient once."
        case .recipientsInvalid: "Name 1 to 100 recipients."
        case .recurrenceUnknown: "The recurrence is unknown: choose once, daily, weekly or monthly."
        case .reminderNotFound: "There is no such reminder, or it is not yours."
        case .remindersTooMany:
            "You have the maximum number of reminders, for this or in total: remove one first."
        case .restWeekdaysInvalid:
            "Only a daily goal has days of rest: name 1 for Monday to 7 for Sunday, each once and "
                + "not all seven."
        case .roleUnknown: "The role is unknown: choose recipient or sender."
        case .rulesLocked:
            "This can no longer change. Once a contest is published, its invitees and whether its "
                + "author plays are fixed. After the start, only these can change: texts, "
                + "pictures, a narrower visibility, who may join or invite, a larger capacity and "
                + "a later end."
        case .scoreUnknown: "The score is unknown: choose raw or percent."
        case .secondsInvalid: "The result must be 0 to 31,622,400 seconds (366 days)."
        case .selectionUnknown: "The selection is unknown: choose workout, preset or mine."
        case .sortUnknown: "This list has no such order: choose one from the API description."
        case .sourceInvalid: "The source must be one line of 1 to 80 bytes, not all of them blank."
        case .sourceRefused: "This contest takes only entries that a device measured."
        case .sourceUnknown: "The source is unknown: choose manual or device."
        case .sourcesUnknown: "The sources are unknown: choose any or device."
        case .starsInvalid: "The rating must be 1 to 5 stars."
        case .startedInvalid: "The start must be at most 24 hours ago, and not in the future."
        case .startInvalid: "The start must be today or later, and at most 366 days ahead."
        case .stateUnknown: "There is no such state: choose one from the API description."
        case .subjectUnknown:
            "The subject is unknown: choose assignment, contest or goal."
        case .targetFixed: "The contest has started: targets can no longer change."
        case .targetInvalid: "The target must be a number above 0."
        case .targetMissing:
            "A target is missing: scores in percent need one for each participant, and a goal "
                + "with a metric needs one."
        case .targetNotWhole: "Only whole numbers count here: choose a whole number as the target."
        case .targetSecondsInvalid: "The target time must be 1 second to 366 days."
        case .targetUnwanted: "Personal targets need scores in percent: leave the target out."
        case .textsInvalid: "A preset needs a text in English, and at most one in each language."
        case .timeRepeated: "Give either a day or a moment, not both."
        case .timerNeedsTime:
            "A countdown needs a time: give a target time, or a target in a unit of time."
        case .timerUnknown: "The timer is unknown: choose stopwatch, countdown, clock or none."
        case .timingLive: "This is being timed already: finish or discard that timing first."
        case .timingNotFound: "There is no such timing, or it is not yours."
        case .timingsExhausted:
            "You have started the maximum number of timings for a day. Try again later."
        case .timingTooShort: "The target time was not reached, so nothing was completed."
        case .timingUncounted: "Time is not counted here: log what was done instead."
        case .tooLate: "It is too late for this."
        case .unitInvalid:
            "The unit must be one line of at most 40 characters, without control characters and "
                + "not all blank."
        case .unitMissing:
            "A unit is missing: a target needs one, and so does every contest except an open one "
                + "without a goal."
        case .unitSecondsInvalid: "A unit of time must be 1 second to 366 days long."
        case .usesInvalid: "The number of uses must be 1 to 10,000."
        case .versionStale: "It has changed since you read it: read it again."
        case .visibilityUnknown:
            "The visibility is unknown: choose private, friends or public; for a contest also link."
        case .visibilityWidened:
            "Other users have joined, so the visibility can only be narrowed: make a copy instead."
        case .weekdaysInvalid:
            "Weekdays must be 1 (Monday) to 7 (Sunday), each once, and at least one."
        case .windowInvalid:
            "The window must be 1 to 366 days. Only a goal with a metric and without recurrence "
                + "can have one."
        case .wrongState:
            "The current state does not allow this: read it again for the actions that it allows."
        case .zoneUnknown: "There is no such time zone. Use an IANA name, such as Europe/Berlin."
        }
    }
}
