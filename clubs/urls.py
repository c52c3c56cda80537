"""The addresses of clubs."""

from django.urls import URLPattern, path

from clubs.views import accounts, archive, backups, clubs, jobs, log, people, players, undo

app_name = "clubs"

urlpatterns: list[URLPattern] = [
    path("sign-in/", accounts.SignIn.as_view(), name="sign_in"),
    path("sign-out/", accounts.SignOut.as_view(), name="sign_out"),
    path("account/", accounts.account, name="account"),
    path("account/menu/", accounts.account_menu, name="account_menu"),
    path("account/password/", accounts.account_password, name="account_password"),
    path("invitation/<str:token>/", accounts.invitation, name="invitation"),
    path("reset/", accounts.reset_ask, name="reset_ask"),
    path("reset/<str:uid>/<str:token>/", accounts.reset, name="reset"),
    path("clubs/", clubs.clubs, name="clubs"),
    path("clubs/new/", clubs.club_new, name="club_new"),
    path("clubs/<int:pk>/", clubs.club, name="club"),
    path("clubs/<int:pk>/workspace/", clubs.workspace, name="workspace"),
    path("clubs/<int:pk>/settings/", clubs.club_settings, name="club_settings"),
    path("clubs/<int:pk>/edit/", clubs.club_edit, name="club_edit"),
    path("clubs/<int:pk>/archive/", archive.archived, name="archived"),
    path("clubs/<int:pk>/delete/", clubs.club_delete, name="club_delete"),
    path("clubs/<int:pk>/federation/", clubs.federation, name="federation"),
    path("clubs/<int:pk>/federation/leave/", clubs.federation_leave, name="federation_leave"),
    path("clubs/<int:pk>/players/", players.club_players, name="club_players"),
    path("clubs/<int:pk>/players/new/", players.player_new, name="player_new"),
    path("clubs/<int:pk>/players/paste/", players.players_paste, name="players_paste"),
    path("clubs/<int:pk>/players/consent/", players.players_consent, name="players_consent"),
    path("clubs/<int:pk>/players/member/", players.member_new, name="member_new"),
    path("players/<int:pk>/", players.player, name="player"),
    path("players/<int:pk>/edit/", players.player_edit, name="player_edit"),
    path("players/<int:pk>/home/", players.home_move, name="home_move"),
    path("players/<int:pk>/delete/", players.player_delete, name="player_delete"),
    path("memberships/<int:pk>/end/", players.membership_end, name="membership_end"),
    path("clubs/<int:pk>/people/", people.club_people, name="club_people"),
    path("clubs/<int:pk>/people/invite/", people.invite, name="invite"),
    path(
        "clubs/<int:pk>/people/invitations/<int:invitation>/", people.invitation_link, name="invitation_link"
    ),
    path(
        "clubs/<int:pk>/people/invitations/<int:invitation>/withdraw/",
        people.invitation_withdraw,
        name="invitation_withdraw",
    ),
    path("clubs/<int:pk>/people/<int:user>/role/", people.role_give, name="role_give"),
    path("clubs/<int:pk>/people/<int:user>/player/", people.person_player, name="person_player"),
    path("clubs/<int:pk>/people/<int:user>/reset/", people.reset_link, name="reset_link"),
    path("clubs/<int:pk>/people/roles/<int:role>/take/", people.role_take, name="role_take"),
    path("copies/", backups.backups, name="copies"),
    path("copies/<str:name>/", backups.backup_file, name="copy_file"),
    path("jobs/<int:pk>/", jobs.job, name="job"),
    path("jobs/<int:pk>/cancel/", jobs.job_cancel, name="job_cancel"),
    path("jobs/<int:pk>/file/", jobs.job_file, name="job_file"),
    path("books/<int:pk>/log/", log.book_log, name="log"),
    path("books/<int:pk>/archive/", archive.book_archive, name="book_archive"),
    path("books/<int:pk>/bring-back/", archive.book_bring_back, name="book_bring_back"),
    path("books/<int:pk>/acts/", undo.last_acts, name="last_acts"),
    path("books/<int:pk>/acts/<int:number>/undo/", undo.undo, name="undo"),
]
