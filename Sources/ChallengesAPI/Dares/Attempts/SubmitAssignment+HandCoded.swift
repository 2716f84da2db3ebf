public import Wire

extension SubmitAssignment: HandCoded {
    public func writeFields(to writer: inout FieldWriter) {
        writer.write("assignment", assignment)
        writer.writeIfPresent("attempt", attempt)
        writer.writeIfPresent("note", note)
        writer.writeIfPresent("mediaIDs", mediaIDs)
        writer.writeIfPresent("seconds", seconds)
        writer.writeIfPresent("ifVersion", ifVersion)
    }

    public init(fieldsFrom reader: inout FieldReader) throws(FallbackNeeded) {
        try self.init(
            assignment: reader.read("assignment"),
            attempt: reader.readIfPresent("attempt"),
            note: reader.readIfPresent("note"),
            mediaIDs: reader.readIfPresent("mediaIDs"),
            seconds: reader.readIfPresent("seconds"),
            ifVersion: reader.readIfPresent("ifVersion")
        )
    }
}
