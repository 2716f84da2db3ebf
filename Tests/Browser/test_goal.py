"""A goal by its own screens: from its preset to the history; its days, numbers, marks and moves."""
import datetime
import re
import zoneinfo

from axe_playwright_python.sync_playwright import Axe
from browser import DESK, OVERFLOW, PHONE, TARGETS, Case, settle
from people import BASE, Person, picture
from test_states import EVIL


def axe(page):
    return [f"{one['id']} {one['nodes'][0]['html'][:120]}" for one in Axe().run(page).response['violations']]


class Goal(Case):
    def place(self, page, name):
        page.get_by_role('navigation', name='Main').get_by_role('link', name=name, exact=True).click()

    def log(self, page, amount):
        page.get_by_label(re.compile('^Amount in')).fill(amount)
        page.get_by_role('button', name='Log', exact=True).click()

    def test_from_a_preset_to_the_history(self):
        page = self.open(person=Person('Ana'), size=PHONE)
        self.place(page, 'New')
        page.get_by_role('link', name=re.compile('^Walk 10,000 steps')).click()
        page.get_by_role('button', name='Create goal').click()
        page.get_by_text('Success. Your goal was created!').wait_for()
        page.locator('main').get_by_text('0 / 10,000 steps').wait_for()

        # On the list of what is to do, an entry in place.
        self.place(page, 'Home')
        page.get_by_text('0 / 10,000 steps').wait_for()
        page.get_by_role('button', name='Add to Walk 10,000 steps').click()
        self.log(page, 'many')
        page.get_by_role('dialog').get_by_text('That needs a number above 0').wait_for()
        self.log(page, '4,000')
        page.get_by_role('dialog').wait_for(state='detached')
        page.locator('main').get_by_text('4,000 / 10,000 steps').wait_for()
        bar = page.locator('main .measure progress')
        self.assertEqual(bar.evaluate('(bar) => bar.value'), 40)

        # The total of the day reaches it. It is the greatest source that counts, not the sum.
        page.get_by_role('link', name=re.compile('^Walk 10,000')).click()
        page.get_by_role('button', name='Add to').click()
        page.get_by_label('The day’s total').check()
        self.log(page, '9999')
        page.get_by_role('dialog').wait_for(state='detached')
        page.locator('main').get_by_text('9,999 / 10,000 steps').wait_for()
        page.get_by_role('button', name='Add to').click()
        page.get_by_label('The day’s total').check()
        self.log(page, '10 500')
        page.get_by_text('You reached your goal.').wait_for()
        page.locator('main').get_by_text('Reached', exact=True).wait_for()
        self.assertEqual(page.get_by_role('button', name='Add to').count(), 0)

        # It leaves the active list, and opens in the history with its description and photos.
        page.goto(f'{BASE}/goals')
        page.get_by_text('No goal yet. Start with a preset.').wait_for()
        page.get_by_role('link', name='History').click()
        page.locator('summary').filter(has_text='Walk 10,000 steps').click()
        page.get_by_text('Ten thousand steps in a single day').wait_for()
        page.locator('main input[type=file]').set_input_files(
            {'name': 'walk.png', 'mimeType': 'image/png', 'buffer': picture()})
        page.get_by_role('button', name='Open: Photo by').wait_for()
        page.reload()
        page.locator('summary').filter(has_text='Walk 10,000 steps').click()
        page.get_by_role('button', name='Open: Photo by').click()
        page.get_by_role('dialog').get_by_text('Photo 1 of 1').wait_for()

    def test_a_wrong_number_is_said_at_the_field(self):
        self.provokes('400')
        page = self.open('/new/goal', person=Person('Ana'))
        page.get_by_label('Name', exact=True).fill('Read')
        page.get_by_label('Unit', exact=True).fill('pages')
        target = page.get_by_label('Target', exact=True)
        sent = []
        page.on('request', lambda request: request.url.endswith('/v1/goals') and sent.append(request.post_data))
        only_numbers = 'Error! You may only use numbers'
        for typed, said in (('ten', only_numbers), ('1e3', only_numbers), ('0', only_numbers), ('', only_numbers), ('1,2,3', only_numbers),
                            ('1..5', only_numbers), ('-4', only_numbers), ('0.0000001', 'At most six decimals.'),
                            ('1000000000000', 'That is too large.')):
            target.fill(typed)
            page.get_by_role('button', name='Create goal').click()
            page.locator('#target-error').get_by_text(said).wait_for()
            self.assertEqual(page.evaluate('document.activeElement.id'), 'target', typed)
        self.assertEqual(sent, [])

        # What the server knows better is said in the same place.
        page.get_by_label('Steps and the like').check()
        page.get_by_label('Target in steps').fill('300,000')
        page.get_by_role('button', name='Create goal').click()
        page.locator('#target-error').get_by_text('Nobody does that much in a day.').wait_for()
        self.assertEqual(page.get_by_label('Name', exact=True).input_value(), 'Read')

        # All 18 digits arrive, and come back.
        page.get_by_label('An amount', exact=True).check()
        target.fill('999,999,999,999.999999')
        page.get_by_role('button', name='Create goal').click()
        page.locator('main').get_by_text('0 of 999,999,999,999.999999 pages').wait_for()

    def test_german_writes_numbers_its_own_way(self):
        page = self.open('/new/goal', person=Person('Ana'), language='de-DE')
        page.get_by_label('Name', exact=True).fill('Lesen')
        page.get_by_label('Zielwert', exact=True).fill('1.000,5')
        page.get_by_label('Einheit', exact=True).fill('Minuten')
        page.get_by_role('button', name='Ziel anlegen').click()
        page.locator('main').get_by_text('0 von 1.000,5 Minuten').wait_for()
        page.get_by_role('button', name='Eintragen bei').click()
        page.get_by_label('Menge in Minuten').fill('2,25')
        page.get_by_role('dialog').get_by_role('button', name='Eintragen', exact=True).click()
        page.locator('main').get_by_text('2,25 von 1.000,5 Minuten').wait_for()

    def test_a_mark_is_one_press_and_can_be_taken_back(self):
        ana = Person('Ana')
        goal = ana.ask('POST', '/v1/goals', {'name': 'Meditate', 'recurrence': 'daily', 'restWeekdays': [7]})['id']
        page = self.open(person=ana, size=DESK)
        page.get_by_role('button', name='Done: Meditate').click()
        page.get_by_role('button', name='Not done: Meditate').wait_for()
        page.get_by_role('link', name=re.compile('Meditate')).click()
        page.locator('.calendar .is-met').wait_for()
        page.get_by_text('rest on Sun').wait_for()
        page.get_by_role('button', name='Not done: Meditate').click()
        page.locator('.calendar .is-open').wait_for()
        self.assertEqual(ana.ask('GET', f'/v1/goals/{goal}')['period']['state'], 'open')

    def test_pause_resume_and_abandon(self):
        ana = Person('Ana')
        goal = ana.ask('POST', '/v1/goals', {'name': 'Swim', 'unit': 'lengths', 'target': 8, 'recurrence': 'weekly'})['id']
        page = self.open(f'/goals/{goal}', person=ana)
        page.get_by_role('button', name='Pause').click()
        page.locator('main .chip').get_by_text('Paused').first.wait_for()
        self.assertEqual(page.get_by_role('button', name='Add to').count(), 0)
        page.get_by_role('button', name='Resume').click()
        page.get_by_role('button', name='Add to').wait_for()
        page.get_by_role('button', name='Abandon').click()
        page.get_by_role('dialog').get_by_text('This cannot be taken back.').wait_for()
        page.get_by_role('dialog').get_by_role('button', name='Cancel').click()
        page.get_by_role('button', name='Abandon').click()
        page.get_by_role('dialog').get_by_role('button', name='Abandon').click()
        page.locator('main .chip').get_by_text('Abandoned').first.wait_for()
        page.goto(f'{BASE}/history')
        page.locator('summary').filter(has_text='Swim').filter(has_text='Abandoned').wait_for()

    def test_an_entry_is_logged_once_changed_and_deleted(self):
        ana = Person('Ana')
        goal = ana.ask('POST', '/v1/goals', {'name': 'Drink', 'unit': 'glasses', 'target': 8, 'recurrence': 'daily', 'wholeNumbers': True})['id']
        page = self.open(f'/goals/{goal}', person=ana)
        page.get_by_role('button', name='Add to').click()
        page.get_by_role('button', name='More', exact=True).click()
        page.get_by_role('button', name='More', exact=True).click()
        page.get_by_role('button', name='Log', exact=True).dblclick()
        page.locator('main').get_by_text('2 of 8 glasses').first.wait_for()
        self.assertEqual(len(ana.ask('GET', f'/v1/goals/{goal}/entries')['items']), 1)
        page.get_by_role('button', name='Change 2').click()
        page.get_by_label('Amount in glasses').fill('2.5')
        page.get_by_role('button', name='Save').click()
        page.get_by_text('That needs a whole number.').wait_for()
        page.get_by_label('Amount in glasses').fill('3')
        page.get_by_role('button', name='Save').click()
        page.locator('main').get_by_text('3 of 8 glasses').first.wait_for()
        page.get_by_role('button', name='Change 3').click()
        page.get_by_role('dialog').get_by_role('button', name='Delete').click()
        page.locator('main').get_by_text('0 of 8 glasses').first.wait_for()
        page.get_by_text('No entries yet.').wait_for()

    def test_what_was_typed_survives_a_change_elsewhere(self):
        self.provokes('412')
        ana = Person('Ana')
        goal = ana.ask('POST', '/v1/goals', {'name': 'Run'})['id']
        page = self.open(f'/goals/{goal}', person=ana)
        page.get_by_text('No description yet…').wait_for()
        page.get_by_role('button', name='Change description').click()
        page.get_by_role('textbox', name='Description').fill('Around the lake.')
        ana.ask('PATCH', f'/v1/goals/{goal}', {'name': 'Run far'})
        page.get_by_role('button', name='Save').click()
        page.get_by_role('dialog').get_by_text('It changed meanwhile.').wait_for()
        self.assertEqual(page.get_by_role('textbox', name='Description').input_value(), 'Around the lake.')
        page.get_by_role('button', name='Save').click()
        page.locator('main').get_by_text('Around the lake.').wait_for()
        page.get_by_role('heading', name='Run far').wait_for()

    def test_a_friend_sees_percents_and_no_buttons(self):
        ana, bo = Person('Ana'), Person('Bo', 'Marlowe')
        ana.befriend(bo)
        goal = ana.ask('POST', '/v1/goals', {
            'name': 'Steps', 'metric': 'steps', 'unit': 'steps', 'target': 8000, 'visibility': 'friends'})['id']
        ana.ask('POST', f'/v1/goals/{goal}/entries', {'amount': 2000})
        page = self.open(f'/goals/{goal}', person=bo)
        page.get_by_text('25 %').first.wait_for()
        page.get_by_role('link', name='Ana Lindqvist').wait_for()
        self.assertEqual(page.locator('main button').count(), 0)
        self.assertNotIn('2,000', page.locator('main').inner_text())

    def test_each_dialog_is_accessible_and_fits(self):
        ana = Person('Ana')
        goal = ana.ask('POST', '/v1/goals', {'name': 'W' * 80, 'unit': 'steps', 'metric': 'steps', 'target': 8000, 'recurrence': 'daily'})['id']
        ana.ask('POST', f'/v1/goals/{goal}/entries', {'amount': 10})
        found = []
        for theme in ('light', 'dark'):
            page = self.open(f'/goals/{goal}', person=ana, size={'width': 320, 'height': 640}, theme=theme)
            for name in ('Add to', 'Change description', 'Change target', 'Who sees it', 'Abandon', 'New reminder', 'Change 10', 'Delete'):
                page.get_by_role('button', name=name).first.click()
                page.get_by_role('dialog').wait_for()
                if name == 'Add to':
                    page.get_by_label('The day’s total').check()
                found += [f'{name} {theme}: {one}' for one in [*axe(page), *page.evaluate(OVERFLOW), *page.evaluate(TARGETS)]]
                page.keyboard.press('Escape')
                page.get_by_role('dialog').wait_for(state='detached')
            page.goto(f'{BASE}/goals')
            page.get_by_role('button', name='Plan days of rest').click()
            page.get_by_role('dialog').wait_for()
            found += [f'plan {theme}: {one}' for one in [*axe(page), *page.evaluate(OVERFLOW)]]
        self.assertEqual(found, [])

    def test_texts_that_mean_harm_are_texts(self):
        ana = Person('Ana')
        page = self.open('/goals', person=ana)
        for text in EVIL:
            name = text[:80] if text.isprintable() else 'Plain'
            goal = ana.ask('POST', '/v1/goals', {'name': name, 'description': text, 'unit': name[:40], 'target': 5})['id']
            ana.ask('POST', f'/v1/goals/{goal}/entries', {'amount': 1, 'note': text})
            workout = ana.ask('POST', '/v1/definitions', {'name': name, 'caption': name, 'description': text, 'category': 'strength'})['id']
            ana.ask('POST', '/v1/reminders', {'of': 'goal', 'subject': goal, 'minuteOfDay': 1, 'weekdays': [1]})
            for path in (f'/goals/{goal}', f'/definitions/{workout}', '/settings/reminders', '/goals', '/history', '/'):
                page.goto(BASE + path)
                settle(page)
                self.assertEqual(page.evaluate(OVERFLOW), [], f'{path} {text[:20]}')
            ana.ask('POST', f'/v1/goals/{goal}/abandon')
            self.assertEqual(page.locator('main img[src="x"], main script').count(), 0)

    def test_an_error_offers_to_load_again(self):
        self.provokes('503|404')
        ana = Person('Ana')
        goal = ana.ask('POST', '/v1/goals', {'name': 'Swim', 'unit': 'lengths', 'target': 8, 'recurrence': 'weekly'})['id']
        workout = ana.ask('POST', '/v1/definitions', {'name': 'Row', 'category': 'endurance'})['id']
        timing = ana.ask('POST', '/v1/timings', {'of': 'goal', 'subject': goal})['id']
        reads = {'/goals': '/v1/goals', f'/goals/{goal}': f'/v1/goals/{goal}', '/history': '/v1/goals', '/settings/reminders': '/v1/reminders',
                 f'/definitions/{workout}': f'/v1/definitions/{workout}', f'/timings/{timing}': f'/v1/timings/{timing}',
                 '/new/workout': '/v1/categories', f'/new/goal?from={workout}': f'/v1/definitions/{workout}'}
        page = self.open(person=ana)
        for path, read in reads.items():
            is_down = [True]

            def answer(route, request, is_down=is_down):
                if is_down[0]:
                    route.fulfill(status=503, content_type='application/problem+json', body='{"code": "wire.unavailable"}')
                else:
                    route.continue_()
            # The frame knows the timers that run: without that, the screen of a timer asks.
            page.route(re.compile(r'/v1/timings\?list=live'), lambda route: route.fulfill(json={'items': [], 'nextCursor': None}))
            page.route(re.compile(re.escape(BASE + read) + r'(\?.*)?$'), answer)
            page.goto(BASE + path)
            page.get_by_text('The server cannot answer right now.').first.wait_for()
            is_down[0] = False
            page.get_by_role('button', name='Load again').first.click()
            page.get_by_text('The server cannot answer right now.').first.wait_for(state='detached')
            page.unroute_all()
        nobody = '01a22430-f109-7592-8a55-46f28ba06f0c'
        for path in (f'/goals/{nobody}', f'/definitions/{nobody}', f'/timings/{nobody}', f'/new/goal?from={nobody}'):
            page.goto(BASE + path)
            page.get_by_text('This is not here, or not for you.').wait_for()

    def test_a_days_total_names_its_sources(self):
        ana = Person('Ana')
        goal = ana.ask('POST', '/v1/goals', {'name': 'Walk', 'metric': 'steps', 'unit': 'steps', 'target': 10000, 'recurrence': 'daily'})['id']
        page = self.open(f'/goals/{goal}', person=ana)
        page.get_by_text('Nothing has been measured or typed yet.').wait_for()
        today = datetime.datetime.now(zoneinfo.ZoneInfo('Europe/Berlin')).date().isoformat()
        seen = datetime.datetime.now(datetime.timezone.utc).strftime('%Y-%m-%dT%H:%M:%SZ')
        for source, amount, is_manual in (('phone', 6500, False), ('browser', 3000, True)):
            ana.ask('PUT', f'/v1/health/steps/{today}', {'source': source, 'amount': amount, 'observedAt': seen, 'isManual': is_manual})
        page.reload()
        totals = page.get_by_role('list', name='Where the days’ totals come from')
        totals.get_by_text('Phone: 6,500').wait_for()
        totals.get_by_text('Typed here: 3,000').wait_for()
