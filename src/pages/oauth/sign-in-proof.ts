import type { ResourceOwner } from '../../auth/oauth/store.ts'
import type { Fingerprints } from '../../ports/cipher.ts'

/** What a proof ends with when it changes. */
type Owner = Pick<ResourceOwner, 'id' | 'password_mark' | 'second_factor_ts'>

const PURPOSE = 'oauth_visit'
const PROOF_SECONDS = 600
const PROOF = /^([0-9a-f]{24})\.(\d{10})\.([0-9a-z]{64})$/

/**
 * Returns a proof of who signed in, valid for ten minutes and until password or second factor change. It is in the
 * page's own forms and in no cookie, so no other page can make a browser send it.
 */
export function signInProof(cipher: Fingerprints, owner: Owner, seconds: number): string {
  const until = seconds + PROOF_SECONDS
  return `${owner.id}.${until}.${cipher.fingerprint(PURPOSE, provenBy(owner, until))}`
}

/** Returns the user a proof names. Only isSignInProof says whether the proof is genuine. */
export function claimedUser(proof: string): string | null {
  return PROOF.exec(proof)?.[1] ?? null
}

export function isSignInProof(cipher: Fingerprints, proof: string, owner: Owner, seconds: number): boolean {
  const [, user_id, until, hash] = PROOF.exec(proof) ?? []
  if (user_id !== owner.id || !until || !hash || Number(until) < seconds) return false
  return cipher.isFingerprint(hash, PURPOSE, provenBy(owner, Number(until)))
}

function provenBy({ id, password_mark, second_factor_ts }: Owner, until: number): string {
  return `${id} ${until} ${password_mark} ${second_factor_ts}`
}
