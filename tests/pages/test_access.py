"""Who may do what: every address, every method, everybody.

The table is the thing to read. Each line is a method, an address and what comes of it:

    200      shown                       302+, 200+   done: something was recorded
    302      sent on, nothing recorded   404, 410     not there, no longer valid

Who is not named in a line gets 403, a stranger is sent to sign in. Methods that have no line get 405. What is
not marked + leaves every table of the database as it was. In braces stand rows of the world (`world.py`):
`their` are those of another club; in brackets stands what is sent otherwise than usual.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from urllib.parse import parse_qsl

import pytest
from django.urls import URLPattern, URLResolver, get_resolver, resolve, reverse

from tests.conftest import LONG
from tests.pages.doors import FILES
from tests.pages.world import STRANGER, Scene, World, undone

pytestmark = pytest.mark.django_db

SIGNED_IN = (
    *("admin", "director", "jury", "scorer"),
    "event_director",  # holds a role in the books of three events of the club, and in no other
    "federation_admin",  # admin of the club's federation, and of a club of no federation
    "outsider",  # admin and director of another club
    "keeper",
    "nobody",
)
GROUPS = {
    "everybody": (STRANGER, *SIGNED_IN),
    "signed_in": SIGNED_IN,
    # Who is the only admin of a club, or the only keeper, hands over before the account is closed.
    "alone_in_charge": ("admin", "federation_admin", "outsider", "keeper"),
    "may_leave": ("director", "jury", "scorer", "event_director", "nobody"),
    "all_but_scorer": tuple(who for who in SIGNED_IN if who != "scorer"),
    "all_but_jury": tuple(who for who in SIGNED_IN if who != "jury"),
    "roles": ("admin", "director", "jury", "scorer"),
}

TABLE = """
# --- the house
GET   /                                                      200 everybody
GET   /health/                                               200 everybody
GET   /manifest.webmanifest                                  200 everybody
GET   /service-worker.js                                     200 everybody
GET   /offline/                                              200 everybody
GET   /robots.txt                                            200 everybody
GET   /metrics                                               404 everybody
GET   /language/fi/                                          302 everybody
GET   /language/xx/                                          404 everybody
GET   /privacy/                                              200 everybody
GET   /genuine/                                              200 everybody
GET   /genuine/?code=4F7T-90AB                               200 everybody
GET   /reach/                                                200 signed_in
POST  /reach/                                                200 signed_in
GET   /styleguide/                                           200 keeper

# --- one's own account
GET   /sign-in/                                              200 stranger     302 signed_in
POST  /sign-in/                                              302+ stranger    302 signed_in
GET   /sign-in/code/                                         302 everybody
POST  /sign-in/code/                                         302 everybody
POST  /sign-out/                                             302 everybody
GET   /account/                                              200 signed_in
POST  /account/                                              302+ signed_in
GET   /account/menu/                                         200 everybody
GET   /tonight/                                              200 everybody
GET   /account/close/                                        200 signed_in
POST  /account/close/                                        302+ may_leave      200 alone_in_charge
GET   /account/password/                                     200 signed_in
POST  /account/password/                                     302+ signed_in
GET   /account/email/                                        200 signed_in
POST  /account/email/                                        302+ signed_in
GET   /account/email/{email_token}/                          200 scorer      410 all_but_scorer
GET   /account/email/{token}/                                410 signed_in
POST  /account/email/{email_token}/                          302+ scorer     410 all_but_scorer
POST  /account/email/{token}/                                410 signed_in
GET   /account/second-step/                                  200 signed_in
POST  /account/second-step/                                  200 signed_in
GET   /account/second-step/app/                              302 jury       200 all_but_jury
POST  /account/second-step/app/                              302 jury       200 all_but_jury
GET   /account/second-step/app/remove/                       200 jury       302 all_but_jury
POST  /account/second-step/app/remove/                       302+ jury      302 all_but_jury
GET   /account/second-step/passkeys/new/                     200 signed_in
POST  /account/second-step/passkeys/new/                     200 signed_in
GET   /account/second-step/passkeys/{passkey}/remove/        200 jury       404 all_but_jury
POST  /account/second-step/passkeys/{passkey}/remove/        302+ jury      404 all_but_jury
GET   /account/second-step/codes/                            200 jury       302 all_but_jury
POST  /account/second-step/codes/                            200+ jury      302 all_but_jury
GET   /account/second-step/off/                              200 jury       302 all_but_jury
POST  /account/second-step/off/                              302+ jury      302 all_but_jury
POST  /account/sessions/nothing/end/                         302 signed_in
GET   /invitation/{token}/                                   200 everybody
POST  /invitation/{token}/                                   302+ everybody
GET   /invitation/{withdrawn_token}/                         410 everybody
POST  /invitation/{withdrawn_token}/                         410 everybody
GET   /reset/                                                200 everybody
POST  /reset/                                                200 everybody
GET   /reset/{uid}/{reset_token}/                            200 everybody
POST  /reset/{uid}/{reset_token}/                            302+ everybody
GET   /reset/{other_uid}/{reset_token}/                      410 everybody
POST  /reset/{other_uid}/{reset_token}/                      410 everybody

# --- copies of everything
GET   /copies/                                               200 keeper
POST  /copies/                                               302 keeper
GET   /copies/{nothing}/                                     404 keeper

# --- long work
GET   /jobs/{job}/                                           200 roles event_director
GET   /jobs/{done_job}/                                      200 roles event_director
GET   /jobs/{their_job}/                                     200 outsider
GET   /jobs/{nothing}/                                       404 signed_in
POST  /jobs/{job}/cancel/                                    302+ roles event_director
POST  /jobs/{done_job}/cancel/                               302 roles event_director
POST  /jobs/{their_job}/cancel/                              302+ outsider
POST  /jobs/{nothing}/cancel/                                404 signed_in
GET   /jobs/{done_job}/file/                                 200 roles event_director
GET   /jobs/{job}/file/                                      404 roles event_director
GET   /jobs/{nothing}/file/                                  404 signed_in
POST  /events/{played_event}/protocols/                      302+ roles event_director
POST  /events/{event}/protocols/                             302 roles event_director
POST  /events/{their_event}/protocols/                       302 outsider
POST  /events/{nothing}/protocols/                           404 signed_in
POST  /rounds/{over_round}/protocols/                        302+ roles
POST  /rounds/{over_round}/protocols/ [languages=xx]         302 roles
POST  /rounds/{round}/protocols/                             302 roles event_director
POST  /rounds/{their_round}/protocols/                       302 outsider
POST  /rounds/{nothing}/protocols/                           404 signed_in
POST  /rounds/{round}/pack/                                  302+ admin director event_director
POST  /rounds/{over_round}/pack/                             302+ admin director
POST  /rounds/{their_round}/pack/                            302+ outsider
POST  /rounds/{nothing}/pack/                                404 signed_in
POST  /events/{played_event}/booklet/                        302+ admin director jury event_director
POST  /events/{played_event}/booklet/ [languages=xx]         302 admin director jury event_director
POST  /events/{their_event}/booklet/                         302+ outsider
POST  /events/{nothing}/booklet/                             404 signed_in

# --- clubs
GET   /clubs/                                                200 everybody
GET   /clubs/new/                                            200 keeper federation_admin outsider
POST  /clubs/new/ [federation=]                              302+ keeper      200 federation_admin outsider
POST  /clubs/new/ [federation={federation}]                  302+ federation_admin   200 keeper outsider
POST  /clubs/new/ [federation={their_club}]                  302+ outsider    200 keeper federation_admin
GET   /clubs/{club}/                                         200 everybody
GET   /clubs/{nothing}/                                      404 everybody
GET   /clubs/{club}/workspace/                               302 signed_in
GET   /clubs/{their_club}/workspace/                         302 signed_in
GET   /clubs/{nothing}/workspace/                            404 signed_in
GET   /clubs/{club}/settings/                                200 admin director
GET   /clubs/{their_club}/settings/                          200 outsider
GET   /clubs/{nothing}/settings/                             404 signed_in
GET   /clubs/{club}/edit/                                    200 admin
POST  /clubs/{club}/edit/                                    302+ admin
GET   /clubs/{nothing}/edit/                                 404 signed_in
GET   /clubs/{club}/delete/                                  200 admin
POST  /clubs/{club}/delete/                                  200 admin
GET   /clubs/{empty_club}/delete/                            200 admin
POST  /clubs/{empty_club}/delete/                            302+ admin
GET   /clubs/{their_club}/delete/                            200 outsider
GET   /clubs/{nothing}/delete/                               404 signed_in
GET   /clubs/{club}/federation/                              200 admin
POST  /clubs/{club}/federation/                              200 admin
GET   /clubs/{free_club}/federation/                         200 federation_admin
POST  /clubs/{free_club}/federation/                         302+ federation_admin
POST  /clubs/{free_club}/federation/ [federation={their_club}]   200 federation_admin
POST  /clubs/{their_club}/federation/                        200 outsider
POST  /clubs/{club}/federation/leave/                        302+ admin
POST  /clubs/{free_club}/federation/leave/                   302 federation_admin

# --- players
GET   /clubs/{club}/players/                                 200 roles federation_admin
GET   /clubs/{their_club}/players/                           200 outsider
GET   /clubs/{club}/players/new/                             200 admin director
POST  /clubs/{club}/players/new/                             302+ admin director
GET   /clubs/{club}/players/paste/                           200 admin director
POST  /clubs/{club}/players/paste/                           302+ admin director
POST  /clubs/{their_club}/players/paste/                     302+ outsider
GET   /clubs/{club}/players/register/                        200 admin director
POST  /clubs/{club}/players/register/                        200 admin director
GET   /clubs/{their_club}/players/register/                  200 outsider
GET   /clubs/{club}/players/licences/                        200 admin director
POST  /clubs/{club}/players/licences/                        302+ admin director
GET   /clubs/{their_club}/players/licences/                  200 outsider
GET   /clubs/{club}/players/consent/                         200 admin director
POST  /clubs/{club}/players/consent/                         302+ admin director
POST  /clubs/{their_club}/players/consent/                   200 outsider
POST  /clubs/{their_club}/players/consent/ [seen={their_player}]    302+ outsider
GET   /clubs/{nothing}/players/consent/                      404 signed_in
GET   /clubs/{club}/players/duplicates/                      200 admin director
GET   /clubs/{their_club}/players/duplicates/                200 outsider
GET   /clubs/{nothing}/players/duplicates/                   404 signed_in
GET   /clubs/{club}/codes/                                   200 admin
POST  /clubs/{club}/codes/                                   302+ admin
POST  /clubs/{their_club}/codes/                             302+ outsider
POST  /clubs/{club}/players/{player}/apart/{entering0}/      302+ admin director
POST  /clubs/{club}/players/{entering0}/ask-again/{entering1}/    302+ admin director
GET   /clubs/{club}/players/member/                          200 admin director
POST  /clubs/{club}/players/member/                          302+ admin director
POST  /clubs/{their_club}/players/member/                    200 outsider
GET   /players/{player}/                                     200 roles federation_admin
GET   /players/{their_player}/                               200 outsider
GET   /players/{player}/edit/                                200 admin director
POST  /players/{player}/edit/                                302+ admin director
GET   /players/{their_player}/edit/                          200 outsider
POST  /players/{their_player}/edit/                          302+ outsider
GET   /players/{nothing}/edit/                               404 signed_in
GET   /players/{player}/rating-consent/                      200 admin director
POST  /players/{player}/rating-consent/                      302+ admin director
POST  /players/{rated}/rating-consent/                       302 admin director
POST  /players/{rated}/rating-consent/ [agreed=]             302+ admin director
GET   /players/{their_player}/rating-consent/                200 outsider
POST  /players/{their_player}/rating-consent/                302+ outsider
GET   /players/{nothing}/rating-consent/                     404 signed_in
GET   /players/{player}/home/                                200 admin
POST  /players/{player}/home/                                302+ admin
POST  /players/{player}/home/ [club={their_club}]            200 admin
POST  /players/{their_player}/home/ [club={club}]            200 outsider
GET   /players/{unused_player}/merge/{player}/               200 admin director
POST  /players/{unused_player}/merge/{player}/               302+ admin director
GET   /players/{player}/merge/{nothing}/                     404 admin director
GET   /players/{nothing}/merge/{player}/                     404 signed_in
GET   /players/{player}/everything/                          200 admin
GET   /players/{their_player}/everything/                    200 outsider
GET   /players/{nothing}/everything/                         404 signed_in
GET   /players/{player}/erase/                               200 admin
POST  /players/{player}/erase/                               302+ admin
GET   /players/{their_player}/erase/                         200 outsider
GET   /players/{nothing}/erase/                              404 signed_in
GET   /players/{player}/delete/                              200 admin director
POST  /players/{player}/delete/                              200 admin director
POST  /players/{unused_player}/delete/                       302+ admin director
GET   /players/{their_player}/delete/                        200 outsider
POST  /players/{their_player}/delete/                        302+ outsider
GET   /players/{nothing}/delete/                             404 signed_in
POST  /memberships/{membership}/end/                         302+ admin
POST  /memberships/{their_membership}/end/                   302+ outsider
POST  /memberships/{nothing}/end/                            404 signed_in

# --- people and roles
GET   /clubs/{club}/people/                                  200 admin
GET   /clubs/{club}/people/invite/                           200 admin
POST  /clubs/{club}/people/invite/                           302+ admin
POST  /clubs/{their_club}/people/invite/                     302+ outsider
GET   /clubs/{club}/people/invitations/{invitation}/         200 admin
GET   /clubs/{club}/people/invitations/{their_invitation}/   404 admin
GET   /clubs/{their_club}/people/invitations/{invitation}/   404 outsider
POST  /clubs/{club}/people/invitations/{invitation}/withdraw/        302+ admin
POST  /clubs/{club}/people/invitations/{their_invitation}/withdraw/  404 admin
POST  /clubs/{their_club}/people/invitations/{invitation}/withdraw/  404 outsider
GET   /clubs/{club}/people/{jury}/player/                    200 admin
POST  /clubs/{club}/people/{jury}/player/                    302+ admin
POST  /clubs/{club}/people/{jury}/player/ [player={their_player}]    200 admin
GET   /clubs/{their_club}/people/{jury}/player/              404 outsider
GET   /clubs/{club}/people/{scorer}/role/                    200 admin
POST  /clubs/{club}/people/{scorer}/role/                    302+ admin
POST  /clubs/{club}/people/{outsider}/role/                  404 admin
POST  /clubs/{club}/people/{event_director}/role/            404 admin
POST  /clubs/{their_club}/people/{scorer}/role/              404 outsider
GET   /clubs/{club}/people/{jury}/second-step/               200 admin
POST  /clubs/{club}/people/{jury}/second-step/               302+ admin
POST  /clubs/{club}/people/{scorer}/second-step/             200 admin
GET   /clubs/{club}/people/{both}/second-step/               403 admin
POST  /clubs/{club}/people/{both}/second-step/               403 admin
POST  /clubs/{club}/people/{outsider}/second-step/           404 admin
POST  /clubs/{their_club}/people/{admin}/second-step/        404 outsider
GET   /clubs/{club}/people/{scorer}/email/                   200 admin
POST  /clubs/{club}/people/{scorer}/email/                   200 admin
GET   /clubs/{club}/people/{both}/email/                     403 admin
GET   /clubs/{club}/people/{outsider}/email/                 404 admin
GET   /clubs/{their_club}/people/{admin}/email/              404 outsider
GET   /clubs/{club}/people/{scorer}/reset/                   200 admin
POST  /clubs/{club}/people/{scorer}/reset/                   200+ admin
GET   /clubs/{club}/people/{both}/reset/                     403 admin
POST  /clubs/{club}/people/{both}/reset/                     403 admin
POST  /clubs/{their_club}/people/{both}/reset/               403 outsider
POST  /clubs/{club}/people/{outsider}/reset/                 404 admin
POST  /clubs/{club}/people/{keeper}/reset/                   404 admin
POST  /clubs/{their_club}/people/{admin}/reset/              404 outsider
GET   /clubs/{club}/people/{scorer}/close/                   200 admin
GET   /clubs/{club}/people/{both}/close/                     403 admin
POST  /clubs/{club}/people/{scorer}/close/                   302+ admin
POST  /clubs/{club}/people/{both}/close/                     403 admin
GET   /clubs/{club}/people/roles/{role}/take/                200 admin
POST  /clubs/{club}/people/roles/{role}/take/                302+ admin
GET   /clubs/{club}/people/roles/{their_role}/take/          404 admin
POST  /clubs/{club}/people/roles/{their_role}/take/          404 admin
POST  /clubs/{club}/people/roles/{event_role}/take/          404 admin
POST  /clubs/{their_club}/people/roles/{role}/take/          404 outsider
POST  /clubs/{their_club}/people/roles/{their_role}/take/    302+ outsider
GET   /books/{event_book}/people/                            200 admin director event_director
GET   /books/{book}/people/                                  404 signed_in
GET   /books/{their_event_book}/people/                      200 outsider
GET   /books/{event_book}/people/invite/                     200 admin director event_director
POST  /books/{event_book}/people/invite/                     302+ admin director event_director
POST  /books/{event_book}/people/invite/ [kind=director]     302+ admin  200 director event_director
POST  /books/{event_book}/people/invite/ [kind=admin]        200 admin director event_director
GET   /books/{event_book}/people/invitations/{event_invitation}/          200 admin director event_director
GET   /books/{event_book}/people/invitations/{invitation}/                404 admin director event_director
POST  /books/{event_book}/people/invitations/{event_invitation}/withdraw/  302+ admin director event_director
GET   /books/{event_book}/people/{event_director}/role/      200 admin director event_director
POST  /books/{event_book}/people/{event_director}/role/      302+ admin director event_director
POST  /books/{event_book}/people/{outsider}/role/            404 admin director event_director
GET   /books/{event_book}/people/roles/{guest_role}/take/    200 admin director event_director
POST  /books/{event_book}/people/roles/{guest_role}/take/    302+ admin director event_director
GET   /books/{event_book}/people/roles/{event_role}/take/    200 admin
POST  /books/{event_book}/people/roles/{event_role}/take/    302+ admin
POST  /books/{event_book}/people/roles/{role}/take/          404 admin director event_director

