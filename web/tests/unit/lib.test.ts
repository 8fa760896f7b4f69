import { describe, expect, test } from 'vitest';
import { format } from '../../src/lib/format';
import { preferredLanguage } from '../../src/lib/i18n.svelte';
import { readRoute } from '../../src/lib/route-read';
import { readPo } from '../../build/po.ts';
import { renderMarkdown, splitSections } from '../../build/markdown.ts';

describe('messages', () => {
  test('values go in order, or where the translation wants them', () => {
    expect(format('%s: play %s', ['Ann', 'r5'])).toBe('Ann: play r5');
    expect(format('%2$s de %1$s', ['Ann', 'r5'])).toBe('r5 de Ann');
    expect(format('100 %% of %d', [3])).toBe('100 % of 3');
  });
  test('a .po file with plurals and long texts is read', () => {
    const po = 'msgid ""\nmsgstr "x"\n\n#: web/a.ts src/b.c\nmsgid "a"\n"b"\nmsgstr "c\\n"\n"d"\n\nmsgid "one"\nmsgid_plural "many"\nmsgstr[0] "un"\nmsgstr[1] "des"\n';
    expect(readPo(po)).toEqual([
      { id: 'ab', text: 'c\nd', files: ['web/a.ts', 'src/b.c'] },
      { id: 'one\0many', text: 'un\0des', files: [] },
    ]);
  });
  test('the language kept wins, then the browser’s, then English', () => {
    expect(preferredLanguage('en', ['fr'])).toBe('en');
    expect(preferredLanguage(null, ['de', 'fr-CH'])).toBe('fr');
    expect(preferredLanguage('xx', ['de'])).toBe('en');
  });
});

test('a mangled address is one that is not there', () => {
  expect(readRoute('/', '#/move/%zz')).toMatchObject({ screen: 'move', words: ['%zz'] });
});

describe('rules', () => {
  test('marks of rulings stand out, markup of others does not come through', () => {
    const html = renderMarkdown('### A <b>\n\n- **[ruling]** T2: `x`\n  more\n\n| a | b |\n|---|---|\n| 1 | 2 |\n');
    expect(html).toContain('<strong class="mark">ruling</strong> T2: <code>x</code> more</li>');
    expect(html).toContain('A &lt;b&gt;');
    expect(html).toContain('<td>2</td>');
  });
  test('numbered lists and indented code', () => {
    const html = renderMarkdown('text\n1. one\n   more\n2. two\n\n    $ run <it>\n    out\n\n## Title\n', 0);
    expect(html).toContain('<ol><li>one more</li><li>two</li></ol>');
    expect(html).toContain('<pre tabindex="0">$ run &lt;it&gt;\nout</pre>');
    expect(html).toContain('<h2 id="title">');
  });
  test('apostrophes are those of print, no line begins with a French colon or a percent sign, and code stays as it is', () => {
    const html = renderMarkdown("### Quoi ?\n\n« Oui » : 5 % ; `l'a : b` ! l'un\n\n    l'a : b\n");
    expect(html).toContain('<h2 id="quoi">Quoi\u00a0?</h2>');
    expect(html).toContain("<p>«\u00a0Oui\u00a0»\u00a0: 5\u00a0%\u00a0; <code>l'a : b</code>\u00a0! l’un</p>");
    expect(html).toContain(`<pre tabindex="0">l'a : b</pre>`);
  });
  test('links lead to pages of the client; of others the words stay', () => {
    const html = renderMarkdown('See [the whole text](FAIRNESS.md) and [the code](../src/base/rng.c).');
    expect(html).toBe('<p>See <a href="/#/fair/en">the whole text</a> and the code.</p>');
  });
  test('a page falls into its games', () => {
    expect([...splitSections('# T\nintro\n\n## One\n1\n## Two\n2\n').keys()]).toEqual(['', 'One', 'Two']);
  });
});
