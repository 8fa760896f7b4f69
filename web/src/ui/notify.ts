// A word from the system when it is your turn and you look elsewhere.
export const mayNotify = (): boolean => 'Notification' in window && Notification.permission === 'granted';

export async function notify(title: string, body: string): Promise<void> {
  if (!mayNotify() || document.visibilityState === 'visible') return;
  const options = { body, tag: 'tatami-turn', icon: '/icon.svg', data: location.pathname };
  try {
    const note = new Notification(title, options);
    note.onclick = () => (window.focus(), note.close());
  } catch {
    // Phones leave it to the service worker, which hears the tap as well.
    const worker = await navigator.serviceWorker?.getRegistration();
    await worker?.showNotification(title, options).catch(() => undefined);
  }
}
