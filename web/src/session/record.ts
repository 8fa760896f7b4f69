// Records as text: tags, a blank line, one event per line.
import type { Setup } from './types';

export interface RecordText {
  tags: [name: string, value: string][];
  events: string[]; // without comments
}

export function readRecord(text: string): RecordText {
  const [head, ...rest] = text.split(/\n\s*\n/);
  const tags: RecordText['tags'] = [];
  for (const line of head!.split('\n')) {
    const tag = /^\[(\w+) "((?:[^"\\]|\\.)*)"\]$/.exec(line.trim());
    if (tag) tags.push([tag[1]!, tag[2]!.replace(/\\(.)/g, '$1')]);
  }
  const events = rest
    .join('\n')
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line && !line.startsWith(';'));
  return { tags, events };
}

export function writeRecord({ tags, events }: RecordText): string {
  const escaped = (value: string) => value.replace(/[\u0000-\u001f]/g, '').replace(/["\\]/g, '\\$&');
  return `${tags.map(([name, value]) => `[${name} "${escaped(value)}"]`).join('\n')}\n\n${events.map((e) => `${e}\n`).join('')}`;
}

export const tag = (record: RecordText, name: string): string | undefined => record.tags.find(([n]) => n === name)?.[1];

// The first n events; a game cut short has no result.
export const cut = (record: RecordText, n: number): RecordText =>
  n >= record.events.length ? record : { tags: record.tags.filter(([name]) => name !== 'Result'), events: record.events.slice(0, n) };

// The seats as the tags name them: see seatTag; `bot:hard` is a bot without a name.
export function withSeats(record: RecordText, seats: readonly string[]): RecordText {
  const others = record.tags.filter(([name]) => !/^Seat\d$/.test(name));
  const result = others.filter(([name]) => name === 'Result');
  const rest = others.filter(([name]) => name !== 'Result');
  return { tags: [...rest, ...seats.flatMap((seat, i): [string, string][] => (seat ? [[`Seat${i}`, seat]] : [])), ...result], events: record.events };
}

// How a tag names who sits there: `Ann`, or `Aiko (medium)` for a bot of that level.
export const seatTag = ({ name, bot }: { name: string; bot: string | null }): string => (bot ? `${name} (${bot})` : name);

export const seatTags = (record: RecordText, players: number): (string | undefined)[] =>
  [...Array(players).keys()].map((seat) => tag(record, `Seat${seat}`));

export function setupOf(record: RecordText, box: string | null = null): Setup {
  const options = record.tags.filter(([name]) => name === 'Option').map(([, value]) => value.split('=') as [string, string]);
  return { game: tag(record, 'Game') ?? '', players: Number(tag(record, 'Players') ?? 0), options: Object.fromEntries(options), box };
}
