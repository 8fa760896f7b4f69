"""A copy of a bot, learned from its choices, and a memory of one's own choices against it.

A bot that thinks for a tenth of a second plays too few games to learn from. A copy of it, a network that predicts what it does, plays millions. Whether
what beats the copy beats the bot is for the evaluation to say.
"""

from __future__ import annotations

import torch
from torch import nn

from hall import Episode
from net import Net
from selfplay import Batch

SHARP = 20.0
"""A token that the network values 0.05 higher is e times as likely to be what the bot does."""


class Copy(nn.Module):
    """Plays as often like this and as often like that as it thinks the bot would."""

    def __init__(self, net: Net, device: str, rate: float = 2e-4, batch: int = 512):
        super().__init__()
        self.net, self.device, self.batch = net, device, batch
        self.optimiser = torch.optim.Adam(net.parameters(), lr=rate, eps=1e-6)
        self.observations: torch.Tensor | None = None
        self.guessed, self.asked = 0, 0
        """How many of its last choices the copy had as the most likely, before it learned them."""

    def forward(self, observations: torch.Tensor) -> torch.Tensor:
        """The best of these values is a draw from its opinion (Gumbel)."""
        values = self.net(observations)
        noise = -torch.log(-torch.log(torch.rand_like(values).clamp(1e-9, 1 - 1e-7)))
        return values + noise / SHARP

    def _logits(self, observations: torch.Tensor, masks: torch.Tensor) -> torch.Tensor:
        return torch.where(masks != 0, SHARP * self.net(observations), -1e9)

    def add(self, episodes: list[Episode]) -> int:
        """Remembers what the bot chose; returns how many choices there were."""
        seen = [one for episode in episodes for one in episode.others]
        if not seen:
            return 0
        fresh = [torch.stack([torch.from_numpy(one[i]) for one in seen]).to(self.device) for i in range(2)]
        fresh.append(torch.tensor([one[2] for one in seen], device=self.device))
        with torch.no_grad():
            right = int((self._logits(*fresh[:2]).argmax(1) == fresh[2]).sum())
        self.guessed, self.asked = 0.8 * self.guessed + right, 0.8 * self.asked + len(seen)
        if self.observations is None:
            self.observations, self.masks, self.tokens = fresh
        else:
            self.observations, self.masks, self.tokens = (torch.cat(pair) for pair in zip((self.observations, self.masks, self.tokens), fresh))
        return len(seen)

    def learn(self, n_steps: int) -> None:
        """Steps on choices at random out of all so far."""
        if self.observations is None:
            return
        for _ in range(n_steps):
            rows = torch.randint(len(self.tokens), (self.batch,), device=self.device)
            loss = nn.functional.cross_entropy(self._logits(self.observations[rows], self.masks[rows]), self.tokens[rows])
            self.optimiser.zero_grad(set_to_none=True)
            loss.backward()
            self.optimiser.step()


class Memory:
    """All own choices against the bot itself, and what each was worth."""

    def __init__(self):
        self.observations: torch.Tensor | None = None
        self.tokens: torch.Tensor
        self.targets: torch.Tensor

    def add(self, batch: Batch, target: torch.Tensor) -> int:
        """Returns how many choices there were."""
        fine = ~target.isnan()
        fresh = batch.observations[fine], batch.tokens[fine], target[fine]
        if self.observations is not None:
            fresh = tuple(torch.cat(pair) for pair in zip((self.observations, self.tokens, self.targets), fresh))
        self.observations, self.tokens, self.targets = fresh
        return int(fine.sum())

    def some(self, n: int) -> torch.Tensor:
        """So many rows at random."""
        return torch.randint(len(self.targets), (n,), device=self.targets.device)
