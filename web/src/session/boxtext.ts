// The text of a box file, line by line: docs/RECORDS.md. Whether it makes sense, only the engine says; here lines are found, changed
// and kept as they are, comments too.
const TAG = /^\[([A-Za-z][A-Za-z0-9_]*) "((?:[^"\\]|\\["\\])*)"\]$/;

export const linesOf = (text: string): string[] => text.split('\n');

// The number of lines that are tags, with the blank line after them.
function headOf(lines: string[]): number {
  const blank = lines.indexOf('');
  return blank < 0 ? lines.length : blank + 1;
}

export function tagOf(text: string, name: string): string | null {
  const lines = linesOf(text);
  for (const line of lines.slice(0, headOf(lines))) {
    const found = TAG.exec(line);
    if (found?.[1] === name) return found[2]!.replace(/\\(["\\])/g, '$1');
  }
  return null;
}

export function withName(text: string, name: string): string {
  const lines = linesOf(text);
  const at = lines.slice(0, headOf(lines)).findIndex((line) => line.startsWith('[Name '));
  const line = `[Name "${name.replace(/["\\]/g, '\\$&')}"]`;
  if (at >= 0) lines[at] = line;
  else lines.splice(Math.min(2, lines.length), 0, line);
  return lines.join('\n');
}

// As much of a name as the format takes: 63 bytes.
export function fitName(name: string): string {
  const letters = [...name];
  while (new TextEncoder().encode(letters.join('')).length > 63) letters.pop();
  return letters.join('');
}

export interface Entry {
  at: number; // index of the line
  words: string[];
}

// The lines that say something, in order.
export function entriesOf(text: string): Entry[] {
  const lines = linesOf(text);
  const head = headOf(lines);
  return lines.flatMap((line, at) => (at < head || !line || line.startsWith(';') ? [] : [{ at, words: line.split(' ') }]));
}

const starts = (words: string[], key: string[]): boolean => key.every((word, i) => words[i] === word);

export const findEntry = (text: string, ...key: string[]): Entry | undefined => entriesOf(text).find(({ words }) => starts(words, key));

// Puts this line in place of the first one that starts with `key`, or after the last line of its kind (the first word), or at the
// end. null takes away every line that starts so.
export function withLine(text: string, key: string[], words: string[] | null): string {
  const lines = linesOf(text);
  const entries = entriesOf(text);
  if (!words) {
    const gone = new Set(entries.filter((entry) => starts(entry.words, key)).map(({ at }) => at));
    return lines.filter((_, at) => !gone.has(at)).join('\n');
  }
  const line = words.join(' ');
  const found = entries.find((entry) => starts(entry.words, key));
  if (found) {
    lines[found.at] = line;
    return lines.join('\n');
  }
  const kin = entries.findLast((entry) => entry.words[0] === key[0]);
  if (kin) lines.splice(kin.at + 1, 0, line);
  else {
    while (lines.length > headOf(lines) && lines.at(-1) === '') lines.pop();
    if (!lines.includes('')) lines.push('');
    lines.push(line, '');
  }
  return lines.join('\n');
}

// The whole number in a word, or null.
export const numberIn = (word: string | undefined): number | null => (word !== undefined && /^-?\d{1,6}$/.test(word) ? Number(word) : null);

// What follows `key` in the line that starts with it: as the text has them, or as the default box does.
export function wordsOf(text: string, standard: string, ...key: string[]): string[] {
  const words = (findEntry(text, ...key) ?? findEntry(standard, ...key))?.words ?? [];
  return words.slice(key.length);
}
