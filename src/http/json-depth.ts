import { Refusal } from '../lib/problem.ts'
import { DEEPEST_JSON } from './conventions.ts'

/** Throws a 400 for a value nested so deeply that walking it could end the stack. */
export function refuseDeep(value: unknown): void {
  if (isDeeper(value, DEEPEST_JSON)) throw new Refusal(400, 'The request body is nested too deeply.')
}

function isDeeper(value: unknown, levels: number): boolean {
  if (typeof value !== 'object' || value === null) return false
  if (levels === 0) return true
  for (const inner of Object.values(value)) {
    if (isDeeper(inner, levels - 1)) return true
  }
  return false
}
