// Reports the size of an element whenever it changes. The first report comes in a task after the one that built it, so
// that a table is built, laid out and filled in short steps rather than one long one.
import type { Action } from 'svelte/action';
import { later, owe } from './later';

export const size: Action<HTMLElement, (width: number, height: number) => void> = (element, tell) => {
  const say = () => tell(element.clientWidth, element.clientHeight);
  const known = owe();
  let said = false;
  let stop: (() => void) | undefined;
  const observer = new ResizeObserver(() => {
    if (said) return say();
    stop ??= later(() => {
      said = true;
      say();
    });
    known();
  });
  observer.observe(element);
  return {
    destroy: () => {
      observer.disconnect();
      known();
      stop?.();
    },
  };
};

// How much larger than usual the page is written, on a huge screen.
export const rem = (): number => parseFloat(getComputedStyle(document.documentElement).fontSize) / 16;
