import HTTPTypes
import MediaAPI
import Wire

@testable import Gateway

/// `protocol/openapi.yaml`: the template, with what follows from the gateway's routes and from
/// their calls: the fields, their limits, what is said of them, and the refusals.
struct OpenAPIDocument {
    private let sampler = Sampler()
    private let documentation: Documentation
    private let refusals: Refusals
    private let examples: Examples
    private var schemas: Schemas
    /// The refusals that may carry a resource, each with the resource's name, in the order in which
    /// they were first needed. Each has a problem of its own: of a union of all resources most
    /// generated clients make one type with the required members of every one, which then reads
    /// none.
    private var carrying: [(response: Refusals.Response, resource: String)] = []

    init(examples: Examples) throws {
        self.examples = examples
        documentation = try Documentation()
        refusals = try Refusals()
        var additions: [String: [Schemas.AddedField]] = [:]
        for route in CallRoute.tagged.flatMap(\.value) {
            let type = try Self.sample(route.call, sampler)
            if let shown = route.shown { _ = try sampler.sample(shown) }
            guard let joined = route.joined else { continue }
            let added = try Self.sample(joined, sampler)
            guard case .fields(let fields)? = sampler.shapes[added] else { continue }
            additions[type] = fields.map {
                // It is absent while the other service does not answer.
                let field = Sampler.Field(name: $0.name, type: $0.type, isOptional: true)
                return Schemas.AddedField(field: field, type: added)
            }
        }
        // A picture is uploaded as it is, which the template describes; its reply is like others.
        _ = try sampler.sample(UploadMedia.Reply.self)
        schemas = Schemas(sampler, documentation, additions: additions)
    }

    /// - Returns: The name of the call's reply.
    private static func sample<C: Call>(_ call: C.Type, _ sampler: Sampler) throws -> String {
        _ = try sampler.sample(C.self)
        _ = try sampler.sample(C.Reply.self)
        return Sampler.name(of: C.Reply.self)
    }

    /// The document, from a template whose lines `# Here: …` are replaced.
    mutating func text(from template: String) -> String {
        let paths = paths()
        _ = schemas.answer(Sampler.name(of: UploadMedia.Reply.self))
        var parts = [
            paths.block(indent: 2), responses.block(indent: 4), schemas.all.block(indent: 4),
        ]
        let head = """
            # The gateway's HTTP interface, which serves it at /openapi.yaml. Written by GOLDEN=record from
            # openapi.template.yaml, the calls and the gateway's routes, never by hand.
            """
        let body = template.split(separator: "\n", omittingEmptySubsequences: false)
            .drop { $0.hasPrefix("#") }
        let lines = body.flatMap { line -> [String] in
            line.contains("# Here: ") ? parts.removeFirst() : [String(line)]
        }
        return ([head] + lines).joined(separator: "\n")
    }

    private var responses: YAMLNode {
        let all = Refusals.responses.map { response in
            (response.name, Self.problem(response.description, response.header))
        }
        let carrying = carrying.map { response, resource in
            (
                resource + response.name,
                Self.problem(
                    "\(response.description) \(response.current ?? "")",
                    response.header,
                    of: resource
                )
            )
        }
        let other = ("Problem", Self.problem("Any other refusal or failure.", nil))
        let notModified: YAMLNode = [
            "description": "The client’s copy is current.",
            "headers": [
                "Trace-Id": .reference("headers/TraceID"), "ETag": .reference("headers/Held"),
            ],
        ]
        return .map([("NotModified", notModified)] + all + carrying + [other])
    }

    private static func problem(
        _ description: String,
        _ header: (name: String, reference: String)?,
        of resource: String = ""
    ) -> YAMLNode {
        var headers = [("Trace-Id", YAMLNode.reference("headers/TraceID"))]
        if let header { headers.append((header.name, .reference("headers/\(header.reference)"))) }
        return [
            "description": .text(description),
            "headers": .map(headers),
            "content": [
                "application/problem+json": ["schema": .reference("schemas/\(resource)Problem")]
            ],
        ]
    }

