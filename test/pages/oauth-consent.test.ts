import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Json } from '../support/app.ts'
import { integration } from '../support/oauth.ts'
import { newMerchant } from '../support/shared-gateway.ts'

const t = await newMerchant()

const first = integration(t, { ...t.oauth, redirect_uri: t.oauth.redirect_uris[0]! })
const BACK = 'https://shop.example/cb'

async function register(over: Json = {}): Promise<Json> {
  const record = { name: 'Shop', description: 'A shop', homepage_url: 'https://shop.example', redirect_urls: [BACK] }
  const answer = await t.api.post('oauthclients', { oauthclient: { ...record, ...over } })
  assert.equal(answer.status, 201, answer.text)
  return answer.body.oauthclient
}

test('the logo of who asks is shown, and only pictures are taken as one', async () => {
  const logo = 'data:image/png;base64,iVBORw0KGgo='
  const mine = await register({ logo })
  const plain = await register()
  assert.equal(mine.logo, logo)
  const { text } = await integration(t, { ...mine, redirect_uri: BACK }).ask()
  assert.ok(text.includes(`<img class="logo" src="${logo}"`))
  assert.doesNotMatch((await integration(t, { ...plain, redirect_uri: BACK }).ask()).text, /class="logo"/)
  for (const not of [
    'https://cdn.example/l.png',
    '/logo.png',
    'javascript:x',
    'data:text/html;base64,PHA+',
    `${logo}"`,
  ]) {
    const put = await t.api.put(`oauthclients/${plain.id}`, { oauthclient: { logo: not } })
    assert.deepEqual([put.status, Object.keys(put.body.errors)], [422, ['logo']], not)
  }
})

test('the page for a request that cannot be granted names the one cause', async () => {
  const gone = await register()
  const asked = integration(t, { ...gone, redirect_uri: BACK })
  await t.api.put(`oauthclients/${gone.id}`, { oauthclient: { active: 0 } })
  for (const [answer, cause] of [
    [await first.ask({ client_id: '' }), 'client_id is missing'],
    [await first.ask({ client_id: '0'.repeat(24) }), 'belongs to no registered integration'],
    [await asked.ask(), 'This integration was withdrawn'],
    [await first.ask({ redirect_uri: '' }), 'redirect_uri is missing'],
    [await first.ask({ redirect_uri: 'https://evil.example/' }), 'not one of its own'],
  ] as const) {
    assert.equal(answer.status, 400)
    assert.ok(answer.text.includes(cause), cause)
  }
})

test('who prefers Spanish allows an integration in Spanish, is refused in it, and switches by a link that keeps the request', async () => {
  const mine = await register()
  const asked = `/o/authorize?${new URLSearchParams({ response_type: 'code', client_id: mine.id, redirect_uri: BACK, scope: 'api', state: 'a b\n' })}`
  const shown = await t.app.http.inject({ url: asked, headers: { 'accept-language': 'es-MX,en;q=0.5' } })
  assert.equal(shown.statusCode, 200, shown.body)
  assert.match(shown.body, /<html lang="es"[\s\S]*¿Permitir que Shop use su cuenta\?/)
  assert.doesNotMatch(shown.body, /Username|Password|Allow access/)
  const english = /<a href="([^"]+)" lang="en"/.exec(shown.body)![1]!.replaceAll('&amp;', '&')
  assert.equal(new URL(english, BACK).searchParams.get('state'), 'a b\n')
  assert.match((await t.app.http.inject({ url: english })).body, /Allow Shop to use your account\?/)
  const headers = { 'content-type': 'application/x-www-form-urlencoded', 'sec-fetch-site': 'same-origin' }
  const payload = 'username=nobody&password=wrong&domain=nowhere&decision=allow'
  const refused = await t.app.http.inject({ method: 'POST', url: `${asked}&lang=es`, headers, payload })
  assert.equal(refused.statusCode, 401)
  assert.match(refused.body, /El dominio, el usuario, la contraseña o el código no son correctos\./)
  for (const [url, word] of [
    ['/o/integrations?lang=es', 'Sus integraciones'],
    ['/o/second-factor?lang=es', 'Su segundo factor'],
  ] as const) {
    const { body } = await t.app.http.inject({ url })
    assert.ok(body.includes(`<h1>${word}</h1>`), url)
    assert.ok(body.includes(`action="${url}"`), url)
    assert.match(body, /Opcional\. De su aplicación/)
  }
})