# --- logs
GET   /books/{book}/log/                                     200 admin director jury
GET   /books/{event_book}/log/                               200 admin director jury event_director
GET   /books/{their_book}/log/                               200 outsider
GET   /books/{their_event_book}/log/                         200 outsider
GET   /books/{nothing}/log/                                  404 signed_in
GET   /books/{event_book}/acts/                              200 admin director jury event_director
GET   /books/{their_event_book}/acts/                        200 outsider
GET   /books/{nothing}/acts/                                 404 signed_in
GET   /books/{event_book}/acts/{charge_number}/undo/         200 admin director event_director
POST  /books/{event_book}/acts/{charge_number}/undo/         302+ admin director event_director
GET   /books/{event_book}/acts/1/undo/                       200 admin director jury event_director
POST  /books/{event_book}/acts/1/undo/                       200 admin director jury event_director
GET   /books/{event_book}/acts/{nothing}/undo/               404 admin director jury event_director
GET   /books/{their_event_book}/acts/1/undo/                 200 outsider

GET   /books/{event_book}/archive/                           200 admin director event_director
POST  /books/{event_book}/archive/                           302+ admin director event_director
POST  /books/{their_event_book}/archive/                     302+ outsider
GET   /books/{book}/archive/                                 404 admin director
GET   /books/{nothing}/archive/                              404 signed_in
POST  /books/{event_book}/bring-back/                        302 admin director event_director
POST  /books/{archived_book}/bring-back/                     302+ admin director
POST  /books/{their_event_book}/bring-back/                  302 outsider
POST  /books/{nothing}/bring-back/                           404 signed_in
GET   /clubs/{club}/archive/                                 200 admin director
GET   /clubs/{their_club}/archive/                           200 outsider
GET   /clubs/{nothing}/archive/                              404 signed_in

# --- events
GET   /clubs/{club}/events/                                  200 roles
GET   /clubs/{their_club}/events/                            200 outsider
GET   /clubs/{nothing}/events/                               404 signed_in
GET   /clubs/{club}/events/new/                              200 admin director
POST  /clubs/{club}/events/new/                              302+ admin director
POST  /clubs/{their_club}/events/new/                        302+ outsider
GET   /clubs/{club}/events/bring/                            200 admin director
POST  /clubs/{club}/events/bring/                            200 admin director
POST  /clubs/{club}/events/bring/ [token=gone]               302 admin director
GET   /clubs/{club}/events/past/                             200 admin director
POST  /clubs/{club}/events/past/                             200 admin director
POST  /clubs/{club}/events/past/ [token=gone]                302 admin director
GET   /clubs/{their_club}/events/bring/                      200 outsider
POST  /clubs/{their_club}/events/bring/                      200 outsider
POST  /clubs/{their_club}/events/bring/ [token=gone]         302 outsider
GET   /clubs/{nothing}/events/bring/                         404 signed_in
GET   /clubs/{their_club}/events/past/                       200 outsider
POST  /clubs/{their_club}/events/past/                       200 outsider
POST  /clubs/{their_club}/events/past/ [token=gone]          302 outsider
GET   /clubs/{nothing}/events/past/                          404 signed_in
GET   /events/{event}/file/                                  200 admin director event_director
POST  /events/{event}/file/                                  302+ admin director event_director
GET   /events/{their_event}/file/                            200 outsider
POST  /events/{their_event}/file/                            302+ outsider
GET   /events/{nothing}/file/                                404 signed_in
GET   /events/{event}/origin/                                404 admin director event_director
GET   /events/{their_event}/origin/                          404 outsider
GET   /events/{nothing}/origin/                              404 signed_in
GET   /events/{event}/                                       200 everybody
GET   /events/{nothing}/                                     404 everybody
GET   /events/{played_event}/rounds/1/                       200 everybody
GET   /events/{played_event}/rounds/9/                       404 everybody
GET   /events/{drawn_event}/rounds/1/                        404 everybody
GET   /events/{event}/places/                                200 everybody
GET   /events/{nothing}/places/                              404 everybody
GET   /events/{event}/entries/1/                             200 everybody
GET   /events/{event}/entries/99/                            404 everybody
GET   /events/{nothing}/entries/1/                           404 everybody
GET   /now/                                                  200 everybody
GET   /events/{event}/entries/1/now/                         200 everybody
GET   /events/{event}/entries/99/now/                        404 everybody
GET   /events/{nothing}/entries/1/now/                       404 everybody
GET   /events/{level_event}/bracket/                         200 everybody
GET   /events/{played_event}/bracket/                        404 everybody
GET   /events/{nothing}/bracket/                             404 everybody
GET   /events/{played_event}/cross/                          200 everybody
GET   /events/{nothing}/cross/                               404 everybody
GET   /events/{played_event}/statistics/                     200 everybody
GET   /events/{nothing}/statistics/                          404 everybody
GET   /events/{event}/rules/                                 200 everybody
GET   /events/{nothing}/rules/                               404 everybody
GET   /events/{played_event}/programme/                      200 everybody
GET   /events/{event}/programme/                             404 everybody
GET   /events/{nothing}/programme/                           404 everybody
GET   /events/{played_event}/calendar/                       200 everybody
GET   /events/{event}/calendar/                              200 everybody
GET   /events/{nothing}/calendar/                            404 everybody
GET   /events/{played_event}/whole/                          200 everybody
GET   /events/{nothing}/whole/                               404 everybody
GET   /events/{played_event}/deals/                          200 everybody
GET   /events/{nothing}/deals/                               404 everybody
GET   /events/{played_event}/embed/                          200 everybody
GET   /events/{nothing}/embed/                               404 everybody
GET   /screen/{played_event}/                                200 everybody
GET   /screen/{nothing}/                                     404 everybody
GET   /screen/{played_event}/2/                              200 everybody
GET   /screen/{played_event}/9/                              404 everybody
GET   /screen/{nothing}/1/                                   404 everybody
GET   /events/{played_event}/full/                           200 roles event_director
GET   /events/{their_event}/full/                            200 outsider
GET   /events/{nothing}/full/                                404 signed_in
GET   /events/{played_event}/full/make/                      200 roles event_director
POST  /events/{played_event}/full/make/                      302+ roles event_director
GET   /events/{their_event}/full/make/                       200 outsider
POST  /events/{their_event}/full/make/                       302+ outsider
GET   /events/{nothing}/full/make/                           404 signed_in
GET   /events/{played_event}/whole/make/                     200 roles event_director
POST  /events/{played_event}/whole/make/                     302+ roles event_director
POST  /events/{played_event}/whole/make/ [kind=doc]          200 roles event_director
GET   /events/{their_event}/whole/make/                      200 outsider
POST  /events/{their_event}/whole/make/                      302+ outsider
GET   /events/{nothing}/whole/make/                          404 signed_in
GET   /events/{played_event}/deals/make/?as=csv              200 roles event_director
POST  /events/{played_event}/deals/make/                     302+ roles event_director
GET   /events/{their_event}/deals/make/                      200 outsider
POST  /events/{their_event}/deals/make/                      302+ outsider
POST  /events/{nothing}/deals/make/                          404 signed_in