    // Operations.

    private mutating func paths() -> YAMLNode {
        var paths: [(path: String, methods: [(String, YAMLNode)])] = []
        for (tag, routes) in CallRoute.tagged {
            for route in routes {
                let method = (route.method.rawValue.lowercased(), operation(route, tag))
                let path = "/v1/\(route.path)"
                if let index = paths.firstIndex(where: { $0.path == path }) {
                    paths[index].methods.append(method)
                } else {
                    paths.append((path, [method]))
                }
            }
        }
        return .map(paths.map { ($0.path, .map($0.methods)) })
    }

    private mutating func operation(_ route: CallRoute, _ tag: String) -> YAMLNode {
        let prose = Prose(documentation.lines(of: route.call.name))
        let isInBrowser = route.isOfBrowser
        let summary = isInBrowser ? "\(prose.summary), for the gateway’s own pages" : prose.summary
        let rest = [prose.rest, isInBrowser ? Self.browserRules : nil].compactMap(\.self)
        var operation: Schemas.Members = [
            ("operationId", .text(route.operation)),
            ("tags", [.text(tag)]),
            ("summary", .text(summary)),
        ]
        if !rest.isEmpty {
            operation.append(("description", .text(rest.joined(separator: "\n\n"))))
        }
        if route.sources.contains(where: { $0.value == .cookie }) {
            operation.append(("security", [["cookie": []]]))
        } else if route.isOpen {
            operation.append(("security", []))
        }
        let parameters = parameters(of: route)
        if !parameters.isEmpty { operation.append(("parameters", .list(parameters))) }
        if route.takesBody { operation.append(("requestBody", body(of: route))) }
        operation.append(("responses", responses(of: route)))
        return .map(operation)
    }

    private static let browserRules = """
        The refresh token is in an HttpOnly cookie, `gauntlet`, over HTTPS `__Secure-gauntlet`. \
        `Origin` must be the gateway’s own, and the body JSON or empty; anything else is refused \
        before anything is done.
        """

    /// The fields of the call that come from neither the path, a header nor the route itself.
    private func supplied(_ route: CallRoute) -> [Sampler.Field] {
        let others = Set(route.sources.map(\.key))
        return schemas.fields(of: route.call.name).filter { !others.contains($0.name) }
    }

    private mutating func parameters(of route: CallRoute) -> [YAMLNode] {
        let call = route.call.name
        let fields = schemas.fields(of: call)
        var parameters: [YAMLNode] = []
        for (name, source) in route.sources {
            guard let place = source.place, let field = fields.first(where: { $0.name == name })
            else { continue }
            parameters.append(
                parameter(place, in: "path", wanting: source.wanted, field, of: route)
            )
        }
        if !route.takesBody {
            for field in supplied(route) {
                parameters.append(parameter(field.name, in: "query", field, of: route))
            }
        }
        if route.sources.contains(where: { $0.value == .ifMatch }) {
            parameters.append(.reference("parameters/IfMatch"))
        }
        if route.isShown {
            parameters.append(.reference("parameters/IfNoneMatch"))
            parameters.append(.reference("parameters/IfMatch"))
        }
        if route.sources.contains(where: { $0.value == .acceptLanguage }) {
            parameters.append(.reference("parameters/AcceptLanguage"))
        }
        if route.isWrite { parameters.append(.reference("parameters/IdempotencyKey")) }
        return parameters
    }

    private mutating func parameter(
        _ name: String,
        in place: String,
        wanting wanted: String? = nil,
        _ field: Sampler.Field,
        of route: CallRoute
    ) -> YAMLNode {
        let call = route.call.name
        var parameter: Schemas.Members = [("name", .text(name)), ("in", .text(place))]
        // A part of the path is always there, also where only one route of several has the field.
        let isInPath = place == "path"
        if isInPath || !field.isOptional { parameter.append(("required", true)) }
        var description = Prose(documentation.lines(of: field.name, in: call)).text
        if isInPath {
            description = description.replacing(/; (?:when )?absent[^.]*\./, with: ".")
            if let wanted {
                description += " Anything that is not \(wanted) is answered as not found."
            }
        }
        parameter.append(("description", .text(description)))
        parameter.append(("schema", schemas.parameter(field, of: call)))
        if let value = examples[route.operation]?.parameter(name, in: "/v1/\(route.path)") {
            parameter.append(("example", field.type == "int" ? .plain(value) : .text(value)))
        }
        return .map(parameter)
    }

