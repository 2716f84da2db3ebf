import Wire

/// Errors with which the gateway itself refuses requests.
enum GatewayError: String, ServiceError {
    case bodyBrokenOff = "gateway.body_broken_off"
    case bodyInvalid = "gateway.body_invalid"
    case bodyTooLarge = "gateway.body_too_large"
    case charsetUnsupported = "gateway.charset_unsupported"
    case crossSite = "gateway.cross_site"
    case encodingUnsupported = "gateway.encoding_unsupported"
    case expectationUnknown = "gateway.expectation_unknown"
    case headerInvalid = "gateway.header_invalid"
    case headersTooLarge = "gateway.headers_too_large"
    case hostInvalid = "gateway.host_invalid"
    case methodNotAllowed = "gateway.method_not_allowed"
    case notFound = "gateway.not_found"
    case picturesExhausted = "gateway.pictures_exhausted"
    case preconditionFailed = "gateway.precondition_failed"
    case queryInvalid = "gateway.query_invalid"
    case rangeUnsatisfiable = "gateway.range_unsatisfiable"
    case requestMalformed = "gateway.request_malformed"
    case requestSlow = "gateway.request_slow"
    case requestsExhausted = "gateway.requests_exhausted"
    case signedOut = "gateway.signed_out"
    case tokenExpired = "gateway.token_expired"
    case tokenInvalid = "gateway.token_invalid"
    case tokenMissing = "gateway.token_missing"
    case unsupportedMediaType = "gateway.unsupported_media_type"
    case urlTooLong = "gateway.url_too_long"

    var kind: Fault.Kind {
        switch self {
        case .bodyBrokenOff, .bodyInvalid, .bodyTooLarge, .charsetUnsupported,
            .encodingUnsupported, .expectationUnknown, .headerInvalid, .headersTooLarge,
            .hostInvalid, .methodNotAllowed, .queryInvalid, .rangeUnsatisfiable, .requestMalformed,
            .requestSlow, .unsupportedMediaType, .urlTooLong:
            .invalid
        case .crossSite: .forbidden
        case .preconditionFailed: .stale
        case .picturesExhausted, .requestsExhausted: .exhausted
        case .notFound: .notFound
        case .signedOut, .tokenExpired, .tokenInvalid, .tokenMissing: .unauthenticated
        }
    }

    var detail: String {
        switch self {
        case .bodyBrokenOff: "The request's body ended before its announced length: send it again."
        case .bodyInvalid: "The request's body is not valid for this address."
        case .bodyTooLarge: "The body is too large: JSON may have at most 64 KiB, a picture 20 MB."
        case .charsetUnsupported: "The charset is not supported: encode JSON as UTF-8."
        case .crossSite:
            "Only the gateway's own pages may send this: with their Origin, and as JSON."
        case .encodingUnsupported: "The body is compressed: send it without Content-Encoding."
        case .expectationUnknown: "The expectation is not supported: only 100-continue is."
        case .headerInvalid: "A header of the request is not valid."
        case .headersTooLarge:
            "The headers or the URL are too large: send at most 100 headers, of 32,768 bytes "
                + "together, a URL of at most 8,192 bytes, and If-Match and If-None-Match of at "
                + "most 4,096 bytes each."
        case .hostInvalid: "The request must have exactly one valid Host header."
        case .methodNotAllowed:
            "This address does not support the method: the Allow header lists those that it does."
        case .notFound: "There is nothing at this address."
        case .picturesExhausted:
            "Too many pictures are in transfer to and from your network: wait for one to finish."
        case .preconditionFailed:
            "It has changed, or does not match the request's conditions: read it again."
        case .queryInvalid: "The query after the question mark is not valid for this address."
        case .rangeUnsatisfiable: "The picture has none of the requested bytes."
        case .requestMalformed: "The request is not well-formed HTTP."
        case .requestSlow: "The request did not arrive in time: send it again."
        case .requestsExhausted:
            "You have sent too many requests in a short time. Wait, then try again."
        case .signedOut: "This session has ended. Sign in again."
        case .tokenExpired: "The access token has expired: refresh the session."
        case .tokenInvalid: "The access token is not valid: sign in again."
        case .tokenMissing: "The access token is missing: sign in, and send it as a bearer token."
        case .unsupportedMediaType:
            "The Content-Type is missing, or this address does not accept it: see the API "
                + "description."
        case .urlTooLong: "The URL is too long: it may have at most 8,192 bytes."
        }
    }
}

extension GatewayError {
    /// Returns the refusal of one header or parameter, by its name.
    func refusal(of name: String, _ detail: String) -> Fault {
        var fault = fault
        fault.fields = [Fault.Field(pointer: "/\(name)", code: rawValue, detail: detail)]
        return fault
    }
}
