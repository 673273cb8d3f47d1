"""Names of things as people say them, and sentences from a title's own words.

A title may bring `words` with its rules: a mapping from the name of a move, event or frame class, from `what` of a
noted event, or from the slug of a rule to a format string, for a move or a slug also several (see `own_cases`).
Fields stand in braces, as in "{who} claims {hex}"; a move's string may have up to three: "verb | text | effect".
What its rulebook calls a "president", a "par price", a place such as "place.ipo" or a step of a company's turn such
as "step.ports" stands there too; "bar." before a step gives its short name above the map, "card." before the name of
a frame class the heading of its card, and "private." before a symbol what sentences call that private company.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from string import Formatter
from typing import TYPE_CHECKING, Any

from railhead.core.state import BANK, IPO, POOL, RESERVED, TREASURY, State

if TYPE_CHECKING:
    from railhead.core.facts import RangeFacts

_PLACES = {
    BANK: "the bank",
    IPO: "the initial offering",
    POOL: "the pool",
    RESERVED: "the reserve",
    TREASURY: "the treasury",
    "supply": "the supply",
}
_MONEY = frozenset(
    {
        "price",
        "face_value",
        "cost",
        "cash",
        "amount",
        "revenue",
        "least",
        "low",
        "high",
        "cheapest",
        "missing",
        "free",
        "can_raise",
    }
    | {"capital", "value", "income", "total", "best", "debt", "most"}
)
"""Fields that are amounts of money."""
_PRIVATES = frozenset(
    {"private", "by", "railway", "certificate", "for_sale", "offered", "unsold", "next"}
    | {"closed_private", "never_sold"}
)
"""Fields that may name a private company by its symbol."""


def money(state: State, amount: int) -> str:
    """An amount in the title's currency."""
    sign = "−" if amount < 0 else ""
    return sign + state.rules.facts.currency.replace("%s", f"{abs(amount):,}")


def who(state: State, name: str) -> str:
    """A player, a company or a place that holds things."""
    if name in state.players:
        return state.players[name].name
    return own_words(state, f"place.{name}") or _PLACES.get(name, name)


def acting(company: str, name: str) -> str:
    """A company with who acts for it, as in KU (Clara); brackets in a name are not nested."""
    return f"{company} ({name.replace(' (', ', ').rstrip(')')})" if name else company


def private_name(state: State, symbol: str) -> str:
    """A private company by the name that sentences use."""
    facts = state.rules.privates.get(symbol)
    return own_words(state, f"private.{symbol}") or (facts.name if facts is not None else symbol)


def place(state: State, hex_id: str, city: int | None = None) -> str:
    """A hex by its name, where it has one, and its coordinates."""
    here = state.rules.map.hexes.get(hex_id)
    if here is None:
        return hex_id
    nodes = here.face.nodes
    own = nodes[city].name if city is not None and len(nodes) > 1 and city < len(nodes) else ""
    name = own or here.facts.name
    return f"{name} ({hex_id})" if name else hex_id


def stop(state: State, name: str) -> str:
    """A stop of a route by its name alone, where it has one."""
    hex_id, _, index = name.rpartition(".")
    here = state.rules.map.hexes.get(hex_id)
    if here is None or not index.isdigit():
        return name
    nodes = here.face.nodes
    own = nodes[int(index)].name if int(index) < len(nodes) else ""
    return own or here.facts.name or hex_id


def listed(parts: Iterable[object], last: str = "and") -> str:
    """A list in words: a, b and c."""
    words = [str(part) for part in parts]
    if len(words) < 2:
        return "".join(words)
    return f"{', '.join(words[:-1])} {last} {words[-1]}"


def counted(number: int, one: str, many: str = "") -> str:
    """A number with its noun."""
    return f"{number} {one if number == 1 else many or one + 's'}"


def train_name(name: str) -> str:
    """A train as people say it: 3-train, but Electric unchanged."""
    return f"{name}-train" if len(name) <= 4 else f"{name} train"


def a_train(name: str) -> str:
    """A train with its article: a 3-train, an 8-train, an Electric train."""
    return f"{'an' if name[0] in 'AEIOU8' or name.startswith(('11', '18')) else 'a'} {train_name(name)}"


def range_words(facts: RangeFacts) -> str:
    """How far a train runs."""
    if facts.pays is not None and facts.total is not None:
        words = f"{facts.total} stops, the best {facts.pays} pay"
    elif facts.pays is not None:
        words = f"any distance, the best {facts.pays} stops pay"
    elif facts.cities is not None and facts.total is not None:
        words = f"{counted(facts.cities, 'city', 'cities')} and {counted(facts.total - facts.cities, 'town')}"
    elif facts.cities is not None:
        words = f"{counted(facts.cities, 'city', 'cities')} and any towns"
    elif facts.total is not None:
        words = f"{facts.total} stops"
    else:
        words = "any distance"
    return f"{words}, from a {facts.start}" if facts.start else words


