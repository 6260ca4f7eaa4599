import type { Connector } from '../ports/processor.ts'
import { simulator } from './simulator/index.ts'

/** Connectors of the sandbox. The simulator serves every processor that a product may name. */
export const SANDBOX_CONNECTORS = { simulator }

/**
 * Connectors to real processors, one line each, by the names that products carry. There is none yet, so readConfig
 * refuses live mode.
 */
export const LIVE_PROCESSORS: Readonly<Record<string, Connector>> = {}
