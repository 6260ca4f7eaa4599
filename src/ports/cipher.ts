/** What a sealed secret is bound to: moved to another record, location or field it cannot be opened. */
export interface Binding {
  location_id: string
  record_id: string
  field: string
}

/**
 * What is done with keys that are in the memory of this process, by design (decision 0043): none of it asks anybody, so
 * that it can be done inside a transaction and in the path of a payment. Without the keys `Unavailable` is thrown.
 */
interface KeysInMemory {
  /**
   * Seals under a new data key, wrapped by the active key of the ring. Returns an opaque, versioned string for a text
   * column.
   */
  seal(plain: string, binding: Binding): string
  /** Throws when the bytes, the binding or the key ring do not fit. */
  open(sealed: string, binding: Binding): string
  /** Wraps the data key under the active key without decrypting the secret. Returns null when it is current already. */
  rewrap(sealed: string, binding: Binding): string | null
  /**
   * Returns a keyed one-way fingerprint, the same for the same value within this installation until its key is
   * replaced. `purpose` separates domains (card, bank, api_key, request).
   */
  fingerprint(purpose: string, value: string): string
  /** Returns every form that a stored fingerprint of this value may have, the current one first. */
  fingerprints(purpose: string, value: string): string[]
  /** Whether this is a fingerprint of the value in a form that is still taken; compares in constant time. */
  isFingerprint(mark: string, purpose: string, value: string): boolean
  /**
   * Returns the fingerprint in the form of another one, which may be too old for anything but the audit trail. Throws
   * where the ring does not have its key.
   */
  fingerprintLike(mark: string, purpose: string, value: string): string
  /** Returns the forms that follow from a stored fingerprint without its value, the current one first. */
  formsOf(purpose: string, mark: string): string[]
  /** Returns the id of the ring key that wraps a sealed value, for rotation reports. */
  keyOf(sealed: string): string
}

/**
 * Where the keys come from. What asks there is asynchronous, has a limit in time, and is done outside of transactions.
 */
interface KeyPlace {
  /** Resolves when the keys are in memory, asking for them where they are not. Throws in one line when it cannot. */
  ready(): Promise<void>
  /** Returns in one line why the keys cannot be asked for at this moment; null where all is well. */
  trouble(): string | null
  /** Replaces the active key when its period is over. Returns the id of the new one; null where nothing was due. */
  renew(): Promise<string | null>
}

/**
 * Seals and opens the secrets the gateway must keep: account numbers, and keys that are read back; and fingerprints
 * what it must know again.
 */
export interface Cipher extends KeysInMemory, KeyPlace {}

/** Stored fingerprints, compared with what was sent. */
export type Fingerprints = Pick<Cipher, 'fingerprint' | 'fingerprints' | 'isFingerprint'>
