import Outbox
import People
public import Postgres

extension Challenges {
    /// The migrations that create this service's tables, in order.
    public static let migrations: [Migration] =
        Outbox.migrations + PeopleMigrations.migrations + [
            Migration("m01_create_challenges", PackageResources.m01_create_challenges_sql),
            Migration("m02_create_assignments", PackageResources.m02_create_assignments_sql),
            Migration("m03_create_attempts", PackageResources.m03_create_attempts_sql),
            Migration(
                "m04_create_assignment_details",
                PackageResources.m04_create_assignment_details_sql
            ),
            Migration("m05_tell_of_deadlines", PackageResources.m05_tell_of_deadlines_sql),
            Migration("m06_validate_states", PackageResources.m06_validate_states_sql),
            Migration("m07_create_photos", PackageResources.m07_create_photos_sql),
            Migration("m08_take_attempt_media", PackageResources.m08_take_attempt_media_sql),
            Migration("m09_show_photos", PackageResources.m09_show_photos_sql),
            Migration("m10_create_definitions", PackageResources.m10_create_definitions_sql),
            Migration("m11_create_opinions", PackageResources.m11_create_opinions_sql),
            Migration("m12_snapshot_definitions", PackageResources.m12_snapshot_definitions_sql),
            Migration("m13_validate_snapshots", PackageResources.m13_validate_snapshots_sql),
            Migration("m14_create_workouts", PackageResources.m14_create_workouts_sql),
            Migration("m15_validate_workouts", PackageResources.m15_validate_workouts_sql),
            Migration(
                "m16_order_received_by_deadline",
                PackageResources.m16_order_received_by_deadline_sql
            ),
            Migration(
                "m17_order_sent_by_deadline",
                PackageResources.m17_order_sent_by_deadline_sql
            ),
            Migration(
                "m18_order_received_by_end",
                PackageResources.m18_order_received_by_end_sql
            ),
            Migration("m19_order_sent_by_end", PackageResources.m19_order_sent_by_end_sql),
            Migration("m20_create_contests", PackageResources.m20_create_contests_sql),
            Migration(
                "m21_order_contests_by_author",
                PackageResources.m21_order_contests_by_author_sql
            ),
            Migration("m22_create_popularity", PackageResources.m22_create_popularity_sql),
            Migration("m23_find_contests", PackageResources.m23_find_contests_sql),
            Migration(
                "m24_order_popular_contests",
                PackageResources.m24_order_popular_contests_sql
            ),
            Migration(
                "m25_order_joined_contests",
                PackageResources.m25_order_joined_contests_sql
            ),
            Migration("m26_tell_copied_photos", PackageResources.m26_tell_copied_photos_sql),
            Migration("m27_order_photos", PackageResources.m27_order_photos_sql),
            Migration("m28_count_contest_uses", PackageResources.m28_count_contest_uses_sql),
            Migration("m29_shelve_definitions", PackageResources.m29_shelve_definitions_sql),
            Migration("m30_order_definitions", PackageResources.m30_order_definitions_sql),
            Migration("m31_remember_returns", PackageResources.m31_remember_returns_sql),
            Migration("m32_store_words", PackageResources.m32_store_words_sql),
            Migration("m33_find_words", PackageResources.m33_find_words_sql),
            Migration("m34_mind_visibility", PackageResources.m34_mind_visibility_sql),
            Migration(
                "m35_count_contests_made",
                PackageResources.m35_count_contests_made_sql
            ),
            Migration("m36_find_queries", PackageResources.m36_find_queries_sql),
            Migration("m37_mind_authors", PackageResources.m37_mind_authors_sql),
            Migration(
                "m38_take_back_completions",
                PackageResources.m38_take_back_completions_sql
            ),
            Migration("m39_list_apart", PackageResources.m39_list_apart_sql),
            Migration("m40_fill_lists", PackageResources.m40_fill_lists_sql),
            Migration("m41_order_lists", PackageResources.m41_order_lists_sql),
            Migration("m42_create_health_days", PackageResources.m42_create_health_days_sql),
            Migration("m43_create_goals", PackageResources.m43_create_goals_sql),
            Migration("m44_find_goal_photos", PackageResources.m44_find_goal_photos_sql),
            Migration("m45_create_timings", PackageResources.m45_create_timings_sql),
            Migration("m46_create_reminders", PackageResources.m46_create_reminders_sql),
            Migration("m47_count_days", PackageResources.m47_count_days_sql),
            Migration("m48_count_proofs", PackageResources.m48_count_proofs_sql),
            Migration("m49_count_history", PackageResources.m49_count_history_sql),
            Migration("m50_keep_orientation", PackageResources.m50_keep_orientation_sql),
            Migration("m51_fold_texts", PackageResources.m51_fold_texts_sql),
            Migration("m52_find_folded_texts", PackageResources.m52_find_folded_texts_sql),
            Migration("m53_store_contest_days", PackageResources.m53_store_contest_days_sql),
            Migration("m54_find_contest_zones", PackageResources.m54_find_contest_zones_sql),
        ]
}
