import { randomUUID } from 'node:crypto'
import type { Device } from '../../../ports/terminal.ts'
import type { TerminalLine } from '../../../ports/terminal-line.ts'
import { RESULT } from './codes.ts'
import { exchange } from './exchange.ts'
import { signatureImage } from './signature-image.ts'

/** Characters asked for at once. */
const CHUNK = 90_000
const MOST = 512 * 1024
const WAIT_MS = 15_000

/**
 * Fetches the signature taken last, in as many pieces as the device makes of it, as a PNG image in base64. Null when there is none or it
 * cannot be had: a payment without its signature is still a payment.
 */
export async function fetchSignature(line: TerminalLine, device: Device): Promise<string | null> {
  try {
    let data = ''
    for (;;) {
      const parts = { offset: String(data.length), length: String(CHUNK) }
      const answer = await exchange(line, device, { id: randomUUID(), command: 'A08', parts, wait_ms: WAIT_MS })
      const piece = answer.parts.data ?? ''
      if (answer.result !== RESULT.ok || piece === '' || data.length > MOST) return null
      data += piece
      if (data.length >= Number(answer.parts.total)) return imageOf(data)
    }
  } catch {
    return null
  }
}

/** Pen strokes as a PNG image in base64; null for what are none. */
export function imageOf(data: string): string | null {
  return signatureImage(data)?.toString('base64') ?? null
}
