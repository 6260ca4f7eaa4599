/**
 * How every process of ours runs. The young generation is kept small: a gateway makes and drops many small objects, and
 * with the default of 32 MiB a semi-space its resident memory under load stands a fifth higher without being faster.
 */
export const nodeFlags = ['--max-semi-space-size=8']
