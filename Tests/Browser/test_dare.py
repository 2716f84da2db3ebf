"""A dare by its own screens: two browsers, from registering to points."""
import re
import secrets

from browser import DESK, PHONE, Case
from people import BASE, PASSWORD, Person, picture


class Dare(Case):
    def register(self, page, username, first, last):
        page.get_by_role('link', name='Create an account').click()
        page.get_by_role('heading', name='Create an account').wait_for()
        for label, text in (('Username', username), ('Password', PASSWORD), ('First name', first), ('Last name', last)):
            page.get_by_label(label, exact=True).fill(text)
        page.get_by_role('button', name='Create account').click()
        page.get_by_role('heading', name=re.compile('Hello')).wait_for()

    def place(self, page, name):
        page.get_by_role('navigation', name='Main').get_by_role('link', name=name, exact=True).click()

    def test_from_registering_to_points(self):
        tag = secrets.token_hex(5)
        ana, bo = self.open(size=PHONE), self.open(size=DESK)
        self.register(ana, f'ana{tag}', 'Ana', 'Lindqvist')
        self.register(bo, f'bo{tag}', 'Bo', 'Marlowe')

        bo.get_by_role('link', name='Find a friend').click()
        bo.get_by_label('Find people').fill(f'ana{tag}')
        bo.get_by_role('button', name=re.compile('^Ask')).click()
        self.place(ana, 'Inbox')
        ana.get_by_text('asks to be friends').click()
        ana.get_by_role('button', name='Accept').click()

        self.place(ana, 'New')
        ana.get_by_role('link', name=re.compile('^Dare')).click()
        ana.get_by_label('Name', exact=True).fill('Swim in the lake')
        ana.get_by_label('Description').fill('All of it.')
        ana.get_by_role('group', name='Friends').get_by_role('checkbox', name=re.compile('Bo.*Marlowe')).check()
        ana.get_by_text(re.compile('Bo.* has until')).wait_for()
        ana.get_by_role('button', name='Send dare').click()
        ana.get_by_role('heading', name='Swim in the lake').wait_for()
        ana.get_by_text('Pending').wait_for()

        self.place(bo, 'Home')
        bo.get_by_role('link', name=re.compile('Swim in the lake')).first.click()
        bo.locator('main').get_by_text('Unread').wait_for()
        bo.get_by_role('button', name='Accept').click()
        bo.get_by_label('Note').fill('Cold, but done.')
        bo.locator('input[type=file]').set_input_files(
            {'name': 'lake.png', 'mimeType': 'image/png', 'buffer': picture()})
        bo.get_by_role('button', name='Remove lake.png').wait_for()
        bo.locator('.uploads progress').wait_for(state='detached')
        bo.get_by_role('button', name='Submit').click()
        bo.get_by_text('Attempt 1').wait_for()

        ana.reload()
        ana.get_by_text('Cold, but done.').wait_for()
        self.assertEqual(ana.get_by_text(re.compile(r'points?\b', re.I)).count(), 0, 'points before the verdict')
        ana.get_by_role('button', name=re.compile('Open: Photo by')).click()
        ana.get_by_role('dialog').get_by_text('Photo 1 of 1').wait_for()
        ana.go_back()
        ana.get_by_role('dialog').wait_for(state='detached')
        ana.get_by_role('button', name='Try again').click()
        ana.get_by_label('Why?').fill('All of it, I said.')
        ana.get_by_role('button', name='Try again').click()
        ana.locator('main').get_by_text('another try wanted').wait_for()

        bo.reload()
        bo.get_by_text('All of it, I said.').wait_for()
        bo.get_by_label('Note').fill('All of it now.')
        bo.get_by_role('button', name='Submit').click()
        bo.get_by_text('Attempt 2').wait_for()
        ana.reload()
        ana.get_by_role('button', name='Done right').click()
        ana.get_by_text('+10').wait_for()

        bo.reload()
        bo.get_by_text('+100').wait_for()
        self.place(bo, 'Scoreboard')
        bo.get_by_role('heading', name='Scoreboard').wait_for()
        bo.get_by_role('listitem').filter(has_text='Bo').filter(has_text='100').first.wait_for()
        self.place(ana, 'Me')
        ana.locator('.figures').get_by_text('10', exact=True).wait_for()
        # Over, it is grey text in lists, without icon and link.
        self.place(bo, 'Home')
        bo.locator('main h1').wait_for()
        self.assertEqual(bo.locator('main').get_by_role('link', name=re.compile('Swim')).count(), 0)

    def test_the_five_states_and_their_icons(self):
        ana, bo = Person('Ana'), Person('Bo', 'Marlowe')
        ana.befriend(bo)
        names = ['Unread', 'Pending', 'Accepted', 'Denied', 'Done']
        dares = {name: ana.dare(bo, name=f'Dare {name}')[0]['id'] for name in names}
        for name in ('Pending', 'Accepted', 'Done'):
            bo.move(dares[name], 'accept')
        bo.move(dares['Denied'], 'deny')
        for name in ('Pending', 'Done'):
            bo.move(dares[name], 'submit', {'note': 'x'})
        ana.move(dares['Done'], 'approve')
        page = self.open(person=bo)
        icons = {'Unread': 'exclamation', 'Pending': 'hourglass', 'Accepted': 'check', 'Denied': 'cross', 'Done': None}
        for name, icon in icons.items():
            page.goto(page.url.split('/assignments')[0].rstrip('/') + f'/assignments/{dares[name]}')
            chip = page.locator('main .chip').first
            chip.wait_for()
            self.assertEqual(chip.inner_text().strip(), name)
            use = chip.locator('use')
            found = use.get_attribute('href').split('#')[1] if use.count() else None
            self.assertEqual(found, icon, name)

    def test_a_rejection_needs_a_reason_and_a_denial_none(self):
        ana, bo = Person('Ana'), Person('Bo', 'Marlowe')
        ana.befriend(bo)
        first, second = ana.dare(bo)[0]['id'], ana.dare(bo)[0]['id']
        bo.move(first, 'accept')
        bo.move(first, 'submit', {'note': 'x'})
        page = self.open(f'/assignments/{first}', person=ana)
        page.get_by_role('button', name='Don’t do it at all').click()
        page.get_by_role('button', name='Don’t do it at all').click()
        page.get_by_text('Say why, in a few words.').wait_for()
        page.get_by_label('Why?').fill('Never again.')
        page.get_by_role('button', name='Don’t do it at all').click()
        page.get_by_text('Rejected', exact=True).wait_for()
        page = self.open(f'/assignments/{second}', person=bo)
        page.get_by_role('button', name='Deny').click()
        page.get_by_text('Denied', exact=True).wait_for()

    def test_a_double_tap_sends_one_dare(self):
        ana, bo = Person('Ana'), Person('Bo', 'Marlowe')
        ana.befriend(bo)
        page = self.open('/new/dare', person=ana)
        page.get_by_label('Name', exact=True).fill('Once')
        page.get_by_role('checkbox', name=re.compile('Bo')).check()
        page.get_by_role('button', name='Send dare').dblclick()
        page.get_by_role('heading', name='Once').wait_for()
        self.assertEqual(len(bo.ask('GET', '/v1/assignments?role=recipient')['items']), 1)

    def test_a_draft_survives_a_reload(self):
        ana = Person('Ana')
        page = self.open('/new/dare', person=ana)
        page.get_by_label('Name', exact=True).fill('Half written')
        page.reload()
        page.get_by_role('heading', name='New dare').wait_for()
        self.assertEqual(page.get_by_label('Name', exact=True).input_value(), 'Half written')

    def test_moved_elsewhere_shows_what_is_there_now(self):
        self.provokes('409|412')
        ana, bo = Person('Ana'), Person('Bo', 'Marlowe')
        ana.befriend(bo)
        dare = ana.dare(bo)[0]['id']
        page = self.open(f'/assignments/{dare}', person=bo)
        page.get_by_role('button', name='Accept').wait_for()
        ana.move(dare, 'withdraw')
        page.get_by_role('button', name='Accept').click()
        page.get_by_text(re.compile('It changed meanwhile')).wait_for()
        page.get_by_text('Withdrawn').wait_for()

    def test_a_dare_is_sent_again(self):
        ana, bo, cy = Person('Ana'), Person('Bo', 'Marlowe'), Person('Cy', 'Okafor')
        ana.befriend(bo)
        ana.befriend(cy)
        first = ana.dare(bo, name='Swim across', description='All of it.', proof='required')[0]['id']
        bo.move(first, 'accept')
        challenge = ana.ask('GET', f'/v1/assignments/{first}')['challenge']['id']
        page = self.open(f'/sent/{challenge}', person=ana)
        page.get_by_role('link', name='Send again').click()
        page.get_by_text('All of it.').wait_for()
        friends = page.get_by_role('group', name='Friends')
        friends.get_by_role('checkbox', name=re.compile('Bo'), checked=True).wait_for()
        friends.get_by_role('checkbox', name=re.compile('Cy')).check()
        page.get_by_role('button', name='Send dare').click()
        page.get_by_role('heading', name='Swim across').wait_for()
        again, = cy.ask('GET', '/v1/assignments?role=recipient')['items']
        self.assertEqual((again['challenge']['name'], again['challenge']['description'], again['challenge']['proof']),
                         ('Swim across', 'All of it.', 'required'))
        self.assertEqual(len(bo.ask('GET', '/v1/assignments?role=recipient')['items']), 2)
        # Each that is over offers it on its own screen, one under way does not.
        page.goto(f'{BASE}/assignments/{first}')
        page.get_by_text('All of it.').wait_for()
        self.assertEqual(page.get_by_role('link', name='Send again').count(), 0)
        denied = ana.dare(bo, name='Eat a lemon')[0]['id']
        bo.move(denied, 'deny')
        page.goto(f'{BASE}/assignments/{denied}')
        page.get_by_role('link', name='Send again').wait_for()
