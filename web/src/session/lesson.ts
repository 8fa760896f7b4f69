// A lesson: a prepared game on the real engine. The learner plays their own events of the record, the others play theirs.
import { writable, type Readable } from 'svelte/store';
import type { Lesson, LessonStep } from '../games/types';
import { startEngine, type Engine } from '../engine/engine';
import { Refusal } from '../engine/module';
import type { Lang } from '../lib/i18n.svelte';
import { cut, readRecord, setupOf, writeRecord, type RecordText } from './record';
import { seatPlayers } from './players';
import type { Session, TableState, Thought } from './types';

// The words to read before event `at`.
export const stepsAt = (lesson: Lesson, at: number): LessonStep[] => lesson.steps.filter((step) => step.at === at);

export class LessonSession implements Session {
  readonly state: Readable<TableState>;
  private readonly store;
  private current: TableState;
  private readonly script: RecordText;
  private game = 0;
  private gone = -1; // the step that it went on from by itself

  static async open(lesson: Lesson, yourName: string, lang: Lang): Promise<LessonSession> {
    const session = new LessonSession(await startEngine(lang), lesson, yourName);
    await session.start();
    return session;
  }

  private constructor(
    private readonly engine: Engine,
    private readonly lesson: Lesson,
    yourName: string,
  ) {
    this.script = readRecord(lesson.record);
    const setup = setupOf(this.script);
    const seats = seatPlayers(setup.players, lesson.you, yourName, 'medium');
    this.current = {
      setup, phase: 'running', you: lesson.you, step: -1, event: null, view: null, actors: [], legal: [], log: [], points: null,
      winners: null, thinking: false, undo: false, deadline: null,
      seats: seats.map(({ name, bot }) => ({ kind: bot ? 'bot' : 'person', name, you: !bot, online: true, bot })),
    };
    this.store = writable(this.current);
    this.state = this.store;
  }

  private async start(): Promise<void> {
    this.game = await this.engine.read(writeRecord(cut(this.script, 0)), 1n);
    await this.engine.names(this.game, this.current.seats.map(({ name }) => name));
    await this.hear();
  }

  private async hear(): Promise<void> {
    for (const { event, words, actors, view } of await this.engine.news(this.game, this.lesson.you)) {
      const log = event ? [...this.current.log, { n: this.current.log.length, kind: 'event' as const, words: words ?? '', event }] : this.current.log;
      this.current = { ...this.current, step: this.current.step + 1, event: event ?? null, view, actors, log, legal: [] };
      const next = this.next();
      // The whole list, so that the table looks as it will in a game; what the lesson wants is marked.
      if (next.yours) this.current.legal = await this.engine.legal(this.game, this.lesson.you);
      this.store.set(this.current);
    }
  }

  // The next event of the lesson: the action that the learner is to take, or what happens by itself.
  next(): { yours: boolean; text: string } | { yours: false; text: null } {
    const line = this.script.events[this.current.step];
    if (line === undefined) return { yours: false, text: null };
    const [who, ...words] = line.split(' ');
    return who === String(this.lesson.you) ? { yours: true, text: words.join(' ') } : { yours: false, text: line };
  }

  // Does what happens by itself: once a step, however often it is called.
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
    await this.engine.act(this.game, this.lesson.you, action);
    await this.hear();
  }

  // As far as it went: to play on against bots.
  async record(): Promise<string> {
    return writeRecord(cut(this.script, this.current.step));
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
