import type { Delivery, Texter } from '../../../ports/mailer.ts'
import { deliveryOf } from './delivery.ts'
import { twilioInbound } from './inbound.ts'

interface Parts {
  /** TWILIO_URL. */
  url: string
  /** Address for Twilio's delivery reports; null when Twilio could not reach us. */
  statusUrl(): string | null
}

const ANSWER_MS = 20_000

/** Errors without a connection, so that nothing was sent. */
const NOT_CONNECTED =
  /^(ECONNREFUSED|ENOTFOUND|EAI_AGAIN|EHOSTUNREACH|ENETUNREACH|UND_ERR_CONNECT_TIMEOUT|CERT_|DEPTH_ZERO_|SELF_SIGNED_|UNABLE_TO_|ERR_TLS_)/

/** SMS through Twilio's Messages resource (`POST /2010-04-01/Accounts/{sid}/Messages.json`). */
export function twilioTexter({ url, statusUrl }: Parts): Texter {
  const account = readUrl(url)
  return {
    async send({ to, text }) {
      if (!/^[2-9]\d{9}$/.test(to)) {
        return { result: 'refused', detail: 'This is no phone number of ten digits.', unwelcome: false }
      }
      const callback = statusUrl()
      const form = new URLSearchParams({
        To: `+1${to}`,
        ...account.sender,
        Body: text,
        ...(callback ? { StatusCallback: callback } : {}),
      })
      return post(account, form)
    },
    inbound: twilioInbound(account.token),
  }
}

/** A connection lost after the request was sent leaves the outcome open; the text is not sent again. */
async function post({ base, sid, token, sender }: Account, form: URLSearchParams): Promise<Delivery> {
  try {
    const response = await fetch(`${base}/2010-04-01/Accounts/${encodeURIComponent(sid)}/Messages.json`, {
      method: 'POST',
      headers: {
        authorization: `Basic ${Buffer.from(`${sid}:${token}`).toString('base64')}`,
        'content-type': 'application/x-www-form-urlencoded',
        accept: 'application/json',
      },
      body: form.toString(),
      redirect: 'error',
      signal: AbortSignal.timeout(ANSWER_MS),
    })
    const text = await response.text()
    return deliveryOf(response.status, parsed(text), Object.values(sender)[0] ?? '')
  } catch (error) {
    const { code = '', message } = ((error as Error).cause ?? error) as Error & { code?: string }
    const detail = `${code} ${message}`.trim().slice(0, 255)
    return NOT_CONNECTED.test(code) ? { result: 'later', detail } : { result: 'unknown', detail }
  }
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return null
  }
}

/** The settings in TWILIO_URL. */
interface Account {
  /** `https://api.twilio.com`, without a trailing slash. */
  base: string
  sid: string
  token: string
  /** The sender's number, or a messaging service that chooses one. */
  sender: { From: string } | { MessagingServiceSid: string }
}

/**
 * Parses `https://{account sid}:{auth token}@api.twilio.com/?from=+12025550100`, or `?service=MG…` for a messaging
 * service. Throws an error of one line, without the token, when it is invalid.
 */
function readUrl(text: string): Account {
  if (!URL.canParse(text) || !/^https?:\/\//.test(text)) throw new Error('TWILIO_URL must start with https://')
  const url = new URL(text)
  if (url.protocol === 'http:' && !/^(localhost|127\.\d+\.\d+\.\d+|\[::1\])$/.test(url.hostname)) {
    throw new Error('TWILIO_URL must start with https:// unless it leads to this machine')
  }
  const sid = decodeURIComponent(url.username)
  const token = decodeURIComponent(url.password)
  if (!sid || !token)
    throw new Error('TWILIO_URL must hold the account sid and the auth token: https://sid:token@api.twilio.com')
  return { base: url.origin, sid, token, sender: senderOf(url.searchParams) }
}

function senderOf(parameters: URLSearchParams): Account['sender'] {
  const service = parameters.get('service')
  if (service) return { MessagingServiceSid: service }
  // A plus sign in a query stands for a space.
  const from = parameters.get('from')?.replace(/^ /, '+') ?? ''
  if (!/^\+[1-9]\d{6,14}$/.test(from)) {
    throw new Error('TWILIO_URL must name the sender: ?from=+12025550100 or ?service=MG…')
  }
  return { From: from }
}
