// What is said above the table: who has won, what you are asked, for whom one waits.
import { t } from '../lib/i18n.svelte';
import type { TableState } from '../session/types';

const listed = (names: string[]): string => new Intl.ListFormat(document.documentElement.lang, { type: 'conjunction' }).format(names);

function won({ winners, you }: TableState, names: string[]): string {
  const others = winners!.filter((seat) => seat !== you).map((seat) => names[seat]!);
  if (!others.length) return t('You win!');
  if (others.length < winners!.length) return t('You win, with %s!', listed(others));
  return others.length === 1 ? t('Winner: %s', others[0]!) : t('Winners: %s', listed(others));
}

// `asked`: what the game asks you, '' for the usual words, null while it is not your turn.
export function statusWords(state: TableState, names: string[], asked: string | null): string {
  if (state.phase === 'over' && state.winners) return won(state, names);
  if (asked !== null) return asked || t('Your turn');
  const others = state.actors.filter((seat) => seat !== state.you).map((seat) => names[seat]!);
  return others.length ? t('Waiting for %s', listed(others)) : '…';
}
