/** The settings in SMTP_URL. */
export interface SmtpSettings {
  server: {
    host: string
    port: number
    secure: boolean
    requireTLS: boolean
    auth?: { user: string; pass: string }
  }
  /** The operator's own address, or null. */
  from: string | null
  /** Merchants' domains this server may send for, in lower case. */
  domains: ReadonlySet<string>
  /** The address for bounces, or null. */
  bounces: string | null
  /** Time limit for a reply in milliseconds. */
  timeout_ms: number
}

/** Parses the URL. Throws an error of one line, without the password, when it is invalid. */
export function readUrl(url: string): SmtpSettings {
  if (!URL.canParse(url) || !/^smtps?:\/\//.test(url)) throw new Error('SMTP_URL must start with smtp:// or smtps://')
  const { protocol, hostname, port, username, password, searchParams } = new URL(url)
  const host = hostname.replace(/^\[(.*)\]$/, '$1')
  const secure = protocol === 'smtps:'
  const auth = username ? { user: decodeURIComponent(username), pass: decodeURIComponent(password) } : undefined
  const domains = (searchParams.get('domains') ?? '').toLowerCase().split(',').filter(Boolean)
  return {
    server: {
      host,
      port: Number(port) || (secure ? 465 : 587),
      secure,
      requireTLS: requiresTls(searchParams.get('tls'), auth !== undefined && !isLoopback(host)),
      ...(auth ? { auth } : {}),
    },
    from: address(searchParams, 'from'),
    domains: new Set(domains),
    bounces: address(searchParams, 'bounces'),
    timeout_ms: timeoutOf(searchParams.get('timeout')) * 1000,
  }
}

/** A password is never sent in clear. Otherwise TLS is used where the server offers it (STARTTLS) or it is required. */
function requiresTls(setting: string | null, has_password: boolean): boolean {
  if (setting === null) return has_password
  if (setting !== 'required' && setting !== 'optional') throw new Error('tls in SMTP_URL must be required or optional')
  return setting === 'required'
}

function isLoopback(host: string): boolean {
  return host === 'localhost' || host === '::1' || /^127\./.test(host)
}

/** Long enough for a server that looks the sender up first, short enough that a silent one delays few mails. */
const TIMEOUT_SECONDS = 20

function timeoutOf(setting: string | null): number {
  if (setting === null) return TIMEOUT_SECONDS
  if (!/^[1-9]\d?$/.test(setting)) throw new Error('timeout in SMTP_URL must be 1 to 99 seconds')
  return Number(setting)
}

function address(parameters: URLSearchParams, name: string): string | null {
  // A plus sign in a query stands for a space.
  const text = parameters.get(name)?.replaceAll(' ', '+')
  if (!text) return null
  if (!/^[^\s@<>,;"]+@[^\s@<>,;"]+$/.test(text)) throw new Error(`${name} in SMTP_URL must be an e-mail address`)
  return text
}
