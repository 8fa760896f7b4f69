// Who sits at a table on this machine.
import type { LocalSeat } from './local';

const NAMES = ['Aiko', 'Ben', 'Chloé', 'Daichi', 'Emi', 'Farid', 'Goro'];

// You at `you`, bots elsewhere; `levels` by seat, or one for all; `called`: names by seat, where there are any.
export function seatPlayers(players: number, you: number | null, yourName: string, levels: string | string[], called: string[] = []): LocalSeat[] {
  const names = NAMES.filter((name) => name !== yourName && !called.includes(name));
  return [...Array(players).keys()].map((seat) =>
    seat === you
      ? { name: yourName, bot: null }
      : { name: called[seat] || names.shift()!, bot: typeof levels === 'string' ? levels : (levels[seat] ?? 'medium') },
  );
}
