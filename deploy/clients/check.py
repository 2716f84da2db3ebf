"""What the client does that openapi-python-client generated, and the models of
datamodel-code-generator. Run by deploy/check-clients, which makes both in the current directory:

check.py URL PICTURE

Prints a line for each step, and exits with 1 if one failed.
"""

import datetime
import json
import secrets
import sys
import time
import uuid

import httpx
import models
from gauntlet_client import AuthenticatedClient, Client
from gauntlet_client import models as client_models
from gauntlet_client.api.challenges import create_challenge
from gauntlet_client.api.contests import create_contest, get_board
from gauntlet_client.api.entries import add_entry
from gauntlet_client.api.friends import accept_friend_request, send_friend_request
from gauntlet_client.api.inbox import list_notices
from gauntlet_client.api.media import get_media, upload_media
from gauntlet_client.api.people import change_settings, get_settings
from gauntlet_client.api.sessions import register
from gauntlet_client.types import File

URL, PICTURE = sys.argv[1:3]
CHECKED = {}


def check(what, holds, found=""):
    print(f"{'ok    ' if holds else 'FAILED'} Python: {what}" + ("" if holds else f": {found}"))
    if not holds:
        sys.exit(1)


def read(name, answer):
    """Has the other generator's model read the same answer."""
    model = getattr(models, name)
    check(f"its model {name} reads the answer", model.model_validate_json(answer.content))
    return answer.parsed


def account(name):
    body = client_models.Registration(
        username=f"{name.lower()}_{secrets.token_hex(5)}",
        password="correct horse battery",
        first_name=name,
        last_name="Check",
    )
    answer = register.sync_detailed(client=Client(base_url=URL), body=body)
    check(f"{name} signs up", answer.status_code == 201, answer.content)
    signed_in = read("SignedIn", answer)
    return signed_in.user, AuthenticatedClient(base_url=URL, token=signed_in.access_token)


ana, anas = account("Ana")
bo, bos = account("Bo")

body = client_models.NewFriendRequest(to=bo.id)
asked = send_friend_request.sync_detailed(client=anas, body=body)
request = read("FriendRequest", asked)
accepted = accept_friend_request.sync_detailed(request.id, client=bos)
check("they become friends", accepted.status_code == 200, accepted.content)

with open(PICTURE, "rb") as picture:
    stored = upload_media.sync_detailed(client=anas, body=File(payload=picture), id=uuid.uuid4())
check("a PNG is uploaded", stored.status_code == 201, stored.content)
media = read("Media", stored)
check("as what it is", media.content_type == "image/png", media)
url = httpx.URL(URL).join(media.url)
shown = get_media.sync_detailed(
    media.id, "original", client=Client(base_url=URL), e=url.params["e"], s=url.params["s"]
)
with open(PICTURE, "rb") as picture:
    check("and downloaded", shown.parsed.payload.read() == picture.read(), shown.status_code)

dare = create_challenge.sync_detailed(
    client=anas,
    body=client_models.NewChallenge(
        kind=client_models.ChallengeKind.DARE, name="Ten push-ups", recipients=[bo.id]
    ),
)
check("a dare is sent", dare.status_code == 201, dare.content)
read("Challenge", dare)

today = datetime.datetime.now(datetime.UTC).date()
made = create_contest.sync_detailed(
    client=anas,
    body=client_models.NewContest(
        kind=client_models.ChallengeKind.COMPETITION,
        name="Swim",
        unit="lengths",
        starts_on=today,
        ends_on=today + datetime.timedelta(days=7),
        invitees=[bo.id],
        author_plays=True,
        time_zone="UTC",
        media_i_ds=[media.id],
    ),
)
check("a contest by days is made", made.status_code == 201, made.content)
contest = read("Contest", made)
check("of whole days", contest.whole_days, contest)

body = client_models.NewEntry(amount=12)
logged = add_entry.sync_detailed(contest.id, client=anas, body=body)
check("something is logged", logged.status_code == 201, logged.content)
read("Entry", logged)

for _ in range(100):
    board = get_board.sync_detailed(contest.id, client=anas)
    if board.parsed and board.parsed.items and board.parsed.items[0].value == 12:
        break
    time.sleep(0.1)
check("the board has it", board.parsed.items and board.parsed.items[0].value == 12, board.content)
read("BoardRows", board)

for _ in range(100):
    inbox = list_notices.sync_detailed(client=bos)
    if inbox.parsed and {n.kind for n in inbox.parsed.items} >= {"dareReceived", "contestInvited"}:
        break
    time.sleep(0.1)
kinds = [notice.kind for notice in inbox.parsed.items]
check("so has the inbox what came", {"dareReceived", "contestInvited"} <= set(kinds), kinds)
read("Notices", inbox)

later = json.loads(inbox.content)
later["items"][0]["kind"] = "ofALaterRelease"
found = client_models.Notices.from_dict(later).items[0].kind
check("an unknown kind harms nothing", (found.name, found) == ("UNKNOWN", "ofALaterRelease"), found)
check("nor the model", models.Notices.model_validate(later).items[0].kind, later)

seen = get_settings.sync_detailed(client=anas)
read("Settings", seen)
change = client_models.SettingsChange(is_listed=True)
tag = seen.headers["etag"]
saved = change_settings.sync_detailed(client=anas, body=change, if_match=tag)
check("settings are saved", saved.status_code == 200, saved.content)
late = change_settings.sync_detailed(
    client=anas, body=client_models.SettingsChange(is_listed=False), if_match=tag
)
problem = read("SettingsProblem", late)
shown = late.status_code == 412 and problem.current.version == saved.parsed.version
check("a late save is shown the current ones", shown and problem.current.is_listed, late.content)
