import { batchMutants } from './batches.ts'
import { connectorMutants } from './connectors.ts'
import { faultMutants } from './faults.ts'
import type { Mutant } from './mutant.ts'
import { paymentMutants } from './payments.ts'
import { requestMutants } from './requests.ts'
import { reversalMutants } from './reversals.ts'
import { surroundingMutants } from './surroundings.ts'

export const MUTANTS: readonly Mutant[] = [
  ...paymentMutants,
  ...reversalMutants,
  ...batchMutants,
  ...requestMutants,
  ...surroundingMutants,
  ...connectorMutants,
  ...faultMutants,
]
