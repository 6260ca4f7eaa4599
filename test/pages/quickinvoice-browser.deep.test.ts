import assert from 'node:assert/strict'
import test from 'node:test'
import type { Locator, Page } from 'playwright-core'
import { fillBank, fillCard, pay } from '../support/fill-invoice.ts'
import { invoiceView, MemoryInvoicePort } from '../support/invoice-port.ts'
import { visitor } from '../support/invoice-visit.ts'

const visit = visitor()

const WITHOUT_SCRIPT = { javaScriptEnabled: false }

for (const [how, options] of [
  ['with the script', {}],
  ['without any script', WITHOUT_SCRIPT],
] as const) {
  test(`an invoice is paid by card ${how}`, async () => {
    const { page, port } = await visit(undefined, options)
    await fillCard(page)
    await pay(page)
    await page.getByRole('heading', { name: 'Payment approved' }).waitFor()
    assert.match(await textOf(page.locator('main')), /Visa ending in 1111/)
    assert.equal(port.payments.length, 1)
    assert.equal(port.payments[0]?.amount, 40_000n)
    assert.equal(port.payments[0]?.instrument.account_number, '4111111111111111')
  })

  test(`an invoice is paid from a bank account ${how}`, async () => {
    const { page, port } = await visit(undefined, options)
    await fillBank(page)
    assert.equal(await page.getByLabel('Card number').isVisible(), false)
    await pay(page)
    await page.getByRole('heading', { name: 'Payment submitted' }).waitFor()
    const text = await textOf(page.locator('main'))
    assert.match(text, /Savings account ending in 6789/)
    assert.match(text, /You can cancel the authorization by emailing billing@harborlane\.example/)
    assert.equal(port.payments[0]?.instrument.payment_method, 'ach')
  })

  test(`a declined part can be mended and paid ${how}`, async () => {
    const port = new MemoryInvoicePort(invoiceView({ invoice: { allow_partial_pay: true } }))
    const { page } = await visit(port, options)
    await page.getByLabel('Amount to pay').fill('6.16')
    await fillCard(page)
    await pay(page)
    await page.getByRole('heading', { name: 'The payment was declined' }).waitFor()
    assert.equal(await page.getByLabel('Amount to pay').inputValue(), '6.16')
    assert.equal(await page.getByLabel('Card number').inputValue(), '')
    assert.equal(await page.getByLabel('Name on card').inputValue(), 'Rosa Lindqvist')
    await page.getByLabel('Amount to pay').fill('150')
    await page.getByLabel('Card number').fill('5454545454545454')
    await page.getByLabel('Security code').fill('998')
    await pay(page)
    await page.getByRole('heading', { name: 'Payment approved' }).waitFor()
    assert.match(await textOf(page.locator('main')), /Balance due\s*\$250\.00/)
    assert.deepEqual(
      port.payments.map(({ amount }) => amount),
      [616n, 15_000n],
    )
  })

  test(`mistakes are listed, focused and led to ${how}`, async () => {
    const { page, port } = await visit(undefined, options)
    await pay(page)
    const problems = page.getByRole('alert')
    await problems.getByText('Enter the card number.').waitFor()
    assert.equal(await focusedId(page), 'problems')
    await problems.getByRole('link', { name: 'Enter the security code.' }).click()
    assert.equal(await page.getByLabel('Security code').getAttribute('aria-invalid'), 'true')
    assert.equal(port.payments.length, 0)
  })
}

/** What a locator says, on one line. */
async function textOf(locator: Locator): Promise<string> {
  return ((await locator.textContent()) ?? '').replace(/\s+/g, ' ').trim()
}

/** Clicks where the button is, as a hand would: without waiting for what the first click started. */
async function clickTwice(page: Page, button: Locator, first: Promise<void>): Promise<void> {
  const box = await button.boundingBox()
  assert.ok(box)
  const [x, y] = [box.x + box.width / 2, box.y + box.height / 2]
  await page.mouse.click(x, y)
  await first
  await page.mouse.click(x, y)
}

/** Asked through the browser's accessibility tree, so that it also works where pages run no script. */
async function focusedId(page: Page): Promise<string | null> {
  return page.locator('*:focus').getAttribute('id')
}

test('clicking twice sends one payment', async () => {
  const port = new MemoryInvoicePort()
  const { promise: decided, resolve: decide } = Promise.withResolvers<void>()
  const { promise: reached, resolve: reach } = Promise.withResolvers<void>()
  port.beforeDecision = () => {
    reach()
    return decided
  }
  const { page } = await visit(port)
  let posts = 0
  page.on('request', request => {
    if (request.method() === 'POST') posts += 1
  })
  await fillCard(page)
  const button = page.locator('button[type=submit]')
  await button.scrollIntoViewIfNeeded()
  await clickTwice(page, button, reached)
  await page.keyboard.press('Enter')
  decide()
  await page.getByRole('heading', { name: 'Payment approved' }).waitFor()
  assert.equal(posts, 1)
  assert.equal(port.payments.length, 1)
})

