import { TYPE } from './codes.ts'
import { ecrRef } from './ecr-ref.ts'
import type { RequestParts } from './layouts.ts'

/** Reads a card and asks for a token, with no amount. */
export function tokenRequest(reference: string): RequestParts<'T00'> {
  return {
    type: TYPE.tokenize,
    trace: { ecr_ref: ecrRef(reference), ecr_trans_id: reference },
    ext: { TOKENREQUEST: '1' },
  }
}
