"""Open challenges, codes, Discover, and the competitions of a person."""
import re

from browser import DESK, Case, settle
from people import BASE, PASSWORD, Person, in_days, picture

STANDINGS = """async () => {
  const address = document.querySelector('script[type=module]').src.replace('main.js', 'contest/race.js')
  const { standingsOf } = await import(address)
  const row = (rank, id, isMe = false) => ({ rank, isMe, user: { id } })
  const hidden = (rank) => ({ rank, isMe: false, user: { id: '0', placeholder: 'hidden' } })
  const ranks = (...pages) => standingsOf(pages).map((one) => one.user.placeholder ?? `${one.rank ?? '-'}${one.user.id}`).join(' ')
  const is = (found, wanted) => { if (found !== wanted) throw new Error(`found ${found}, wanted ${wanted}`) }
  is(ranks([row(1, 'a'), row(2, 'b', true), row(3, 'c')]), '1a 2b 3c')
  is(ranks([row(9, 'm', true), row(1, 'a'), row(2, 'b')]), '1a 2b')
  is(ranks([row(3, 'm', true), row(1, 'a'), row(2, 'b')], [row(3, 'm', true), row(4, 'd')]), '1a 2b 3m 4d')
  is(ranks([row(1, 'm', true), row(2, 'b')], [row(1, 'm', true), row(3, 'c')]), '1m 2b 3c')
  is(ranks([row(undefined, 'm', true), row(1, 'a')], [row(undefined, 'm', true), row(undefined, 'z')]), '1a -m -z')
  is(ranks([hidden(1), hidden(1), row(3, 'm', true)]), 'hidden hidden 3m')
}"""


class Open(Case):
    def test_from_making_to_done_with_a_photo(self):
        ana, bo = Person('Ana'), Person('Bo', 'Marlowe')
        page = self.open('/new', person=ana)
        page.get_by_role('link', name=re.compile('^Open challenge')).click()
        page.get_by_role('heading', name='New open challenge').wait_for()
        page.get_by_label('Name', exact=True).fill('Swim in the sea')
        page.get_by_text('More rules').click()
        page.get_by_role('group', name='Photo as proof').get_by_role('radio', name='Required', exact=True).check()
        page.get_by_role('button', name='Open challenge').click()
        page.get_by_role('heading', name='Swim in the sea').wait_for()
        contest = page.url.rsplit('/', 1)[1]

        other = self.open(f'/contests/{contest}', person=bo, size=DESK)
        other.get_by_role('button', name='Join').click()
        other.get_by_role('button', name='Complete').click()
        sheet = other.get_by_role('dialog')
        sheet.get_by_label('Note').fill('Cold.')
        sheet.get_by_role('button', name='Complete').click()
        sheet.get_by_text('This needs a photo as proof.').wait_for()
        sheet.locator('input[type=file]').set_input_files({'name': 'sea.png', 'mimeType': 'image/png', 'buffer': picture()})
        sheet.get_by_role('button', name='Remove sea.png').wait_for()
        sheet.locator('.uploads progress').wait_for(state='detached')
        sheet.get_by_role('button', name='Complete').click()
        other.get_by_text('You have done it.').wait_for()
        self.assertEqual(other.get_by_role('button', name='Complete').count(), 0)
        page.goto(f'{BASE}/contests/{contest}?tab=about')
        page.get_by_role('listitem').filter(has_text='Bo').filter(has_text='Goal reached').wait_for()
        page.goto(f'{BASE}/contests/{contest}?tab=photos')
        page.get_by_role('button', name=re.compile('Open: Photo by .*Bo')).wait_for()

    def test_who_asks_is_admitted_or_refused(self):
        ana, bo, cy = Person('Ana'), Person('Bo', 'Marlowe'), Person('Cy', 'Okafor')
        contest = ana.contest(kind='open', needsApproval=True, name='By the lake')
        page = self.open(f'/contests/{contest}', person=bo)
        page.get_by_text('The owner decides.').wait_for()
        page.get_by_role('button', name='Ask to join').click()
        page.get_by_text('Asked', exact=True).wait_for()
        cy.ask('POST', f'/v1/contests/{contest}/join', {})
        owner = self.open('/inbox', person=ana)
        owner.get_by_text(re.compile('Bo.* asks to join .*By the lake')).click()
        owner.get_by_role('button', name=re.compile('Admit .*Bo')).click()
        owner.get_by_text(re.compile('Bo.* is in.')).wait_for()
        owner.get_by_role('button', name=re.compile('Refuse .*Cy')).click()
        owner.get_by_text(re.compile('Refused. .*Cy.* is not told.')).wait_for()
        page.reload()
        page.get_by_role('button', name='Log', exact=True).wait_for()

    def test_likes_wishes_and_showing_it_to_friends(self):
        ana, bo = Person('Ana'), Person('Bo', 'Marlowe')
        ana.befriend(bo)
        contest = ana.contest(kind='open', name='By the lake')
        page = self.open(f'/contests/{contest}', person=ana)
        page.get_by_role('button', name='Like, 0 so far').click()
        page.get_by_role('button', name='Like, 1 so far', pressed=True).wait_for()
        page.get_by_role('button', name='Wish list').click()
        page.get_by_role('button', name='Wish list', pressed=True).wait_for()
        page.get_by_role('button', name='Tell friends').click()
        sheet = page.get_by_role('dialog')
        sheet.get_by_text('Each gets a notice.').wait_for()
        sheet.get_by_role('checkbox', name=re.compile('Bo')).check()
        sheet.get_by_role('button', name='Tell friends').click()
        page.get_by_text('Told a friend.').wait_for()
        self.assertTrue(ana.ask('GET', f'/v1/contests/{contest}')['wishedByMe'])
        page.get_by_role('tab', name='About').click()
        page.get_by_role('button', name='Who likes it').click()
        page.get_by_role('dialog').get_by_text(re.compile('Ana')).wait_for()
        other = self.open('/inbox', person=bo)
        other.get_by_text(re.compile('Ana.* shows you .*By the lake')).click()
        other.get_by_role('heading', name='By the lake').wait_for()


