// Work that can wait until what is there has been laid out. One piece a frame, each in a task of its own: a table that is built in several
// short tasks lets a slow phone answer in between.
const queue: (() => void)[] = [];
let owed = 0; // pieces that will be put into the queue once their size is known
let looking = 0; // how many in the queue only wait until nothing is left to build
let going = false;
let passed = 0; // frames, or the time they would have taken
// A page that nobody sees gets no frames, whether it says so or not. Then a piece is built after so many of them would have come.
const NO_FRAME = 15;
const MS = 17; // of a frame

function go(): void {
  if (going || !queue.length) return;
  going = true;
  let begun = false;
  const one = (frames: number) => {
    if (begun) return;
    begun = true;
    going = false;
    passed += frames;
    try {
      queue.shift()?.();
    } finally {
      go();
    }
  };
  requestAnimationFrame(() => setTimeout(() => one(1)));
  setTimeout(() => one(NO_FRAME), document.hidden ? 0 : NO_FRAME * MS);
}

// Returns what calls it off.
export function later(work: () => void): () => void {
  queue.push(work);
  go();
  return () => {
    const at = queue.indexOf(work);
    if (at >= 0) queue.splice(at, 1);
  };
}

// Something will be built later, but not yet. Returns what says that it no longer holds.
export function owe(): () => void {
  let open = true;
  owed++;
  return () => {
    if (open) owed--;
    open = false;
  };
}

// Until nothing is left to build. What is still owed after some frames has no size, and is not waited for.
const PATIENCE = 60;
export async function built(): Promise<void> {
  let since = passed; // nothing was built
  do {
    looking++;
    await new Promise<void>(later);
    looking--;
    if (queue.length > looking) since = passed;
  } while (queue.length > looking || (owed && passed - since < PATIENCE));
}
