/** What a sealed secret is bound to: moved to another record, location or field it cannot be opened. */
export interface Binding {
  location_id: string
  record_id: string
  field: string
}

/** Seals and opens the secrets the gateway must keep: account numbers, and keys that are read back. */
export interface Cipher {
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
   * Returns a keyed one-way fingerprint, the same for the same value within this installation. `purpose` separates
   * domains (card, bank, api_key, request).
   */
  fingerprint(purpose: string, value: string): string
  /** Returns the id of the ring key that wraps a sealed value, for rotation reports. */
  keyOf(sealed: string): string
}
