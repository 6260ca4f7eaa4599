/**
 * The flags of every process. The young generation is kept small: a gateway allocates and drops many small objects,
 * and with the default of 32 MiB a semi-space its resident memory under load is a fifth higher without being faster.
 * The limit of the old generation also says how far it grows before it is collected: with the default of several
 * gigabytes to four times of what is alive, with this one to 1.6 times.
 */
export const nodeFlags = ['--max-semi-space-size=8', '--max-old-space-size=1024']

/** What threads have freed stays with their arenas, of which there are eight for each core unless told otherwise. */
export const nodeEnvironment = { MALLOC_ARENA_MAX: '2' }
