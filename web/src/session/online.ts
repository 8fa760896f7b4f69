// A table on a server, over a WebSocket: receives what happens in order, sends decisions, and reconnects when the
// connection is lost. A decision that may not have arrived is sent again; the server applies it only once. See
// docs/PROTOCOL.md.
import { writable, type Readable } from 'svelte/store';
import { Refusal } from '../engine/module';
import type { OnlineTable } from '../lib/api';
import { goodWord, Keeper, ownWord, randomWord, type Kept } from './fair';
import { takenBack, type Entry, type Seat, type TableState, type Thought, type View } from './types';

interface Now {
  actors: number[];
  view: View;
  legal: string[] | null;
  n_legal?: number; // where the list is too long to be told without being asked for
  deadline: number | null;
  undo: boolean;
  takes_back: number | null; // the number of the entry that undo would take back
  points: number[] | null;
  winners: number[] | null; // when it is over
}

interface WireEntry {
  n: number;
  at: number;
  event?: string;
  words?: string;
  chat?: string;
  name?: string;
  seat?: number;
  note?: string;
  who?: string | null;
}

type Message =
  | ({ type: 'table'; entries: WireEntry[]; now: Now | null; commitment: string; mixes: (string | null)[]; secret: string | null } & OnlineTable)
  | { type: 'log'; entries: WireEntry[]; n: number; now: Now | null }
  | ({ type: 'seats' } & Pick<OnlineTable, 'seats' | 'phase' | 'you' | 'host' | 'next'> & Partial<Pick<OnlineTable, 'chat' | 'spectators_chat' | 'watching' | 'host_name'>>)
  | { type: 'ok'; re: string; n: number; ask?: string | null }
  | { type: 'error'; re?: string; code: string; message: string }
  | { type: 'hint'; re: string; actions: Thought[] }
  | { type: 'legal'; re: string; n: number; from: number; n_legal: number; legal: string[] }
  | { type: 'ask'; what: 'undo'; seat: number; name: string }
  | { type: 'answer'; what: 'undo'; yes: boolean }
  | { type: 'bye' };

export interface OnlineState extends TableState {
  table: OnlineTable;
  connection: 'open' | 'lost' | 'gone'; // gone: it will not come back by itself
  trouble: string; // why it is gone
  asked: { seat: number; name: string } | null; // somebody would like to take a decision back
  asking: boolean; // we would, and wait for the others
  declined: number; // how often they said no
  fair: Kept; // what was kept of the promise about the shuffles
  clockShift: number; // the server's clock minus ours, milliseconds
}

export interface Socket {
  send(text: string): void;
  close(): void;
  onopen: (() => void) | null;
  onmessage: ((event: { data: unknown }) => void) | null;
  onclose: ((event: { code: number }) => void) | null;
}

export interface Wire {
  connect(): Socket;
  token: string | null;
  lang: string;
  keeper: Keeper;
  later(ms: number, work: () => void): void;
  now(): number;
}

const WORDS_CHANGE = ['sit', 'leave', 'remove', 'mix', 'start']; // notes
const PAUSES = [300, 1000, 2000, 4000, 8000];
const VOID: Seat = { kind: 'open', name: '', you: false, online: false, bot: null };

// An open seat of a running game is played by a bot until somebody takes it.
const seatOf = (seat: OnlineTable['seats'][number]): Seat =>
  seat.kind === 'open' && !seat.bot ? VOID : { kind: seat.kind, name: seat.name ?? '', you: !!seat.you, online: !!seat.online, bot: seat.bot ?? null, who: seat.who ?? null };

const entryOf = (entry: WireEntry): Entry => ({
  n: entry.n, at: entry.at, seat: entry.seat ?? null, name: entry.name, who: entry.who ?? null, event: entry.event,
  kind: entry.event !== undefined ? 'event' : entry.chat !== undefined ? 'chat' : 'note',
  words: entry.chat ?? entry.words ?? '',
});

// The line was lost before the answer.
class Lost extends Refusal {}

