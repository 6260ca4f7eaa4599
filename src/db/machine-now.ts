/**
 * The machine's clock in Unix seconds, for leases: they must not end because a sandbox's time was moved. Business
 * time comes from the clock port.
 */
export const MACHINE_NOW = 'extract(epoch from clock_timestamp())::bigint'