# --- lists as files: for those who may see the page
GET   /clubs/?as=xlsx                                        200 everybody
GET   /clubs/{club}/players/?as=csv                          200 roles federation_admin
GET   /clubs/{club}/people/?as=xlsx                          200 admin
GET   /clubs/{club}/warnings/?as=print                       200 admin director jury
GET   /books/{book}/log/?as=json                             200 admin director jury
GET   /events/{played_event}/?as=xlsx                        200 everybody
GET   /events/{drawn_event}/rounds/1/?as=xlsx                404 everybody
GET   /events/{closed_event}/cross/?as=print                 200 everybody
GET   /events/{played_event}/desk/standings/?as=xlsx         200 admin director event_director
GET   /events/{event}/entries/?as=csv                        200 roles event_director
GET   /events/{their_event}/entries/?as=csv                  200 outsider
GET   /clubs/{club}/events/?as=csv                           200 roles
GET   /clubs/{club}/?as=csv                                  200 everybody
GET   /clubs/{club}/records/?as=xlsx                         200 everybody
GET   /clubs/{club}/tables/?as=csv                           200 admin director scorer
GET   /players/{player}/results/?as=csv                      200 everybody
GET   /games/?as=csv-comma                                   200 everybody
GET   /players/{player}/results/                             200 everybody
GET   /players/{nothing}/results/                            404 everybody
GET   /players/{rated}/rating/                               200 everybody
GET   /players/{rated}/rating/?as=csv                        200 everybody
GET   /players/{player}/rating/                              404 everybody
GET   /players/{nothing}/rating/                             404 everybody
GET   /clubs/{club}/ratings/                                 200 everybody
GET   /clubs/{club}/ratings/?as=xlsx                         200 everybody
GET   /clubs/{nothing}/ratings/                              404 everybody
GET   /clubs/{club}/ratings/games/                           200 admin director
POST  /clubs/{club}/ratings/games/                           302+ admin director
POST  /clubs/{their_club}/ratings/games/                     302+ outsider
GET   /clubs/{nothing}/ratings/games/                        404 signed_in
GET   /clubs/{club}/records/                                 200 everybody
GET   /clubs/{nothing}/records/                              404 everybody
GET   /clubs/{club}/records/{event_year}/                    200 everybody
GET   /clubs/{club}/records/1950s/                           404 everybody
GET   /clubs/{nothing}/records/{event_year}/                 404 everybody
GET   /clubs/{club}/champions/                               200 everybody
GET   /clubs/{club}/champions/?as=pdf                        200 everybody
GET   /clubs/{nothing}/champions/                            404 everybody
GET   /clubs/{club}/champions/{event_year}/                  200 everybody
GET   /clubs/{club}/champions/1950/                          404 everybody
GET   /clubs/{nothing}/champions/{event_year}/               404 everybody
GET   /clubs/{club}/year/                                    200 everybody
GET   /clubs/{nothing}/year/                                 404 everybody
GET   /clubs/{club}/year/{event_year}/                       200 everybody
GET   /clubs/{club}/year/{event_year}/?as=pdf                200 everybody
GET   /clubs/{club}/year/1950/                               404 everybody
GET   /clubs/{nothing}/year/{event_year}/                    404 everybody
GET   /players/{player}/against/                             200 everybody
GET   /players/{nothing}/against/                            404 everybody
GET   /players/{player}/against/{in_series}/               200 everybody
GET   /players/{player}/against/{player}/                    404 everybody
GET   /players/{player}/against/{nothing}/                   404 everybody
GET   /events/{played_event}/desk/standings/                 200 admin director event_director
GET   /events/{played_event}/what-if/                        200 admin director event_director
GET   /events/{their_event}/what-if/                         200 outsider
GET   /events/{nothing}/what-if/                             404 signed_in
GET   /events/{their_event}/desk/standings/                  200 outsider
GET   /events/{event}/delete/                                200 admin director event_director
POST  /events/{event}/delete/                                302+ admin director event_director
GET   /events/{played_event}/delete/                         200 admin director event_director
POST  /events/{played_event}/delete/                         200 admin director event_director
POST  /events/{trial_event}/delete/                          302+ admin director
GET   /events/{their_event}/delete/                          200 outsider
POST  /events/{their_event}/delete/                          302+ outsider
GET   /events/{nothing}/delete/                              404 signed_in
GET   /events/{event}/desk/                                  200 admin director event_director 302 jury scorer
GET   /events/{drawn_event}/desk/                            200 admin director event_director 302 jury scorer
GET   /events/{played_event}/desk/                           200 admin director event_director 302 jury scorer
GET   /events/{other_event}/desk/                            200 admin director   302 jury scorer
GET   /events/{their_event}/desk/                            200 outsider
GET   /events/{event}/pairs/                                 200 admin director event_director
POST  /events/{event}/pairs/                                 302+ admin director event_director
POST  /events/{other_event}/pairs/                           302+ admin director
POST  /events/{their_event}/pairs/                           200 outsider
GET   /events/{event}/entries/                               200 roles event_director
GET   /events/{other_event}/entries/                         200 roles
GET   /events/{their_event}/entries/                         200 outsider
GET   /events/{nothing}/entries/                             404 signed_in
POST  /events/{event}/entries/check/                         302+ admin director scorer event_director
POST  /events/{event}/entries/check/ [here=99]               302 admin director scorer event_director
POST  /events/{their_event}/entries/check/                   302+ outsider
POST  /events/{nothing}/entries/check/                       404 signed_in
GET   /events/{event}/entries/new/                           200 admin director event_director
POST  /events/{event}/entries/new/                           302+ admin director event_director
POST  /events/{event}/entries/new/ [chosen=]                 302 admin director event_director
POST  /events/{event}/entries/new/ [coming={their_player}]   200 admin director event_director
POST  /events/{their_event}/entries/new/                     200 outsider
GET   /events/{nothing}/entries/new/                         404 signed_in
GET   /events/{event}/lots/                                  200 admin director event_director
POST  /events/{event}/lots/                                  302+ admin director event_director
POST  /events/{event}/lots/ [entry2-lot=7]                   200 admin director event_director
POST  /events/{their_event}/lots/                            302+ outsider
GET   /events/{nothing}/lots/                                404 signed_in
GET   /events/{handicap_event}/handicaps/                    200 admin director
GET   /events/{handicap_event}/handicaps/?as=xlsx            200 admin director
GET   /events/{event}/handicaps/                             200 admin director event_director
GET   /events/{their_event}/handicaps/                       200 outsider
GET   /events/{nothing}/handicaps/                           404 signed_in
GET   /entries/{handicap_entry}/handicap/                    200 admin director
POST  /entries/{handicap_entry}/handicap/                    302+ admin director
POST  /entries/{handicap_entry}/handicap/ [seen=1500]        200 admin director
POST  /entries/{entry}/handicap/ [seen=]                     200 admin director event_director
GET   /entries/{their_entry}/handicap/                       200 outsider
POST  /entries/{their_entry}/handicap/ [seen=]               200 outsider
GET   /entries/{nothing}/handicap/                           404 signed_in
GET   /events/{event}/strength/                              200 admin director event_director
POST  /events/{event}/strength/                              200 admin director event_director
POST  /events/{shown_event}/strength/                        302+ admin director
POST  /events/{event}/strength/ [source=series:0]            200 admin director event_director
POST  /events/{their_event}/strength/                        200 outsider
GET   /events/{nothing}/strength/                            404 signed_in
GET   /pairings/{pairing}/substitute/                        200 admin director event_director
POST  /pairings/{pairing}/substitute/                        302+ admin director event_director
POST  /pairings/{pairing}/substitute/ [leaving={their_player}]   200 admin director event_director
GET   /pairings/{nothing}/substitute/                        404 signed_in
POST  /events/{event}/draw/                                  302+ admin director event_director
POST  /events/{other_event}/draw/                            302+ admin director
POST  /events/{their_event}/draw/                            302+ outsider
POST  /events/{played_event}/draw/                           302 admin director event_director
GET   /events/{played_event}/draw/early/                     200 admin director event_director
POST  /events/{played_event}/draw/early/                     302+ admin director event_director
POST  /events/{played_event}/draw/early/ [counts1-1=perhaps]   200 admin director event_director
GET   /events/{event}/draw/early/                            302 admin director event_director
GET   /events/{their_event}/draw/early/                      302 outsider
GET   /events/{nothing}/draw/early/                          404 signed_in
GET   /events/{played_event}/round/                          302 roles event_director
GET   /events/{event}/round/                                 200 roles event_director
GET   /events/{their_event}/round/                           200 outsider
GET   /events/{nothing}/round/                               404 signed_in
GET   /events/{played_event}/board/                          302 roles event_director
GET   /events/{event}/board/                                 200 roles event_director
GET   /events/{their_event}/board/                           200 outsider
GET   /events/{nothing}/board/                               404 signed_in
GET   /events/{event}/papers/                                200 roles event_director
GET   /events/{other_event}/papers/                          200 roles
GET   /events/{played_event}/papers/                         200 roles event_director
GET   /events/{their_event}/papers/                          200 outsider
GET   /events/{nothing}/papers/                              404 signed_in
GET   /events/{event}/papers/log-heads/                      200 roles event_director
POST  /events/{event}/papers/log-heads/send/                 302 admin director event_director
POST  /events/{their_event}/papers/log-heads/send/           302 outsider
POST  /events/{nothing}/papers/log-heads/send/               404 signed_in
GET   /events/{played_event}/papers/programme/               200 roles event_director
GET   /events/{event}/papers/programme/                      404 roles event_director
GET   /events/{event}/papers/rules/                          200 roles event_director
GET   /events/{event}/papers/start-list/                     200 roles event_director
GET   /events/{their_event}/papers/empty-slips/              200 outsider
GET   /events/{nothing}/papers/rules/                        404 signed_in
GET   /events/{event}/papers/nonsense/                       404 roles event_director
GET   /events/{event}/papers/standings/                      404 roles event_director
GET   /events/{event}/papers/cards/                          200 admin director scorer
GET   /events/{their_event}/papers/cards/                    200 outsider
GET   /events/{closed_event}/papers/standings/               200 roles
GET   /events/{closed_event}/papers/prizes/                  200 admin director
GET   /events/{closed_event}/papers/certificates/            200 admin director
GET   /events/{played_event}/scans/                          200 admin director event_director
GET   /events/{other_event}/scans/                           200 admin director
GET   /events/{their_event}/scans/                           200 outsider
GET   /events/{nothing}/scans/                               404 signed_in
POST  /events/{played_event}/scans/                          200 admin director event_director
GET   /scans/{scan}/picture/                                 200 admin director event_director
GET   /scans/{nothing}/picture/                              404 signed_in
POST  /scans/{scan}/answer/                                  302+ admin director event_director
POST  /scans/{scan}/answer/ [answer=drop]                    302+ admin director event_director
POST  /scans/{scan}/answer/ [game=]                          302 admin director event_director
POST  /scans/{scan}/answer/ [game={own_game}]                302 admin director event_director
POST  /scans/{nothing}/answer/                               404 signed_in
GET   /events/{closed_event}/papers/federation/              200 admin director jury
GET   /events/{closed_event}/papers/announcer/               200 admin director
GET   /events/{event}/papers/place-cards/                    200 admin director event_director
GET   /events/{event}/papers/badges/                         200 admin director event_director
GET   /events/{event}/papers/ruling-sheets/                  404 admin director jury event_director
GET   /events/{event}/papers/warning-sheets/                 404 admin director jury event_director
GET   /events/{played_event}/rounds/1/papers/slips/          200 roles event_director
GET   /events/{played_event}/rounds/1/papers/rules/          404 roles event_director
GET   /events/{played_event}/rounds/2/papers/slips/          404 roles event_director
GET   /events/{drawn_event}/rounds/1/papers/by-name/         200 admin director event_director
GET   /events/{nothing}/rounds/1/papers/slips/               404 signed_in
GET   /rounds/{round}/                                       200 admin director event_director
GET   /rounds/{other_round}/                                 200 admin director
GET   /rounds/{over_round}/                                  200 roles
GET   /rounds/{their_round}/                                 200 outsider
GET   /rounds/{nothing}/                                     404 signed_in
GET   /rounds/{round}/draw/                                  302 admin director event_director
GET   /rounds/{over_round}/draw/                             200 admin director
GET   /rounds/{their_round}/draw/                            302 outsider
GET   /rounds/{nothing}/draw/                                404 signed_in
POST  /rounds/{over_round}/tables/                           302+ admin director
POST  /rounds/{their_round}/tables/                          302+ outsider
POST  /rounds/{nothing}/tables/                              404 signed_in
GET   /rounds/{round}/change/                                200 admin director event_director
GET   /rounds/{over_round}/change/                           200 admin director
GET   /rounds/{nothing}/change/                              404 signed_in
POST  /rounds/{round}/change/                                302+ admin director event_director
POST  /rounds/{round}/change/ [looked=]                      200 admin director event_director
POST  /rounds/{over_round}/change/                           200 admin director
POST  /rounds/{their_round}/change/ [looked=]                200 outsider
POST  /rounds/{nothing}/change/                              404 signed_in
GET   /rounds/{round}/remove/                                200 admin director event_director
GET   /rounds/{nothing}/remove/                              404 signed_in
POST  /rounds/{round}/lock/                                  302+ admin director event_director
POST  /rounds/{round}/lock/ [lock=9]                         302 admin director event_director
POST  /rounds/{other_round}/lock/ [seen={other_seen}]        302+ admin director
POST  /rounds/{their_round}/lock/ [seen={their_seen}]        302+ outsider
POST  /rounds/{nothing}/lock/                                404 signed_in
POST  /rounds/{round}/redraw/                                302+ admin director event_director
POST  /rounds/{their_round}/redraw/                          302 outsider
POST  /rounds/{nothing}/redraw/                              404 signed_in
POST  /rounds/{round}/again/                                 302 admin director event_director
POST  /rounds/{their_round}/again/                           302 outsider
POST  /rounds/{nothing}/again/                               404 signed_in
POST  /rounds/{round}/publish/                               302+ admin director event_director
POST  /rounds/{other_round}/publish/ [seen={other_seen}]     302+ admin director
POST  /rounds/{their_round}/publish/ [seen={their_seen}]     302+ outsider
POST  /rounds/{nothing}/publish/                             404 signed_in
GET   /events/{over_event}/desk/                             200 admin director   302 jury scorer
GET   /events/{closed_event}/desk/                           200 admin director   302 jury scorer
GET   /events/{shown_event}/desk/                            200 admin director   302 jury scorer
GET   /rounds/{over_round}/close/                            200 admin director
GET   /rounds/{nothing}/close/                               404 signed_in
POST  /rounds/{over_round}/close/                            302+ admin director
GET   /rounds/{over_round}/reopen/                           200 admin director
POST  /rounds/{over_round}/reopen/                           200 admin director
GET   /rounds/{closed_round}/reopen/                         200 admin director
POST  /rounds/{closed_round}/reopen/                         302+ admin director
POST  /rounds/{their_round}/reopen/                          200 outsider
GET   /rounds/{nothing}/reopen/                              404 signed_in
GET   /events/{cut_event}/parts/                             200 everybody
GET   /events/{event}/parts/                                 404 everybody
GET   /events/{nothing}/parts/                               404 everybody
GET   /events/{event}/desk/parts/                            200 admin director event_director
GET   /events/{cut_event}/desk/parts/                        200 admin director
GET   /events/{divided_event}/desk/parts/                    200 admin director
GET   /events/{ended_event}/desk/parts/                      200 admin director
GET   /events/{recorded_event}/desk/parts/                   200 admin director
GET   /events/{their_event}/desk/parts/                      200 outsider
GET   /events/{nothing}/desk/parts/                          404 signed_in
GET   /events/{whole_event}/desk/parts/divide/               200 admin director
POST  /events/{whole_event}/desk/parts/divide/               302+ admin director
POST  /events/{whole_event}/desk/parts/divide/ [entry4=1]    200 admin director
POST  /events/{divided_event}/desk/parts/divide/             200 admin director
GET   /events/{event}/desk/parts/divide/                     200 admin director
GET   /events/{played_event}/desk/parts/divide/              200 admin director
GET   /events/{their_event}/desk/parts/divide/               200 outsider
POST  /events/{their_event}/desk/parts/divide/               200 outsider
GET   /events/{nothing}/desk/parts/divide/                   404 signed_in
POST  /events/{nothing}/desk/parts/divide/                   404 signed_in
GET   /events/{shown_event}/desk/parts/finals/               200 admin director
POST  /events/{shown_event}/desk/parts/finals/               302+ admin director
POST  /events/{shown_event}/desk/parts/finals/ [rounds=x]    200 admin director
GET   /events/{event}/desk/parts/finals/                     200 admin director
GET   /events/{their_event}/desk/parts/finals/               200 outsider
POST  /events/{their_event}/desk/parts/finals/               200 outsider
GET   /events/{nothing}/desk/parts/finals/                   404 signed_in
POST  /events/{nothing}/desk/parts/finals/                   404 signed_in
POST  /events/{divided_event}/desk/parts/divide/back/        302+ admin director
POST  /events/{event}/desk/parts/divide/back/                302 admin director
POST  /events/{their_event}/desk/parts/divide/back/          302 outsider
POST  /events/{nothing}/desk/parts/divide/back/              404 signed_in
POST  /events/{cut_event}/desk/parts/finals/back/            302+ admin director
POST  /events/{event}/desk/parts/finals/back/                302 admin director
POST  /events/{their_event}/desk/parts/finals/back/          302 outsider
POST  /events/{nothing}/desk/parts/finals/back/              404 signed_in
POST  /events/{cut_final}/desk/carry/                        302+ admin director
POST  /events/{event}/desk/carry/                            302 admin director event_director
POST  /events/{their_event}/desk/carry/                      302 outsider
POST  /events/{nothing}/desk/carry/                          404 signed_in
POST  /events/{ended_event}/desk/parts/record/               302+ admin director
POST  /events/{event}/desk/parts/record/                     302 admin director event_director
POST  /events/{their_event}/desk/parts/record/               302 outsider
POST  /events/{nothing}/desk/parts/record/                   404 signed_in
GET   /events/{recorded_event}/desk/parts/open/              200 admin director
POST  /events/{recorded_event}/desk/parts/open/              302+ admin director
POST  /events/{event}/desk/parts/open/                       200 admin director event_director
POST  /events/{their_event}/desk/parts/open/                 200 outsider
GET   /events/{nothing}/desk/parts/open/                     404 signed_in
POST  /events/{nothing}/desk/parts/open/                     404 signed_in
GET   /events/{shown_event}/hide/                            200 admin director
POST  /events/{shown_event}/hide/                            302+ admin director
POST  /events/{their_event}/hide/                            200 outsider
GET   /events/{nothing}/hide/                                404 signed_in
GET   /events/{official_event}/revise/                       200 admin director
POST  /events/{official_event}/revise/                       302+ admin director
POST  /events/{their_event}/revise/                          200 outsider
GET   /events/{nothing}/revise/                              404 signed_in
POST  /events/{closed_event}/show/                           302+ admin director
POST  /events/{shown_event}/official/                        302+ admin director
GET   /events/{event}/again/                                 200 admin director
GET   /events/{their_event}/again/                           200 outsider
GET   /events/{nothing}/again/                               404 signed_in
POST  /events/{event}/again/                                 302+ admin director
POST  /events/{event}/again/ [on_day=yesterday]              200 admin director
POST  /events/{their_event}/again/                           302+ outsider
POST  /events/{nothing}/again/                               404 signed_in
GET   /rounds/{round}/results/                               302 admin director event_director
GET   /rounds/{over_round}/results/                          302 admin director
GET   /rounds/{their_round}/results/                         302 outsider
GET   /rounds/{nothing}/results/                             404 signed_in
POST  /rounds/{over_round}/results/                          302 admin director
POST  /rounds/{over_round}/results/ [row={nothing}]          404 admin director
POST  /rounds/{round}/results/                               302 admin director event_director
POST  /rounds/{nothing}/results/                             404 signed_in
POST  /rounds/{round}/close/                                 302 admin director event_director
POST  /rounds/{their_round}/close/                           302 outsider
POST  /rounds/{nothing}/close/                               404 signed_in
GET   /rounds/{over_round}/sheet/                            200 admin director
GET   /rounds/{over_round}/sheet/?as=xlsx                    200 admin director
GET   /rounds/{round}/sheet/                                 302 admin director event_director
GET   /rounds/{their_round}/sheet/                           302 outsider
GET   /rounds/{nothing}/sheet/                               404 signed_in
POST  /rounds/{over_round}/sheet/                            200 admin director
POST  /rounds/{round}/sheet/                                 302 admin director event_director
POST  /rounds/{their_round}/sheet/                           302 outsider
POST  /rounds/{nothing}/sheet/                               404 signed_in
GET   /rounds/{over_round}/clock/                            200 admin director
POST  /rounds/{over_round}/clock/                            302+ admin director
POST  /rounds/{over_round}/clock/ [minutes=0]                200 admin director
GET   /rounds/{round}/clock/                                 302 admin director event_director
POST  /rounds/{round}/clock/                                 302 admin director event_director
GET   /rounds/{their_round}/clock/                           302 outsider
POST  /rounds/{their_round}/clock/                           302 outsider
GET   /rounds/{nothing}/clock/                               404 signed_in
POST  /rounds/{nothing}/clock/                               404 signed_in
GET   /rounds/{over_round}/time/                             200 admin director
POST  /rounds/{over_round}/time/                             200 admin director
GET   /rounds/{round}/time/                                  302 admin director event_director
POST  /rounds/{round}/time/                                  302 admin director event_director
GET   /rounds/{their_round}/time/                            302 outsider
GET   /rounds/{nothing}/time/                                404 signed_in
POST  /rounds/{nothing}/time/                                404 signed_in
POST  /rounds/{over_round}/clock/pause/                      302 admin director
POST  /rounds/{their_round}/clock/pause/                     302 outsider
POST  /rounds/{nothing}/clock/pause/                         404 signed_in
GET   /rounds/{over_round}/signed/                           200 admin director
POST  /rounds/{over_round}/signed/                           302+ admin director
GET   /rounds/{round}/signed/                                200 admin director event_director
POST  /rounds/{round}/signed/                                200 admin director event_director
GET   /rounds/{their_round}/signed/                          200 outsider
GET   /rounds/{nothing}/signed/                              404 signed_in
POST  /rounds/{round}/remove/                                302+ admin director event_director
POST  /rounds/{other_round}/remove/                          302+ admin director
POST  /rounds/{their_round}/remove/                          302+ outsider
GET   /events/{event}/settings/                              200 admin director event_director
POST  /events/{event}/settings/ [seen={event_seen}]          302+ admin director event_director
POST  /events/{event}/settings/ [seen={their_event_seen}]    200 admin director event_director
GET   /events/{played_event}/settings/                       200 admin director event_director
GET   /events/{other_event}/settings/                        200 admin director
GET   /events/{their_event}/settings/                        200 outsider
POST  /events/{their_event}/settings/ [seen={their_event_seen}]  302+ outsider
GET   /events/{nothing}/settings/                            404 signed_in
POST  /events/{nothing}/settings/                            404 signed_in
GET   /events/{event}/settings/correct/                      200 admin director event_director
POST  /events/{event}/settings/correct/                      200 admin director event_director
GET   /events/{played_event}/settings/correct/               200 admin director event_director
GET   /events/{shown_event}/settings/correct/                200 admin director
GET   /events/{their_event}/settings/correct/                200 outsider
POST  /events/{their_event}/settings/correct/                200 outsider
GET   /events/{nothing}/settings/correct/                    404 signed_in
POST  /events/{nothing}/settings/correct/                    404 signed_in
GET   /events/{event}/adjust/                                200 admin director event_director
POST  /events/{event}/adjust/                                302+ admin director event_director
GET   /events/{their_event}/adjust/                          200 outsider
POST  /events/{their_event}/adjust/                          302+ outsider
GET   /event-adjustments/{event_adjustment}/cancel/          200 admin director event_director
POST  /event-adjustments/{event_adjustment}/cancel/          302+ admin director event_director
GET   /event-adjustments/{nothing}/cancel/                   404 signed_in
GET   /entries/{entry}/table/                                200 admin director event_director
POST  /entries/{entry}/table/                                302+ admin director event_director
POST  /entries/{entry}/table/ [table=999]                    200 admin director event_director
GET   /entries/{their_entry}/table/                          200 outsider
POST  /entries/{their_entry}/table/                          302+ outsider
GET   /entries/{nothing}/table/                              404 signed_in
GET   /events/{event}/here/                                  200 admin director scorer event_director
POST  /events/{event}/here/                                  302+ admin director scorer event_director
POST  /events/{event}/here/ [numbers=99]                     200 admin director scorer event_director
GET   /events/{their_event}/here/                            200 outsider
POST  /events/{their_event}/here/                            302+ outsider
GET   /events/{nothing}/here/                                404 signed_in
GET   /events/{announced_event}/announcement/                200 everybody
GET   /events/{announced_event}/announcement/?as=pdf         200 everybody
GET   /events/{event}/announcement/                          404 everybody
GET   /events/{nothing}/announcement/                        404 everybody
GET   /events/{announced_event}/sign-up/                     200 everybody
POST  /events/{announced_event}/sign-up/                     302+ everybody
POST  /events/{announced_event}/sign-up/ [website=spam]      200 everybody
GET   /events/{event}/sign-up/                               404 everybody
POST  /events/{event}/sign-up/                               404 everybody
GET   /events/{announced_event}/sign-up/code/                200 everybody
POST  /events/{announced_event}/sign-up/code/                302 everybody
GET   /events/{nothing}/sign-up/code/                        404 everybody
POST  /events/{nothing}/sign-up/code/                        404 everybody
GET   /events/{announced_event}/sign-up/{signup_code}/       200 everybody
POST  /events/{announced_event}/sign-up/{signup_code}/       302+ everybody
GET   /events/{announced_event}/sign-up/{their_signup_code}/  404 everybody
POST  /events/{announced_event}/sign-up/{their_signup_code}/  404 everybody
GET   /events/{announced_event}/sign-up/{signup_code}/cancel/  200 everybody
POST  /events/{announced_event}/sign-up/{signup_code}/cancel/  302+ everybody
GET   /events/{announced_event}/sign-up/{their_signup_code}/cancel/  404 everybody
POST  /events/{announced_event}/sign-up/{their_signup_code}/cancel/  404 everybody
GET   /events/{event}/announce/                              200 admin director event_director
GET   /events/{announced_event}/announce/                    200 admin director
POST  /events/{event}/announce/                              302+ admin director event_director
POST  /events/{announced_event}/announce/ [places=none]      200 admin director
GET   /events/{their_event}/announce/                        200 outsider
POST  /events/{their_event}/announce/                        302+ outsider
GET   /events/{nothing}/announce/                            404 signed_in
POST  /events/{nothing}/announce/                            404 signed_in
POST  /events/{announced_event}/announce/show/               302+ admin director
POST  /events/{event}/announce/show/                         302 admin director event_director
POST  /events/{their_announced_event}/announce/show/         302+ outsider
POST  /events/{nothing}/announce/show/                       404 signed_in
GET   /events/{announced_event}/announce/status/             200 admin director
POST  /events/{announced_event}/announce/status/             302+ admin director
GET   /events/{event}/announce/status/                       200 admin director event_director
POST  /events/{event}/announce/status/                       302+ admin director event_director
POST  /events/{event}/announce/status/ [new_day=x]           200 admin director event_director
POST  /events/{their_announced_event}/announce/status/       302+ outsider
GET   /events/{nothing}/announce/status/                     404 signed_in
GET   /events/{announced_event}/sign-ups/                    200 admin director
GET   /events/{event}/sign-ups/                              302 admin director event_director
POST  /events/{announced_event}/sign-ups/                    302+ admin director
POST  /events/{announced_event}/sign-ups/ [chosen={their_asking_signup}]  200 admin director
POST  /events/{event}/sign-ups/                              302 admin director event_director
GET   /events/{their_announced_event}/sign-ups/              200 outsider
POST  /events/{their_announced_event}/sign-ups/              200 outsider
GET   /events/{nothing}/sign-ups/                            404 signed_in
POST  /events/{nothing}/sign-ups/                            404 signed_in
GET   /events/{announced_event}/sign-ups/enter/              200 admin director
GET   /events/{event}/sign-ups/enter/                        200 admin director event_director
POST  /events/{announced_event}/sign-ups/enter/              302+ admin director
POST  /events/{event}/sign-ups/enter/                        200 admin director event_director
GET   /events/{their_announced_event}/sign-ups/enter/        200 outsider
POST  /events/{their_announced_event}/sign-ups/enter/        200 outsider
GET   /events/{nothing}/sign-ups/enter/                      404 signed_in
POST  /events/{nothing}/sign-ups/enter/                      404 signed_in
GET   /events/{played_event}/my/                             200 everybody
POST  /events/{played_event}/my/                             302 everybody
GET   /events/{nothing}/my/                                  404 everybody
POST  /events/{nothing}/my/                                  404 everybody
GET   /events/{played_event}/my/{own_entry}/{own_code}/      200 everybody
GET   /events/{played_event}/my/{own_entry}/{signup_code}/   404 everybody
GET   /events/{event}/my/{own_entry}/{own_code}/             404 everybody
POST  /events/{played_event}/my/{own_entry}/{own_code}/here/  302+ everybody
POST  /events/{played_event}/my/{own_entry}/{signup_code}/here/  404 everybody
POST  /events/{event}/my/{own_entry}/{own_code}/here/        404 everybody
POST  /events/{played_event}/my/{own_entry}/{own_code}/phone/  302+ everybody
POST  /events/{played_event}/my/{own_entry}/{signup_code}/phone/  404 everybody
GET   /events/{played_event}/my/{own_entry}/{own_code}/mail/  200 everybody
POST  /events/{played_event}/my/{own_entry}/{own_code}/mail/  200 everybody
GET   /events/{played_event}/my/{own_entry}/{signup_code}/mail/  404 everybody
POST  /events/{played_event}/my/{own_entry}/{signup_code}/mail/  404 everybody
POST  /events/{played_event}/my/{own_entry}/{own_code}/mail/stop/  302 everybody
POST  /events/{played_event}/my/{own_entry}/{signup_code}/mail/stop/  404 everybody
GET   /news/{news_token}/                                    200 everybody
POST  /news/{news_token}/                                    302+ everybody
GET   /news/00000000-0000-4000-8000-000000000000/            404 everybody
POST  /news/00000000-0000-4000-8000-000000000000/            404 everybody
GET   /news/{news_token}/stop/                               200 everybody
POST  /news/{news_token}/stop/                               200+ everybody
GET   /news/00000000-0000-4000-8000-000000000000/stop/       200 everybody
POST  /news/00000000-0000-4000-8000-000000000000/stop/       200 everybody
GET   /events/{played_event}/my/{own_entry}/{own_code}/calendar/  200 everybody
GET   /events/{played_event}/my/{own_entry}/{signup_code}/calendar/  404 everybody
GET   /events/{event}/codes/                                 200 admin director event_director
POST  /events/{event}/codes/                                 302+ admin director event_director
GET   /events/{played_event}/codes/                          200 admin director event_director
GET   /events/{their_event}/codes/                           200 outsider
POST  /events/{their_event}/codes/                           302+ outsider
GET   /events/{nothing}/codes/                               404 signed_in
POST  /events/{nothing}/codes/                               404 signed_in
GET   /events/{played_event}/cash/                           200 admin director scorer event_director
POST  /events/{played_event}/cash/                           302+ admin director scorer event_director
POST  /events/{played_event}/cash/ [act=lent]                200 admin director scorer event_director
GET   /events/{their_event}/cash/                            200 outsider
POST  /events/{their_event}/cash/                            200 outsider
GET   /events/{nothing}/cash/                                404 signed_in
GET   /events/{played_event}/cash/people/{cash_player}/      200 admin director scorer event_director
POST  /events/{played_event}/cash/people/{cash_player}/ [act=sale]  302+ admin director scorer event_director
POST  /events/{played_event}/cash/people/{cash_player}/ [article=x]  200 admin director scorer event_director
GET   /events/{played_event}/cash/people/{their_player}/     404 admin director scorer event_director
GET   /events/{their_event}/cash/people/{their_player}/      200 outsider
GET   /events/{nothing}/cash/people/{cash_player}/           404 signed_in
GET   /events/{played_event}/cash/sale/                      200 admin director scorer event_director
POST  /events/{played_event}/cash/sale/                      302+ admin director scorer event_director
POST  /events/{played_event}/cash/sale/ [count=0]            200 admin director scorer event_director
GET   /events/{their_event}/cash/sale/                       200 outsider
POST  /events/{their_event}/cash/sale/                       200 outsider
GET   /events/{nothing}/cash/sale/                           404 signed_in
GET   /events/{played_event}/cash/drawer/                    200 admin director scorer event_director
POST  /events/{played_event}/cash/drawer/                    302+ admin director scorer event_director
POST  /events/{played_event}/cash/drawer/ [amount=x]         200 admin director scorer event_director
GET   /events/{their_event}/cash/drawer/                     200 outsider
POST  /events/{their_event}/cash/drawer/                     302+ outsider
GET   /events/{nothing}/cash/drawer/                         404 signed_in
GET   /events/{played_event}/cash/prices/                    200 admin director event_director
POST  /events/{played_event}/cash/prices/                    302+ admin director event_director
POST  /events/{played_event}/cash/prices/ [fee=x]            200 admin director event_director
GET   /events/{their_event}/cash/prices/                     200 outsider
POST  /events/{their_event}/cash/prices/                     302+ outsider
GET   /events/{nothing}/cash/prices/                         404 signed_in
POST  /events/{played_event}/cash/entries/2/back/            302+ admin director scorer event_director
POST  /events/{played_event}/cash/entries/9/back/            404 admin director scorer event_director
POST  /events/{their_event}/cash/entries/2/back/             404 outsider
POST  /events/{nothing}/cash/entries/2/back/                 404 signed_in
GET   /events/{played_event}/cash/entries/2/receipt/         200 admin director scorer event_director
GET   /events/{played_event}/cash/entries/1/receipt/         404 admin director scorer event_director
GET   /events/{their_event}/cash/entries/2/receipt/          404 outsider
GET   /events/{nothing}/cash/entries/2/receipt/              404 signed_in
GET   /gatherings/{gathering}/                               200 everybody
GET   /gatherings/{nothing}/                                 404 everybody
GET   /gatherings/{gathering}/calendar/                      200 everybody
GET   /gatherings/{nothing}/calendar/                        404 everybody
GET   /gatherings/{gathering}/sign-up/                       200 everybody
POST  /gatherings/{gathering}/sign-up/                       302+ everybody
POST  /gatherings/{gathering}/sign-up/ [events=x]            200 everybody
POST  /gatherings/{gathering}/sign-up/ [website=spam]        200 everybody
GET   /gatherings/{nothing}/sign-up/                         404 everybody
POST  /gatherings/{nothing}/sign-up/                         404 everybody
GET   /gatherings/{gathering}/sign-up/00000000-0000-4000-8000-00000000007e/  200 everybody
GET   /gatherings/{nothing}/sign-up/00000000-0000-4000-8000-00000000007e/  404 everybody
GET   /gatherings/{gathering}/sign-up/00000000-0000-4000-8000-000000000000/  404 everybody
GET   /clubs/{club}/gatherings/new/                          200 admin director
POST  /clubs/{club}/gatherings/new/                          302+ admin director
POST  /clubs/{club}/gatherings/new/ [events=x]               200 admin director
GET   /clubs/{their_club}/gatherings/new/                    200 outsider
POST  /clubs/{their_club}/gatherings/new/                    200 outsider
GET   /clubs/{nothing}/gatherings/new/                       404 signed_in
POST  /clubs/{nothing}/gatherings/new/                       404 signed_in
GET   /gatherings/{gathering}/desk/                          200 admin director
POST  /gatherings/{gathering}/desk/                          302+ admin director
POST  /gatherings/{gathering}/desk/ [seen_events=x]          200 admin director
GET   /gatherings/{their_gathering}/desk/                    200 outsider
POST  /gatherings/{their_gathering}/desk/                    200 outsider
GET   /gatherings/{nothing}/desk/                            404 signed_in
POST  /gatherings/{nothing}/desk/                            404 signed_in
POST  /gatherings/{gathering}/people/                        302+ admin director
POST  /gatherings/{gathering}/people/ [kind=admin]           302 admin director
POST  /gatherings/{their_gathering}/people/                  302 outsider
POST  /gatherings/{nothing}/people/                          404 signed_in
POST  /gatherings/{gathering}/dissolve/                      302+ admin director
POST  /gatherings/{their_gathering}/dissolve/                302+ outsider
POST  /gatherings/{nothing}/dissolve/                        404 signed_in
GET   /clubs/{club}/cash/                                    200 admin director
GET   /clubs/{their_club}/cash/                              200 outsider
GET   /clubs/{nothing}/cash/                                 404 signed_in
GET   /clubs/{club}/cash/currency/                           200 admin
POST  /clubs/{club}/cash/currency/                           200 admin
GET   /clubs/{their_club}/cash/currency/                     200 outsider
POST  /clubs/{their_club}/cash/currency/                     302+ outsider
GET   /clubs/{nothing}/cash/currency/                        404 signed_in
GET   /events/{played_event}/desk/programme/                 200 admin director event_director
GET   /events/{event}/desk/programme/                        200 admin director event_director
GET   /events/{their_event}/desk/programme/                  200 outsider
GET   /events/{nothing}/desk/programme/                      404 signed_in
GET   /events/{played_event}/desk/programme/make/            200 admin director event_director
POST  /events/{played_event}/desk/programme/make/            302+ admin director event_director
POST  /events/{played_event}/desk/programme/make/ [at=x]     200 admin director event_director
GET   /events/{their_event}/desk/programme/make/             200 outsider
POST  /events/{their_event}/desk/programme/make/             200 outsider
GET   /events/{nothing}/desk/programme/make/                 404 signed_in
POST  /events/{played_event}/desk/programme/move/            302+ admin director event_director
POST  /events/{played_event}/desk/programme/move/ [first=x]  302 admin director event_director
POST  /events/{their_event}/desk/programme/move/             302 outsider
POST  /events/{nothing}/desk/programme/move/                 404 signed_in
GET   /events/{played_event}/desk/programme/lines/new/       200 admin director event_director
POST  /events/{played_event}/desk/programme/lines/new/       302+ admin director event_director
POST  /events/{played_event}/desk/programme/lines/new/ [text=]  200 admin director event_director
GET   /events/{their_event}/desk/programme/lines/new/        200 outsider
POST  /events/{their_event}/desk/programme/lines/new/        200 outsider
GET   /events/{nothing}/desk/programme/lines/new/            404 signed_in
GET   /events/{played_event}/desk/programme/lines/2/         200 admin director event_director
POST  /events/{played_event}/desk/programme/lines/2/         302+ admin director event_director
GET   /events/{played_event}/desk/programme/lines/99/        404 admin director event_director
GET   /events/{their_event}/desk/programme/lines/2/          404 outsider
GET   /events/{nothing}/desk/programme/lines/2/              404 signed_in
POST  /events/{played_event}/desk/programme/lines/2/remove/  302+ admin director event_director
POST  /events/{their_event}/desk/programme/lines/2/remove/   302 outsider
POST  /events/{nothing}/desk/programme/lines/2/remove/       404 signed_in
GET   /events/{played_event}/categories/                     200 everybody
GET   /events/{tied_event}/categories/                       200 everybody
GET   /events/{nothing}/categories/                          404 everybody
GET   /events/{played_event}/prizes/                         200 admin director scorer event_director
GET   /events/{tied_event}/prizes/                           200 admin director scorer
GET   /events/{their_event}/prizes/                          200 outsider
GET   /events/{nothing}/prizes/                              404 signed_in
GET   /events/{played_event}/prizes/table/                   200 admin director event_director
POST  /events/{played_event}/prizes/table/                   302+ admin director event_director
POST  /events/{played_event}/prizes/table/ [unit=x]          200 admin director event_director
GET   /events/{their_event}/prizes/table/                    200 outsider
POST  /events/{their_event}/prizes/table/                    302+ outsider
GET   /events/{nothing}/prizes/table/                        404 signed_in
GET   /events/{tied_event}/prizes/aloud/                     200 admin director scorer
GET   /events/{their_event}/prizes/aloud/                    200 outsider
GET   /events/{nothing}/prizes/aloud/                        404 signed_in
GET   /events/{tied_event}/prizes/decide/1/                  200 admin director
POST  /events/{tied_event}/prizes/decide/1/                  302+ admin director
POST  /events/{tied_event}/prizes/decide/1/ [kind=x]         200 admin director
GET   /events/{their_event}/prizes/decide/1/                 200 outsider
POST  /events/{their_event}/prizes/decide/1/                 200 outsider
GET   /events/{nothing}/prizes/decide/1/                     404 signed_in
POST  /events/{tied_event}/prizes/lot/                       302+ admin director
POST  /events/{tied_event}/prizes/lot/ [entry=x]             302 admin director
POST  /events/{their_event}/prizes/lot/                      302 outsider
POST  /events/{nothing}/prizes/lot/                          404 signed_in
POST  /events/{tied_event}/prizes/deciders/1/withdraw/       302+ admin director
POST  /events/{tied_event}/prizes/deciders/9/withdraw/       404 admin director
POST  /events/{their_event}/prizes/deciders/1/withdraw/      404 outsider
POST  /events/{nothing}/prizes/deciders/1/withdraw/          404 signed_in
POST  /events/{tied_event}/prizes/give/                      302+ admin director scorer
POST  /events/{tied_event}/prizes/give/ [entry=x]            302 admin director scorer
POST  /events/{their_event}/prizes/give/                     302 outsider
POST  /events/{nothing}/prizes/give/                         404 signed_in
POST  /events/{tied_event}/prizes/given/1/back/              302+ admin director scorer
POST  /events/{tied_event}/prizes/given/9/back/              404 admin director scorer
POST  /events/{their_event}/prizes/given/1/back/             404 outsider
POST  /events/{nothing}/prizes/given/1/back/                 404 signed_in
GET   /events/{played_event}/entries/categories/             200 admin director event_director
POST  /events/{played_event}/entries/categories/             302+ admin director event_director
POST  /events/{played_event}/entries/categories/ [entry1-in=x]  200 admin director event_director
GET   /events/{their_event}/entries/categories/              200 outsider
POST  /events/{their_event}/entries/categories/              302+ outsider
GET   /events/{nothing}/entries/categories/                  404 signed_in
GET   /clubs/{federation}/calendar/                          200 everybody
GET   /clubs/{nothing}/calendar/                             404 everybody
GET   /clubs/{federation}/calendar.ics                       200 everybody
GET   /clubs/{nothing}/calendar.ics                          404 everybody
GET   /clubs/{club}/dates/                                   200 admin director jury scorer
GET   /clubs/{their_club}/dates/                             200 outsider
GET   /clubs/{nothing}/dates/                                404 signed_in
GET   /clubs/{club}/dates/new/                               200 admin director
POST  /clubs/{club}/dates/new/                               302+ admin director
POST  /clubs/{club}/dates/new/ [last_day=2020-01-01]         200 admin director
GET   /clubs/{their_club}/dates/new/                         200 outsider
POST  /clubs/{their_club}/dates/new/                         302+ outsider
GET   /clubs/{nothing}/dates/new/                            404 signed_in
GET   /clubs/{federation}/closed-days/new/                   200 federation_admin
POST  /clubs/{federation}/closed-days/new/                   302+ federation_admin
GET   /clubs/{club}/closed-days/new/                         200 admin
POST  /clubs/{club}/closed-days/new/                         302+ admin
GET   /clubs/{nothing}/closed-days/new/                      404 signed_in
GET   /clubs/{federation}/dates/                             200 federation_admin
GET   /dates/{asked_date}/                                   200 roles federation_admin
GET   /dates/{approved_date}/                                200 roles federation_admin
GET   /dates/{withdrawn_date}/                               200 roles federation_admin
GET   /dates/{their_date}/                                   200 outsider
GET   /dates/{nothing}/                                      404 signed_in
GET   /dates/{asked_date}/change/                            200 admin director federation_admin
POST  /dates/{asked_date}/change/                            302+ admin director federation_admin
POST  /dates/{asked_date}/change/ [version=0]                200 admin director federation_admin
POST  /dates/{withdrawn_date}/change/                        200 admin director federation_admin
GET   /dates/{their_date}/change/                            200 outsider
POST  /dates/{their_date}/change/                            302+ outsider
GET   /dates/{nothing}/change/                               404 signed_in
POST  /dates/{asked_date}/withdraw/                          302+ admin director federation_admin
POST  /dates/{withdrawn_date}/withdraw/                      302 admin director federation_admin
POST  /dates/{their_date}/withdraw/                          302+ outsider
POST  /dates/{nothing}/withdraw/                             404 signed_in
POST  /dates/{asked_date}/approve/                           302+ federation_admin
POST  /dates/{withdrawn_date}/approve/                       302 federation_admin
POST  /dates/{their_date}/approve/                           302+ outsider
POST  /dates/{nothing}/approve/                              404 signed_in
GET   /dates/{asked_date}/answer/                            200 federation_admin
POST  /dates/{asked_date}/answer/                            302+ federation_admin
POST  /dates/{asked_date}/answer/ [answer=]                  200 federation_admin
GET   /dates/{their_date}/answer/                            200 outsider
POST  /dates/{their_date}/answer/                            302+ outsider
GET   /dates/{nothing}/answer/                               404 signed_in
POST  /dates/{approved_date}/event/                          302+ admin director
POST  /dates/{nothing}/event/                                404 signed_in
POST  /closed-days/{closed_day}/remove/                      302+ federation_admin
POST  /closed-days/{nothing}/remove/                         404 signed_in
GET   /clubs/{federation}/terms/                             200 federation_admin
POST  /clubs/{federation}/terms/                             302+ federation_admin
POST  /clubs/{federation}/terms/ [per_start=x]               200 federation_admin
GET   /clubs/{club}/terms/                                   200 admin
GET   /clubs/{nothing}/terms/                                404 signed_in
GET   /clubs/{federation}/statements/                        200 federation_admin
GET   /clubs/{club}/statements/                              200 admin director
GET   /clubs/{nothing}/statements/                           404 signed_in
GET   /clubs/{federation}/statements/{club}/                 200 admin director federation_admin
GET   /clubs/{federation}/statements/{their_club}/           404 signed_in
GET   /clubs/{federation}/statements/issue/                  200 federation_admin
POST  /clubs/{federation}/statements/issue/                  302+ federation_admin
POST  /clubs/{federation}/statements/issue/ [clubs=]         200 federation_admin
POST  /clubs/{federation}/statements/issue/ [shown=x]        200 federation_admin
GET   /clubs/{club}/statements/issue/                        200 admin director
POST  /clubs/{club}/statements/issue/                        200 admin director
GET   /clubs/{nothing}/statements/issue/                     404 signed_in
GET   /clubs/{federation}/statements/issued/                 200 federation_admin
GET   /clubs/{club}/statements/issued/                       200 admin director
GET   /clubs/{nothing}/statements/issued/                    404 signed_in
GET   /statements/{statement}/                               200 admin director federation_admin
GET   /statements/{nothing}/                                 404 signed_in
GET   /statements/{statement}/credit/                        200 federation_admin
POST  /statements/{statement}/credit/                        302+ federation_admin
POST  /statements/{statement}/credit/ [reason=]              200 federation_admin
POST  /statements/{credited_statement}/credit/               200 federation_admin
GET   /statements/{nothing}/credit/                          404 signed_in
GET   /clubs/{federation}/annual/{held_year}/                200 federation_admin
GET   /clubs/{club}/annual/{held_year}/                      200 roles
GET   /clubs/{club}/annual/1949/                             404 roles
GET   /clubs/{nothing}/annual/{held_year}/                   404 signed_in
GET   /clubs/{club}/rankings/                                200 admin director jury scorer
GET   /clubs/{their_club}/rankings/                          200 outsider
GET   /clubs/{nothing}/rankings/                             404 signed_in
GET   /clubs/{club}/rankings/new/                            200 admin director
POST  /clubs/{club}/rankings/new/                            302+ admin director
POST  /clubs/{club}/rankings/new/ [years=x]                  200 admin director
GET   /clubs/{their_club}/rankings/new/                      200 outsider
POST  /clubs/{their_club}/rankings/new/                      302+ outsider
GET   /clubs/{nothing}/rankings/new/                         404 signed_in
GET   /rankings/{ranking}/                                   200 everybody
GET   /rankings/{hidden_ranking}/                            404 everybody
GET   /rankings/{nothing}/                                   404 everybody
GET   /rankings/{ranking}/list/junior/                       200 everybody
GET   /rankings/{ranking}/list/{nothing}/                    404 everybody
GET   /rankings/{hidden_ranking}/list/junior/                404 everybody
GET   /rankings/{nothing}/list/junior/                       404 everybody
GET   /rankings/{ranking}/on/{ranked_day}/                   200 everybody
GET   /rankings/{ranking}/on/{nothing}/                      404 everybody
GET   /rankings/{hidden_ranking}/on/{ranked_day}/            404 everybody
GET   /rankings/{nothing}/on/{ranked_day}/                   404 everybody
GET   /rankings/{ranking}/on/{ranked_day}/list/junior/       200 everybody
GET   /rankings/{ranking}/on/{ranked_day}/list/{nothing}/    404 everybody
GET   /rankings/{hidden_ranking}/on/{ranked_day}/list/junior/  404 everybody
GET   /rankings/{nothing}/on/{ranked_day}/list/junior/       404 everybody
GET   /rankings/{ranking}/points/{in_series}/                200 everybody
GET   /rankings/{ranking}/points/{nothing}/                  404 everybody
GET   /rankings/{hidden_ranking}/points/{in_series}/         404 everybody
GET   /rankings/{nothing}/points/{in_series}/                404 everybody
GET   /rankings/{ranking}/desk/                              200 admin director jury scorer
GET   /rankings/{hidden_ranking}/desk/                       200 admin director jury scorer
GET   /rankings/{their_ranking}/desk/                        200 outsider
GET   /rankings/{nothing}/desk/                              404 signed_in
GET   /rankings/{ranking}/change/                            200 admin director
POST  /rankings/{ranking}/change/                            302+ admin director
POST  /rankings/{ranking}/change/ [how_many=0]               200 admin director
POST  /rankings/{ranking}/change/ [version=0]                200 admin director
GET   /rankings/{their_ranking}/change/                      200 outsider
POST  /rankings/{their_ranking}/change/ [version=1]          302+ outsider
GET   /rankings/{nothing}/change/                            404 signed_in
POST  /rankings/{ranking}/remove/                            302+ admin director
POST  /rankings/{their_ranking}/remove/                      302+ outsider
POST  /rankings/{nothing}/remove/                            404 signed_in
GET   /clubs/{club}/leagues/                                 200 admin director jury scorer
GET   /clubs/{their_club}/leagues/                           200 outsider
GET   /clubs/{nothing}/leagues/                              404 signed_in
GET   /clubs/{club}/leagues/new/                             200 admin director
POST  /clubs/{club}/leagues/new/                             302+ admin director
POST  /clubs/{club}/leagues/new/ [name=]                     200 admin director
GET   /clubs/{their_club}/leagues/new/                       200 outsider
POST  /clubs/{their_club}/leagues/new/                       302+ outsider
GET   /clubs/{nothing}/leagues/new/                          404 signed_in
GET   /leagues/{league}/                                     200 everybody
GET   /leagues/{hidden_league}/                              404 everybody
GET   /leagues/{nothing}/                                    404 everybody
GET   /leagues/{league}/divisions/1/                         200 everybody
GET   /leagues/{hidden_league}/divisions/1/                  404 everybody
GET   /leagues/{nothing}/divisions/1/                        404 everybody
GET   /leagues/{league}/teams/1/                             200 everybody
GET   /leagues/{hidden_league}/teams/1/                      404 everybody
GET   /leagues/{nothing}/teams/1/                            404 everybody
GET   /leagues/{league}/matches/1/                           200 everybody
GET   /leagues/{hidden_league}/matches/1/                    404 everybody
GET   /leagues/{nothing}/matches/1/                          404 everybody
GET   /leagues/{league}/divisions/99/                        404 everybody
GET   /leagues/{league}/teams/99/                            404 everybody
GET   /leagues/{league}/matches/99/                          404 everybody
GET   /leagues/{league}/desk/                                200 admin director jury scorer
GET   /leagues/{their_league}/desk/                          200 outsider
GET   /leagues/{nothing}/desk/                               404 signed_in
GET   /leagues/{league}/teams/                               200 admin director jury scorer
GET   /leagues/{their_league}/teams/                         200 outsider
GET   /leagues/{nothing}/teams/                              404 signed_in
GET   /leagues/{league}/change/                              200 admin director
GET   /leagues/{their_league}/change/                        200 outsider
GET   /leagues/{nothing}/change/                             404 signed_in
GET   /leagues/{league}/rules/                               200 everybody
GET   /leagues/{hidden_league}/rules/                        404 everybody
GET   /leagues/{nothing}/rules/                              404 everybody
GET   /leagues/{league}/what-if/                             200 admin director
GET   /leagues/{their_league}/what-if/                       200 outsider
GET   /leagues/{nothing}/what-if/                            404 signed_in
GET   /leagues/{league}/rules/change/                        200 admin director
GET   /leagues/{their_league}/rules/change/                  200 outsider
GET   /leagues/{nothing}/rules/change/                       404 signed_in
POST  /leagues/{league}/rules/change/                        302+ admin director
POST  /leagues/{league}/rules/change/ [silence_hours=0]      200 admin director
POST  /leagues/{league}/rules/change/ [version=0]            200 admin director
POST  /leagues/{closed_league}/rules/change/                 200 admin director
GET   /players/{alfa_player}/matches/                        200 everybody
GET   /players/{nothing}/matches/                            404 everybody
GET   /leagues/{league}/fixtures/                            200 admin director
GET   /leagues/{their_league}/fixtures/                      200 outsider
GET   /leagues/{nothing}/fixtures/                           404 signed_in
GET   /leagues/{league}/next/                                200 admin director
GET   /leagues/{their_league}/next/                          200 outsider
GET   /leagues/{nothing}/next/                               404 signed_in
GET   /leagues/{league}/teams/new/                           200 admin director
GET   /leagues/{their_league}/teams/new/                     200 outsider
GET   /leagues/{nothing}/teams/new/                          404 signed_in
GET   /leagues/{closed_league}/desk/                         200 admin director jury scorer
POST  /leagues/{league}/change/                              302+ admin director
POST  /leagues/{league}/change/ [name=]                      200 admin director
POST  /leagues/{league}/change/ [version=0]                  200 admin director
POST  /leagues/{closed_league}/change/                       200 admin director
POST  /leagues/{closed_league}/next/                         302+ admin director
POST  /leagues/{league}/next/                                200 admin director
POST  /leagues/{closed_league}/next/ [name=]                 200 admin director
POST  /leagues/{league}/teams/new/                           302+ admin director
POST  /leagues/{league}/teams/new/ [name=]                   200 admin director
POST  /leagues/{closed_league}/teams/new/                    200 admin director
POST  /leagues/{closed_league}/reopen/                       302+ admin director
POST  /leagues/{league}/reopen/                              302 admin director
POST  /leagues/{their_league}/reopen/                        302 outsider
POST  /leagues/{nothing}/reopen/                             404 signed_in
POST  /leagues/{league}/close/                               302 admin director
POST  /leagues/{closed_league}/close/                        302 admin director
POST  /leagues/{their_league}/close/                         302 outsider
POST  /leagues/{nothing}/close/                              404 signed_in
POST  /leagues/{league}/remove/                              302+ admin director
POST  /leagues/{their_league}/remove/                        302+ outsider
POST  /leagues/{nothing}/remove/                             404 signed_in
GET   /leagues/{league}/fixtures/2/plan/                     200 admin director
POST  /leagues/{league}/fixtures/2/plan/                     302+ admin director
POST  /leagues/{league}/fixtures/2/plan/ [publish=&first=]   200 admin director
POST  /leagues/{league}/fixtures/1/plan/                     302 admin director
GET   /leagues/{league}/fixtures/99/plan/                    404 admin director
GET   /leagues/{their_league}/fixtures/1/plan/               200 outsider
GET   /leagues/{nothing}/fixtures/1/plan/                    404 signed_in
GET   /leagues/{league}/fixtures/1/add/                      200 admin director
POST  /leagues/{league}/fixtures/1/add/                      302+ admin director
POST  /leagues/{league}/fixtures/1/add/ [away=1]             200 admin director
GET   /leagues/{league}/fixtures/99/add/                     404 admin director
GET   /leagues/{their_league}/fixtures/1/add/                200 outsider
POST  /leagues/{their_league}/fixtures/1/add/                302+ outsider
GET   /leagues/{nothing}/fixtures/1/add/                     404 signed_in
GET   /leagues/{league}/fixtures/1/next/                     200 admin director
GET   /leagues/{league}/fixtures/3/next/                     200 admin director
POST  /leagues/{league}/fixtures/3/next/                     302+ admin director
POST  /leagues/{league}/fixtures/1/next/                     200 admin director
GET   /leagues/{league}/fixtures/99/next/                    404 admin director
GET   /leagues/{their_league}/fixtures/1/next/               200 outsider
GET   /leagues/{nothing}/fixtures/1/next/                    404 signed_in
POST  /leagues/{league}/fixtures/3/withdraw/                 302+ admin director
POST  /leagues/{league}/fixtures/1/withdraw/                 302 admin director
POST  /leagues/{their_league}/fixtures/1/withdraw/           302+ outsider
POST  /leagues/{nothing}/fixtures/1/withdraw/                404 signed_in
GET   /teams/{team}/change/                                  200 admin director
POST  /teams/{team}/change/                                  302+ admin director
GET   /teams/{their_team}/change/                            200 outsider
POST  /teams/{their_team}/change/                            302+ outsider
GET   /teams/{nothing}/change/                               404 signed_in
GET   /teams/{team}/withdraw/                                200 admin director
POST  /teams/{team}/withdraw/                                302+ admin director
GET   /teams/{their_team}/withdraw/                          200 outsider
POST  /teams/{their_team}/withdraw/                          302+ outsider
GET   /teams/{nothing}/withdraw/                             404 signed_in
GET   /teams/{team}/points/                                  200 admin director
POST  /teams/{team}/points/                                  302+ admin director
GET   /teams/{their_team}/points/                            200 outsider
POST  /teams/{their_team}/points/                            302+ outsider
GET   /teams/{nothing}/points/                               404 signed_in
POST  /teams/{team}/change/ [players=Nobody+Here]            200 admin director
POST  /teams/{team}/points/ [match_points=x]                 200 admin director
POST  /teams/{team}/withdraw/ [reason=]                      200 admin director
POST  /teams/{spare_team}/remove/                            302+ admin director
POST  /teams/{team}/remove/                                  302 admin director
POST  /teams/{their_team}/remove/                            302 outsider
POST  /teams/{nothing}/remove/                               404 signed_in
POST  /teams/{gone_team}/return/                             302+ admin director
POST  /teams/{team}/return/                                  302 admin director
POST  /teams/{their_team}/return/                            302 outsider
POST  /teams/{nothing}/return/                               404 signed_in
POST  /teams/points/{charge}/cancel/                         302+ admin director
POST  /teams/points/{nothing}/cancel/                        404 signed_in
GET   /matches/{planned_match}/                              200 admin director jury scorer
GET   /matches/{accepted_match}/                             200 admin director jury scorer
GET   /matches/{their_match}/                                200 outsider
GET   /matches/{nothing}/                                    404 signed_in
GET   /matches/{planned_match}/when/                         200 admin director
POST  /matches/{planned_match}/when/                         302+ admin director
POST  /matches/{planned_match}/when/ [day=x]                 200 admin director
GET   /matches/{their_match}/when/                           200 outsider
GET   /matches/{nothing}/when/                               404 signed_in
GET   /matches/{planned_match}/postpone/                     200 admin director
POST  /matches/{planned_match}/postpone/                     302+ admin director
POST  /matches/{planned_match}/postpone/ [reason=]           200 admin director
GET   /matches/{their_match}/postpone/                       200 outsider
GET   /matches/{nothing}/postpone/                           404 signed_in
GET   /matches/{planned_match}/line-up/0/                    200 admin director
POST  /matches/{planned_match}/line-up/0/                    302+ admin director
POST  /matches/{planned_match}/line-up/0/ [pair1_1=Nobody+Here]  200 admin director
GET   /matches/{their_match}/line-up/0/                      200 outsider
GET   /matches/{nothing}/line-up/0/                          404 signed_in
GET   /matches/{sealed_match}/line-up/0/break/               200 admin director
POST  /matches/{sealed_match}/line-up/0/break/               302+ admin director
POST  /matches/{sealed_match}/line-up/0/break/ [reason=]     200 admin director
GET   /matches/{their_match}/line-up/0/break/                200 outsider
GET   /matches/{nothing}/line-up/0/break/                    404 signed_in
GET   /matches/{planned_match}/open/                         200 admin director
POST  /matches/{planned_match}/open/                         302+ admin director
POST  /matches/{planned_match}/open/ [reason=]               200 admin director
GET   /matches/{their_match}/open/                           200 outsider
GET   /matches/{nothing}/open/                               404 signed_in
GET   /matches/{planned_match}/result/                       200 admin director
POST  /matches/{planned_match}/result/                       302+ admin director
POST  /matches/{planned_match}/result/ [home1=]              200 admin director
GET   /matches/{their_match}/result/                         200 outsider
GET   /matches/{nothing}/result/                             404 signed_in
GET   /matches/{lined_up_match}/tables/1/                    200 admin director jury scorer
GET   /matches/{lined_up_match}/tables/2/                    200 admin director jury scorer
GET   /matches/{lined_up_match}/tables/3/                    404 admin director jury scorer
GET   /matches/{planned_match}/tables/1/                     200 admin director jury scorer
POST  /matches/{lined_up_match}/tables/2/                    302+ admin director
POST  /matches/{lined_up_match}/tables/1/                    200 admin director
POST  /matches/{planned_match}/tables/1/                     200 admin director
GET   /matches/{their_match}/tables/1/                       200 outsider
GET   /matches/{nothing}/tables/1/                           404 signed_in
GET   /matches/{lined_up_match}/tables/1/points/             200 admin director
POST  /matches/{lined_up_match}/tables/1/points/             302+ admin director
POST  /matches/{lined_up_match}/tables/1/points/ [reason=]   200 admin director
GET   /matches/{lined_up_match}/tables/2/points/             404 admin director
GET   /matches/{their_match}/tables/1/points/                404 outsider
GET   /matches/{nothing}/tables/1/points/                    404 signed_in
GET   /games/{match_game}/                                   200 everybody
GET   /games/{match_game}/desk/                              200 admin director jury scorer
GET   /desk/{league_book}/                                   200 admin director jury scorer
GET   /matches/{planned_match}/rule/                         200 admin director
POST  /matches/{planned_match}/rule/                         302+ admin director
POST  /matches/{planned_match}/rule/ [reason=]               200 admin director
GET   /matches/{their_match}/rule/                           200 outsider
GET   /matches/{nothing}/rule/                               404 signed_in
GET   /matches/{entered_match}/clear/                        200 admin director
POST  /matches/{entered_match}/clear/                        302+ admin director
POST  /matches/{entered_match}/clear/ [reason=]              200 admin director
GET   /matches/{their_match}/clear/                          200 outsider
GET   /matches/{nothing}/clear/                              404 signed_in
GET   /matches/{entered_match}/dispute/                      200 admin director
POST  /matches/{entered_match}/dispute/                      302+ admin director
POST  /matches/{entered_match}/dispute/ [reason=]            200 admin director
GET   /matches/{their_match}/dispute/                        200 outsider
GET   /matches/{nothing}/dispute/                            404 signed_in
GET   /matches/{planned_match}/line-up/2/                    404 admin director
POST  /matches/{accepted_match}/result/                      200 admin director
POST  /matches/{entered_match}/confirm/                      302+ admin director
POST  /matches/{planned_match}/confirm/                      302 admin director
POST  /matches/{their_match}/confirm/                        302 outsider
POST  /matches/{nothing}/confirm/                            404 signed_in
POST  /matches/{planned_match}/remove/                       302+ admin director
POST  /matches/{confirmed_match}/remove/                     302 admin director
POST  /matches/{their_match}/remove/                         302+ outsider
POST  /matches/{nothing}/remove/                             404 signed_in
POST  /matches/{planned_match}/exchange/                     302+ admin director
POST  /matches/{confirmed_match}/exchange/                   302 admin director
POST  /matches/{their_match}/exchange/                       302+ outsider
POST  /matches/{nothing}/exchange/                           404 signed_in
POST  /matches/{confirmed_match}/accept/                     302+ admin director
POST  /matches/{planned_match}/accept/                       302 admin director
POST  /matches/{their_match}/accept/                         302 outsider
POST  /matches/{nothing}/accept/                             404 signed_in
POST  /matches/{accepted_match}/reopen/                      302+ admin director
POST  /matches/{planned_match}/reopen/                       302 admin director
POST  /matches/{their_match}/reopen/                         302 outsider
POST  /matches/{nothing}/reopen/                             404 signed_in
GET   /leagues/{league}/team/                                 200 everybody
POST  /leagues/{league}/team/                                 302 everybody
POST  /leagues/{league}/team/ [code=x]                        200 everybody
GET   /leagues/{nothing}/team/                                404 everybody
GET   /leagues/{league}/team/{team}/{team_code}/              200 everybody
GET   /leagues/{league}/team/{team}/{answering_code}/         404 everybody
GET   /leagues/{league}/team/{team}/{team_code}/1/            200 everybody
GET   /leagues/{league}/team/{team}/{team_code}/2/            404 everybody
GET   /leagues/{league}/team/{team}/{answering_code}/1/       404 everybody
GET   /leagues/{league}/team/{team}/{team_code}/1/line-up/    200 everybody
POST  /leagues/{league}/team/{team}/{team_code}/1/line-up/    302+ everybody
POST  /leagues/{league}/team/{team}/{team_code}/1/line-up/ [pair1_1=x]  200 everybody
POST  /leagues/{league}/team/{team}/{answering_code}/1/line-up/  404 everybody
GET   /leagues/{league}/team/{team}/{team_code}/1/result/     200 everybody
POST  /leagues/{league}/team/{team}/{team_code}/1/result/     302+ everybody
POST  /leagues/{league}/team/{team}/{team_code}/1/result/ [home1=]  200 everybody
POST  /leagues/{league}/team/{team}/{answering_code}/1/result/  404 everybody
GET   /leagues/{league}/team/{team}/{team_code}/7/table/1/    200 everybody
GET   /leagues/{league}/team/{team}/{team_code}/7/table/2/    200 everybody
GET   /leagues/{league}/team/{team}/{team_code}/7/table/3/    404 everybody
GET   /leagues/{league}/team/{team}/{answering_code}/7/table/1/  404 everybody
POST  /leagues/{league}/team/{team}/{team_code}/7/table/2/    302+ everybody
POST  /leagues/{league}/team/{team}/{team_code}/7/table/2/ [version=0]  200 everybody
POST  /leagues/{league}/team/{team}/{team_code}/7/table/1/    200 everybody
POST  /leagues/{league}/team/{team}/{answering_code}/7/table/2/  404 everybody
GET   /leagues/{league}/team/{answering_team}/{answering_code}/2/answer/  200 everybody
POST  /leagues/{league}/team/{answering_team}/{answering_code}/2/answer/  302+ everybody
POST  /leagues/{league}/team/{answering_team}/{answering_code}/2/answer/ [version=x]  200 everybody
GET   /leagues/{league}/team/{team}/{team_code}/1/answer/     302 everybody
POST  /leagues/{league}/team/{team}/{answering_code}/1/answer/  404 everybody
POST  /leagues/{league}/team/{answering_team}/{answering_code}/5/undo/  302+ everybody
POST  /leagues/{league}/team/{team}/{team_code}/1/undo/       302 everybody
POST  /leagues/{league}/team/{team}/{answering_code}/1/undo/  404 everybody
GET   /leagues/{league}/team/{team}/{team_code}/1/protocol/   200 everybody
GET   /leagues/{league}/team/{team}/{answering_code}/1/protocol/  404 everybody
GET   /leagues/{league}/captains/                             200 admin director
POST  /leagues/{league}/captains/                             302+ admin director
POST  /leagues/{league}/captains/ [seen=x]                    200 admin director
GET   /leagues/{their_league}/captains/                       200 outsider
GET   /leagues/{nothing}/captains/                            404 signed_in
GET   /leagues/{league}/captains/slips/                       200 admin director
GET   /leagues/{their_league}/captains/slips/                 404 outsider
GET   /leagues/{nothing}/captains/slips/                      404 signed_in
GET   /matches/{planned_match}/protocol/                      200 admin director jury scorer
GET   /matches/{their_match}/protocol/                        200 outsider
GET   /matches/{nothing}/protocol/                            404 signed_in
GET   /leagues/{league}/matches/1/protocol/                   200 everybody
GET   /leagues/{hidden_league}/matches/1/protocol/            404 everybody
GET   /leagues/{nothing}/matches/1/protocol/                  404 everybody
GET   /clubs/{club}/series/                                  200 admin director jury scorer
GET   /clubs/{their_club}/series/                            200 outsider
GET   /clubs/{nothing}/series/                               404 signed_in
GET   /clubs/{club}/series/new/                              200 admin director
POST  /clubs/{club}/series/new/                              302+ admin director
POST  /clubs/{club}/series/new/ [name=]                      200 admin director
GET   /clubs/{their_club}/series/new/                        200 outsider
POST  /clubs/{their_club}/series/new/                        302+ outsider
GET   /clubs/{nothing}/series/new/                           404 signed_in
GET   /series/{series}/                                      200 everybody
GET   /series/{hidden_series}/                               404 everybody
GET   /series/{nothing}/                                     404 everybody
GET   /series/{series}/after/1/                              200 everybody
GET   /series/{series}/after/99/                             404 everybody
GET   /series/{hidden_series}/after/1/                       404 everybody
GET   /series/{nothing}/after/1/                             404 everybody
GET   /series/{series}/points/{in_series}/                   200 everybody
GET   /series/{series}/points/{nothing}/                     404 everybody
GET   /series/{hidden_series}/points/{in_series}/            404 everybody
GET   /series/{nothing}/points/{in_series}/                  404 everybody
GET   /series/{series}/desk/                                 200 admin director jury scorer
GET   /series/{hidden_series}/desk/                          200 admin director jury scorer
GET   /series/{closed_series}/desk/                          200 admin director jury scorer
GET   /series/{their_series}/desk/                           200 outsider
GET   /series/{nothing}/desk/                                404 signed_in
GET   /series/{series}/change/                               200 admin director
GET   /series/{series}/what-if/                              200 admin director
GET   /series/{their_series}/what-if/                        200 outsider
GET   /series/{nothing}/what-if/                             404 signed_in
POST  /series/{series}/change/                               302+ admin director
POST  /series/{series}/change/ [how_many=0]                  200 admin director
POST  /series/{series}/change/ [version=0]                   200 admin director
POST  /series/{closed_series}/change/                        200 admin director
GET   /series/{their_series}/change/                         200 outsider
POST  /series/{their_series}/change/                         302+ outsider
GET   /series/{nothing}/change/                              404 signed_in
POST  /series/{series}/close/                                302+ admin director
POST  /series/{closed_series}/close/                         302 admin director
POST  /series/{their_series}/close/                          302 outsider
POST  /series/{nothing}/close/                               404 signed_in
POST  /series/{closed_series}/reopen/                        302+ admin director
POST  /series/{series}/reopen/                               302 admin director
POST  /series/{their_series}/reopen/                         302 outsider
POST  /series/{nothing}/reopen/                              404 signed_in
POST  /series/{series}/remove/                               302+ admin director
POST  /series/{their_series}/remove/                         302+ outsider
POST  /series/{nothing}/remove/                              404 signed_in
GET   /events/{played_event}/hall/                           200 admin director scorer event_director
GET   /events/{their_event}/hall/                            200 outsider
GET   /events/{nothing}/hall/                                404 signed_in
GET   /events/{played_event}/hall/announce/                  200 admin director event_director
POST  /events/{played_event}/hall/announce/                  302+ admin director event_director
POST  /events/{played_event}/hall/announce/ [text=]          200 admin director event_director
GET   /events/{their_event}/hall/announce/                   200 outsider
POST  /events/{their_event}/hall/announce/                   302+ outsider
GET   /events/{nothing}/hall/announce/                       404 signed_in
GET   /events/{played_event}/hall/call/                      200 admin director scorer event_director
POST  /events/{played_event}/hall/call/                      302+ admin director scorer event_director
POST  /events/{played_event}/hall/call/ [who=99]             200 admin director scorer event_director
GET   /events/{their_event}/hall/call/                       200 outsider
POST  /events/{their_event}/hall/call/                       302+ outsider
GET   /events/{nothing}/hall/call/                           404 signed_in
POST  /events/{played_event}/hall/notices/1/end/             302+ admin director event_director
POST  /events/{played_event}/hall/notices/2/end/             302+ admin director scorer event_director
POST  /events/{played_event}/hall/notices/9/end/             404 admin director scorer event_director
POST  /events/{their_event}/hall/notices/1/end/              404 outsider
POST  /events/{nothing}/hall/notices/1/end/                  404 signed_in
GET   /events/{played_event}/hall/screens/1/                 200 admin director event_director
POST  /events/{played_event}/hall/screens/1/                 302+ admin director event_director
POST  /events/{played_event}/hall/screens/1/ [names=1]       200 admin director event_director
GET   /events/{played_event}/hall/screens/9/                 404 admin director event_director
GET   /events/{their_event}/hall/screens/1/                  200 outsider
POST  /events/{their_event}/hall/screens/1/                  302+ outsider
GET   /events/{nothing}/hall/screens/1/                      404 signed_in
POST  /events/{played_event}/hall/screens/2/remove/          302+ admin director event_director
POST  /events/{played_event}/hall/screens/9/remove/          404 admin director event_director
POST  /events/{their_event}/hall/screens/1/remove/           404 outsider
POST  /events/{nothing}/hall/screens/1/remove/               404 signed_in
GET   /events/{event}/singles/                               200 admin director event_director
POST  /events/{event}/singles/                               302+ admin director event_director
GET   /events/{their_event}/singles/                         200 outsider
POST  /events/{their_event}/singles/                         200 outsider
GET   /events/{nothing}/singles/                             404 signed_in
GET   /events/{event}/presence/                              200 admin director scorer event_director
POST  /events/{event}/presence/                              302+ admin director scorer event_director
POST  /events/{event}/presence/ [numbers=99]                 200 admin director scorer event_director
GET   /events/{their_event}/presence/                        200 outsider
POST  /events/{their_event}/presence/                        302+ outsider
GET   /events/{nothing}/presence/                            404 signed_in
GET   /entries/{entry}/outside/                              200 admin director event_director
POST  /entries/{entry}/outside/                              302+ admin director event_director
GET   /entries/{their_entry}/outside/                        200 outsider
POST  /entries/{their_entry}/outside/                        302+ outsider
GET   /entries/{nothing}/outside/                            404 signed_in
GET   /entries/{entry}/edit/                                 200 admin director event_director
POST  /entries/{entry}/edit/                                 302+ admin director event_director
GET   /entries/{their_entry}/edit/                           200 outsider
POST  /entries/{their_entry}/edit/                           200 outsider
GET   /entries/{nothing}/edit/                               404 signed_in
GET   /entries/{new_entry}/remove/                           200 admin director event_director
POST  /entries/{new_entry}/remove/                           302+ admin director event_director
POST  /entries/{entry}/remove/                               200 admin director event_director
GET   /entries/{their_entry}/remove/                         200 outsider
POST  /entries/{their_entry}/remove/                         302+ outsider
GET   /entries/{nothing}/remove/                             404 signed_in
GET   /entries/{withdrawn_entry}/back/                       200 admin director event_director
POST  /entries/{withdrawn_entry}/back/                       302+ admin director event_director
GET   /entries/{their_entry}/back/                           200 outsider
POST  /entries/{their_entry}/back/                           302 outsider
GET   /entries/{nothing}/back/                               404 signed_in
GET   /entries/{entry}/third/                                200 admin director event_director
POST  /entries/{entry}/third/                                302+ admin director event_director
GET   /entries/{their_entry}/third/                          200 outsider
POST  /entries/{their_entry}/third/                          200 outsider
GET   /entries/{nothing}/third/                              404 signed_in
GET   /entries/{withdrawn_entry}/replace/                    200 admin director event_director
POST  /entries/{withdrawn_entry}/replace/                    200 admin director event_director
GET   /entries/{their_entry}/replace/                        200 outsider
POST  /entries/{their_entry}/replace/                        200 outsider
GET   /entries/{nothing}/replace/                            404 signed_in
GET   /entries/{entry}/withdraw/                             200 admin director event_director
POST  /entries/{entry}/withdraw/                             302+ admin director event_director
GET   /entries/{their_entry}/withdraw/                       200 outsider
POST  /entries/{their_entry}/withdraw/                       302+ outsider
GET   /entries/{nothing}/withdraw/                           404 signed_in
GET   /pairings/{level_pairing}/level/                       200 admin director
POST  /pairings/{level_pairing}/level/                       302+ admin director
POST  /pairings/{level_pairing}/level/ [winner=7]            200 admin director
GET   /pairings/{pairing}/level/                             302 admin director event_director
GET   /pairings/{nothing}/level/                             404 signed_in
GET   /pairings/{pairing}/judge/                             200 admin director event_director
POST  /pairings/{pairing}/judge/                             302+ admin director event_director
GET   /pairings/{nothing}/judge/                             404 signed_in
GET   /pairings/{pairing}/minutes/                           200 admin director event_director
POST  /pairings/{pairing}/minutes/                           200 admin director event_director
GET   /pairings/{nothing}/minutes/                           404 signed_in
POST  /pairings/{nothing}/minutes/                           404 signed_in
GET   /pairings/{pairing}/deals/                             200 admin director event_director
POST  /pairings/{pairing}/deals/                             200 admin director event_director
GET   /pairings/{nothing}/deals/                             404 signed_in
POST  /events/{event}/show/                                  302 admin director event_director
POST  /events/{their_event}/show/                            302 outsider
POST  /events/{event}/official/                              302 admin director event_director
POST  /events/{their_event}/official/                        302 outsider

