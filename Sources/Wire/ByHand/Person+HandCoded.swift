extension Person: HandCoded {
    public func writeFields(to writer: inout FieldWriter) {
        writer.write("id", id)
        writer.write("username", username)
        writer.write("firstName", firstName)
        writer.write("lastName", lastName)
        writer.writeIfPresent("avatarURL", avatarURL)
        writer.writeIfPresent("placeholder", placeholder)
    }

    public init(fieldsFrom reader: inout FieldReader) throws(FallbackNeeded) {
        try self.init(
            id: reader.read("id"),
            username: reader.read("username"),
            firstName: reader.read("firstName"),
            lastName: reader.read("lastName"),
            avatarURL: reader.readIfPresent("avatarURL"),
            placeholder: reader.readIfPresent("placeholder")
        )
    }
}
