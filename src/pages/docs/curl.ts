import { type Html, html } from '../html.ts'

export interface CurlOptions {
  method: string
  /** The whole address. */
  url: string
  /** Written as JSON. */
  body?: unknown
  /** False where nobody has to say who they are. */
  credentials?: boolean
}

const CREDENTIALS = ['developer-id: $DEVELOPER_ID', 'user-id: $USER_ID', 'user-api-key: $USER_API_KEY']

/** A command to paste into a shell; the credentials are variables that a reader sets once. */
export function curl({ method, url, body, credentials = true }: CurlOptions): string {
  const verb = method === 'GET' || (method === 'POST' && body !== undefined) ? '' : `-X ${method} `
  const lines = [`curl ${verb}${quoted(url)}`]
  if (credentials) lines.push(...CREDENTIALS.map(header => `  -H "${header}"`))
  if (body !== undefined)
    lines.push(`  -H 'content-type: application/json'`, `  -d ${quoted(JSON.stringify(body, null, 2))}`)
  return lines.join(' \\\n')
}

/** A block of text to copy. Long lines wrap, so nothing has to be scrolled sideways. */
export function codeBlock(text: string): Html {
  return html`<pre class="listing"><code>${text}</code></pre>`
}

function quoted(text: string): string {
  return `'${text.replaceAll("'", "'\\''")}'`
}
