// Playing over days and together, without a document: turns, rounds, histories, archives, the curtain.
import { readable, get, writable } from 'svelte/store';
import { describe, expect, it } from 'vitest';
import type { OnlineTable } from '../../src/lib/api';
import type { PastGame } from '../../src/lib/mine';
import { markRead, readAt, unreadIn } from '../../src/lib/unread';
import { crc32, zip } from '../../src/lib/zip';
import { chosen, fileName, fromHere, fromServer, outcomeOf, statistics, type LifeGame } from '../../src/session/life';
import type { LocalSession } from '../../src/session/local';
import { covered, nextPerson, PassSession } from '../../src/session/pass';
import type { PastHere } from '../../src/session/past';
import { inOrder, isYourTurn, Round } from '../../src/session/turns';
import type { TableState } from '../../src/session/types';
import { leftWords } from '../../src/ui/clocks';

function memory(): Storage {
  const kept = new Map<string, string>();
  return {
    getItem: (key: string) => kept.get(key) ?? null, setItem: (key: string, value: string) => void kept.set(key, value),
    removeItem: (key: string) => void kept.delete(key), clear: () => kept.clear(), key: () => null, length: 0,
  };
}

const table = (id: string, more: Partial<OnlineTable> = {}): OnlineTable => ({
  id, game: 'x', players: 2, options: {}, box: null, box_sha256: null, phase: 'running', listed: false, chat: true, spectators_chat: true, watching: 0, host_name: null, clock: null, deadline: null,
  chats: 0, visited: 0, seats: [{ kind: 'person', name: 'Ann', bot: null }, { kind: 'person', name: 'Ben', bot: null }], you: 0, host: true,
  actors: [0], points: null, winners: null, next: null, n: 1, ...more,
});

describe('turns', () => {
  it('are yours only where you decide yourself', () => {
    expect(isYourTurn(table('a'))).toBe(true);
    expect(isYourTurn(table('a', { actors: [1] }))).toBe(false);
    expect(isYourTurn(table('a', { you: null }))).toBe(false);
    expect(isYourTurn(table('a', { phase: 'over' }))).toBe(false);
    expect(isYourTurn(table('a', { seats: [{ kind: 'person', bot: 'medium' }, { kind: 'open' }] }))).toBe(false);
  });
  it('come by their deadline, then by how long they wait', () => {
    const tables = [table('late', { visited: 9 }), table('early', { visited: 1 }), table('week', { deadline: 700 }), table('day', { deadline: 100 }), table('not', { actors: [1] })];
    expect(inOrder(tables).map(({ id }) => id)).toEqual(['day', 'week', 'early', 'late']);
  });
  it('are gone through once on a round', () => {
    const round = new Round(memory());
    const tables = [table('a', { deadline: 1 }), table('b', { deadline: 2 }), table('c', { deadline: 3 })];
    expect(round.going).toBe(false);
    expect(round.next(tables, 'a')?.id).toBe('b');
    round.start();
    expect(round.going).toBe(true);
    expect(round.next(tables, 'a')?.id).toBe('b');
    round.pass('b');
    expect(round.next(tables, 'c')?.id).toBe('a');
    round.pass('a');
    expect(round.next(tables, 'c')).toBeUndefined();
    round.end();
    expect(round.going).toBe(false);
  });
});

describe('time left', () => {
  it('is rounded down', () => {
    expect(leftWords(14 * 86400000)).toBe('14 days left');
    expect(leftWords(2 * 86400000)).toBe('2 days left');
    expect(leftWords(2 * 86400000 - 1)).toBe('47 hours left');
    expect(leftWords(2 * 3600000 - 1)).toBe('119 minutes left');
    expect(leftWords(-5)).toBe('0 minutes left');
  });
});

describe('what is unread', () => {
  it('is counted by table and remembered', () => {
    const store = memory();
    expect(unreadIn({ id: 'a', chats: 3 }, store)).toBe(3);
    markRead('a', 2, store);
    markRead('b', 5, store);
    markRead('a', 1, store); // never less
    expect(readAt('a', store)).toBe(2);
    expect(unreadIn({ id: 'a', chats: 3 }, store)).toBe(1);
    expect(unreadIn({ id: 'b', chats: 4 }, store)).toBe(0);
    store.setItem('tatami.read', '{');
    expect(readAt('a', store)).toBe(0);
  });
  it('forgets tables of long ago', () => {
    const store = memory();
    for (let i = 0; i < 305; i++) markRead(`t${i}`, 1, store);
    expect([readAt('t0', store), readAt('t304', store)]).toEqual([0, 1]);
  });
});

