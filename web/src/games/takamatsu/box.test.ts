import { expect, test } from 'vitest';
import { cleanName, freeName, freeSpot, highOf, renamed, roomsOf, ROOM, standing, toggled, valuesOf, WIDE, withoutRoom, withRoom, withValues } from './box';

const HEAD = '[TatamiBox "1"]\n[Game "takamatsu"]\n[Name "mine"]\n\n';
const STANDARD = `${HEAD}open -2 1 3\nhidden 1 2\nroom g1 +1 > a\nroom a outer b > c\nroom c inner k > g1 a\n`;

test('a file without rooms has the default palace, and gives all rooms once one is changed', () => {
  const text = `${HEAD}; ours\nhidden 4\n`;
  expect(roomsOf(text, STANDARD).map(({ name }) => name)).toEqual(['g1', 'a', 'c']);
  const changed = withRoom(text, STANDARD, { name: 'a', kind: '+2', colour: 'b', to: ['c', 'g1'] });
  expect(changed).toBe(`${HEAD}; ours\nhidden 4\nroom g1 +1 > a\nroom a +2 > c g1\nroom c inner k > g1 a\n`);
  expect(roomsOf(changed, STANDARD)[1]).toEqual({ name: 'a', kind: '+2', colour: '', to: ['c', 'g1'] });
});

test('arrows follow a room that is renamed, and go with one that is removed', () => {
  expect(renamed(STANDARD, STANDARD, 'a', 'hall')).toContain('room g1 +1 > hall\nroom hall outer b > c\nroom c inner k > g1 hall\n');
  expect(withoutRoom(STANDARD, STANDARD, 'a')).toContain('room g1 +1 >\nroom c inner k > g1\n');
  const one = `${HEAD}room a plain > b\n`;
  expect(withoutRoom(one, STANDARD, 'a')).toBe(one);
});

test('every room reads as it was written', () => {
  for (const room of roomsOf(STANDARD, STANDARD)) expect(withRoom(STANDARD, STANDARD, room)).toBe(STANDARD);
});

test('a new room has a name of its own and comes after the others', () => {
  const rooms = roomsOf(STANDARD, STANDARD);
  const name = freeName(rooms);
  expect(rooms.map((room) => room.name)).not.toContain(name);
  const text = withRoom(STANDARD, STANDARD, { name, kind: 'plain', colour: '', to: ['a'] });
  expect(text.endsWith(`room c inner k > g1 a\nroom ${name} plain > a\n`)).toBe(true);
  expect(cleanName(' the east gate of all ')).toBe('the-east-gate-');
});

test('an arrow is put and taken away; there are two at most, and none to the room itself', () => {
  const room = { name: 'a', kind: 'plain', colour: '', to: ['b'] };
  expect(toggled(room, 'c').to).toEqual(['b', 'c']);
  expect(toggled(room, 'b').to).toEqual([]);
  expect(toggled({ ...room, to: ['b', 'c'] }, 'd').to).toEqual(['b', 'd']);
  expect(toggled(room, 'a')).toBe(room);
});

test('the values of the cards go both ways', () => {
  expect(valuesOf(HEAD, STANDARD, 'open')).toEqual([-2, 1, 3]);
  const text = withValues(HEAD, 'open', [-2, 5]);
  expect(text).toBe(`${HEAD}open -2 5\n`);
  expect(valuesOf(text, STANDARD, 'open')).toEqual([-2, 5]);
  expect(valuesOf(withValues(HEAD, 'hidden', []), STANDARD, 'hidden')).toEqual([]);
});

test('rooms stand inside the drawing, whatever the arrows are, and where they were put', () => {
  const odd = roomsOf(`${HEAD}room a plain > nowhere\nroom b plain > b\nroom c plain >\nroom d\n`, STANDARD);
  const places = standing(odd, { b: { x: 100, y: -50 } });
  expect(Object.keys(places).sort()).toEqual(['a', 'b', 'c', 'd']);
  for (const { x, y } of Object.values(places)) {
    expect(x).toBeGreaterThanOrEqual(ROOM.w / 2);
    expect(x).toBeLessThanOrEqual(WIDE - ROOM.w / 2);
    expect(y).toBeGreaterThanOrEqual(ROOM.h / 2);
    expect(y).toBeLessThanOrEqual(highOf(4) - ROOM.h / 2);
  }
  expect(places.b!.x).toBe(100);
  expect(standing([], {})).toEqual({});
});

test('a new room does not cover another one as long as there is space', () => {
  const places = { a: { x: 60, y: 60 }, b: { x: 130, y: 60 }, c: { x: 60, y: 120 } };
  const { x, y } = freeSpot(places, places.a, highOf(4));
  for (const place of Object.values(places)) expect(Math.abs(place.x - x) >= ROOM.w || Math.abs(place.y - y) >= ROOM.h).toBe(true);
});
