/**
 * The headers of every hosted page (PCI DSS 6.4.3 and 11.6.1: only our own script may run where a card number is typed).
 * `https` says whether the public address is https; HSTS would break a plain-http sandbox. `forms_lead_to` is an origin that the answer
 * to a form of the page may redirect to: a checked one, never one that just came with the request. `framed_by`: the origin
 * that may show the page in a frame, or `*`; left out, nobody may.
 */
export function pageHeaders(options: {
  https: boolean
  forms_lead_to?: string
  framed_by?: string
}): Record<string, string> {
  const policy = options.forms_lead_to
    ? POLICY.replace("form-action 'self'", `form-action 'self' ${options.forms_lead_to}`)
    : POLICY
  const headers: Record<string, string> = {
    'content-security-policy': policy,
    'referrer-policy': 'no-referrer',
    'cross-origin-opener-policy': 'same-origin',
    'cross-origin-resource-policy': 'same-origin',
    'permissions-policy': 'camera=(), geolocation=(), microphone=(), usb=(), payment=(self)',
    'cache-control': 'no-store',
    'x-content-type-options': 'nosniff',
    'x-frame-options': 'DENY',
    'x-robots-tag': 'noindex, nofollow',
  }
  if (options.framed_by) {
    headers['content-security-policy'] = policy.replace(
      "frame-ancestors 'none'",
      `frame-ancestors ${options.framed_by}`,
    )
    // The older header knows no origins; a page that isolates itself may still frame this one.
    delete headers['x-frame-options']
    headers['cross-origin-resource-policy'] = 'cross-origin'
  }
  if (options.https) headers['strict-transport-security'] = 'max-age=31536000; includeSubDomains'
  return headers
}

/** `trusted-types 'none'` forbids making any policy: no script of ours needs to write markup. */
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
].join('; ')

/** Headers of a download: it is a file to keep, never a document of this origin. */
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

/** Types a browser could run as part of this origin are sent as plain bytes. */
function safeType(type: string): string {
  const wellFormed = /^[a-z]+\/[a-z0-9.+-]+$/i.test(type)
  return wellFormed && !/html|xml|script|svg/i.test(type) ? type.toLowerCase() : 'application/octet-stream'
}

/** RFC 6266: a plain name every client understands and the exact one in UTF-8. Path parts, quotes and control characters are dropped. */
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