# --- games
GET   /games/                                                200 everybody
GET   /games/{game}/                                         200 everybody
GET   /games/{own_game}/                                     200 everybody
GET   /games/{nothing}/                                      404 everybody
GET   /games/{own_game}/deals/1/                             200 everybody
GET   /games/{own_game}/deals/9/                             404 everybody
GET   /games/{nothing}/deals/1/                              404 everybody
GET   /games/{game}/protocol.pdf                             200 everybody
GET   /games/{signed_game}/signed/1/                         200 everybody
GET   /games/{signed_game}/signed/2/                         404 everybody
GET   /games/{refused_game}/signed/1/                        404 everybody
GET   /games/{nothing}/signed/1/                             404 everybody
GET   /games/{game}/deals/new/                               200 admin director scorer event_director
POST  /games/{game}/deals/new/                               302+ admin director scorer event_director
GET   /games/{their_game}/deals/new/                         200 outsider
POST  /games/{their_game}/deals/new/                         302+ outsider
GET   /games/{nothing}/deals/new/                            404 signed_in
GET   /games/{own_game}/deals/1/amend/                       200 admin director scorer
POST  /games/{own_game}/deals/1/amend/                       302+ admin director scorer
GET   /games/{own_game}/deals/9/amend/                       404 admin director scorer
GET   /games/{nothing}/deals/1/amend/                        404 signed_in
POST  /games/{game}/preview/                                 200 admin director scorer event_director
POST  /games/{their_game}/preview/                           200 outsider
POST  /games/{nothing}/preview/                              404 signed_in

