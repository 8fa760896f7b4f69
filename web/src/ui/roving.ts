// A group of pieces is one Tab stop, at a piece that can be used; arrow keys, Home and End go from piece to piece.
import type { Action } from 'svelte/action';
import { isLit } from './focus';

// The nearest piece in the direction of an arrow.
export function neighbour(pieces: DOMRect[], from: number, dx: number, dy: number): number {
  const middle = (r: DOMRect) => ({ x: r.left + r.width / 2, y: r.top + r.height / 2 });
  const start = middle(pieces[from]!);
  let best = -1;
  let least = Infinity;
  pieces.forEach((rect, i) => {
    const { x, y } = middle(rect);
    const along = (x - start.x) * dx + (y - start.y) * dy;
    const aside = Math.abs((x - start.x) * dy) + Math.abs((y - start.y) * dx);
    if (i === from || along < 4) return;
    const cost = along + 2.5 * aside;
    if (cost < least) {
      least = cost;
      best = i;
    }
  });
  return best;
}

const ARROWS: Record<string, [number, number]> = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] };

// On a container; its pieces are the elements [data-piece] that can have the focus.
export const roving: Action<HTMLElement> = (root) => {
  const pieces = () => [...root.querySelectorAll<HTMLElement>('[data-piece]')];
  const tidy = () => {
    const list = pieces();
    const stop = list.find((piece) => piece.tabIndex === 0) ?? list[0];
    const current = list.find((piece) => piece === document.activeElement) ?? (stop && isLit(stop) ? stop : (list.find(isLit) ?? stop));
    for (const piece of list) piece.tabIndex = piece === current ? 0 : -1;
  };
  const onkeydown = (event: KeyboardEvent) => {
    const list = pieces();
    const at = list.indexOf(event.target as HTMLElement);
    const arrow = ARROWS[event.key];
    if (at < 0 || event.altKey || event.ctrlKey || event.metaKey) return;
    let to = -1;
    if (arrow) to = neighbour(list.map((piece) => piece.getBoundingClientRect()), at, ...arrow);
    else if (event.key === 'Home') to = 0;
    else if (event.key === 'End') to = list.length - 1;
    else return;
    event.preventDefault();
    list[to]?.focus();
  };
  const observer = new MutationObserver(tidy);
  observer.observe(root, { childList: true, subtree: true, attributes: true, attributeFilter: ['data-piece', 'data-lit', 'class'] });
  root.addEventListener('keydown', onkeydown);
  root.addEventListener('focusin', tidy);
  tidy();
  return {
    destroy() {
      observer.disconnect();
      root.removeEventListener('keydown', onkeydown);
      root.removeEventListener('focusin', tidy);
    },
  };
};
