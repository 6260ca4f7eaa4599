import assert from 'node:assert/strict'
import { readdirSync, readFileSync } from 'node:fs'
import { test } from 'node:test'
import { amountRows } from '../../src/words/amount-rows.ts'
import { declineMessage } from '../../src/words/decline-message.ts'
import { en } from '../../src/words/en.ts'
import { es } from '../../src/words/es.ts'
import { acceptedWords, wordsOf } from '../../src/words/words.ts'
import { invoiceView, MemoryInvoicePort } from '../support/invoice-port.ts'
import { invoiceSite } from '../support/invoice-site.ts'

type Leaf = string | ((...values: never[]) => unknown)

/** Every text of a catalogue by its path. */
function leaves(catalogue: object, path = ''): [string, Leaf][] {
  return Object.entries(catalogue).flatMap(([key, value]) =>
    typeof value === 'object' ? leaves(value, `${path}${key}.`) : [[path + key, value as Leaf] as [string, Leaf]],
  )
}

const SAME = /^(accounts\.(visa|mc|amex|disc|jcb|diners)|form\.fields\.state\.|.*total$)/

/** What a text says with made-up values in its places. */
function said(leaf: Leaf): string {
  if (typeof leaf === 'string') return leaf
  const values = Array.from({ length: leaf.length }, (_, index) => `«${index}»`)
  return JSON.stringify((leaf as (...given: unknown[]) => unknown)(...values))
}

const texts = (catalogue: object) =>
  leaves(catalogue).filter(([path]) => !/^(money|day|shortDay|moment|seconds|locale|language|own_name)$/.test(path))

test('the Spanish catalogue says everything the English one says, with the same parts in it', () => {
  const spanish = new Map(texts(es))
  for (const [path, english] of texts(en)) {
    const other = spanish.get(path)
    assert.equal(typeof other, typeof english, path)
    if (!other) continue
    const [first, second] = [said(english), said(other)]
    if (!SAME.test(path)) assert.notEqual(second, first, `${path} is not translated`)
    assert.notEqual(second.trim(), '', path)
    const places = (text: string) => (text.match(/\{\w+\}/g) ?? []).toSorted()
    assert.deepEqual(places(second), places(first), path)
  }
  assert.equal(spanish.size, texts(en).length)
})