def round_name(kind: str, number: int, part: int = 0, of: int = 0) -> str:
    """A round as it is called: stock round 2, operating round 3.1 of 3.2."""
    if kind == "SR":
        return f"stock round {number}"
    if kind == "ISR" or (kind == "OR" and not number):  # what privates pay during the auction
        return "the opening auction"
    if kind == "OR":
        sub = f".{part}" if part else ""
        return f"operating round {number}{sub}" + (f" of {number}.{of}" if of > 1 else "")
    if kind == "MR":
        return f"merger round {number}" + (f".{part}" if part else "")
    return f"{kind} {number}".strip() if kind else "before the first round"


def said(state: State, name: str, value: Any) -> str:
    """The value of a field as people say it."""
    if isinstance(value, bool):
        return "yes" if value else "no"
    if name == "par":
        return f"at {money(state, value)}" if value else ""
    if isinstance(value, int):
        return money(state, value) if name in _MONEY else str(value)
    if isinstance(value, str):
        return _said_word(state, name, value)
    if isinstance(value, Mapping):
        return listed(f"{key} {said(state, '', item)}" for key, item in value.items())
    if isinstance(value, Sequence):
        return listed(said(state, name, item) for item in value) or "nothing"
    return str(value)


def _said_word(state: State, name: str, value: str) -> str:
    if value in state.players:
        return state.players[value].name
    if name in _PRIVATES and value in state.rules.privates:
        return private_name(state, value)
    if value in state.rules.map.hexes and name not in ("tile", "company", "train", "who", *_PRIVATES):
        return place(state, value)
    if name in ("source", "target", "payer", "payee", "seller", "owner", "who", "from", "elsewhere"):
        return who(state, value)
    if name in ("train", "trade", "old", "new", "traded", "traded_in", "taken_back") and value in state.rules.trains:
        return train_name(value)
    return value


def about(state: State, symbol: str) -> str:
    """What a certificate is, for a prospective buyer: its full name, what it pays, where it starts."""
    private = state.rules.privates.get(symbol)
    if private is not None:
        pays = f"pays {money(state, private.revenue)} a round" if private.revenue else ""
        other = private.name if private_name(state, symbol) == symbol else symbol
        return ", ".join(part for part in (other, pays) if part)
    company = state.rules.companies.get(symbol)
    if company is None:
        return ""
    home = listed(place(state, hex_id) for hex_id in company.home)
    return f"{company.name}, begins in {home}" if home else company.name


def filled(state: State, pattern: str, fields: Mapping[str, Any]) -> str:
    """A format string with the fields as people say them; a missing field leaves a gap.

    `{x about}` says what the certificate in the field x is; `{laid}` of a move, which tile it lays, where, and how
    that lies; `{lies}`, the same without the tile; `{spot}`, in which city it places a marker.
    """
    plain = {name.replace(" ", "_"): said(state, name.replace(" ", "_"), value) for name, value in fields.items()}
    plain |= {f"{name} about": about(state, value) for name, value in fields.items() if isinstance(value, str)}
    plain["president"] = president_word(state)
    plain["par_price"] = term(state, "par price")
    wanted = {field for _, field, _, _ in Formatter().parse(pattern) if field}
    return pattern.format(**{name: plain.get(name, "") for name in wanted})


def own_words(state: State, key: str) -> str | None:
    """The title's own words for something, if it has any."""
    found = getattr(state.rules, "words", {}).get(key)
    return found if isinstance(found, str) else None


def own_cases(state: State, key: str) -> str | tuple[str, ...] | None:
    """The title's own words for a move or a refusal: of several, the first whose facts are all present."""
    found: str | tuple[str, ...] | None = getattr(state.rules, "words", {}).get(key)
    return found


def first_fitting(patterns: str | tuple[str, ...], facts: Mapping[str, Any]) -> str | None:
    """The first pattern with a non-empty fact for every field."""
    says_something = (name for name, value in facts.items() if value not in ("", None, [], ()))
    there = {"president", "par_price", *(name.replace(" ", "_") for name in says_something)}
    for pattern in (patterns,) if isinstance(patterns, str) else patterns:
        wanted = {field.partition(" ")[0] for _, field, _, _ in Formatter().parse(pattern) if field}
        if wanted <= there:
            return pattern
    return None


def term(state: State, word: str) -> str:
    """What the title's rulebook calls something: it may have a director for our president."""
    return own_words(state, word) or word


def president_word(state: State) -> str:
    """What the rulebook calls the player who runs a company."""
    return term(state, "president")


def spaced(name: str) -> str:
    """A class name as words: LayPort becomes lay port."""
    return re.sub(r"(?<!^)(?=[A-Z])", " ", name).lower()


def summary(kind: type[Any]) -> str:
    """The first line of a class's docstring, without its full stop."""
    return (kind.__doc__ or spaced(kind.__name__)).strip().splitlines()[0].rstrip(".")


def fields_of(record: Any, without: Iterable[str] = ()) -> dict[str, Any]:
    """The fields of a record that say something."""
    left_out = set(without)
    return {
        name: getattr(record, name)
        for name in type(record).__struct_fields__
        if name not in left_out and getattr(record, name) not in ("", (), None)
    }


def inside(words: str) -> str:
    """As it appears within a sentence: with a lower-case first letter."""
    return words[:1].lower() + words[1:]


def sentence_case(words: str) -> str:
    """With a capital first letter."""
    return words[:1].upper() + words[1:]
