// Where one is. Tables of a server have addresses of their own, /t/ID; everything else is after the #, so that any server will do.
export interface Route {
  screen: string; // '' is home
  words: string[]; // what follows it
  query: URLSearchParams;
}

// An address that was mangled on its way is one that is not there, not the end of the client.
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