test('clicking twice without any script pays once and ends on the receipt', async () => {
  const port = new MemoryInvoicePort()
  const { promise: decided, resolve: decide } = Promise.withResolvers<void>()
  const { promise: reached, resolve: reach } = Promise.withResolvers<void>()
  port.beforeDecision = () => {
    reach()
    return decided
  }
  const { page } = await visit(port, WITHOUT_SCRIPT)
  await fillCard(page)
  const button = page.locator('button[type=submit]')
  await button.scrollIntoViewIfNeeded()
  await clickTwice(page, button, reached)
  decide()
  await page.getByRole('heading', { name: 'Payment approved' }).waitFor()
  assert.equal(port.payments.length, 1)
})

test('reloading the receipt reads it again and pays nothing', async () => {
  const { page, port } = await visit()
  await fillCard(page)
  await pay(page)
  await page.getByRole('heading', { name: 'Payment approved' }).waitFor()
  await page.reload()
  await page.getByRole('heading', { name: 'Payment approved' }).waitFor()
  assert.equal(port.payments.length, 1)
})

test('going back after paying finds the invoice paid, not a form to send again', async () => {
  const { page, port } = await visit()
  await fillCard(page)
  await pay(page)
  await page.getByRole('heading', { name: 'Payment approved' }).waitFor()
  await page.goBack()
  await page.getByRole('heading', { name: 'This invoice is paid' }).waitFor()
  assert.equal(await page.locator('form').count(), 0)
  assert.equal(port.payments.length, 1)
})

test('reloading a declined answer does not ask the issuer again', async () => {
  const view = invoiceView({
    invoice: { amount_due: 616n, remaining_balance: 616n, items: [{ label: 'Floss', amount: 616n }] },
  })
  const { page, port } = await visit(new MemoryInvoicePort(view))
  await fillCard(page)
  await pay(page)
  await page.getByRole('heading', { name: 'The payment was declined' }).waitFor()
  await page.reload()
  await page.getByRole('heading', { name: 'The payment was declined' }).waitFor()
  assert.equal(port.payments.length, 1)
})

test('the typed number is grouped, its brand shown, and a correction in the middle stays in place', async () => {
  const { page } = await visit()
  const number = page.getByLabel('Card number')
  await number.pressSequentially('3714496353')
  assert.equal(await number.inputValue(), '3714 496353')
  assert.equal(await page.locator('.brands').getAttribute('data-brand'), 'amex')
  for (let press = 0; press < 8; press += 1) await page.keyboard.press('ArrowLeft')
  await page.keyboard.press('Backspace')
  await page.keyboard.type('9')
  assert.equal(await number.inputValue(), '3794 496353')
  await number.fill('4111-1111-1111-1111')
  assert.equal(await number.inputValue(), '4111 1111 1111 1111')
  assert.equal(await page.locator('.brands').getAttribute('data-brand'), 'visa')
})

test('the expiry date gets its slash while typing, and can be deleted again', async () => {
  const { page } = await visit()
  const expiry = page.getByLabel('Expiration date')
  await expiry.pressSequentially('429')
  assert.equal(await expiry.inputValue(), '04 / 29')
  for (let press = 0; press < 7; press += 1) await page.keyboard.press('Backspace')
  assert.equal(await expiry.inputValue(), '')
})

test('an error comes when a field is left and goes as soon as it is mended', async () => {
  const { page } = await visit()
  const number = page.getByLabel('Card number')
  const error = page.locator('#cc_account_number-error')
  await number.pressSequentially('4111111111111112')
  assert.equal(await error.isVisible(), false)
  await page.keyboard.press('Tab')
  assert.match(await textOf(error), /typing error/)
  assert.match(String(await number.getAttribute('aria-describedby')), /cc_account_number-error/)
  await number.fill('4111111111111111')
  assert.equal(await error.isVisible(), false)
  assert.equal(await number.getAttribute('aria-invalid'), null)
})

test('a click on the button counts, even when it is what brings an error onto the page', async () => {
  const { page, port } = await visit()
  await fillCard(page)
  await page.getByLabel('Card number').fill('4111111111111112')
  const box = await page.locator('button[type=submit]').boundingBox()
  assert.ok(box)
  await page.mouse.click(box.x + box.width / 2, box.y + 4)
  await page.getByRole('alert').getByText('typing error').waitFor()
  assert.equal(await focusedId(page), 'problems')
  assert.equal(port.payments.length, 0)
})

test('the amount being typed stands on the button and in the review line', async () => {
  const { page } = await visit(new MemoryInvoicePort(invoiceView({ invoice: { allow_partial_pay: true } })))
  const button = page.locator('button[type=submit]')
  assert.equal(await textOf(button), 'Pay $400.00')
  await page.getByLabel('Amount to pay').fill('1.5')
  assert.equal(await textOf(button), 'Pay $1.50')
  assert.equal(await textOf(page.locator('.review')), 'You will pay $1.50 to Harbor Lane Dental.')
  await page.getByLabel('Amount to pay').fill('400.01')
  assert.equal(await textOf(button), 'Pay')
})

test('without a script the review line promises no amount it cannot know', async () => {
  const port = new MemoryInvoicePort(invoiceView({ invoice: { allow_partial_pay: true } }))
  const { page } = await visit(port, WITHOUT_SCRIPT)
  assert.equal(await textOf(page.locator('.review')), 'You will pay the amount above to Harbor Lane Dental.')
})