test('every reason of a decline has words that say what to do, in both languages', () => {
  const titles = readFileSync(new URL('../../src/db/migrations/0005_reference.sql', import.meta.url), 'utf8')
  const codes = [...titles.matchAll(/^ {2}\((\d{4}), '/gm)].map(([, code]) => Number(code))
  assert.ok(codes.length > 100)
  for (const words of [en, es]) {
    for (const code of codes) assert.match(declineMessage(words, code), /\. \S.*\.$/, String(code))
    assert.equal(declineMessage(words, 1615), words.declined.reasons.bank, 'do not honor')
    assert.equal(declineMessage(words, 1607), words.declined.reasons.bank, 'a stolen card is told like any other')
  }
})

test('G10 a receipt says what was added to the subtotal, and shows lines only where they are what was paid', () => {
  const parts = { total: 1300n, tax: 80n, tip_amount: 120n, surcharge: { label: 'Card fee', amount: 100n } }
  const items = [
    { label: 'Mowing', amount: 750n },
    { label: 'Hedge', amount: 250n },
  ]
  const added = [
    ['Subtotal', '$10.00'],
    ['Tax', '$0.80'],
    ['Tip', '$1.20'],
    ['Card fee', '$1.00'],
  ]
  assert.deepEqual(amountRows(en, { ...parts, items: [] }), added)
  assert.deepEqual(amountRows(en, { ...parts, items }), [['Mowing', '$7.50'], ['Hedge', '$2.50'], ...added])
  assert.deepEqual(amountRows(en, { ...parts, total: 1200n, items })[0], ['Subtotal', '$9.00'])
  const nothing = { total: 1000n, tax: 0n, tip_amount: null, surcharge: null, items: [] }
  assert.deepEqual(amountRows(en, nothing), [])
  assert.deepEqual(amountRows(en, { ...parts, total: 200n, items }), [], 'no subtotal below zero')
})

test('G10 a decline of what the issuer may have approved says that the bank may show it for some days', () => {
  for (const words of [en, es]) {
    for (const code of [1531, 1655, 1656, 1657])
      assert.ok(declineMessage(words, code).endsWith(words.declined.may_show), String(code))
    for (const code of [1615, 1616, 2101]) assert.doesNotMatch(declineMessage(words, code), /pending|pendiente/)
  }
})

test('the language is the one a browser prefers of those that are spoken here', () => {
  for (const [header, language] of [
    ['es-MX,es;q=0.9,en;q=0.8', 'es'],
    ['en;q=0.5, es;q=0.9', 'es'],
    ['de, en-GB;q=0.7', 'en'],
    ['es;q=0, en', 'en'],
    ['de', undefined],
    ['', undefined],
    [undefined, undefined],
    [`${'x'.repeat(5000)},es`, undefined],
  ] as const)
    assert.equal(acceptedWords(header)?.language, language, String(header))
  assert.equal(wordsOf('es_US'), es)
  assert.equal(wordsOf('estonian'), null)
  assert.equal(es.money(123_450n), '$1,234.50')
  assert.equal(es.day('2026-03-04'), '4 de marzo de 2026')
})

const visible = (document: string) =>
  document
    .replace(/<(style|script)[\s\S]*?<\/\1>/g, '')
    .match(/(?<=>)[^<>]+(?=<)|(?<=(?:aria-label|alt|data-missing|data-invalid|data-sending|data-sending-long)=")[^"]+/g)
    ?.map(text => text.replace(/\s+/g, ' ').trim())
    .filter(text => /\p{L}/u.test(text)) ?? []

test('a page asked for in Spanish has no word of the English catalogue, and says its language', async () => {
  const english = new Map(texts(en).filter(([path]) => !SAME.test(path)))
  const spanish = new Set(texts(es).map(([, leaf]) => leaf))
  for (const status of ['payable', 'paid', 'closed', 'expired', 'processing'] as const) {
    const { app, path } = await invoiceSite(new MemoryInvoicePort(invoiceView({ status })))
    const { body } = await app.inject({ url: path, headers: { 'accept-language': 'es-MX,en;q=0.5' } })
    await app.close()
    assert.match(body, /<html lang="es"/)
    const shown = visible(body)
    assert.ok(shown.length > 10)
    for (const [key, leaf] of english) {
      if (typeof leaf === 'string' && !spanish.has(leaf) && leaf.length > 3) assert.ok(!shown.includes(leaf), key)
    }
  }
})

test('a payer switches the language by a link, and the form and everything after it keep it', async () => {
  const { app, path } = await invoiceSite()
  const { body } = await app.inject({ url: path })
  const href = /<a href="([^"]+)" lang="es"/.exec(body)?.[1]?.replaceAll('&amp;', '&') ?? ''
  const spanish = (await app.inject({ url: href, headers: { 'accept-language': 'en' } })).body
  assert.match(spanish, /<html lang="es"/)
  assert.match(spanish, /action="[^"]*lang=es"/)
  assert.match(spanish, /lang="en"[^>]*>English</)
  await app.close()
})

/** Sources of what is in all languages. The console and the documentation are in English. */
const PAYERS = ['oauth', 'checkout', 'payform', 'receipt', 'quickinvoice', 'paylink', 'hostedform', 'hostedpaymentpage']

/** Markup and code of a template; what is left stands on the page as it is written. */
function wordsIn(source: string): string[] {
  const code = source.replace(/\/\*[\s\S]*?\*\//g, '').replace(/(^|\s)\/\/.*$/gm, '')
  const templates = [...code.matchAll(/html`((?:[^`\\]|\\.)*)`/g)].map(([, text]) => text ?? '')
  return templates
    .flatMap(text => text.replace(/\$\{[^{}]*(?:\{[^{}]*\}[^{}]*)*\}/g, '').match(/(?<=>)[^<>{}$]+(?=<)/g) ?? [])
    .filter(text => /\p{L}{2}/u.test(text))
}

test('no page of a payer has words that are not in the catalogues', () => {
  const found = PAYERS.flatMap(folder => {
    const place = new URL(`../../src/pages/${folder}/`, import.meta.url)
    return readdirSync(place)
      .filter(name => name.endsWith('.ts'))
      .flatMap(name => wordsIn(readFileSync(new URL(name, place), 'utf8')).map(text => `${folder}/${name}: ${text}`))
  })
  assert.deepEqual(found, [])
  assert.deepEqual(wordsIn('html`<p>Pay now</p>`'), ['Pay now'])
})
