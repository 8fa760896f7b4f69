// The types of the games' views, from the schemas beside the games: generated/views.d.ts, with a module virtual:views/GAME for each.
// tools/web.sh runs it before anything else.
import { existsSync, mkdirSync, readdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { resolve } from 'node:path';

const games = resolve(import.meta.dirname, '../../src/games');
const folder = resolve(import.meta.dirname, '../generated');
const file = `${folder}/views.d.ts`;

const SIMPLE = { integer: 'number', boolean: 'boolean', string: 'string' };

function object({ properties = {}, required = [], additionalProperties }, indent) {
  const inner = `${indent}  `;
  const lines = Object.entries(properties).map(
    ([name, schema]) =>
      (schema.description ? `${inner}/** ${schema.description} */\n` : '') +
      `${inner}${/^\w+$/.test(name) ? name : `'${name}'`}${required.includes(name) ? '' : '?'}: ${typeOf(schema, inner)};\n`,
  );
  if (typeof additionalProperties === 'object') return `Record<string, ${typeOf(additionalProperties, indent)}>`;
  return `{\n${lines.join('')}${indent}}`;
}

function array({ items, minItems, maxItems }, indent) {
  const item = typeOf(items, indent);
  return minItems !== undefined && minItems === maxItems ? `[${Array(minItems).fill(item).join(', ')}]` : `(${item})[]`;
}

function plain(schema, indent) {
  if (schema.enum) return schema.enum.map((word) => `'${word}'`).join(' | ');
  if (schema.type === 'object') return object(schema, indent);
  if (schema.type === 'array') return array(schema, indent);
  if (!SIMPLE[schema.type]) throw new Error(`no type for ${JSON.stringify(schema)}`);
  return SIMPLE[schema.type];
}

const typeOf = (schema, indent) => plain(schema, indent) + (schema.nullable ? ' | null' : '');

const modules = readdirSync(games)
  .filter((game) => existsSync(`${games}/${game}/${game}_view.schema.json`))
  .map((game) => {
    const schema = JSON.parse(readFileSync(`${games}/${game}/${game}_view.schema.json`, 'utf8'));
    return `declare module 'virtual:views/${game}' {\n  /** ${schema.description} */\n  export type View = ${typeOf(schema, '  ')};\n}\n`;
  });
const text = `// Made by build/views.mjs from src/games/*/*_view.schema.json.\n${modules.join('')}`;
if (!existsSync(file) || readFileSync(file, 'utf8') !== text) {
  mkdirSync(folder, { recursive: true });
  writeFileSync(`${file}.${process.pid}`, text);
  renameSync(`${file}.${process.pid}`, file); // whoever reads meanwhile has the old one or the new one
}