# --- the desk of a game
GET   /games/{own_game}/desk/                                200 roles
GET   /games/{game}/desk/                                    200 roles event_director
GET   /games/{own_game}/desk/protocol.pdf                    200 roles
GET   /games/{game}/desk/protocol.pdf                        200 roles event_director
GET   /games/{nothing}/desk/protocol.pdf                     404 signed_in
GET   /games/{both_game}/desk/two-protocols.pdf              200 roles
GET   /games/{own_game}/desk/two-protocols.pdf               404 roles
GET   /games/{nothing}/desk/two-protocols.pdf                404 signed_in
GET   /games/{their_game}/desk/                              200 outsider
GET   /games/{nothing}/desk/                                 404 signed_in
GET   /games/{own_game}/desk/check/                          200 roles
POST  /games/{own_game}/desk/check/                          302+ admin director scorer
POST  /games/{own_game}/desk/check/read/                     302+ admin scorer   302 director
POST  /games/{own_game}/desk/check/read/ [digest=another]    302 admin director scorer
POST  /games/{nothing}/desk/check/read/                      404 signed_in
GET   /games/{game}/desk/check/                              200 roles event_director
POST  /games/{game}/desk/check/                              302+ admin director scorer event_director
POST  /games/{their_game}/desk/check/                        302+ outsider
GET   /games/{nothing}/desk/check/                           404 signed_in
POST  /games/{odd_game}/deals/1/look/                        302+ admin director jury
POST  /games/{odd_game}/deals/1/look/ [version=7]            302 admin director jury
POST  /games/{odd_game}/deals/9/look/                        404 admin director jury
POST  /games/{nothing}/deals/1/look/                         404 signed_in
GET   /games/{own_game}/desk/sides/                          200 admin director scorer
GET   /games/{game}/desk/sides/                              200 admin director scorer event_director
GET   /games/{own_game}/desk/adjust/                         200 admin director
POST  /games/{own_game}/desk/adjust/                         302+ admin director
POST  /games/{game}/desk/adjust/                             302+ admin director event_director
POST  /games/{their_game}/desk/adjust/                       302+ outsider
GET   /games/{own_game}/desk/rulings/new/                    200 admin director jury
POST  /games/{own_game}/desk/rulings/new/                    302+ admin director        200 jury
POST  /games/{own_game}/desk/rulings/new/ [jurors={jury}]    302+ admin director jury
GET   /games/{game}/desk/rulings/new/                        200 admin director jury event_director
POST  /games/{their_game}/desk/rulings/new/                  302+ outsider
POST  /games/{their_game}/desk/rulings/new/ [jurors={jury}]  200 outsider
GET   /games/{nothing}/desk/rulings/new/                     404 signed_in
GET   /rulings/{ruling}/cancel/                              200 admin director jury
POST  /rulings/{ruling}/cancel/                              302+ admin director jury
POST  /rulings/{nothing}/cancel/                             404 signed_in
GET   /games/{own_game}/desk/warnings/new/                   200 admin director jury
POST  /games/{own_game}/desk/warnings/new/                   302+ admin director jury
GET   /games/{game}/desk/warnings/new/                       200 admin director jury event_director
POST  /games/{their_game}/desk/warnings/new/                 200 outsider
GET   /warnings/{warning}/cancel/                            200 admin director jury
POST  /warnings/{warning}/cancel/                            302+ admin director jury
POST  /warnings/{nothing}/cancel/                            404 signed_in
GET   /clubs/{club}/warnings/                                200 admin director jury
GET   /clubs/{their_club}/warnings/                          200 outsider
GET   /clubs/{nothing}/warnings/                             404 signed_in
GET   /games/{own_game}/desk/end/                            200 admin director
POST  /games/{own_game}/desk/end/                            302+ admin director
POST  /games/{their_game}/desk/end/                          302+ outsider
GET   /games/{own_game}/desk/result/                         200 admin director
POST  /games/{own_game}/desk/result/                         302+ admin director
POST  /games/{game}/desk/result/                             302+ admin director event_director
GET   /games/{own_game}/desk/resume/                         200 admin director
POST  /games/{own_game}/desk/resume/                         200 admin director
GET   /games/{over_game}/desk/resume/                        200 admin director
POST  /games/{over_game}/desk/resume/                        200 admin director
GET   /games/{nothing}/desk/resume/                          404 signed_in
GET   /games/{own_game}/desk/result/take-back/               200 admin director
POST  /games/{own_game}/desk/result/take-back/               200 admin director
GET   /games/{over_game}/desk/result/take-back/              200 admin director
POST  /games/{over_game}/desk/result/take-back/              302+ admin director
GET   /games/{nothing}/desk/result/take-back/                404 signed_in
GET   /games/{own_game}/desk/set-aside/                      200 admin director scorer
POST  /games/{own_game}/desk/set-aside/                      302+ admin director scorer
POST  /games/{game}/desk/set-aside/                          200 admin director scorer event_director
GET   /games/{nothing}/desk/set-aside/                       404 signed_in
GET   /games/{own_game}/desk/substitute/                     200 admin director
POST  /games/{own_game}/desk/substitute/                     302+ admin director
POST  /games/{own_game}/desk/substitute/ [leaving={their_player}]    200 admin director
GET   /games/{own_game}/desk/photos/new/                     200 admin director scorer
POST  /games/{own_game}/desk/photos/new/                     200 admin director scorer
GET   /games/{own_game}/desk/photos/{photo}/                 200 roles
GET   /games/{game}/desk/photos/{photo}/                     404 roles event_director
GET   /games/{own_game}/desk/photos/{photo}/remove/          200 admin director
POST  /games/{own_game}/desk/photos/{photo}/remove/          302+ admin director
GET   /games/{game}/desk/photos/{photo}/remove/              404 admin director event_director
GET   /games/{unsigned_game}/desk/absent/                    200 admin director
POST  /games/{unsigned_game}/desk/absent/                    302+ admin director
POST  /games/{unsigned_game}/desk/absent/ [player={fresh_player}]    200 admin director
GET   /games/{unsigned_game}/desk/paper/                     200 admin director
POST  /games/{unsigned_game}/desk/paper/                     302+ admin director
POST  /games/{signed_game}/desk/paper/ [digest={signed_digest}]  200 admin director
GET   /games/{nothing}/desk/paper/                           404 signed_in
GET   /games/{refused_game}/desk/sign/                       200 admin director
POST  /games/{refused_game}/desk/sign/                       302+ admin director
POST  /games/{unsigned_game}/desk/sign/ [digest={unsigned_digest}]   200 admin director
GET   /games/{signed_game}/desk/reopen/                      200 admin director
POST  /games/{signed_game}/desk/reopen/                      302+ admin director
POST  /games/{unsigned_game}/desk/reopen/                    200 admin director
GET   /games/{nothing}/desk/sign/                            404 signed_in
GET   /games/{nothing}/desk/absent/                          404 signed_in
GET   /games/{nothing}/desk/reopen/                          404 signed_in
GET   /games/{own_game}/deals/1/confirm/                     200 admin director
POST  /games/{own_game}/deals/1/confirm/                     302+ admin director
GET   /games/{own_game}/deals/9/confirm/                     404 admin director
GET   /games/{own_game}/deals/1/void/                        200 admin director
POST  /games/{own_game}/deals/1/void/                        302+ admin director
POST  /games/{own_game}/deals/9/void/                        404 admin director
GET   /adjustments/{adjustment}/cancel/                      200 admin director
POST  /adjustments/{adjustment}/cancel/                      302+ admin director
POST  /adjustments/{nothing}/cancel/                         404 signed_in
POST  /calls/{call}/answer/                                  302+ admin director jury
POST  /calls/{call}/answer/ [key=]                           302 admin director jury
POST  /calls/{nothing}/answer/                               404 signed_in

