"""A competition by its own screens: made, joined, logged in, ranked, queried, ended, and its result."""
import re
import time

from browser import DESK, PHONE, Case, settle
from people import BASE, Person, in_days, picture


class Contest(Case):
    def place(self, page, name):
        page.get_by_role('navigation', name='Main').get_by_role('link', name=name, exact=True).click()

    def log(self, page, amount):
        page.get_by_role('button', name='Log', exact=True).click()
        sheet = page.get_by_role('dialog')
        sheet.get_by_label('How much').fill(amount)
        sheet.get_by_role('button', name='Log', exact=True).click()
        sheet.wait_for(state='detached')

    def ranks(self, page):
        """The board as (rank, text) of each row."""
        rows = page.get_by_role('list', name='Race').get_by_role('listitem')
        return [(row.locator('.rank').inner_text(), row.inner_text()) for row in rows.all()]

    def test_from_making_to_the_result(self):
        ana, bo = Person('Ana'), Person('Bo', 'Marlowe')
        ana.befriend(bo)
        one, two = self.open(person=ana, size=PHONE), self.open(person=bo, size=DESK)
        self.place(one, 'New')
        one.get_by_role('link', name=re.compile('^Competition')).click()
        one.get_by_label('Name', exact=True).fill('Most water')
        one.get_by_label('Unit', exact=True).fill('litres')
        one.get_by_label('Goal (optional)').fill('8')
        one.get_by_role('checkbox', name=re.compile('Bo.*Marlowe')).check()
        one.get_by_text(re.compile('Bo.* is invited at once')).wait_for()
        one.get_by_role('button', name='Start competition').click()
        one.get_by_role('heading', name='Most water').wait_for()
        one.get_by_text('Joined', exact=True).wait_for()

        self.place(two, 'Inbox')
        two.get_by_text(re.compile('invites you to .*Most water')).click()
        two.get_by_role('heading', name='Most water').wait_for()
        self.place(two, 'Home')
        two.get_by_role('list', name='Invitations').get_by_role('link', name=re.compile('Most water')).click()
        two.get_by_text('You see the ranking once you have joined.').wait_for()
        two.get_by_role('button', name='Join').click()
        two.get_by_text('Joined', exact=True).wait_for()
        self.log(two, '1.5')
        two.get_by_text(re.compile('1.5 of 8 .*litres')).wait_for()
        two.get_by_role('list', name='Race').get_by_role('listitem').filter(has_text='1.5').filter(has_text='Bo').wait_for()

        self.log(one, '2')
        first = one.get_by_role('list', name='Race').get_by_role('listitem').first
        first.filter(has_text='Ana').filter(has_text=re.compile('2 .*litres')).wait_for()
        self.assertEqual([rank for rank, _ in self.ranks(one)], ['1', '2'])
        one.get_by_role('tab', name='Log').click()
        one.get_by_role('list', name='Log').get_by_role('listitem').filter(has_text='Bo').filter(has_text='1.5').wait_for()
        one.reload()
        one.get_by_role('list', name='Log').get_by_text('1.5').wait_for()

        one.get_by_text('Change or end it').click()
        one.get_by_role('button', name='End now').click()
        one.get_by_role('dialog').get_by_text('All see that you ended it early.').wait_for()
        one.get_by_role('dialog').get_by_role('button', name='End now').click()
        one.get_by_role('link', name='Result').wait_for(timeout=60_000)
        while not any(medal['medal'] == 'gold' for medal in ana.ask('GET', f'/v1/users/{ana.id}/medals')['items']):
            one.wait_for_timeout(50)
        one.get_by_role('link', name='Result').click()
        one.get_by_role('heading', name='Result').wait_for()
        podium = one.get_by_role('list', name='The first three').get_by_role('listitem')
        podium.nth(1).wait_for()
        self.assertEqual([re.findall('Ana|Bo', text)[0] for text in podium.all_inner_texts()], ['Ana', 'Bo'])
        one.get_by_text('Gold', exact=True).wait_for()
        # The medal is celebrated once.
        one.reload()
        podium.nth(1).wait_for()
        settle(one)
        self.assertEqual(one.get_by_text('Gold', exact=True).count(), 0)
        one.get_by_role('link', name='Once more').click()
        one.get_by_role('heading', name='New competition').wait_for()
        self.assertEqual(one.get_by_label('Name', exact=True).input_value(), 'Most water')
        self.assertEqual(one.get_by_label('Goal (optional)').input_value(), '8')

    def race(self, *others, owner=None, **fields):
        """Ana's competition, which the others have joined: Ana and its id."""
        ana = owner or Person('Ana')
        for one in others:
            ana.befriend(one)
        contest = ana.contest(invitees=[one.id for one in others], **fields)
        for one in others:
            one.ask('POST', f'/v1/contests/{contest}/join', {})
        return ana, contest

    def test_a_number_is_checked_before_sending(self):
        ana, contest = self.race(wholeNumbers=True)
        page = self.open(f'/contests/{contest}', person=ana)
        sent = []
        page.on('request', lambda request: request.url.endswith('/entries') and request.method == 'POST' and sent.append(1))
        page.get_by_role('button', name='Log', exact=True).click()
        field = page.get_by_label('How much')
        for typed, sentence in (
                ('', 'Write a number.'), ('ten', 'That needs a number'), ('0', 'above 0'), ('0,0', 'above 0'), ('1,2,3', 'That needs a number'),
                ('0.1234567', 'At most six decimals.'), ('1000000000000', 'That is too large.'),
                ('1.5', 'whole number'), ('-3', 'That needs a number')):
            field.fill(typed)
            page.get_by_role('dialog').get_by_role('button', name='Log', exact=True).click()
            page.get_by_role('dialog').locator('#amount-error').filter(has_text=sentence).wait_for()
            self.assertEqual(field.get_attribute('aria-invalid'), 'true')
        self.assertEqual(sent, [])
        # Nothing typed is lost where the sheet is closed, and where the page is loaded again.
        # A mark between thousands is understood.
        field.fill('1,007')
        page.get_by_label('Note').fill('Cold')
        page.keyboard.press('Escape')
        page.get_by_role('dialog').wait_for(state='detached')
        page.reload()
        page.get_by_role('button', name='Log', exact=True).click()
        self.assertEqual(field.input_value(), '1,007')
        page.get_by_role('button', name='More', exact=True).click()
        self.assertEqual(field.input_value(), '1008')
        page.get_by_role('dialog').get_by_role('button', name='Log', exact=True).dblclick()
        page.get_by_role('dialog').wait_for(state='detached')
        page.locator('.mine').get_by_text('1,008').wait_for()
        self.assertEqual(sent, [1])
        entries = ana.ask('GET', f'/v1/contests/{contest}/entries')['items']
        self.assertEqual([(one['amount'], one['note']) for one in entries], [(1008, 'Cold')])

    def test_what_the_server_refuses_is_said_at_its_field(self):
        self.provokes('400')
        ana, contest = self.race()
        page = self.open(f'/contests/{contest}', person=ana)
        page.get_by_role('button', name='Log', exact=True).click()
        page.get_by_label('How much').fill('2')
        page.get_by_role('radio', name='Earlier', exact=True).check()
        before = page.evaluate("""() => {
          const date = new Date(Date.now() - 5 * 3600e3 - new Date().getTimezoneOffset() * 60e3)
          return date.toISOString().slice(0, 16)
        }""")
        page.get_by_label('Done at').fill(before)
        page.get_by_role('dialog').get_by_role('button', name='Log', exact=True).click()
        page.locator('#at-error').filter(has_text='at most 48 hours back').wait_for()
        self.assertEqual(page.get_by_label('How much').input_value(), '2')

    def test_a_comma_in_german_is_a_decimal_comma(self):
        ana, contest = self.race()
        page = self.open(f'/contests/{contest}', person=ana, language='de-DE')
        page.get_by_role('button', name='Eintragen', exact=True).click()
        # Digits that a number of JavaScript barely holds are stepped too.
        page.get_by_label('Wie viel').fill('123.456.789,123456')
        page.get_by_role('button', name='Mehr', exact=True).click()
        self.assertEqual(page.get_by_label('Wie viel').input_value(), '123456790,123456')
        page.get_by_label('Wie viel').fill('1.500,000001')
        page.get_by_role('dialog').get_by_role('button', name='Eintragen', exact=True).click()
        page.locator('.mine').get_by_text('1.500,000001').wait_for()

    def test_proof_comes_first_and_its_audience_is_chosen(self):
        bo, cy = Person('Bo', 'Marlowe'), Person('Cy', 'Okafor')
        ana, contest = self.race(bo, visibility='public', proof='required')
        page = self.open(f'/contests/{contest}', person=bo)
        page.get_by_role('button', name='Log', exact=True).click()
        sheet = page.get_by_role('dialog')
        sheet.get_by_label('How much').fill('3')
        sheet.get_by_role('button', name='Log', exact=True).click()
        sheet.get_by_text('This needs a photo as proof.').wait_for()
        sheet.locator('input[type=file]').set_input_files({'name': 'lake.png', 'mimeType': 'image/png', 'buffer': picture()})
        sheet.get_by_role('button', name='Remove lake.png').wait_for()
        sheet.locator('.uploads progress').wait_for(state='detached')
        sheet.get_by_role('radio', name='Everyone', exact=True).check()
        sheet.get_by_text('Everyone who signs in can see it.').wait_for()
        sheet.get_by_role('button', name='Log', exact=True).click()
        sheet.wait_for(state='detached')
        # A stranger sees the entry and its photo, since its owner said so.
        other = self.open(f'/contests/{contest}?tab=log', person=cy)
        other.get_by_role('list', name='Log').get_by_role('button', name=re.compile('Open: Photo by .*Bo')).wait_for()
        other.get_by_role('tab', name='Photos').click()
        other.get_by_role('button', name=re.compile('Open: Photo by .*Bo')).click()
        other.get_by_role('dialog').get_by_text('Photo 1 of 1').wait_for()
        self.assertEqual(other.get_by_role('button', name='Add photos').count(), 0)

    def test_an_entry_is_changed_and_deleted(self):
        ana, contest = self.race()
        ana.ask('POST', f'/v1/contests/{contest}/entries', {'amount': 2, 'note': 'Tea'})
        page = self.open(f'/contests/{contest}?tab=log', person=ana)
        page.get_by_role('list', name='Log').get_by_role('button', name='Change').click()
        page.get_by_label('How much').fill('2.25')
        page.get_by_role('dialog').get_by_role('button', name='Save').click()
        row = page.get_by_role('list', name='Log').get_by_role('listitem')
        row.filter(has_text='2.25').filter(has_text='changed').wait_for()
        row.get_by_role('button', name='Delete').click()
        page.get_by_role('dialog').get_by_text('The others see that there was one.').wait_for()
        page.get_by_role('dialog').get_by_role('button', name='Delete').click()
        row.filter(has_text='deleted').wait_for()
        self.assertEqual(row.get_by_role('button').count(), 0)

    def test_an_entry_is_queried_voted_on_and_removed(self):
        bo, cy = Person('Bo', 'Marlowe'), Person('Cy', 'Okafor')
        ana, contest = self.race(bo, cy)
        cy.ask('POST', f'/v1/contests/{contest}/entries', {'amount': 80})
        page = self.open(f'/contests/{contest}?tab=log', person=bo)
        page.get_by_role('button', name='Query').click()
        page.get_by_role('dialog').get_by_role('button', name='Query').click()
        page.get_by_text('Say why, in a few words.').wait_for()
        page.get_by_label('Why?').fill('From here to Denmark.')
        page.get_by_role('dialog').get_by_role('button', name='Query').click()
        page.get_by_text(re.compile('Bo.* queries this: From here to Denmark')).wait_for()
        page.get_by_role('button', name='I would remove it').click()
        page.get_by_text('Keep: 0, remove: 1').wait_for()
        page.get_by_role('button', name='Take vote back').click()
        page.get_by_text('Keep: 0, remove: 0').wait_for()
        owner = self.open(f'/contests/{contest}?tab=log', person=ana)
        owner.get_by_role('list', name='Log').get_by_role('button', name='Remove', exact=True).click()
        owner.get_by_role('dialog').get_by_text('This is final.').wait_for()
        owner.get_by_role('dialog').get_by_role('button', name='Remove').click()
        owner.get_by_text('It was removed.').wait_for()
        self.assertEqual(owner.get_by_role('list', name='Log').get_by_text('80').count(), 0)

    def test_a_long_board_shows_the_first_me_and_my_neighbours(self):
        others = [Person(f'P{number:02}') for number in range(11)]
        ana, contest = self.race(visibility='public')
        for number, one in enumerate(others):
            one.ask('POST', f'/v1/contests/{contest}/join', {})
            one.ask('POST', f'/v1/contests/{contest}/entries', {'amount': 100 - number})
        ana.ask('POST', f'/v1/contests/{contest}/entries', {'amount': 91.5})
        self.wait_for(lambda: ana.ask('GET', f'/v1/contests/{contest}/board?limit=20')['items'][9].get('isMe'))
        page = self.open(f'/contests/{contest}', person=ana)
        near = page.get_by_role('list', name='Around you')
        near.get_by_text('(you)').wait_for()
        self.assertEqual([rank for rank, _ in self.ranks(page)], ['1', '2', '3', '4', '5'])
        ranks = [int(one) for one in near.locator('.rank').all_inner_texts()]
        self.assertIn(10, ranks)
        self.assertEqual(ranks, list(range(ranks[0], ranks[-1] + 1)))
        self.assertGreater(ranks[0], 5)
        page.get_by_role('button', name='Show more').click()
        near.wait_for(state='detached')
        self.assertEqual([int(rank) for rank, _ in self.ranks(page)], list(range(1, 13)))
        self.assertEqual(page.get_by_text('(you)').count(), 1)

    def wait_for(self, is_so):
        """Waits until the API says so: boards follow by an event."""
        until = time.monotonic() + 20
        while not is_so():
            self.assertLess(time.monotonic(), until, 'still not so')
            time.sleep(0.1)

    def test_each_has_a_target_where_percents_are_ranked(self):
        bo = Person('Bo', 'Marlowe')
        ana = Person('Ana')
        ana.befriend(bo)
        contest = ana.contest(score='percent', target=10, startsAt=in_days(1), endsAt=in_days(3), invitees=[bo.id])
        page = self.open(f'/contests/{contest}', person=bo)
        page.get_by_role('button', name='Join').click()
        page.get_by_role('dialog').get_by_role('button', name='Join').click()
        page.get_by_text('Write a number.').wait_for()
        page.get_by_label(re.compile('Your target in')).fill('40')
        page.get_by_role('dialog').get_by_role('button', name='Join').click()
        page.get_by_text('You are in.').wait_for()
        page.get_by_role('button', name='Set target').click()
        self.assertEqual(page.get_by_label(re.compile('Your target in')).input_value(), '40')
        page.get_by_label(re.compile('Your target in')).fill('50')
        page.get_by_role('dialog').get_by_role('button', name='Set target').click()
        page.get_by_text('Target set.').wait_for()
        self.assertEqual(bo.ask('GET', f'/v1/contests/{contest}')['me']['target'], 50)

    def test_a_draft_is_kept_published_changed_and_cancelled(self):
        ana = Person('Ana')
        page = self.open('/new/competition', person=ana)
        page.get_by_label('Name', exact=True).fill('Best time')
        page.get_by_text('More rules').click()
        self.assertEqual(page.get_by_role('group', name='What wins').count(), 0)
        page.get_by_role('radio', name='Smallest', exact=True).check()
        page.get_by_role('group', name='What wins').get_by_role('radio', name='The lower', exact=True).check()
        page.reload()
        self.assertEqual(page.get_by_label('Name', exact=True).input_value(), 'Best time')
        page.get_by_role('button', name='Start competition').click()
        page.locator('#unit-error').filter(has_text='A number needs a unit.').wait_for()
        page.get_by_role('button', name='Keep as a draft').click()
        page.get_by_text('Only you see it.').first.wait_for()
        page.get_by_role('link', name='Change').click()
        page.get_by_role('button', name='minutes').click()
        page.get_by_role('button', name='Save').click()
        page.get_by_text('The lower value wins.').wait_for()
        page.get_by_role('button', name='Publish').click()
        page.get_by_role('dialog').get_by_role('button', name='Publish').click()
        page.get_by_role('button', name='Log', exact=True).wait_for()
        page.get_by_text('Change or end it').click()
        page.get_by_role('link', name='Change', exact=True).click()
        page.get_by_label('Name', exact=True).fill('Fastest')
        self.assertEqual(page.get_by_label('Unit', exact=True).count(), 0, 'fixed once it has started')
        page.get_by_role('button', name='Save').click()
        page.get_by_role('heading', name='Fastest').wait_for()
        page.get_by_text('Change or end it').click()
        page.get_by_role('button', name='Cancel it').click()
        page.get_by_role('dialog').get_by_text('without a result').wait_for()
        page.get_by_role('dialog').get_by_role('button', name='Cancel it').click()
        page.get_by_text('Cancelled', exact=True).wait_for()

    def test_an_owner_hands_over_and_leaves(self):
        bo, cy = Person('Bo', 'Marlowe'), Person('Cy', 'Okafor')
        ana, contest = self.race(bo, cy)
        page = self.open(f'/contests/{contest}?tab=about', person=ana)
        row = page.get_by_role('listitem').filter(has_text='Cy')
        row.get_by_role('button', name=re.compile('Remove')).click()
        page.get_by_role('dialog').get_by_text('can never join again').wait_for()
        page.get_by_role('dialog').get_by_role('button', name='Remove').click()
        row.wait_for(state='detached')
        page.get_by_text('Change or end it').click()
        page.get_by_role('button', name='Hand over').click()
        page.get_by_role('dialog').get_by_role('button', name=re.compile('Bo')).click()
        page.get_by_role('link', name=re.compile('Competition of .*Bo')).wait_for()
        page.get_by_role('button', name='Leave').click()
        page.get_by_role('dialog').get_by_role('button', name='Leave').click()
        page.get_by_role('heading', name=re.compile('Hello')).wait_for()
        self.assertEqual(bo.ask('GET', f'/v1/contests/{contest}')['joined'], 1)

    def test_changed_elsewhere_shows_what_is_there_now(self):
        self.provokes('412|409')
        ana, contest = self.race()
        page = self.open(f'/contests/{contest}/edit', person=ana)
        page.get_by_label('Name', exact=True).fill('Mine')
        version = ana.ask('GET', f'/v1/contests/{contest}')['version']
        ana.ask('PATCH', f'/v1/contests/{contest}', {'description': 'From elsewhere'})
        self.assertGreater(ana.ask('GET', f'/v1/contests/{contest}')['version'], version)
        page.get_by_role('button', name='Save').click()
        page.get_by_text('It changed meanwhile.').wait_for()
        self.assertEqual(page.get_by_label('Name', exact=True).input_value(), 'Mine')
        page.get_by_role('button', name='Save').click()
        page.get_by_role('heading', name='Mine').wait_for()
        page.get_by_role('tab', name='About').click()
        page.get_by_text('From elsewhere').wait_for()

    def test_gone_says_so(self):
        self.provokes('404')
        page = self.open(person=Person('Ana'))
        nobody = '01a22430-f109-7592-8a55-46f28ba06f0c'
        for path in (f'/contests/{nobody}', f'/contests/{nobody}/edit', f'/contests/{nobody}/result'):
            page.goto(BASE + path)
            page.get_by_text('This is not here, or not for you.').wait_for()
