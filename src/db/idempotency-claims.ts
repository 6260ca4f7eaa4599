import { type Parameters, rowsOf } from './rows-of.ts'

/** An idempotency claim, and the first record that its request has written. */
interface Claim {
  id: string
  record_id: unknown
}

/** Returns what ties claims to records, so that a lost response can be repeated. */
export function tieClaims(noun: string, claims: readonly Claim[], params: Parameters): string {
  const said = rowsOf('idempotency', claims, params)
  const ids = params.add(claims.map(({ id }) => id))
  return `update idempotency set noun = ${params.add(noun)}, record_id = said.record_id from ${said} as said
 where idempotency.id = said.id and idempotency.id = any(${ids}) and idempotency.record_id is null returning 1`
}

/**
 * A request that ran so long that another one took its key over must not write beside it. Its claim is gone then, and a
 * division by zero undoes what it wrote. `claimed` are the claims that the same statement ties.
 */
export function claimsHeld(claims: readonly Claim[], params: Parameters): string {
  const ids = [...new Set(claims.map(({ id }) => id))]
  const written = `select count(*) from idempotency where id = any(${params.add(ids)}) and record_id is not null`
  return `1 / case when (select count(*) from claimed) + (${written}) = ${params.add(ids.length)} then 1 else 0 end`
}
