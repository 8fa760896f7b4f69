// Positions in which somebody must decide, of every game that the program knows: for every number of players, and every
// option that is a choice of words, each verb that can be decided, where there is most to choose from.
import { execFileSync } from 'node:child_process';
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

const tatami = process.env.TATAMI;
const run = (...words) => execFileSync(tatami, words, { encoding: 'utf8', maxBuffer: 1 << 28 });

// What `tatami games` says: the game, the numbers of players, the options with their words.
export function games() {
  const list = [];
  for (const line of run('games').split('\n')) {
    const game = /^(\w+) \((.*), (\d+) to (\d+) players\)$/.exec(line);
    const option = /^ {4}([\w-]+)=(\w+(?:\|\w+)+) \(default (\w+)\)/.exec(line);
    if (game) list.push({ id: game[1], title: game[2], players: [Number(game[3]), Number(game[4])], choices: [] });
    else if (option) for (const word of option[2].split('|')) if (word !== option[3]) list.at(-1).choices.push([option[1], word]);
  }
  return list;
}

// Every decision of a record: where, who, what can be done.
function decisions(record) {
  const head = record.slice(0, record.indexOf('\n\n') + 2);
  const lines = execFileSync(tatami, ['replay', '--legal', '-'], { input: record, encoding: 'utf8', maxBuffer: 1 << 28 }).split('\n');
  const events = [];
  const found = [];
  for (const line of lines) {
    const turn = /^turn (\d+): (.*)$/.exec(line);
    if (turn) found.push({ you: Number(turn[1]), legal: turn[2].split(' | '), record: head + events.map((event) => `${event}\n`).join('') });
    else if (/^(\*|\d+) /.test(line)) events.push(line);
  }
  return found;
}

// The positions of one setting: for each verb, the one where it stands beside the most actions. Several checks ask for the same.
const known = new Map();
export function positions(game, players, options = {}) {
  const key = JSON.stringify([game, players, options]);
  if (!known.has(key)) known.set(key, find(game, players, options));
  return [...known.get(key)];
}

function find(game, players, options) {
  const folder = mkdtempSync(join(tmpdir(), 'tatami-'));
  try {
    const how = Object.entries(options).flatMap(([name, word]) => ['--option', `${name}=${word}`]);
    run('sim', game, String(players), '--games', '2', '--seed', '5', '--bot', 'thumb', '--records', folder, ...how);
    const best = new Map();
    for (const file of readdirSync(folder).sort()) {
      // A result belongs to the end of a record; these stop earlier.
      for (const at of decisions(readFileSync(join(folder, file), 'utf8').replace(/^\[Result .*\n/m, ''))) {
        for (const verb of new Set(at.legal.map((action) => action.split(' ')[0]))) {
          if (!best.has(verb) || at.legal.length >= best.get(verb).legal.length) best.set(verb, at);
        }
      }
    }
    const chosen = new Set(best.values());
    return [...chosen].map((at) => ({ ...at, game, players, options, verbs: [...best].filter(([, other]) => other === at).map(([verb]) => verb) }));
  } finally {
    rmSync(folder, { recursive: true });
  }
}
