// A module of one function that makes a vector (`i8x16.splat`): browsers from before 2021, and Safari from before 2023, do not know that.
// They take the engine without vectors.
export const VECTOR = [0, 97, 115, 109, 1, 0, 0, 0, 1, 5, 1, 96, 0, 1, 123, 3, 2, 1, 0, 10, 8, 1, 6, 0, 65, 0, 253, 15, 11];
