import type { Delivery } from '../../../ports/mailer.ts'

/** Twilio's response to a message; of errors only `code` and `message` matter. */
interface TwilioResponse {
  sid?: unknown
  status?: unknown
  code?: unknown
  message?: unknown
  error_code?: unknown
  error_message?: unknown
  from?: unknown
}

/** The recipient replied STOP to this sender, and Twilio blocks further texts. */
const OPTED_OUT = 21610
/** Numbers that cannot receive our texts: invalid, not mobile, unknown handset, landline. */
const UNREACHABLE: readonly number[] = [21211, 21217, 21614, 30005, 30006]

/** Returns whether an error means that nothing more should be sent to the number. */
export function isUndeliverable(code: number): boolean {
  return code === OPTED_OUT || UNREACHABLE.includes(code)
}

/**
 * Returns the result of a submission. 429, 5xx and errors of the account are temporary, because an operator can
 * repair the account. Errors of the number or the text are final.
 */
export function deliveryOf(status: number, body: unknown, sender: string): Delivery {
  const answer: TwilioResponse = typeof body === 'object' && body !== null ? body : {}
  if (status >= 200 && status < 300) {
    const provider_id = typeof answer.sid === 'string' ? answer.sid : null
    const from = typeof answer.from === 'string' && answer.from !== '' ? answer.from : sender
    const failed = answer.status === 'failed' || answer.status === 'undelivered'
    if (failed) return refusal(Number(answer.error_code), String(answer.error_message ?? answer.status))
    return { result: 'sent', provider_id, sender: from.slice(0, 64) }
  }
  const code = Number(answer.code)
  const text = typeof answer.message === 'string' ? answer.message : 'no reason was given'
  if (status === 400) return refusal(code, text)
  return { result: 'later', detail: words(Number.isInteger(code) ? code : status, text) }
}

function refusal(code: number, text: string): Delivery {
  return {
    result: 'refused',
    detail: words(code, text),
    unwelcome: isUndeliverable(code),
    ...(code === OPTED_OUT ? { opted_out: true } : {}),
  }
}

function words(code: number, text: string): string {
  return `${Number.isInteger(code) ? `${code} ` : ''}${text}`.slice(0, 255)
}
