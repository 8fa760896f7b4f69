// Small synthesised sounds: a card on straw, a wood block when it is your turn, a chord at the end. Off by default.
import { settings } from '../lib/settings.svelte';

export type Sound = 'move' | 'turn' | 'end';

let audio: AudioContext | undefined;

function tone(at: AudioContext, frequency: number, start: number, length: number, volume: number): void {
  const oscillator = new OscillatorNode(at, { type: 'triangle', frequency });
  const gain = new GainNode(at, { gain: 0 });
  const from = at.currentTime + start;
  gain.gain.setValueAtTime(volume, from);
  gain.gain.exponentialRampToValueAtTime(0.001, from + length);
  oscillator.connect(gain).connect(at.destination);
  oscillator.start(from);
  oscillator.stop(from + length);
}

function rustle(at: AudioContext): void {
  const length = 0.07;
  const buffer = at.createBuffer(1, at.sampleRate * length, at.sampleRate);
  const samples = buffer.getChannelData(0);
  for (let i = 0; i < samples.length; i++) samples[i] = (Math.random() * 2 - 1) * (1 - i / samples.length) ** 2;
  const filter = new BiquadFilterNode(at, { type: 'bandpass', frequency: 1800, Q: 0.7 });
  const source = new AudioBufferSourceNode(at, { buffer });
  source.connect(filter).connect(new GainNode(at, { gain: 0.25 })).connect(at.destination);
  source.start();
}

export function sound(name: Sound): void {
  if (!settings.sound) return;
  audio ??= new AudioContext();
  if (name === 'move') rustle(audio);
  if (name === 'turn') [0, 0.12].forEach((start) => tone(audio!, 620, start, 0.12, 0.22));
  if (name === 'end') [392, 494, 587, 784].forEach((frequency, i) => tone(audio!, frequency, 0.09 * i, 0.9, 0.14));
}
