/** A payment terminal as a request finds it. */
export interface Device {
  id: string
  terminal_manufacturer_id: number
  serial_number: string
  local_ip_address: string | null
  port: number
  communication_type: string | null
}

/** Terms to be shown to whoever stands before the device. */
export interface Terms {
  /** 1 to 4096 characters. */
  text: string
  require_signature: boolean
  /** How long the device waits for an answer, signature included. */
  wait_seconds: number
}

export interface PromptAnswer {
  /** The public reason table: 1000 accepted, 1500 declined by the customer, 1531 no answer in time or no connection. */
  reason_code_id: 1000 | 1500 | 1531
  /** The drawn signature as a PNG image in base64; null unless the terms were accepted and one was required. */
  signature_png_base64: string | null
}

/** A make of terminals, as the gateway speaks to it. */
export interface Terminal {
  /** Shows terms and waits for the answer. A device that cannot be reached answers 1531 or throws. */
  prompt(terms: Terms, device: Device): Promise<PromptAnswer>
  /** Whether the device answers at this moment. */
  isOnline(device: Device): Promise<boolean>
}

/** Who speaks to which make: `terminal_manufacturer_id` → terminal. Devices of other makes cannot be used. */
export type Terminals = Readonly<Record<number, Terminal>>
