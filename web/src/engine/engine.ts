// A worker with an engine in it, as promises. One per table: to stop it thinking, terminate it.
import plainUrl from '@engine-plain.wasm?url';
import vectorUrl from '@engine.wasm?url';
import type { Lang } from '../lib/i18n.svelte';
import { Refusal, type EngineModule } from './module';
import { VECTOR } from './vectors';
import type { Answer, Call } from './worker';

// Like EngineModule, but asynchronous.
type Later<T> = { [K in keyof T]: T[K] extends (...args: infer A) => infer R ? (...args: A) => Promise<Awaited<R>> : never };
export type Engine = Omit<Later<EngineModule>, 'language'> & {
  speak(lang: Lang): Promise<void>;
  end(): void;
};

// Resolves once something has been painted; soon, in a hidden page.
const painted = () =>
  new Promise<void>((resolve) => {
    const watch = new PerformanceObserver((list) => list.getEntriesByName('first-contentful-paint').length && resolve());
    watch.observe({ type: 'paint', buffered: true });
    setTimeout(resolve, 1000);
  });

const wasmUrl = WebAssembly.validate(new Uint8Array(VECTOR)) ? vectorUrl : plainUrl;

// This is by far the largest file, so let the page paint first.
let compiled: Promise<WebAssembly.Module> | undefined;
const module = () =>
  (compiled ??= painted()
    .then(() => WebAssembly.compileStreaming(fetch(wasmUrl)))
    .catch((error: unknown) => {
      compiled = undefined; // the network may be back when it is wanted again
      throw error;
    }));

const words: Partial<Record<Lang, () => Promise<{ default: Record<string, string> }>>> = { fr: () => import('virtual:engine/fr') };

// So that the first table opens at once.
export const warmUp = (): void => void module().catch(() => undefined);

export async function startEngine(lang: Lang): Promise<Engine> {
  const worker = new Worker(new URL('./worker.ts', import.meta.url), { type: 'module' });
  const waiting = new Map<number, { resolve(value: unknown): void; reject(error: Error): void }>();
  let calls = 0;

  const call = (method: string, ...args: unknown[]) =>
    new Promise<unknown>((resolve, reject) => {
      const id = calls++;
      waiting.set(id, { resolve, reject });
      worker.postMessage({ id, method, args } satisfies Call);
    });
  worker.onmessage = ({ data }: MessageEvent<Answer>) => {
    const promise = waiting.get(data.id);
    waiting.delete(data.id);
    if ('result' in data) promise?.resolve(data.result);
    else promise?.reject('refused' in data ? new Refusal(data.refused) : new Error(data.broken));
  };
  // Its script did not come: nobody would answer.
  worker.onerror = ({ message }) => {
    for (const { reject } of waiting.values()) reject(new Error(message || 'the engine did not start'));
    waiting.clear();
  };
  const own: Partial<Engine> = {
    speak: async (wanted) => void (await call('speak', (await words[wanted]?.())?.default ?? null)),
    // Pending calls are never answered.
    end: () => worker.terminate(),
  };
  const engine = new Proxy(own, {
    get: (target, name) =>
      name === 'then' ? undefined : ((target as any)[name] ?? ((...args: unknown[]) => call(name as string, ...args))),
  }) as Engine;

  await call('start', await module());
  await engine.speak(lang);
  return engine;
}