# --- the desk over a list of games
GET   /attention/                                            200 signed_in
GET   /desk/{book}/                                          200 roles
GET   /desk/{event_book}/                                    302 roles event_director
GET   /desk/{their_book}/                                    200 outsider
GET   /desk/{nothing}/                                       404 signed_in
GET   /desk/{book}/next/                                     302 admin director scorer
GET   /desk/{event_book}/next/                               302 admin director scorer event_director
GET   /desk/{their_book}/next/                               302 outsider
GET   /desk/{nothing}/next/                                  404 signed_in

# --- the tables of a club, and games outside any event
GET   /clubs/{club}/tables/                                  200 admin director scorer
GET   /clubs/{their_club}/tables/                            200 outsider
GET   /clubs/{nothing}/tables/                               404 signed_in
GET   /clubs/{club}/tables/new/                              200 admin director
POST  /clubs/{club}/tables/new/                              302+ admin director
POST  /clubs/{their_club}/tables/new/                        302+ outsider
GET   /clubs/{club}/tables/pins/                             200 admin director
POST  /clubs/{club}/tables/pins/                             302+ admin director
GET   /clubs/{club}/tables/opening/                          200 admin director
POST  /clubs/{club}/tables/opening/                          302+ admin director
POST  /clubs/{their_club}/tables/opening/                    302+ outsider
GET   /clubs/{nothing}/tables/opening/                       404 signed_in
GET   /clubs/{club}/tables/cards/                            200 admin director scorer
GET   /clubs/{club}/protocols/                               200 admin director scorer
GET   /clubs/{club}/protocols/?ruleset=samba&sides=3&languages=fi-sv  200 admin director scorer
GET   /clubs/{club}/protocols/?ruleset=nothing&sides=9       404 admin director scorer
GET   /clubs/{their_club}/protocols/                         200 outsider
GET   /tables/{table}/game/                                  200 admin director scorer
POST  /tables/{table}/game/                                  302+ admin director scorer
POST  /tables/{table}/game/ [game={their_game}]              200 admin director scorer
POST  /tables/{their_table}/game/ [game={their_game}]        302+ outsider
GET   /tables/{free_table}/delete/                           200 admin director
POST  /tables/{free_table}/delete/                           302+ admin director
POST  /tables/{table}/delete/                                200 admin director
POST  /tables/{their_table}/delete/                          302+ outsider
GET   /tables/{nothing}/delete/                              404 signed_in
GET   /tables/{nothing}/game/                                404 signed_in
GET   /clubs/{club}/games/new/                               200 admin director scorer
POST  /clubs/{club}/games/new/                               302+ admin director scorer
POST  /clubs/{their_club}/games/new/                         200 outsider
GET   /clubs/{nothing}/games/new/                            404 signed_in

