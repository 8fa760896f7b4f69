// What the client takes from the rest of the project when it is built: facts of the games, messages, rules.
import { readdirSync, readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { gunzipSync } from 'node:zlib';
import type { Plugin } from 'vite';
import { readBook, readNumbered } from './book.ts';
import { renderMarkdown, splitSections } from './markdown.ts';
import { readPo, type Message } from './po.ts';

const root = resolve(import.meta.dirname, '../..');
export const engineFile = process.env.TATAMI_WASM ?? resolve(root, 'build-wasm/tatami.wasm');
// For browsers that know no vectors.
export const plainEngineFile = engineFile.replace(/\.wasm$/, '-plain.wasm');

interface Facts {
  games: { about: string; assumed: string | null; options: { title: string; help: string; labels: string[] }[] }[];
  bots: { about: string }[];
}

function readFacts(): Facts {
  const { exports } = new WebAssembly.Instance(new WebAssembly.Module(readFileSync(engineFile)));
  const { memory, tatami_facts } = exports as unknown as { memory: WebAssembly.Memory; tatami_facts(): number };
  const at = tatami_facts(); // may grow the memory
  const bytes = new Uint8Array(memory.buffer, at);
  return JSON.parse(new TextDecoder().decode(bytes.subarray(0, bytes.indexOf(0)))) as Facts;
}

// How the file of each network begins: that says what it has learned (TM_NET_HEAD in tatami/bot.h).
const HEAD = 256;
const nets = resolve(root, 'nets');
const netFiles = () => readdirSync(nets).filter((file) => file.endsWith('.net.gz')).sort();
const netHeads = () =>
  Object.fromEntries(netFiles().map((file) => [file, gunzipSync(readFileSync(resolve(nets, file))).subarray(0, HEAD).toString('base64')]));

const used = (messages: Message[], mine: (message: Message) => boolean) =>
  Object.fromEntries(messages.filter(mine).map(({ id, text }) => [id, text]));

// The messages that the screens show: their own and those of the facts.
function screenMessages(messages: Message[], facts: Facts) {
  const ids = new Set<string>();
  for (const game of facts.games) {
    ids.add(game.about);
    if (game.assumed) ids.add(game.assumed);
    for (const { title, help, labels } of game.options) for (const id of [title, help, ...labels]) ids.add(id);
  }
  for (const bot of facts.bots) ids.add(bot.about);
  return used(messages, ({ id, files }) => ids.has(id) || files.some((file) => file.startsWith('web/') && !LESSON.test(file)));
}

// The messages of lessons, which are fetched with the first lesson.
const LESSON = /^web\/src\/games\/\w+\/lessons\//;
const lessonMessages = (messages: Message[]) => used(messages, ({ files }) => files.every((file) => LESSON.test(file)));

// The messages that the engine shows.
const engineMessages = (messages: Message[]) =>
  used(messages, ({ files }) => files.some((file) => /^src\/(base|bots|games|table|wasm)\//.test(file)));

// The player aids by the title of the game. How to type on a terminal is no matter here: always the last part.
function aids(file: string) {
  const sections = splitSections(readFileSync(file, 'utf8'));
  sections.delete('');
  return Object.fromEntries([...sections].map(([title, text]) => [title, renderMarkdown(text.replace(/\n### [^#]*$/, '\n'))]));
}

// A page whose title is the screen's.
const whole = (file: string) => renderMarkdown(readFileSync(file, 'utf8').replace(/^# .*\n/, ''), 0);

export function tatami(): Plugin {
  const doc = (name: string) => resolve(root, `docs/${name}.md`);
  const po = (lang: string) => resolve(root, `po/${lang}.po`);
  const french = () => readPo(readFileSync(po('fr'), 'utf8'));
  const sources: Record<string, { files: string[]; read(): unknown }> = {
    'virtual:facts': { files: [engineFile], read: readFacts },
    'virtual:nets': { files: netFiles().map((file) => resolve(nets, file)), read: netHeads },
    'virtual:screens/fr': {
      files: [engineFile, po('fr')],
      read: () => screenMessages(french(), readFacts()),
    },
    'virtual:engine/fr': { files: [po('fr')], read: () => engineMessages(french()) },
    'virtual:lessons/fr': { files: [po('fr')], read: () => lessonMessages(french()) },
    'virtual:aids/en': { files: [doc('AIDS')], read: () => aids(doc('AIDS')) },
    'virtual:aids/fr': { files: [doc('AIDS.fr')], read: () => aids(doc('AIDS.fr')) },
    'virtual:credits/en': { files: [doc('CREDITS')], read: () => whole(doc('CREDITS')) },
    'virtual:credits/fr': { files: [doc('CREDITS.fr')], read: () => whole(doc('CREDITS.fr')) },
    'virtual:fairness/en': { files: [doc('FAIRNESS')], read: () => whole(doc('FAIRNESS')) },
    'virtual:fairness/fr': { files: [doc('FAIRNESS.fr')], read: () => whole(doc('FAIRNESS.fr')) },
  };
  return {
    name: 'tatami',
    transform(code, id) {
      const page = /\/games\/(\w+)\/rules\/\w+\.md$/.exec(id);
      if (page) return `export default ${JSON.stringify(readBook(code, page[1]!))};`;
      if (/\/docs\/rules\/\w+\.md$/.test(id)) return `export default ${JSON.stringify(readNumbered(code))};`;
      return undefined;
    },
    resolveId: (id) => (id in sources ? `\0${id}` : undefined),
    load(id) {
      const source = id.startsWith('\0') ? sources[id.slice(1)] : undefined;
      if (!source) return undefined;
      for (const file of source.files) this.addWatchFile(file);
      return `export default JSON.parse(${JSON.stringify(JSON.stringify(source.read()))});`;
    },
  };
}