const life = (id: string, ended: number, more: Partial<LifeGame> = {}): LifeGame => ({
  id, where: 'server', game: 'x', ended, seats: [{ name: 'Ann', bot: null }, { name: 'Bén', bot: null }], you: 0, points: [5, 3], winners: [0], box: false, ...more,
});

describe('a life of games', () => {
  it('is read from this device and from the server', () => {
    const here: PastHere = {
      id: 'h', ended: 5, setup: { game: 'x', players: 2, options: {}, box: 'text' }, record: '', points: [1, 2], winners: [1],
      seats: [{ name: 'Bot', bot: 'easy' }, { name: 'Ann', bot: null }],
    };
    expect(fromHere(here)).toMatchObject({ where: 'here', you: 1, box: true });
    expect(fromHere({ ...here, seats: [{ name: 'Ben', bot: null }, { name: 'Ann', bot: null, you: true }] }).you).toBe(1);
    expect(fromHere({ ...here, seats: [{ name: 'Ben', bot: null }, { name: 'Ann', bot: null }] }).you).toBe(null);
    const there: PastGame = {
      id: 't', ended: 6, you: 0, game: 'x', players: 2, options: {}, box: null, points: [1, 2], winners: [1],
      seats: [{ kind: 'person', name: 'Ann', bot: null }, { kind: 'bot', name: 'Bot 1', bot: 'hard' }],
    };
    expect(fromServer(there)).toMatchObject({ where: 'server', you: 0, box: false, seats: [{ bot: null }, { bot: 'hard' }] });
    expect(fromServer({ ...there, seats: [{ kind: 'person', name: 'Ann', bot: 'medium' }, there.seats[1]!] }).seats[0]!.bot).toBe(null);
  });
  it('knows who won, or that it does not', () => {
    expect(outcomeOf(life('a', 1))).toBe('won');
    expect(outcomeOf(life('a', 1, { winners: [1] }))).toBe('lost');
    expect(outcomeOf(life('a', 1, { winners: null }))).toBe('unknown');
    expect(outcomeOf(life('a', 1, { you: null }))).toBe('unknown');
  });
  it('is filtered by game, place, result and opponent', () => {
    const all = [life('a', 1), life('b', 2, { game: 'y', winners: [1] }), life('c', 3, { where: 'here', seats: [{ name: 'Ann', bot: null }, { name: 'Cy', bot: 'easy' }] })];
    const ids = (filter: Partial<Parameters<typeof chosen>[1]>) => chosen(all, { game: '', where: '', outcome: '', name: '', ...filter }).map(({ id }) => id).join('');
    expect([ids({}), ids({ game: 'y' }), ids({ where: 'here' }), ids({ outcome: 'won' }), ids({ name: ' BEN' }), ids({ name: 'Ann' })]).toEqual(['abc', 'b', 'c', 'ac', 'ab', '']);
  });
  it('adds up by game, with streaks and opponents', () => {
    const all = [
      life('1', 1), life('2', 2), life('3', 3, { winners: [1], points: [1, 9] }), life('4', 4, { winners: [0, 1] }), life('5', 5, { winners: null, points: [100, 0] }),
      life('6', 6, { you: null }), life('7', 7, { game: 'y', seats: [{ name: 'Ann', bot: null }, { name: 'Bot', bot: 'easy' }] }),
    ];
    const [x, y] = statistics(all);
    expect(x).toMatchObject({ game: 'x', games: 5, wins: 3, judged: 4, streak: 1, longest: 2, best: 100, opponents: [{ name: 'Bén', games: 5, wins: 3 }] });
    expect(x!.points).toBeCloseTo((5 + 5 + 1 + 5 + 100) / 5);
    expect(y).toMatchObject({ game: 'y', games: 1, opponents: [] });
    expect(statistics([])).toEqual([]);
  });
  it('names files by date', () => {
    expect(fileName(life('abc', Date.UTC(2026, 10, 16)))).toBe('2026-11-16-x-abc.record');
  });
});

describe('a zip', () => {
  it('has the sums and the directory that readers expect', async () => {
    expect(crc32(new TextEncoder().encode('123456789'))).toBe(0xcbf43926);
    const bytes = new DataView(await zip([{ name: 'a.record', text: 'é', at: Date.UTC(2026, 10, 16) }, { name: 'b', text: '', at: 0 }]).arrayBuffer());
    const end = bytes.byteLength - 22;
    expect(bytes.getUint32(0, true)).toBe(0x04034b50);
    expect(bytes.getUint32(end, true)).toBe(0x06054b50);
    expect(bytes.getUint16(end + 10, true)).toBe(2);
    const directory = bytes.getUint32(end + 16, true);
    expect(bytes.getUint32(directory, true)).toBe(0x02014b50);
    expect(bytes.getUint32(directory + 24, true)).toBe(2); // two bytes of UTF-8
    expect(directory + bytes.getUint32(end + 12, true)).toBe(end);
  });
});

