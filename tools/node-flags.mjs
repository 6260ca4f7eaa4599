/**
 * The flags of every process. The young generation is kept small: a gateway allocates and drops many small objects,
 * and with the default of 32 MiB a semi-space its resident memory under load is a fifth higher without being faster.
 * The limit of the old generation also says how far it grows before it is collected: with the default of several
 * gigabytes to four times of what is alive, with this one to 1.6 times.
 */
export const nodeFlags = ['--max-semi-space-size=8', '--max-old-space-size=1024']

/**
 * What threads have freed stays with their arenas, of which there are eight for each core unless told otherwise. What
 * is larger than 32 KiB gets pages of its own, which go back to the system when it is freed; unless told, the limit
 * grows up to 32 MiB with what has been freed, and a hole in an arena is kept.
 */
export const nodeEnvironment = { MALLOC_ARENA_MAX: '2', MALLOC_MMAP_THRESHOLD_: '32768' }
