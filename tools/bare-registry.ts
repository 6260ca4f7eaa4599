import { type Registry, registry } from '../src/definition/registry.ts'
import { type NounParts, nouns } from '../src/resources/index.ts'

/** Stands for everything a noun's operations need: it can be taken apart to any depth, and what is in it does nothing. */
const nothing: unknown = new Proxy(() => nothing, { get: (_target, name) => (name === 'then' ? undefined : nothing) })

/** All nouns of the product with nothing behind them, for walkers that read definitions and never run an operation. */
export function bareRegistry(): Registry {
  return registry(nouns(nothing as NounParts))
}
