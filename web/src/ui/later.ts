// Work that can wait until what is there has been laid out. One piece a frame, each in a task of its own: a table that is built in several
// short tasks lets a slow phone answer in between.
const queue: (() => void)[] = [];
let owed = 0; // pieces that will be put into the queue once their size is known
let going = false;

function go(): void {
  if (going || !queue.length) return;
  going = true;
  const one = () => {
    going = false;
    try {
      queue.shift()?.();
    } finally {
      go();
    }
  };
  if (document.hidden) setTimeout(one); // nothing is drawn in a hidden page
  else requestAnimationFrame(() => setTimeout(one));
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
  let idle = 0; // frames in which nothing was built
  do {
    await new Promise<void>(later);
    idle = queue.length ? 0 : idle + 1;
  } while (queue.length || (owed && idle < PATIENCE));
}
