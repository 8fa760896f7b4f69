// The current address, and going elsewhere.
import { readRoute, type Route } from './route-read';

const here = () => readRoute(location.pathname, location.hash);

let current = $state.raw<Route>(here());
export const route = (): Route => current;

// `t/ID` for a table of the server, `play/ID`, `rules/GAME`, … or '' for home.
export const address = (to: string): string => (to.startsWith('t/') ? `/${to}` : `/#/${to}`);

export function go(to: string, replace = false): void {
  history[replace ? 'replaceState' : 'pushState'](null, '', address(to));
  current = here();
  scrollTo(0, 0);
}

// Links inside the client change the screen, not the page.
export function followLinks(): void {
  window.addEventListener('popstate', () => (current = here()));
  window.addEventListener('hashchange', () => (current = here()));
  window.addEventListener('click', (event) => {
    const link = (event.target as Element | null)?.closest?.('a[href]');
    if (!(link instanceof HTMLAnchorElement) || event.defaultPrevented || event.button || event.metaKey || event.ctrlKey || event.shiftKey) return;
    if (link.origin !== location.origin || link.target || link.hasAttribute('download')) return;
    const { screen } = readRoute(link.pathname, link.hash);
    if (screen === 'unknown' || (link.pathname === location.pathname && link.hash === '')) return;
    event.preventDefault();
    history.pushState(null, '', link.href);
    current = here();
    scrollTo(0, 0);
  });
}
