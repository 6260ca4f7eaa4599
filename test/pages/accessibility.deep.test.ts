import assert from 'node:assert/strict'
import test from 'node:test'
import type { Page } from 'playwright-core'
import { assertAccessible } from '../support/axe.ts'
import { fillBank, fillCard, pay } from '../support/fill-invoice.ts'
import { invoiceView, MemoryInvoicePort } from '../support/invoice-port.ts'
import { visitor } from '../support/invoice-visit.ts'

const visit = visitor()

type View = ReturnType<typeof invoiceView>

const everything = invoiceView({
  invoice: { allow_partial_pay: true, paid: 10_000n, remaining_balance: 30_000n },
  methods: {
    cc: {
      show_cvv: true,
      require_cvv: false,
      show_street: true,
      require_street: true,
      show_zip: true,
      require_zip: true,
    },
    ach: {
      required: [
        'billing_street',
        'billing_city',
        'billing_state',
        'billing_zip',
        'billing_phone',
        'check_number',
        'driver_license',
        'identity_verification',
      ],
    },
  },
})
const declined = invoiceView({ invoice: { remaining_balance: 616n } })
const pale = { button: '#ffe9a8', button_text: '#ffffff' }
const own = {
  ...{
    button: '#7a1f5c',
    button_text: '#ffffff',
    background: '#f7ecf3',
    card: '#ffffff',
    text: '#33202c',
    link: '#7a1f5c',
  },
  ...{ radius: 0, font: 'serif' },
}
const night = {
  ...{
    button: '#ffd166',
    button_text: '#1b1b1b',
    background: '#101322',
    card: '#1a1f36',
    text: '#f0f2ff',
    link: '#ffd166',
  },
  ...{ radius: 24, font: 'rounded' },
}

const receipt = (page: Page) => page.getByRole('heading', { name: /^Payment (approved|submitted)$/ }).waitFor()

/** Each page a payer can meet, and how to get there. */
const PAGES: Record<string, { view?: View; go?: (page: Page, url: string) => Promise<unknown> }> = {
  'the pay page': {},
  'the pay page with every card field': { view: everything },
  'the pay page with every bank field': {
    view: everything,
    go: page => page.getByRole('radio', { name: 'Bank account' }).check(),
  },
  'the pay page in pale brand colours': { view: invoiceView({ merchant: { theme: pale } }) },
  'the pay page in a theme of its own': { view: invoiceView({ merchant: { theme: own } }) },
  'the pay page in a dark theme of its own': { view: invoiceView({ merchant: { theme: night } }) },
  'the pay page with mistakes': { view: everything, go: pay },
  'the pay page after a decline': {
    view: declined,
    go: async page => {
      await fillCard(page)
      await pay(page)
      await page.getByRole('heading', { name: 'The payment was declined' }).waitFor()
    },
  },
  'the receipt of a card payment': {
    go: async page => {
      await fillCard(page)
      await pay(page)
      await receipt(page)
    },
  },
  'the receipt of a bank payment': {
    go: async page => {
      await fillBank(page)
      await pay(page)
      await receipt(page)
    },
  },
  'a paid invoice': { view: invoiceView({ status: 'paid', invoice: { paid: 40_000n, remaining_balance: 0n } }) },
  'a closed invoice': { view: invoiceView({ status: 'closed' }) },
  'an expired invoice': { view: invoiceView({ status: 'expired' }) },
  'an invoice whose payment is being confirmed': { view: invoiceView({ status: 'processing' }) },
  'an unknown invoice': { go: (page, url) => page.goto(url.replace(/id=.*/, 'id=000000000000000000000000')) },
}

