// What is loaded when a table is first wanted.
export { default as logic } from './logic';
export { default as Table } from './Table.svelte';
