import { readFileSync } from 'node:fs';
import { beforeAll, expect, test } from 'vitest';
import { engineFile } from '../../build/plugin.ts';
import { writeMo } from '../../src/engine/mo';
import { EngineModule } from '../../src/engine/module';
import { boxOf, checkShuffles, goodWord, judge, Keeper, ownWord, randomWord, troubleOf, verifyCommand, type Kept } from '../../src/session/fair';

const record = readFileSync(new URL('../../../tests/fuzz/corpus/fuzz_record/fair.record', import.meta.url), 'utf8');
const COMMITMENT = 'd5a8aebde95c50eca2bc12d9ceca178c5d67ed7c18f7fe28bb4d6d78bc53c8d0';
const WORDS = ['293b1d1f', 'ea1c47ce', 'ae0f408c', '63bc9504'];
const DEAL = '* deal ? ? ? ? ? ? ?';

let engine: EngineModule;
let deal: string; // as seat 1 saw it
beforeAll(() => {
  engine = new EngineModule(new WebAssembly.Module(readFileSync(engineFile)));
  const game = engine.read(record, 0n);
  engine.names(game, WORDS);
  deal = engine.news(game, 1).find(({ event }) => event?.startsWith('* '))!.event!;
});

function memory() {
  const kept = new Map<string, string>();
  return { getItem: (key: string) => kept.get(key) ?? null, setItem: (key: string, value: string) => void kept.set(key, value) };
}

// Seat 1 from the lobby to the end of the game of the record.
function lived({ commitment = COMMITMENT, words = WORDS, word = WORDS[1]!, saw = deal, store = memory(), box = null as string | null } = {}): Keeper {
  const keeper = new Keeper(store);
  const table = { id: 'T', you: 1, commitment, box_sha256: box };
  keeper.give(keeper.see({ ...table, phase: 'waiting', mixes: [words[0]!, null, null, null] }, 1), 1, word);
  keeper.see({ ...table, phase: 'waiting', mixes: words }, 2);
  keeper.outcomes(keeper.see({ ...table, phase: 'running', mixes: words }, 3), [{ n: 4, event: saw }, { n: 5, event: '0 play r4' }]);
  return keeper;
}
const check = (kept: Kept | null, text = record) => checkShuffles(engine, kept, text, null);
const failed = (verdict: { findings: { what: string; ok: boolean | null }[] }) => verdict.findings.filter(({ ok }) => ok === false).map(({ what }) => what);

test('a game that kept all promises is honest', async () => {
  const verdict = await check(lived().find('T'));
  expect(verdict).toMatchObject({ kind: 'honest', commitment: COMMITMENT, words: WORDS, outcomes: 1, reason: '' });
  expect(verdict.secret).toMatch(/^b8fae824/);
});

test('another commitment than the one kept is never honest, though the record is consistent', async () => {
  const verdict = await check(lived({ commitment: 'd'.repeat(64) }).find('T'));
  expect(verdict.kind).toBe('wrong');
  expect(failed(verdict)).toEqual(['commitment']);
});

test('a commitment that changed in between is never honest, even if it changed back', async () => {
  const keeper = lived();
  keeper.see({ id: 'T', phase: 'running', you: 1, commitment: 'e'.repeat(64), box_sha256: null, mixes: WORDS }, 4);
  keeper.see({ id: 'T', phase: 'over', you: 1, commitment: COMMITMENT, box_sha256: null, mixes: WORDS }, 5);
  expect(keeper.find('T')!.commitment).toBe(COMMITMENT);
  expect(troubleOf(keeper.find('T')!, 1)).toBe('commitment');
  expect((await check(keeper.find('T'))).kind).toBe('wrong');
});

test('whatever is changed in the record is found', async () => {
  const kept = lived().find('T');
  const swapped = await check(kept, record.replace(/deal (\S+) (\S+)/, 'deal $2 $1'));
  expect(swapped.kind).toBe('wrong');
  expect(swapped.reason).toMatch(/outcome 0/);
  const secret = await check(kept, record.replace('"b8fae824', '"b8fae825'));
  expect(failed(secret)).toContain('shuffles');
  const tag = await check(kept, record.replace(`"${COMMITMENT}`, `"${'0'.repeat(64)}`));
  expect(failed(tag)).toContain('commitment');
  expect((await check(kept, '')).kind).toBe('wrong');
});

test('why a shuffle does not follow is said in the language of the engine', async () => {
  engine.language(writeMo({ 'line %u: outcome %u is "%s", but the secret and the mix give "%s"': 'ligne %u : tirage %u, %s, %s' }));
  const { reason } = await check(null, record.replace(/deal (\S+) (\S+)/, 'deal $2 $1'));
  engine.language(null);
  expect(reason).toMatch(/^ligne \d+ : tirage 0/);
});

