import { raceTests } from './race-tests.ts'

/**
 * Every pair of every scene. The long form stops after this many rounds or minutes, whichever comes first:
 *
 *     TOLLGATE_RACES=2000 TOLLGATE_RACES_MINUTES=60 npm test -- test/races/races.deep.test.ts --limit=7200
 *
 * own process: it starts services.
 */
const { TOLLGATE_RACES = '1', TOLLGATE_RACES_MINUTES = '600' } = process.env

await raceTests({ rounds: Number(TOLLGATE_RACES), most_ms: Number(TOLLGATE_RACES_MINUTES) * 60_000 })
