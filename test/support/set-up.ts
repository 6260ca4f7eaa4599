/** Preloaded into every test process. */
import { hashing } from '../../src/auth/password.ts'
import './loopback-only.ts'

// Production hashing deliberately takes a tenth of a second. Each hash stores its own cost, so both kinds verify.
hashing.cost = { memory: 64, passes: 1, parallelism: 1 }
