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
    }

    public init(fieldsFrom reader: inout FieldReader) throws(FallbackNeeded) {
        try self.init(
            id: reader.read("id"),
            kind: reader.read("kind"),
            name: reader.read("name"),
            description: reader.read("description"),
            author: reader.read("author"),
            proof: reader.read("proof"),
            createdAt: reader.read("createdAt")
        )
    }
}