    private mutating func body(of route: CallRoute) -> YAMLNode {
        let others = Set(route.sources.map(\.key))
        let schema = schemas.body(of: route.call.name, without: others)
        let isRequired = supplied(route).contains { !$0.isOptional }
        return [
            "required": .plain("\(isRequired)"),
            "content": Self.content(schema, example: examples[route.operation]?.request),
        ]
    }

    private static func content(_ schema: YAMLNode, example: String?) -> YAMLNode {
        var content: Schemas.Members = [("schema", schema)]
        if let example { content.append(("example", .plain(example))) }
        return ["application/json": .map(content)]
    }

    // Answers.

    private mutating func responses(of route: CallRoute) -> YAMLNode {
        var responses: Schemas.Members = [("\(route.status.code)", success(of: route))]
        if route.mayBeEmpty {
            let empty: YAMLNode = [
                "description": "Done. The caller does not see it any more.",
                "headers": ["Trace-Id": .reference("headers/TraceID")],
            ]
            responses.append(("204", empty))
        }
        if route.isShown { responses.append(("304", .reference("responses/NotModified"))) }
        let codes = codes(of: route)
        for response in Refusals.responses {
            guard let codes = codes[response.status] else { continue }
            let resource = carry(response, of: route)
            var refusal: Schemas.Members = [
                ("$ref", .text("#/components/responses/\(resource ?? "")\(response.name)"))
            ]
            if !codes.isEmpty {
                let list = codes.map { "`\($0)`" }.joined(separator: ", ")
                let current = resource == nil ? nil : response.current
                let said = [response.description, current, "Among others: \(list)."]
                refusal.append(
                    ("description", .text(said.compactMap(\.self).joined(separator: " ")))
                )
            }
            responses.append(("\(response.status)", .map(refusal)))
        }
        return .map(responses + [("default", .reference("responses/Problem"))])
    }

    /// Notes that a refusal may carry the route's resource.
    ///
    /// - Returns: The resource's name; `nil` if the refusal carries none.
    private mutating func carry(
        _ response: Refusals.Response,
        of route: CallRoute
    ) -> String? {
        guard response.current != nil, let resource = route.resource else { return nil }
        if !carrying.contains(where: { $0.0.name == response.name && $0.1 == resource }) {
            carrying.append((response, resource))
            schemas.defineProblem(of: resource)
        }
        return resource
    }

    private mutating func success(of route: CallRoute) -> YAMLNode {
        let reply = route.replyName
        let isEmpty = route.status == .noContent
        let description = isEmpty ? "Done." : Prose(documentation.lines(of: reply)).summary + "."
        var headers = [("Trace-Id", YAMLNode.reference("headers/TraceID"))]
        if route.isVersioned { headers.append(("ETag", .reference("headers/Version"))) }
        var response: Schemas.Members = [
            ("description", .text(description)), ("headers", .map(headers)),
        ]
        if !isEmpty {
            let example = examples[route.operation]?.answer
            response.append(("content", Self.content(schemas.answer(reply), example: example)))
        }
        return .map(response)
    }

