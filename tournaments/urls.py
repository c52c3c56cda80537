"""The addresses of tournaments."""

from django.urls import path

from tournaments import views

app_name = "tournaments"

urlpatterns = [
    path("clubs/<int:club>/events/new/", views.event_new, name="event_new"),
    path("events/<int:pk>/", views.event, name="event"),
    path("events/<int:pk>/desk/", views.desk, name="desk"),
    path("events/<int:pk>/pairs/", views.pairs, name="pairs"),
    path("events/<int:pk>/draw/", views.draw, name="draw"),
    path("rounds/<int:pk>/publish/", views.publish, name="publish"),
]
