-- A competition in which only one person scored gives no medal at all, not even that of the first one.
UPDATE medals SET threshold = 2 WHERE id = 'firstCompetition';