export class OnlineSession {
  readonly state: Readable<OnlineState | null>;
  private readonly store = writable<OnlineState | null>(null);
  private current: OnlineState | null = null;
  private socket: Socket | null = null;
  private n = 0; // entries that we have
  private undone = -1; // the number of the last undo
  private giving = false; // a word for the shuffles is on its way
  private greeted = false; // on this line
  private done: { re: string; n: number; ask?: string | null }[] = []; // acknowledged, but not told yet
  private ids = 0;
  private tries = 0;
  private closed = false;
  private readonly waiting = new Map<string, { resolve(value: unknown): void; reject(error: Error): void; text: string; again: boolean }>();

  constructor(private readonly wire: Wire) {
    this.state = this.store;
    this.connect();
  }

  private connect(): void {
    if (this.closed) return;
    const socket = (this.socket = this.wire.connect());
    this.greeted = false;
    socket.onopen = () => {
      const { token, lang } = this.wire;
      socket.send(JSON.stringify({ do: 'hello', ...(token ? { token } : {}), lang, from: this.n }));
    };
    socket.onmessage = ({ data }) => this.hear(JSON.parse(String(data)) as Message);
    socket.onclose = ({ code }) => this.lost(socket, code);
  }

  private lost(socket: Socket, code: number): void {
    if (this.closed || socket !== this.socket) return;
    this.socket = null;
    for (const [id, { reject, again }] of this.waiting) {
      if (again) continue;
      this.waiting.delete(id);
      reject(new Lost('…'));
    }
    const never = code === 1008 && !this.current;
    if (this.current) this.set({ connection: 'lost' });
    if (never) return;
    const pause = PAUSES[Math.min(this.tries++, PAUSES.length - 1)]!;
    this.wire.later(pause, () => this.socket === null && this.connect());
  }

  // Reconnect at once when the network is back or the page becomes visible.
  wake(): void {
    if (this.socket === null && !this.closed) this.connect();
  }

  private set(change: Partial<OnlineState>): void {
    if (!this.current) return;
    this.current = { ...this.current, ...change };
    this.store.set(this.current);
  }

  private hear(message: Message): void {
    switch (message.type) {
      case 'table':
        return this.greet(message);
      case 'log':
        return this.told(message);
      case 'seats': {
        const { type: _, ...change } = message;
        return this.seated(change);
      }
      case 'ok':
        this.done.push(message);
        return this.settle();
      case 'hint':
        return this.answer(message.re, message.actions);
      case 'legal':
        return this.answer(message.re, message);
      case 'error':
        return this.refused(message);
      case 'ask':
        return this.set({ asked: { seat: message.seat, name: message.name } });
      case 'answer':
        return this.set({ asked: null, asking: false, declined: (this.current?.declined ?? 0) + 1 });
      case 'bye':
        return;
    }
  }

  private greet({ type: _, entries, now, ...table }: Extract<Message, { type: 'table' }>): void {
    const { keeper } = this.wire;
    const fair = keeper.outcomes(keeper.see(table, this.wire.now()), entries);
    // We asked for the table again on the same connection: only the news in it is new.
    if (this.greeted && this.current?.you === table.you) {
      const { seats, phase, you, host, next, chat, spectators_chat, watching, host_name } = table;
      this.seated({ seats, phase, you, host, next, chat, spectators_chat, watching, host_name });
      this.set({ fair });
      if (table.n > this.n) this.told({ type: 'log', entries, n: table.n, now });
      return this.addWord();
    }
    this.greeted = true;
    const kept = this.n > 0 && this.current ? this.current.log : [];
    const log = [...kept, ...entries.filter(({ n }) => n >= this.n).map(entryOf)];
    this.n = table.n;
    this.tries = 0;
    this.current = {
      setup: {
        game: table.game, players: table.players, box: table.box,
        options: Object.fromEntries(Object.entries(table.options).map(([name, value]) => [name, String(value)])),
      },
      log, event: null, step: log.filter(({ kind }) => kind === 'event').length, thinking: false, table, connection: 'open', trouble: '',
      asked: null, asking: false, declined: 0, fair, clockShift: this.current?.clockShift ?? 0, ...this.seats(table), ...this.position(now, log),
    };
    this.store.set(this.current);
    this.settle();
    for (const { text, again } of this.waiting.values()) if (again) this.socket?.send(text);
    this.addWord();
    this.askLegal(now).catch(() => undefined); // on a line that was lost: with the next greeting
  }

