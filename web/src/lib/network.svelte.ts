// Whether the device has a network, as far as the browser knows.
let up = $state(typeof navigator === 'undefined' || navigator.onLine !== false);

if (typeof window !== 'undefined') {
  window.addEventListener('online', () => (up = true));
  window.addEventListener('offline', () => (up = false));
}

export const online = (): boolean => up;
