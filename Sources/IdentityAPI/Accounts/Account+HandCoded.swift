public import Wire

extension Account: HandCoded {
    public func writeFields(to writer: inout FieldWriter) {
        writer.write("id", id)
        writer.write("username", username)
        writer.write("firstName", firstName)
        writer.write("lastName", lastName)
        writer.writeIfPresent("email", email)
        writer.writeIfPresent("avatarURL", avatarURL)
        writer.write("timeZone", timeZone)
        writer.write("createdAt", createdAt)
        writer.writeIfPresent("updatedAt", updatedAt)
        writer.writeIfPresent("displayName", displayName)
        writer.writeIfPresent("bio", bio)
        writer.writeIfPresent("emailVerifiedAt", emailVerifiedAt)
        writer.writeIfPresent("emailWanted", emailWanted)
        writer.writeIfPresent("termsVersion", termsVersion)
    }

    public init(fieldsFrom reader: inout FieldReader) throws(FallbackNeeded) {
        try self.init(
            id: reader.read("id"),
            username: reader.read("username"),
            firstName: reader.read("firstName"),
            lastName: reader.read("lastName"),
            email: reader.readIfPresent("email"),
            avatarURL: reader.readIfPresent("avatarURL"),
            timeZone: reader.read("timeZone"),
            createdAt: reader.read("createdAt"),
            updatedAt: reader.readIfPresent("updatedAt"),
            displayName: reader.readIfPresent("displayName"),
            bio: reader.readIfPresent("bio"),
            emailVerifiedAt: reader.readIfPresent("emailVerifiedAt"),
            emailWanted: reader.readIfPresent("emailWanted"),
            termsVersion: reader.readIfPresent("termsVersion")
        )
    }
}
