"""The drawn board: its places, its checkers and the contract that the web client builds on."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from xml.etree import ElementTree
from xml.etree.ElementTree import Element

import pytest

from rosespring.notation.board_svg import board_css, board_svg, die_svg, icons_svg, mark_svg
from rosespring.notation.geometry import CHECKER, STEP, Layout, check_movement, opposite_point

SVG = "{http://www.w3.org/2000/svg}"
MOVEMENTS = ("parallel", "contrary")


def men(**points: int) -> list[int]:
    """Counts by point, ``p24=15``; those not named are borne off."""
    counts = [0] * 25
    for name, count in points.items():
        counts[int(name[1:])] = count
    counts[0] = 15 - sum(counts)
    return counts


START = (men(p24=15), men(p24=15))
SCATTERED = (men(p24=6, p13=2, p7=1, p3=4), men(p24=7, p20=3, p15=1))
OFF = (men(p6=3, p1=2), men(p2=1))


def draw(sides: tuple[Sequence[int], Sequence[int]], movement: str, **options: object) -> Element:
    return ElementTree.fromstring(board_svg(sides, movement, **options))  # type: ignore[arg-type]


def classed(root: Element, kind: str) -> list[Element]:
    return [each for each in root.iter() if kind in each.get("class", "").split()]


def layer(root: Element, kind: str) -> Element:
    (found,) = classed(root, kind)
    return found


def number(element: Element, name: str) -> float:
    return float(element.attrib[name])


def spots(root: Element, movement: str, side: int) -> Counter[int]:
    """How many checkers of a side are drawn over each of the viewer's points."""
    layout, found = Layout(check_movement(movement)), Counter[int]()
    for use in classed(root, "checker"):
        if use.get("href") == f"#checker-{side}":
            x, y = number(use, "x") + CHECKER / 2, number(use, "y") + CHECKER / 2
            upper = y < layout.field.middle[1]
            row = range(13, 25) if upper else range(1, 13)
            found[next(point for point in row if abs(layout.column_x(point) - x) < 1)] += 1
    return found


def test_parallel_opponent_starts_on_my_12_and_contrary_on_my_1() -> None:
    assert opposite_point(24, "parallel") == 12
    assert opposite_point(19, "parallel") == 7
    assert [opposite_point(point, "parallel") for point in (6, 1)] == [18, 13]
    assert opposite_point(24, "contrary") == 1
    assert [opposite_point(point, "contrary") for point in (6, 1)] == [19, 24]


@pytest.mark.parametrize("movement", MOVEMENTS)
def test_opposite_point_is_its_own_inverse(movement: str) -> None:
    literal = check_movement(movement)
    assert [opposite_point(opposite_point(point, literal), literal) for point in range(1, 25)] == list(range(1, 25))


@pytest.mark.parametrize("movement", MOVEMENTS)
def test_points_lie_apart_and_run_home_to_the_bottom_right(movement: str) -> None:
    layout = Layout(check_movement(movement))
    places = {point: layout.point(point) for point in range(1, 25)}
    assert len({(place.x, place.y) for place in places.values()}) == 24
    assert all(places[point].direction == (-1 if point <= 12 else 1) for point in places)
    bottom = [places[point].x for point in range(12, 0, -1)]
    top = [places[point].x for point in range(13, 25)]
    assert bottom == sorted(bottom) == top
    assert places[1].x > layout.bar_x > places[7].x
    assert places[24].x == places[1].x
    assert places[24].y < places[1].y


@pytest.mark.parametrize("movement", MOVEMENTS)
def test_trays_end_the_paths(movement: str) -> None:
    layout = Layout(check_movement(movement))
    mine, theirs = layout.tray(mine=True), layout.tray(mine=False)
    assert mine.x > layout.field.right
    assert mine.y > layout.field.middle[1] > theirs.y
    assert (theirs.x < layout.field.x) == (movement == "parallel")
    for place in (mine, theirs):
        assert 0 < place.centre(14, 5)[0] < layout.width


