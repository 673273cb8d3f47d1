"""Addresses."""

from __future__ import annotations

from typing import Any

from django.contrib import admin
from django.contrib.auth.views import (
    LoginView,
    LogoutView,
    PasswordChangeView,
    PasswordResetConfirmView,
    PasswordResetView,
)
from django.urls import path

from railhead.site.api import urls as api_urls
from railhead.site.views import (
    accounts,
    branches,
    chat,
    files,
    hex_panel,
    hints,
    home,
    imports,
    map_stage,
    new_table,
    ops,
    rules,
    streams,
    table,
)

FORM = "railhead/form.html"
CHANGE: dict[str, Any] = {
    "template_name": FORM,
    "success_url": "/account/",
    "extra_context": {"head": "A new password"},
}
RESET: dict[str, Any] = {
    "template_name": FORM,
    "success_url": "/login/?sent=1",
    "email_template_name": "railhead/reset_mail.txt",
    "subject_template_name": "railhead/reset_subject.txt",
    "extra_context": {"head": "Forgotten password", "says": "A link will go to your address if it is confirmed."},
}
CONFIRM: dict[str, Any] = {
    "template_name": FORM,
    "success_url": "/login/",
    "extra_context": {"head": "A new password"},
}

urlpatterns = [
    path("", home.home, name="home"),
    path("new/<str:title>/", new_table.new_table, name="new"),
    path("titles/<str:title>/map.svg", home.title_map, name="title-map"),
    path("import/", imports.upload, name="import"),
    path("import/<slug:row>/", imports.progress, name="import-progress"),
    path("preferences/", home.prefer, name="preferences"),
    path("login/", LoginView.as_view(template_name="railhead/login.html"), name="login"),
    path("logout/", LogoutView.as_view(), name="logout"),
    path("register/", accounts.register, name="register"),
    path("account/", accounts.account, name="account"),
    path("account/mail/<str:signed>/", accounts.confirm_mail, name="confirm-mail"),
    path("account/password/", PasswordChangeView.as_view(**CHANGE), name="password-change"),
    path("reset/", PasswordResetView.as_view(form_class=accounts.ResetForm, **RESET), name="password-reset"),
    path("reset/<uidb64>/<token>/", PasswordResetConfirmView.as_view(**CONFIRM), name="password_reset_confirm"),
    path("t/<slug:game>/", table.table, name="table"),
    path("t/<slug:game>/waiting/", home.waiting, name="waiting"),
    path("t/<slug:game>/join/", home.join, name="join"),
    path("t/<slug:game>/join/<str:invite>/", home.join, name="invitation"),
    path("t/<slug:game>/seat/", home.seat, name="seat"),
    path("t/<slug:game>/live/", table.live, name="live"),
    path("t/<slug:game>/log/", table.whole_log, name="log"),
    path("t/<slug:game>/move/", table.move, name="move"),
    path("t/<slug:game>/branch/", branches.branch, name="branch"),
    path("t/<slug:game>/undo/", table.undo, name="undo"),
    path("t/<slug:game>/rules/", rules.agree, name="agree-rules"),
    path("t/<slug:game>/bargain/", table.bargain, name="bargain"),
    path("t/<slug:game>/program/", table.program, name="program"),
    path("t/<slug:game>/place/<str:hex_id>/", hex_panel.place, name="place"),
    path("t/<slug:game>/why/", hex_panel.why, name="why"),
    path("t/<slug:game>/hint/", hints.hint, name="hint"),
    path("t/<slug:game>/lays/", hex_panel.lays, name="lays"),
    path("t/<slug:game>/fan/<str:hex_id>/", map_stage.fan, name="fan"),
    path("t/<slug:game>/draft/", map_stage.draft, name="draft"),
    path("t/<slug:game>/run/<str:company>/", map_stage.past_run, name="past-run"),
    path("t/<slug:game>/chat/", chat.chat_messages, name="chat"),
    path("t/<slug:game>/note/", chat.note, name="note"),
    path("t/<slug:game>/stream/", streams.stream, name="stream"),
    path("t/<slug:game>/file/<str:what>", files.take, name="file"),
    path("t/<slug:game>/copy/", files.copy, name="copy"),
    path("pictures-<str:version>.css", files.picture_sheet, name="pictures"),
    path("healthz", ops.healthz, name="healthz"),
    path("metrics", ops.metric_lines, name="metrics"),
    path("api/", api_urls.urls),
    path("admin/", admin.site.urls),
]
handler404 = "railhead.site.views.ops.not_found"
handler500 = "railhead.site.views.ops.broken"
