import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { BrowserContextOptions, Page } from 'playwright-core'
import type { Json } from '../support/app.ts'
import { assertAccessible } from '../support/axe.ts'
import { freshQuarterHour } from '../support/fresh-quarter-hour.ts'
import { arrive, boundedQueue, gatewayVisits, pressPay, textOf, typeBank, typeCard } from '../support/gateway-visit.ts'
import { outbox } from '../support/invoices.ts'

const line = boundedQueue()
const { t, visit, address } = await gatewayVisits('paylink_page', { processor: line.wrap })
const [merchant] = t.merchants

/** A new link of the child location, which takes cards and bank accounts. */
async function newLink(over: Json = {}): Promise<Json> {
  const paylink = { location_id: merchant.child_location_id, amount_due: 85, description: 'Deposit', ...over }
  const { status, body, text } = await t.api.post('paylinks', { paylink })
  assert.equal(status, 201, text)
  return body.paylink
}

async function readLink(link: Json): Promise<Json> {
  return (await t.api.get(`paylinks/${link.id}`)).body.paylink
}

const open = (link: Json, options?: BrowserContextOptions): Promise<Page> => visit(`/?paylink_id=${link.id}`, options)

async function paymentsOf(link: Json): Promise<Json[]> {
  const { status, body, text } = await t.api.get(`transactions?paylink_id=${link.id}`)
  assert.equal(status, 200, text)
  return body.transactions
}

/** The processor's own entries of an amount no other test of this file uses. */
async function asked(amount: string): Promise<string[]> {
  return (await t.ledger()).filter(entry => entry.amount === amount).map(({ action, result }) => `${action} ${result}`)
}

async function payByCard(link: Json, options?: BrowserContextOptions): Promise<Page> {
  const page = await open(link, options)
  await typeCard(page)
  await pressPay(page)
  return page
}

for (const [how, options, amount] of [
  ['with the script', {}, '51.01'],
  ['without any script', { javaScriptEnabled: false }, '51.02'],
] as const) {
  test(`PL-25 PL-27 a link is paid by card at the bare address ${how}`, async () => {
    const link = await newLink({ amount_due: amount, contact_id: merchant.contact_id })
    const page = await open(link, options)
    const shown = await textOf(page)
    for (const text of ['Deposit', `$${amount}`, merchant.name]) assert.ok(shown.includes(text), text)
    assert.equal(await page.getByLabel('Amount to pay').count(), 0)
    await typeCard(page)
    await pressPay(page)
    await arrive(page, 'Payment approved')

    assert.deepEqual([(await readLink(link)).status_id, await asked(amount)], [1, ['sale approved']])
    const [paid, ...others] = await paymentsOf(link)
    assert.deepEqual(others, [])
    assert.deepEqual(
      [paid.paylink_id, paid.trx_source_id, paid.contact_id, paid.status_id, paid.transaction_amount],
      [link.id, 16, merchant.contact_id, 101, Number(amount)],
    )
  })

  test(`PL-27 a declined link can be paid with another card ${how}`, async () => {
    const link = await newLink({ amount_due: '6.15' })
    const page = await payByCard(link, options)
    await page.getByRole('heading', { name: 'The payment was declined' }).waitFor()
    assert.deepEqual([(await readLink(link)).status_id, (await paymentsOf(link)).length], [0, 1])
    assert.equal((await t.api.put(`paylinks/${link.id}`, { paylink: { amount_due: '52.00' } })).status, 200)
    await typeCard(page, '5454545454545454')
    await pressPay(page)
    await page.getByRole('heading', { name: 'The amount has changed' }).waitFor()
    await typeCard(page, '5454545454545454')
    await pressPay(page)
    await arrive(page, 'Payment approved')
    assert.deepEqual((await paymentsOf(link)).map(each => each.status_id).toSorted(), [101, 301])
  })
}

test('PL-27 a link is paid from a bank account', async () => {
  const link = await newLink({ amount_due: '51.03' })
  const page = await open(link)
  await typeBank(page)
  await pressPay(page)
  await arrive(page, 'Payment submitted')
  const [paid] = await paymentsOf(link)
  assert.deepEqual([paid.payment_method, paid.type_id, paid.ach_sec_code, paid.trx_source_id], ['ach', 50, 'WEB', 16])
  assert.deepEqual(await asked('51.03'), ['debit approved'])
})

