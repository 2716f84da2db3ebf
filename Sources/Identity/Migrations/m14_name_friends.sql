-- What a list of friends is ordered by, in the rows that it looks at: a page reads its own friends,
-- however many there are. As in the accounts; only of friends it counts.
ALTER TABLE relations
    ADD COLUMN one_name text COLLATE "C",
    ADD COLUMN one_username text COLLATE "C",
    ADD COLUMN other_name text COLLATE "C",
    ADD COLUMN other_username text COLLATE "C";

-- Whichever release stores it.
CREATE FUNCTION relation_named() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    SELECT one.full_name_folded, one.username, other.full_name_folded, other.username
    INTO NEW.one_name, NEW.one_username, NEW.other_name, NEW.other_username
    FROM accounts AS one CROSS JOIN accounts AS other
    WHERE one.id = NEW.one AND other.id = NEW.other;
    RETURN NEW;
END $$;

CREATE TRIGGER relations_named BEFORE INSERT OR UPDATE OF relation ON relations
FOR EACH ROW WHEN (NEW.relation = 'friends') EXECUTE FUNCTION relation_named();

-- No call changes a name. Where it is changed, all relations of the person wait: one that becomes a
-- friendship meanwhile has the new name too.
CREATE FUNCTION account_renamed() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    UPDATE relations SET one_name = NEW.full_name_folded, one_username = NEW.username
    WHERE one = NEW.id;
    UPDATE relations SET other_name = NEW.full_name_folded, other_username = NEW.username
    WHERE other = NEW.id;
    RETURN NULL;
END $$;

CREATE TRIGGER accounts_renamed AFTER UPDATE OF full_name_folded, username ON accounts
FOR EACH ROW WHEN ((OLD.full_name_folded, OLD.username)
    IS DISTINCT FROM (NEW.full_name_folded, NEW.username))
EXECUTE FUNCTION account_renamed();
