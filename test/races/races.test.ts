import { raceTests } from './race-tests.ts'

/** A random sample of the pairs. The deep tier runs all of them. own process: it starts services. */
await raceTests({ rounds: 1, most_ms: 30_000, most_pairs: 12 })
