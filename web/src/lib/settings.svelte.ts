// What a person chose, kept on this machine.
export type Theme = 'auto' | 'light' | 'dark';
export type Motion = 'auto' | 'full' | 'none';
export type Confirm = 'off' | 'important' | 'all';
export type Speed = 'slow' | 'normal' | 'fast' | 'instant';

export interface Settings {
  lang: string; // '': the browser's
  theme: Theme;
  motion: Motion;
  speed: Speed;
  sound: boolean;
  confirm: Confirm; // which decisions are asked about first; which are important, the engine says
  keys: boolean; // single letters and digits act
  name: string;
  level: string; // of the bots in `play now`
}

const KEY = 'tatami.settings';
const defaults: Settings = { lang: '', theme: 'auto', motion: 'auto', speed: 'normal', sound: false, confirm: 'important', keys: true, name: '', level: 'medium' };

function kept(): Partial<Settings> {
  try {
    return JSON.parse(localStorage.getItem(KEY) ?? '{}') as Partial<Settings>;
  } catch {
    return {};
  }
}

export const settings: Settings = $state({ ...defaults, ...kept() });

export function keepSettings(): void {
  try {
    localStorage.setItem(KEY, JSON.stringify(settings));
  } catch {
    // If storage is full or forbidden, the settings last until the page is closed.
  }
}

export const speedFactor = (): number => ({ slow: 1.8, normal: 1, fast: 0.45, instant: 0 })[settings.speed];

export const still = (): boolean =>
  settings.motion === 'none' || (settings.motion === 'auto' && matchMedia('(prefers-reduced-motion: reduce)').matches);
