import type { Noun } from '../definition/noun.ts'
import { noun } from '../definition/noun.ts'
import type { Payments } from '../payments/payments.ts'
import type { Vaulting } from '../payments/vaulting.ts'
import type { Cipher } from '../ports/cipher.ts'
import type { Clock } from '../ports/clock.ts'
import type { FileStore } from '../ports/files.ts'
import { location } from './location/location.ts'
import { locationOperations } from './location/location.operations.ts'
import { locationTree } from './location/location.reactions.ts'
import { locationRules } from './location/location.rules.ts'
import { tag } from './tag/tag.ts'
import { tagCommands } from './tag/tag.commands.ts'
import { tagRules } from './tag/tag.rules.ts'

/** What the nouns with replaced operations are made of. */
export interface NounParts {
  cipher: Cipher
  clock: Clock
  files: FileStore
  payments: Payments
  vaulting: Vaulting
  /** Called when users, keys or locations changed, so that remembered credentials are looked up anew. */
  forget(): void
}

/** Every noun of the API; one line each. */
export function nouns(parts: NounParts): Noun[] {
  return [
    noun(location, { rules: locationRules, operations: locationOperations(parts.forget), projections: locationTree }),
    noun(tag, { rules: tagRules, commands: tagCommands }),
  ]
}
