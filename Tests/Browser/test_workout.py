"""A workout by its own screens: made, sent to a friend, timed, completed, rated."""
import re

from browser import DESK, PHONE, Case
from people import BASE, Person, picture


class Workout(Case):
    def test_from_making_to_completing(self):
        ana, bo = Person('Ana'), Person('Bo', 'Marlowe')
        ana.befriend(bo)
        page = self.open('/new', person=ana, size=PHONE)
        page.get_by_role('link', name=re.compile('^Workout')).click()
        page.get_by_label('Strength').check()
        page.get_by_label('Name', exact=True).fill('Plank')
        page.get_by_label('In one line').fill('On your elbows')
        page.get_by_label('Description').fill('Keep your back straight.')
        page.get_by_label('Target time in minutes (optional)').fill('2')
        page.locator('main input[type=file]').set_input_files(
            {'name': 'plank.png', 'mimeType': 'image/png', 'buffer': picture()})
        page.get_by_role('button', name='Remove plank.png').wait_for()
        page.locator('.uploads progress').wait_for(state='detached')
        page.get_by_role('button', name='Create workout').click()
        page.get_by_role('heading', name='Plank').wait_for()
        for text in ('On your elbows', 'Keep your back straight.', 'Strength', '2:00', 'Stopwatch'):
            page.locator('main').get_by_text(text).wait_for()
        page.get_by_role('button', name='Open: Photo by').wait_for()

        page.get_by_role('link', name='Send to friends').click()
        page.get_by_role('checkbox', name=re.compile('Bo.*Marlowe')).check()
        self.assertEqual(page.get_by_label('None').count(), 1, 'a workout needs a deadline; proof may be none')
        page.get_by_role('button', name='Send to friends').click()
        page.get_by_text('Workout sent.').wait_for()

        other = self.open(person=bo, size=DESK)
        other.get_by_role('link', name=re.compile('Plank')).first.click()
        other.locator('main').get_by_text('Keep your back straight.').wait_for()
        self.assertEqual(other.get_by_role('button', name='Complete').count(), 0)
        other.get_by_role('button', name='Start').click()
        other.get_by_label('Your time (optional)').fill('two minutes')
        other.get_by_role('button', name='Complete').click()
        other.get_by_text('Write it as minutes and seconds').wait_for()
        other.get_by_label('Your time (optional)').fill('2:05')
        other.get_by_label('Note').fill('It burns.')
        other.get_by_role('button', name='Complete').click()
        other.locator('main').get_by_text('2:05').wait_for()
        other.locator('main').get_by_text('In time').wait_for()
        other.get_by_text('+100').wait_for()
        page.reload()
        page.locator('main').get_by_text('It burns.').wait_for()

        # Who completed it may rate it; its author may not.
        other.get_by_role('link', name='More about this workout').click()
        other.get_by_label('4', exact=True).check()
        other.get_by_text('Saved.').wait_for()
        other.get_by_role('button', name='Like', exact=True).click()
        other.get_by_role('button', name='1 like').wait_for()
        other.get_by_role('button', name='Wish').click()
        other.reload()
        other.locator('.button[aria-pressed="true"]').get_by_text('Wish').wait_for()
        self.assertTrue(other.get_by_label('4', exact=True).is_checked())
        self.assertEqual(ana.ask('GET', '/v1/definitions?of=mine')['items'][0]['likeCount'], 1)
        page.goto(other.url)
        page.get_by_role('button', name='Delete').wait_for()
        self.assertEqual(page.get_by_text('How difficult was it?').count(), 0)
        other.goto(f'{BASE}/history?kind=challenges')
        other.get_by_text('Plank').wait_for()

    def test_a_timer_completes_it(self):
        ana, bo = Person('Ana'), Person('Bo', 'Marlowe')
        ana.befriend(bo)
        workout = ana.ask('POST', '/v1/definitions', {'name': 'Row', 'category': 'endurance'})['id']
        one = ana.ask('POST', '/v1/challenges', {
            'kind': 'workout', 'definition': workout, 'recipients': [bo.id], 'deadline': '2026-12-20T12:00:00Z'})['assignments'][0]['id']
        bo.move(one, 'start')
        page = self.open(f'/assignments/{one}', person=bo)
        page.get_by_role('button', name='Timer').click()
        page.get_by_role('heading', name='Row').wait_for()
        page.locator('main g-timer').get_by_text('0:02').wait_for()
        page.get_by_role('button', name='Finish').click()
        page.get_by_text('The time was logged.').first.wait_for()
        page.get_by_role('link', name='To Row').click()
        page.locator('main .chip').get_by_text('Done').wait_for()
        self.assertGreaterEqual(bo.ask('GET', f'/v1/assignments/{one}')['seconds'], 2)

    def test_a_change_and_a_deletion(self):
        self.provokes('404')
        ana = Person('Ana')
        workout = ana.ask('POST', '/v1/definitions', {'name': 'Row', 'category': 'endurance', 'targetSeconds': 90})['id']
        page = self.open(f'/definitions/{workout}', person=ana)
        page.get_by_role('link', name='Change').click()
        self.assertEqual(page.get_by_label('Target time in minutes (optional)').input_value(), '1.5')
        page.get_by_label('Name', exact=True).fill('Row home')
        page.get_by_role('button', name='Save').click()
        page.get_by_role('heading', name='Row home').wait_for()
        page.get_by_role('button', name='Delete').click()
        page.get_by_role('dialog').get_by_text('Challenges that were sent keep their text.').wait_for()
        page.get_by_role('dialog').get_by_role('button', name='Delete').click()
        page.get_by_text('Workout deleted.').wait_for()
        page.goto(f'{BASE}/definitions/{workout}')
        page.get_by_text('This is not here, or not for you.').wait_for()

    def test_a_workout_becomes_a_goal(self):
        ana = Person('Ana')
        workout = ana.ask('POST', '/v1/definitions', {'name': 'Row', 'category': 'endurance'})['id']
        page = self.open(f'/definitions/{workout}', person=ana)
        page.get_by_role('link', name='Take it as a goal').click()
        page.get_by_role('button', name='Create goal').click()
        page.wait_for_url('**/goals/*')
        page.get_by_role('heading', name='Row').wait_for()
