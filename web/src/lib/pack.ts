// Compressed bytes; and texts in an address: compressed, in letters that need no escape.
async function through(bytes: Uint8Array, stream: CompressionStream | DecompressionStream): Promise<Uint8Array> {
  return new Uint8Array(await new Response(new Blob([bytes as BlobPart]).stream().pipeThrough(stream)).arrayBuffer());
}

export async function pack(text: string): Promise<string> {
  const bytes = await through(new TextEncoder().encode(text), new CompressionStream('deflate-raw'));
  const letters = btoa(Array.from(bytes, (byte) => String.fromCharCode(byte)).join(''));
  return letters.replaceAll('+', '-').replaceAll('/', '_').replaceAll('=', '');
}

export async function unpack(letters: string): Promise<string> {
  const bytes = Uint8Array.from(atob(letters.replaceAll('-', '+').replaceAll('_', '/')), (letter) => letter.charCodeAt(0));
  return new TextDecoder().decode(await through(bytes, new DecompressionStream('deflate-raw')));
}

export const gunzip = (bytes: Uint8Array): Promise<Uint8Array> => through(bytes, new DecompressionStream('gzip'));

// The address of a replay of this record, with this box.
export const replayOf = async (record: string, box: string | null): Promise<string> =>
  `replay?record=${await pack(record)}${box ? `&box=${await pack(box)}` : ''}`;

// The address that opens this box in the workshop.
export const workshopOf = async (box: string): Promise<string> => `boxes?box=${await pack(box)}`;
