/**
 * The flags of every process. The young generation is kept small: a gateway allocates and drops many small objects,
 * and with the default of 32 MiB a semi-space its resident memory under load is a fifth higher without being faster.
 */
export const nodeFlags = ['--max-semi-space-size=8']
