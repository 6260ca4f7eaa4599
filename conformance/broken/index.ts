import type { BrokenRule } from './broken-rule.ts'
import { deviceRules } from './devices.ts'
import { locationinfoRules } from './location-info.ts'
import { paylinkRules } from './paylinks.ts'
import { placeRules } from './places.ts'
import { postbackRules } from './postbacks.ts'
import { recurringRules } from './recurrings.ts'
import { signInRules } from './sign-in.ts'
import { userRules } from './users.ts'

/** Every rule that lost its own test and is now asserted only by conformance. */
export const BROKEN_RULES: readonly BrokenRule[] = [
  ...locationinfoRules,
  ...placeRules,
  ...deviceRules,
  ...postbackRules,
  ...signInRules,
  ...userRules,
  ...paylinkRules,
  ...recurringRules,
]
