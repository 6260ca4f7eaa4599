import type { Attack } from './attack.ts'
import type { OpenPage, Pair } from './open-pages.ts'
import type { Random } from './random.ts'
import { HOSTILE_IDS, HOSTILE_QUERY, hostileValue } from './values.ts'

/** Shows up in an answer as it is only where nothing escapes it; the judge looks for these. */
const MARKS = [
  `<x-fuzz>`,
  `"><x-fuzz>`,
  `'><x-fuzz>`,
  `" x-fuzz="1`,
  `</title><x-fuzz>`,
  `</script><x-fuzz>`,
  '`><x-fuzz>',
  'javascript:xfuzz()',
  ' javascript:xfuzz()',
  'a\r\nx-fuzz: 1',
  'a\nset-cookie: x-fuzz=1',
  'https://x-fuzz.example;script-src *',
  'https://*.x-fuzz.example',
]

/** Bytes that are no UTF-8, and encodings that end too soon, as they stand in a form or an address. */
const BROKEN = ['%FF%FE', '%C0%80', '%ED%A0%80', '%F4%90%80%80', '%E2%82', '%', '%zz', '%00', 'a%00b', '%u0041', '+%+']

/** One hostile request to a page: a good one, of which some parameters or fields are changed, repeated or broken. */
export function pageAttack(random: Random, pages: readonly OpenPage[]): Attack {
  const page = random.pick(pages)
  const method = random.oneIn(30) ? random.pick(['HEAD', 'PUT', 'DELETE', 'PATCH', 'OPTIONS', 'POST']) : page.method
  const inQuery = page.fields.length === 0 || random.oneIn(4)
  const query = inQuery ? changed(random, page.query) : encoded(page.query)
  const path = page.route.includes('{') && random.oneIn(3) ? placed(random, page.path) : page.path
  const route = { method: page.method, path: page.route, body: null, form: null, query: [], statuses: [], types: [] }
  const { body, headers } = method === 'GET' || method === 'HEAD' ? NOTHING : formOf(random, page, inQuery)
  const address = query === '' ? path : `${path}?${query}`
  // A line of the request may be long, but headers and line together have their limit.
  return { route, method, path: address.slice(0, 14_000), headers, body, caller: 'nobody' }
}

const NOTHING = { body: null, headers: {} }

function placed(random: Random, path: string): string {
  return path.replace(/[^/]+$/, () => random.pick(HOSTILE_IDS))
}

const TYPES = [
  'application/x-www-form-urlencoded; charset=utf-16',
  'application/json',
  'multipart/form-data; boundary=x',
  'text/html',
  'x',
]

function formOf(random: Random, page: OpenPage, untouched: boolean): { body: Buffer; headers: Record<string, string> } {
  const text = untouched ? encoded(page.fields) : changed(random, page.fields)
  const type = random.oneIn(25) ? random.pick(TYPES) : 'application/x-www-form-urlencoded'
  const site = random.oneIn(15) ? random.pick(['cross-site', 'none', 'x']) : 'same-origin'
  const headers = { 'content-type': type, 'sec-fetch-site': site }
  if (random.oneIn(40)) return { body: Buffer.from(text.padEnd(17_000, 'x')), headers }
  if (random.oneIn(40)) return { body: Buffer.concat([Buffer.from([0xff, 0xfe, 0x00]), Buffer.from(text)]), headers }
  return { body: Buffer.from(text.slice(0, 16_000)), headers }
}

const encoded = (pairs: readonly Pair[]): string =>
  pairs.map(([name, value]) => `${encodeURIComponent(name)}=${encodeURIComponent(value)}`).join('&')

/** The pairs as they stand in an address or a form, with up to four changes. */
function changed(random: Random, pairs: readonly Pair[]): string {
  const parts = pairs.map(([name, value]) => ({ name: encodeURIComponent(name), value: encodeURIComponent(value) }))
  const names = [...parts.map(({ name }) => name), 'expand', '__proto__', 'a[]', 'a[b]', '%00', '%FF', '']
  for (const name of random.some(names, 3)) {
    const at = parts.findIndex(part => part.name === name)
    const value = hostileText(random)
    if (at >= 0 && random.oneIn(8)) parts.splice(at, 1)
    else if (at >= 0 && random.oneIn(6)) parts.push({ name, value })
    else if (at >= 0 && random.oneIn(9)) parts[at] = { name: `${name}%5B%5D`, value }
    else if (at >= 0) parts[at] = { name, value }
    else parts.push({ name, value })
  }
  const text = parts.map(({ name, value }) => `${name}=${value}`).join('&')
  return random.oneIn(50) ? `${text}&${'a=1&'.repeat(3000)}` : text
}

function hostileText(random: Random): string {
  if (random.oneIn(3)) return encodeURIComponent(random.pick(MARKS))
  if (random.oneIn(4)) return random.pick(BROKEN)
  if (random.oneIn(3)) return random.pick(HOSTILE_QUERY)
  const value = hostileValue(random)
  return encodeURIComponent((typeof value === 'string' ? value : (JSON.stringify(value) ?? '')).toWellFormed())
}
