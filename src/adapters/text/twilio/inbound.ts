import { createHmac, timingSafeEqual } from 'node:crypto'
import type { InboundText, TextInbound } from '../../../ports/mailer.ts'
import { isUndeliverable } from './delivery.ts'

/** Reads Twilio's webhooks: replies and delivery reports. */
export function twilioInbound(token: string): TextInbound {
  return {
    read(url, form, signature) {
      if (!isSigned(token, url, form, signature)) return null
      return form.has('MessageStatus') && !form.has('Body') ? statusOf(form) : replyOf(form)
    },
  }
}

/**
 * Returns X-Twilio-Signature: HMAC-SHA1 over the address and the sorted fields, each name with its value, in base64.
 */
export function signatureOf(token: string, url: string, form: URLSearchParams): string {
  const fields = [...new Set(form.keys())]
    .toSorted()
    .flatMap(name => [...new Set(form.getAll(name))].toSorted().map(value => name + value))
  return createHmac('sha1', token)
    .update(Buffer.from(url + fields.join(''), 'utf8'))
    .digest('base64')
}

function isSigned(token: string, url: string, form: URLSearchParams, signature: string | null): boolean {
  const expected = Buffer.from(signatureOf(token, url, form))
  const given = Buffer.from(signature ?? '')
  return given.length === expected.length && timingSafeEqual(given, expected)
}

/** `OptOutType` is Twilio's own reading of a keyword, in any language. */
function replyOf(form: URLSearchParams): InboundText {
  const [, from] = /^\+1(\d{10})$/.exec(form.get('From') ?? '') ?? []
  if (!from) return { kind: 'nothing' }
  return { kind: 'reply', from, text: form.get('OptOutType') || (form.get('Body') ?? '') }
}

function statusOf(form: URLSearchParams): InboundText {
  const provider_id = form.get('MessageSid') ?? form.get('SmsSid')
  const status = form.get('MessageStatus')
  if (!provider_id || !status) return { kind: 'nothing' }
  if (status === 'delivered') return { kind: 'status', provider_id, status, detail: null, unwelcome: false }
  if (status !== 'failed' && status !== 'undelivered') return { kind: 'nothing' }
  const code = Number(form.get('ErrorCode'))
  const detail = code ? `${code} ${form.get('ErrorMessage') ?? status}` : status
  return {
    kind: 'status',
    provider_id,
    status: 'failed',
    detail: detail.slice(0, 255),
    unwelcome: isUndeliverable(code),
  }
}
