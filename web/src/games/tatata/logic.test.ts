import { readFileSync } from 'node:fs';
import { beforeAll, describe as suite, expect, test } from 'vitest';
import { engineFile } from '../../../build/plugin.ts';
import { EngineModule, EVERYTHING } from '../../engine/module';
import { cut, readRecord, writeRecord } from '../../session/record';
import lesson from './lessons/first';
import logic, { cardIn, choices, gusts, heldActions, puts, spaceActions, way } from './logic';
import { flightOf, flightTo, gustOf, planeAt, putAfter, rekey, victimOf, walk, type Keyed } from './ring';
import { layOut, turnTo } from './track';
import { cardsOf, usesOf, worth, type Space, type TatataView } from './view';
import { cardWords, describe, prompt, spaceWords } from './words';

let engine: EngineModule;
beforeAll(() => {
  engine = new EngineModule(new WebAssembly.Module(readFileSync(engineFile)));
});

const NAMES = ['Ann', 'Ben', 'Cleo', 'Dai', 'Eve', 'Fay', 'Guy', 'Hal'];

interface Turn {
  before: TatataView;
  event: string;
  after: TatataView;
  legal: string[]; // of seat 0, where it decided
}

// A game of seat 0, which plays anything, against bots that do so too: every event with the views around it.
function play(seats: number, options: string, seed: number, most = 900): Turn[] {
  const game = engine.open('tatata', seats, options, BigInt(seed));
  engine.names(game, NAMES);
  for (let seat = 1; seat < seats; seat++) engine.bot(game, seat, 'random');
  const turns: Turn[] = [];
  let random = seed;
  let before: TatataView | null = null;
  let legal: string[] = [];
  const hear = () => {
    for (const { event, view } of engine.news(game, 0)) {
      if (before && event) turns.push({ before, event, after: view as TatataView, legal });
      before = view as TatataView;
      legal = [];
    }
  };
  hear();
  while (turns.length < most) {
    while (engine.step(game));
    hear();
    legal = engine.legal(game, 0);
    if (!legal.length) break;
    random = (random * 1103515245 + 12345) % 2147483648;
    engine.act(game, 0, legal[(random >> 8) % legal.length]!);
    hear();
  }
  engine.close(game);
  return turns;
}

const TABLES: [seats: number, options: string][] = [[2, ''], [2, 'leg=3 rules=full'], [4, ''], [5, 'rules=full'], [8, '']];

suite.each(TABLES)('%d players %s', (seats, options) => {
  let turns: Turn[];
  beforeAll(() => {
    turns = [1, 2, 3].flatMap((seed) => play(seats, options, seed));
  });

  test('every legal action can be done with a piece, and nothing else is offered', () => {
    for (const { before: view, legal } of turns.filter((turn) => turn.legal.length)) {
      const hand = cardsOf(view.players[0]!);
      const said = legal.filter((action) => /^(recover|take|keep|drop ..|calm|end)$/.test(action));
      const offered = [
        ...said,
        ...legal.filter((action) => action.startsWith('dodge') && hand.includes(cardIn(action)!)),
        ...puts(view, legal).map(({ action }) => action),
        ...gusts(view, legal).map(({ action }) => action),
      ];
      if (view.phase === 'act') {
        for (const card of hand) {
          for (const { action, words, legal: can } of choices(view, 0, legal, { card }, NAMES)) {
            expect(words).not.toBe('');
            if (can) offered.push(action);
            else expect(legal).not.toContain(action);
          }
        }
        view.circuit.forEach((_, at) => offered.push(...spaceActions(view, 0, legal, at)));
        for (const kind of view.players[0]!.sky) offered.push(...heldActions(legal, kind));
      }
      expect([...new Set(offered)].sort()).toEqual([...legal].sort());
    }
  });

  test('actions lead where the table says', () => {
    let checked = 0;
    for (const { before, event, after } of turns) {
      const [who, ...words] = event.split(' ');
      const action = words.join(' ');
      if (who === '*') continue;
      const seat = Number(who);
      const kept = rekey([], before.circuit);
      const next = rekey(kept, after.circuit);
      const goal = flightOf(before, seat, action)?.to ?? gustOf(before, action)?.to;
      const plane = words[0] === 'wind' ? Number(words[1]) : seat;
      // A flight that wins ends where it wins.
      if (goal !== undefined && after.phase !== 'over' && after.circuit[planeAt(after, plane)]!.sky !== 'gap') {
        expect(next[planeAt(after, plane)]!.key).toBe(kept[goal]!.key);
        checked++;
      }
      const put = putAfter(before, action);
      if (put !== null) expect(after.circuit[put + 1]!.sky).toBe(before.back);
      const victim = victimOf(before, action);
      if (victim !== null) expect([after.who, after.phase]).toEqual([victim, 'answer']);
    }
    expect(checked).toBeGreaterThan(5);
  });

  test('spaces keep their keys from view to view', () => {
    let keyed: Keyed[] = [];
    for (const { after } of turns) {
      const next = rekey(keyed, after.circuit);
      expect(new Set(next.map(({ key }) => key)).size).toBe(after.circuit.length);
      expect(next.map(({ space }) => space)).toEqual(after.circuit);
      const known = new Set(keyed.map(({ key }) => key));
      // A decision brings one new space at most, and takes one away.
      if (keyed.length && after.round > 1) expect(next.filter(({ key }) => !known.has(key)).length).toBeLessThanOrEqual(1);
      keyed = next;
    }
  });

  test('a plane goes from space to space, and ends where the view has it', () => {
    for (const { before, event, after } of turns) {
      const frames = logic.frames(before, event, after);
      expect(frames.at(-1)!.view).toBe(after);
      expect(frames.length).toBeLessThan(13);
      const found = way(before, event, after);
      if (found?.stops.length) expect(found.stops).not.toContain(planeAt(after, found.seat));
    }
  });

  test('everything has words', () => {
    for (const { before: view, legal } of turns.filter((turn) => turn.legal.length)) {
      for (const action of legal) expect(describe(action, view, NAMES)).toMatch(/^[A-Z](?!.*(undefined|null|NaN|%))/);
      expect(prompt(view, 0, legal)).not.toBe('');
      for (const space of view.circuit) {
        expect(spaceWords(view, space, NAMES)).not.toMatch(/undefined|^$/);
      }
    }
  });
});

