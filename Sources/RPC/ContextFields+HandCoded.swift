public import Wire

extension ContextFields: HandCoded {
    public func writeFields(to writer: inout FieldWriter) {
        writer.writeIfPresent("remainingMilliseconds", remainingMilliseconds)
        writer.writeIfPresent("traceparent", traceparent)
        writer.writeIfPresent("user", user)
        writer.writeIfPresent("session", session)
        writer.writeIfPresent("isModerator", isModerator)
        writer.writeIfPresent("clientAddress", clientAddress)
        writer.writeIfPresent("userAgent", userAgent)
        writer.writeIfPresent("idempotencyKey", idempotencyKey)
        writer.writeIfPresent("priority", priority)
    }

    public init(fieldsFrom reader: inout FieldReader) throws(Surprise) {
        try self.init(
            remainingMilliseconds: reader.readIfPresent("remainingMilliseconds"),
            traceparent: reader.readIfPresent("traceparent"),
            user: reader.readIfPresent("user"),
            session: reader.readIfPresent("session"),
            isModerator: reader.readIfPresent("isModerator"),
            clientAddress: reader.readIfPresent("clientAddress"),
            userAgent: reader.readIfPresent("userAgent"),
            idempotencyKey: reader.readIfPresent("idempotencyKey"),
            priority: reader.readIfPresent("priority")
        )
    }
}