@pytest.mark.parametrize("movement", MOVEMENTS)
@pytest.mark.parametrize("viewer", [0, 1])
@pytest.mark.parametrize("sides", [START, SCATTERED, OFF])
def test_every_checker_is_drawn_where_it_stands(sides: tuple[list[int], list[int]], viewer: int, movement: str) -> None:
    root = draw(sides, movement, viewer=viewer)
    for side in (0, 1):
        own = {point: count for point, count in enumerate(sides[side]) if point and count}
        if side != viewer:
            own = {opposite_point(point, check_movement(movement)): count for point, count in own.items()}
        assert spots(root, movement, side) == own
        off = [use for use in classed(root, "off") if use.get("href") == f"#off-{side}"]
        assert len(off) == sides[side][0]


def test_tall_stacks_are_counted_and_stay_in_their_half() -> None:
    root = draw(START, "parallel")
    assert [text.text for text in classed(root, "count")] == ["15", "15"]
    layout = Layout("parallel")
    ends = [layout.point(24).centre(index, 15)[1] for index in range(15)]
    assert ends == sorted(ends)
    assert ends[-1] == pytest.approx(layout.point(24).centre(4, 5)[1])
    assert ends[-1] + CHECKER / 2 < layout.field.middle[1]


def test_five_are_not_counted_and_six_are() -> None:
    root = draw((men(p24=5, p20=6), men(p24=15)), "contrary")
    assert sorted(text.text or "" for text in classed(root, "count")) == ["15", "6"]


def test_borne_off_checkers_are_counted_beside_their_tray() -> None:
    root = draw(OFF, "contrary")
    texts = {tray.get("data-side"): layer(tray, "tray-count").text for tray in classed(root, "tray")}
    assert texts == {"0": "10", "1": "14"}
    assert all(layer(tray, "tray-count").text is None for tray in classed(draw(START, "contrary"), "tray"))


@pytest.mark.parametrize("movement", MOVEMENTS)
@pytest.mark.parametrize("viewer", [0, 1])
def test_contract_with_the_client(viewer: int, movement: str) -> None:
    root = draw(SCATTERED, movement, viewer=viewer, interactive=True)
    layout = Layout(check_movement(movement))
    assert root.tag == f"{SVG}svg"
    assert root.attrib["class"] == "board"
    assert root.attrib["role"] == "img"
    assert root.attrib["viewBox"] == f"0 0 {layout.width:g} {layout.height:g}"
    assert (root.attrib["data-movement"], root.attrib["data-viewer"]) == (movement, str(viewer))
    assert (number(root, "data-checker"), number(root, "data-step")) == (CHECKER, STEP)
    assert number(root, "data-bar-x") == layout.bar_x
    symbols = {symbol.get("id") for symbol in root.iter(f"{SVG}symbol")}
    assert symbols == {"checker-0", "checker-1", "off-0", "off-1"}
    for kind in ("checkers", "arrows", "marks", "dice"):
        assert len(layer(root, kind)) == 0


@pytest.mark.parametrize("movement", MOVEMENTS)
def test_each_point_tells_its_place(movement: str) -> None:
    root, layout = draw(START, movement, interactive=True), Layout(check_movement(movement))
    points = {int(point.attrib["data-point"]): point for point in classed(root, "point")}
    assert sorted(points) == list(range(1, 25))
    for own, point in points.items():
        place = layout.point(own)
        assert (number(point, "data-x"), number(point, "data-y")) == (place.x, place.y)
        assert int(point.attrib["data-dir"]) == place.direction
        assert layer(point, "tri").tag == f"{SVG}path"
        assert layer(point, "point-number").text == str(own)
        hit = layer(point, "hit")
        assert number(hit, "x") < place.x < number(hit, "x") + number(hit, "width")
        assert number(hit, "height") > 5 * STEP


def test_each_tray_tells_its_place() -> None:
    trays = classed(draw(START, "parallel", viewer=1, interactive=True), "tray")
    assert [tray.get("data-side") for tray in trays] == ["0", "1"]
    assert [tray.get("data-dir") for tray in trays] == ["+1", "-1"]
    assert all(len(classed(tray, "hit")) == 1 and "data-x" in tray.attrib for tray in trays)


def test_an_interactive_board_carries_no_style_of_its_own() -> None:
    text = board_svg(START, "parallel", interactive=True)
    assert "<style" not in text
    assert "style=" not in text
    assert "<style>" in board_svg(START, "parallel")