const space = (sky: Space['sky'], plane: number | null = null): Space => ({ sky, plane });
const base = (seat: number, plane: number | null = null): Space => ({ base: seat, plane });
const player = { laps: 0, burning: false, smoke: false, cards: 0, known: [], sky: [] };

const SIMPLE = { F3: [3, null, null, null], M2: [null, null, 2, null], A1: [1, 1, 1, null], J4: [4, 4, 4, null] } as TatataView['numbers'];
const view = (change: Partial<TatataView> = {}): TatataView => ({
  seat: 0, phase: 'act', round: 1, turn: 0, who: 0, fly: 0, move: 0, plays: null, loop: false, full: false, goal: 3, numbers: SIMPLE, loops: [],
  strengths: { laser: 4, krauten: 3 },
  circuit: [base(0), space('?', 0), space('rain', 1), space('gap', 2), space('?'), base(1), space('clouds'), space('?')],
  players: [{ ...player, hand: ['F3', 'M2', 'J4'], cards: 3 }, player, player], strike: null, back: null, drawn: null, winds: [],
  unseen: {} as TatataView['unseen'], discards: [], pile: 20, batches: [], ...change,
}) as TatataView;

suite('the circuit', () => {
  test('a walk ends where it began', () => {
    expect(walk(4, 1)).toEqual([2, 3, 0, 1]);
    expect(walk(4, 1, -1)).toEqual([0, 3, 2, 1]);
  });
  test('a flight counts Sky cards and bases, not gaps; further rounds are said', () => {
    expect(flightOf(view(), 0, 'go 2')).toEqual({ to: 4, bomb: null, again: false });
    expect(flightOf(view(), 0, 'go 3 bomb 1')).toEqual({ to: 6, bomb: 1, again: false });
    expect(flightOf(view(), 0, 'go base 2')).toEqual({ to: 0, bomb: null, again: false });
    expect(flightOf(view(), 0, 'go base 3')).toEqual({ to: 5, bomb: null, again: true });
    expect(flightOf(view(), 0, 'end')).toBeNull();
    expect([2, 4, 6, 0, 3].map((at) => flightTo(view(), 0, at))).toEqual(['go 1', 'go 2', 'go 3', 'go base 2', null]);
  });
  test('a click on a plane attacks it; on your own, it puts out the fire', () => {
    const legal = ['end', 'recover', 'play T2 as tatata', 'go 2', 'go 2 bomb 1'];
    const aimed = view({ targets: { tatata: 1, krauten: null, laser: 1, missile: 1 } });
    expect(spaceActions(aimed, 0, legal, 2)).toEqual(['play T2 as tatata', 'go 2 bomb 1']);
    expect(spaceActions(view(), 0, legal, 1)).toEqual(['recover']);
    expect(spaceActions(view(), 0, legal, 4)).toEqual(['go 2', 'go 2 bomb 1']);
  });
  test('a card that was turned, taken or put back is followed', () => {
    const first = rekey([], view().circuit);
    const turned = view().circuit.with(4, space('beer', 2)).toSpliced(3, 1);
    const second = rekey(first, turned);
    expect(second.map(({ key }) => key)).toEqual(first.toSpliced(3, 1).map(({ key }) => key));
    const third = rekey(second, turned.toSpliced(7, 0, space('laser')));
    expect(third.filter(({ key }) => !second.some((old) => old.key === key)).map(({ space: { sky } }) => sky)).toEqual(['laser']);
  });
});

