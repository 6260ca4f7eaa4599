import { randomUUID } from 'node:crypto'
import type { Device, PromptResponse, Terms } from '../../../ports/terminal.ts'
import type { TerminalLine } from '../../../ports/terminal-line.ts'
import { RESULT } from './codes.ts'
import { exchange } from './exchange.ts'
import { fetchSignature, imageOf } from './signature.ts'

/** Added to the time the device waits itself. */
const GRACE_MS = 5_000

/** Shows terms as a text box with two buttons, and a signature box where required. Rejects when the line fails. */
export async function showTerms(
  line: TerminalLine,
  terms: Terms,
  device: Device,
  signal: AbortSignal | undefined,
): Promise<PromptResponse> {
  const { text, require_signature, wait_seconds } = terms
  const answer = await exchange(line, device, {
    id: randomUUID(),
    command: 'A56',
    parts: {
      title: 'Terms and conditions',
      text,
      button1: 'Accept',
      button2: 'Decline',
      // Tenths of a second.
      timeout: String(wait_seconds * 10),
      signature_box: require_signature ? '1' : '0',
    },
    wait_ms: wait_seconds * 1000 + GRACE_MS,
    stop: signal,
  })
  if (answer.result !== RESULT.ok) return unsigned(1531)
  const { button, signed, signature } = answer.parts
  if (button === '2') return unsigned(1500)
  if (button !== '1') return unsigned(1531)
  if (!require_signature) return unsigned(1000)
  if (signed !== '1') return unsigned(1531)
  const image = signature ? imageOf(signature) : await fetchSignature(line, device)
  return { reason_code_id: 1000, signature_png_base64: image }
}

function unsigned(reason_code_id: PromptResponse['reason_code_id']): PromptResponse {
  return { reason_code_id, signature_png_base64: null }
}
