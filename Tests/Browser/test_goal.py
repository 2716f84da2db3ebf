"""A goal by its own screens: from its preset to the history; its days, numbers, marks and moves."""
import re

from browser import DESK, PHONE, Case
from people import BASE, Person, picture


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
