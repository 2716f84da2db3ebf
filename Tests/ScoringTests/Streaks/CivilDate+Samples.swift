import Values

extension CivilDate {
    /// A day so many days after Monday, 1 January 2024.
    static func day(_ number: Int) -> CivilDate {
        CivilDate(daysSince1970: 19_723).advanced(by: number)
    }
}
