// Made by build/plugin.ts.
declare module 'virtual:facts' {
  const facts: import('./lib/facts').Facts;
  export default facts;
}
declare module 'virtual:screens/*' {
  const messages: Record<string, string>;
  export default messages;
}
declare module 'virtual:engine/*' {
  const messages: Record<string, string>;
  export default messages;
}
declare module 'virtual:rules/*' {
  const sections: Record<string, string>;
  export default sections;
}
declare module 'virtual:fairness/*' {
  const html: string;
  export default html;
}
declare module '@engine.wasm?url' {
  const url: string;
  export default url;
}