test('PL-18 a link for an authorization holds the amount on a card, and says so', async () => {
  const link = await newLink({ amount_due: '51.04', paylink_action: 'auth-only' })
  const page = await open(link)
  assert.equal(await page.getByRole('radio', { name: 'Bank account' }).count(), 0)
  assert.match(await textOf(page), /\$51\.04 will be held on your card/)
  await typeCard(page)
  await page.getByRole('button', { name: 'Authorize $51.04' }).click()
  await arrive(page, 'Payment authorized')
  assert.match(await textOf(page), /\$51\.04 is held on your card/)
  const [paid] = await paymentsOf(link)
  assert.deepEqual([paid.status_id, await asked('51.04')], [102, ['authonly approved']])
  assert.equal((await readLink(link)).status_id, 1)
})

test('PL-19 receipt details are shown after the payment only where the link says so', async () => {
  const DETAILS = ['Visa ending in 1111', 'Authorization code', 'Reference', 'Rosa Lindqvist']
  for (const display of [0, 1]) {
    const link = await newLink({ display_product_transaction_receipt_details: display })
    const page = await payByCard(link)
    await arrive(page, 'Payment approved')
    const shown = await textOf(page)
    for (const text of DETAILS) assert.equal(shown.includes(text), display === 1, `${text} in: ${shown}`)
    assert.match(shown, /\$85\.00/)
    assert.doesNotMatch(await page.content(), /4111111111111111|04\/31|(?<![0-9a-f])0431(?![0-9a-f])/)
  }
})

test('PL-20 billing inputs are on the form only where the link says so', async () => {
  const plain = await open(await newLink())
  assert.equal(await plain.locator('input[name*=billing]').count(), 0)
  const link = await newLink({ display_billing_fields: 1 })
  const asking = await open(link)
  assert.equal(await asking.getByLabel('Billing street address').isVisible(), true)
  await asking.getByRole('radio', { name: 'Bank account' }).check()
  assert.equal(await asking.getByLabel(/^Street address/).isVisible(), true)
  await asking.getByRole('radio', { name: 'Card' }).check()
  await typeCard(asking)
  await asking.getByLabel('Billing street address').fill('5800 NW 39th AVE')
  await pressPay(asking)
  await arrive(asking, 'Payment approved')
  const [paid] = await paymentsOf(link)
  assert.deepEqual([paid.billing_street, paid.billing_zip, paid.avs], ['5800 NW 39th AVE', '32606', 'GOOD'])
})

test('PL-28 a paid link shows that it is paid and can be neither paid again nor changed', async () => {
  const link = await newLink({ amount_due: '51.05' })
  await arrive(await payByCard(link), 'Payment approved')
  const page = await open(link)
  await arrive(page, 'This payment link has been paid')
  await page.getByRole('link', { name: 'View receipt' }).click()
  await arrive(page, 'Payment approved')
  assert.equal((await t.api.put(`paylinks/${link.id}`, { paylink: { amount_due: 1 } })).status, 422)
  assert.equal((await forced(link, '5105')).status, 409)
  assert.deepEqual(await asked('51.05'), ['sale approved'])
})

/** A form that is sent without having been shown. */
function forced(link: Json, shown_amount: string, attempt = 'b'.repeat(32)): Promise<Response> {
  return fetch(`${address()}/?paylink_id=${link.id}`, {
    method: 'POST',
    headers: { 'sec-fetch-site': 'same-origin' },
    redirect: 'manual',
    body: new URLSearchParams({
      attempt,
      shown_amount,
      cc_account_number: '4111111111111111',
      cc_exp_date: '0431',
      cc_account_holder_name: 'Rosa Lindqvist',
    }),
  })
}

test('of two people who pay a link at the same moment one pays, and the other is told that a payment is on its way', async () => {
  const link = await newLink({ amount_due: '51.06' })
  const [first, second] = await Promise.all([open(link), open(link)])
  await typeCard(first)
  await typeCard(second, '5454545454545454')
  const { reached, release } = line.hold()
  const pressed = pressPay(first)
  await reached
  await pressPay(second)
  await arrive(second, 'A payment is being confirmed')
  release()
  await pressed
  await arrive(first, 'Payment approved')
  await second.getByRole('link', { name: 'Check again' }).click()
  await arrive(second, 'This payment link has been paid')
  assert.deepEqual(await asked('51.06'), ['sale approved'])
})