# --- a table: its secret is enough
GET   /t/                                                    200 everybody
POST  /t/                                                    302 everybody
POST  /t/ [pin=12345]                                        200 everybody
GET   /t/{fresh_secret}/                                     200 everybody
GET   /t/not-a-secret/                                       404 everybody
GET   /t/{fresh_secret}/open/                                302 everybody
POST  /t/{fresh_secret}/open/                                302 everybody
GET   /t/{open_secret}/open/                                 200 everybody
POST  /t/{open_secret}/open/                                 302+ everybody
GET   /t/not-a-secret/open/                                  404 everybody
GET   /t/{fresh_secret}/seats/                               200 everybody
POST  /t/{fresh_secret}/seats/                               302+ everybody
GET   /t/{written_secret}/seats/                             409 everybody
POST  /t/not-a-secret/seats/                                 404 everybody
POST  /t/{fresh_secret}/start/                               302+ everybody
POST  /t/{fresh_secret}/start/ [game={written_game}]         409 everybody
POST  /t/not-a-secret/start/                                 404 everybody
POST  /t/{fresh_secret}/start/take-back/                     409 everybody
POST  /t/not-a-secret/start/take-back/                       404 everybody
POST  /t/{fresh_secret}/call/take-back/                      409 everybody
POST  /t/not-a-secret/call/take-back/                        404 everybody
GET   /t/{fresh_secret}/call/                                200 everybody
POST  /t/{fresh_secret}/call/                                302+ everybody
POST  /t/not-a-secret/call/                                  404 everybody
GET   /t/{unsigned_secret}/sign/                             200 everybody
POST  /t/{unsigned_secret}/sign/                             302+ everybody
POST  /t/{unsigned_secret}/sign/ [player={fresh_player}]     200 everybody
POST  /t/{unsigned_secret}/sign/ [game={fresh_game}]         409 everybody
GET   /t/{fresh_secret}/sign/                                302 everybody
GET   /t/{signed_secret}/sign/                               302 everybody
POST  /t/not-a-secret/sign/                                  404 everybody
GET   /t/{fresh_secret}/side/{fresh_side}/                   302 everybody
GET   /t/{fresh_secret}/side/{written_side}/                 404 everybody
GET   /t/not-a-secret/side/{fresh_side}/                     404 everybody
GET   /t/{fresh_secret}/deals/1/                             200 everybody
POST  /t/{fresh_secret}/deals/1/                             302+ everybody
POST  /t/{fresh_secret}/deals/1/ [game={written_game}]       200 everybody
GET   /t/{fresh_secret}/deals/2/                             404 everybody
POST  /t/not-a-secret/deals/1/                               404 everybody
GET   /t/{bidding_secret}/deals/1/contract/                  200 everybody
POST  /t/{bidding_secret}/deals/1/contract/                  302+ everybody
POST  /t/{bidding_secret}/deals/1/contract/ [game={written_game}]    409 everybody
POST  /t/{bidding_secret}/deals/1/contract/ [contract-level=9]    200 everybody
GET   /t/{bidding_secret}/deals/2/contract/                  302 everybody
GET   /t/{fresh_secret}/deals/1/contract/                    404 everybody
POST  /t/not-a-secret/deals/1/contract/                      404 everybody
POST  /t/{fresh_secret}/preview/                             200 everybody
POST  /t/not-a-secret/preview/                               404 everybody
GET   /t/{written_secret}/deals/1/answer/                    200 everybody
POST  /t/{written_secret}/deals/1/answer/                    302+ everybody
POST  /t/{written_secret}/deals/1/answer/ [player={fresh_player}]    200 everybody
GET   /t/{written_secret}/deals/9/answer/                    404 everybody
POST  /t/not-a-secret/deals/1/answer/                        404 everybody
GET   /t/{both_secret}/deals/1/compare/                      200 everybody
POST  /t/{both_secret}/deals/1/compare/                      302+ everybody
GET   /t/{fresh_secret}/deals/1/compare/                     404 everybody
POST  /t/not-a-secret/deals/1/compare/                       404 everybody
"""
METHODS = ("GET", "POST", "PUT", "PATCH", "DELETE", "OPTIONS", "TRACE")
LINE = re.compile(r"(?P<method>[A-Z]+) +(?P<address>/\S*)( \[(?P<otherwise>.*)\])?  +(?P<outcomes>\d.*)")
OUTCOME = re.compile(r"(?P<answer>\d{3}\+?)(?P<people>(?: +[a-z_]+)+)")
SIGN_IN = "sign-in"
REFUSALS = frozenset({SIGN_IN, "403", "404", "410"})


@dataclass(frozen=True, slots=True)
class Line:
    """What comes of one method at one address, by who asks."""

    method: str
    address: str
    otherwise: Mapping[str, str] = field(default_factory=dict)
    answers: Mapping[str, str] = field(default_factory=dict)

    def __str__(self) -> str:
        sent = (f"{name}={value}" for name, value in self.otherwise.items())
        return " ".join((self.method, self.address, *sent))


def lines_of(table: str) -> Iterator[Line]:
    for text in table.splitlines():
        if text and not text.startswith("#"):
            read = LINE.fullmatch(text)
            assert read, f"the line cannot be read: {text}"
            otherwise = dict(parse_qsl(read["otherwise"] or "", keep_blank_values=True))
            yield Line(read["method"], read["address"], otherwise, answers_of(read["outcomes"]))


def answers_of(outcomes: str) -> dict[str, str]:
    """Everybody's answer: those who are named get theirs, the rest are refused."""
    answers = {STRANGER: SIGN_IN} | dict.fromkeys(SIGNED_IN, "403")
    assert not OUTCOME.sub("", outcomes).strip(), outcomes
    for outcome in OUTCOME.finditer(outcomes):
        for word in outcome["people"].split():
            people = GROUPS.get(word, (word,))
            assert answers.keys() >= set(people), word
            answers |= dict.fromkeys(people, outcome["answer"])
    return answers