  // Every player adds a word to the shuffles, as soon as the server's commitment is known and stored.
  private addWord(): void {
    const { phase, you, fair } = this.current!;
    if (phase !== 'waiting' || you === null || this.giving || ownWord(fair, you) !== 'none') return;
    void this.mix(randomWord()).catch(() => undefined); // on a line that was lost: with the next greeting
  }

  async mix(word: string): Promise<void> {
    const { you } = this.current!;
    if (you === null || !goodWord(word)) throw new Refusal('…');
    await this.give(you, word, { do: 'mix', mix: word });
  }

  // A word goes with the seat, so that a game cannot begin between the two.
  async sit(seat: number): Promise<void> {
    const word = randomWord();
    if (this.current!.phase === 'waiting') await this.give(seat, word, { do: 'sit', seat, mix: word });
    else await this.say({ do: 'sit', seat });
  }

  // Says something that gives a word, which is kept first. On a lost line nobody knows whether it was heard: the next greeting shows.
  private async give(seat: number, word: string, what: Record<string, unknown>): Promise<void> {
    const { keeper } = this.wire;
    const before = this.current!.fair;
    this.set({ fair: keeper.give(before, seat, word) });
    this.giving = true;
    try {
      await this.say(what);
      this.set({ fair: keeper.took(this.current?.fair ?? before, word) });
    } catch (error) {
      if (!(error instanceof Lost)) this.set({ fair: keeper.refused(before, word) });
      throw error;
    } finally {
      this.giving = false;
    }
  }

  // The words come only with the whole table.
  private lookAgain(): void {
    this.socket?.send(JSON.stringify({ do: 'hello', from: this.n }));
  }

  private seats(table: Pick<OnlineTable, 'seats' | 'phase' | 'you'>) {
    return { seats: table.seats.map(seatOf), phase: table.phase, you: table.you };
  }

  private position(now: Now | null, log: Entry[]) {
    return {
      view: now?.view ?? null, actors: now?.actors ?? [], legal: now?.legal ?? [], deadline: now?.deadline ?? null,
      undo: now?.undo ? takenBack(log, ({ n }) => n === now.takes_back) : null,
      points: now?.points ?? null, winners: now?.winners ?? null,
    };
  }

  // A long list of legal actions is asked for part by part, and offered when it is whole and still the present one.
  private async askLegal(now: Now | null): Promise<void> {
    const n = this.n;
    const legal: string[] = [];
    while (now?.n_legal && legal.length < now.n_legal) {
      const part = (await this.say({ do: 'legal', from: legal.length })) as Extract<Message, { type: 'legal' }>;
      if (this.n !== n || part.n !== n || part.legal.length === 0) return;
      legal.push(...part.legal);
    }
    if (legal.length > 0) this.set({ legal: legal.sort() });
  }

  private told({ entries, n, now }: Extract<Message, { type: 'log' }>): void {
    if (!this.current) return;
    const fresh = entries.filter((entry) => entry.n >= this.n).map(entryOf);
    const events = fresh.filter(({ kind }) => kind === 'event');
    const undone = entries.some(({ note }) => note === 'undo');
    if (undone) this.undone = n;
    const fair = this.wire.keeper.outcomes(this.current.fair, entries);
    this.n = n;
    const last = fresh.at(-1)?.at;
    const log = [...this.current.log, ...fresh];
    this.set({
      ...(now ? { ...this.position(now, log), phase: now.winners ? ('over' as const) : ('running' as const) } : {}),
      fair,
      log,
      step: this.current.step + events.length,
      event: events.length === 1 && !undone ? events[0]!.event! : events.length || undone ? null : this.current.event,
      clockShift: last === undefined ? this.current.clockShift : last - this.wire.now(),
      ...(undone || events.length ? { asked: null, asking: false } : {}),
    });
    this.settle();
    if (entries.some(({ note }) => note !== undefined && WORDS_CHANGE.includes(note))) this.lookAgain();
    this.askLegal(now).catch(() => undefined);
  }

  private seated(change: Omit<Extract<Message, { type: 'seats' }>, 'type'>): void {
    if (!this.current) return;
    const table = { ...this.current.table, ...change };
    this.set({ table, ...this.seats(table) });
  }

