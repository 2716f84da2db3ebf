import Outbox
public import Postgres

extension Identity {
    /// The service's migrations, in order; the outbox's come first.
    public static let migrations: [Migration] =
        Outbox.migrations + [
            Migration("m01_create_accounts", PackageResources.m01_create_accounts_sql),
            Migration("m02_create_sessions", PackageResources.m02_create_sessions_sql),
            Migration("m03_create_signing_keys", PackageResources.m03_create_signing_keys_sql),
            Migration("m04_create_tries", PackageResources.m04_create_tries_sql),
            Migration("m05_create_relations", PackageResources.m05_create_relations_sql),
            Migration("m06_add_open_tries", PackageResources.m06_add_open_tries_sql),
            Migration(
                "m07_create_known_networks",
                PackageResources.m07_create_known_networks_sql
            ),
            Migration(
                "m08_standing_for_notices",
                PackageResources.m08_standing_for_notices_sql
            ),
            Migration("m09_create_notices", PackageResources.m09_create_notices_sql),
            Migration("m10_add_settings", PackageResources.m10_add_settings_sql),
            Migration("m11_bound_notices", PackageResources.m11_bound_notices_sql),
            Migration("m12_index_open_notices", PackageResources.m12_index_open_notices_sql),
            Migration(
                "m13_index_less_of_notices",
                PackageResources.m13_index_less_of_notices_sql
            ),
            Migration("m14_name_friends", PackageResources.m14_name_friends_sql),
            Migration("m15_fill_friends", PackageResources.m15_fill_friends_sql),
            Migration("m16_order_friends", PackageResources.m16_order_friends_sql),
            Migration("m17_index_counts", PackageResources.m17_index_counts_sql),
            Migration("m18_add_profiles", PackageResources.m18_add_profiles_sql),
            Migration(
                "m19_create_former_usernames",
                PackageResources.m19_create_former_usernames_sql
            ),
            Migration("m20_create_tickets", PackageResources.m20_create_tickets_sql),
            Migration("m21_create_mail", PackageResources.m21_create_mail_sql),
            Migration("m22_create_invites", PackageResources.m22_create_invites_sql),
            Migration(
                "m23_index_similar_names",
                PackageResources.m23_index_similar_names_sql,
                needs: "pg_trgm"
            ),
            Migration("m24_search_similar_names", PackageResources.m24_search_similar_names_sql),
            Migration("m25_create_logins", PackageResources.m25_create_logins_sql),
            Migration("m26_create_provider_keys", PackageResources.m26_create_provider_keys_sql),
            Migration("m27_create_suggestions", PackageResources.m27_create_suggestions_sql),
            Migration("m28_fold_names", PackageResources.m28_fold_names_sql),
            Migration("m29_find_folded_names", PackageResources.m29_find_folded_names_sql),
        ]
}
