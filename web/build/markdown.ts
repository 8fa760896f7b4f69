// Enough Markdown for our pages: headings, paragraphs, lists, tables, code. The text is ours, and built in.

const escape = (text: string) => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');

const slug = (text: string) => text.toLowerCase().replace(/[^\p{L}\p{N}]+/gu, '-').replace(/^-|-$/g, '');

// Apostrophes as in print. French puts a space before some signs and after an opening quotation mark, where no line may break: messages
// have the right kind of space already (tests/po.sh), but in Markdown nobody would see which kind it is.
export const typeset = (text: string) =>
  text.replace(/(?<=\p{L})'/gu, '’').replace(/ (?=[:;?!»…×]|%(?!\w))/g, '\u00a0').replace(/« /g, '«\u00a0');

// The client has a page for these. Other links would lead nowhere, so only their words stay.
const PAGES = new Map([['FAIRNESS.md', '/#/fair/en'], ['FAIRNESS.fr.md', '/#/fair/fr']]);

function inline(text: string): string {
  return escape(text)
    .replace(/`[^`]+`|[^`]+/g, (part) => (part.startsWith('`') ? part : typeset(part)))
    .replace(/`([^`]+)`/g, '<code>$1</code>')
    .replace(/\*\*\[([^\]]+)\]\*\*/g, (_, word: string) => `<strong class="mark">${word}</strong>`)
    .replace(/\*\*([^*]+)\*\*/g, '<strong>$1</strong>')
    .replace(/\*([^*]+)\*/g, '<em>$1</em>')
    .replace(/\[([^\]]+)\]\(([^)]+)\)/g, (_, text: string, to: string) => (PAGES.has(to) ? `<a href="${PAGES.get(to)}">${text}</a>` : text));
}

const cells = (row: string) => row.replace(/^\||\|$/g, '').split('|').map((cell) => inline(cell.trim()));

function table(rows: string[]): string {
  const [head, , ...body] = rows;
  const line = (tag: string, row: string) => `<tr>${cells(row).map((cell) => (cell ? `<${tag}>${cell}</${tag}>` : '<td></td>')).join('')}</tr>`;
  return `<div class="scroll" tabindex="0"><table><thead>${line('th', head!)}</thead><tbody>${body.map((row) => line('td', row)).join('')}</tbody></table></div>`;
}

const ITEM = /^(?:- |\d+\. )/;

function list(lines: string[]): string {
  const items: string[] = [];
  const kind = lines[0]!.startsWith('- ') ? 'ul' : 'ol';
  for (const line of lines) {
    if (ITEM.test(line)) items.push(line.replace(ITEM, ''));
    else items[items.length - 1] += ` ${line.trim()}`;
  }
  return `<${kind}>${items.map((item) => `<li>${inline(item)}</li>`).join('')}</${kind}>`;
}

// `up`: by how many levels to raise its headings, because the page already has a title above the first.
export function renderMarkdown(source: string, up = 1): string {
  const html: string[] = [];
  const lines = source.split('\n');
  for (let i = 0; i < lines.length; ) {
    const line = lines[i]!;
    const take = (more: (line: string) => boolean) => {
      const from = i++;
      while (i < lines.length && more(lines[i]!)) i++;
      return lines.slice(from, i);
    };
    const heading = /^(#{2,4}) (.*)/.exec(line);
    if (!line.trim()) i++;
    else if (line.startsWith('```')) {
      const code = take((next) => !next.startsWith('```')).slice(1);
      i++;
      html.push(`<pre tabindex="0">${escape(code.join('\n'))}</pre>`);
    } else if (heading) {
      const level = heading[1]!.length - up;
      html.push(`<h${level} id="${slug(heading[2]!)}">${inline(heading[2]!)}</h${level}>`);
      i++;
    } else if (line.startsWith('|')) html.push(table(take((next) => next.startsWith('|'))));
    else if (ITEM.test(line)) html.push(list(take((next) => ITEM.test(next) || /^\s+\S/.test(next))));
    else if (line.startsWith('    ')) {
      const code = take((next) => next.startsWith('    ')).map((one) => one.replace(/^ {4,7}/, ''));
      html.push(`<pre tabindex="0">${escape(code.join('\n'))}</pre>`);
    } else html.push(`<p>${inline(take((next) => next.trim() !== '' && !/^(#|\||- |\d+\. |```)/.test(next)).join(' '))}</p>`);
  }
  return html.join('\n');
}

// The parts of a page by the titles of its second level; '' is what comes before the first.
export function splitSections(source: string): Map<string, string> {
  const sections = new Map<string, string>();
  for (const part of source.split(/^(?=## )/m)) {
    const title = /^## (.*)\n/.exec(part);
    sections.set(title ? title[1]! : '', part.replace(/^#{1,2} .*\n/, ''));
  }
  return sections;
}
