"""Pictures of every screen, by width, light and language, with a page that shows them side by side:
screenshots.py DIRECTORY"""
import html
import pathlib
import sys

from browser import chromium, settle
from people import BASE, PASSWORD, Person, in_days
from provider import link

WIDTHS = (320, 390, 768, 1280)


def world():
    """Ana, with long names around her, something to do and something to judge."""
    ana = Person('Maximiliane-Alexandra', 'Featherstonehaugh-Cholmondeley')
    bo, cy = Person('Bo', 'Marlowe'), Person('Cyprian', 'Wolkenstein-Trostburg')
    ana.befriend(bo)
    ana.befriend(cy)
    Person('Di', 'Okafor').ask('POST', '/v1/friend-requests', {'to': ana.id})
    states = {}
    states['unread'] = bo.dare(ana, name='Swim across the lake before the sun is up', description='All of it.\nTwice.')[0]['id']
    states['accepted'] = cy.dare(ana, name='Ten push-ups', proof='required')[0]['id']
    ana.move(states['accepted'], 'accept')
    sent = ana.dare(bo, cy, name='Rindfleischetikettierungsüberwachung auswendig aufsagen')
    states['judging'] = sent[0]['id']
    bo.move(states['judging'], 'accept')
    bo.move(states['judging'], 'submit', {'note': 'Done before breakfast.', 'mediaIDs': [bo.upload()]})
    states['denied'] = ana.dare(bo, name='Eat a lemon')[0]['id']
    bo.move(states['denied'], 'deny', {'reason': 'Too sour.'})
    states['done'] = ana.dare(cy, name='Sing in the rain')[0]['id']
    cy.move(states['done'], 'accept')
    cy.move(states['done'], 'submit', {'note': 'La la la.'})
    ana.move(states['done'], 'approve')
    ana.ask('POST', '/v1/me/photos', {'mediaIDs': [ana.upload(), ana.upload()]})
    bo.ask('POST', '/v1/me/photos', {'mediaIDs': [bo.upload()], 'audience': 'friends'})
    challenge = ana.ask('GET', f"/v1/assignments/{states['judging']}")['challenge']['id']
    contest = ana.contest(name='Wer trinkt am meisten Wasser', goal=10, invitees=[bo.id, cy.id])
    for person, amount in ((bo, 3.5), (cy, 12), (ana, 4.25)):
        if person is not ana:
            person.ask('POST', f'/v1/contests/{contest}/join', {})
        person.ask('POST', f'/v1/contests/{contest}/entries', {'amount': amount, 'note': 'Before breakfast.'})
    later = ana.contest(name='Stairs', startsAt=in_days(1), endsAt=in_days(3), score='percent', target=30)
    code = ana.ask('POST', f'/v1/contests/{contest}/codes', {})['code']
    over = ana.contest(name='Pages in an hour', unit='pages', invitees=[bo.id, cy.id])
    for person, amount in ((bo, 30), (cy, 12), (ana, 30)):
        if person is not ana:
            person.ask('POST', f'/v1/contests/{over}/join', {})
        person.ask('POST', f'/v1/contests/{over}/entries', {'amount': amount})
    ana.ask('POST', f'/v1/contests/{over}/end', {})
    ana.ask('PATCH', '/v1/me', {'bio': 'Ich schwimme bei jedem Wetter.', 'email': 'maximiliane@example.org'})
    ana.ask('POST', '/v1/invites', {'kind': 'friend'})
    invite = bo.ask('POST', '/v1/invites', {'kind': 'friend'})['code']
    way = ana.ask('POST', '/v1/invites', {'kind': 'app'})['code']
    Person('Eda', 'Yilmaz').ask('POST', f'/v1/invites/{way}/accept')
    link(ana, 'google', email='maximiliane.featherstonehaugh@example.org')
    link(ana, 'apple')
    screens = {f'dare-{name}': f'/assignments/{one}' for name, one in states.items()}
    screens |= {'home': '/', 'new': '/new', 'new-dare': '/new/dare', 'sent': f'/sent/{challenge}', 'inbox': '/inbox',
                'friends': '/friends?q=di', 'person': f'/people/{bo.id}', 'me': '/me', 'lists': '/me/lists', 'medals': '/medals',
                'medals-of': f'/people/{bo.id}/medals', 'gallery': '/gallery?by=challenge', 'photos-of': f'/people/{bo.id}/photos',
                'scoreboard': '/scoreboard',
                'settings': '/settings', 'profile': '/settings/profile', 'access': '/settings/access', 'invites': '/friends/invites',
                'invitation': f'/c/{invite}', 'nothing': '/nowhere', 'contest': f'/contests/{contest}',
                'new-competition': '/new/competition', 'new-open': '/new/open', 'discover': '/discover', 'code': f'/c/{code}',
                'contest-later': f'/contests/{later}', 'result': f'/contests/{over}/result', 'contest-edit': f'/contests/{contest}/edit',
                'contests': f'/people/{ana.id}/contests'}
    screens |= {f'contest-{tab}': f'/contests/{contest}?tab={tab}' for tab in ('log', 'photos', 'about')}
    return ana, screens | goals(ana, bo)