class Codes(Case):
    def test_a_code_survives_registering(self):
        ana = Person('Ana')
        contest = ana.contest(name='By the lake', visibility='link')
        page = self.open(f'/contests/{contest}?tab=about', person=ana)
        page.get_by_role('button', name='Make a code').click()
        address = page.get_by_label('Address to pass on')
        self.assertRegex(address.input_value(), f'^{BASE}/c/c[a-z2-7]{{15}}$')
        path = address.input_value()[len(BASE):]

        other = self.open(path)
        other.get_by_role('heading', name='By the lake').wait_for()
        other.get_by_text(re.compile('Competition of .*Ana')).wait_for()
        other.get_by_role('link', name='Create an account').click()
        # Even where the address of the code is lost on the way.
        other.goto(BASE + '/register')
        name = 'code' + Person('Name').username[-10:]
        for label, text in (('Username', name), ('Password', PASSWORD), ('First name', 'Di'), ('Last name', 'Okafor')):
            other.get_by_label(label, exact=True).fill(text)
        other.get_by_role('button', name='Create account').click()
        other.get_by_role('button', name='Look at it').click()
        other.get_by_role('button', name='Join').click()
        other.get_by_text('Joined', exact=True).wait_for()

        page.reload()
        page.get_by_text('used 1 time').wait_for()
        page.get_by_role('button', name='Revoke').click()
        page.get_by_role('dialog').get_by_role('button', name='Revoke').click()
        address.wait_for(state='detached')
        self.provokes('404')
        other.goto(BASE + path)
        other.get_by_text('This invitation is used up, over or unknown.').wait_for()
        self.assertEqual(other.get_by_role('navigation', name='Main').count(), 1)

    def test_a_code_of_a_private_one_names_only_its_owner(self):
        ana = Person('Ana')
        contest = ana.contest(name='A secret')
        code = ana.ask('POST', f'/v1/contests/{contest}/codes', {})['code']
        page = self.open(f'/c/{code}')
        page.get_by_role('heading', name='An invitation').wait_for()
        page.get_by_role('link', name='Sign in').click()
        page.get_by_label('Username or e-mail').fill(Person('Bo').username)
        page.get_by_label('Password').fill(PASSWORD)
        page.get_by_role('button', name='Sign in').click()
        page.get_by_role('button', name='Look at it').click()
        page.get_by_role('heading', name='A secret').wait_for()


