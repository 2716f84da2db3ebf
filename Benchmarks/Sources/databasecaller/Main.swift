import Foundation
import Logging
import Postgres
import Telemetry
import Transport

/// `databasecaller URL read|gather|insert|steps CALLERS MILLISECONDS CONNECTIONS`: runs this number
/// of tasks in one process, configured like a service except for the number of write connections;
/// each runs one statement after the other. Prints the rate.
@main
enum DatabaseCaller {
    static func main() async throws {
        let arguments = CommandLine.arguments
        guard arguments.count == 6, let work = Work(rawValue: arguments[2]),
            let callers = Int(arguments[3]), let milliseconds = Int(arguments[4]),
            let connections = Int(arguments[5])
        else {
            FileHandle.standardError.write(
                Data(
                    """
                    usage: databasecaller URL read|gather|insert|steps CALLERS MILLISECONDS \
                    CONNECTIONS

                    """.utf8
                )
            )
            exit(64)
        }
        guard EventLoopExecutor.install() else {
            FileHandle.standardError.write(Data("Swift tasks do not run on the event loops\n".utf8))
            exit(70)
        }
        let database = Database(
            arguments[1],
            options: .init(leasedMax: connections),
            logger: Logger(label: "databasecaller"),
            metrics: PrometheusRegistry()
        )
        // One round for every caller first, so that every connection is open and has prepared its
        // statement.
        _ = try await work.repeat(by: callers, on: database, during: .zero)
        let rate = try await work.repeat(
            by: callers,
            on: database,
            during: .milliseconds(milliseconds)
        )
        print(rate)
        await database.close()
    }
}

/// One statement, or one transaction, of one caller.
enum Work: String {
    case read, gather, insert, steps

    /// Repeats the work in all callers.
    ///
    /// - Parameters:
    ///   - callers: The number of tasks.
    ///   - database: The database.
    ///   - time: How long; no caller begins another repetition afterwards.
    /// - Returns: Repetitions per second.
    /// - Throws: The database's error.
    func `repeat`(
        by callers: Int,
        on database: Database,
        during time: Duration
    ) async throws -> Double {
        let start = ContinuousClock.now
        let end = start + time
        let things = BatchLoader { try await database.things($0) }
        let count = try await withThrowingTaskGroup(of: Int.self) { group in
            for _ in 0..<callers {
                group.addTask {
                    var dice = Dice(state: UInt64.random(in: 0...UInt64.max))
                    var count = 0
                    repeat {
                        try await once(on: database, things, &dice)
                        count += 1
                    } while ContinuousClock.now < end
                    return count
                }
            }
            return try await group.reduce(0, +)
        }
        return Double(count) / ((ContinuousClock.now - start) / .seconds(1))
    }

    private func once(
        on database: Database,
        _ things: BatchLoader<Int64, Thing>,
        _ dice: inout Dice
    ) async throws {
        switch self {
        case .read:
            let id = Int64(dice.next() % 100_000) + 1
            let thing = try await database.one(
                "SELECT name, version FROM things WHERE id = \(id)",
                .point
            ) { row in
                try (row.next(String.self), row.next(Int64.self))
            }
            precondition(thing.1 == id, "a different row was returned")
        case .gather:
            let id = Int64(dice.next() % 100_000) + 1
            let thing = try await things.value(for: id)
            precondition(thing?.version == id, "a different row was returned")
        case .insert:
            let id = Int64(truncatingIfNeeded: dice.next() >> 1)
            try await database.run(
                "INSERT INTO made (id, name) VALUES (\(id), 'made by a caller')"
            )
        case .steps:
            let id = Int64(truncatingIfNeeded: dice.next() >> 1)
            try await database.transaction { tx in
                try await tx.run("INSERT INTO made (id, name) VALUES (\(id), 'made by a caller')")
            }
        }
    }
}

/// A row of the table that is read.
struct Thing {
    let name: String
    let version: Int64
}

extension Database {
    /// Loads things by their ids, as services do for batched lookups.
    fileprivate func things(_ ids: [Int64]) async throws -> [Int64: Thing] {
        let things = try await all(
            "SELECT id, name, version FROM things WHERE id = ANY((SELECT \(ids))::bigint[])",
            .point
        ) { row in
            try (row.next(Int64.self), Thing(name: row.next(), version: row.next()))
        }
        return Dictionary(uniqueKeysWithValues: things)
    }
}

/// SplitMix64, because the system's generator makes a system call.
struct Dice: RandomNumberGenerator {
    var state: UInt64

    mutating func next() -> UInt64 {
        state &+= 0x9E37_79B9_7F4A_7C15
        var mixed = state
        mixed = (mixed ^ (mixed >> 30)) &* 0xBF58_476D_1CE4_E5B9
        mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
        return mixed ^ (mixed >> 31)
    }
}
