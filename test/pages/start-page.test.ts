import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import fastify from 'fastify'
import { loadAssets } from '../../src/pages/assets.ts'
import { paylinkPagePort } from '../../src/pages/paylink/paylink-port.ts'
import { paylinkPages } from '../../src/pages/paylink/paylink-routes.ts'
import { assertAccessible } from '../support/axe.ts'
import { arrive, gatewayVisits } from '../support/gateway-visit.ts'

const { t, visit } = await gatewayVisits('start_page')

test('the bare address of a sandbox shows developers where to begin', async () => {
  const page = await visit('/')
  await arrive(page, 'Tollgate is running')
  await assertAccessible(page, 'the start page')
  const links = await page.getByRole('link').evaluateAll(all => all.map(one => one.getAttribute('href')))
  const tasks = ['/docs/guides/first-invoice', '/sandbox', '/docs/guides/first-program']
  assert.deepEqual(links, [...tasks, '/sandbox', '/docs', '/openapi.json'])
  for (const path of new Set(links))
    assert.ok(path === '/sandbox' || (await page.request.get(new URL(path!, page.url()).href)).ok(), path!)
})

test('the bare address of live mode has nothing to show', async () => {
  const site = fastify()
  after(() => site.close())
  const { db, app, clock, cipher } = t
  const port = paylinkPagePort({ db, store: app.store, payments: app.payments, clock, cipher, payer_tries: 12 })
  await site.register(paylinkPages, {
    port,
    clock,
    assets: loadAssets(),
    publicUrl: () => 'https://pay.example',
    sandbox: false,
  })
  const answer = await site.inject('/')
  assert.equal(answer.statusCode, 404)
  assert.doesNotMatch(answer.body, /sandbox|docs/i)
})
