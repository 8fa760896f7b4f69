import { describe, expect, test } from 'vitest';
import logic, { around, askAction, cardAction, cardName, meantAsk, meantCard, ownMultipliers, readCard, sortHand, type Place, type TatsuView } from './logic';

const place = (player: number, clan: 'r' | 'y', more: Partial<Place> = {}): Place => ({ player, ghost: false, clan, red: 3, yellow: 4, laid: [], ...more });

const four = (more: Partial<TatsuView> = {}): TatsuView => ({
  seat: 1, phase: 'play', round: 1, trick: 2, target: 500, leader: 0, turn: 1, asked: null,
  places: [place(0, 'r', { laid: ['r5'] }), place(1, 'y', { cards: ['y3', 'rv7', 'yf'] }), place(2, 'r'), place(3, 'y', { yellow: 0 })],
  pot: [], captured: { r: ['r6', 'rx2', 'yx3', 'yv7'], y: [] }, harvest: { r: { points: 8, times: 2 }, y: { points: 0, times: 0 } }, total: [0, 0, 0, 0], ...more,
});
const names = ['Ann', 'Ben', 'Cleo', 'Dai'];

test('cards are what they say', () => {
  expect(readCard('rv7')).toEqual({ clan: 'r', kind: 'spirit', power: 1, worth: 7 });
  expect(readCard('y4')).toEqual({ clan: 'y', kind: 'spirit', power: 4, worth: 1 });
  expect(readCard('yx3')).toMatchObject({ kind: 'multiplier', worth: 3 });
  expect(cardName('rf')).toBe('red fusion');
  expect(cardName('yv3')).toBe('yellow 1 (3 points)');
});

test('a hand has your own clan first, the strong ones in front', () => {
  expect(sortHand(['yf', 'r2', 'rv7', 'y6', 'rx1', 'r6', 'rv3'], 'r')).toEqual(['r6', 'r2', 'rv7', 'rv3', 'rx1', 'y6', 'yf']);
});

test('only the multipliers of the own clan lie beside its points', () => {
  expect(ownMultipliers(four(), 'r')).toEqual(['rx2']);
  expect(ownMultipliers(four(), 'y')).toEqual([]);
});

test('you sit at the bottom, the next to play on your left', () => {
  expect(around(four(), 1)).toEqual([1, 2, 3, 0]);
  expect(around(four(), null)).toEqual([0, 1, 2, 3]);
});

describe('a click', () => {
  const legal = ['ask 0', 'ask 2', 'play y3', 'play yf'];
  test('on a card plays or gives it', () => {
    expect(cardAction(legal, 'y3')).toBe('play y3');
    expect(cardAction(['give y3'], 'y3')).toBe('give y3');
    expect(cardAction(legal, 'rv7')).toBeUndefined();
  });
  test('on a player asks, where it is legal', () => {
    expect(askAction(four(), legal, 2)).toBe('ask 2');
    expect(askAction(four(), legal, 3)).toBeUndefined();
    const ghost = four({ places: [place(0, 'r'), place(1, 'y'), place(0, 'r', { ghost: true }), place(2, 'y')] });
    expect(askAction(ghost, ['ask 0', 'ask g'], 2)).toBe('ask g');
    const two = four({ places: [place(0, 'r'), place(1, 'y')], turn: 0 });
    expect(askAction(two, ['ask', 'play r3'], 1)).toBe('ask');
    expect(askAction(two, ['ask', 'play r3'], 0)).toBeUndefined();
  });
  test('means an action, legal or not, so that the engine can say why', () => {
    expect(meantCard(four(), 'rv7')).toBe('play rv7');
    expect(meantCard(four({ phase: 'give', turn: 0, asked: 1 }), 'y3')).toBe('give y3');
    expect(meantAsk(four(), 3)).toBe('ask 3');
  });
});

describe('between two views', () => {
  const before = four({
    leader: 2, turn: 1, trick: 2,
    places: [place(0, 'r', { laid: ['r5'] }), place(1, 'y', { cards: ['y3', 'yf'] }), place(2, 'r', { laid: ['r2'] }), place(3, 'y', { laid: ['y4'] })],
  });
  test('a card within a trick comes from who laid it', () => {
    const after = four({ turn: 2 });
    expect(logic.frames(four(), '1 play y3', after)).toEqual([{ view: { ...after, from: 1 }, hold: 700 }]);
  });
  test('the last card of a trick is seen before the trick is taken', () => {
    const after = four({ trick: 3, leader: 0 });
    const frames = logic.frames(before, '1 play y3', after);
    const full = frames[0]!.view as TatsuView;
    expect(full.places.map(({ laid }) => laid[0])).toEqual(['r5', 'y3', 'r2', 'y4']);
    expect(full.places[1]!.cards).toEqual(['yf']);
    expect(full.places[1]!.yellow).toBe(3);
    expect((frames[1]!.view as TatsuView).taken).toEqual({ place: 0, pot: false });
    expect(frames.at(-1)!.view).toBe(after);
  });
  test('a fusion leaves the trick in the pot', () => {
    const after = four({ trick: 3, leader: 1, pot: ['r5', 'yf', 'r2', 'y4'] });
    expect((logic.frames(before, '1 play yf', after)[1]!.view as TatsuView).taken).toEqual({ place: 1, pot: true });
  });
  test('the end of a round says what everybody gained', () => {
    const after = four({ round: 2, phase: 'deal', trick: 1, total: [10, 0, 10, 0] });
    const frames = logic.frames({ ...before, trick: 7 }, '1 play y3', after);
    expect((frames[1]!.view as TatsuView).summary).toEqual({ round: 1, gained: [10, 0, 10, 0] });
  });
});

test('in a replay with everything open each hand is shown', () => {
  const hidden = four({ places: four().places.map(({ cards: _, ...rest }) => rest) });
  const seats = [0, 1, 2, 3].map((seat) => four({ places: hidden.places.map((p) => (p.player === seat ? { ...p, cards: [`r${seat + 2}`] } : p)) }));
  expect(logic.open(hidden, seats).places.map(({ cards }) => cards)).toEqual([['r2'], ['r3'], ['r4'], ['r5']]);
});

test('what is asked is one short sentence', () => {
  expect(logic.prompt(four(), 1, [], names)).toBe('Your turn: play yellow, or ask');
  expect(logic.prompt(four({ phase: 'give', turn: 0, asked: 1 }), 1, [], names)).toBe('For Ann: give a red card');
});
