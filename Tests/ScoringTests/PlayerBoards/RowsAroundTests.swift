import Testing

@testable import Scoring

/// Which rows a page around one row has (2.7-around).
struct RowsAroundTests {
    /// What a page has of a board with so many rows, of which it fetches what it may need.
    private func page(of count: Int, around index: Int, on board: Int) -> Range<Int> {
        let rows = RowsAround(count: count)
        let first = max(0, index - rows.fetchedBefore)
        let fetched = min(board, index + 1 + rows.fetchedBehind) - first
        let range = rows.range(around: index - first, of: fetched)
        // Behind the page there is a fetched row wherever the board has one.
        #expect((range.upperBound < fetched) == (first + range.upperBound < board))
        return (first + range.lowerBound)..<(first + range.upperBound)
    }

    @Test func `every page holds its row, is full where it can be, and is centred where it can be`()
    {
        for board in 1...12 {
            for count in 1...14 {
                for index in 0..<board {
                    let page = page(of: count, around: index, on: board)
                    #expect(page.contains(index))
                    #expect(page.count == min(count, board))
                    let start = min(max(0, index - count / 2), max(0, board - count))
                    #expect(page.lowerBound == start, "\(count) of \(board) around \(index)")
                }
            }
        }
    }
}
