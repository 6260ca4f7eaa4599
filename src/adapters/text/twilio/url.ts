/** What TWILIO_URL says. */
export interface Account {
  /** `https://api.twilio.com`, without a slash at the end. */
  base: string
  sid: string
  token: string
  /** The number texts leave under, or the messaging service that chooses one. */
  sender: { From: string } | { MessagingServiceSid: string }
}

/**
 * Reads `https://{account sid}:{auth token}@api.twilio.com/?from=+12025550100`, or `?service=MG…` for a messaging service. Throws an Error of
 * one line, without the token, when it cannot be one.
 */
export function readUrl(text: string): Account {
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