  // An action counts as done only once it has also come back in the log: until then we show the table before it.
  private settle(): void {
    const ready = this.done.filter(({ n }) => n <= this.n);
    this.done = this.done.filter(({ n }) => n > this.n);
    for (const { re, ask } of ready) this.answer(re, ask);
  }

  private answer(re: string, value: unknown): void {
    this.waiting.get(re)?.resolve(value);
    this.waiting.delete(re);
  }

  private refused({ re, code, message }: Extract<Message, { type: 'error' }>): void {
    const asked = re === undefined ? undefined : this.waiting.get(re);
    if (re !== undefined) this.waiting.delete(re);
    asked?.reject(new Refusal(message));
    // We have missed something: start again from what we have.
    if (code === 'stale') this.reconnect();
    if (!asked && !this.greeted) this.fail(message, code);
  }

  private fail(message: string, code: string): void {
    this.closed = true;
    this.store.set(null);
    this.onfail(message, code);
  }
  onfail: (message: string, code: string) => void = () => {};

  private reconnect(): void {
    const old = this.socket;
    this.socket = null;
    old?.close();
    this.connect();
  }

  // `again`: if the connection is lost before the answer, send it once more.
  private say(what: Record<string, unknown>, again = false): Promise<unknown> {
    const id = String(this.ids++);
    const text = JSON.stringify({ ...what, id });
    return new Promise((resolve, reject) => {
      const open = this.socket !== null && this.greeted;
      if (!open && !again) return reject(new Lost('…'));
      this.waiting.set(id, { resolve, reject, text, again });
      if (open) this.socket?.send(text);
    });
  }

  async act(action: string): Promise<void> {
    await this.say({ do: 'act', n: this.n, action }, true);
  }

  async why(action: string): Promise<string> {
    try {
      await this.say({ do: 'why', action });
      return '';
    } catch (error) {
      return error instanceof Refusal ? error.message : String(error);
    }
  }

  // On a lost line nobody is asked: the decision waits for the line.
  async caution(action: string): Promise<string> {
    return ((await this.say({ do: 'why', action }).catch(() => null)) as string | null | undefined) ?? '';
  }

  async undo(): Promise<void> {
    const n = this.n;
    await this.say({ do: 'undo', n });
    // Acknowledged, but nothing was taken back yet: the others are being asked.
    if (this.undone <= n) this.set({ asking: true });
  }

  async hint(): Promise<Thought[]> {
    return (await this.say({ do: 'hint' })) as Thought[];
  }

  // Everything else that can be sent at a table.
  async tell(what: 'leave' | 'bot' | 'start' | 'agree' | 'stand-in' | 'back' | 'chat' | 'chat-off' | 'chat-on' | 'rematch' | 'spectators-off' | 'spectators-on' | 'remove' | 'report', more: Record<string, unknown> = {}): Promise<void> {
    if (what === 'agree') this.set({ asked: null });
    await this.say({ do: what, ...more });
  }

  async record(): Promise<string> {
    const answer = await fetch(`/api/tables/${this.current!.table.id}/record`, {
      headers: this.wire.token ? { Authorization: `Bearer ${this.wire.token}` } : {},
    });
    const text = await answer.text();
    if (!answer.ok) throw new Refusal(answer.statusText || String(answer.status));
    return text;
  }

  // Ask for the log again in another language.
  speak(lang: string): void {
    this.wire.lang = lang;
    this.n = 0;
    this.reconnect();
  }

  close(): void {
    this.closed = true;
    this.socket?.close();
  }
}

function ownStore(): Storage | null {
  try {
    return localStorage;
  } catch {
    return null;
  }
}
let keeper: Keeper | undefined;

export function openOnline(id: string, token: string | null, lang: string): OnlineSession {
  const address = `${location.protocol === 'https:' ? 'wss' : 'ws'}://${location.host}/api/tables/${encodeURIComponent(id)}/ws`;
  return new OnlineSession({
    connect: () => new WebSocket(address) as unknown as Socket,
    token, lang, keeper: (keeper ??= new Keeper(ownStore())),
    later: (ms, work) => void setTimeout(work, ms),
    now: () => Date.now(),
  });
}
