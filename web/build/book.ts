// Reads a page of rules: web/src/games/GAME/rules/LANG.md. Markdown as markdown.ts knows it, and
//
//     ## setup | Setting up      a chapter: its name in addresses, its title
//     !cards r2 r3               something to show: a component of the game's book, with words for it; or an example
//     !cards yf | One fusion.    the same, with words beside it
//     @12 The trick is for red.  below an example: what to read after event 12 of its record
//     @13+ Nobody wins it yet.   the same, while event 13 is still happening
//     !setup                     the table before the first decision, for the number of players that is chosen
//     :players 2 3               from here on for two and three players only
//     :all                       for everybody again
//     {T9}                       a link to the numbered rule
import type { Chapter, Note, Part } from '../src/books/types.ts';
import { renderMarkdown, typeset } from './markdown.ts';

const ruleLinks = (html: string, game: string) =>
  html.replace(/\{([A-Z]\d+)\}/g, (_, rule: string) => `<a class="rule" href="/#/rules/${game}/${rule}">${rule}</a>`);

export function readBook(source: string, game: string): Chapter[] {
  const chapters: Chapter[] = [];
  let players: number[] | undefined;
  let words: string[] = [];
  const render = (text: string) => ruleLinks(renderMarkdown(text, 0), game);
  const add = (part: Part) => chapters.at(-1)!.parts.push(players ? { ...part, players } : part);
  const flush = () => {
    if (words.some((line) => line.trim())) add({ html: render(words.join('\n')) });
    words = [];
  };
  let notes: Note[] | null = null;
  for (const line of source.split('\n')) {
    const chapter = /^## (\w+) \| (.*)$/.exec(line);
    const only = /^:players ([\d ]+)$/.exec(line);
    const note = /^@(\d+)(\+?) (.*)$/.exec(line);
    if (chapter) {
      if (chapters.length) flush();
      chapters.push({ id: chapter[1]!, title: typeset(chapter[2]!), parts: [] });
    } else if (only || line === ':all') {
      flush();
      players = only ? only[1]!.split(' ').map(Number) : undefined;
    } else if (line.startsWith('!')) {
      flush();
      notes = [];
      const [thing = '', beside] = line.slice(1).split(' | ');
      const [show = '', ...args] = thing.trim().split(' ');
      add(beside ? { show, args, notes, beside: render(beside) } : { show, args, notes });
    } else if (note) {
      if (!notes) throw new Error(`a note without an example: ${line}`);
      const html = render(note[3]!).replace(/^<p>|<\/p>$/g, '');
      notes.push(note[2] ? { at: Number(note[1]), held: true, html } : { at: Number(note[1]), html });
    } else words.push(line);
  }
  flush();
  return chapters;
}

// The numbered rules of docs/rules/GAME.md; each rule can be linked to by its number.
export const readNumbered = (source: string): string =>
  renderMarkdown(source.replace(/^# .*\n/, ''), 0).replace(/<li>\s*<strong>([A-Z]\d+)/g, '<li id="$1" tabindex="-1"><strong>$1');
