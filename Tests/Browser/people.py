"""People of a test and what they have, made through the API."""
import datetime
import json
import os
import re
import secrets
import struct
import urllib.error
import urllib.request
import zlib

BASE = os.environ.get('GAUNTLET_BROWSER_URL', 'http://127.0.0.1:8080')
PASSWORD = 'correct horse battery'


class Person:
    """Someone with an account, who is signed in to the API."""

    def __init__(self, first='Ana', last='Lindqvist'):
        self.username = re.sub('[^a-z]', '', first.lower())[:12] + secrets.token_hex(5)
        self.first, self.last = first, last
        answer = call('POST', '/v1/accounts', None, {
            'username': self.username, 'password': PASSWORD, 'firstName': first, 'lastName': last,
            'timeZone': 'Europe/Berlin'})
        self.id, self.token = answer['user']['id'], answer['accessToken']

    def ask(self, method, path, body=None):
        return call(method, path, self.token, body)

    def befriend(self, other):
        request = self.ask('POST', '/v1/friend-requests', {'to': other.id})
        other.ask('POST', f"/v1/friend-requests/{request['id']}/accept", {})

    def dare(self, *others, name='Ten push-ups', **fields):
        """Sends a dare, and answers its assignments."""
        body = {'kind': 'dare', 'name': name, 'recipients': [one.id for one in others], **fields}
        return self.ask('POST', '/v1/challenges', body)['assignments']

    def contest(self, **fields):
        """Makes a competition of a week, and answers its id."""
        body = {'kind': 'competition', 'name': 'Most water', 'unit': 'litres', 'endsAt': in_days(7), **fields}
        return self.ask('POST', '/v1/contests', body)['id']

    def move(self, assignment, action, body=None):
        return self.ask('POST', f'/v1/assignments/{assignment}/{action}', body or {})

    def upload(self, data=None):
        """Sends a picture, and answers its id."""
        request = urllib.request.Request(BASE + '/v1/media', data or picture(), method='POST', headers={
            'Authorization': f'Bearer {self.token}', 'Content-Type': 'image/png'})
        with urllib.request.urlopen(request, timeout=30) as answer:
            return json.load(answer)['id']


def in_days(days):
    moment = datetime.datetime.now(datetime.timezone.utc) + datetime.timedelta(days=days)
    return moment.strftime('%Y-%m-%dT%H:%M:%SZ')


def call(method, path, token, body=None):
    request = urllib.request.Request(BASE + path, method=method)
    if token:
        request.add_header('Authorization', f'Bearer {token}')
    data = None
    if body is not None:
        request.add_header('Content-Type', 'application/json')
        data = json.dumps(body).encode()
    try:
        with urllib.request.urlopen(request, data, timeout=30) as answer:
            text = answer.read()
    except urllib.error.HTTPError as error:
        raise AssertionError(f'{method} {path}: {error.code} {error.read().decode()}') from error
    return json.loads(text) if text else None


def picture(width=640, height=480, shade=120):
    """A PNG of two gradients."""
    rows = b''.join(
        b'\0' + bytes(value for x in range(width) for value in (x * 255 // width, y * 255 // height, shade))
        for y in range(height))

    def chunk(kind, data):
        return struct.pack('>I', len(data)) + kind + data + struct.pack('>I', zlib.crc32(kind + data))
    header = struct.pack('>IIBBBBB', width, height, 8, 2, 0, 0, 0)
    return (b'\x89PNG\r\n\x1a\n' + chunk(b'IHDR', header) + chunk(b'IDAT', zlib.compress(rows))
            + chunk(b'IEND', b''))
