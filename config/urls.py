"""The addresses of the product."""

from django.urls import include, path

from config import installed, reach, styleguide, views
from config.metrics.views import metrics
from tournaments.tonight import views as tonight_views

handler500 = "config.failures.server_error"

urlpatterns = [
    path("", tonight_views.front_page, name="home"),
    path("health/", views.health, name="health"),
    path("robots.txt", views.robots, name="robots"),
    path("metrics", metrics, name="metrics"),
    path("manifest.webmanifest", installed.manifest, name="manifest"),
    path("service-worker.js", installed.service_worker, name="service_worker"),
    path("offline/", installed.offline, name="offline"),
    path("language/<slug:code>/", views.set_language, name="set_language"),
    path("reach/", reach.reach, name="reach"),
    path("styleguide/", styleguide.styleguide, name="styleguide"),
    path("", include("clubs.urls")),
    path("", include("scoring.urls")),
    path("", include("tournaments.urls")),
]
