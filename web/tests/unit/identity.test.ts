import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { claimMe, introduce, myTables, token, waitingTables, whoAmI } from '../../src/lib/api';
import { CODE_LIFE, lifeLeft, moveLink, readCode, spell } from '../../src/lib/identity';

test('a code is read as it is typed, or from the whole link; anything else is refused', () => {
  const code = '0123abcdefgh1jkz';
  expect(readCode(code)).toBe(code);
  expect(readCode(' 0123 ABCD-efgh Ljkz ')).toBe(code);
  expect(readCode('o123abcdefghijkz')).toBe(code);
  expect(readCode(moveLink('https://play.example', code))).toBe(code);
  for (const wrong of ['', 'short', `${code}0`, '0123abcdefgh1jk!', 'uuuuuuuuuuuuuuuu']) expect(readCode(wrong)).toBeNull();
});

test('the link has the code where it is not sent', () => {
  const link = new URL(moveLink('https://play.example', '0123abcdefgh1jkz'));
  expect(link.hash).toContain('0123abcdefgh1jkz');
  expect(link.pathname + link.search).not.toContain('0123');
});

test('a code is spelt in fours and lives ten minutes', () => {
  expect(spell('0123abcdefgh1jkz')).toBe('0123 abcd efgh 1jkz');
  expect(lifeLeft(1000, 1000)).toBe('10:00');
  expect(lifeLeft(1000, 1000 + CODE_LIFE - 1)).toBe('0:01');
  expect(lifeLeft(1000, 1000 + CODE_LIFE)).toBeNull();
});

// A server that knows one token.
const asked: { path: string; token: string | null; body: unknown }[] = [];
let known = 'good';
beforeEach(() => {
  const store = new Map<string, string>();
  vi.stubGlobal('localStorage', {
    getItem: (key: string) => store.get(key) ?? null, setItem: (key: string, value: string) => store.set(key, value), removeItem: (key: string) => store.delete(key),
  });
  asked.length = 0;
  known = 'good';
  vi.stubGlobal('fetch', async (path: string, { method, headers, body }: { method: string; headers: Record<string, string>; body?: string }) => {
    const bearer = headers.Authorization?.replace('Bearer ', '') ?? null;
    asked.push({ path, token: bearer, body: body && JSON.parse(body) });
    const answer = (status: number, json: unknown) => new Response(JSON.stringify(json), { status, headers: { 'Content-Type': 'application/json' } });
    const open = path.startsWith('/api/tables') || path === '/api/me/claim' || (path === '/api/me' && method === 'POST');
    if ((bearer && bearer !== known) || (!bearer && !open)) return answer(401, { error: { code: 'token', message: 'show the token' } });
    if (path === '/api/me/claim') return JSON.parse(body!).code === 'right' ? answer(200, { token: 'good', id: 'a', name: 'Ann' }) : answer(404, { error: { code: 'unknown', message: 'not valid' } });
    if (path === '/api/me') return answer(200, { token: 'good', id: 'a', name: 'Ann' });
    return answer(200, { tables: [] });
  });
});
afterEach(() => vi.unstubAllGlobals());

test('claiming a code makes this device that person; a wrong one changes nothing', async () => {
  localStorage.setItem('tatami.token', 'good');
  await expect(claimMe('wrong')).rejects.toThrow('not valid');
  expect(token()).toBe('good');
  expect(await claimMe('right')).toEqual({ id: 'a', name: 'Ann' });
  expect(asked.every(({ path }) => !path.includes('right'))).toBe(true);
});

test('a device that was forgotten drops its token, looks on, and becomes somebody new', async () => {
  localStorage.setItem('tatami.token', 'old');
  expect(await waitingTables()).toEqual([]);
  expect(token()).toBeNull();
  localStorage.setItem('tatami.token', 'old');
  expect(await myTables()).toEqual([]);
  expect(await whoAmI()).toBeNull();
  await introduce('Ann');
  expect(token()).toBe('good');
  expect(await whoAmI()).toMatchObject({ name: 'Ann' });
});
