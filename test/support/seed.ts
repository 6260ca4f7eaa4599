/**
 * What tests choose by chance follows from this number, so that a run repeats on any machine. It is the same in each
 * run, because a change must not fail for a flaw that it did not make: another `TOLLGATE_SEED` searches for those.
 */
export const seed = Number(process.env.TOLLGATE_SEED ?? 20_261_121)
