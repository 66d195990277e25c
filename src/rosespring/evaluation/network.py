"""Networks: files of learned weights with a card, and what they say of positions."""

from __future__ import annotations

import json
import zipfile
from collections.abc import Callable, Sequence
from dataclasses import asdict, dataclass, field, fields
from functools import cache
from hashlib import sha256
from pathlib import Path
from typing import TYPE_CHECKING, Any

from rosespring.archives import ARCHIVE_FAULTS, write_arrays
from rosespring.board import Position
from rosespring.errors import WeightsError
from rosespring.evaluation.outlook import Outlook
from rosespring.language import gettext as _
from rosespring.rules import Rules
from rosespring.rules.options import CHOICES

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    from rosespring.evaluation.kernels import Net

PACKAGED = Path(__file__).parent / "data"
"""The folder of the networks that come with the program, one file for each `movement`."""
_ARRAYS = ("first", "out", "bias")
_LARGEST = 16 << 20
"""Bytes of an array that a file may hold: a damaged or hostile file must not fill the memory."""
_HEAVIEST = 1e6
"""No weight is larger: float32 holds whatever is added up of such ones, and learned ones stay far below."""


@dataclass(frozen=True, slots=True)
class Card:
    """What a network is and how it came about.

    :raises ValueError: for a fact that cannot be one, naming it.
    """

    name: str
    movement: str
    inputs: int
    hidden: int
    games: int
    command: str
    double_share: float = 0.35
    """The share of its games against itself that end with 2 points; the match equity table is made of it."""
    rules: tuple[str, ...] = ()
    strength: dict[str, str] = field(default_factory=dict)
    sha256: str = ""

    def __post_init__(self) -> None:
        for name, fits in _FACTS.items():
            if not fits(value := getattr(self, name)):
                raise ValueError(f"its card says {name} {value!r}")

    def as_dict(self) -> dict[str, Any]:
        """All of the card by name."""
        return asdict(self)


def _is_text(value: object) -> bool:
    return isinstance(value, str)


def _is_count(value: object) -> bool:
    return type(value) is int and value >= 0


def _is_share(value: object) -> bool:
    return type(value) in (int, float) and 0 <= value <= 1  # type: ignore[operator]  # it is a number by then


_FACTS: dict[str, Callable[[Any], bool]] = {
    "name": _is_text,
    "movement": lambda value: value in CHOICES["movement"],
    "inputs": _is_count,
    "hidden": _is_count,
    "games": _is_count,
    "command": _is_text,
    "double_share": _is_share,
    "rules": lambda value: isinstance(value, tuple) and all(map(_is_text, value)),
    "strength": lambda value: isinstance(value, dict) and all(map(_is_text, (*value, *value.values()))),
    "sha256": _is_text,
}
"""What each fact of a card must be."""


@dataclass(frozen=True, slots=True)
class Network:
    """A network ready to judge; equal networks have equal `card.sha256`."""

    card: Card
    weights: tuple[NDArray[np.float32], NDArray[np.float32], NDArray[np.float32]]
    net: Net

    def chances(self, positions: Sequence[Position]) -> NDArray[np.float64]:
        """The chances (n, 4) of the side to act in settled positions that are not over: win 1, win 2, lose 1, lose 2.

        With stages to play they are those of the moment as the network sees it; nothing is played out.

        :raises PositionError: for a position of another `movement`.
        """
        from rosespring.evaluation.batches import chances

        return chances(self, positions)

    def outlooks(self, positions: Sequence[Position]) -> list[Outlook]:
        """See `Evaluator`."""
        going = [position for position in positions if position.winner is None]
        found = iter(self.chances(going).tolist() if going else [])
        return [
            outlook_of_chances(next(found))
            if position.winner is None
            else Outlook.decided(position.points, won=position.winner is position.side)
            for position in positions
        ]


def outlook_of_chances(chances: Sequence[float]) -> Outlook:
    """The outlook of chances to win 1, win 2, lose 1, lose 2."""
    one, two, _lose_one, lose_two = chances
    return Outlook(one + two, two, lose_two)


