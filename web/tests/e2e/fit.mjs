// Every decision fits on every screen: the board, the hand and the buttons can be seen and touched without scrolling, and
// nothing moves when the turn changes. Measured by geometry, in positions of every kind (../positions.mjs). The short form, in
// `make test`, has the two smallest sizes and a huge one, and the most players; SCREENS=all, in `make test-screens`, has everything.
// SHOTS=folder keeps pictures: of every failure, and with SCREENS=all of every position at every size.
const { games, positions } = await import('../positions.mjs');
if (!process.env.TATAMI) {
  console.log('1..0 # SKIP positions come from the program');
  process.exit(0);
}
const { assert, check, drawn, escape, finish, settled } = await import('./harness.mjs');
const { openPosition } = await import('./position.mjs');
const { hasOwn, ways } = await import('../ways.mjs');

const all = process.env.SCREENS === 'all';
const shots = process.env.SHOTS;
const SIZES = '320x568 568x320 640x400 844x390 390x844 768x1024 1024x768 1280x720 1440x900 2560x1440';
const FEW = '320x568 568x320 2560x1440';
const sizes = (process.env.SIZES ?? (all ? SIZES : FEW)).split(' ').map((size) => {
  const [width, height] = size.split('x').map(Number);
  return { size, width, height };
});
const FINGER = 24; // pixels, WCAG 2.2
const LEGIBLE = 9;

async function resize(page, { width, height }) {
  await page.setViewportSize({ width, height });
  await page.waitForFunction((size) => innerWidth === size.width && innerHeight === size.height, { width, height });
  await drawn(page);
}

