import { VELOCITY_DEFAULTS } from './producttransaction.ts'

/** Why these settings cannot be taken, or null. */
export function velocityProblem(sent: unknown): string | null {
  if (typeof sent !== 'object' || sent === null || Array.isArray(sent)) return 'must be an object.'
  for (const [name, limit] of Object.entries(sent)) {
    if (!Object.hasOwn(VELOCITY_DEFAULTS, name)) return `has no setting ${name}.`
    const isCount = Number.isSafeInteger(limit) && (limit as number) >= 0
    if (limit !== null && !isCount) return `must have a whole number or null for ${name}.`
  }
  return null
}
