import type { Page } from 'playwright-core'

/** Types a public test card into an open pay page. */
export async function fillCard(page: Page): Promise<void> {
  await page.getByLabel('Card number').fill('4111111111111111')
  await page.getByLabel('Expiration date').fill('04/29')
  await page.getByLabel('Security code').fill('999')
  await page.getByLabel('Name on card').fill('Rosa Lindqvist')
  await page.getByLabel('Billing ZIP code').fill('04101')
}

/** Chooses the bank account and types an invented one. */
export async function fillBank(page: Page): Promise<void> {
  await page.getByRole('radio', { name: 'Bank account' }).check()
  await page.getByLabel('Routing number').fill('072000326')
  await page.getByLabel('Account number', { exact: true }).fill('123456789')
  await page.getByLabel('Repeat number').fill('123456789')
  await page.getByLabel('Savings').check()
  await page.getByLabel('Account holder name').fill('Rosa Lindqvist')
  await page.getByLabel(/I authorize Harbor Lane Dental/).check()
}

/** Presses the button that pays. */
export async function pay(page: Page): Promise<void> {
  await page.getByRole('button', { name: /^Pay/ }).click()
}