for (const [name, { view, go }] of Object.entries(PAGES)) {
  test(`${name} is accessible in light and dark colours, and fits 320 pixels`, async () => {
    const { page, url } = await visit(new MemoryInvoicePort(view), { reducedMotion: 'reduce' })
    await go?.(page, url)
    for (const colorScheme of ['light', 'dark'] as const) {
      await page.emulateMedia({ colorScheme })
      await assertAccessible(page, `${name}, ${colorScheme}`)
    }
    await page.setViewportSize({ width: 320, height: 640 })
    assert.equal(await overflow(page), 0, 'nothing is wider than the window')
  })
}

/** Pixels by which the page is wider than its window. */
function overflow(page: Page): Promise<number> {
  return page.evaluate(() => {
    const { document } = globalThis as unknown as {
      document: { documentElement: { scrollWidth: number; clientWidth: number } }
    }
    const { scrollWidth, clientWidth } = document.documentElement
    return scrollWidth - clientWidth
  })
}

test('long words and large sums of a merchant do not widen the page', async () => {
  const long = 'Donaudampfschifffahrtsgesellschaftskapitänsmützenabzeichen'
  const view = invoiceView({
    merchant: {
      name: long,
      support_email: `${long.toLowerCase().replace('ä', 'a').replace('ü', 'u')}@harborlane.example`,
    },
    invoice: {
      title: long,
      invoice_number: long,
      items: [{ label: long, amount: 9_999_999_999n }],
      amount_due: 9_999_999_999n,
      remaining_balance: 9_999_999_999n,
      note: long,
      files: [{ id: 'f', name: `${long}.pdf`, size: 10 }],
    },
  })
  const { page } = await visit(new MemoryInvoicePort(view), { viewport: { width: 320, height: 640 } })
  assert.equal(await overflow(page), 0)
})

test('every field says what may fill it in', async () => {
  const { page } = await visit(new MemoryInvoicePort(everything))
  const purposes = await page
    .locator('input[type=text], input[type=email], input[type=tel]')
    .evaluateAll(inputs =>
      (inputs as unknown as { name: string; autocomplete: string; type: string }[]).map(
        ({ name, autocomplete }) => `${name}: ${autocomplete}`,
      ),
    )
  const expected = [
    'cc_account_number: cc-number',
    'cc_exp_date: cc-exp',
    'cc_cvv: cc-csc',
    'cc_account_holder_name: cc-name',
    'cc_billing_street: billing address-line1',
    'cc_billing_zip: billing postal-code',
    'notification_email_address: email',
    'ach_routing: off',
    'ach_account_number: off',
  ]
  for (const purpose of expected) assert.ok(purposes.includes(purpose), `${purpose} in ${purposes}`)
  assert.equal(await page.locator('input[type=number]').count(), 0)
})

test('what has the keyboard is visibly marked', async () => {
  const { page } = await visit()
  for (let press = 0; press < 11; press += 1) {
    await page.keyboard.press('Tab')
    const marked = await page.locator('*:focus').evaluate(element => {
      const { getComputedStyle } = globalThis as unknown as {
        getComputedStyle(one: unknown): { outlineStyle: string; outlineWidth: string }
      }
      const next = (element as unknown as { nextElementSibling: unknown }).nextElementSibling
      return [element, next].some(one => one && getComputedStyle(one).outlineStyle === 'solid')
    })
    assert.ok(marked, `stop ${press + 1}`)
  }
})

test('the watch over pages does notice a breach of the policy', async () => {
  const { page, complaints } = await visit()
  await page.evaluate(() => {
    const { document } = globalThis as unknown as {
      document: { body: { setAttribute(name: string, value: string): void } }
    }
    document.body.setAttribute('style', 'color: red')
  })
  await page.waitForFunction(() => true)
  assert.ok(complaints.splice(0).some(complaint => complaint.startsWith('policy: style-src')))
})

test('the check for accessibility does notice a fault', async () => {
  const { page } = await visit()
  await page.emulateMedia({ colorScheme: 'dark' })
  await page.locator('label[for=cc_exp_date]').evaluate(label => (label as unknown as { remove(): void }).remove())
  await assert.rejects(assertAccessible(page, 'a page with a fault'), /label: /)
})
