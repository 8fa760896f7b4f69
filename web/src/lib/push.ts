// Notifications with the browser closed: this device's subscription, at the browser's push service and at our server.
import { introduce } from './api';
import { language } from './i18n.svelte';
import { pushKey, subscribeMe, unsubscribeMe } from './mine';
import { settings } from './settings.svelte';

const bytesOf = (text: string): Uint8Array<ArrayBuffer> =>
  Uint8Array.from(atob(text.replaceAll('-', '+').replaceAll('_', '/')), (letter) => letter.charCodeAt(0));

const lettersOf = (bytes: ArrayBuffer | null): string =>
  btoa(String.fromCharCode(...new Uint8Array(bytes ?? new ArrayBuffer(0))))
    .replaceAll('+', '-')
    .replaceAll('/', '_')
    .replaceAll('=', '');

export const canPush = (): boolean => 'serviceWorker' in navigator && 'PushManager' in window && 'Notification' in window;

// Only if there is one already: waiting for it could take for ever.
const manager = async (): Promise<PushManager | undefined> => (await navigator.serviceWorker.getRegistration())?.pushManager;

async function current(): Promise<PushSubscription | null> {
  return (canPush() && (await (await manager())?.getSubscription())) || null;
}

export const isPushed = async (): Promise<boolean> => Notification.permission === 'granted' && !!(await current());

const sameKey = (found: PushSubscription, key: Uint8Array): boolean => {
  const theirs = found.options.applicationServerKey;
  return !theirs || lettersOf(theirs) === lettersOf(key.slice().buffer);
};

// Asks the person, the browser's push service, then our server. False if the person says no.
export async function startPush(): Promise<boolean> {
  if ((await Notification.requestPermission()) !== 'granted') return false;
  const registration = (await navigator.serviceWorker.getRegistration()) ?? (await navigator.serviceWorker.register('/sw.js'));
  const key = bytesOf(await pushKey());
  let found = await registration.pushManager.getSubscription();
  if (found && !sameKey(found, key)) {
    await found.unsubscribe(); // another server's
    found = null;
  }
  found ??= await registration.pushManager.subscribe({ userVisibleOnly: true, applicationServerKey: key });
  await introduce(settings.name.trim());
  await subscribeMe({ endpoint: found.endpoint, p256dh: lettersOf(found.getKey('p256dh')), auth: lettersOf(found.getKey('auth')), lang: language() });
  return true;
}

// Here first: then nothing arrives, even if the server cannot be reached.
export async function stopPush(): Promise<void> {
  const found = await current();
  if (!found) return;
  await found.unsubscribe();
  await unsubscribeMe(found.endpoint).catch(() => undefined);
}
