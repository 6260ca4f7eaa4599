import { type Html, html } from '../html.ts'

export interface CurlOptions {
  method: string
  /** The whole address. */
  url: string
  /** Written as JSON. */
  body?: unknown
  /** The name of a part that holds a file. */
  file?: string | undefined
  /** False where nobody has to say who they are. */
  credentials?: boolean
}

const CREDENTIALS = ['developer-id: $DEVELOPER_ID', 'user-id: $USER_ID', 'user-api-key: $USER_API_KEY']

/** A command to paste into a shell; the credentials are variables that a reader sets once. */
export function curl({ method, url, body, file, credentials = true }: CurlOptions): string {
  const verb =
    method === 'GET' || (method === 'POST' && (body !== undefined || file !== undefined)) ? '' : `-X ${method} `
  const lines = [`curl ${verb}${quoted(url)}`]
  if (credentials) lines.push(...CREDENTIALS.map(header => `  -H "${header}"`))
  if (body !== undefined)
    lines.push(`  -H 'content-type: application/json'`, `  -d ${quoted(JSON.stringify(body, null, 2))}`)
  if (file !== undefined) lines.push(`  -F ${quoted(`${file}=@agreement.pdf`)}`)
  return lines.join(' \\\n')
}

/** A block of text to copy. Long lines wrap, so nothing has to be scrolled sideways. */
export function codeBlock(text: string): Html {
  return html`<pre class="listing"><code>${text}</code></pre>`
}

function quoted(text: string): string {
  return `'${text.replaceAll("'", "'\\''")}'`
}
