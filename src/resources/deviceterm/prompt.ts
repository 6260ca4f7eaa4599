import { setTimeout as pause } from 'node:timers/promises'
import type { Device, PromptResponse, Terminal, Terms } from '../../ports/terminal.ts'
import { REASON } from './deviceterm.ts'

const UNANSWERED: PromptResponse = { reason_code_id: REASON.unanswered, signature_png_base64: null }

/** Beyond what the device waits itself; less than what is added to the stored end of a prompt. */
const GRACE_MS = 10_000

/**
 * Puts terms to a device. Never throws: a device that cannot be reached, is too slow, or says `accepted` without the signature that was
 * required has not given an answer. Holds no database connection. `longest` is the most characters a signature may have.
 */
export async function prompt(
  terminal: Pick<Terminal, 'prompt'>,
  terms: Terms,
  device: Device,
  longest: number,
  grace_ms: number = GRACE_MS,
): Promise<PromptResponse> {
  const done = new AbortController()
  try {
    const late = pause(terms.wait_seconds * 1000 + grace_ms, UNANSWERED, { signal: done.signal })
    return checked(await Promise.race([terminal.prompt(terms, device, done.signal), late]), terms, longest)
  } catch {
    return UNANSWERED
  } finally {
    done.abort()
  }
}

function checked(answer: PromptResponse, terms: Terms, longest: number): PromptResponse {
  const { reason_code_id, signature_png_base64 } = answer
  if (reason_code_id !== REASON.accepted || !terms.require_signature) {
    return { reason_code_id, signature_png_base64: null }
  }
  return signature_png_base64 && signature_png_base64.length <= longest ? answer : UNANSWERED
}
