/** Preloaded into every test process. */
import { registerHooks } from 'node:module'
import { hashing } from '../../src/auth/password.ts'
import '../runner/registration.ts'
import './loopback-only.ts'

// Production hashing deliberately takes a tenth of a second. Each hash stores its own cost, so both kinds verify.
hashing.cost = { memory: 64, passes: 1, parallelism: 1 }

const GUARDED = new URL('../runner/registration.ts', import.meta.url).href
registerHooks({
  resolve(specifier, context, next) {
    const isGuarded = specifier === 'node:test' && !context.parentURL?.includes('/test/runner/')
    return isGuarded ? { url: GUARDED, shortCircuit: true } : next(specifier, context)
  },
})
