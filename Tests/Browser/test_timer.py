"""Timers in the frame and on their screen, and reminders."""
import re

from browser import DESK, Case
from people import BASE, Person, picture

# A device whose clock is a day ahead.
AHEAD = """
const RealDate = Date
globalThis.Date = class extends RealDate {
  constructor(...args) { args.length ? super(...args) : super(RealDate.now() + 86400000) }
  static now() { return RealDate.now() + 86400000 }
}
"""


def seconds(text):
    total = 0
    for part in text.split(':'):
        total = total * 60 + int(part)
    return total


class Timer(Case):
    def test_a_timer_runs_in_the_frame_and_becomes_an_entry(self):
        ana = Person('Ana')
        goal = ana.ask('POST', '/v1/goals', {'name': 'Meditate', 'unit': 'seconds', 'target': 600, 'recurrence': 'daily'})['id']
        page = self.open(f'/goals/{goal}', person=ana)
        page.get_by_role('button', name='Timer').click()
        page.wait_for_url('**/timings/*')
        # A goal in a unit of time is counted down from its target.
        page.locator('main g-timer').get_by_text(re.compile('^9:5')).wait_for()
        page.get_by_text('of 10:00').wait_for()
        address = page.url.removeprefix(BASE)
        for place in ('Home', 'New', 'Inbox', 'Me'):
            page.get_by_role('navigation', name='Main').get_by_role('link', name=place, exact=True).click()
            strip = page.get_by_role('region', name='Running timers')
            strip.get_by_role('link', name=re.compile('Meditate')).wait_for()
        page.reload()
        page.get_by_role('region', name='Running timers').get_by_role('link').click()
        page.wait_for_url(f'**{address}')
        page.get_by_role('button', name='Pause').click()
        page.locator('.face-note').get_by_text('Paused').wait_for()
        before = page.locator('main g-timer').inner_text()
        page.reload()
        page.locator('.face-note').get_by_text('Paused').wait_for()
        self.assertEqual(page.locator('main g-timer').inner_text(), before)
        page.get_by_role('button', name='Resume').click()
        page.get_by_role('button', name='Pause').wait_for()
        page.get_by_role('button', name='Finish').click()
        page.locator('main').get_by_text('The time was logged.').wait_for()
        entry, = ana.ask('GET', f'/v1/goals/{goal}/entries')['items']
        self.assertEqual(entry['source'], 'timing')
        page.get_by_role('link', name='To Meditate').click()
        page.get_by_text(re.compile(r'^[\d.]+ seconds')).first.wait_for()

    def test_a_wrong_clock_of_the_device_changes_nothing(self):
        ana = Person('Ana')
        goal = ana.ask('POST', '/v1/goals', {'name': 'Sit still'})['id']
        timing = ana.ask('POST', '/v1/timings', {'of': 'goal', 'subject': goal})['id']
        page = self.open('/sign-in')
        page.context.add_init_script(AHEAD)
        self.sign_in(page, ana, f'/timings/{timing}')
        face = page.locator('main g-timer')
        face.wait_for()
        first = seconds(face.inner_text())
        self.assertLess(first, 60)
        face.get_by_text(re.compile('|'.join(f'^0:{one:02}$' for one in range(first + 2, first + 5)))).wait_for()
        # Nor does one that is set while the page is open.
        page.evaluate('() => { const before = Date.now; Date.now = () => before() - 7 * 86400000 }')
        page.get_by_role('button', name='Pause').click()
        page.get_by_role('button', name='Resume').click()
        page.get_by_role('button', name='Pause').wait_for()
        self.assertLess(seconds(face.inner_text()), 120)
        page.get_by_role('button', name='Finish').click()
        page.get_by_text('The time was logged.').first.wait_for()
        row = ana.ask('GET', f'/v1/timings/{timing}')
        self.assertFalse(row['isSuspect'])
        self.assertEqual(ana.ask('GET', f'/v1/goals/{goal}')['state'], 'completed')

    def test_another_device_moves_it_and_a_second_start_finds_it(self):
        self.provokes('409|412')
        ana = Person('Ana')
        goal = ana.ask('POST', '/v1/goals', {'name': 'Sit still'})['id']
        page = self.open(f'/goals/{goal}', person=ana, size=DESK)
        page.get_by_role('button', name='Timer').wait_for()
        timing = ana.ask('POST', '/v1/timings', {'of': 'goal', 'subject': goal})['id']
        page.get_by_role('button', name='Timer').click()
        page.wait_for_url(f'**/timings/{timing}')
        page.get_by_role('button', name='Discard').wait_for()
        ana.ask('POST', f'/v1/timings/{timing}/discard')
        page.get_by_role('button', name='Pause').click()
        page.get_by_text('Discarded. Nothing was logged.').wait_for()
        self.assertEqual(page.get_by_role('region', name='Running timers').count(), 0)

    def test_discarding_asks(self):
        ana = Person('Ana')
        goal = ana.ask('POST', '/v1/goals', {'name': 'Sit still'})['id']
        timing = ana.ask('POST', '/v1/timings', {'of': 'goal', 'subject': goal})['id']
        page = self.open(f'/timings/{timing}', person=ana)
        page.get_by_role('button', name='Discard').click()
        page.get_by_role('dialog').get_by_role('button', name='Discard').click()
        page.get_by_text('Discarded. Nothing was logged.').wait_for()
        self.assertEqual(ana.ask('GET', f'/v1/goals/{goal}')['state'], 'active')

    def test_the_end_of_a_timer_takes_a_note_and_photos(self):
        self.provokes('400')
        ana = Person('Ana')
        goal = ana.ask('POST', '/v1/goals', {'name': 'Meditate', 'unit': 'seconds', 'target': 600, 'recurrence': 'daily'})['id']
        timing = ana.ask('POST', '/v1/timings', {'of': 'goal', 'subject': goal})['id']
        page = self.open(f'/timings/{timing}', person=ana)
        page.get_by_text('Note and photos').click()
        page.get_by_label('Note', exact=True).fill('By the window.')
        page.locator('main input[type=file]').first.set_input_files(
            {'name': 'one.png', 'mimeType': 'image/png', 'buffer': picture(60, 40)})
        page.get_by_role('img', name='one.png').wait_for()
        page.locator('main progress').wait_for(state='detached')
        page.get_by_role('button', name='Finish').click()
        page.get_by_text('The time was logged.').first.wait_for()
        entry, = ana.ask('GET', f'/v1/goals/{goal}/entries')['items']
        self.assertEqual((entry['note'], len(entry['photos'])), ('By the window.', 1))
        # A mark takes no note: said at the field, and the timer goes on.
        mark = ana.ask('POST', '/v1/goals', {'name': 'Rest', 'recurrence': 'daily'})['id']
        timing = ana.ask('POST', '/v1/timings', {'of': 'goal', 'subject': mark})['id']
        page.goto(f'{BASE}/timings/{timing}')
        page.get_by_text('Note and photos').click()
        page.get_by_label('Note', exact=True).fill('Nothing.')
        page.get_by_role('button', name='Finish').click()
        page.locator('#timer-note-error').wait_for()
        self.assertEqual(ana.ask('GET', f'/v1/timings/{timing}')['state'], 'running')
        page.get_by_label('Note', exact=True).fill('')
        page.get_by_role('button', name='Finish').click()
        page.get_by_role('button', name='Finish').wait_for(state='detached')
        self.assertEqual(ana.ask('GET', f'/v1/timings/{timing}')['state'], 'finished')


