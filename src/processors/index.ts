import { simulator } from './simulator/index.ts'

/**
 * Every connector, one line each. A product names its processor; boot/live.ts and boot/sandbox.ts say which connector
 * serves it.
 */
export const connectors = {
  simulator,
}
