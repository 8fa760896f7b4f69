// The engine on its own thread: it may think as long as it likes, and stops when the worker is terminated.
import { reasonOf } from '../lib/reason';
import { writeMo } from './mo';
import { EngineModule, Refusal } from './module';

export interface Call {
  id: number;
  method: string;
  args: unknown[];
}

export type Answer = { id: number; result: unknown } | { id: number; refused: string } | { id: number; broken: string };

let engine: EngineModule | undefined;

const own: Record<string, (...args: any[]) => unknown> = {
  start: (module: WebAssembly.Module) => void (engine = new EngineModule(module)),
  speak: (messages: Record<string, string> | null) => engine!.language(messages && writeMo(messages)),
};

self.onmessage = ({ data }: MessageEvent<Call>) => {
  const { id, method, args } = data;
  try {
    const result = own[method] ? own[method](...args) : (engine as unknown as typeof own)[method]!(...args);
    self.postMessage({ id, result } satisfies Answer);
  } catch (error) {
    const message = reasonOf(error);
    self.postMessage((error instanceof Refusal ? { id, refused: message } : { id, broken: message }) satisfies Answer);
  }
};