const position = (step: number, you: number, actors: number[], more: Partial<TableState> = {}): TableState => ({
  setup: { game: 'x', players: 3, options: {}, box: null }, phase: 'running', you, step, actors, event: `${you} secret`, view: { hand: `of ${you}` }, legal: ['secret'],
  seats: ['Ann', 'Ben', 'Bot'].map((name, seat) => ({ kind: seat < 2 ? 'person' : 'bot', name, you: seat === you, online: true, bot: seat < 2 ? null : 'easy' })),
  log: [{ n: 0, kind: 'event', words: 'secret', event: 'secret' }], points: null, winners: null, thinking: false, undo: { words: 'secret', more: 0 }, deadline: null, ...more,
});

describe('a device that is handed around', () => {
  it('is for whoever has to decide, the holder first', () => {
    expect(nextPerson(position(0, 0, [0, 1]), 1)).toBe(1);
    expect(nextPerson(position(0, 0, [0, 1]), null)).toBe(0);
    expect(nextPerson(position(0, 0, [0]), 1)).toBe(0);
    expect(nextPerson(position(0, 0, [2]), 0)).toBe(null);
  });
  it('shows nothing of anybody behind the curtain', () => {
    const hidden = covered(position(3, 0, [1]));
    expect(JSON.stringify(hidden)).not.toMatch(/secret|hand/);
    expect(hidden).toMatchObject({ you: null, view: null, legal: [], log: [], undo: null });
  });
  it('opens with the curtain down, and lifts it for one person', async () => {
    const store = writable(position(4, 0, [1]));
    const looked: unknown[] = [];
    let undone = 0;
    const local = {
      state: { subscribe: store.subscribe },
      look: async (seat: number, from: number, ready: () => void) => {
        looked.push([seat, from]);
        ready();
        store.set(position(4, seat, [1]));
      },
      act: async () => store.set(position(5, 1, [0])),
      undo: async () => void undone++,
      why: async () => 'because', hint: async () => [], record: async () => 'r', close: () => {},
    } as unknown as LocalSession;
    const session = new PassSession(local);
    const seen: TableState[] = [];
    const stop = session.state.subscribe((state) => seen.push(state));
    let curtain = get(session.curtain);
    const stopToo = session.curtain.subscribe((now) => (curtain = now));
    expect(curtain).toEqual({ down: true, next: 1 });
    await expect(session.act('secret')).rejects.toThrow();
    await expect(session.undo()).rejects.toThrow();
    await expect(session.why('secret')).rejects.toThrow();
    await expect(session.hint()).rejects.toThrow();
    expect(JSON.stringify(seen)).not.toMatch(/secret|hand/);

    await session.take(1);
    expect(looked).toEqual([[1, Infinity]]);
    expect(curtain).toEqual({ down: false, next: 1 });
    expect(seen.at(-1)).toMatchObject({ you: 1, view: { hand: 'of 1' }, undo: null }); // nothing decided yet
    expect(JSON.stringify(seen)).not.toMatch(/of 0/);
    await expect(session.undo()).rejects.toThrow(); // an older decision: others have decided since

    await session.act('secret');
    expect(curtain).toEqual({ down: false, next: 0 }); // to be handed on
    expect(seen.at(-1)!.undo).not.toBeNull();
    await session.undo();
    expect(undone).toBe(1);
    await expect(session.undo()).rejects.toThrow();

    session.pass();
    expect(curtain).toEqual({ down: true, next: 0 });
    expect(seen.at(-1)).toMatchObject({ view: null, log: [], you: null });
    await session.take(0);
    session.pass();
    await session.take(1);
    expect(looked.at(-1)).toEqual([1, 5]); // from where they stopped looking
    store.set(position(9, 1, [], { phase: 'over', points: [1, 2, 3], winners: [2] }));
    expect(curtain).toEqual({ down: false, next: null });
    stop();
    stopToo();
  });
  it('is not taken out of somebody’s hands', async () => {
    const looked: number[] = [];
    const local = { state: readable(position(0, 0, [0])), look: async (seat: number, _: number, ready: () => void) => (looked.push(seat), ready()) } as unknown as LocalSession;
    const session = new PassSession(local);
    await session.take(0);
    await session.take(1);
    expect(looked).toEqual([0]);
  });
});