class Reminders(Case):
    def test_a_reminder_of_a_goal_is_set_changed_and_deleted(self):
        ana = Person('Ana')
        goal = ana.ask('POST', '/v1/goals', {'name': 'Stretch', 'recurrence': 'daily'})['id']
        page = self.open(f'/goals/{goal}', person=ana)
        page.get_by_role('button', name='New reminder').click()
        page.get_by_label('Time', exact=True).fill('07:30')
        page.get_by_role('checkbox', name='Sunday').uncheck()
        page.get_by_role('button', name='Save').click()
        page.get_by_role('dialog').wait_for(state='detached')
        page.get_by_text('Mon, Tue, Wed, Thu, Fri, Sat').wait_for()
        one, = ana.ask('GET', '/v1/reminders')['items']
        self.assertEqual((one['minuteOfDay'], one['weekdays'], one['subject']), (450, [1, 2, 3, 4, 5, 6], goal))

        page.goto(f'{BASE}/settings')
        page.get_by_role('link', name='My reminders').click()
        page.get_by_role('link', name='Stretch').wait_for()
        page.get_by_role('button', name='Change reminder at 07:30').click()
        page.get_by_label('Off').check()
        page.get_by_role('button', name='Save').click()
        page.get_by_text(re.compile('07:30.*Off')).wait_for()
        page.get_by_role('button', name='Change reminder at 07:30').click()
        page.get_by_role('dialog').get_by_role('button', name='Delete').click()
        page.get_by_text('No reminders yet.').wait_for()

    def test_dares_and_contests_can_be_chosen(self):
        ana, bo = Person('Ana'), Person('Bo', 'Marlowe')
        bo.befriend(ana)
        dare = bo.dare(ana, name='Eat a lemon')[0]['id']
        ana.move(dare, 'accept')
        contest = ana.ask('POST', '/v1/contests', {
            'kind': 'competition', 'name': 'Lengths', 'unit': 'lengths', 'startsAt': None, 'endsAt': '2027-06-01T08:00:00Z'})['id']
        ana.ask('POST', f'/v1/contests/{contest}/publish')
        page = self.open('/settings/reminders', person=ana)
        for name, of in (('Eat a lemon', 'assignment'), ('Lengths', 'contest')):
            page.get_by_role('button', name='New reminder').click()
            page.get_by_role('dialog').get_by_label(name).check()
            page.get_by_role('button', name='Save').click()
            page.get_by_role('dialog').wait_for(state='detached')
            page.locator('main').get_by_role('link', name=name).wait_for()
            self.assertIn(of, [one['of'] for one in ana.ask('GET', '/v1/reminders')['items']])
        page.goto(f'{BASE}/assignments/{dare}')
        page.get_by_role('button', name='Change reminder at 18:00').wait_for()