@pytest.mark.parametrize("step", [(0, 24, 18), (0, 3, 0), (1, 20, 14), (1, 15, 9), (0, 13, 7)])
@pytest.mark.parametrize("movement", MOVEMENTS)
def test_arrows_are_drawn_in_their_sides_colour(step: tuple[int, int, int], movement: str) -> None:
    (path,) = layer(draw(SCATTERED, movement, arrows=[step]), "arrows")
    assert path.attrib["class"] == f"arrow arrow-{step[0]}"
    layout = Layout(check_movement(movement))
    numbers = [float(text) for text in path.attrib["d"].strip("MZ").replace("L", " ").split()]
    assert all(0 <= x <= layout.width for x in numbers[::2])
    assert all(0 <= y <= layout.height for y in numbers[1::2])


@pytest.mark.parametrize("count", [1, 2, 4, 8, 24])
def test_dice_stay_in_the_gap_and_bring_their_faces(count: int) -> None:
    root, layout = draw(START, "contrary", dice=[3] * (count - 1) + [5]), Layout("contrary")
    dice = classed(root, "die")
    assert len(dice) == count
    assert {f"#{symbol.get('id')}" for symbol in root.iter(f"{SVG}symbol")} >= {die.get("href") for die in dice}
    for die in dice:
        assert layout.bar_x < number(die, "x") < number(die, "x") + number(die, "width") < layout.field.right
        assert abs(number(die, "y") + number(die, "height") / 2 - layout.field.middle[1]) < 90


def test_every_reference_is_defined() -> None:
    root = draw(SCATTERED, "parallel", dice=[1, 6], arrows=[(0, 24, 18)])
    known = {each.attrib["id"] for each in root.iter() if "id" in each.attrib}
    used = {use.attrib["href"][1:] for use in root.iter(f"{SVG}use")}
    fills = {each.attrib["fill"][5:-1] for each in root.iter() if each.get("fill", "").startswith("url(#")}
    assert used | fills <= known
    assert len(known) == sum("id" in each.attrib for each in root.iter())


def test_both_movements_can_be_told_apart_by_the_paths() -> None:
    ways = [ElementTree.tostring(layer(draw(START, movement), "paths")) for movement in MOVEMENTS]
    assert ways[0] != ways[1]


def test_the_label_is_the_title_or_says_the_position() -> None:
    assert draw(START, "parallel", title='A "fine" <board>').get("aria-label") == 'A "fine" <board>'
    assert draw(OFF, "parallel").get("aria-label") == "Light 6×3, 1×2, off 10; Dark 2×1, off 14"


def test_a_theme_is_an_attribute_and_auto_is_none() -> None:
    assert draw(START, "parallel", theme="dark").get("data-theme") == "dark"
    assert draw(START, "parallel").get("data-theme") is None
    assert all(f'data-theme="{theme}"' in board_css() for theme in ("light", "dark", "contrast"))


def test_every_colour_is_a_property_with_a_fallback() -> None:
    rules = board_css()[board_css().index(".board {") :]
    assert "$" not in rules
    assert rules.count("var(--rs-") == rules.count("var(--rs-font,") + rules.count(", #")


@pytest.mark.parametrize(
    ("sides", "movement", "viewer", "dice"),
    [
        (START, "sideways", 0, ()),
        (START, "parallel", 2, ()),
        (([0] * 24, [0] * 25), "parallel", 0, ()),
        (START, "parallel", 0, (7,)),
    ],
)
def test_impossible_boards_are_refused(
    sides: tuple[list[int], list[int]], movement: str, viewer: int, dice: tuple[int, ...]
) -> None:
    with pytest.raises(ValueError, match="expected"):
        board_svg(sides, movement, viewer=viewer, dice=dice)


def test_mark_dice_and_icons_are_well_formed() -> None:
    assert ElementTree.fromstring(mark_svg()).get("viewBox") == "0 0 100 100"
    for face in range(1, 7):
        assert len(classed(ElementTree.fromstring(die_svg(face)), "die-pip")) == face
    with pytest.raises(ValueError, match="die"):
        die_svg(0)
    sprite = {each.get("id") for each in ElementTree.fromstring(icons_svg())}
    wanted = "undo done menu roll copy link flip sound person computer flag help sun moon arrow-back rose"
    assert sprite >= {f"icon-{name}" for name in wanted.split()} | {f"die-{face}" for face in range(1, 7)}