LINES = list(lines_of(TABLE))


def shape_of(line: Line) -> str:
    """Its address, whichever rows it names."""
    return re.sub(r"{\w+}", "{}", line.address)


def view_of(address: str) -> str:
    """The name of the page at an address, whatever is asked of it."""
    return resolve(address.partition("?")[0]).view_name


def answer_of(scene: Scene, who: str, line: Line, method: str = "") -> str:
    """What somebody gets, in the words of the table."""
    address = scene.world.address(line.address)
    sent = scene.world.body(view_of(address), line.otherwise) if line.method == "POST" else {}
    response = scene.world.send(who, method or line.method, address, sent)
    to_sign_in = response.headers.get("Location", "").startswith(f"{reverse('clubs:sign_in')}?next=")
    return SIGN_IN if to_sign_in else str(response.status_code)


def answer_and_trace(scene: Scene, who: str, line: Line) -> str:
    """What somebody gets, and whether it leaves anything."""
    with undone():
        return answer_of(scene, who, line) + ("+" if any(scene.changes()) else "")


def askers(lines: Sequence[Line]) -> Iterator[tuple[Line, Sequence[str]]]:
    """Each line, and who asks.

    Everybody does. In the quick profile that is so at the first line of an address and a method that refuses
    somebody; elsewhere it is the first of those who get the same answer, and another of them in turn.
    """
    shapes: set[tuple[str, str]] = set()
    for at, line in enumerate(lines):
        shape = line.method, shape_of(line)
        everybody = LONG or (shape not in shapes and len(set(line.answers.values())) > 1)
        yield line, GROUPS["everybody"] if everybody else some_of_each_answer(line, at)
        shapes.add(shape)


def some_of_each_answer(line: Line, at: int) -> list[str]:
    alike: dict[str, list[str]] = {}
    for who, answer in line.answers.items():
        alike.setdefault(answer, []).append(who)
    return [who for first, *others in alike.values() for who in (first, *in_turn(others, at))]


def in_turn(people: Sequence[str], at: int) -> Sequence[str]:
    return [people[at % len(people)]] if people else []


@pytest.mark.parametrize(("line", "people"), [pytest.param(*each, id=str(each[0])) for each in askers(LINES)])
def test_everybody_gets_what_the_table_says_and_a_refusal_leaves_nothing(
    scene: Scene, line: Line, people: Sequence[str]
) -> None:
    told = {who: line.answers[who] for who in people}
    assert {who: answer_and_trace(scene, who, line) for who in people} == told


def test_asking_for_the_head_of_a_page_is_asking_for_the_page(scene: Scene) -> None:
    pages = [line for line in (LINES if LONG else once(LINES)) if line.method == "GET"]
    with undone():
        heads = {str(line): answer_of(scene, who_is_let_in(line), line, "HEAD") for line in pages}
    assert heads == {str(line): line.answers[who_is_let_in(line)] for line in pages}
    assert scene.changed() == []


def test_what_other_tests_take_for_files_are_no_pages(scene: Scene) -> None:
    """They would leave a page out without a word; one that is asked for as a file too stands there plain."""
    files = [line for line in once(LINES) if line.method == "GET" and FILES.search(line.address)]
    with undone():
        kinds = {str(line): kind_of(scene, line) for line in files}
    assert len(kinds) > 10
    pages = {
        shape_of(line).partition("?as=")[0] for line in files if kinds[str(line)].startswith("text/html")
    }
    assert pages - {shape_of(line) for line in LINES if line.method == "GET"} == set()


def kind_of(scene: Scene, line: Line) -> str:
    """The kind of what is shown; nothing where it is a refusal or leads elsewhere."""
    response = scene.world.send(who_is_let_in(line), "HEAD", scene.world.address(line.address), {})
    return response.headers["Content-Type"] if response.status_code == 200 else ""


def who_is_let_in(line: Line) -> str:
    """Somebody who is not refused, if there is anybody."""
    let_in = (who for who, answer in line.answers.items() if answer not in REFUSALS)
    return next(let_in, STRANGER)


def is_open(line: Line) -> bool:
    return any(answer not in REFUSALS for answer in line.answers.values())


def once(lines: Iterable[Line]) -> list[Line]:
    """Of each shape of an address one line, in which somebody is let in."""
    shapes = {(line.method, shape_of(line)): line for line in lines if is_open(line)}
    return list(shapes.values())


# --- the table is complete --------------------------------------------------------------------------------


def names_of(patterns: Sequence[URLPattern | URLResolver], within: str = "") -> Iterator[str]:
    """The name of every address of the product."""
    for pattern in patterns:
        if isinstance(pattern, URLResolver):
            space = f"{within}{pattern.namespace}:" if pattern.namespace else within
            yield from names_of(pattern.url_patterns, space)
        else:
            yield f"{within}{pattern.name}"


def test_no_address_is_missing_in_the_table(scene: Scene) -> None:
    told = {view_of(scene.world.address(line.address)) for line in LINES}
    assert set(names_of(get_resolver().url_patterns)) == told


def told_methods(world: World) -> dict[str, tuple[str, set[str]]]:
    """Of each address, by its name: one of its spellings, and the methods that have a line."""
    told: dict[str, tuple[str, set[str]]] = {}
    for line in LINES:
        address = world.address(line.address)
        told.setdefault(view_of(address), (address, set()))[1].add(line.method)
    return told


@pytest.mark.parametrize(
    "who",
    [
        STRANGER,
        "admin",
        pytest.param("nobody", marks=pytest.mark.long),
        pytest.param("keeper", marks=pytest.mark.long),
    ],
)
def test_a_method_without_a_line_is_answered_405_and_does_nothing(scene: Scene, who: str) -> None:
    refused = {"405", SIGN_IN} if who == STRANGER else {"405"}
    untold = [
        (name, Line(method, address))
        for name, (address, told) in told_methods(scene.world).items()
        for method in METHODS
        if method not in told
    ]
    with undone():
        answers = {(name, line.method): answer_of(scene, who, line) for name, line in untold}
        assert {asked: answer for asked, answer in answers.items() if answer not in refused} == {}
        assert scene.changed() == []


# --- nothing is sent from elsewhere -----------------------------------------------------------------------


# A mail program ends mail by itself, in one click (RFC 8058): its address alone says whose, and does no more.
SENT_BY_MAIL_PROGRAMS = frozenset({"tournaments:notice_stop"})


def test_without_the_token_of_the_page_nothing_is_sent(scene: Scene) -> None:
    answers = {}
    for line in LINES:
        is_of_a_page = view_of(scene.world.address(line.address)) not in SENT_BY_MAIL_PROGRAMS
        if line.method == "POST" and is_of_a_page:
            client = scene.world.as_(who_is_let_in(line), enforce_csrf_checks=True)
            address = scene.world.address(line.address)
            sent = scene.world.body(view_of(address), line.otherwise)
            answers[str(line)] = client.post(address, sent).status_code
    assert {line: answer for line, answer in answers.items() if answer != 403} == {}
    assert scene.changed() == []


# --- public pages hold nothing of the viewer --------------------------------------------------------------

PUBLIC = (
    *("/", "/clubs/", "/clubs/{club}/", "/privacy/", "/genuine/", "/genuine/?code=4F7T-90AB"),
    *("/events/{event}/", "/events/{played_event}/", "/events/{closed_event}/"),
    *("/events/{played_event}/rounds/1/", "/events/{played_event}/rounds/1/?by=name"),
    *("/events/{handicap_event}/rounds/1/", "/events/{handicap_event}/entries/1/"),
    *("/events/{closed_event}/places/", "/events/{closed_event}/cross/"),
    *("/events/{played_event}/entries/1/", "/events/{played_event}/entries/1/now/"),
    *("/events/{closed_event}/statistics/", "/events/{closed_event}/rules/"),
    *("/players/{player}/results/", "/clubs/{club}/records/", "/clubs/{club}/records/{event_year}/"),
    *("/clubs/{club}/champions/", "/clubs/{club}/champions/{event_year}/", "/clubs/{club}/year/"),
    *("/players/{in_series}/against/", "/players/{player}/against/{in_series}/"),
    "/clubs/{federation}/calendar/",
    *("/rankings/{ranking}/", "/rankings/{ranking}/on/{ranked_day}/"),
    "/rankings/{ranking}/points/{in_series}/",
    *("/players/{rated}/rating/", "/clubs/{club}/ratings/"),
    *("/series/{series}/", "/series/{series}/after/1/", "/series/{series}/points/{in_series}/"),
    *("/leagues/{league}/", "/leagues/{league}/divisions/1/", "/leagues/{league}/teams/1/"),
    "/leagues/{league}/matches/1/",
    *("/games/", "/games/{game}/", "/games/{own_game}/", "/games/{own_game}/deals/1/"),
    "/games/{signed_game}/signed/1/",
    "/games/{game}/protocol.pdf",
)


@pytest.mark.parametrize("page", PUBLIC)
def test_a_public_page_is_the_same_for_everybody_and_carries_no_token(scene: Scene, page: str) -> None:
    address = scene.world.address(page)
    seen = {who: scene.world.as_(who).get(address).content for who in GROUPS["everybody"]}
    assert [who for who in seen if seen[who] != seen[STRANGER]] == []
    assert b"csrf" not in seen[STRANGER].lower()