    /// The statuses of refusals, and the codes that the call names; a status without codes is one
    /// that the gateway alone answers.
    private func codes(of route: CallRoute) -> [Int: [String]] {
        var codes: [Int: [String]] = [503: []]
        if route.takesBody {
            codes[400] = ["gateway.body_invalid"]
            codes[413] = []
            codes[415] = []
        } else if !supplied(route).isEmpty {
            codes[400] = ["gateway.query_invalid"]
        }
        if !route.isOpen { codes[401] = [] }
        if route.isOfBrowser { codes[403] = ["gateway.cross_site"] }
        if route.isShown { codes[412] = ["gateway.precondition_failed"] }
        if route.sources.contains(where: { $0.value.place != nil }) { codes[404] = [] }
        if route.isWrite, !route.isOpen {
            // A key of another request; without fields there is none.
            let isAlone = schemas.fields(of: route.call.name).isEmpty
            codes[409] = (isAlone ? [] : ["wire.key_reused"]) + ["wire.reply_not_kept"]
        }
        codes.merge(refusals.codes(in: documentation.lines(of: route.call.name))) { $1 + $0 }
        // What a joined call refuses is left out of the answer; clients were told to expect it.
        if let joined = route.joined {
            let others = refusals.codes(in: documentation.lines(of: joined.name))
            codes.merge(others.mapValues { _ in [] }) { own, _ in own }
        }
        return codes
    }
}

extension CallRoute.Source {
    /// The parameter of the path that it is.
    fileprivate var place: String? {
        switch self {
        case .path(let name), .code(let name), .invite(let name), .metric(let name),
            .provider(let name), .day(let name):
            name
        case .ifMatch, .cookie, .acceptLanguage, .constant, .absent: nil
        }
    }
}

extension CallRoute.Source {
    /// What a parameter of the path is; `nil` where anything else is not answered as not found.
    fileprivate var wanted: String? {
        switch self {
        case .path: "an id"
        case .code, .invite: "such a code"
        case .metric, .provider: "one of these"
        case .day, .ifMatch, .cookie, .acceptLanguage, .constant, .absent: nil
        }
    }
}

extension CallRoute {
    /// Whether the fields of the call are in the request's body; otherwise they are in its query.
    fileprivate var takesBody: Bool { method != .get && method != .delete }

    /// Whether the call changes something; a route that only asks may have a body too.
    fileprivate var isWrite: Bool { call.effect != .none }

    /// Whether only the gateway's own pages may ask.
    fileprivate var isOfBrowser: Bool {
        Self.browserSessions.contains { $0.operation == operation }
    }

    /// The name of the reply, if there is one, or of what the body shows of it.
    fileprivate var replyName: String {
        if let shown { return Sampler.name(of: shown) }
        func name<C: Call>(_: C.Type) -> String { Sampler.name(of: C.Reply.self) }
        return name(call).replacing(/[?]$/, with: "")
    }

    /// Whether the reply may be `nil`, which is answered without a body: who puts something on a
    /// thing sees it.
    fileprivate var mayBeEmpty: Bool {
        func mayBeNil<C: Call>(_: C.Type) -> Bool { Sampler.name(of: C.Reply.self).hasSuffix("?") }
        return method != .put && mayBeNil(call)
    }

    fileprivate var isVersioned: Bool { call.isVersioned }

    /// What the services' refusals show as it is now.
    private static let resources: Set = [
        "Assignment", "Contest", "Definition", "Entry", "FriendRequest", "Goal", "GoalEntry",
        "Reminder", "Settings", "Streak", "Timing",
    ]

    /// The resource that the route changes, if refusals may show it: what it answers, or what
    /// another route with the same path does; or else that of which it changes a part.
    fileprivate var resource: String? {
        if Self.resources.contains(replyName) { return replyName }
        if operation == "withdrawFriendRequest" { return "FriendRequest" }
        let shown = Self.tagged.flatMap(\.value).filter { Self.resources.contains($0.replyName) }
        if status == .noContent, let same = shown.first(where: { $0.path == path }) {
            return same.replyName
        }
        // A write to a part of it compares the version of the whole.
        guard sources.contains(where: { $0.value == .ifMatch }) else { return nil }
        return shown.first { $0.method == .get && path.hasPrefix($0.path + "/") }?.replyName
    }

    /// Whether it shows a row with a version, on conditions.
    fileprivate var isShown: Bool { method == .get && isVersioned }
}
