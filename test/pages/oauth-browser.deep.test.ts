import assert from 'node:assert/strict'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { after, afterEach, before, test } from 'node:test'
import type { BrowserContextOptions, Page } from 'playwright-core'
import { totpCode } from '../../src/lib/totp.ts'
import { type Json, testApp } from '../support/app.ts'
import { assertAccessible } from '../support/axe.ts'
import { openBrowser, type TestBrowser } from '../support/browser.ts'
import { type Integration, integration, STATE } from '../support/oauth.ts'
import { watchPolicy } from '../support/page-watch.ts'

const t = await testApp('oauth_pages')
const [merchant] = t.merchants
/** The integration's own site, where browsers are sent back to. */
const site = createServer((_request, response) => response.end('<!doctype html><title>Back</title><h1>Back</h1>'))
let browser: TestBrowser
let address = ''
let app: Integration
let client: Json
const closing: (() => Promise<unknown>)[] = []

before(async () => {
  browser = await openBrowser()
  await new Promise<void>(listening => site.listen(0, '127.0.0.1', listening))
  const back = `http://127.0.0.1:${(site.address() as AddressInfo).port}/callback`
  address = await t.app.http.listen({ host: '127.0.0.1', port: 0 })
  t.app.setPublicUrl(address)
  const record = { name: 'Garden Books', description: 'Keeps your books.', homepage_url: 'https://books.example' }
  client = (await t.api.post('oauthclients', { oauthclient: { ...record, redirect_urls: [back] } })).body.oauthclient
  app = integration(t, { ...client, redirect_uri: back })
})
afterEach(async () => {
  for (const close of closing.splice(0).reverse()) await close()
})
after(async () => {
  await browser.close()
  site.close()
  await t.close()
})

async function open(path: string, options: BrowserContextOptions = {}): Promise<Page> {
  const context = await browser.newContext({ javaScriptEnabled: true, ...options })
  context.setDefaultTimeout(60_000)
  const page = await context.newPage()
  const complaints = await watchPolicy(page)
  closing.push(
    () => context.close(),
    async () => assert.deepEqual(complaints, []),
  )
  await page.goto(address + path)
  return page
}

const consent = (options?: BrowserContextOptions) => open(`/o/authrize?${new URLSearchParams(app.request)}`, options)

async function signIn(page: Page, password = merchant.user.password): Promise<void> {
  await page.getByLabel('Domain').fill(merchant.user.domain)
  await page.getByLabel('Username').fill(merchant.user.username)
  await page.getByLabel('Password').fill(password)
}

const LOOKS: [string, BrowserContextOptions][] = [
  ['light', { colorScheme: 'light', viewport: { width: 1200, height: 900 } }],
  ['dark', { colorScheme: 'dark', viewport: { width: 1200, height: 900 } }],
  ['on a phone', { colorScheme: 'light', viewport: { width: 360, height: 720 } }],
  ['dark on a phone', { colorScheme: 'dark', viewport: { width: 360, height: 720 } }],
]

for (const [look, options] of LOOKS) {
  test(`sign-in, consent and the list of integrations are accessible, ${look}`, async () => {
    const page = await consent(options)
    await assertAccessible(page, `consent ${look}`)
    await assertNoSideways(page)
    await signIn(page, 'Wrong-password-1')
    await page.getByRole('button', { name: 'Allow access' }).click()
    await page.getByRole('alert').waitFor()
    assert.equal(await page.getByLabel('Password').inputValue(), '')
    assert.equal(await page.getByLabel('Username').inputValue(), merchant.user.username)
    await assertAccessible(page, `consent after a mistake ${look}`)

    await page.goto(`${address}/o/authorize?client_id=x`)
    await assertAccessible(page, `an unknown integration ${look}`)
    await page.goto(`${address}/o/integrations`)
    await assertAccessible(page, `integrations, signed out ${look}`)
    await app.exchange(await app.code())
    await signIn(page)
    await page.getByRole('button', { name: 'Show my integrations' }).click()
    await page.getByRole('heading', { name: 'Garden Books' }).waitFor()
    await assertAccessible(page, `integrations ${look}`)
    await assertNoSideways(page)
  })
}

