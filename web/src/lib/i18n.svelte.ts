// Languages. The English text is the message id; tools/po.sh finds `t('…')`, `tn('…', '…', n)` and `N_('…')`.
import { format } from './format';

export type Lang = 'en' | 'fr';
export const languages: { id: Lang; name: string }[] = [
  { id: 'en', name: 'English' },
  { id: 'fr', name: 'Français' },
];

type Messages = Record<string, string>;
type Loaders = Partial<Record<Lang, () => Promise<{ default: Messages }>>>;
const loaders: Loaders = { fr: () => import('virtual:screens/fr') };
// What lessons say is fetched with the first of them.
const lessonLoaders: Loaders = { fr: () => import('virtual:lessons/fr') };
let lessons = false;

let lang = $state<Lang>('en');
let messages = $state.raw<Messages>({});
let plural = new Intl.PluralRules('en'); // dear to make

export const language = (): Lang => lang;

export async function setLanguage(wanted: Lang): Promise<void> {
  const loaded = await Promise.all([loaders[wanted]?.(), lessons ? lessonLoaders[wanted]?.() : undefined]);
  messages = Object.assign({}, ...loaded.map((part) => part?.default));
  plural = new Intl.PluralRules(wanted);
  lang = wanted;
  if (typeof document !== 'undefined') document.documentElement.lang = wanted;
}

export async function loadLessonWords(): Promise<void> {
  lessons = true;
  const loaded = await lessonLoaders[lang]?.();
  if (loaded) messages = { ...messages, ...loaded.default };
}

export function preferredLanguage(kept: string | null, browser: readonly string[]): Lang {
  if (kept === 'en' || kept === 'fr') return kept;
  for (const tag of browser) {
    const found = languages.find(({ id }) => tag.toLowerCase().startsWith(id));
    if (found) return found.id;
  }
  return 'en';
}

// Marks a text that is translated where it is shown.
export const N_ = (id: string): string => id;

export const t = (id: string, ...values: (string | number)[]): string => format(messages[id] ?? id, values);

// `one` or `many`, by n; n is the first value of the text.
export function tn(one: string, many: string, n: number, ...values: (string | number)[]): string {
  const forms = messages[`${one}\0${many}`]?.split('\0') ?? [one, many];
  const isMany = plural.select(n) !== 'one';
  return format(forms[isMany ? 1 : 0]!, [n, ...values]);
}

export const number = (value: number): string => new Intl.NumberFormat(lang).format(value);
export const date = (at: number): string => new Intl.DateTimeFormat(lang, { dateStyle: 'medium', timeStyle: 'short' }).format(at);
