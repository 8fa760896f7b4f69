/** Smaller letters where a text is too long for the room that its parent has, down to LEAST pixels. Rejected: a font size by the number of letters, which
 * differs between fonts and languages. */
const LEAST = 8;
const STEP = 0.5;
const EDGE = 3; // pixels above and below it

export function shrink(node: HTMLElement): { destroy: () => void } {
  const parent = node.parentElement!;
  const isTooLong = () => node.scrollHeight > node.clientHeight + 1 || node.clientHeight > parent.clientHeight - 2 * EDGE;

  function fit(): void {
    node.style.fontSize = '';
    if (!parent.clientHeight) return; // it is hidden
    for (let px = parseFloat(getComputedStyle(node).fontSize) - STEP; px >= LEAST && isTooLong(); px -= STEP) node.style.fontSize = `${px}px`;
  }

  const resized = new ResizeObserver(fit);
  const rewritten = new MutationObserver(fit);
  resized.observe(parent);
  rewritten.observe(node, { characterData: true, childList: true, subtree: true });
  return {
    destroy() {
      resized.disconnect();
      rewritten.disconnect();
    },
  };
}
