"""The addresses of tournaments."""

from django.urls import path

from tournaments import act_views, views

app_name = "tournaments"

urlpatterns = [
    path("clubs/<int:club>/events/new/", views.event_new, name="event_new"),
    path("events/<int:pk>/", views.event, name="event"),
    path("events/<int:pk>/desk/", views.desk, name="desk"),
    path("events/<int:pk>/pairs/", views.pairs, name="pairs"),
    path("events/<int:pk>/draw/", views.draw, name="draw"),
    path("rounds/<int:pk>/publish/", views.publish, name="publish"),
    path("rounds/<int:pk>/close/", views.close, name="close"),
    path("rounds/<int:pk>/remove/", views.remove, name="remove"),
    path("events/<int:pk>/adjust/", act_views.adjust, name="adjust"),
    path("event-adjustments/<int:pk>/cancel/", act_views.adjustment_cancel, name="adjustment_cancel"),
    path("entries/<int:pk>/withdraw/", act_views.withdraw, name="withdraw"),
    path("pairings/<int:pk>/judge/", act_views.judge, name="judge"),
    path("events/<int:pk>/show/", views.show, name="show"),
    path("events/<int:pk>/official/", views.official, name="official"),
]
