// Loaded when a table is first needed.
export { default as logic } from './logic';
export { default as Table } from './Table.svelte';
