// Things move rather than jump. Elements identify themselves with data-flip="key"; between two states, the element with
// the same key slides from its old place to its new one. A new one comes from data-from="key", one that vanishes goes
// to data-to="key" (elements with data-spot="key", or other keys).

const DURATION = 420;
const EASING = 'cubic-bezier(.25,.8,.3,1)';

export interface Places {
  things: Map<string, { rect: DOMRect; element: HTMLElement | SVGElement; to: string | undefined }>;
  spots: Map<string, DOMRect>;
}

const data = (element: Element) => (element as HTMLElement | SVGElement).dataset;

export function measure(root: Element): Places {
  const places: Places = { things: new Map(), spots: new Map() };
  for (const element of root.querySelectorAll<HTMLElement | SVGElement>('[data-flip]')) {
    places.things.set(element.dataset.flip!, { rect: element.getBoundingClientRect(), element, to: element.dataset.to });
  }
  for (const element of root.querySelectorAll('[data-spot]')) places.spots.set(data(element).spot!, element.getBoundingClientRect());
  return places;
}

// How to draw a thing that is at `now` as if it were at `then`. A place is not a thing: something that comes from or
// goes to a place is small there, however large the place is.
export function shift(then: DOMRect, now: DOMRect, place = false): string {
  const x = then.left + then.width / 2 - (now.left + now.width / 2);
  const y = then.top + then.height / 2 - (now.top + now.height / 2);
  const scale = place ? 0.55 : now.width > 0 && then.width > 0 ? then.width / now.width : 1;
  return `translate(${x}px, ${y}px) scale(${scale})`;
}

const moved = (a: DOMRect, b: DOMRect) =>
  Math.abs(a.left - b.left) > 1 || Math.abs(a.top - b.top) > 1 || Math.abs(a.width - b.width) > 1;

const spot = (places: Places, key: string | undefined): DOMRect | undefined =>
  key === undefined ? undefined : (places.spots.get(key) ?? places.things.get(key)?.rect);

function leave(element: HTMLElement | SVGElement, from: DOMRect, to: DOMRect | undefined): void {
  if (!(element instanceof HTMLElement)) return;
  const ghost = element.cloneNode(true) as HTMLElement;
  ghost.removeAttribute('data-flip');
  ghost.inert = true;
  ghost.setAttribute('aria-hidden', 'true');
  Object.assign(ghost.style, {
    position: 'fixed', left: `${from.left}px`, top: `${from.top}px`, width: `${from.width}px`, height: `${from.height}px`,
    margin: '0', zIndex: '40', pointerEvents: 'none',
  });
  document.body.append(ghost);
  const end = to ? { transform: shift(to, from, true), opacity: 0.2 } : { opacity: 0 };
  ghost.animate([{ opacity: 1 }, end], { duration: DURATION, easing: EASING }).finished.finally(() => ghost.remove());
}

// Animates the change from `before` to what is under `root` now.
export function play(root: Element, before: Places): void {
  const after = measure(root);
  for (const [key, { rect, element }] of after.things) {
    const was = before.things.get(key)?.rect;
    const then = was ?? spot(before, element.dataset.from) ?? spot(after, element.dataset.from);
    if (!then || !moved(then, rect)) continue;
    element.animate([{ transform: shift(then, rect, !was), zIndex: 30 }, { transform: 'none', zIndex: 30 }], { duration: DURATION, easing: EASING });
  }
  for (const [key, { rect, element, to }] of before.things) {
    if (!after.things.has(key) && to) leave(element, rect, spot(after, to));
  }
}
