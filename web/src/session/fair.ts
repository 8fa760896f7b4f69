// Fair shuffles, the client's part (docs/FAIRNESS.md): what was promised before the first card is stored on this
// machine, and compared with the game when it is over. What the server says later never replaces what was stored.
import { SPECTATOR, type Proof, type Step } from '../engine/module';
import { reasonOf } from '../lib/reason';
import { cut, readRecord, tag, writeRecord } from './record';

export interface Kept {
  id: string; // of the table
  at: number; // milliseconds
  commitment: string; // the first that we saw
  box?: string; // the SHA-256 of the box then; '' for the usual one
  early: boolean; // before any card
  other: string | null; // another commitment that was shown later
  seat: number | null; // where our word was given
  word: string; // ours; '' for none
  taken: boolean; // the server has acknowledged our word, or shown it: from here on its absence is no accident
  mixes: string[]; // the words of all seats, as we saw them last before the first card
  fixed: boolean; // the first card has been dealt: the words do not change any more
  altered: boolean; // they did
  as: number | null; // the seat that we look from
  seen: Record<number, string>; // outcomes of chance as we saw them, by their number in the log
  rewritten: boolean; // one of them was told otherwise later
}

// What the server shows about its shuffles.
export interface Shown {
  id: string;
  phase: 'waiting' | 'running' | 'over';
  you: number | null;
  commitment: string;
  box_sha256: string | null;
  mixes: (string | null)[];
}

export type OwnWord = 'given' | 'foreign' | 'none'; // foreign: our seat has a word that this device did not give

const KEY = 'tatami.fair';
const KEPT_MAX = 60;
const WORD = /^[0-9a-zA-Z_-]{1,64}$/;

type Store = Pick<Storage, 'getItem' | 'setItem'>;

export const goodWord = (word: string): boolean => WORD.test(word);

export const randomWord = (): string =>
  [...crypto.getRandomValues(new Uint8Array(12))].map((byte) => byte.toString(16).padStart(2, '0')).join('');

// What we store for every table. Another page of this browser may be at the same table, so we read the storage every
// time. If it is full or forbidden, the data lasts until the page is closed.
export class Keeper {
  private readonly unstored = new Map<string, Kept>();
  constructor(private readonly store: Store | null) {}

  private list(): Kept[] {
    try {
      const list: unknown = JSON.parse(this.store?.getItem(KEY) ?? '[]');
      return Array.isArray(list) ? (list as Kept[]) : [];
    } catch {
      return [];
    }
  }

  find(id: string): Kept | null {
    return this.unstored.get(id) ?? this.list().find((kept) => kept.id === id) ?? null;
  }

  private put(kept: Kept): Kept {
    try {
      this.store!.setItem(KEY, JSON.stringify([kept, ...this.list().filter(({ id }) => id !== kept.id)].slice(0, KEPT_MAX)));
      this.unstored.delete(kept.id);
    } catch {
      this.unstored.set(kept.id, kept);
    }
    return kept;
  }

  // Called every time the server shows its commitment and the words.
  see({ id, phase, you, commitment, box_sha256, mixes }: Shown, at: number): Kept {
    const words = mixes.map((word) => word ?? '');
    const kept = this.find(id) ?? {
      id, at, commitment, box: box_sha256 ?? '', early: phase === 'waiting', other: null, seat: null, word: '', taken: false, mixes: words, fixed: false, altered: false, as: you,
      seen: {}, rewritten: false,
    };
    return this.put({
      ...kept,
      taken: kept.taken || (kept.word !== '' && words[kept.seat ?? -1] === kept.word),
      other: kept.other ?? (commitment === kept.commitment ? null : commitment),
      mixes: kept.fixed ? kept.mixes : words,
      altered: kept.altered || (kept.fixed && words.join('/') !== kept.mixes.join('/')),
      fixed: kept.fixed || phase !== 'waiting',
      as: you,
      seen: kept.as === you ? kept.seen : {},
    });
  }

  // Before the word is sent.
  give(before: Kept, seat: number, word: string): Kept {
    const kept = this.find(before.id) ?? before;
    return kept.fixed ? kept : this.put({ ...kept, seat, word, taken: false });
  }

  // The server has the word.
  took(before: Kept, word: string): Kept {
    const kept = this.find(before.id) ?? before;
    return kept.word === word ? this.put({ ...kept, taken: true }) : kept;
  }

  // The server refused the word, as when the game began first: the one before it counts, or none.
  refused(before: Kept, word: string): Kept {
    const kept = this.find(before.id) ?? before;
    const { seat, word: old, taken } = before;
    return kept.word === word ? this.put({ ...kept, seat, word: old, taken }) : kept;
  }

  // Outcomes of chance, as the server reports them.
  outcomes(before: Kept, told: readonly { n: number; event?: string }[]): Kept {
    const fresh = told.filter(({ event }) => event?.startsWith('* '));
    if (!fresh.length) return before;
    const kept = this.find(before.id) ?? before;
    const rewritten = kept.rewritten || fresh.some(({ n, event }) => kept.seen[n] !== undefined && kept.seen[n] !== event);
    return this.put({ ...kept, rewritten, seen: { ...Object.fromEntries(fresh.map(({ n, event }) => [n, event!])), ...kept.seen } });
  }
}

