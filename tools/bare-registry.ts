import { type Registry, registry } from '../src/definition/registry.ts'
import { nouns } from '../src/resources/index.ts'

/** All resources of the product, for readers of definitions that run no operation. */
export function bareRegistry(): Registry {
  return registry(nouns)
}
