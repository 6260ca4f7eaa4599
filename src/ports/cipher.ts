/** What a sealed secret is bound to: moving the bytes to another record, location or field makes them unreadable. */
export interface Binding {
  location_id: string
  record_id: string
  field: string
}

/** Seals and opens the secrets the gateway must keep: account numbers and keys that have to be read back. */
export interface Cipher {
  /** A fresh data key per call, wrapped by the active key of the ring; returns one opaque, versioned string safe for a text column. */
  seal(plain: string, binding: Binding): string
  /** Throws when the bytes, the binding or the key ring do not fit. */
  open(sealed: string, binding: Binding): string
  /** Wraps the data key again under the active key, without ever decrypting the secret. Returns null when it is current already. */
  rewrap(sealed: string, binding: Binding): string | null
  /** Keyed one-way mark: the same value gives the same mark within this installation. `purpose` separates domains (card, bank, api_key, request). */
  fingerprint(purpose: string, value: string): string
  /** Which ring key a sealed value is wrapped with, for rotation reports. */
  keyOf(sealed: string): string
}