export function ownWord(kept: Kept, you: number | null): OwnWord {
  const shown = you === null ? '' : (kept.mixes[you] ?? '');
  if (!shown) return 'none';
  return kept.seat === you && kept.word === shown ? 'given' : 'foreign';
}

// Why you should stop playing, if we know it before the end.
export type Trouble = 'commitment' | 'word' | 'mix' | 'rewritten' | null;

export function troubleOf(kept: Kept, you: number | null): Trouble {
  if (kept.other !== null) return 'commitment';
  if (kept.rewritten) return 'rewritten';
  if (!kept.fixed) return null;
  if (kept.taken && kept.seat === you && kept.mixes[kept.seat ?? 0] !== kept.word) return 'word';
  return kept.altered ? 'mix' : null;
}

// What was compared at the end. `ok` is null if it cannot be known here.
export interface Finding {
  what: 'commitment' | 'box' | 'word' | 'mix' | 'shuffles' | 'seen';
  ok: boolean | null;
}

export interface Verdict {
  kind: 'honest' | 'wrong' | 'unsure';
  findings: Finding[];
  reason: string; // of the engine, when a shuffle does not follow
  commitment: string; // of the record
  secret: string;
  words: string[];
  outcomes: number;
}

// All of `part` in `whole`, in this order.
function within(part: readonly string[], whole: readonly string[]): boolean {
  let at = 0;
  for (const one of whole) if (one === part[at]) at++;
  return at === part.length;
}

// The SHA-256 of the box that a record names, without whose text it cannot be read; '' for the usual one.
export const boxOf = (record: string): string => tag(readRecord(record), 'Box')?.split(' ').at(-1) ?? '';

// `proof`: what the engine found in the record, or why it refused it; `told`: its outcomes as our seat saw them.
export function judge(kept: Kept | null, record: string, proof: Proof | string, told: readonly string[]): Verdict {
  const text = readRecord(record);
  const commitment = tag(text, 'Commitment') ?? '';
  const proven = typeof proof === 'string' ? null : proof;
  const words = proven?.words ?? (tag(text, 'Mix') ?? '').split('/');
  const seen = kept ? Object.entries(kept.seen).sort(([a], [b]) => Number(a) - Number(b)).map(([, event]) => event) : [];
  const same = kept !== null && kept.other === null && kept.commitment === commitment && (!proven || proven.commitment === kept.commitment);
  const early = kept?.early ?? false;
  const box = boxOf(record);
  const mine = kept?.word && kept.seat !== null ? words[kept.seat] === kept.word || (kept.taken ? false : null) : null;
  const findings: Finding[] = [
    { what: 'commitment', ok: kept && !same ? false : early ? true : null },
    ...(box || kept?.box ? [{ what: 'box' as const, ok: kept?.box === undefined ? null : kept.box !== box ? false : early || null }] : []),
    { what: 'word', ok: kept?.as !== null && kept?.seat === kept?.as ? mine : null },
    { what: 'mix', ok: !kept?.fixed || !early ? null : !kept.altered && kept.mixes.join('/') === words.join('/') },
    { what: 'shuffles', ok: proven !== null && proven.over },
    { what: 'seen', ok: !kept || !seen.length || !proven ? null : !kept.rewritten && within(seen, told) },
  ];
  const wrong = findings.some(({ ok }) => ok === false);
  const honest = findings.every(({ ok }) => ok === true);
  return {
    kind: wrong ? 'wrong' : honest ? 'honest' : 'unsure',
    findings, reason: typeof proof === 'string' ? proof : '', commitment, secret: tag(text, 'Secret') ?? '', words, outcomes: proven?.outcomes ?? 0,
  };
}

// The part of an engine, here or in a worker, that the check needs.
export interface Checker {
  verify(record: string, box: string): Proof | Promise<Proof>;
  box(text: string): void | Promise<void>;
  read(record: string, seed: bigint): number | Promise<number>;
  names(game: number, names: readonly string[]): void | Promise<void>;
  news(game: number, viewer: number): Step[] | Promise<Step[]>;
}

// Rejects if the box is not the one that was played with: that says nothing about the shuffles.
export async function checkShuffles(engine: Checker, kept: Kept | null, record: string, box: string | null): Promise<Verdict> {
  let proof: Proof | string;
  let told: string[] = [];
  await engine.box(box ?? '');
  if (boxOf(record)) await engine.read(writeRecord(cut(readRecord(record), 0)), 0n);
  try {
    proof = await engine.verify(record, box ?? '');
    const game = await engine.read(record, 0n);
    await engine.names(game, proof.words.map((_, seat) => String(seat)));
    const steps = await engine.news(game, kept?.as ?? SPECTATOR);
    told = steps.flatMap(({ event }) => (event?.startsWith('* ') ? [event] : []));
  } catch (error) {
    proof = reasonOf(error);
  }
  return judge(kept, record, proof, told);
}

// What anybody can do without this client.
export const verifyCommand = (kept: Kept | null, file: string, box = ''): string =>
  [
    'tatami verify',
    kept && `--commitment ${kept.commitment}`,
    kept?.word && kept.seat !== null && `--word ${kept.seat}=${kept.word}`,
    box && `--box ${box}`,
    file,
  ]
    .filter(Boolean)
    .join(' ');
