// Work that can wait until what is there has been drawn. It then runs in a task of its own: a table that is built in several short
// tasks lets a slow phone answer in between. Returns what calls it off.
export function later(work: () => void): () => void {
  let timer = 0;
  const then = () => (timer = window.setTimeout(work));
  const frame = document.hidden ? 0 : requestAnimationFrame(then); // nothing is drawn in a hidden page
  if (!frame) then();
  return () => {
    cancelAnimationFrame(frame);
    clearTimeout(timer);
  };
}