test('a word of ours that is missing or changed is found, and so is one of another seat', async () => {
  const store = memory();
  const honest = lived({ store });
  store.setItem('tatami.fair', JSON.stringify([{ ...honest.find('T')!, word: 'mine' }]));
  const other = new Keeper(store);
  expect(troubleOf(other.find('T')!, 1)).toBe('word');
  expect(failed(await check(other.find('T')))).toEqual(['word']);
  const altered = lived({ words: [WORDS[0]!, WORDS[1]!, 'forged', WORDS[3]!] });
  expect(failed(await check(altered.find('T')))).toEqual(['mix']);
  const late = lived();
  late.see({ id: 'T', phase: 'running', you: 1, commitment: COMMITMENT, box_sha256: null, mixes: ['late', ...WORDS.slice(1)] }, 4);
  expect(troubleOf(late.find('T')!, 1)).toBe('mix');
  expect(failed(await check(late.find('T')))).toEqual(['mix']);
});

test('a record of another game than the one that was seen is found', async () => {
  const verdict = await check(lived({ saw: DEAL }).find('T'));
  expect(failed(verdict)).toEqual(['seen']);
  const keeper = lived();
  keeper.outcomes(keeper.find('T')!, [{ n: 4, event: DEAL }]);
  expect(troubleOf(keeper.find('T')!, 1)).toBe('rewritten');
  expect(failed(await check(keeper.find('T')))).toEqual(['seen']);
});

test('a game that was not played with the box that was shown is found', async () => {
  const verdict = await check(lived({ box: 'b'.repeat(64) }).find('T'));
  expect(failed(verdict)).toEqual(['box']);
  expect(verdict.kind).toBe('wrong');
  const boxed = record.replace('\n\n', `\n[Box "Other ${'b'.repeat(64)}"]\n\n`);
  expect(boxOf(boxed)).toBe('b'.repeat(64));
  expect(judge(lived().find('T'), boxed, '', []).findings.find(({ what }) => what === 'box')?.ok).toBe(false);
  expect(judge(null, boxed, '', []).findings.find(({ what }) => what === 'box')?.ok).toBe(null);
});

test('who came after the first card, or gave no word, or kept nothing, cannot be sure', async () => {
  expect((await check(null)).kind).toBe('unsure');
  const late = new Keeper(memory());
  late.see({ id: 'T', phase: 'running', you: 1, commitment: COMMITMENT, box_sha256: null, mixes: WORDS }, 1);
  expect((await check(late.find('T'))).kind).toBe('unsure');
  const guest = new Keeper(memory());
  guest.see({ id: 'T', phase: 'waiting', you: null, commitment: COMMITMENT, box_sha256: null, mixes: WORDS }, 1);
  expect((await check(guest.find('T'))).kind).toBe('unsure');
});

test('what was kept outlives the page, and a broken store costs nothing now', () => {
  const store = memory();
  lived({ store });
  expect(new Keeper(store).find('T')).toMatchObject({ commitment: COMMITMENT, early: true, word: WORDS[1], seen: { 4: deal } });
  const full = new Keeper({ getItem: () => '{', setItem: () => { throw new Error('full'); } });
  full.see({ id: 'T', phase: 'waiting', you: 0, commitment: COMMITMENT, box_sha256: null, mixes: [] }, 1);
  expect(full.find('T')!.commitment).toBe(COMMITMENT);
  for (let i = 0; i < 70; i++) new Keeper(store).see({ id: `T${i}`, phase: 'waiting', you: 0, commitment: COMMITMENT, box_sha256: null, mixes: [] }, i);
  expect(JSON.parse(store.getItem('tatami.fair')!).length).toBe(60);
});

test('two pages of one browser at the same table do not undo each other', () => {
  const store = memory();
  const [one, two] = [new Keeper(store), new Keeper(store)];
  const shown = { id: 'T', phase: 'waiting' as const, you: 0, commitment: COMMITMENT, box_sha256: null, mixes: [null, null] };
  const first = one.see(shown, 1);
  const second = two.see(shown, 2);
  one.give(first, 0, 'new');
  two.see({ ...shown, phase: 'running', mixes: ['new', null] }, 3);
  two.outcomes(second, [{ n: 4, event: DEAL }]);
  expect(one.find('T')).toMatchObject({ word: 'new', seat: 0, mixes: ['new', ''], seen: { 4: DEAL } });
});

test('a word that the server never had is no proof against it', async () => {
  const lost = lived({ word: 'lost' });
  expect(troubleOf(lost.find('T')!, 1)).toBeNull();
  expect((await check(lost.find('T'))).kind).toBe('unsure');
});

test('a word after the first card is not taken for given', () => {
  const keeper = lived();
  keeper.give(keeper.find('T')!, 1, 'late');
  expect(ownWord(keeper.find('T')!, 1)).toBe('given');
  expect(ownWord(keeper.find('T')!, 0)).toBe('foreign');
  expect(ownWord(keeper.find('T')!, null)).toBe('none');
});

test('words, and the command for anyone who checks without us', () => {
  expect(randomWord()).not.toBe(randomWord());
  expect(goodWord(randomWord())).toBe(true);
  expect(['', 'a b', 'é', 'x'.repeat(65)].some(goodWord)).toBe(false);
  expect(verifyCommand(lived().find('T'), 'x.record')).toBe(`tatami verify --commitment ${COMMITMENT} --word 1=ea1c47ce x.record`);
  expect(verifyCommand(null, 'x.record')).toBe('tatami verify x.record');
  expect(verifyCommand(null, 'x.record', 'x.box')).toBe('tatami verify --box x.box x.record');
});