def goals(ana, bo):
    """Goals of each kind, a timer that runs, a workout to do, and what is over."""
    def goal(**fields):
        return ana.ask('POST', '/v1/goals', fields)['id']
    preset = next(one for one in ana.ask('GET', '/v1/definitions?of=preset')['items'] if one['preset'] == 'walk-10k-steps')['id']
    steps, daily = goal(definition=preset), goal(name='Drink water', unit='glasses', target=8, recurrence='daily', restWeekdays=[6, 7])
    ana.ask('POST', f'/v1/goals/{steps}/entries', {'amount': 6500, 'note': 'Around the lake'})
    ana.ask('POST', f'/v1/goals/{daily}/entries', {'amount': 8})
    mark, done = goal(name='Meditate', recurrence='weekly'), goal(name='Walk backwards', description='Once round the block.')
    ana.ask('POST', f'/v1/goals/{done}/complete')
    ana.ask('POST', f'/v1/goals/{done}/photos', {'mediaIDs': [ana.upload()]})
    ana.ask('POST', '/v1/reminders', {'of': 'goal', 'subject': daily, 'minuteOfDay': 450, 'weekdays': [1, 2, 3, 4, 5]})
    timing = ana.ask('POST', '/v1/timings', {'of': 'goal', 'subject': mark})['id']
    workout = bo.ask('POST', '/v1/definitions', {
        'name': 'Row', 'caption': 'Against the stream', 'category': 'endurance', 'targetSeconds': 600, 'mediaIDs': [bo.upload()]})['id']
    sent = bo.ask('POST', '/v1/challenges', {
        'kind': 'workout', 'definition': workout, 'recipients': [ana.id], 'deadline': '2027-06-01T12:00:00Z'})['assignments'][0]['id']
    ana.move(sent, 'start')
    return {'goals': '/goals', 'goal-steps': f'/goals/{steps}', 'goal-daily': f'/goals/{daily}', 'goal-mark': f'/goals/{mark}',
            'new-goal': '/new/goal', 'new-goal-preset': f'/new/goal?from={preset}', 'timing': f'/timings/{timing}',
            'new-workout': '/new/workout', 'definition': f'/definitions/{workout}', 'send-workout': f'/new/dare?definition={workout}',
            'workout': f'/assignments/{sent}', 'history': '/history', 'reminders': '/settings/reminders'}


def shoot(page, path, name, suffix, out):
    page.goto(BASE + path)
    settle(page)
    for width in WIDTHS:
        page.set_viewport_size({'width': width, 'height': 800})
        # A picture of the whole page has the bar where it would cover the middle: make room.
        height = page.evaluate('document.documentElement.scrollHeight')
        page.set_viewport_size({'width': width, 'height': max(800, height)})
        page.wait_for_timeout(120)
        page.screenshot(path=out / f'{name}-{width}-{suffix}.png')


def main(out):
    out.mkdir(parents=True, exist_ok=True)
    ana, screens = world()
    open_screens = {'sign-in': '/sign-in', 'register': '/register', 'forgot': '/forgot', 'reset': '/reset', 'verify': '/verify'}
    for language in ('en-GB', 'de-DE'):
        for theme in ('light', 'dark'):
            suffix = f'{theme}-{language[:2]}'
            context = chromium().new_context(locale=language, color_scheme=theme, timezone_id='Europe/Berlin')
            page = context.new_page()
            for name, path in open_screens.items():
                shoot(page, path, name, suffix, out)
            page.goto(BASE + '/sign-in')
            page.locator('#login').fill(ana.username)
            page.locator('#password').fill(PASSWORD)
            page.locator('form .button.is-main').click()
            page.locator('nav.bar').wait_for()
            for name, path in screens.items():
                shoot(page, path, name, suffix, out)
            context.close()
    rows = []
    for name in [*open_screens, *screens]:
        shots = sorted(out.glob(f'{name}-[0-9]*.png'), key=lambda path: int(path.stem.split('-')[-3]))
        shown = ''.join(f'<figure><img src="{one.name}" height="600" loading="lazy"><figcaption>{one.stem}</figcaption></figure>'
                        for one in shots)
        rows.append(f'<h2>{html.escape(name)}</h2><div>{shown}</div>')
    (out / 'index.html').write_text(
        '<!doctype html><meta charset="utf-8"><title>Screens</title><style>div{display:flex;gap:1rem;overflow:auto}'
        'figure{margin:0}img{border:1px solid #888}</style>' + ''.join(rows))
    print(f'{len(list(out.glob("*.png")))} pictures in {out}')


if __name__ == '__main__':
    main(pathlib.Path(sys.argv[1]))
