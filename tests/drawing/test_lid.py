"""The pictures on the boxes of the games."""

from __future__ import annotations

import pytest

from undercroft import games
from undercroft.drawing import svg_to_png
from undercroft.drawing.figures import known
from undercroft.drawing.lid import HEIGHT, WIDTH, Lid


@pytest.mark.parametrize("slug", games.slugs())
def test_every_game_has_a_picture_on_its_box_that_is_the_same_each_time(slug: str) -> None:
    drawn = games.find(slug).lid()
    assert drawn == games.find(slug).lid()
    assert f'viewBox="0 0 {WIDTH} {HEIGHT}"' in drawn
    assert drawn.count("<title>") == 1
    assert svg_to_png(drawn, 320).startswith(b"\x89PNG")
    assert len(drawn) < 100_000  # two of them are of the first visit


def test_a_figure_stands_with_its_feet_where_it_is_put_and_looks_the_other_way_when_turned() -> None:
    assert known("robber")
    ahead, turned = Lid("", "#fff"), Lid("", "#fff")
    ahead.put("robber", 300, 200, 100)
    turned.put("robber", 300, 200, 100, turned=True)
    assert 'transform="translate(250 104) scale(0.1 0.1)"' in ahead.render()
    assert 'transform="translate(350 104) scale(-0.1 0.1)"' in turned.render()
