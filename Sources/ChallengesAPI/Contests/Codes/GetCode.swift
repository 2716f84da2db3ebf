public import Wire

/// Describes what a code leads to, for anyone who has the code, signed in or not (2.3-code).
///
/// The reply of a contest's code, which begins with `c`, says who owns the contest, its kind, its
/// start and its end. Its name is included only if the contest is public or its visibility is
/// `link`. The reply never includes the participants or their number. The reply of an invite, which
/// begins with `i`, says who invites, and whether to a friendship or to the app (2.8-invites).
///
/// Everyone gets the same reply. Refuses with `challenges.code_not_found` a code that can no longer
/// be used.
public struct GetCode: Call, Limited {
    public static let id: CallID = 0x0245
    public static let effect = Effect.none
    public static let access = Access.anyone

    /// The code.
    public var code: String

    public static let limits: FieldLimits = ["code": .text(ContestCode.codeLimit)]

    public init(code: String) {
        self.code = code
    }

    public typealias Reply = CodePreview
}
