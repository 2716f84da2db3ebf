import HTTPTypes

@testable import Gateway

extension HTTPFields {
    /// The version that the answer's `ETag` names.
    var shownVersion: Int64? {
        self[.eTag].flatMap(EntityTag.init(reading:))?.version
    }
}
