import Foundation
import HTTPTypes
import HummingbirdTesting
import Identifiers
import NIOCore
import TestBasics
import Testing
import Values
import Wire

@testable import Gateway

/// For each limit of a field that a client may send: what is just beyond it is refused at that
/// field, with a code that does not change, and what is just within it is not.
final class LimitCheck {
    /// A value for a field, and what it is called.
    private struct Sample {
        let name: String
        let value: Any
    }

    private let story: ExampleStory
    private let http: any TestClientProtocol
    private var lines: [String] = []
    private var accounts = 0
    /// What was not sent.
    private var passedOver: Set<String> = []

    /// What is within its limit, and refused by another rule of the field: by which one.
    private static let ruledOut = [
        "addEntry /amount 999999999999.999999": "the unit's cap is less",
        "changeContest /category of 40 characters": "there is no such category",
        "changeContest /target 0.000001": "scores are not in percent",
        "changeContest /target 999999999999.999999": "scores are not in percent",
        "changeDefinition /category of 40 characters": "there is no such category",
        "changeDefinition /target 0.000001": "only whole numbers are counted",
        "changeDefinition /target 999999999999.999999": "only whole numbers are counted",
        "changeEntry /amount 999999999999.999999": "the unit's cap is less",
        "changeGoal /unit of 0 characters": "what is counted stays",
        "changeGoal /unit of 40 characters": "what is counted stays",
        "createContest /category of 40 characters": "there is no such category",
        "createContest /target 0.000001": "scores are not in percent",
        "createContest /target 999999999999.999999": "scores are not in percent",
        "createDefinition /category of 40 characters": "there is no such category",
        "createGoal /restWeekdays of 6 items": "the goal is not daily",
        "createGoal /target 999999999999.999999": "a day holds less",
        "createGoal /unit of 40 characters": "the metric has a unit of its own",
        "joinContest /target 0.000001": "scores are not in percent",
        "joinContest /target 999999999999.999999": "scores are not in percent",
        "listContests /category of 1 characters": "there is no such category",
        "listContests /category of 40 characters": "there is no such category",
        "listDefinitions /category of 1 characters": "there is no such category",
        "listDefinitions /category of 40 characters": "there is no such category",
        "register /invite of 16 characters": "there is no such invite",
        "registerInBrowser /invite of 16 characters": "there is no such invite",
        "setTarget /target 0.000001": "the contest was cancelled",
        "setTarget /target 999999999999.999999": "the contest was cancelled",
        "signInWithProvider /invite of 16 characters": "there is no such invite",
    ]

    init(_ story: ExampleStory, _ http: any TestClientProtocol) {
        self.story = story
        self.http = http
    }

    var text: String {
        """
        # What is just beyond each limit of a request, and the code with which it is refused. Written by
        # GOLDEN=record, never by hand.


        """ + lines.sorted().joined(separator: "\n") + "\n"
    }

    func run() async throws {
        for (operation, step) in story.steps {
            if let choosing = step.route.call as? any ChoosesID.Type {
                for sample in Self.reservedIDs {
                    try await refuse(sample, at: choosing.chosenIDField, operation, step)
                }
            }
            guard let limited = step.route.call as? any Limited.Type else { continue }
            let others = Set(step.route.sources.map(\.key))
            for (field, limit) in limited.limits where !others.contains(field) {
                for sample in Self.beyond(limit, of: field) {
                    try await refuse(sample, at: field, operation, step)
                }
                for sample in Self.within(limit, of: field) {
                    try await accept(sample, at: field, operation, step)
                }
            }
        }
        #expect(!lines.isEmpty)
        let unused = Self.ruledOut.keys.filter { !passedOver.contains($0) }
        #expect(unused.isEmpty, "nothing of the kind would be sent")
    }

    private func accept(
        _ sample: Sample,
        at field: String,
        _ operation: String,
        _ step: ExampleStory.Step
    ) async throws {
        let name = "\(operation) /\(field) \(sample.name)"
        guard Self.ruledOut[name] == nil else {
            passedOver.insert(name)
            return
        }
        let (status, errors) = try await ask(sample, at: field, step)
        // A conflict is with another row, such as a username that an earlier sample took.
        let isRefused = status == 400 && errors.contains { $0["pointer"]?.text == "/\(field)" }
        #expect(!isRefused && status < 429, "\(name): \(status)")
    }

    private func refuse(
        _ sample: Sample,
        at field: String,
        _ operation: String,
        _ step: ExampleStory.Step
    ) async throws {
        let (status, errors) = try await ask(sample, at: field, step)
        let error = errors.first { error in
            error["pointer"]?.text?.hasPrefix("/\(field)") == true
        }
        let code = error?["code"]?.text
        #expect(status == 400 && code != nil, "\(operation) /\(field): \(sample.name)")
        lines.append("\(operation) /\(field) \(sample.name): \(code ?? "accepted")")
    }