test('forms of one link that arrive together make one payment, and the same form leads to the same receipt', async () => {
  const link = await newLink({ amount_due: '51.07' })
  const forms = ['c', 'c', 'd', 'e'].map(letter => forced(link, '5107', letter.repeat(32)))
  const answers = (await Promise.all(forms)).map(({ status, headers }) => `${status} ${headers.get('location') ?? ''}`)
  assert.equal(answers[0], answers[1])
  const receipts = new Set(answers.filter(answer => answer.startsWith('303')))
  assert.equal(receipts.size, 1, answers.join(', '))
  assert.deepEqual(await asked('51.07'), ['sale approved'])
  const [paid, ...others] = await paymentsOf(link)
  assert.deepEqual([paid.status_id, others.length], [101, 0])
})

const CLOSED: [string, string, () => Promise<Json>][] = [
  [
    'a withdrawn',
    'This payment link is closed',
    async () => {
      const link = await newLink()
      assert.equal((await t.api.put(`paylinks/${link.id}`, { paylink: { active: 0 } })).status, 200)
      return link
    },
  ],
  [
    'a deleted',
    'This payment link is not available',
    async () => {
      const link = await newLink()
      assert.equal((await t.api.delete(`paylinks/${link.id}`)).status, 204)
      return link
    },
  ],
  ['an unknown', 'This payment link is not available', async () => ({ id: '0'.repeat(24) })],
  ['a malformed', 'This payment link is not available', async () => ({ id: '%3Cscript%3E' })],
  [
    'an expired',
    'This payment link has expired',
    async () => {
      const today = Temporal.Instant.fromEpochMilliseconds(t.clock.now()).toZonedDateTimeISO('UTC').toPlainDate()
      const link = await newLink({ expire_date: today.add({ days: 1 }).toString() })
      await t.clock.moveTo(t.clock.seconds() + 3 * 86_400, t.app.worker)
      return link
    },
  ],
]

for (const [what, heading, make] of CLOSED) {
  test(`PL-25 ${what} link has a page without a form, and takes no payment`, async () => {
    const link = await make()
    const before = (await t.ledger()).length
    const page = await open(link)
    await arrive(page, heading)
    assert.equal(await page.locator('form').count(), 0)
    await assertAccessible(page, `${what} link`)
    assert.ok([404, 409].includes((await forced(link, '8500')).status))
    assert.equal((await t.ledger()).length, before)
  })
}

test('whatever a merchant writes into a link is shown as text', async () => {
  const description = '<script>alert(1)</script><img src=x onerror=alert(2)>'
  const page = await open(await newLink({ description }))
  assert.ok((await textOf(page)).includes(description))
  assert.equal(await page.locator('img, script:not([src])').count(), 0)
})

test('a payer is sent on to the merchant’s address after the link’s own time, and can stay', async () => {
  const redirect_url_on_approve = 'https://shop.example/thanks?order=7'
  const page = await open(await newLink({ redirect_url_on_approve, redirect_url_delay: 12 }))
  await typeCard(page)
  const receipt = page.waitForResponse(response => response.url().includes('/paylink/receipt'))
  await pressPay(page)
  assert.equal((await receipt).headers().refresh, `12; url=${redirect_url_on_approve}`)
  await arrive(page, 'Payment approved')
  assert.match(await textOf(page), /You will go to shop\.example in \d+ seconds/)
  const onward = page.getByRole('link', { name: 'Continue to shop.example' })
  assert.equal(await onward.getAttribute('href'), redirect_url_on_approve)
  const staying = page.waitForResponse(response => response.url().includes('stay=1'))
  await page.getByRole('link', { name: 'Stay on this page' }).click()
  assert.equal((await staying).headers().refresh, undefined)
  await arrive(page, 'Payment approved')
  assert.doesNotMatch(await textOf(page), /You will be taken/)
})

test('an address in letters of any script is one to be sent on to', async () => {
  const link = await newLink({ amount_due: '51.10', redirect_url_on_approve: 'https://shop.example/спасибо' })
  const paid = await forced(link, '5110', '1'.repeat(32))
  const receipt = await fetch(address() + (paid.headers.get('location') ?? ''))
  assert.equal(receipt.status, 200)
  assert.equal(receipt.headers.get('refresh'), `15; url=https://shop.example/${encodeURIComponent('спасибо')}`)
})

test('a declined payer is sent on where the merchant wants that, and can try again instead', async () => {
  const link = await newLink({ amount_due: '6.16', redirect_url_on_decline: 'https://shop.example/no' })
  const page = await open(link)
  await typeCard(page)
  const declined = page.waitForResponse(response => response.request().method() === 'POST')
  await pressPay(page)
  assert.equal((await declined).headers().refresh, '15; url=https://shop.example/no')
  await arrive(page, 'The payment was declined')
  await assertAccessible(page, 'a declined link')
  await page.getByRole('link', { name: 'Try again' }).click()
  await page.getByLabel('Card number').waitFor()
})

