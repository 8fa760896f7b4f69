// A reason of the engine or the server, which begins small and ends without a stop, as a sentence of its own.
export const sentence = (words: string): string => (words ? `${words[0]!.toUpperCase()}${words.slice(1)}${/[.!?…]$/.test(words) ? '' : '.'}` : '');
