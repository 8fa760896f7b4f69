// Dragging a piece as another way to tap. What can be dragged has data-drag:
//   data-drag="target"  onto a piece that is lit; that piece is tapped
//   data-drag="drop"    onto a place with data-drop; the dragged piece itself is tapped
// data-ghost names what is seen under the finger, if that is not the piece itself.
// When it is lifted it hears `grab` (it may select itself, so that targets light up), and `letgo` when it is dropped anywhere else:
// then it returns. So a drag can do nothing that taps cannot, and what is legal is known only from what is lit.
import type { Action } from 'svelte/action';
import { still } from '../lib/settings.svelte';

declare module 'svelte/elements' {
  interface DOMAttributes<T extends EventTarget> {
    ongrab?: ((event: CustomEvent & { currentTarget: EventTarget & T }) => void) | null | undefined;
    onletgo?: ((event: CustomEvent & { currentTarget: EventTarget & T }) => void) | null | undefined;
  }
}

const FAR = 8; // pixels: a finger that trembles still taps
const LIT = '[data-lit], .lit, .legal, .usable';
const BACK = 180; // milliseconds

interface Held {
  source: HTMLElement;
  id: number; // of the pointer
  x: number; // where it was touched
  y: number;
  ghost: HTMLElement | null; // once it is lifted
}

export const dragging: Action<HTMLElement> = (board) => {
  let held: Held | null = null;
  let over: Element | null = null;

  function under({ source }: Held, x: number, y: number): HTMLElement | null {
    for (const element of document.elementsFromPoint(x, y)) {
      if (!board.contains(element)) continue;
      const place = source.dataset.drag === 'drop' ? element.closest<HTMLElement>('[data-drop]') : element.closest<HTMLElement>('[data-piece]');
      if (!place || place.contains(source)) continue;
      if (source.dataset.drag === 'drop' || place.matches(LIT)) return place;
    }
    return null;
  }
  function point(at: Element | null) {
    if (at === over) return;
    over?.removeAttribute('data-over');
    over = at;
    over?.setAttribute('data-over', '');
  }
  function lift(it: Held) {
    const look = (it.source.dataset.ghost && board.querySelector<HTMLElement>(it.source.dataset.ghost)) || it.source;
    const { left, top, width, height } = look.getBoundingClientRect();
    const within = board.getBoundingClientRect(); // it is contained: what is placed in it is placed by it
    const ghost = look.cloneNode(true) as HTMLElement;
    for (const name of ['data-flip', 'data-drag', 'data-piece', 'data-lit', 'id']) ghost.removeAttribute(name);
    ghost.inert = true;
    ghost.setAttribute('aria-hidden', 'true');
    Object.assign(ghost.style, {
      position: 'absolute', left: `${left - within.left}px`, top: `${top - within.top + board.scrollTop}px`, width: `${width}px`, height: `${height}px`, margin: '0', zIndex: '50', pointerEvents: 'none',
      filter: 'drop-shadow(0 6px 8px var(--shade-40))',
    });
    board.append(ghost); // so that it is drawn with the colours and sizes of the table
    it.ghost = ghost;
    it.source.setAttribute('data-lifted', '');
    it.source.dispatchEvent(new CustomEvent('grab', { bubbles: true }));
  }
  function end(it: Held, returns: boolean) {
    held = null;
    point(null);
    it.source.removeAttribute('data-lifted');
    const ghost = it.ghost!;
    if (returns) it.source.dispatchEvent(new CustomEvent('letgo', { bubbles: true }));
    if (!returns || still()) return ghost.remove();
    ghost.animate([{}, { transform: 'none' }], { duration: BACK, easing: 'ease-out' }).finished.finally(() => ghost.remove());
  }

  function down(event: PointerEvent) {
    const source = event.isPrimary && !event.button ? (event.target as Element).closest<HTMLElement>('[data-drag]') : null;
    if (source && !held) held = { source, id: event.pointerId, x: event.clientX, y: event.clientY, ghost: null };
  }
  function move(event: PointerEvent) {
    if (!held || event.pointerId !== held.id) return;
    const [dx, dy] = [event.clientX - held.x, event.clientY - held.y];
    if (!held.ghost && Math.hypot(dx, dy) < FAR) return;
    if (!held.ghost) lift(held);
    event.preventDefault();
    held.ghost!.style.transform = `translate(${dx}px, ${dy}px)`;
    point(under(held, event.clientX, event.clientY));
  }
  function up(event: PointerEvent) {
    if (!held || event.pointerId !== held.id) return;
    const it = held;
    held = null;
    if (!it.ghost) return; // a tap: the click that follows says so
    const place = event.type === 'pointerup' ? under(it, event.clientX, event.clientY) : null;
    // The click of this pointer, if there is one, is no tap. It comes at once or not at all.
    const swallow = (click: Event) => event.isTrusted && click.isTrusted && click.stopPropagation();
    window.addEventListener('click', swallow, true);
    setTimeout(() => window.removeEventListener('click', swallow, true));
    end(it, !place);
    if (!place) return;
    if (it.source.dataset.drag === 'drop') (it.source.closest<HTMLElement>('[data-piece]') ?? it.source.querySelector<HTMLElement>('[data-piece]'))?.click();
    else place.click();
  }
  const stop = (event: Event) => held?.ghost && event.preventDefault(); // the browser's own dragging

  board.addEventListener('pointerdown', down);
  board.addEventListener('dragstart', stop);
  window.addEventListener('pointermove', move);
  window.addEventListener('pointerup', up);
  window.addEventListener('pointercancel', up);
  return {
    destroy() {
      held?.ghost?.remove();
      window.removeEventListener('pointermove', move);
      window.removeEventListener('pointerup', up);
      window.removeEventListener('pointercancel', up);
    },
  };
};