suite('the track', () => {
  const bases = [...Array(36).keys()].map((i) => i % 6 === 0);
  const far = (a: { x: number; y: number }, b: { x: number; y: number }) => Math.hypot(a.x - b.x, a.y - b.y);

  test.each([[348, 330, bases], [348, 368, bases.slice(0, 12)], [900, 510, bases], [900, 510, bases.slice(0, 7)], [740, 700, bases.slice(0, 24)]])(
    'in %d by %d all spaces are inside, apart and clockwise',
    (width, height, which) => {
      const { spots, gaps, length, width: across, inner } = layOut(width, height, which, 0);
      for (const { x, y } of [...spots, ...gaps]) {
        expect(x).toBeGreaterThanOrEqual(length / 2);
        expect(x).toBeLessThanOrEqual(width - length / 2);
        expect(y).toBeGreaterThanOrEqual(length / 2);
        expect(y).toBeLessThanOrEqual(height - length / 2);
      }
      spots.forEach((spot, i) => expect(far(spot, spots[(i + 1) % spots.length]!)).toBeGreaterThan(across * 0.95));
      expect(across).toBeGreaterThan(24);
      expect(inner.width).toBeGreaterThan(150);
      expect(spots[0]!.x).toBeCloseTo(width / 2);
      expect(spots[0]!.y).toBeGreaterThan(height / 2);
      expect(spots[1]!.x).toBeLessThan(width / 2);
    },
  );
  test('the ring grows with its spaces', () => {
    const reach = (n: number) => Math.max(...layOut(900, 510, bases.slice(0, n), 0).spots.map(({ x }) => x));
    expect(reach(7)).toBeLessThan(reach(12));
    expect(reach(12)).toBeLessThan(reach(24));
  });
  test('a turn takes the shorter way', () => {
    expect(turnTo(350, 10)).toBe(370);
    expect(turnTo(10, 350)).toBe(-10);
    expect(turnTo(370, 20)).toBe(380);
  });
});

suite('cards', () => {
  const numbers = { F3: [3, 2, 2, 2], L2: [2, 2, 2, 2] } as unknown as TatataView['numbers'];
  test('what a card can do depends on the rules', () => {
    expect(usesOf(view(), 'F3')).toEqual(['fly', 'discard']);
    expect(usesOf(view(), 'A1')).toEqual(['fly', 'tatata', 'move', 'discard']);
    expect(usesOf(view({ full: true, numbers }), 'F3')).toEqual(['action']);
    expect(usesOf(view({ full: true, numbers, loops: ['L2'], plays: 2 }), 'L2')).toEqual(['fly', 'tatata', 'move', 'loop']);
    expect(worth(view(), 'F3', 'fly')).toBe(3);
    expect(worth(view({ full: true, numbers }), 'F3', 'tatata')).toBe(2);
    expect(cardWords(view({ full: true, numbers }), 'F3')).toBe('F3: fly 3, tatata 2, move 2, action 2');
  });
  test('the card of an action or event', () => {
    expect(cardIn('play F3 as fly')).toBe('F3');
    expect(cardIn('1 dodge M4')).toBe('M4');
    expect(cardIn('go 3')).toBeNull();
    expect(cardIn('* draw F3')).toBeNull();
  });
  test('an open view shows every hand', () => {
    const seat = (n: number, hand: string[]) => view({ seat: n, players: view().players.map((one, i) => (i === n ? { ...one, hand } : one)) });
    const open = logic.open(view({ seat: null }), [seat(0, ['F1']), seat(1, ['M2']), seat(2, [])]);
    expect(open.players.map(({ known }) => known)).toEqual([['F1'], ['M2'], []]);
  });
});

suite('why not', () => {
  test('of every card, weapon and space that cannot be used now the engine says why', () => {
    for (const [seats, options] of TABLES.slice(0, 3)) {
      const game = engine.open('tatata', seats, options, 3n);
      engine.names(game, NAMES);
      for (let seat = 1; seat < seats; seat++) engine.bot(game, seat, 'random');
      for (let turn = 0; turn < 60; turn++) {
        while (engine.step(game));
        const legal = engine.legal(game, 0);
        if (!legal.length) break;
        const now = engine.news(game, 0).at(-1)!.view as TatataView;
        const cards = cardsOf(now.players[0]!).flatMap((card) => choices(now, 0, legal, { card }, NAMES).map(({ action }) => action));
        const flights = now.circuit.flatMap((_, at) => flightTo(now, 0, at) ?? []);
        for (const action of [...cards, ...flights, 'use laser']) expect(engine.why(game, 0, action) === '', action).toBe(legal.includes(action));
        engine.act(game, 0, legal[turn % legal.length]!);
      }
      engine.close(game);
    }
  });
});

suite('the lesson', () => {
  test('is a game that the engine accepts, with notes in order and something to play', () => {
    const record = readRecord(lesson.record);
    const game = engine.read(writeRecord(cut(record, 0)), 1n);
    for (const event of record.events) engine.put(game, event);
    expect(readRecord(engine.record(game, EVERYTHING)).events).toEqual(record.events);
    engine.close(game);
    const at = lesson.steps.map((step) => step.at);
    expect(at).toEqual([...at].sort((a, b) => a - b));
    expect(at.at(-1)).toBe(record.events.length);
    expect(lesson.steps.length).toBeGreaterThanOrEqual(10);
    // Every decision of the learner is explained beforehand, or follows one that was.
    expect(record.events.filter((event) => event.startsWith(`${lesson.you} `)).length).toBeGreaterThan(8);
  });
});
