public import Wire

extension Attempt: HandCoded {
    public func writeFields(to writer: inout FieldWriter) {
        writer.write("id", id)
        writer.write("number", number)
        writer.writeIfPresent("note", note)
        writer.write("media", media)
        writer.write("submittedAt", submittedAt)
        writer.write("outcome", outcome)
        writer.writeIfPresent("reason", reason)
        writer.writeIfPresent("decidedAt", decidedAt)
        writer.writeIfPresent("seconds", seconds)
    }

    public init(fieldsFrom reader: inout FieldReader) throws(FallbackNeeded) {
        try self.init(
            id: reader.read("id"),
            number: reader.read("number"),
            note: reader.readIfPresent("note"),
            media: reader.read("media"),
            submittedAt: reader.read("submittedAt"),
            outcome: reader.read("outcome"),
            reason: reader.readIfPresent("reason"),
            decidedAt: reader.readIfPresent("decidedAt"),
            seconds: reader.readIfPresent("seconds")
        )
    }
}