class Discover(Case):
    def test_what_is_found_and_by_what(self):
        ana, bo = Person('Ana'), Person('Bo', 'Marlowe')
        word = Person('Word').username
        for kind, name, more in (('open', f'{word} books', {}), ('competition', f'{word} water', {'visibility': 'public', 'category': 'strength'}),
                                 ('competition', f'{word} stairs', {'visibility': 'public', 'startsAt': in_days(1), 'endsAt': in_days(3)}),
                                 ('competition', f'{word} secret', {})):
            ana.contest(kind=kind, name=name, **more)
        page = self.open(person=bo)
        page.get_by_role('navigation', name='Main').get_by_role('link', name='Discover', exact=True).click()
        page.get_by_role('heading', name='Discover').wait_for()
        page.get_by_label('Search').fill(word)
        rows = page.get_by_role('tabpanel').get_by_role('list').get_by_role('listitem')

        def found(*names):
            for name in names:
                rows.filter(has_text=f'{word} {name}').wait_for()
            rows.nth(len(names)).wait_for(state='detached')
        found('books', 'water', 'stairs')
        page.get_by_text('Filters', exact=True).click()
        page.get_by_role('group', name='Kind').get_by_role('radio', name='Competition', exact=True).check()
        found('water', 'stairs')
        page.get_by_role('group', name='State').get_by_role('radio', name='Not started', exact=True).check()
        found('stairs')
        page.get_by_role('group', name='State').get_by_role('radio', name='Any', exact=True).check()
        page.get_by_role('group', name='Category').get_by_role('radio', name='Strength', exact=True).check()
        found('water')
        # Every choice is in the address.
        page.reload()
        found('water')
        page.get_by_role('group', name='Category').get_by_role('radio', name='Any', exact=True).check()
        page.get_by_role('tab', name='Popular').click()
        found('water', 'stairs')
        page.get_by_label('Search').fill(word + ' nothing')
        page.get_by_text(f'Nothing found for “{word} nothing”.').wait_for()
        page.get_by_role('link', name='New open challenge').wait_for()
        page.get_by_role('button', name='Show all').click()
        self.assertEqual(page.get_by_label('Search').input_value(), '')
        page.get_by_role('tab', name='People').click()
        page.get_by_label('Search').fill(ana.username)
        page.get_by_role('tabpanel').get_by_role('link', name=re.compile('Ana')).click()
        page.get_by_role('heading', name=re.compile('Ana')).wait_for()
        page.go_back()
        self.assertEqual(page.get_by_label('Search').input_value(), ana.username)

    def test_the_competitions_of_a_person(self):
        ana, bo, cy = Person('Ana'), Person('Bo', 'Marlowe'), Person('Cy', 'Okafor')
        ana.befriend(bo)
        ana.contest(name='Seen by all', visibility='public')
        ana.contest(name='A secret')
        page = self.open(f'/people/{ana.id}', person=bo)
        page.get_by_role('link', name='Competitions').click()
        page.get_by_role('tab', name='Running').wait_for()
        page.get_by_role('list', name='Joined').get_by_role('link', name=re.compile('Seen by all')).wait_for()
        self.assertEqual(page.get_by_text('A secret').count(), 0)
        page.get_by_role('tab', name='Done').click()
        page.get_by_text('None here.').wait_for()
        other = self.open(f'/people/{ana.id}/contests', person=cy)
        other.get_by_text('Seen by all').wait_for()
        self.assertEqual(other.get_by_role('tab').all_inner_texts(), ['Joined', 'Made'])
        own = self.open('/me', person=ana)
        own.get_by_role('link', name='My competitions').click()
        own.get_by_role('tab', name='Made').click()
        own.get_by_text('A secret').wait_for()

    def test_rows_of_several_pages_are_in_their_order(self):
        page = self.open('/sign-in')
        settle(page)
        page.evaluate(STANDINGS)
