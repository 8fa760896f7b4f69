// Keeps an element beside a seat of the table: where, within its reach, it covers least of what can be done and read.
// Tables mark their seats with data-seat; the element lies over the mat, so that nothing on it moves.
import type { Action } from 'svelte/action';
import { ABOUT, freest, needed, NEXT, WORDS, type Box, type Weighed } from './clear-of';

export interface AtSeat {
  seat: number;
  step: number; // what happened at the table since may have moved the seat
}

const LOW = 64; // pixels: a seat that is hardly more than a name

const box = (element: Element, weight: number): Weighed => {
  const { left, top, right, bottom } = element.getBoundingClientRect();
  return { left, top, right, bottom, weight };
};

export const beside: Action<HTMLElement, AtSeat> = (element, first) => {
  let at = first;
  const mat = element.parentElement!;
  const board = mat.querySelector('.board')!;

  function place(): void {
    const edge = mat.getBoundingClientRect();
    const chair = board.querySelector(`[data-seat="${at.seat}"]`);
    const seat = chair?.getBoundingClientRect() ?? edge;
    const { offsetWidth: width, offsetHeight: height } = element;
    // It touches the seat: nowhere is it further away than it is long.
    const within: Box = {
      left: Math.max(edge.left, seat.left - width), top: Math.max(edge.top, seat.top - height),
      right: Math.min(edge.right, seat.right + width), bottom: Math.min(edge.bottom, seat.bottom + height),
    };
    const others = [...mat.querySelectorAll('[data-beside]')].filter((other) => other !== element).map((other) => box(other, NEXT));
    const names = [...board.querySelectorAll('[data-seat] .name')].map((name) => box(name, 4 * WORDS));
    const own = chair ? (seat.height < LOW ? [chair] : [...chair.querySelectorAll('.name')]).map((name) => box(name, ABOUT)) : [];
    const { left, top } = freest(width, height, within, [...needed(null), ...names, ...own, ...others]);
    element.style.left = `${Math.max(0, Math.min(left, edge.right - width) - edge.left)}px`;
    element.style.top = `${Math.max(0, Math.min(top, edge.bottom - height) - edge.top)}px`;
  }

  const observer = new ResizeObserver(place);
  observer.observe(board);
  observer.observe(element);
  return {
    update(next) {
      at = next;
      // Once what has just been changed is drawn, and has come to rest. What never rests (clouds) is not waited for.
      requestAnimationFrame(() => {
        const ending = board.getAnimations({ subtree: true }).filter(({ effect }) => Number.isFinite(effect?.getComputedTiming().endTime));
        void Promise.allSettled(ending.map(({ finished }) => finished)).then(place);
      });
    },
    destroy: () => observer.disconnect(),
  };
};
