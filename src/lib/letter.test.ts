import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { type Letter, letterHtml, letterText } from './letter.ts'
import { showDay, showDollars } from './us-formats.ts'

const LETTER: Letter = {
  subject: 'Invoice JG-7',
  preview: '$10.00 due',
  sender: { name: 'Juniper Garden Works', accent: '#1f6f54', lines: ['12 Orchard Lane', 'Ithaca, NY 14850'] },
  heading: 'Garden work',
  paragraphs: ['Juniper has sent you an invoice.'],
  figure: { amount: '$10.00', caption: 'Due January 31, 2030' },
  rows: [
    { label: 'Mowing', value: '$10.00' },
    { label: 'Total', value: '$10.00', strong: true },
  ],
  quote: { text: 'See you\nin spring', by: 'Juniper' },
  button: { label: 'View and pay', href: 'https://pay.example/quickinvoice/?id=1&x="y"' },
  notes: ['Questions? Answer this mail.'],
}

test('both forms say the same: every part of a letter is in each of them', () => {
  const [text, html] = [letterText(LETTER), letterHtml(LETTER)]
  const parts = [
    'Garden work',
    'Juniper has sent you an invoice.',
    '$10.00',
    'Due January 31, 2030',
    'Mowing',
    'Total',
    'in spring',
  ]
  for (const part of [
    ...parts,
    'View and pay',
    'Questions? Answer this mail.',
    '12 Orchard Lane',
    'Ithaca, NY 14850',
  ]) {
    assert.ok(text.includes(part), `the text lacks ${part}`)
    assert.ok(html.includes(part), `the HTML lacks ${part}`)
  }
  assert.ok(text.includes(LETTER.button!.href))
  assert.ok(html.includes('href="https://pay.example/quickinvoice/?id=1&#38;x=&#34;y&#34;"'))
})

test('parts that are absent leave nothing behind', () => {
  const bare = { ...LETTER, figure: null, rows: [], quote: null, button: null, notes: [], paragraphs: [] }
  assert.equal(letterText(bare), 'Garden work\n\n--\nJuniper Garden Works\n12 Orchard Lane\nIthaca, NY 14850\n')
  assert.doesNotMatch(letterHtml(bare), /<a |<blockquote|undefined|null/)
})

test('no text can bring markup of its own', () => {
  const tags = (html: string) => html.match(/<\/?[a-z][^>]*>/gi)?.map(tag => tag.replace(/[\s>].*/s, '')) ?? []
  const expected = tags(letterHtml(LETTER))
  fc.assert(
    fc.property(
      fc.string().map(text => `x<b onclick="a">'&${text.replaceAll(/\r?\n/g, ' ')}`),
      said => {
        const html = letterHtml({
          ...LETTER,
          subject: said,
          preview: said,
          heading: said,
          paragraphs: [said],
          figure: { amount: said, caption: said },
          rows: LETTER.rows.map(row => ({ ...row, label: said, value: said })),
          quote: { text: `${said}\n${said}`, by: said },
          button: { label: said, href: said },
          notes: [said],
          sender: { name: said, accent: said, lines: [said, said] },
        })
        assert.deepEqual(tags(html), expected)
      },
    ),
  )
})

test('the button is readable: white on dark accents, black on light ones, the house colour for what is no colour', () => {
  const button = (accent: string | null) => {
    const html = letterHtml({ ...LETTER, sender: { ...LETTER.sender, accent } })
    return /background:(#[0-9a-f]{6});border-radius:8px">\s*<a [^>]*;color:(#[0-9a-f]{6})/i.exec(html)?.slice(1)
  }
  assert.deepEqual(button('#1f6f54'), ['#1f6f54', '#ffffff'])
  assert.deepEqual(button('#ffe14d'), ['#ffe14d', '#000000'])
  for (const none of [null, 'red', '#12345', 'url(x)']) assert.deepEqual(button(none), ['#2f4858', '#ffffff'])
})

test('amounts and days are written as readers expect them', () => {
  assert.equal(showDollars(123450n), '$1,234.50')
  assert.equal(showDollars(-2000n), '-$20.00')
  assert.equal(showDollars(5n), '$0.05')
  assert.equal(showDay('2030-01-31'), 'January 31, 2030')
})
