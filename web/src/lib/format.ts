// gettext's formats: %s and %d in order, %1$s by number, %% for itself.
export function format(text: string, values: readonly (string | number)[]): string {
  let next = 0;
  return text.replace(/%(?:(\d)\$)?([sdu%])/g, (_, place: string | undefined, kind: string) => {
    if (kind === '%') return '%';
    const value = values[place ? Number(place) - 1 : next++];
    return value === undefined ? '' : String(value);
  });
}
