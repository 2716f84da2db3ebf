import Foundation
import Testing

/// A statement that waits for a lock reads nothing that the lock guards: under READ COMMITTED it
/// would see what was there before the wait. The guarded rows are read by the next statement, but
/// for the locked rows themselves, which PostgreSQL reads again after the wait.
struct LockTests {
    /// Locks that a statement waits for.
    private static var waits: Regex<Substring> {
        #/
        pg_advisory_(?:xact_)?lock(?:_shared)?\(
        | FOR\s+(?:NO\s+KEY\s+UPDATE|UPDATE|SHARE|KEY\s+SHARE)\b
          (?!\s+(?:OF\s+\w+\s+)?(?:SKIP\s+LOCKED|NOWAIT))
        /#
    }
    /// The tables after one of these words; commas separate several.
    private static var tables: Regex<(Substring, Substring)> {
        /\b(?:FROM|JOIN|UPDATE|INTO)\s+(?!unnest\b|OF\b|SKIP\b)([a-z_]+\b(?: AS \w+)?(?:,\s*[a-z_]+)*)/
    }

    /// Why a statement is refused; `nil` if it is fine.
    private static func fault(of statement: Substring) -> String? {
        guard statement.firstMatch(of: waits) != nil else { return nil }
        if statement.firstMatch(of: /\bWITH\b(?! ORDINALITY)/) != nil { return "a lock in a WITH" }
        if statement.matches(of: /\bSELECT\b/).count > 1 { return "a lock beside a subquery" }
        let named = Set(
            statement.matches(of: tables).flatMap { match in
                match.1.split(separator: ",").compactMap { list in
                    list.split(whereSeparator: \.isWhitespace).first.map(String.init)
                }
            }
        )
        let mayName = statement.contains("pg_advisory") ? 0 : 1
        return named.count > mayName ? "a lock beside a read of \(named.sorted())" : nil
    }

    /// The text literals of a source file.
    private static func literals(of text: String) -> [Substring] {
        let blocks = text.split(separator: "\"\"\"", omittingEmptySubsequences: false)
        return blocks.enumerated().flatMap { index, block -> [Substring] in
            guard index.isMultiple(of: 2) else { return [block] }
            return block.matches(of: /"([^"\n]*)"/).map { $0.1 }
        }
    }

    @Test func `no statement waits for a lock and reads what it guards`() {
        var locks = 0
        for file in Repository.files(in: "Sources") {
            for literal in Self.literals(of: file.text) {
                if literal.firstMatch(of: Self.waits) != nil { locks += 1 }
                #expect(Self.fault(of: literal) == nil, "\(file.path): \(literal)")
            }
        }
        #expect(locks >= 8, "the statements that lock are no longer recognised")
        // Each statement of a function sees what was committed before it, as one of a program does.
        for file in Repository.files(in: "Sources", endings: ["sql"]) {
            for statement in file.text.split(separator: /;|\b(?:BEGIN|LOOP|THEN)\b/) {
                #expect(Self.fault(of: statement) == nil, "\(file.path): \(statement)")
            }
        }
    }

    @Test(arguments: [
        "SELECT a FROM t WHERE id = 1 FOR UPDATE",
        "SELECT FROM t WHERE id = 1 FOR NO KEY UPDATE",
        "SELECT a FROM t JOIN u ON true FOR UPDATE OF t SKIP LOCKED",
        "WITH open AS (SELECT a FROM t FOR UPDATE SKIP LOCKED) UPDATE t SET a = 1",
        "SELECT true FROM unnest($1) AS pair, pg_advisory_xact_lock(pair)",
        "SELECT pg_try_advisory_xact_lock(1), a FROM t",
    ])
    func `a lock alone, or one that nobody waits for, is fine`(statement: Substring) {
        #expect(Self.fault(of: statement) == nil)
    }

    @Test(arguments: [
        "WITH own AS (SELECT a FROM t FOR UPDATE) SELECT count(*) FROM own",
        "SELECT a FROM t JOIN u ON true FOR UPDATE OF t",
        "SELECT a, (SELECT count(*) FROM u) FROM t FOR SHARE",
        "SELECT pg_advisory_xact_lock(1), a FROM t",
        "WITH lock AS (SELECT pg_advisory_lock(1)) SELECT 1",
        "INSERT INTO u SELECT a FROM t FOR UPDATE",
        "SELECT a FROM t, u FOR UPDATE",
        "SELECT a FROM t AS one, u FOR UPDATE",
        "SELECT a, (SELECT count(*) FROM t) FROM t FOR UPDATE",
        "SELECT a FROM t JOIN u ON true\nFOR\nUPDATE",
    ])
    func `a lock with a read that it guards is refused`(statement: Substring) {
        #expect(Self.fault(of: statement) != nil)
    }
}
