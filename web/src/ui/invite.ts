// Hands out the link to a table: with the device's own sharing, else the clipboard, else in words.
import { t } from '../lib/i18n.svelte';
import { toast } from './toasts.svelte';

export const tableLink = (id: string): string => `${location.origin}/t/${id}`;

export async function invite(id: string, title: string): Promise<void> {
  const link = tableLink(id);
  try {
    if (navigator.share) await navigator.share({ url: link, title });
    else {
      await navigator.clipboard.writeText(link);
      toast(t('Link copied.'));
    }
  } catch (error) {
    if (!(error instanceof Error && error.name === 'AbortError')) toast(link);
  }
}
