// A system notification when it is your turn and the page is hidden.
export const mayNotify = (): boolean => 'Notification' in window && Notification.permission === 'granted';

export async function notify(title: string, body: string): Promise<void> {
  if (!mayNotify() || document.visibilityState === 'visible') return;
  const options = { body, tag: 'tatami-turn', icon: '/icon.svg', data: location.pathname };
  try {
    const note = new Notification(title, options);
    note.onclick = () => (window.focus(), note.close());
  } catch {
    // On phones the service worker does this, and also handles the tap.
    const worker = await navigator.serviceWorker?.getRegistration();
    await worker?.showNotification(title, options).catch(() => undefined);
  }
}
