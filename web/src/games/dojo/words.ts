// Cards, trophies, actions and points in words.
import { N_, t, tn } from '../../lib/i18n.svelte';
import { at, belt, disciple, told, type DojoView, type Group, type Line, type Place, type Player, type Shown, type Sign, type Trophy } from './view';

const NAMES: Record<string, string> = {
  m: N_('monkey'), f: N_('fox'), t: N_('tigress'), c: N_('crane'), b: N_('bear'), r: N_('raccoon'),
};
const BELTS = ['', N_('white belt'), N_('yellow belt'), N_('green belt'), N_('blue belt'), N_('black belt')];
const PRIZES: Record<Trophy, [name: string, effect: string]> = {
  belt: [N_('multicoloured belt'), N_('In its column, two equal belts are enough.')],
  kimono: [N_('competition kimono'), N_('In its column, three equal belts count double.')],
  broom: [N_('broom'), N_('The cards of its column may be rearranged before counting.')],
  raccoon: [N_('raccoon'), N_('One card of its row also counts as a raccoon.')],
  incense: [N_('incense'), N_('Its row scores for every disciple, not only the most frequent one.')],
  assistant: [N_('assistant'), N_('The cards of its row may be rearranged before counting.')],
};
const SIGNS: Record<Sign, string> = { rock: N_('rock'), paper: N_('paper'), scissors: N_('scissors') };

export const discipleName = (letter: string): string => t(NAMES[letter] ?? '');
export const beltName = (value: number): string => t(BELTS[value] ?? '');
export const cardName = (card: string): string => t('%1$s, %2$s (%3$d)', discipleName(disciple(card)), beltName(belt(card)), belt(card));
// As short as possible: `crane 1`.
export const cardSign = (card: string): string => `${discipleName(disciple(card))} ${belt(card)}`;
export const trophyName = (trophy: Shown): string => (trophy === '?' ? t('trophy') : t(PRIZES[trophy][0]));
export const signName = (sign: Sign): string => t(SIGNS[sign]);

// What a trophy does.
export function trophyEffect(trophy: Shown, { white_belt }: Pick<DojoView, 'white_belt'>): string {
  return white_belt || trophy === '?' ? t('Worth 3 points at the end.') : t(PRIZES[trophy][1]);
}
export const trophyWords = (trophy: Shown, view: Pick<DojoView, 'white_belt'>): string =>
  t('Trophy: %1$s. %2$s', trophyName(trophy), trophyEffect(trophy, view));

// Where a place is, described by the cards next to it.
export function beside({ dojo }: Player, { row, col }: Place): string {
  const sides: [number, number, string][] = [
    [0, -1, N_('right of %s')], [0, 1, N_('left of %s')], [-1, 0, N_('below %s')], [1, 0, N_('above %s')],
  ];
  const found = sides.flatMap(([dr, dc, words]) => {
    const laid = at(dojo, row + dr, col + dc);
    return laid ? [t(words, cardName(laid.card))] : [];
  });
  return found.join('; ');
}

export function placeWords(player: Player, place: Place): string {
  const near = beside(player, place);
  const { row, col } = told(player, place);
  if (!near) return player.dojo.length ? t('row %1$d, column %2$d', row, col) : t('in the middle of your hall');
  return t('row %1$d, column %2$d: %3$s', row, col, near);
}

export function describeAction(action: string, view: DojoView, names: string[]): string {
  const [verb, ...rest] = action.split(' ');
  const you = view.seat;
  switch (verb) {
    case 'give': {
      const seat = Number(rest[0]);
      if (seat === you) return view.drawn ? t('Keep it: %s', cardName(view.drawn)) : t('Keep the card');
      return view.drawn ? t('Give to %1$s: %2$s', names[seat] ?? '', cardName(view.drawn)) : t('Give the card to %s', names[seat] ?? '');
    }
    case 'challenge': return view.dealer === null ? t('Challenge') : t('Challenge %s', names[view.dealer] ?? '');
    case 'pass': return t('Do not challenge');
    case 'swap': return t('Swap the two cards');
    case 'keep': return t('Keep the cards as they are');
    case 'place': {
      const place = { row: Number(rest[0]), col: Number(rest[1]) };
      return t('Place: %s', you === null ? '' : placeWords(view.players[you]!, place));
    }
    case 'trophy': {
      const line = Number(rest[1]);
      const { row, col } = told(you === null ? { dojo: [] } : view.players[you]!, { row: line, col: line });
      return rest[0] === 'row' ? t('Trophy beside row %d', row) : t('Trophy above column %d', col);
    }
    default: return verb && verb in SIGNS ? signName(verb as Sign) : action;
  }
}

export function promptWords(view: DojoView, you: number, legal: string[], names: string[]): string {
  const own = view.players[you]?.card;
  switch (view.phase) {
    case 'give': return view.drawn ? t('Who gets it: %s?', cardSign(view.drawn)) : '';
    case 'challenge': return t('Challenge %s?', names[view.dealer ?? 0] ?? '');
    case 'throw': return t('Rock, paper, scissors: choose');
    case 'swap': return t('You won! Swap the cards?');
    case 'place': return own ? t('Place your card: %s', cardSign(own)) : '';
    case 'set':
      if (!view.prize) return '';
      return legal.some((action) => action.startsWith('trophy row')) ? t('Choose a row for the trophy') : t('Choose a column for the trophy');
    default: return '';
  }
}

// `3 monkeys` would need a plural for every name; a number and the name are enough.
const groupWords = (group: Group, row: boolean): string =>
  row
    ? t('%1$d × %2$s', group.at.length, discipleName(group.of))
    : t('%1$d × %2$s', group.at.length, beltName(Number(group.of)));

// What a trophy beside a row or above a column does to its points.
const TROPHY_HELP: Partial<Record<string, () => string>> = {
  raccoon: () => t('one counts as a raccoon, thanks to the trophy'),
  incense: () => t('all count, thanks to the incense'),
  kimono: () => t('doubled by the kimono'),
  belt: () => t('two are enough, thanks to the multicoloured belt'),
};

// Where the points of a row or column come from: `3 × monkey`, and what helped.
export function lineWords(line: Line, player: Player): string {
  const row = line.row !== undefined;
  const parts = line.groups.map((group) => groupWords(group, row));
  if (!parts.length) return t('no equal belts');
  const trophy = player.placed.find((placed) => (row ? placed.row === line.row : placed.col === line.col))?.trophy;
  const help = [
    line.raccoons ? tn('with %d raccoon', 'with %d raccoons', line.raccoons) : '',
    (line.helped && trophy && TROPHY_HELP[trophy]?.()) || '',
  ].filter(Boolean);
  return help.length ? `${parts.join(' + ')} (${help.join('; ')})` : parts.join(' + ');
}
