// The current address. Tables on a server have their own addresses, /t/ID; everything else is after the #, so that any
// web server will do.
export interface Route {
  screen: string; // '' is home
  words: string[]; // what follows it
  query: URLSearchParams;
}

// A damaged address counts as an unknown page; it must not break the client.
function decoded(word: string): string {
  try {
    return decodeURIComponent(word);
  } catch {
    return word;
  }
}

export function readRoute(path: string, hash: string): Route {
  const table = /^\/t\/([^/]+)\/?$/.exec(path);
  const [place = '', query = ''] = hash.replace(/^#\/?/, '').split('?');
  const [screen = '', ...words] = place.split('/').filter(Boolean).map(decoded);
  if (table && !screen) return { screen: 't', words: [table[1]!], query: new URLSearchParams(query) };
  if (path !== '/' && path !== '/index.html' && !table) return { screen: 'unknown', words: [], query: new URLSearchParams() };
  return { screen, words, query: new URLSearchParams(query) };
}
