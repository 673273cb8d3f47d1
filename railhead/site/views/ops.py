"""For those who run the server: is it well, and how much does it do."""

from __future__ import annotations

import resource
import sys
import time
from pathlib import Path

from django.db import DatabaseError, connection
from django.http import HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import render
from django.views.decorators.http import require_safe

from railhead.site.guard import is_trouble, mend, trouble
from railhead.site.live import hub
from railhead.site.middleware import metrics


@require_safe
def healthz(request: HttpRequest) -> HttpResponse:
    """200 when the database answers, 503 when it does not; a connection that was dropped counts for nothing."""
    why = ""
    for _ in range(2):
        try:
            with connection.cursor() as cursor:
                cursor.execute("SELECT 1")
                cursor.fetchone()
            return JsonResponse({"ok": True})
        except DatabaseError as error:
            mend()
            why = type(error).__name__
    return JsonResponse({"ok": False, "why": why}, status=503)


@require_safe
def metric_lines(request: HttpRequest) -> HttpResponse:
    """Counters in the form that Prometheus reads."""
    lines = ["# TYPE railhead_requests_total counter"]
    for (method, name, status), count in sorted(metrics.requests.items()):
        lines.append(f'railhead_requests_total{{method="{method}",view="{name}",status="{status}"}} {count}')
    lines.append("# TYPE railhead_request_seconds histogram")
    for (name, bound), count in sorted(metrics.buckets.items()):
        lines.append(f'railhead_request_seconds_bucket{{view="{name}",le="{bound}"}} {count}')
    totals: dict[str, int] = {}
    for (_, name, _), count in metrics.requests.items():
        totals[name] = totals.get(name, 0) + count
    for name, count in sorted(totals.items()):
        lines.append(f'railhead_request_seconds_bucket{{view="{name}",le="+Inf"}} {count}')
        lines.append(f'railhead_request_seconds_count{{view="{name}"}} {count}')
        lines.append(f'railhead_request_seconds_sum{{view="{name}"}} {metrics.seconds[name]:.4f}')
    lines.append("# TYPE railhead_moves_total counter")
    lines.append(f"railhead_moves_total {metrics.counts['moves']}")
    lines.append("# TYPE railhead_watchers gauge")
    lines.append(f"railhead_watchers {hub.watchers()}")
    lines.append("# TYPE process_start_time_seconds gauge")
    lines.append(f"process_start_time_seconds {metrics.started:.3f}")
    lines.append("# TYPE process_cpu_seconds_total counter")
    lines.append(f"process_cpu_seconds_total {time.process_time():.3f}")
    lines.append("# TYPE process_resident_memory_bytes gauge")
    lines.append(f"process_resident_memory_bytes {_resident()}")
    return HttpResponse("\n".join(lines) + "\n", content_type="text/plain; version=0.0.4")


def _resident() -> int:
    """Bytes of memory that this process holds now; where that is not told, the most it ever held."""
    try:
        pages = int(Path("/proc/self/statm").read_text(encoding="ascii").split()[1])
    except (OSError, IndexError, ValueError):
        return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss * 1024
    return pages * resource.getpagesize()


def not_found(request: HttpRequest, exception: Exception) -> HttpResponse:
    """A page that is not there."""
    facts = {"message": "There is no such page. The link may be cut short.", "status": 404}
    return render(request, "railhead/problem.html", facts, status=404)


def broken(request: HttpRequest) -> HttpResponse:
    """Something that should not happen; if it is the database's doing, that is said."""
    error = sys.exc_info()[1]
    if error is not None and is_trouble(error):
        return trouble(request, error)
    facts = {
        "message": "Something broke on our side. Nothing you did was lost: every answered move is kept. "
        "Reload the page; if it comes again, tell whoever runs this server.",
        "status": 500,
    }
    return render(request, "railhead/problem.html", facts, status=500)


def csrf_failure(request: HttpRequest, reason: str = "") -> HttpResponse:
    """A form that did not come from our page."""
    facts = {
        "message": "This form was too old, or did not come from this site. Go back, reload the page and try again.",
        "status": 403,
    }
    return render(request, "railhead/problem.html", facts, status=403)
