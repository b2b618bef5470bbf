"""The numbers as a space of actions that draws quickly."""

from __future__ import annotations

from typing import Any

import numpy as np
from gymnasium import spaces
from numpy.typing import NDArray


class Numbers(spaces.Discrete[np.int64]):
    """`Discrete`, but a draw from a mask takes a tenth of the time, which was longer than all else in a step.

    >>> space = Numbers(10, seed=1)
    >>> space.sample(np.array([0, 0, 0, 1, 0, 0, 0, 0, 0, 0], np.int8))
    np.int64(3)
    """

    def sample(self, mask: Any = None, probability: NDArray[Any] | None = None) -> np.int64:
        """A number, any legal one as likely as the next; 0 where the mask leaves none."""
        if mask is None or probability is not None:
            return super().sample(mask, probability)
        legal = mask.nonzero()[0]
        drawn: np.int64 = legal[self.np_random.integers(len(legal))] if len(legal) else np.int64(0)
        return drawn
