"""Every type of action that 18xx.games has is read, or refused by its name."""

from __future__ import annotations

import pytest

from railhead.imports.actions import RecordingError, read_recording
from railhead.imports.reading import follow_all
from railhead.titles import title

EVERYWHERE = """
    bid par buy_shares buy_share sell_shares pass lay_tile place_token run_routes dividend buy_train discard_train
    buy_company bankrupt end_game
"""
OF_A_TITLE = {
    "1889": [],
    "1894": ["choose", "special_buy"],
    "1893": ["assign", "sell_company", "special_buy"],
    "1824": ["choose", "special_buy", "payoff_player_debt", "payoff_player_debt_partial"],
}
OTHERS = """
    acquire_company assign borrow_train buy_corporation buy_power choose choose_ability close_corporation
    combined_trains convert corporate_buy_company corporate_buy_shares corporate_sell_shares
    destination_connection double_head_trains hex_token manual_close_company merge move_bid
    move_token offer payoff_debt payoff_loan payoff_player_debt payoff_player_debt_partial reassign_trains
    remove_hex_token remove_token respond scrap_train sell_company short special_buy split swap_train
    switch_trains take_loan use_graph view_merge_options
"""
"""Actions of that site that none of these titles has, or not every one."""
SILENT = [
    "message",
    "log",
    "master_mode",
    "program_buy_shares",
    "program_share_pass",
    "program_merger_pass",
    "program_close_pass",
]


@pytest.mark.parametrize("name", OF_A_TITLE)
def test_every_type_of_action_is_read_or_refused_by_its_name(name: str) -> None:
    """Fields are missing, so hardly any can be done: it is said which action that is, and why."""
    its = title(name)
    known = [*EVERYWHERE.split(), *OF_A_TITLE[name]]
    people = ", ".join(f'{{"id": {n}, "name": "P{n}"}}' for n in range(max(its.seats.start, 3)))
    for kind in {*EVERYWHERE.split(), *OTHERS.split(), *SILENT, "program_disable"}:
        action = f'{{"type": "{kind}", "entity": 1, "entity_type": "player", "id": 5}}'
        data = f'{{"title": "{name}", "players": [{people}], "settings": {{"seed": 1}}, "actions": [{action}]}}'
        recording = read_recording(data.encode())
        if kind in ("pass", "end_game", "program_disable", *SILENT) or (kind == "assign" and kind in known):
            assert not follow_all(recording, its).moves or kind in ("pass", "end_game")
            continue
        with pytest.raises(RecordingError) as refused:
            follow_all(recording, its)
        assert str(refused.value).startswith(f"action 0 (id 5, {kind}): ")
        assert ("unknown type" in str(refused.value)) == (kind not in known), kind
