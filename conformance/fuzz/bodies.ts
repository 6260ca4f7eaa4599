import type { Json } from '../client.ts'
import type { Random } from './random.ts'
import type { Route } from './routes.ts'
import type { Targets } from './targets.ts'
import { HOSTILE_QUERY, HOSTILE_VALUES, hostileValue } from './values.ts'

/** The body of a hostile request, and the headers that go with it. */
export function bodyOf(
  random: Random,
  route: Route,
  method: string,
  targets: Targets,
): { body: Buffer | null; headers: Record<string, string> } {
  const json = { 'content-type': 'application/json' }
  if (method === 'GET' || method === 'HEAD')
    return random.oneIn(30) ? { body: Buffer.from('{"a":1}'), headers: json } : { body: null, headers: {} }
  if (route.form) return pageForm(random, route.form.fields)
  if (route.body === null)
    return random.oneIn(2)
      ? { body: null, headers: {} }
      : { body: Buffer.from(random.pick(['', '{}', '[]', '{"a":1}', 'a=b'])), headers: json }
  if (random.oneIn(6)) return rawBody(random, route.body.name)
  const fields = mutated(random, route.body, targets)
  if (random.oneIn(10)) return formBody(random, route.body.name, fields)
  return { body: Buffer.from(jsonText(random, route.body.name, fields)), headers: json }
}

/** A good body with some of its fields changed into something else. */
function mutated(
  random: Random,
  { fields, example }: NonNullable<Route['body']>,
  targets: Targets,
): Record<string, Json> {
  const shown = Object.values<Json>(example)[0] ?? {}
  const good = Object.fromEntries(
    Object.entries<Json>(shown).map(([name, value]) => [name, targets.fields[name] ?? value]),
  )
  const names = fields.length > 0 ? fields : ['id']
  const candidates = [...names, ...names, 'id', 'created_ts', '__proto__', 'constructor', 'nothing_of_the_kind']
  for (const name of random.some(candidates, random.oneIn(2) ? 1 : 4)) {
    const value = random.oneIn(8) ? random.pick(targets.theirs) : hostileValue(random)
    Object.defineProperty(good, name, { value, enumerable: true, configurable: true, writable: true })
  }
  if (random.oneIn(10)) delete good[random.pick(Object.keys(good))]
  return good
}

/** The body as JSON text, sometimes with a duplicate key. */
function jsonText(random: Random, name: string, fields: Record<string, Json>): string {
  const inner = JSON.stringify(fields)
  if (!random.oneIn(10)) return `{${JSON.stringify(name)}:${inner}}`
  const twice = `${inner.slice(0, -1)},${JSON.stringify(random.pick(Object.keys(fields)))}:${JSON.stringify(hostileValue(random) ?? null)}}`
  return random.oneIn(2) ? `{"${name}":${twice}}` : `{"${name}":{},"${name}":${inner}}`
}

const DEEP = 5000

function rawBody(random: Random, name: string): { body: Buffer; headers: Record<string, string> } {
  const texts: readonly (() => Buffer)[] = [
    () => Buffer.from('['.repeat(DEEP) + ']'.repeat(DEEP)),
    () => Buffer.from(`{"${name}":${'{"a":'.repeat(DEEP)}1${'}'.repeat(DEEP)}}`),
    () => Buffer.from(`{"${name}":{"title":"${'x'.repeat(900_000)}"}}`),
    () => Buffer.from(`{"${name}":{"title":"${'x'.repeat(1_200_000)}"}}`),
    () => Buffer.from(`{"${name}":{${Array.from({ length: 20_000 }, (_, index) => `"k${index}":1`).join(',')}}}`),
    () => Buffer.from([0xef, 0xbb, 0xbf, ...Buffer.from(`{"${name}":{}}`)]),
    () => Buffer.from([0x7b, 0x22, 0xff, 0xfe, 0x22, 0x3a, 0x31, 0x7d]),
    () => Buffer.from(`{"${name}":{"title":"\\ud800","location_id":"\\u0000"}}`),
    () => Buffer.from(`{"${name}":{"title":1e999999,"id":${'9'.repeat(5000)}}}`),
    () =>
      Buffer.from(
        random.pick(['', ' ', 'null', '7', '"x"', '[]', '{', '{"a":}', "{'a':1}", '\u0000', 'a=b&c[d]=e', '<a/>']),
      ),
    () => Buffer.from(JSON.stringify({ [name]: random.pick(HOSTILE_VALUES) ?? null })),
  ]
  const types = [
    'application/json',
    'application/json',
    'application/json; charset=utf-16',
    'text/plain',
    'application/xml',
    'application/x-www-form-urlencoded',
    'multipart/form-data',
    'x',
    '',
  ]
  const type = random.pick(types)
  return { body: random.pick(texts)(), headers: type === '' ? {} : { 'content-type': type } }
}