// What is wrong with what is on the screen now.
const faults = (page) =>
  page.evaluate(
    ([finger, legible]) => {
      const found = [];
      const name = (element) => {
        const words = (element.getAttribute('aria-label') ?? element.textContent).trim().replace(/\s+/g, ' ').slice(0, 40);
        return `<${element.localName} ${element.className?.baseVal ?? element.className}> ${words}`;
      };
      const page = document.scrollingElement;
      if (page.scrollHeight > innerHeight) found.push(`the page is ${page.scrollHeight - innerHeight} px too high`);
      if (page.scrollWidth > innerWidth) found.push(`the page is ${page.scrollWidth - innerWidth} px too wide`);
      const frame = document.querySelector('.frame');
      const board = frame.querySelector('.board');
      for (const element of [board, ...board.querySelectorAll('*')]) {
        const { overflowX, overflowY } = getComputedStyle(element);
        if (/auto|scroll/.test(overflowY) && element.scrollHeight > element.clientHeight + 1) found.push(`scrolls by ${element.scrollHeight - element.clientHeight} px: ${name(element)}`);
        if (/auto|scroll/.test(overflowX) && element.scrollWidth > element.clientWidth + 1) found.push(`scrolls sideways: ${name(element)}`);
      }
      // The part of the screen in which an element can be seen: inside everything that cuts it off.
      const window_ = (element) => {
        const box = { left: 0, top: 0, right: innerWidth, bottom: innerHeight };
        for (let at = element.parentElement; at; at = at.parentElement) {
          const style = getComputedStyle(at);
          if (style.overflowX === 'visible' && style.overflowY === 'visible') continue;
          const rect = at.getBoundingClientRect();
          box.left = Math.max(box.left, rect.left);
          box.top = Math.max(box.top, rect.top);
          box.right = Math.min(box.right, rect.right);
          box.bottom = Math.min(box.bottom, rect.bottom);
        }
        return box;
      };
      const shown = (element) => element.checkVisibility({ visibilityProperty: true, opacityProperty: false }) && !element.closest('.unseen, [aria-hidden=true].ghost');
      const inside = (element, slack) => {
        const rect = element.getBoundingClientRect();
        const box = window_(element);
        const over = Math.max(box.left - rect.left, box.top - rect.top, rect.right - box.right, rect.bottom - box.bottom);
        if (over > slack) found.push(`${Math.round(over)} px cut off: ${name(element)}`);
      };
      for (const element of board.querySelectorAll('[data-flip], [data-seat], .plaque')) if (shown(element)) inside(element, 3);
      for (const seat of board.querySelectorAll('[data-seat]')) {
        const { left, right } = seat.getBoundingClientRect();
        const wide = [...seat.querySelectorAll('*')].find((part) => shown(part) && !part.closest('.unseen') && getComputedStyle(part).position === 'static' && (part.getBoundingClientRect().right > right + 2 || part.getBoundingClientRect().left < left - 2));
        if (shown(seat) && wide) found.push(`reaches out of its seat: ${name(wide)}`);
      }
      // Words in a drawing stay in it, whatever it is measured by. The box of a text is higher than its letters.
      for (const text of board.querySelectorAll('svg text')) {
        if (!shown(text)) continue;
        const [rect, edge] = [text, text.ownerSVGElement].map((element) => element.getBoundingClientRect());
        const slack = 0.2 * rect.height;
        if (rect.left < edge.left - 1 || rect.right > edge.right + 1 || rect.top < edge.top - slack || rect.bottom > edge.bottom + slack) found.push(`reaches out of its drawing: ${name(text)}`);
      }

      const CONTROLS = 'button, a[href], input, select';
      for (const element of frame.querySelectorAll('[data-piece], header :is(button, a), footer :is(button, a), .banner button')) {
        if (!shown(element) || element.closest('.offer')) continue; // a list may be as long as it likes
        inside(element, 3);
        const rect = element.getBoundingClientRect();
        const lit = element.matches('[data-lit], .lit, .legal, .usable, .button, [data-samurai], [data-hand], [data-card], [data-choice]');
        const N = 9;
        let hits = 0;
        let over = null;
        for (let i = 0; i < N * N; i++) {
          const x = rect.left + ((i % N) + 0.5) * (rect.width / N);
          const y = rect.top + (Math.floor(i / N) + 0.5) * (rect.height / N);
          const top = document.elementFromPoint(x, y);
          if (top?.closest(CONTROLS) === element) hits++;
          else over ??= top;
        }
        const area = (hits / (N * N)) * rect.width * rect.height;
        const long = Math.max(element.offsetWidth, element.offsetHeight);
        // A piece that does nothing now may lie under one that does.
        if (!hits && !lit && over?.closest('[data-lit], .lit')) continue;
        if (!hits) found.push(`covered by ${over ? name(over) : 'the edge'}: ${name(element)}`);
        else if (lit && (area < 0.9 * finger * finger || long < finger)) {
          found.push(`too small for a finger, ${Math.round(element.offsetWidth)} by ${Math.round(element.offsetHeight)} px, ${Math.round((100 * hits) / (N * N))} % free${hits < N * N * 0.6 ? ` (under ${name(over)})` : ''}: ${name(element)}`);
        }
      }
      // Words are large enough to read, and stay in the button or sheet that they belong to and on the screen, except those that end in "…".
      const small = new Map();
      const words = document.createRange();
      const walk = document.createTreeWalker(frame, NodeFilter.SHOW_TEXT);
      while (walk.nextNode()) {
        const element = walk.currentNode.parentElement;
        if (!walk.currentNode.textContent.trim() || !shown(element) || element.closest('.unseen') || element.ownerSVGElement) continue;
        const size = parseFloat(getComputedStyle(element).fontSize);
        if (size < legible) small.set(name(element), size);
        if (!board.contains(element)) continue;
        let around = element;
        const style = () => getComputedStyle(around);
        // A label that is laid over something has an edge of its own.
        while (style().textOverflow !== 'ellipsis' && style().position !== 'absolute' && !around.matches('button, .paper, [data-flip], .board')) around = around.parentElement;
        if (style().textOverflow === 'ellipsis') continue;
        words.selectNodeContents(walk.currentNode);
        const rect = words.getBoundingClientRect();
        const sheet = around.matches('button, .paper, [data-flip]') ? around.getBoundingClientRect() : window_(element);
        if (rect.left < sheet.left - 1 || rect.right > sheet.right + 1) found.push(`its words reach out of <${around.localName} ${around.className}>: ${name(element)}`);
      }
      for (const [what, size] of small) found.push(`${size} px is too small to read: ${what}`);
      // A count stands beside the drawing of its button.
      for (const count of frame.querySelectorAll('.tools .count')) {
        const [over, icon] = [count, count.closest('button').querySelector('svg')].map((element) => element.getBoundingClientRect());
        const across = Math.min(over.right, icon.right) - Math.max(over.left, icon.left);
        const down = Math.min(over.bottom, icon.bottom) - Math.max(over.top, icon.top);
        if (shown(count) && across > 0.25 * icon.width && down > 0.25 * icon.height) found.push(`covers its drawing: ${name(count)}`);
        if (shown(count) && over.right > count.parentElement.getBoundingClientRect().right + 1) found.push(`cut off: ${name(count)}`);
      }
      const status = document.querySelector('.status');
      if (status.scrollHeight > status.clientHeight + 1 || status.scrollWidth > status.clientWidth + 1) found.push(`what is asked is cut off: ${status.textContent}`);
      return found;
    },
    [FINGER, LEGIBLE],
  );

