public import Wire

extension AttemptMedia: HandCoded {
    public func writeFields(to writer: inout FieldWriter) {
        writer.write("id", id)
        writer.write("url", url)
        writer.writeIfPresent("contentType", contentType)
        writer.writeIfPresent("width", width)
        writer.writeIfPresent("height", height)
        writer.writeIfPresent("orientation", orientation)
        writer.writeIfPresent("taken", taken)
    }

    public init(fieldsFrom reader: inout FieldReader) throws(FallbackNeeded) {
        try self.init(
            id: reader.read("id"),
            url: reader.read("url"),
            contentType: reader.readIfPresent("contentType"),
            width: reader.readIfPresent("width"),
            height: reader.readIfPresent("height"),
            orientation: reader.readIfPresent("orientation"),
            taken: reader.readIfPresent("taken")
        )
    }
}
