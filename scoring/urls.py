"""The addresses of scoring."""

from django.urls import path

from scoring.desk import attention_views, overview_views
from scoring.desk import game_views as desk_game_views
from scoring.entry import contract_views
from scoring.entry import views as entry_views
from scoring.game import views as game_views
from scoring.printing import blank_form_views
from scoring.printing import views as printing_views
from scoring.rulings import views as rulings_views
from scoring.setup import views as setup_views
from scoring.signing import views as signing_views
from scoring.table import answer_views, opening
from scoring.table import views as table_views

app_name = "scoring"

urlpatterns = [
    path("games/", game_views.game_list, name="games"),
    path("games/<int:pk>/", game_views.game_page, name="game"),
    path("games/<int:pk>/deals/<int:number>/", game_views.deal_page, name="deal"),
    path("games/<int:pk>/deals/new/", entry_views.deal_new, name="deal_new"),
    path("games/<int:pk>/deals/<int:number>/amend/", entry_views.deal_amend, name="deal_amend"),
    path("games/<int:pk>/preview/", entry_views.preview, name="preview"),
    path("games/<int:pk>/protocol.pdf", printing_views.protocol_pdf, name="protocol"),
    path("games/<int:pk>/desk/protocol.pdf", printing_views.desk_protocol_pdf, name="desk_protocol"),
    path("games/<int:pk>/desk/two-protocols.pdf", printing_views.two_protocols_pdf, name="two_protocols"),
    path("games/<int:pk>/desk/", desk_game_views.game_desk, name="game_desk"),
    path("attention/", attention_views.attention, name="attention"),
    path("desk/<int:pk>/", overview_views.desk, name="desk"),
    path("desk/<int:pk>/next/", overview_views.desk_next, name="desk_next"),
    path("games/<int:pk>/desk/check/", overview_views.game_check, name="game_check"),
    path("games/<int:pk>/desk/check/read/", overview_views.game_read_back, name="game_read_back"),
    path("games/<int:pk>/deals/<int:number>/look/", overview_views.deal_look, name="deal_look"),
    path("games/<int:pk>/desk/sides/", desk_game_views.game_sides, name="game_sides"),
    path("games/<int:pk>/desk/adjust/", rulings_views.adjustment_new, name="adjust"),
    path("games/<int:pk>/desk/rulings/new/", rulings_views.ruling_new, name="ruling_new"),
    path("games/<int:pk>/desk/warnings/new/", rulings_views.warning_new, name="warning_new"),
    path("games/<int:pk>/desk/end/", desk_game_views.game_end, name="game_end"),
    path("games/<int:pk>/desk/resume/", desk_game_views.game_resume, name="game_resume"),
    path("games/<int:pk>/desk/result/", desk_game_views.game_result, name="game_result"),
    path("games/<int:pk>/desk/result/take-back/", desk_game_views.result_take_back, name="result_take_back"),
    path("games/<int:pk>/desk/set-aside/", desk_game_views.game_set_aside, name="game_set_aside"),
    path("games/<int:pk>/desk/substitute/", desk_game_views.substitute, name="substitute"),
    path("games/<int:pk>/desk/photos/new/", desk_game_views.photo_new, name="photo_new"),
    path("games/<int:pk>/desk/photos/<int:photo>/", desk_game_views.photo, name="photo"),
    path("games/<int:pk>/desk/photos/<int:photo>/remove/", desk_game_views.photo_remove, name="photo_remove"),
    path("games/<int:pk>/deals/<int:number>/confirm/", desk_game_views.deal_confirm, name="deal_confirm"),
    path("games/<int:pk>/deals/<int:number>/void/", desk_game_views.deal_void, name="deal_void"),
    path("games/<int:pk>/signed/<int:number>/", signing_views.signed_protocol, name="signed"),
    path("games/<int:pk>/desk/sign/", signing_views.sign_director, name="sign_director"),
    path("games/<int:pk>/desk/absent/", signing_views.sign_absent, name="sign_absent"),
    path("games/<int:pk>/desk/paper/", signing_views.sign_paper, name="sign_paper"),
    path("games/<int:pk>/desk/reopen/", signing_views.reopen, name="reopen"),
    path("adjustments/<int:pk>/cancel/", desk_game_views.adjustment_cancel, name="adjustment_cancel"),
    path("rulings/<int:pk>/cancel/", rulings_views.ruling_cancel, name="ruling_cancel"),
    path("warnings/<int:pk>/cancel/", rulings_views.warning_cancel, name="warning_cancel"),
    path("clubs/<int:pk>/warnings/", rulings_views.warnings, name="warnings"),
    path("calls/<int:pk>/answer/", desk_game_views.call_answer, name="call_answer"),
    path("clubs/<int:pk>/games/new/", setup_views.game_new, name="game_new"),
    path("clubs/<int:pk>/tables/", setup_views.tables, name="tables"),
    path("clubs/<int:pk>/tables/new/", setup_views.tables_new, name="tables_new"),
    path("clubs/<int:pk>/tables/pins/", setup_views.tables_pins, name="tables_pins"),
    path("clubs/<int:pk>/tables/opening/", setup_views.tables_opening, name="tables_opening"),
    path("clubs/<int:pk>/tables/cards/", setup_views.table_cards, name="table_cards"),
    path("clubs/<int:pk>/protocols/", blank_form_views.blank_form_page, name="blank"),
    path("tables/<int:pk>/game/", setup_views.table_game, name="table_game"),
    path("tables/<int:pk>/delete/", setup_views.table_delete, name="table_delete"),
    path("t/", table_views.pin, name="pin"),
    path("t/<slug:secret>/", table_views.table, name="table"),
    path("t/<slug:secret>/open/", opening.table_open, name="table_open"),
    path("t/<slug:secret>/seats/", table_views.seats, name="table_seats"),
    path("t/<slug:secret>/start/", table_views.start, name="table_start"),
    path("t/<slug:secret>/start/take-back/", table_views.take_start_back, name="table_start_take_back"),
    path("t/<slug:secret>/call/take-back/", table_views.take_call_back, name="table_call_take_back"),
    path("t/<slug:secret>/call/", table_views.call, name="table_call"),
    path("t/<slug:secret>/sign/", signing_views.sign, name="table_sign"),
    path("t/<slug:secret>/side/<slug:side_secret>/", table_views.own_phone, name="own_phone"),
    path("t/<slug:secret>/deals/<int:number>/", entry_views.table_deal, name="table_deal"),
    path(
        "t/<slug:secret>/deals/<int:number>/contract/", contract_views.table_contract, name="table_contract"
    ),
    path("t/<slug:secret>/preview/", entry_views.table_preview, name="table_preview"),
    path("t/<slug:secret>/deals/<int:number>/answer/", answer_views.answer, name="table_answer"),
    path("t/<slug:secret>/deals/<int:number>/compare/", answer_views.compare, name="table_compare"),
]
