// Reports the size of an element whenever it changes. The first report comes in a task after the one that built it, so
// that a table is built, laid out and filled in three short steps rather than one long one.
import type { Action } from 'svelte/action';

export const size: Action<HTMLElement, (width: number, height: number) => void> = (element, tell) => {
  let first = true;
  const observer = new ResizeObserver(() => {
    const say = () => tell(element.clientWidth, element.clientHeight);
    if (first) setTimeout(say);
    else say();
    first = false;
  });
  observer.observe(element);
  return { destroy: () => observer.disconnect() };
};

// How much larger than usual the page is written, on a huge screen.
export const rem = (): number => parseFloat(getComputedStyle(document.documentElement).fontSize) / 16;
