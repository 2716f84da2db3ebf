-- concurrently
-- The friends of a person by their names, of those who come first in the pair and of the others.
DROP INDEX IF EXISTS relations_by_other_name;
CREATE INDEX CONCURRENTLY relations_by_other_name
    ON relations (one, other_name, other_username) WHERE relation = 'friends';
DROP INDEX IF EXISTS relations_by_one_name;
CREATE INDEX CONCURRENTLY relations_by_one_name
    ON relations (other, one_name, one_username) WHERE relation = 'friends';
