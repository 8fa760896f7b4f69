// The rooms of the book's examples, as positions that games came to.
import four from './room-four.record?raw';
import pair from './room-pair.record?raw';
import plus from './room-plus.record?raw';
import three from './room-three.record?raw';
import two from './room-two.record?raw';
import mixed from './two-mixed.record?raw';
import own from './two-own.record?raw';

export interface RoomExample {
  record: string;
  you: number;
  room: string;
}

const RED = 3; // its seat among five

export const examples: Record<string, RoomExample> = {
  two: { record: two, you: RED, room: 'i2' },
  pair: { record: pair, you: RED, room: 'i2' },
  three: { record: three, you: RED, room: 'i2' },
  four: { record: four, you: RED, room: 'i2' },
  plus: { record: plus, you: RED, room: 'g2' },
  mixed: { record: mixed, you: 0, room: 'i1' },
  own: { record: own, you: 0, room: 'o1' },
};
