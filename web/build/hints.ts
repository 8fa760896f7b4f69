// Most of what a table is built from is called as soon as it is loaded. Told so by this comment, a browser that knows it compiles these files
// at once, on another thread while they arrive, instead of function by function while the page waits. Others read a comment.
// https://github.com/WICG/explicit-javascript-compile-hints-file-based
import type { Plugin } from 'vite';

const CALLED = /^(core|frame|Play|table)$/;

export function compileHints(): Plugin {
  return {
    name: 'compile-hints',
    apply: 'build',
    enforce: 'post',
    generateBundle: {
      order: 'post', // it must be the first line
      handler(_options, bundle) {
        for (const file of Object.values(bundle)) {
          if (file.type === 'chunk' && CALLED.test(file.name)) file.code = `//# allFunctionsCalledOnLoad\n${file.code}`;
        }
      },
    },
  };
}
