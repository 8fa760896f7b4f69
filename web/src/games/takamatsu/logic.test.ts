import { readFileSync } from 'node:fs';
import { beforeAll, describe, expect, test } from 'vitest';
import { engineFile } from '../../../build/plugin.ts';
import { EngineModule, EVERYTHING } from '../../engine/module';
import { cut, readRecord, writeRecord } from '../../session/record';
import { frames, way } from './frames';
import learn from './lessons/first';
import logic, {
  describe as describeAction, earningOf, earningText, earningWords, endsOf, groupText, meantMove, moveOf, movesByRoom, stands, usesOf,
} from './logic';
import { pack } from './pack';
import { stones } from './path';
import { Pieces } from './pieces';
import { roomOf, standing, type TakamatsuView } from './view';

let engine: EngineModule;
beforeAll(() => {
  engine = new EngineModule(new WebAssembly.Module(readFileSync(engineFile)));
});

const HEAD = (players: number) => `[Tatami "1"]\n[Game "takamatsu"]\n[Players "${players}"]\n\n`;
const DEAL = '* lay 3\n* lay -2\n* lay hidden\n* lay 4\n* lay 1\n';

// A game so far, as a seat sees it.
function after(players: number, events: string, seat = 0): { view: TakamatsuView; legal: string[] } {
  const game = engine.read(HEAD(players) + DEAL + events, 1n);
  const view = engine.news(game, seat).at(-1)!.view as TakamatsuView;
  const legal = engine.actors(game).includes(seat) ? engine.legal(game, seat) : [];
  engine.close(game);
  return { view, legal };
}

describe('choosing', () => {
  test('goes by room, then by group, and leads to every legal move', () => {
    const { legal } = after(4, '0 move o1 bb o3\n1 move o2 kk o4\n2 move o3 bp o5\n3 move o4 kr g1\n');
    const again = [...movesByRoom(legal)].flatMap(([room, actions]) => {
      const groups = new Set(actions.map((action) => action.split(' ')[2]!));
      return [...groups].flatMap((group) => endsOf(actions, room, group).map((end) => `move ${room} ${group} ${end}`));
    });
    expect(again.length).toBeGreaterThan(4);
    expect(again.sort()).toEqual(legal.filter((action) => action.startsWith('move')).sort());
  });
  test('a group is written in the order of the notation', () => {
    expect(groupText(['r', 'b', 'k', 'b'])).toBe('bbkr');
  });
  test('what keeps a group in its room, the engine says', () => {
    const game = engine.read(HEAD(4) + DEAL, 1n);
    const { rooms } = engine.news(game, 0).at(-1)!.view as TakamatsuView;
    const moves = movesByRoom(engine.legal(game, 0));
    for (const room of rooms) {
      expect(engine.why(game, 0, meantMove(room, ['b'], '')), room.name).not.toBe('');
      for (let mask = 1; moves.has(room.name) && mask < 1 << room.samurai.length; mask++) {
        const group = groupText([...room.samurai].filter((_, i) => (mask >> i) & 1) as 'b'[]);
        if (endsOf(moves.get(room.name)!, room.name, group).length) continue;
        expect(engine.why(game, 0, meantMove(room, ['b'], group)), `${room.name} ${group}`).not.toBe('');
      }
    }
    expect(engine.why(game, 0, meantMove(roomOf({ rooms } as TakamatsuView, 'o2')!, ['b'], ''))).toBe('at least one of your own samurai must be in the group');
    expect(engine.why(game, 1, 'move o2 k o3')).toBe('it is not your turn');
    engine.close(game);
  });
  test('hidden cards are used for a pagoda of your own', () => {
    const { view } = after(2, '');
    expect(usesOf(view, 0, ['use 4 b', 'use 4 p', 'wait'])).toEqual([
      { value: 4, colour: 'b', action: 'use 4 b' },
      { value: 4, colour: 'p', action: 'use 4 p' },
    ]);
    expect(usesOf(after(4, '').view, 2, ['use 1'])).toEqual([{ value: 1, colour: 'p', action: 'use 1' }]);
  });
});

