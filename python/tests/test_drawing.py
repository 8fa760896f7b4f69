"""Tables as pictures in notebooks."""

import xml.etree.ElementTree as ElementTree

import pytest

import tatami

IDS = [game.id for game in tatami.games()]
SVG = "{http://www.w3.org/2000/svg}"


@pytest.mark.parametrize("game", tatami.games(), ids=IDS)
def test_every_table_is_drawn_with_every_number_of_players(game):
    for players in range(game.min_players, game.max_players + 1):
        table = tatami.Table(game, players, seed=players)
        for n in range(30):
            for viewer in (tatami.SPECTATOR, 0):
                svg = ElementTree.fromstring(table.svg(viewer))
                width, height = float(svg.get("width")), float(svg.get("height"))
                assert svg.find(SVG + "title").text == f"{game.title}, {players} players"
                texts = list(svg.iter(SVG + "text"))
                assert len(texts) > 3 and all(0 <= float(t.get("x")) < width and 0 < float(t.get("y")) < height for t in texts)
            if table.over:
                break
            table.act(table.seats[0], table.choose(table.seats[0], "random", n))


@pytest.mark.parametrize("game", tatami.games(), ids=IDS)
def test_a_notebook_shows_what_a_spectator_sees(game):
    """Hidden things do not change the picture."""
    seen = {}
    for seed in range(40):
        table = tatami.Table(game, seed=seed)
        seen.setdefault(str(table.view()), set()).add(table._repr_svg_())
    assert all(len(pictures) == 1 for pictures in seen.values())


def test_names_and_signs_are_escaped():
    from tatami.drawing import as_svg
    svg = as_svg([("<&>\"'", bytes(5)), ("漢\0字\0│", bytes([32, 32, 0, 0, 64]))], "a <b> & c")
    texts = [one.text for one in ElementTree.fromstring(svg).iter(SVG + "text")]
    assert texts == ["<&>\"'", "漢", "字"]
    assert ElementTree.fromstring(as_svg([], "nothing")) is not None


@pytest.mark.parametrize("width, height", [(0, 10), (10, 0), (-1, 5), (1001, 5), (5, 10**6)])
def test_sizes_out_of_range_are_refused(width, height):
    with pytest.raises(tatami.Error):
        tatami.Table("tatsu").svg(width=width, height=height)


def test_the_smallest_drawing_is_one_character():
    ElementTree.fromstring(tatami.Table("dojo").svg(width=1, height=1))
    ElementTree.fromstring(tatami.Table("tatata").svg(width=1000, height=1000))
