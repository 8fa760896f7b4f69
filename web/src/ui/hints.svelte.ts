// The list of actions and the hint in it: which is open, and what the hint says. A hint is for one position, and so is the list that it
// opened.
import { reasonOf } from '../lib/reason';
import { t } from '../lib/i18n.svelte';
import type { Thought } from '../session/types';
import { toast } from './toasts.svelte';

export class Hints {
  listed = $state(false);
  opened = $state(false); // by a hint
  thinking = $state(false);
  unfolded = $state(false); // where there is no room beside the board, a hint is one line, and this shows the rest of it
  thoughts = $state.raw<Thought[] | null>(null);

  // `open`: the table has no pieces, so its actions are always listed.
  constructor(open: boolean, private readonly think: () => Promise<Thought[]>) {
    this.listed = open;
  }

  forget(): void {
    this.thoughts = null;
    this.unfolded = false;
    if (this.opened) this.listed = false;
    this.opened = false;
  }

  // `step`: the position that is looked at. A hint that comes too late is for another one.
  async ask(step: () => number): Promise<void> {
    if (this.thinking) return;
    const asked = step();
    this.thinking = true;
    this.unfolded = false;
    this.opened = !this.listed;
    this.listed = true;
    try {
      const found = await this.think();
      if (step() === asked) this.thoughts = found;
    } catch (error) {
      toast(reasonOf(error));
    } finally {
      this.thinking = false;
    }
  }

  notNow(): void {
    toast(t('You can ask for a hint when it is your turn.'));
  }

  // Of a hint's list, a small screen shows a line or the best few: then this asks for all.
  toggle(): void {
    this.unfolded = false;
    if (!this.opened || matchMedia('(min-width: 1000px)').matches) this.listed = !this.listed;
    this.opened = false;
  }
}
