import pytest

from kbdesk.library.types import State
from kbdesk.ui.models.queue_acts import Act, targets

EVERY = {str(state): state for state in State}


@pytest.mark.parametrize(
    ("act", "expected"),
    [
        (Act.PAUSE, {"queued", "reading", "embedding"}),
        (Act.GO_ON, {"paused", "stopped"}),
        (Act.STOP, {"queued", "reading", "embedding", "paused"}),
        (Act.CANCEL, {"queued", "reading", "embedding", "paused", "stopped"}),
        (Act.READ_NEXT, {"queued", "paused"}),
        (Act.READ_LAST, {"queued", "paused"}),
        (Act.TRY_AGAIN, {"failed", "stopped"}),
    ],
)
def test_an_act_is_for_those_of_the_selected_documents_that_it_can_change(act, expected):
    assert set(targets(act, EVERY)) == expected


def test_what_is_ready_is_tried_again_when_nothing_else_is_selected():
    assert targets(Act.TRY_AGAIN, {"a": State.DONE, "b": State.DONE}) == ["a", "b"]


@pytest.mark.parametrize("act", list(Act))
def test_nothing_can_be_done_with_nothing(act):
    assert targets(act, {}) == []
