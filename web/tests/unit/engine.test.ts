import { readFileSync } from 'node:fs';
import { beforeAll, describe, expect, test } from 'vitest';
import { engineFile } from '../../build/plugin.ts';
import { writeMo } from '../../src/engine/mo';
import { EngineModule, EVERYTHING, Refusal } from '../../src/engine/module';
import { games } from '../../src/lib/facts';
import { cut, readRecord, seatTags, setupOf, withSeats, writeRecord } from '../../src/session/record';

let engine: EngineModule;
beforeAll(() => {
  engine = new EngineModule(new WebAssembly.Module(readFileSync(engineFile)));
});

const NAMES = ['Ann', 'Ben', 'Cleo', 'Dai', 'Eve', 'Fay', 'Guy', 'Hal'];

function playOut(id: string, seats: number, seed: bigint): number {
  const game = engine.open(id, seats, '', seed);
  engine.names(game, NAMES);
  for (let seat = 0; seat < seats; seat++) engine.bot(game, seat, 'random');
  while (engine.step(game));
  return game;
}

describe.each(games)('$id', ({ id, seats }) => {
  test('a walk tells every event of the record with words and a view', () => {
    const game = playOut(id, seats[0]!, 5n);
    const record = readRecord(engine.record(game, EVERYTHING));
    const steps = engine.news(game, EVERYTHING);
    expect(steps[0]!.event).toBeUndefined();
    expect(steps.slice(1).map(({ event }) => event)).toEqual(record.events);
    // Words may be missing where nothing is worth telling, but not often.
    expect(steps.slice(1).filter(({ words }) => words).length).toBeGreaterThan(record.events.length / 2);
    expect(steps.at(-1)!.actors).toEqual([]);
    engine.close(game);
  });
  test('a seat’s walk hides what the seat did not see', () => {
    const game = playOut(id, seats.at(-1)!, 6n);
    const own = engine.news(game, 0);
    const all = engine.news(game, EVERYTHING);
    expect(own.length).toBe(all.length);
    const hidden = own.filter((step, i) => step.event !== all[i]!.event);
    for (const { event } of hidden) expect(event).toMatch(/\?/);
    engine.close(game);
  });
  test('a record cut short can be played on', () => {
    const game = playOut(id, seats[0]!, 7n);
    const record = readRecord(engine.record(game, EVERYTHING));
    const half = Math.floor(record.events.length / 2);
    const branch = engine.read(writeRecord(cut(record, half)), 1n);
    engine.names(branch, NAMES);
    expect(engine.news(branch, EVERYTHING).length).toBe(half + 1);
    engine.put(branch, record.events[half]!);
    expect(engine.news(branch, EVERYTHING).map(({ event }) => event)).toEqual([record.events[half]]);
    engine.close(game);
    engine.close(branch);
  });
});

test('the engine speaks the language it is given, and names its seats', () => {
  const { id, seats } = games[0]!;
  const messages = { 'it is not your turn': 'ce n’est pas à vous' };
  engine.language(writeMo(messages));
  const game = engine.open(id, seats[0]!, '', 3n);
  expect(() => engine.act(game, 0, 'nonsense')).toThrow(Refusal);
  while (engine.step(game));
  const actor = engine.actors(game)[0]!;
  const other = (actor + 1) % seats[0]!;
  expect(() => engine.act(game, other, engine.legal(game, actor)[0]!)).toThrow('ce n’est pas à vous');
  engine.language(null);
  expect(() => engine.act(game, other, engine.legal(game, actor)[0]!)).toThrow('it is not your turn');
  engine.close(game);
});

test('a broken catalogue is refused', () => {
  expect(() => engine.language(new Uint8Array([1, 2, 3]))).toThrow(Refusal);
});

describe('records', () => {
  const text = '[Tatami "1"]\n[Game "x"]\n[Players "3"]\n[Option "a=1"]\n[Seat0 "A \\"B\\""]\n[Result "1 2 3"]\n\n* deal\n; so\n0 go\n';
  test('are read and written', () => {
    const record = readRecord(text);
    expect(record.events).toEqual(['* deal', '0 go']);
    expect(setupOf(record)).toEqual({ game: 'x', players: 3, options: { a: '1' }, box: null });
    expect(seatTags(record, 3)).toEqual(['A "B"', undefined, undefined]);
    expect(readRecord(writeRecord(record))).toEqual(record);
  });
  test('cut short they have no result; seats are named before it', () => {
    expect(writeRecord(cut(readRecord(text), 1))).not.toContain('Result');
    expect(writeRecord(withSeats(readRecord(text), ['bot:hard', 'Z']))).toContain('[Seat0 "bot:hard"]\n[Seat1 "Z"]\n[Result');
  });
});
