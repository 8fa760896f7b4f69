// A lesson: a prepared game on the real engine. The learner plays their own events of the record, the others play theirs. It can be
// taken back to any event, and at its end stands a position to solve, in which chance alone plays by itself.
import { writable, type Readable } from 'svelte/store';
import type { Lesson, Puzzle } from '../games/types';
import { startEngine, type Engine } from '../engine/engine';
import { Refusal, type Step } from '../engine/module';
import type { Lang } from '../lib/i18n.svelte';
import { cut, readRecord, setupOf, writeRecord, type RecordText } from './record';
import { seatPlayers } from './players';
import type { Session, TableState, Thought } from './types';

export type Verdict = 'open' | 'solved' | 'wrong';

const SEED = 1n; // what chance does in a puzzle is the same for everybody

export class LessonSession implements Session {
  readonly state: Readable<TableState>;
  private readonly store;
  private current: TableState;
  private script!: RecordText;
  private you = 0;
  private puzzle: Puzzle | null = null;
  private left = 0; // decisions in a puzzle
  private game = 0;
  private gone = -1; // the step that it went on from by itself
  verdict: Verdict = 'open';

  static async open(lesson: Lesson, yourName: string, lang: Lang): Promise<LessonSession> {
    const session = new LessonSession(await startEngine(lang), lesson, yourName);
    await session.to(0);
    return session;
  }

  private constructor(
    private readonly engine: Engine,
    private readonly lesson: Lesson,
    private readonly yourName: string,
  ) {
    this.current = this.blank(lesson.record, lesson.you);
    this.store = writable(this.current);
    this.state = this.store;
  }

  private blank(record: string, you: number): TableState {
    this.script = readRecord(record);
    this.you = you;
    const setup = setupOf(this.script);
    const seats = seatPlayers(setup.players, you, this.yourName, 'medium');
    return {
      setup, phase: 'running', you, step: -1, event: null, view: null, actors: [], legal: [], log: [], points: null,
      winners: null, thinking: false, undo: null, deadline: null,
      seats: seats.map(({ name, bot }) => ({ kind: bot ? 'bot' : 'person', name, you: !bot, online: true, bot })),
    };
  }

  // To the moment before event `at`.
  async to(at: number): Promise<void> {
    this.puzzle = null;
    await this.begin(this.lesson.record, this.lesson.you, at);
  }

  async solve(): Promise<void> {
    const { puzzle } = this.lesson;
    this.puzzle = puzzle;
    this.left = puzzle.moves;
    await this.begin(puzzle.record, puzzle.you, Infinity);
  }

  get solving(): boolean {
    return this.puzzle !== null;
  }

  private async begin(record: string, you: number, at: number): Promise<void> {
    if (this.game) await this.engine.close(this.game);
    this.current = this.blank(record, you);
    this.gone = -1;
    this.verdict = 'open';
    this.game = await this.engine.read(writeRecord(cut(this.script, at)), SEED);
    await this.engine.names(this.game, this.current.seats.map(({ name }) => name));
    await this.hear(true);
  }

  // What is new; of a position that was jumped to, the last alone is shown.
  private async hear(jump = false): Promise<void> {
    const steps = await this.engine.news(this.game, this.you);
    if (this.puzzle && !jump) this.judge(steps.at(-1)!);
    const winners = await this.engine.winners(this.game);
    const points = winners.length ? await this.engine.points(this.game) : null;
    for (const [i, { event, words, actors, view }] of steps.entries()) {
      const log = event ? [...this.current.log, { n: this.current.log.length, kind: 'event' as const, words: words ?? '', event }] : this.current.log;
      this.current = { ...this.current, step: this.current.step + 1, event: event ?? null, view, actors, log, legal: [] };
      const last = i === steps.length - 1;
      if (jump && !last) continue;
      if (last && points) this.current = { ...this.current, phase: 'over', winners, points };
      // The whole list, so that the table looks as it will in a game; what the lesson wants is marked.
      const decides = this.puzzle ? this.verdict === 'open' && last && actors.includes(this.you) : this.next().yours;
      if (decides) this.current.legal = await this.engine.legal(this.game, this.you);
      this.store.set(this.current);
    }
  }

  private judge({ view, actors }: Step): void {
    this.left--;
    const more = this.left > 0 && actors.includes(this.you);
    this.verdict = this.puzzle!.solved(view) ? 'solved' : more ? 'open' : 'wrong';
  }

  // The next event of the lesson: the action that the learner is to take, or what happens by itself.
  next(): { yours: boolean; text: string } | { yours: false; text: null } {
    const line = this.puzzle ? undefined : this.script.events[this.current.step];
    if (line === undefined) return { yours: false, text: null };
    const [who, ...words] = line.split(' ');
    return who === String(this.you) ? { yours: true, text: words.join(' ') } : { yours: false, text: line };
  }

  // Does what happens by itself, once per step, however often it is called.
  async goOn(): Promise<void> {
    const { yours, text } = this.next();
    if (yours || text === null || this.gone === this.current.step) return;
    this.gone = this.current.step;
    await this.engine.put(this.game, text);
    await this.hear();
  }

  why(action: string): Promise<string> {
    return this.engine.why(this.game, this.lesson.you, action);
  }

  async act(action: string): Promise<void> {
    await this.engine.act(this.game, this.you, action);
    if (!this.puzzle) return this.hear();
    // Nobody has a level here, so only chance takes a step.
    while (await this.engine.step(this.game));
    await this.hear();
  }

  // As far as it went: to play on against bots.
  async record(): Promise<string> {
    return writeRecord(cut(this.script, this.puzzle ? Infinity : this.current.step));
  }

  async caution(): Promise<string> {
    return ''; // a lesson says itself what to do
  }

  async undo(): Promise<void> {
    throw new Refusal();
  }

  async hint(): Promise<Thought[]> {
    return [];
  }

  close(): void {
    this.engine.end();
  }
}
