import assert from 'node:assert/strict'
import { test } from 'node:test'
import { drawInvoice } from '../../src/adapters/pdf/draw-invoice.ts'
import { invoicePrinter } from '../../src/adapters/pdf/index.ts'
import { Unavailable } from '../../src/lib/problem.ts'
import { HOSTILE_PNGS } from '../support/hostile-pictures.ts'
import { LIMITS, PARTS, pagesOf, sheet } from '../support/invoice-sheet.ts'

test('a thousand lines flow over pages', async () => {
  const lines = Array.from({ length: 1000 }, (_, at) => ({
    label: `Line ${at} ${'long '.repeat(at % 30)}`,
    amount: '$1.00',
  }))
  const pdf = await drawInvoice(sheet({ lines }))
  assert.ok(pagesOf(pdf) > 40 && pagesOf(pdf) < 120, String(pagesOf(pdf)))
})

test('an invoice with letters that are not printed says so on it, and no other does', async () => {
  const has = async (text: string) => {
    const [one, other] = await Promise.all(
      ['One note.', 'Another note.'].map(boxes =>
        drawInvoice(sheet({ boxes, lines: [{ label: text, amount: '$1.00' }] })),
      ),
    )
    return !one!.equals(other!)
  }
  for (const text of ['発票', 'שלום', 'ราคา', 'Lawn ✓', 'Cake 🎂']) assert.equal(await has(text), true, text)
  for (const text of ['Łucja Żółć', 'Αθήνα', 'Київ', 'हिन्दी', '“½ – 3 €”', 'two\nlines\tof it'])
    assert.equal(await has(text), false, text)
})

test('printing leaves the thread of requests alone, and the same invoice is printed once', async () => {
  const printer = invoicePrinter(PARTS)
  await printer.pdf(sheet(), 'merchant')
  const lines = Array.from({ length: 400 }, (_, at) => ({ label: `Line ${at}`, amount: '$1.00' }))
  const before = process.threadCpuUsage()
  const first = await printer.pdf(sheet({ lines }), 'merchant')
  const { user, system } = process.threadCpuUsage(before)
  // Drawing it takes half a second of processor time, in a thread of its own. 50 ms are microseconds here.
  assert.ok(user + system < 50_000, `${user + system}`)
  assert.equal(await printer.pdf(sheet({ lines }), 'merchant'), first)
  await printer.close()
})

test('G41 a print that takes too long or too much memory fails alone, and those behind it are printed', async () => {
  const lines = Array.from({ length: 4_000 }, (_, at) => ({
    label: `Line ${at} ${'long '.repeat(9)}`,
    amount: '$1.00',
  }))
  const memory = { maxOldGenerationSizeMb: 24, maxYoungGenerationSizeMb: 4 }
  let prints = 0
  const impatient = {
    ...LIMITS,
    /** Only the first print is short of time, because a busy machine takes seconds for a small one. */
    get longest_ms() {
      prints += 1
      return prints === 1 ? 500 : LIMITS.longest_ms
    },
  }
  for (const [limits, is] of [
    [impatient, (error: Error) => error instanceof Unavailable],
    [{ ...LIMITS, memory }, (error: Error) => /memory/.test(error.message)],
  ] as const) {
    const printer = invoicePrinter(PARTS, limits)
    const large = printer.pdf(sheet({ lines: [...lines, ...lines, ...lines] }), 'large')
    const small = printer.pdf(sheet(), 'small')
    await assert.rejects(large, is)
    assert.match((await small).toString('latin1', 0, 8), /^%PDF-1\.7/)
    await printer.close()
  }
})

test('G41 a logo that is larger than it says, has two headers or is damaged is left out, at no cost', async () => {
  const plain = await drawInvoice(sheet())
  const before = process.memoryUsage().rss
  for (const [name, logo] of Object.entries(HOSTILE_PNGS)) {
    const { user } = process.threadCpuUsage()
    const url = `data:image/png;base64,${logo.toString('base64')}`
    const pdf = await drawInvoice(sheet({ merchant: { name: 'Juniper', lines: ['12 Main Street'], logo: url } }))
    assert.equal(pdf.length, plain.length, name)
    const ms = (process.threadCpuUsage().user - user) / 1000
    assert.ok(ms < 1_000, `${name}: ${ms} ms`)
  }
  assert.ok(process.memoryUsage().rss - before < 200 * 1024 * 1024)
})
