import { get } from 'svelte/store';
import { expect, test } from 'vitest';
import { Keeper, troubleOf } from '../../src/session/fair';
import { OnlineSession, type Socket } from '../../src/session/online';

const table = {
  type: 'table', id: 'T', game: 'x', players: 2, options: {}, box: null, box_sha256: null, phase: 'running', listed: false, chat: true, clock: null, visited: 0,
  seats: [{ kind: 'person', name: 'Ann', you: true, online: true, bot: null }, { kind: 'bot', name: 'Bot 1', bot: 'easy', online: true }],
  you: 0, host: true, actors: [0], points: null, winners: null, next: null, n: 2, commitment: 'c0ffee', mixes: [null, null] as (string | null)[], secret: null,
  entries: [{ n: 0, at: 1, note: 'open', words: 'open' }, { n: 1, at: 2, event: '* deal', words: 'dealt' }],
  now: { actors: [0], view: { v: 1 }, legal: ['a', 'b'], deadline: null, undo: false, points: null, winners: null },
};

// A server in our hands.
function bench() {
  const sockets: (Socket & { sent: any[] })[] = [];
  const later: (() => void)[] = [];
  const session = new OnlineSession({
    connect() {
      const socket = { sent: [] as any[], send: (text: string) => socket.sent.push(JSON.parse(text)), close: () => {}, onopen: null, onmessage: null, onclose: null } as Socket & { sent: any[] };
      sockets.push(socket);
      return socket;
    },
    token: 'secret', lang: 'en', keeper: new Keeper(null), later: (_, work) => later.push(work), now: () => 100,
  });
  const last = () => sockets.at(-1)!;
  const hear = (message: object) => last().onmessage!({ data: JSON.stringify(message) });
  const welcome = (more: object = {}) => (last().onopen!(), hear({ ...table, ...more }));
  return { session, sockets, later, last, hear, welcome, state: () => get(session.state)! };
}

test('hello says who we are and what we have; the answer is the table', () => {
  const { last, welcome, state } = bench();
  welcome();
  expect(last().sent[0]).toEqual({ do: 'hello', token: 'secret', lang: 'en', from: 0 });
  expect(state()).toMatchObject({ step: 1, you: 0, legal: ['a', 'b'], view: { v: 1 }, connection: 'open' });
  expect(state().log.map(({ kind }) => kind)).toEqual(['note', 'event']);
});

test('what happens arrives in order, an event at a time can be shown moving', () => {
  const { hear, welcome, state } = bench();
  welcome();
  hear({ type: 'log', n: 3, entries: [{ n: 2, at: 150, event: '0 a', words: 'Ann: a' }], now: { ...table.now, view: { v: 2 }, legal: null, actors: [1] } });
  expect(state()).toMatchObject({ step: 2, event: '0 a', legal: [], actors: [1], clockShift: 50 });
  hear({ type: 'log', n: 5, entries: [{ n: 3, at: 151, event: '1 x', words: '' }, { n: 4, at: 151, event: '* y', words: '' }], now: table.now });
  expect(state()).toMatchObject({ step: 4, event: null });
  hear({ type: 'log', n: 6, entries: [{ n: 5, at: 152, chat: 'hi', name: 'Ben', seat: 1 }], now: table.now });
  expect(state().log.at(-1)).toMatchObject({ kind: 'chat', words: 'hi', name: 'Ben' });
});

test('a decision lost with the line is sent again, word for word, after coming back', async () => {
  const { session, last, welcome, later, sockets, hear, state } = bench();
  welcome();
  const done = session.act('a');
  const sent = last().sent.at(-1);
  expect(sent).toMatchObject({ do: 'act', n: 2, action: 'a' });
  last().onclose!({ code: 1006 });
  expect(state().connection).toBe('lost');
  later.shift()!();
  expect(sockets.length).toBe(2);
  welcome({ entries: [] });
  expect(last().sent[0]).toMatchObject({ do: 'hello', from: 2 });
  expect(last().sent[1]).toEqual(sent);
  hear({ type: 'ok', re: sent.id, n: 2 });
  await done;
  expect(state().log.length).toBe(2);
});

test('what is refused says why; stale means to ask again', async () => {
  const { session, last, welcome, hear, sockets } = bench();
  welcome();
  const refused = session.act('zzz');
  hear({ type: 'error', re: last().sent.at(-1).id, code: 'refused', message: 'not possible' });
  await expect(refused).rejects.toThrow('not possible');
  const stale = session.act('a');
  hear({ type: 'error', re: last().sent.at(-1).id, code: 'stale', message: 'stale' });
  await expect(stale).rejects.toThrow();
  expect(sockets.length).toBe(2);
});

test('an undo is asked for, and shown at once when it happens', () => {
  const { hear, welcome, state } = bench();
  welcome();
  hear({ type: 'ask', what: 'undo', seat: 1, name: 'Ben' });
  expect(state().asked).toEqual({ seat: 1, name: 'Ben' });
  hear({ type: 'log', n: 3, entries: [{ n: 2, at: 3, note: 'undo', words: 'undo' }], now: table.now });
  expect(state()).toMatchObject({ asked: null, event: null });
});

test('the end has points and winners', () => {
  const { hear, welcome, state } = bench();
  welcome();
  hear({ type: 'log', n: 3, entries: [{ n: 2, at: 3, event: '0 a', words: '' }], now: { ...table.now, legal: null, actors: [], points: [3, 1], winners: [0] } });
  expect(state()).toMatchObject({ phase: 'over', points: [3, 1], winners: [0] });
});

