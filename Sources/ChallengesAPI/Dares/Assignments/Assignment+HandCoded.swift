public import Wire

extension Assignment: HandCoded {
    public func writeFields(to writer: inout FieldWriter) {
        writer.write("id", id)
        writer.write("challenge", challenge)
        writer.write("sender", sender)
        writer.write("recipient", recipient)
        writer.write("state", state)
        writer.write("displayState", displayState)
        writer.writeIfPresent("closedReason", closedReason)
        writer.write("icon", icon)
        writer.write("actions", actions)
        writer.writeIfPresent("deadline", deadline)
        writer.write("attempts", attempts)
        writer.write("attemptsLeft", attemptsLeft)
        writer.writeIfPresent("isVerified", isVerified)
        writer.writeIfPresent("reason", reason)
        writer.write("sentAt", sentAt)
        writer.writeIfPresent("readAt", readAt)
        writer.writeIfPresent("answeredAt", answeredAt)
        writer.writeIfPresent("startedAt", startedAt)
        writer.writeIfPresent("closedAt", closedAt)
        writer.writeIfPresent("completedAt", completedAt)
        writer.writeIfPresent("inTime", inTime)
        writer.writeIfPresent("seconds", seconds)
        writer.writeIfPresent("points", points)
        writer.write("version", version)
    }

    public init(fieldsFrom reader: inout FieldReader) throws(FallbackNeeded) {
        try self.init(
            id: reader.read("id"),
            challenge: reader.read("challenge"),
            sender: reader.read("sender"),
            recipient: reader.read("recipient"),
            state: reader.read("state"),
            displayState: reader.read("displayState"),
            closedReason: reader.readIfPresent("closedReason"),
            icon: reader.read("icon"),
            actions: reader.read("actions"),
            deadline: reader.readIfPresent("deadline"),
            attempts: reader.read("attempts"),
            attemptsLeft: reader.read("attemptsLeft"),
            isVerified: reader.readIfPresent("isVerified"),
            reason: reader.readIfPresent("reason"),
            sentAt: reader.read("sentAt"),
            readAt: reader.readIfPresent("readAt"),
            answeredAt: reader.readIfPresent("answeredAt"),
            startedAt: reader.readIfPresent("startedAt"),
            closedAt: reader.readIfPresent("closedAt"),
            completedAt: reader.readIfPresent("completedAt"),
            inTime: reader.readIfPresent("inTime"),
            seconds: reader.readIfPresent("seconds"),
            points: reader.readIfPresent("points"),
            version: reader.read("version")
        )
    }
}
