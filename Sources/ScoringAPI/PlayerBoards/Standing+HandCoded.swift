public import Wire

extension Standing: HandCoded {
    public func writeFields(to writer: inout FieldWriter) {
        writer.write("rank", rank)
        writer.write("user", user)
        writer.write("points", points)
        writer.write("isMe", isMe)
    }

    public init(fieldsFrom reader: inout FieldReader) throws(FallbackNeeded) {
        try self.init(
            rank: reader.read("rank"),
            user: reader.read("user"),
            points: reader.read("points"),
            isMe: reader.read("isMe")
        )
    }
}
