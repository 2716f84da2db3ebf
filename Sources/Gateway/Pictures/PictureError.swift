import Wire

/// Why the gateway refuses to show a picture as it was asked for.
enum PictureError: String, ServiceError {
    case preconditionFailed = "gateway.precondition_failed"
    case rangeUnsatisfiable = "gateway.range_unsatisfiable"

    var kind: Fault.Kind {
        switch self {
        case .preconditionFailed: .stale
        case .rangeUnsatisfiable: .invalid
        }
    }

    var detail: String {
        switch self {
        case .preconditionFailed: "The picture is not the one that the request's headers mean."
        case .rangeUnsatisfiable: "The picture has none of the bytes that were asked for."
        }
    }
}
