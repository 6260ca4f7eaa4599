import { raceTests } from './race-tests.ts'

/** A few pairs of all scenes, by chance; all of them are run by the deep tier. own process: it starts services. */
await raceTests({ rounds: 1, most_ms: 30_000, most_pairs: 12 })
