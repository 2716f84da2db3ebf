package import Values

extension CivilDate {
    /// 1 for Monday to 7 for Sunday.
    package var isoWeekday: Int { weekday == 0 ? 7 : weekday }
}