for (const [look, options] of LOOKS) {
  test(`setting up a second factor is accessible, ${look}`, async () => {
    const page = await open('/o/second-factor', options)
    await assertAccessible(page, `second factor, signed out ${look}`)
    await assertNoSideways(page)
    await signIn(page)
    await page.getByRole('button', { name: 'Continue' }).click()
    const secret = (await page.locator('code').textContent())!.replaceAll(' ', '')
    await assertAccessible(page, `a new second factor ${look}`)
    await assertNoSideways(page)
    await page.getByLabel('Code').fill('000000')
    await page.getByRole('button', { name: 'Confirm' }).click()
    await page.getByRole('alert').waitFor()
    await assertAccessible(page, `a second factor after a mistake ${look}`)
    await page.getByLabel('Code').fill(totpCode(secret, Math.floor(t.clock.seconds() / 30)))
    await page.getByRole('button', { name: 'Confirm' }).click()
    await page.getByRole('heading', { name: 'Your second factor is in use' }).waitFor()
    await assertAccessible(page, `recovery codes ${look}`)
    await assertNoSideways(page)
    const code = (await page.locator('li code').first().textContent())!
    await page.goto(`${address}/o/second-factor`)
    await signIn(page)
    await page.getByLabel('Code').fill(code)
    await page.getByRole('button', { name: 'Continue' }).click()
    await page.getByText('9 recovery codes are left').waitFor()
    await assertAccessible(page, `a second factor in use ${look}`)
    await page.getByRole('button', { name: 'Remove it' }).click()
    await page.getByRole('heading', { name: 'Second factor removed' }).waitFor()
    await assertAccessible(page, `no second factor any more ${look}`)
  })
}

async function assertNoSideways(page: Page): Promise<void> {
  const asRoot = await page.evaluate('document.documentElement.scrollWidth - document.documentElement.clientWidth')
  assert.equal(asRoot, 0)
}

for (const [how, options] of [
  ['with scripts', {}],
  ['without scripts', { javaScriptEnabled: false }],
] as const) {
  test(`AUTH-OA-12 AUTH-OA-13 a person signs in, allows, and arrives with a code that works, ${how}`, async () => {
    const page = await consent(options)
    await page.getByRole('heading', { name: 'Allow Garden Books to use your account?' }).waitFor()
    await signIn(page)
    await page.keyboard.press('Enter')
    await page.getByRole('heading', { name: 'Back' }).waitFor()
    const back = new URL(page.url()).searchParams
    assert.equal(back.get('state'), STATE)
    assert.equal(back.get('user_id'), merchant.user.user_id)
    assert.equal((await app.exchange(back.get('code')!)).status, 200)
  })

  test(`AUTH-OA-12 a person refuses without typing anything and arrives without a code, ${how}`, async () => {
    const page = await consent(options)
    await page.getByRole('button', { name: 'Refuse' }).click()
    await page.getByRole('heading', { name: 'Back' }).waitFor()
    const back = new URL(page.url()).searchParams
    assert.deepEqual([back.get('error'), back.get('code'), back.get('state')], ['access_denied', null, STATE])
  })

  test(`AUTH-OA-04 a person ends the access of an integration, ${how}`, async () => {
    const { body } = await app.exchange(await app.code())
    assert.equal((await app.me(body.access_token)).status, 200)
    const page = await open('/o/integrations', options)
    await signIn(page)
    await page.getByRole('button', { name: 'Show my integrations' }).click()
    await page.getByRole('button', { name: 'End access of Garden Books' }).click()
    await page.getByRole('status').waitFor()
    assert.match(
      (await page.textContent('main')) ?? '',
      /Garden Books no longer has access.*No integration has access/s,
    )
    assert.equal((await app.me(body.access_token)).status, 401)
    assert.equal((await app.refresh(body.refresh_token)).body.error, 'invalid_grant')
  })
}

test('nobody ends what another one allowed, and the page is left after ten minutes', async () => {
  const { body } = await app.exchange(await app.code())
  const page = await open('/o/integrations')
  await signIn(page)
  await page.getByRole('button', { name: 'Show my integrations' }).click()
  const visit = await page.locator('input[name=visit]').first().inputValue()
  const end = (changed: string) => {
    const form = new URLSearchParams({ visit: changed, integration: client.id })
    return t.as({ 'content-type': 'application/x-www-form-urlencoded' }).post('/o/integrations/end', form.toString())
  }
  const other = t.merchants[1].user.user_id
  for (const forged of [visit.replace(/^[^.]+/, other), visit.replace(/\.\d+\./, '.9999999999.'), '', 'x.y.z']) {
    assert.equal((await end(forged)).status, 403, forged)
  }
  await t.clock.moveTo(t.clock.seconds() + 601, t.app.worker)
  assert.equal((await end(visit)).status, 403)
  assert.equal((await app.me(body.access_token)).status, 200)
})

test('a page of another site cannot show the form in a frame', async () => {
  const page = await open('/o/integrations')
  const shown = await page.request.get(`${address}/o/authrize?${new URLSearchParams(app.request)}`)
  assert.equal(shown.headers()['x-frame-options'], 'DENY')
  assert.match(shown.headers()['content-security-policy'] ?? '', /frame-ancestors 'none'/)
})
