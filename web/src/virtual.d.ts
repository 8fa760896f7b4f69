// Made by build/plugin.ts.
declare module 'virtual:facts' {
  const facts: import('./lib/facts').Facts;
  export default facts;
}
declare module 'virtual:nets' {
  const heads: Record<string, string>; // by name of the file: the beginning of the network
  export default heads;
}
declare module 'virtual:screens/*' {
  const messages: Record<string, string>;
  export default messages;
}
declare module 'virtual:engine/*' {
  const messages: Record<string, string>;
  export default messages;
}
declare module 'virtual:lessons/*' {
  const messages: Record<string, string>;
  export default messages;
}
declare module 'virtual:aids/*' {
  const sections: Record<string, string>;
  export default sections;
}
declare module 'virtual:credits/*' {
  const html: string;
  export default html;
}
// A page of rules of a game (build/book.ts).
declare module '*.md' {
  const chapters: import('./books/types').Chapter[];
  export default chapters;
}
declare module 'virtual:fairness/*' {
  const html: string;
  export default html;
}
declare module '@engine.wasm?url' {
  const url: string;
  export default url;
}
declare module '@engine-plain.wasm?url' {
  const url: string;
  export default url;
}
