"""Our games, written as 18xx.games would export them, come back as the same games, noise and all."""

from __future__ import annotations

import pytest
from exported import first_difference, written_again, written_game
from kit import SHARED, shared

from railhead.imports.reading import load_recording

SAMPLE = [
    ("1889", "", 3, 1, ()),
    ("1889", "", 2, 21, ()),
    ("1889", "", 5, 3, ("beginner_game",)),
    ("1824", "", 4, 50, ()),
    ("1824", "1824 Cisleithania", 2, 3, ()),
    ("1824", "1824 Cisleithania", 3, 1, ()),
    ("1893", "", 4, 5, ()),
    ("1893", "", 3, 50, ("optional_grey_phase",)),
    ("1894", "", 3, 0, ()),
    ("1894", "", 4, 2, ()),
]


@pytest.mark.parametrize(("name", "site_title", "seats", "seed", "chosen"), SAMPLE, ids=str)
def test_comes_back(name: str, site_title: str, seats: int, seed: int, chosen: tuple[str, ...]) -> None:
    file, exporter = written_game(name, seats, seed, *chosen, site_title=site_title, most=350)
    assert first_difference(file, exporter, noisy=seed) is None


def test_a_companys_pass_does_not_answer_for_its_director() -> None:
    """In 1824 BH's turn is over after its last purchase; its pass is not its director's, who is asked next."""
    file, exporter = written_game("1824", 4, 3, sense=0.6, most=150)
    assert first_difference(file, exporter) is None


def test_eva_alone_gives_nobody_a_turn_in_a_stock_round() -> None:
    """A purchase of EVA in 1893 belongs to the company's turn if its buyer could do nothing in the stock round."""
    file, exporter = written_game("1893", 2, 1, sense=0.6, most=60)
    assert first_difference(file, exporter) is None


GAMES = sorted(str(path.relative_to(SHARED / "games")) for path in (SHARED / "games").glob("*/*.game.json"))
NOT_WRITTEN = {
    "314.game.json": [("run_routes", "IR")],  # not legal: it stands for what was recorded
    "1894_game_end_final_phase.game.json": [("choose", "p3")],  # the only home there was, which may be chosen too
}


@pytest.mark.parametrize("name", GAMES or ["1889/314.game.json"])
def test_recorded_games_are_written_as_they_were(name: str) -> None:
    """What the writer takes that site for: of real games it writes the very actions, pass by pass."""
    recording = load_recording(shared("games", *name.split("/")))
    real, ours = written_again(recording)
    for action in NOT_WRITTEN.get(name.rsplit("/", 1)[1], ()):
        assert action in real
        at = next(n for n, (there, here) in enumerate(zip(real, ours, strict=False)) if there != here)
        assert real.pop(at) == action
    assert ours == real


TABLES = [
    *(("1889", "", seats, ()) for seats in range(2, 7)),
    *(("1824", "", seats, ()) for seats in range(3, 7)),
    *(("1824", "1824 Cisleithania", seats, ()) for seats in (2, 3)),
    *(("1893", "", seats, ()) for seats in range(2, 5)),
    *(("1894", "", seats, ()) for seats in (3, 4)),
    ("1889", "", 4, ("beginner_game",)),
    ("1824", "", 4, ("goods_time",)),
    ("1893", "", 3, ("optional_2_train", "optional_existing_track")),
]


@pytest.mark.long
@pytest.mark.parametrize(("name", "site_title", "seats", "chosen"), TABLES, ids=str)
def test_many_come_back(name: str, site_title: str, seats: int, chosen: tuple[str, ...]) -> None:
    """Whole games, wild ones and such in which most moves make sense, with and without noise."""
    for seed in range(10):
        sense = (0.0, 0.6)[seed % 2]
        file, exporter = written_game(name, seats, seed, *chosen, site_title=site_title, sense=sense)
        assert first_difference(file, exporter) is None, seed
        assert first_difference(file, exporter, noisy=seed) is None, seed
