"""Every address of the product. Knows the apps; none of them knows it."""

from django.urls import include, path

from config import views

urlpatterns = [
    path("", views.home, name="home"),
    path("health/", views.health, name="health"),
    path("language/", include("django.conf.urls.i18n")),
    path("", include("clubs.urls")),
    path("", include("scoring.urls")),
    path("", include("tournaments.urls")),
]
