"""Parts of a page: a hash for each, sent when it is another one, remembered for a while."""

from __future__ import annotations

from railhead.site.parts import Memory, Part, changed, had, made


def test_a_part_carries_the_hash_of_what_it_shows() -> None:
    one, other = (made("now", f'<p id="now" data-part="">{text}</p>') for text in ("a", "b"))
    assert one.hash != other.hash
    assert one.html == f'<p id="now" data-part="{one.hash}">a</p>'
    assert made("now", '<p id="now" data-part="">a</p>') == one


def test_only_what_a_page_lacks_is_sent() -> None:
    parts = [made(name, f'<p id="{name}" data-part=""></p>') for name in ("now", "log")]
    there = had(f"now:{parts[0].hash} log:old nonsense :")
    sent = changed(parts, there)
    assert 'hx-target="#log"' in sent
    assert 'hx-target="#now"' not in sent
    assert changed(parts, {one.id: one.hash for one in parts}) == ""


def test_the_least_recently_used_is_forgotten() -> None:
    calls: list[str] = []

    def make(name: str) -> Part:
        calls.append(name)
        return made(name, "")

    memory = Memory(most=2)
    for name in ("a", "b", "a", "c", "a", "b"):
        memory.get(name, lambda name=name: make(name))  # type: ignore[misc]
    assert calls == ["a", "b", "c", "b"]