def digest(weights: Sequence[NDArray[np.float32]]) -> str:
    """The hash that tells networks apart."""
    found = sha256()
    for array in weights:
        found.update(str(array.shape).encode())
        found.update(array.astype("<f4").tobytes())
    return found.hexdigest()


def make_network(card: Card, weights: tuple[NDArray[np.float32], ...]) -> Network:
    """A network of learned weights: first layer (phases, features, hidden), outputs (phases, 4, hidden), bias.

    :raises ValueError: if their shapes do not fit together.
    """
    import numpy as np

    from rosespring.evaluation.inputs import layout, playing_net
    from rosespring.evaluation.kernels import PHASES

    first, out, bias = weights
    expected = [(PHASES, len(layout().names), card.hidden), (PHASES, 4, card.hidden), (PHASES, 4)]
    if [array.shape for array in weights] != expected or any(array.dtype != np.float32 for array in weights):
        found = ", ".join(f"{array.dtype} {array.shape}" for array in weights)
        raise ValueError(f"expected float32 arrays of shapes {expected}, got {found}")
    if not all((np.abs(array) <= _HEAVIEST).all() for array in weights):
        raise ValueError(f"some weights are no finite numbers up to {_HEAVIEST:,.0f}")
    return Network(card, (first, out, bias), playing_net(first, out, bias))


def save_network(path: Path, network: Network) -> None:
    """Write a network with its card; a file that was there stays whole until the new one is.

    :raises OSError: if it cannot be written; it names the file.
    """
    import numpy as np

    card = network.card.as_dict() | {"sha256": digest(network.weights)}
    arrays: dict[str, Any] = dict(zip(_ARRAYS, network.weights, strict=True))
    path.parent.mkdir(parents=True, exist_ok=True)
    write_arrays(path, arrays | {"card": np.frombuffer(json.dumps(card).encode(), np.uint8)})


def load_network(path: Path) -> Network:
    """The network of a file.

    :raises WeightsError: for a file that is missing, damaged, or of another version; it names the file.
    """
    from rosespring.evaluation.inputs import INPUTS_VERSION

    try:
        card, weights = _read(path)
        if card.inputs != INPUTS_VERSION:
            raise ValueError(f"it has inputs of version {card.inputs}, this program those of {INPUTS_VERSION}")
        if card.sha256 != digest(weights):
            raise ValueError("its weights are not those that its card was written for")
        return make_network(card, weights)
    except (OSError, *ARCHIVE_FAULTS) as error:
        raise WeightsError(
            _("cannot use the weights in {path}: {reason}").format(path=path, reason=reason_of(error))
        ) from None


def reason_of(error: Exception) -> str:
    """What was wrong with a file, without its name."""
    return error.strerror if isinstance(error, OSError) and error.strerror else str(error)


def _read(path: Path) -> tuple[Card, tuple[NDArray[np.float32], ...]]:
    import numpy as np

    if path.exists() and not path.is_file() and not path.is_dir():  # a pipe would be waited for, for ever
        raise ValueError("it is no file")
    with zipfile.ZipFile(path) as archive:
        if any(info.file_size > _LARGEST for info in archive.infolist()):
            raise ValueError("it is larger than any network")
    with np.load(path, allow_pickle=False) as data:
        text = json.loads(data["card"].tobytes())
        weights = tuple(np.ascontiguousarray(data[name]) for name in _ARRAYS)
    known = {each.name for each in fields(Card)}
    if not isinstance(text, dict) or set(text) - known:
        raise ValueError("its card is not one of this program")
    return Card(**text | {"rules": tuple(text.get("rules", ()))}), weights


@cache
def packaged_network(movement: str) -> Network:
    """The network that comes with the program for a `movement` (rules.md section 1).

    :raises WeightsError: if its file is damaged.
    """
    network = load_network(PACKAGED / f"{movement}.npz")
    if network.card.movement != movement:
        raise WeightsError(_("the weights in {path} are for movement {other}").format(
            path=PACKAGED / f"{movement}.npz", other=network.card.movement
        ))  # fmt: skip
    return network


def network_for(rules: Rules) -> Network:
    """The network that comes with the program for these rules.

    :raises WeightsError: if its file is damaged.
    """
    return packaged_network(rules.movement)