test('a table that is not there is said, and not asked for again', () => {
  const { session, last, hear, later } = bench();
  let message = '';
  session.onfail = (text) => (message = text);
  last().onopen!();
  hear({ type: 'error', code: 'unknown', message: 'no such table' });
  last().onclose!({ code: 1008 });
  expect(message).toBe('no such table');
  expect(later.length).toBe(0);
});

const lobby = { phase: 'waiting', n: 1, now: null, entries: [{ n: 0, at: 1, note: 'sit', seat: 0, words: 'Ann takes a seat' }] };

test('at the lobby every player adds a word of their own to the shuffles, once', () => {
  const { last, welcome, hear, state } = bench();
  welcome(lobby);
  const { do: what, mix, id } = last().sent[1];
  expect(what).toBe('mix');
  expect(mix).toMatch(/^[0-9a-f]{24}$/);
  hear({ type: 'log', n: 2, entries: [{ n: 1, at: 2, note: 'mix', seat: 0, words: '' }], now: null });
  expect(last().sent[2]).toEqual({ do: 'hello', from: 2 });
  hear({ type: 'ok', re: id, n: 2 });
  hear({ ...table, ...lobby, n: 2, entries: [], mixes: [mix, null] });
  expect(last().sent.length).toBe(3);
  expect(state().fair).toMatchObject({ commitment: 'c0ffee', early: true, seat: 0, word: mix, mixes: [mix, ''] });
});

test('a word for our seat from elsewhere is left alone, and told', () => {
  const { last, welcome, state } = bench();
  welcome({ ...lobby, mixes: ['another', null] });
  expect(last().sent.length).toBe(1);
  expect(state().fair).toMatchObject({ word: '', mixes: ['another', ''] });
});

test('a spectator, and a game that has begun, get no word', () => {
  const one = bench();
  one.welcome({ ...lobby, you: null });
  expect(one.last().sent.length).toBe(1);
  const two = bench();
  two.welcome();
  expect(two.last().sent.length).toBe(1);
});

test('the whole table told again brings the words, and neither repeats nor loses what is in the log', () => {
  const { welcome, hear, state } = bench();
  welcome();
  const { view } = state();
  hear({ ...table, mixes: ['x', null] });
  expect(state().log.length).toBe(2);
  expect(state().view).toBe(view);
  hear({ ...table, n: 3, entries: [table.entries[1], { n: 2, at: 3, event: '0 a', words: '' }], now: { ...table.now, view: { v: 2 } } });
  expect(state()).toMatchObject({ step: 2, event: '0 a', view: { v: 2 } });
  expect(state().log.map(({ n }) => n)).toEqual([0, 1, 2]);
});

test('who asks for an undo is told to wait, and whether the others agree', async () => {
  const { session, last, welcome, hear, state } = bench();
  welcome();
  const asked = session.undo();
  hear({ type: 'ok', re: last().sent.at(-1).id, n: 2 });
  await asked;
  expect(state().asking).toBe(true);
  hear({ type: 'answer', what: 'undo', yes: false });
  expect(state()).toMatchObject({ asking: false, declined: 1 });
  const again = session.undo();
  hear({ type: 'log', n: 3, entries: [{ n: 2, at: 3, note: 'undo', words: 'undo' }], now: table.now });
  hear({ type: 'ok', re: last().sent.at(-1).id, n: 3 });
  await again;
  expect(state().asking).toBe(false);
});

test('a decision is done when it is acknowledged and told, in whichever order', async () => {
  const { session, last, welcome, hear } = bench();
  welcome();
  let done = false;
  const acting = session.act('a').then(() => (done = true));
  hear({ type: 'ok', re: last().sent.at(-1).id, n: 3 });
  await Promise.resolve();
  expect(done).toBe(false);
  hear({ type: 'log', n: 3, entries: [{ n: 2, at: 3, event: '0 a', words: '' }], now: { ...table.now, legal: null } });
  await acting;
  expect(done).toBe(true);
});

test('a word goes with the seat, and is kept before it is sent', async () => {
  const { session, last, hear, welcome, state } = bench();
  welcome({ ...lobby, you: null, seats: [{ kind: 'open' }, { kind: 'open' }] });
  const sat = session.sit(1);
  const { id, mix, ...sent } = last().sent.at(-1);
  expect(sent).toEqual({ do: 'sit', seat: 1 });
  expect(state().fair).toMatchObject({ seat: 1, word: mix, taken: false });
  hear({ ...table, ...lobby, you: 1, n: 3, mixes: [null, mix] });
  hear({ type: 'ok', re: id, n: 3 });
  await sat;
  expect(state().fair).toMatchObject({ seat: 1, word: mix, taken: true });
  expect(last().sent.filter((said: { do: string }) => said.do === 'mix')).toEqual([]);
});

test('a word that comes after the start is refused, and nobody is accused of having dropped it', async () => {
  const { last, hear, welcome, state } = bench();
  welcome({ ...lobby });
  const { id } = last().sent[1];
  hear({ type: 'error', re: id, code: 'refused', message: 'the game has begun' });
  await new Promise((resolve) => setTimeout(resolve)); // the refusal is a promise
  hear({ ...table, n: 2 });
  expect(state().fair).toMatchObject({ fixed: true, word: '' });
  expect(troubleOf(state().fair, 0)).toBeNull();
});

test('a word on a lost line may have been heard: it counts once the server shows it', async () => {
  const { last, welcome, later, state } = bench();
  welcome({ ...lobby });
  const { mix } = last().sent[1];
  last().onclose!({ code: 1006 });
  later.shift()!();
  welcome({ ...lobby, mixes: [mix, null] });
  expect(state().fair).toMatchObject({ seat: 0, word: mix, taken: true });
});