// What a new game is asked: its button and the way out are always in sight, and what does not fit is seen to go on.
await check('a new game: its choices can be reached and its buttons are in sight on every screen', async (visit) => {
  const found = [];
  for (const { size, width, height } of [...sizes, ...['844x390', '640x400'].map((size) => ({ size, width: +size.split('x')[0], height: +size.split('x')[1] }))]) {
    const page = await visit({ viewport: { width, height } });
    await page.waitForSelector('article');
    for (const { title } of games()) {
      await page.locator('article', { has: page.locator('h3', { hasText: title }) }).locator('button', { hasText: /^Choose/ }).click();
      await page.waitForSelector('dialog[open] form');
      await drawn(page);
      for (const end of [0, 1]) {
        const wrong = await page.evaluate((end) => {
          const dialog = document.querySelector('dialog[open]');
          dialog.scrollTop = end * dialog.scrollHeight;
          const over = [dialog.querySelector('form .button.primary'), dialog.querySelector('.head button')].filter((button) => {
            const { left, top, right, bottom } = button.getBoundingClientRect();
            if (left < 0 || top < 0 || right > innerWidth || bottom > innerHeight) return true;
            return [top + 2, (top + bottom) / 2, bottom - 2].some((y) => !button.contains(document.elementFromPoint((left + right) / 2, y)));
          });
          if (dialog.scrollWidth > dialog.clientWidth + 1) return 'it is too wide';
          return over.length ? `out of sight: ${over.map((button) => button.textContent.trim() || 'Close').join(', ')}` : '';
        }, end);
        if (wrong) found.push(`${size}, ${title}${end ? ', at its end' : ''}: ${wrong}`);
      }
      await escape(page);
    }
  }
  assert(!found.length, found.join('\n'));
});

