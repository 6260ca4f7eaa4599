/** What a load balancer or monitor reads of a process that is not ready. Nothing of it is about a merchant. */
export const NOT_READY = {
  database_read_only: 'The database takes no writes: a standby, or one that is being switched over.',
  database_disk_full: 'The disk of the database is full.',
  database_slow: 'The database takes too long for a write.',
  database_unavailable: 'The database cannot be reached.',
  migrations_missing: 'Another release has to migrate the database first.',
  worker_stuck: 'The worker of this process has stopped taking jobs.',
  keys_unavailable: 'The key service does not answer.',
} as const

export type NotReady = keyof typeof NOT_READY
