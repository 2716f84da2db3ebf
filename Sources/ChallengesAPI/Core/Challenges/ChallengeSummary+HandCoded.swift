public import Wire

extension ChallengeSummary: HandCoded {
    public func writeFields(to writer: inout FieldWriter) {
        writer.write("id", id)
        writer.write("kind", kind)
        writer.write("name", name)
        writer.write("description", description)
        writer.write("author", author)
        writer.write("proof", proof)
        writer.write("createdAt", createdAt)
        writer.writeIfPresent("definitionID", definitionID)
        writer.write("caption", caption)
        writer.writeIfPresent("category", category)
        writer.writeIfPresent("unit", unit)
        writer.writeIfPresent("target", target)
        writer.writeIfPresent("targetSeconds", targetSeconds)
        writer.write("photos", photos)
    }

    public init(fieldsFrom reader: inout FieldReader) throws(FallbackNeeded) {
        try self.init(
            id: reader.read("id"),
            kind: reader.read("kind"),
            name: reader.read("name"),
            description: reader.read("description"),
            author: reader.read("author"),
            proof: reader.read("proof"),
            createdAt: reader.read("createdAt"),
            definitionID: reader.readIfPresent("definitionID"),
            caption: reader.read("caption"),
            category: reader.readIfPresent("category"),
            unit: reader.readIfPresent("unit"),
            target: reader.readIfPresent("target"),
            targetSeconds: reader.readIfPresent("targetSeconds"),
            photos: reader.read("photos")
        )
    }
}
