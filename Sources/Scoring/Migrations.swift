import Outbox
import People
public import Postgres

extension Scoring {
    /// The service's migrations, in order.
    public static let migrations: [Migration] =
        Outbox.migrations + PeopleMigrations.migrations + [
            Migration("m01_create_ledger", PackageResources.m01_create_ledger_sql),
            Migration("m02_create_boards", PackageResources.m02_create_boards_sql),
            Migration("m03_count_players", PackageResources.m03_count_players_sql),
            Migration("m04_order_totals", PackageResources.m04_order_totals_sql),
            Migration("m05_create_pair_days", PackageResources.m05_create_pair_days_sql),
            Migration(
                "m06_create_contest_boards",
                PackageResources.m06_create_contest_boards_sql
            ),
            Migration("m07_index_inactive", PackageResources.m07_index_inactive_sql),
            Migration("m08_count_windows", PackageResources.m08_count_windows_sql),
            Migration("m09_count_contests", PackageResources.m09_count_contests_sql),
            Migration("m10_order_boards", PackageResources.m10_order_boards_sql),
            Migration("m11_create_medals", PackageResources.m11_create_medals_sql),
            Migration("m12_index_unawarded", PackageResources.m12_index_unawarded_sql),
            Migration("m13_index_leaders", PackageResources.m13_index_leaders_sql),
            Migration("m14_remember_losses", PackageResources.m14_remember_losses_sql),
            Migration("m15_index_losses", PackageResources.m15_index_losses_sql),
            Migration("m16_read_levels_once", PackageResources.m16_read_levels_once_sql),
            Migration("m17_index_hidden_players", PackageResources.m17_index_hidden_players_sql),
            Migration("m18_first_of_two", PackageResources.m18_first_of_two_sql),
            Migration("m19_show_days", PackageResources.m19_show_days_sql),
            Migration("m20_index_void_goals", PackageResources.m20_index_void_goals_sql),
            Migration(
                "m21_remember_notices_of_losses",
                PackageResources.m21_remember_notices_of_losses_sql
            ),
            Migration(
                "m22_remember_personal_goals",
                PackageResources.m22_remember_personal_goals_sql
            ),
            Migration("m23_find_leaders", PackageResources.m23_find_leaders_sql),
            Migration("m24_create_streaks", PackageResources.m24_create_streaks_sql),
            Migration("m25_count_milestones", PackageResources.m25_count_milestones_sql),
            Migration("m26_count_history", PackageResources.m26_count_history_sql),
            Migration("m27_end_at_last_people", PackageResources.m27_end_at_last_people_sql),
        ]
}
