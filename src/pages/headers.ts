interface PageHeadersOptions {
  /** Whether the public address is https. HSTS would break a sandbox on plain http. */
  https: boolean
  /**
   * An origin that the response to a form of the page may redirect to. It has to be a registered one, never one taken
   * from the request.
   */
  form_redirect_origin?: string | undefined
  /** The origin that may show the page in a frame. No origin may unless it is set. */
  framed_by?: string | undefined
  /** Whether its script may send requests to this gateway. No page where a card is typed does. */
  sends_requests?: boolean | undefined
}

/**
 * The headers of every hosted page (PCI DSS 6.4.3 and 11.6.1: only our own script may run where a card number is
 * typed).
 */
export function pageHeaders(options: PageHeadersOptions): Record<string, string> {
  const policy = options.form_redirect_origin
    ? POLICY.replace("form-action 'self'", `form-action 'self' ${options.form_redirect_origin}`)
    : POLICY
  const headers: Record<string, string> = {
    'content-security-policy': policy,
    'reporting-endpoints': `pages="${REPORTS_PATH}"`,
    'referrer-policy': 'no-referrer',
    'cross-origin-opener-policy': 'same-origin',
    'cross-origin-resource-policy': 'same-origin',
    'permissions-policy': 'camera=(), geolocation=(), microphone=(), usb=(), payment=(self)',
    'cache-control': 'no-store',
    'x-content-type-options': 'nosniff',
    'x-frame-options': 'DENY',
    'x-robots-tag': 'noindex, nofollow',
  }
  if (options.sends_requests) headers['content-security-policy'] = `${policy}; connect-src 'self'`
  if (options.framed_by) {
    headers['content-security-policy'] = policy.replace(
      "frame-ancestors 'none'",
      `frame-ancestors ${options.framed_by}`,
    )
    // X-Frame-Options cannot name an origin, and a page with cross-origin isolation may only frame a page with this
    // policy.
    delete headers['x-frame-options']
    headers['cross-origin-resource-policy'] = 'cross-origin'
  }
  if (options.https) headers['strict-transport-security'] = 'max-age=31536000; includeSubDomains'
  return headers
}

/** Where browsers report what the policy has stopped. */
export const REPORTS_PATH = '/page-reports'

/** `trusted-types 'none'` forbids every Trusted Types policy: no script of these pages writes markup. */
const POLICY = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self'",
  "img-src 'self' data:",
  "form-action 'self'",
  "frame-ancestors 'none'",
  "base-uri 'none'",
  "require-trusted-types-for 'script'",
  "trusted-types 'none'",
  `report-uri ${REPORTS_PATH}`,
  'report-to pages',
].join('; ')

/** Headers of a download. The browser must never show it as a document of this origin. */
export function downloadHeaders(file: { name: string; content_type: string }): Record<string, string> {
  return {
    'content-type': safeType(file.content_type),
    'content-disposition': disposition(file.name),
    'content-security-policy': "default-src 'none'; sandbox",
    'referrer-policy': 'no-referrer',
    'cross-origin-resource-policy': 'same-origin',
    'cache-control': 'no-store',
    'x-content-type-options': 'nosniff',
    'x-robots-tag': 'noindex, nofollow',
  }
}

/** Content types that a browser could run as part of this origin are sent as plain bytes. */
function safeType(type: string): string {
  const wellFormed = /^[a-z]+\/[a-z0-9.+-]+$/i.test(type)
  return wellFormed && !/html|xml|script|svg/i.test(type) ? type.toLowerCase() : 'application/octet-stream'
}

/**
 * Returns the header value of RFC 6266: an ASCII name that every client understands, and the exact name in UTF-8. Path
 * parts, quotes and control characters are dropped.
 */
function disposition(name: string): string {
  const clean =
    name
      .replace(/^.*[/\\]/s, '')
      .replace(/[\u0000-\u001f\u007f"<>:|?*]/g, '')
      .trim() || 'file'
  const plain = clean.replace(/[^\u0020-\u007e]/g, '_').replace(/[%;]/g, '_')
  const exact = encodeURIComponent(clean.toWellFormed()).replace(
    /['()*]/g,
    one => `%${one.charCodeAt(0).toString(16).toUpperCase()}`,
  )
  return `attachment; filename="${plain}"; filename*=UTF-8''${exact}`
}