test('a link that keeps the account says so and makes a vault of the contact', async () => {
  const link = await newLink({ contact_id: merchant.contact_id, store_token: 1, store_token_title: 'From the link' })
  const page = await open(link)
  assert.match(await textOf(page), /will save this account for future payments you agree to/)
  await typeCard(page)
  await pressPay(page)
  await arrive(page, 'Payment approved')
  const { body } = await t.api.get(`accountvaults?contact_id=${merchant.contact_id}`)
  const [vault] = body.accountvaults
  assert.deepEqual([vault.title, vault.last_four], ['From the link', '1111'])
})

test('the receipt of a link goes where the payer asks for it, with no more of the card than its last four', async () => {
  const link = await newLink({ amount_due: '51.09', paylink_action: 'auth-only' })
  const page = await open(link)
  await typeCard(page)
  await page.getByLabel('Email for your receipt').fill('link-receipt@example.com')
  await page.getByRole('button', { name: /^Authorize/ }).click()
  await arrive(page, 'Payment authorized')
  assert.match(await textOf(page), /We are emailing your receipt to link-receipt@example\.com/)
  const [mail, ...others] = await outbox(t, 'link-receipt@example.com')
  assert.deepEqual([mail.reason, others.length], ['paylink.receipt', 0])
  for (const text of ['Payment authorized', 'Deposit', '$51.09', 'Visa ending in 1111', 'held on your card']) {
    assert.ok(mail.text.includes(text), `${text} in ${mail.text}`)
  }
  assert.doesNotMatch(mail.text + mail.html, /411111|04\/31|(?<![0-9a-f])0431(?![0-9a-f])/)
  const [paid] = await paymentsOf(link)
  assert.equal(paid.notification_email_sent, true)
})

test('a form from another site is refused, and nothing is sent', async () => {
  const link = await newLink({ amount_due: '51.08' })
  const answer = await fetch(`${address()}/?paylink_id=${link.id}`, {
    method: 'POST',
    headers: { 'sec-fetch-site': 'cross-site' },
    body: new URLSearchParams({ attempt: 'f'.repeat(32), shown_amount: '5108' }),
  })
  assert.equal(answer.status, 403)
  assert.match(await answer.text(), /came from another site/)
  assert.deepEqual(await asked('51.08'), [])
})

test('who tries one link again and again has to wait', async () => {
  await freshQuarterHour(t)
  const link = await newLink({ amount_due: '6.17' })
  const send = (attempt: number) =>
    t.app.http.inject({
      method: 'POST',
      url: `/?paylink_id=${link.id}`,
      remoteAddress: '192.0.2.78',
      headers: { 'content-type': 'application/x-www-form-urlencoded', 'sec-fetch-site': 'same-origin' },
      payload: new URLSearchParams({
        attempt: attempt.toString(16).padStart(32, '0'),
        shown_amount: '617',
        // Not the card of the other tests: declines count against a card too.
        cc_account_number: '5454545454545454',
        cc_exp_date: '0431',
        cc_account_holder_name: 'Rosa Lindqvist',
      }).toString(),
    })
  for (let attempt = 1; attempt <= 3; attempt += 1) assert.equal((await send(attempt)).statusCode, 422)
  const before = (await t.ledger()).length
  assert.equal((await send(4)).statusCode, 429)
  assert.equal((await t.ledger()).length, before)
})

test('the pages of a link are accessible in light and dark, and fit a small phone', async () => {
  const link = await newLink({ display_billing_fields: 1, display_product_transaction_receipt_details: 1 })
  const page = await open(link, { reducedMotion: 'reduce' })
  for (const stage of ['form', 'receipt']) {
    if (stage === 'receipt') {
      await typeCard(page)
      await pressPay(page)
      await arrive(page, 'Payment approved')
    }
    for (const colorScheme of ['light', 'dark'] as const) {
      await page.emulateMedia({ colorScheme })
      await assertAccessible(page, `${stage}, ${colorScheme}`)
    }
    await page.setViewportSize({ width: 320, height: 640 })
    assert.equal(await overflow(page), 0)
  }
})

/** Pixels by which the page is wider than its window. */
function overflow(page: Page): Promise<number> {
  return page.evaluate(() => {
    const { document } = globalThis as unknown as {
      document: { documentElement: { scrollWidth: number; clientWidth: number } }
    }
    return document.documentElement.scrollWidth - document.documentElement.clientWidth
  })
}
