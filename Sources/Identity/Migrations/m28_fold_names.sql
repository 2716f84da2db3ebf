-- Names as the service folds them for the search. NULL while they are still to be stored: where the
-- previous release made the account or changed its names. The service stores them in steps.
ALTER TABLE accounts ADD COLUMN full_name_search text COLLATE "C";
ALTER TABLE accounts ADD COLUMN last_name_search text COLLATE "C";
-- The parts of the name that are written without spaces, as pairs of characters; NULL without any.
ALTER TABLE accounts ADD COLUMN name_pairs tsvector;

CREATE FUNCTION account_refolded() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    NEW.full_name_search := NULL;
    NEW.last_name_search := NULL;
    NEW.name_pairs := NULL;
    RETURN NEW;
END $$;

-- The previous release leaves what this one stores as it is. (Where this release changes a name
-- without changing what is searched, that is stored again in the next step.)
CREATE TRIGGER accounts_refolded BEFORE UPDATE OF full_name_folded, last_name_folded
ON accounts FOR EACH ROW WHEN ((OLD.full_name_folded, OLD.last_name_folded)
        IS DISTINCT FROM (NEW.full_name_folded, NEW.last_name_folded)
    AND (OLD.full_name_search, OLD.last_name_search)
        IS NOT DISTINCT FROM (NEW.full_name_search, NEW.last_name_search))
EXECUTE FUNCTION account_refolded();

-- Finds accounts whose full name, last name or username is similar to a folded text, and their
-- distances: of each of the three the nearest ones, at most `at_most`. While names are still to be
-- folded, it also compares those with the text that the previous release would look for.
CREATE FUNCTION similar_people(wanted text, wanted_before text, at_most bigint)
RETURNS TABLE (account uuid, distance real) LANGUAGE plpgsql STABLE
-- Only the indexes in their own order are left to the planner: a bitmap would read and sort every
-- similar account.
SET enable_seqscan = off SET enable_bitmapscan = off SET enable_sort = off
SET enable_incremental_sort = off SET jit = off
AS $$
BEGIN
    RETURN QUERY SELECT id, full_name_search <-> wanted FROM accounts
        WHERE full_name_search % wanted ORDER BY full_name_search <-> wanted LIMIT at_most;
    RETURN QUERY SELECT id, last_name_search <-> wanted FROM accounts
        WHERE last_name_search % wanted ORDER BY last_name_search <-> wanted LIMIT at_most;
    RETURN QUERY SELECT id, username <-> wanted FROM accounts
        WHERE username % wanted ORDER BY username <-> wanted LIMIT at_most;
    IF EXISTS (SELECT FROM accounts WHERE full_name_search IS NULL) THEN
        RETURN QUERY SELECT nearest.account, nearest.distance
            FROM similar_accounts(wanted_before, at_most) AS nearest
            JOIN accounts ON accounts.id = nearest.account
            WHERE accounts.full_name_search IS NULL;
    END IF;
END $$;
