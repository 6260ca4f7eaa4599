import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { setTimeout as pause } from 'node:timers/promises'
import type { Json } from '../support/app.ts'
import { createTestDatabase } from '../support/database.ts'
import { postReceiver } from '../support/post-receiver.ts'
import { startGateway, temporaryHome, until } from '../support/process.ts'

const home = temporaryHome()
const database = await createTestDatabase('postback_kill')
const settings = { DATABASE_URL: database.url, TOLLGATE_LOG_LEVEL: 'error' }
const api = await startGateway(home, { ...settings, TOLLGATE_ROLE: 'api' })
const shop = await postReceiver()
after(async () => {
  await shop.close()
  await database.drop()
})

const KILLS = 4
const PEOPLE = 6
const CHANGES = 4

const open = async () => {
  // What a killed worker held is taken over when its lease ends, which takes seconds.
  await pause(200)
  return database.database.query<{ open: number }>(
    'select count(*) as open from postback_log where next_run_ts is not null',
  )
}

test('no postback is lost and none of a record overtakes another when workers are killed in the middle', async () => {
  const { location_id } = api.sandbox.merchants[0]!
  const postbackconfig = {
    ...{ location_id, resource: 'contact', url: shop.url, on_create: 1, on_update: 1, on_delete: 1 },
    ...{ number_of_attempts: 100, attempt_interval: 0 },
  }
  assert.equal((await api.call('POST', '/v2/postbackconfigs', { postbackconfig })).status, 201)
  let turn = 0
  // Some tries end without an answer, some badly, in a pattern that can be found again.
  shop.answer(response => {
    turn += 1
    if (turn % 7 === 0) response.destroy()
    else if (turn % 5 === 0) response.writeHead(503).end()
    else setTimeout(() => response.writeHead(200).end(), turn % 3 === 0 ? 60 : 0)
  })

  const expected = new Map<string, string[]>()
  for (let kill = 0; kill < KILLS; kill += 1) {
    const worker = await startGateway(home, { ...settings, TOLLGATE_ROLE: 'worker' })
    const before = shop.posted.length
    for (let index = 0; index < PEOPLE; index += 1) {
      const { body } = await api.call('POST', '/v2/contacts', { contact: { location_id, last_name: 'P', city: '0' } })
      const { id } = body.contact
      expected.set(id, ['CREATE 0'])
      for (let change = 1; change <= CHANGES; change += 1) {
        await api.call('PUT', `/v2/contacts/${id}`, { contact: { city: String(change) } })
        expected.get(id)!.push(`UPDATE ${change}`)
      }
    }
    // It dies while some postbacks are being sent and others wait.
    await shop.arrived(before + 5 + kill * 3)
    await worker.end('SIGKILL')
  }
  const last = await startGateway(home, { ...settings, TOLLGATE_ROLE: 'worker' })
  await until(open, ([row]) => row?.open === 0)
  await last.end()

  const messages = new Map<string, string>()
  const arrived = new Map<string, string[]>()
  for (const { body, data, headers } of shop.posted as Json[]) {
    const known = messages.get(headers['webhook-id'])
    const says = `${data.id} ${body.type} ${data.city}`
    assert.ok(known === undefined || known === says, 'a repeated postback is the same')
    if (known === undefined) arrived.set(data.id, [...(arrived.get(data.id) ?? []), `${body.type} ${data.city}`])
    messages.set(headers['webhook-id'], says)
  }
  assert.deepEqual(Object.fromEntries(arrived), Object.fromEntries(expected))
  assert.ok(shop.posted.length > messages.size, 'some were tried more than once')
})