/** The same as a form; the parts may be broken in the ways forms break. */
function formBody(
  random: Random,
  name: string,
  fields: Record<string, Json>,
): { body: Buffer; headers: Record<string, string> } {
  const line = 'xxfuzzxx'
  const bracketed = Object.keys(fields).map(key => [
    `${name}${random.pick([`[${key}]`, `[${key}][]`, `[${key}`, '[]', `[${key}][a][b]`, '[__proto__][a]'])}`,
    textOf(fields[key]),
  ])
  if (random.oneIn(2)) {
    const text = bracketed
      .map(([key = '', value = '']) => `${key}=${encodeURIComponent(value.toWellFormed())}`)
      .join('&')
    return { body: Buffer.from(text), headers: { 'content-type': 'application/x-www-form-urlencoded' } }
  }
  const parts = bracketed.map(
    ([key, value]) => `--${line}\r\nContent-Disposition: form-data; name="${key}"\r\n\r\n${value}\r\n`,
  )
  const file = `--${line}\r\nContent-Disposition: form-data; name="${name}[files][${random.pick(['0', '', '-1', 'x', '99999'])}]"; filename="${random.pick(['a.txt', '../../a', '', 'a\\"b', 'x'.repeat(400)])}"\r\nContent-Type: ${random.pick(['text/plain', 'x', ''])}\r\n\r\n${'f'.repeat(random.below(5000))}\r\n`
  const end = random.pick([`--${line}--\r\n`, `--${line}--`, `--${line}`, '', `--${line}x--`])
  const type = random.pick([
    `multipart/form-data; boundary=${line}`,
    `multipart/form-data; boundary=${line}`,
    'multipart/form-data',
    'multipart/form-data; boundary=',
    'multipart/form-data; boundary=other',
  ])
  return { body: Buffer.from(parts.join('') + (random.oneIn(2) ? file : '') + end), headers: { 'content-type': type } }
}

/** What a payer's browser would send, with other things in it. */
function pageForm(random: Random, fields: readonly string[]): { body: Buffer; headers: Record<string, string> } {
  const good: Record<string, string> = {
    attempt: 'ab'.repeat(16),
    payment_method: 'cc',
    cc_account_number: '4111111111111111',
    cc_exp_date: '12/49',
  }
  const pairs = Object.entries({
    ...good,
    cc_account_holder_name: 'Pat Example',
    amount: '1.00',
    shown_amount: '10.00',
  })
  for (const name of random.some(fields, 5)) pairs.push([name, textOf(hostileValue(random)).toWellFormed()])
  const text = pairs
    .map(([name, value]) => `${name}=${random.oneIn(20) ? random.pick(HOSTILE_QUERY) : encodeURIComponent(value)}`)
    .join('&')
  return { body: Buffer.from(text.slice(0, 20_000)), headers: { 'content-type': 'application/x-www-form-urlencoded' } }
}

function textOf(value: Json): string {
  return typeof value === 'string' ? value : (JSON.stringify(value) ?? '')
}
