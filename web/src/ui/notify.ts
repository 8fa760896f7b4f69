// A word from the system when it is your turn and you look elsewhere.
export const mayNotify = (): boolean => 'Notification' in window && Notification.permission === 'granted';

export function notify(title: string, body: string): void {
  if (!mayNotify() || document.visibilityState === 'visible') return;
  try {
    const note = new Notification(title, { body, tag: 'tatami-turn', icon: '/icon.svg' });
    note.onclick = () => (window.focus(), note.close());
  } catch {
    // Some phones only let a service worker do this: then the title of the page must do.
  }
}
