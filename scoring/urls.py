"""The addresses of scoring."""

from django.urls import path

from scoring import views

app_name = "scoring"

urlpatterns = [
    path("games/<int:pk>/", views.game, name="game"),
    path("games/<int:pk>/deals/new/", views.deal_new, name="deal_new"),
    path("games/<int:pk>/protocol.pdf", views.protocol, name="protocol"),
]
