// Anything can be thrown: what to tell people about it.
export const reasonOf = (error: unknown): string => (error instanceof Error ? error.message : String(error));