    // What is sent.

    private static var reservedIDs: [Sample] {
        [
            Sample(name: "nil UUID", value: UserID(.lowest).description),
            Sample(name: "max UUID", value: UserID(.highest).description),
        ]
    }

    private static func beyond(_ limit: FieldLimit, of field: String) -> [Sample] {
        switch limit {
        case .text(let limit):
            let counts = limit.characters
            var samples = [text(counts.upperBound + 1)]
            if counts.lowerBound > 0 { samples.append(text(counts.lowerBound - 1)) }
            if limit.alphabet != nil {
                let value = String(repeating: "a", count: counts.lowerBound) + "!"
                samples.append(Sample(name: "with a foreign character", value: value))
            }
            if let format = limit.format {
                samples.append(Sample(name: "that is no \(format)", value: "something else"))
            }
            return samples
        case .items(let counts), .distinctItems(let counts):
            var samples = [items(counts.upperBound + 1, of: field)]
            if counts.lowerBound > 0 { samples.append(items(counts.lowerBound - 1, of: field)) }
            if limit == .distinctItems(counts) {
                let item = item(of: field, 1)
                samples.append(Sample(name: "with an item twice", value: [item, item]))
            }
            return samples
        case .number(let range, _):
            return [range.lowerBound - 1, range.upperBound + 1].map { number in
                Sample(name: "\(number)", value: number)
            }
        case .atLeast(let least): return [Sample(name: "\(least - 1)", value: least - 1)]
        case .amount(let range):
            let below = Amount(millionths: range.lowerBound.millionths - 1).map { amount($0) }
            // Beyond the greatest there is no amount.
            let numbers = [-1, 1_000_000_000_000].map { Sample(name: "\($0)", value: $0) }
            return [below].compactMap(\.self) + numbers
        case .words: return [Sample(name: "of another word", value: "something-else")]
        }
    }

    private static func within(_ limit: FieldLimit, of field: String) -> [Sample] {
        switch limit {
        // What has a format is not a text of any characters.
        case .text(let limit) where limit.format != nil: []
        case .text(let limit):
            [text(limit.characters.lowerBound), text(limit.characters.upperBound)]
        case .items(let counts), .distinctItems(let counts):
            [items(counts.lowerBound, of: field), items(counts.upperBound, of: field)]
        case .number(let range, _):
            [range.lowerBound, range.upperBound].map { Sample(name: "\($0)", value: $0) }
        case .atLeast(let least): [Sample(name: "\(least)", value: least)]
        case .amount(let range): [amount(range.lowerBound), amount(range.upperBound)]
        case .words(let words): words.map { Sample(name: $0, value: $0) }
        }
    }

    private static func text(_ count: Int) -> Sample {
        Sample(name: "of \(count) characters", value: String(repeating: "a", count: count))
    }

    private static func amount(_ amount: Amount) -> Sample {
        // A floating-point number has too few digits for the greatest one.
        let number: Decimal = Decimal(string: amount.description) ?? 0
        return Sample(name: amount.description, value: number)
    }

    private static func items(_ count: Int, of field: String) -> Sample {
        Sample(name: "of \(count) items", value: (1..<count + 1).map { item(of: field, $0) })
    }

    /// Lists have ids, but for days of the week.
    private static func item(of field: String, _ number: Int) -> Any {
        field == "restWeekdays" || field == "weekdays" ? number : UserID().description
    }

    /// Sends the story's request again, with another value in one field.
    private func ask(
        _ sample: Sample,
        at field: String,
        _ step: ExampleStory.Step
    ) async throws -> (status: Int, errors: [JSONValue]) {
        var url = step.url
        var body = step.body
        if let text = step.body {
            var members = try #require(
                JSONSerialization.jsonObject(with: Data(text.utf8)) as? [String: Any]
            )
            // Each account, and whatever else has an id, is a new one.
            if members["username"] != nil {
                accounts += 1
                members["username"] = "limits_\(accounts)"
                members["user"] = nil
                members["email"] = nil
            }
            members["id"] = nil
            members[field] = sample.value
            let data = try JSONSerialization.data(withJSONObject: members)
            body = String(decoding: data, as: UTF8.self)
        } else {
            let parts = url.split(separator: "?", maxSplits: 1)
            let query = (parts.count > 1 ? parts[1] : "").split(separator: "&")
                .filter { !$0.hasPrefix("\(field)=") }
            url = "\(parts[0])?" + (query + ["\(field)=\(sample.value)"]).joined(separator: "&")
        }
        let again = ExampleStory.Step(
            route: step.route,
            url: url,
            body: body,
            token: step.token,
            cookie: step.cookie
        )
        let answer = try await send(again, over: http)
        guard answer.status.code >= 400 else { return (answer.status.code, []) }
        return (answer.status.code, try JSONValue(reading: answer.body)["errors"].items)
    }
}
