extension Page: FieldValue, HandCoded where Item: HandCoded {
    public func writeFields(to writer: inout FieldWriter) {
        writer.write("items", items)
        if let nextCursor {
            writer.write("nextCursor", nextCursor)
        } else {
            writer.writeNull("nextCursor")
        }
    }

    public init(fieldsFrom reader: inout FieldReader) throws(FallbackNeeded) {
        try self.init(
            items: reader.read("items"),
            nextCursor: reader.readIfPresent("nextCursor")
        )
    }
}
