/**
 * The machine's clock, in Unix seconds, for leases: one must not end because somebody moved the sandbox's time. Everything that has to
 * do with business asks the clock port.
 */
export const MACHINE_NOW = 'extract(epoch from clock_timestamp())::bigint'