describe('earning', () => {
  test('one card a samurai that comes home, from the top', () => {
    const { view } = after(4, '');
    expect(earningOf(view, 'bb', 'o3')).toBeNull();
    const earning = earningOf(view, 'bpp', 'o3')!;
    expect(earning).toMatchObject({ colour: 'p', owner: 2, cards: [3, -2], more: 0, gain: 1 });
    expect(earningText(earning)).toBe('+1');
    expect(earningWords(earningOf(view, 'ppp', 'o3')!)).toBe('purple takes 3 cards: 3, −2, face down');
    expect(earningText(earningOf(view, 'ppp', 'o3')!)).toBe('+1 ?');
  });
  test('a pagoda does not go below 0, and cards not yet laid are unknown', () => {
    const { view } = after(4, '');
    const low = { ...view, column: [-2, null, 1, 2, 2], gains: { b: [0, 0, 1, 3, 5] } };
    expect(earningText(earningOf(low, 'b', 'o1')!)).toBe('0');
    expect(earningText(earningOf(low, 'bb', 'o1')!)).toBe('0 ?');
    expect(earningOf(low, 'bbbbbb', 'o1')).toMatchObject({ more: 1, gain: 5 });
    expect(earningText(earningOf({ ...view, column: [null], gains: { b: [0] } }, 'b', 'o1')!)).toBe('?');
  });
  test('a room of a colour that nobody plays earns nothing', () => {
    const { view } = after(3, '');
    expect(earningOf(view, 'r', 'o4')).toBeNull();
  });
});

test('actions in words', () => {
  const { view } = after(4, '');
  expect(describeAction('move o1 bb o3', view)).toBe('Move 2 × blue from o1 to o3');
  expect(describeAction('move o1 bp o3', view)).toBe('Move 1 × blue, 1 × purple from o1 to o3; purple takes 1 card: 3');
  expect(describeAction('use 4', view)).toBe('Use the hidden card 4: blue from 0 to 4');
  expect(describeAction('wait', view)).toBe('Wait');
});

describe('frames', () => {
  test('samurai go through every room on their way', () => {
    const { view } = after(4, '');
    expect(way(view, 'o1', 2, 'o3')).toEqual(['o2', 'o3']);
    expect(way(view, 'g2', 1, 'i3')).toEqual(['i1', 'i2', 'i3']);
    expect(way(view, 'g1', 3, 'o2')).toEqual(['g2', 'o1', 'o2']);
  });
  test('the way is shown, then the card, then what it did', () => {
    const before = after(4, '0 move i3 bb i5\n1 move i5 bk g2\n2 move o3 pp o5\n3 move o4 rr g1\n');
    const move = 'move g2 bk o2';
    expect(before.legal).toContain(move);
    const then = after(4, `0 move i3 bb i5\n1 move i5 bk g2\n2 move o3 pp o5\n3 move o4 rr g1\n0 ${move}\n`).view;
    const shown = frames(before.view, `0 ${move}`, then);
    expect(shown.map(({ view }) => [view.passing?.room ?? null, view.column.length])).toEqual([['o1', 5], [null, 5], [null, 4]]);
    expect(shown.at(-1)!.view).toBe(then);
    expect(shown[1]!.view).toMatchObject({ receiving: 'k', rooms: then.rooms });
  });
  test('every game is told without losing a samurai, each of which keeps its name', () => {
    for (const players of [2, 5]) {
      const game = engine.open('takamatsu', players, 'goal=9', 11n);
      for (let seat = 0; seat < players; seat++) engine.bot(game, seat, 'easy');
      while (engine.step(game));
      const pieces = new Pieces();
      let before: TakamatsuView | null = null;
      let names = '';
      for (const { event, view } of engine.news(game, 0)) {
        const shown = before ? logic.frames(before, event!, view as TakamatsuView).map((frame) => frame.view as TakamatsuView) : [view as TakamatsuView];
        for (const one of shown) {
          const { rooms, passing, column } = pieces.follow(one);
          expect(one.rooms.map(({ name }) => rooms.get(name)!.map(({ colour }) => colour).join(''))).toEqual(one.rooms.map(({ samurai }) => samurai));
          const all = [...rooms.values(), passing].flat().map(({ key }) => key).sort().join();
          names ||= all;
          expect(all).toBe(names);
          expect(new Set(column).size).toBe(one.column.length);
        }
        expect(shown.at(-1)).toBe(view);
        before = view as TakamatsuView;
      }
      engine.close(game);
    }
  });
});

