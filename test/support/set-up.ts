/** Preloaded into every process of tests. */
import { hashing } from '../../src/auth/password.ts'
import './loopback-only.ts'

// Hashing a password takes a tenth of a second on purpose. Hashes say what they cost, so those of other processes fit.
hashing.cost = { memory: 64, passes: 1, parallelism: 1 }
