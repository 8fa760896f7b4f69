// Reads gettext's .po files: messages with where they are used.

export interface Message {
  id: string; // with a plural: `one NUL many`
  text: string; // with a plural: `form 0 NUL form 1`
  files: string[];
}

const STRING = /"((?:[^"\\]|\\.)*)"/;

function unquote(line: string): string {
  const found = STRING.exec(line);
  return found ? (JSON.parse(`"${found[1]}"`) as string) : '';
}

export function readPo(source: string): Message[] {
  const messages: Message[] = [];
  for (const block of source.split(/\n{2,}/)) {
    const parts: Record<string, string> = {};
    const files: string[] = [];
    let part = '';
    for (const line of block.split('\n')) {
      if (line.startsWith('#:')) files.push(...line.slice(2).trim().split(/\s+/));
      if (line.startsWith('#')) continue;
      const keyword = /^(msgid|msgid_plural|msgstr(?:\[\d\])?) /.exec(line);
      if (keyword) part = keyword[1]!;
      if (part) parts[part] = (parts[part] ?? '') + unquote(line);
    }
    if (parts.msgid === undefined || parts.msgid === '') continue;
    const plural = parts.msgid_plural;
    const text = plural === undefined ? parts.msgstr : [parts['msgstr[0]'], parts['msgstr[1]']].join('\0');
    if (text) messages.push({ id: plural === undefined ? parts.msgid : `${parts.msgid}\0${plural}`, text, files });
  }
  return messages;
}