const list = games();
const wanted = process.env.GAME;
for (const { id, title, players, choices } of list) {
  if (wanted && wanted !== id) continue;
  if (!hasOwn(id)) continue; // a plain table may scroll, and has no pieces
  const { halfway } = await ways(id);
  const counts = all ? Array.from({ length: players[1] - players[0] + 1 }, (_, i) => players[0] + i) : [players[1]];
  const settings = [
    ...counts.map((n) => [n, {}]),
    ...(all ? choices.flatMap(([name, word]) => [...new Set(players)].map((n) => [n, { [name]: word }])) : []),
  ];
  for (const [n, options] of settings) {
    const of = Object.entries(options).map(([name, word]) => `, ${name} ${word}`).join('');
    await check(`${title}, ${n} players${of}: every decision fits every screen`, async (visit) => {
      const page = await visit({ viewport: sizes[0], lang: process.env.LANGUAGE_OF_PAGE ?? 'en-GB', settings: { theme: process.env.THEME ?? 'light' } });
      const found = new Map();
      const look = async (what) => {
        for (const { size, ...screen } of sizes) {
          await resize(page, screen);
          const wrong = await faults(page);
          for (const fault of wrong) found.set(fault, [...(found.get(fault) ?? []), `${size} ${what}`]);
          if (shots && (all || wrong.length)) await page.screenshot({ path: `${shots}/${id}-${n}${of.replace(/\W+/g, '-')}-${what.replace(/\W+/g, '-')}-${size}.png` });
        }
      };
      const places = positions(id, n, options).sort((a, b) => b.legal.length - a.legal.length);
      for (const place of all ? places : places.slice(0, 1)) {
        await openPosition(page, place);
        await look(place.verbs.join(' '));
        // A decision in parts: some are made, the last is missing.
        if (halfway && (await halfway(page))) await look(`${place.verbs.join(' ')} halfway`);
      }
      assert(!found.size, [...found].map(([fault, where]) => `${fault}\n    ${where.length} times: ${where.slice(0, 6).join('; ')}`).join('\n'));
    });
  }

  await check(`${title}: with a hint open, everything is still there and what may be done can be read`, async (visit) => {
    const page = await visit({ viewport: sizes[0] });
    await openPosition(page, positions(id, players[1]).sort((a, b) => b.legal.length - a.legal.length)[0]);
    await page.getByRole('button', { name: 'Hint' }).click();
    await page.locator('.list .chance, [data-testid=best]').locator('visible=true').first().waitFor({ timeout: 60000 });
    const found = [];
    for (const { size, ...screen } of [...sizes, { size: '640x400', width: 640, height: 400 }]) {
      await resize(page, screen);
      const wrong = await faults(page);
      // Where there is no room beside the board the hint is one line, and the rest of it unfolds.
      const line = page.locator('[data-testid=best]');
      const folds = await line.isVisible();
      if (folds) {
        const isCut = (button) => {
          const words = button.querySelector('.words');
          const room = button.getBoundingClientRect();
          const { top, bottom } = words.getBoundingClientRect();
          const out = top < room.top + 2 || bottom > room.bottom - 2 || [...button.children].some((part) => part.getBoundingClientRect().right > room.right);
          return words.scrollHeight > words.clientHeight + 1 || out ? [`cut off: ${button.textContent}`] : [];
        };
        wrong.push(...(await line.evaluate(isCut)));
        // Which action is the best is not certain; the longest one fits as well.
        const words = await line.evaluate((button) => {
          const text = [...button.querySelector('.words').childNodes].at(-1);
          const shown = text.data;
          const all = [...document.querySelectorAll('.list [data-action] span')].map((each) => each.textContent.trim());
          text.data = all.reduce((long, each) => (each.length > long.length ? each : long), shown);
          return shown;
        });
        await drawn(page);
        wrong.push(...(await line.evaluate(isCut)));
        await line.evaluate((button, shown) => ([...button.querySelector('.words').childNodes].at(-1).data = shown), words);
        await line.click();
        await drawn(page);
      }
      wrong.push(...(await page.evaluate(() => {
        const area = (element) => element.getBoundingClientRect().width * element.getBoundingClientRect().height;
        const wrong = [];
        const part = Math.round((100 * area(document.querySelector('.board'))) / (innerWidth * innerHeight));
        if (part < 25) wrong.push(`the board has ${part} % of the screen`);
        const best = document.querySelector('.list [data-action]').getBoundingClientRect();
        const sheet = document.querySelector('.unfolded, footer:not(:has(.unfolded))').getBoundingClientRect();
        if (best.top < sheet.top - 1 || best.bottom > Math.min(sheet.bottom, innerHeight) + 1) wrong.push('the best action is below the edge');
        for (const button of document.querySelectorAll('.list [data-action]')) {
          if (!button.checkVisibility()) continue;
          const wide = button.querySelector('span').getBoundingClientRect().width / button.getBoundingClientRect().width;
          const lines = button.getBoundingClientRect().height / parseFloat(getComputedStyle(button).fontSize);
          if (wide < 0.4 && lines > 5) wrong.push(`its words have ${Math.round(100 * wide)} % of its width: ${button.textContent.trim()}`);
        }
        return wrong;
      })));
      if (shots && (all || wrong.length)) await page.screenshot({ path: `${shots}/${id}-hint-${size}.png` });
      if (folds) await line.click();
      await drawn(page);
      if (shots && (all || wrong.length)) await page.screenshot({ path: `${shots}/${id}-hint-line-${size}.png` });
      found.push(...wrong.map((fault) => `${size}: ${fault}`));
    }
    assert(!found.length, found.join('\n'));
  });

  // A piece that does nothing now says why, beside itself and beside what can be done; the next action takes the words away.
  await check(`${title}: a message covers neither its piece nor what can be done, and goes with the next action`, async (visit) => {
    const page = await visit({ viewport: sizes[0] });
    for (const { size, ...screen } of all ? sizes : sizes.slice(0, 2)) {
      await resize(page, screen);
      const place = positions(id, players[1]).sort((a, b) => b.legal.length - a.legal.length)[0];
      await openPosition(page, place);
      const idle = page.locator('.board [data-piece]:not([data-lit], .lit, .legal, .usable, .button)');
      const covers = async (n) => {
        const piece = idle.nth(n);
        await piece.dispatchEvent('pointerdown');
        await piece.evaluate((element) => element.click());
        await settled(page);
        if (await page.locator('dialog[open]').count()) return void (await escape(page));
        return page.evaluate((element) => {
          const words = document.querySelector('.toasts p')?.getBoundingClientRect();
          if (!words) return null;
          const over = (other) => {
            const box = other.getBoundingClientRect();
            const across = Math.min(words.right, box.right) - Math.max(words.left, box.left);
            const down = Math.min(words.bottom, box.bottom) - Math.max(words.top, box.top);
            return across > 0 && down > 0 ? (across * down) / (box.width * box.height) : 0;
          };
          const next = [...document.querySelectorAll('.board :is([data-lit], .lit, .legal, .usable, .button)')];
          return { about: over(element), next: Math.max(0, ...next.map(over)) };
        }, await piece.elementHandle());
      };
      let found = null;
      let speaker = await idle.count();
      while (speaker > 0 && !found) found = await covers(--speaker);
      assert(found, `${size}: no piece says anything`);
      assert(found.about < 0.1 && found.next < 0.25, `${size}: covers ${JSON.stringify(found)}`);
      // Words vanish by themselves in the end: within a few frames, the action has taken them away. If they were gone before it, on a
      // slow machine, they are said again.
      await page.locator('.tools [aria-expanded=false]').first().click();
      let frames = -1;
      for (let tries = 0; frames < 0; tries++) {
        assert(tries < 20, `${size}: the words do not last`);
        await covers(speaker);
        frames = await page.evaluate(async () => {
          const words = document.querySelector('.toasts p');
          await new Promise((done) => setTimeout(done, 150)); // what is said just before an action belongs to it
          if (!words?.isConnected) return -1;
          document.querySelector('.list [data-action]').click();
          let n = 0;
          for (; words.isConnected && n < 60; n++) await new Promise(requestAnimationFrame);
          return n;
        });
      }
      assert(frames < 60, `${size}: the words are still there`);
    }
  });

  await check(`${title}: a replay has the whole board and its buttons on one screen`, async (visit) => {
    const page = await visit({ viewport: sizes[0] });
    await openPosition(page, positions(id, players[1]).sort((a, b) => b.record.length - a.record.length)[0]);
    await page.evaluate(() => (location.hash = `#/replay/${JSON.parse(localStorage.getItem('tatami.games'))[0].id}`));
    await page.getByRole('button', { name: 'Go to the end' }).click();
    await page.waitForSelector('.board');
    await settled(page);
    for (const { size, ...screen } of sizes) {
      await resize(page, screen);
      const over = await page.evaluate(() => {
        const board = document.querySelector('.board');
        const below = Math.max(...[...document.querySelectorAll('.controls button')].map((button) => button.getBoundingClientRect().bottom));
        return [board.scrollHeight - board.clientHeight, below - innerHeight, document.documentElement.scrollWidth - innerWidth].map(Math.round);
      });
      assert(over.every((n) => n <= 1), `${size}: the board scrolls by, the buttons are below by, the page is too wide by ${over} px`);
    }
  });

  await check(`${title}: the board stays where it is while the turns change`, async (visit) => {
    const page = await visit({ viewport: sizes[0] });
    for (const { size, ...screen } of all ? sizes : sizes.slice(0, 2)) {
      await resize(page, screen);
      await openPosition(page, positions(id, players[1])[0]);
      const moved = await page.evaluate(
        () =>
          new Promise((done) => {
            const seen = new Set();
            let decided = 0;
            const look = () => {
              if (document.querySelector('.status.over') || decided >= 6) return done([...seen]); // at the end other buttons come
              const { left, top, width, height } = document.querySelector('.mat').getBoundingClientRect();
              seen.add([left, top, width, height].map((n) => Math.round(10 * n) / 10).join(' '));
              if (!document.querySelector('.list') && document.querySelector('.status.yours')) {
                // The list of actions takes its own room, so it is closed again before the board is looked at.
                document.querySelector('.tools [aria-expanded=false]').click();
                setTimeout(() => {
                  document.querySelector('.list [data-action]')?.click();
                  document.querySelector('.tools [aria-expanded=true]')?.click();
                  decided++;
                  requestAnimationFrame(() => requestAnimationFrame(look));
                });
              } else requestAnimationFrame(look);
            };
            look();
          }),
      );
      assert(moved.length === 1, `${size}: ${moved.join(' / ')}`);
    }
  });
}

await finish();