describe('pieces', () => {
  test('those that were chosen are those that go', () => {
    const pieces = new Pieces();
    const { view } = after(4, '');
    const stood = pieces.follow(view).rooms.get('o1')!;
    const chosen = new Set([stood[0]!.key, stood[2]!.key]);
    const next = pieces.follow(after(4, '0 move o1 bb o3\n').view, chosen);
    expect(next.rooms.get('o1')).toEqual([stood[1]]);
    expect(next.rooms.get('o3')!.filter(({ colour }) => colour === 'b').map(({ key }) => key)).toEqual([...chosen]);
  });
  test('cards move up when the top one is taken', () => {
    const pieces = new Pieces();
    const { view } = after(4, '');
    const keys = pieces.follow(view).column;
    expect(pieces.follow({ ...view, column: view.column.slice(1) }).column).toEqual(keys.slice(1));
    const laid = pieces.follow({ ...view, column: [...view.column.slice(1), 2] }).column;
    expect(laid.slice(0, 4)).toEqual(keys.slice(1));
    expect(keys).not.toContain(laid[4]);
  });
});

test('figures fit their room, and do not stand on the same spot', () => {
  for (const [n, w, h] of [[1, 40, 40], [7, 45, 50], [12, 120, 40], [20, 60, 60], [35, 300, 90]] as const) {
    const { width, height, spots } = pack(n, w, h, 46);
    expect(spots.length).toBe(n);
    expect(new Set(spots.map(({ x, y }) => `${x} ${y}`)).size).toBe(n);
    for (const { x, y } of spots) {
      expect(x >= -1 && y >= -1 && x + width <= w + 1 && y + height <= h + 1, `${n} in ${w} by ${h}`).toBe(true);
    }
  }
  expect(pack(3, 200, 200, 46).height).toBe(46);
});

test('the path has a stone for every point, in lines to and fro', () => {
  expect(stones(20)).toMatchObject({ rows: 1 });
  const { rows, stones: list } = stones(60);
  expect(rows).toBe(2);
  expect(list.map(({ at }) => at)).toEqual([...Array(61).keys()]);
  expect(list[31]!.x).toBeGreaterThan(list[60]!.x);
  for (const { x, y } of list) expect(x > 0 && x < 1 && y > 0 && y < 1).toBe(true);
});

test('the lesson is a game by the rules, in which the learner always has a choice', () => {
  const record = readRecord(learn.record);
  record.events.forEach((event, i) => {
    if (!event.startsWith(`${learn.you} `)) return;
    const game = engine.read(writeRecord(cut(record, i)), 1n);
    expect(engine.legal(game, learn.you)).toContain(event.slice(2));
    engine.close(game);
  });
  const whole = engine.read(learn.record, 1n);
  expect(engine.news(whole, EVERYTHING).length).toBe(record.events.length + 1);
  engine.close(whole);
  expect(learn.steps.every(({ at, text }) => at <= record.events.length && text().length > 20)).toBe(true);
});

test('at the end the hidden cards move the pagodas; with two of them, the one ahead', () => {
  const seat = { pagodas: [{ colour: 'b' as const, at: 4 }, { colour: 'k' as const, at: 9 }], hidden: 2, cards: [3, 2], points: 18 };
  expect(standing({ phase: 'over' }, seat).map(({ at }) => at)).toEqual([4, 14]);
  expect(standing({ phase: 'over', uncounted: true }, seat).map(({ at }) => at)).toEqual([4, 9]);
  expect(standing({ phase: 'move' }, seat).map(({ at }) => at)).toEqual([4, 9]);
});

test('a move is read from its event, and is the last one as long as its samurai stand there', () => {
  const move = moveOf('2 move g1 bbp i3')!;
  expect(move).toEqual({ from: 'g1', group: 'bbp', to: 'i3' });
  expect(moveOf('* lay 3')).toBeNull();
  const view = (samurai: string) => ({ rooms: [{ name: 'i3', samurai }] }) as unknown as TakamatsuView;
  expect(stands(view('bbkp'), move)).toBe(true);
  expect(stands(view('bp'), move)).toBe(false);
});
