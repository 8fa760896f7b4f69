// The sounds of a table: something happened, it is your turn, it is over. Called while a component is made.
import { untrack } from 'svelte';
import { sound } from './sound';

export function hearTable(now: () => { step: number; over: boolean; yours: boolean }): void {
  let heard = -1;
  $effect(() => {
    const { step, over } = now();
    untrack(() => {
      if (heard >= 0 && step > heard) sound(over ? 'end' : 'move');
      heard = step;
    });
  });
  $effect(() => {
    if (now().yours) untrack(() => sound('turn'));
  });
}