test('the method is chosen by its words, by its icon and by name', async () => {
  const { page } = await visit()
  const routing = page.getByLabel('Routing number')
  const number = page.getByLabel('Card number')
  await page.getByText('Bank account', { exact: true }).first().click()
  assert.deepEqual([await routing.isVisible(), await number.isVisible()], [true, false])
  await page.getByRole('radio', { name: 'Card' }).click()
  assert.deepEqual([await routing.isVisible(), await number.isVisible()], [false, true])
  await page.locator('label', { has: page.getByRole('radio', { name: 'Bank account' }) }).click()
  assert.equal(await routing.isVisible(), true)
})

test('details typed for the method that was left stay in the browser', async () => {
  const { page } = await visit()
  await fillCard(page)
  await fillBank(page)
  const [request] = await Promise.all([page.waitForRequest(one => one.method() === 'POST'), pay(page)])
  assert.doesNotMatch(request.postData() ?? '', /cc_account_number|cc_cvv/)
  await page.getByRole('heading', { name: 'Payment submitted' }).waitFor()
})

test('an invoice is paid with the keyboard alone', async () => {
  const { page, port } = await visit()
  const press = async (key: string, times = 1) => {
    for (let count = 0; count < times; count += 1) await page.keyboard.press(key)
  }
  await press('Tab')
  assert.equal(await textOf(page.locator('*:focus')), 'Skip to payment')
  await press('Enter')
  await press('Tab')
  assert.equal(await focusedId(page), 'method-cc')
  await press('ArrowRight')
  assert.equal(await page.getByLabel('Routing number').isVisible(), true)
  await press('ArrowLeft')
  for (const text of ['4111111111111111', '0429', '999', 'Rosa Lindqvist', '04101', 'rosa@example.com']) {
    await press('Tab')
    await page.keyboard.type(text)
  }
  await press('Tab')
  await press('Enter')
  await page.getByRole('heading', { name: 'Payment approved' }).waitFor()
  assert.equal(port.payments[0]?.notification_email_address, 'rosa@example.com')
})

test('whatever a merchant writes is shown as text', async () => {
  const hostile = `<script>document.title='taken'</script><img src=x onerror="document.title='taken'">"'><b>`
  const view = invoiceView()
  const port = new MemoryInvoicePort({
    ...view,
    merchant: {
      name: hostile,
      company: `${hostile}2`,
      logo_url: 'javascript:alert(1)',
      support_email: `a@b.example"${hostile}`,
      theme: { button: '#123456;}*{color:red', button_text: hostile, card: hostile, font: hostile },
      address: [hostile],
    },
    invoice: {
      ...view.invoice,
      title: hostile,
      invoice_number: hostile,
      item_header: hostile,
      items: [{ label: hostile, amount: 40_000n }],
      item_footer: hostile,
      note: hostile,
      files: [{ id: '"><script>', name: hostile, size: 1 }],
    },
  })
  const { page } = await visit(port)
  await fillCard(page)
  await pay(page)
  await page.getByRole('heading', { name: 'Payment approved' }).waitFor()
  assert.equal(await page.locator('main script, main b, main img').count(), 0)
  await page.goBack()
  await page.getByRole('heading', { name: 'This invoice is paid' }).waitFor()
  assert.equal(await page.locator('main script, main b, main img').count(), 0)
  assert.ok((await textOf(page.locator('.items tbody'))).includes(hostile))
  assert.notEqual(await page.title(), 'taken')
})

test('a merchant’s colours are used without any inline style', async () => {
  const theme = { button: '#b4552d', button_text: '#ffffff' }
  const { page } = await visit(new MemoryInvoicePort(invoiceView({ merchant: { theme } })))
  const background = await page.locator('button[type=submit]').evaluate(backgroundOf)
  assert.equal(background, 'rgb(180, 85, 45)')
})

/** Runs inside the page. */
function backgroundOf(element: unknown): string {
  const window = globalThis as unknown as { getComputedStyle(element: unknown): { backgroundColor: string } }
  return window.getComputedStyle(element).backgroundColor
}

test('the whole number of a card is seen on a phone once its brand is known', async () => {
  const { page } = await visit(undefined, { viewport: { width: 390, height: 800 } })
  const number = page.getByLabel('Card number')
  await number.fill('4111111111111111222')
  const hidden = await number.evaluate(input => {
    const { scrollWidth, clientWidth } = input as unknown as { scrollWidth: number; clientWidth: number }
    return scrollWidth - clientWidth
  })
  assert.equal(hidden, 0)
})

test('a receipt prints on one sheet of Letter and of A4', async () => {
  const { page } = await visit()
  await fillBank(page)
  await pay(page)
  await page.getByRole('heading', { name: 'Payment submitted' }).waitFor()
  for (const format of ['Letter', 'A4']) {
    const sheets = (await page.pdf({ format })).toString('latin1').match(/\/Type\s*\/Page\b(?!s)/g)
    assert.equal(sheets?.length, 1, format)
  }
})
