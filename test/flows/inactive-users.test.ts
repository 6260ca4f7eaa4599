import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { setTimeout as pause } from 'node:timers/promises'
import { switchOffInactive } from '../../src/auth/activity.ts'
import { readConfig } from '../../src/config.ts'
import { type Json, testApp } from '../support/app.ts'
import { refusal } from '../support/typed-client.ts'

const { sign_in } = readConfig({ TOLLGATE_MODE: 'live', TOLLGATE_PUBLIC_URL: 'https://pay.example.com' })
const t = await testApp('inactive', { config: { sign_in } })
after(t.close)
const { location_id, child_location_id, user: admin, clerk } = t.merchants[0]
const DAY = 86_400
const KEY = 'an-invented-key-of-some-length'

let count = 0
async function person(over: Json = {}): Promise<string> {
  const record = { username: `person${++count}`, last_name: 'P', email: 'p@example.com', user_type_id: 400 }
  const made = { ...record, primary_location_id: location_id, user_api_key: KEY, ...over }
  return (await t.api.users.create(made as Json)).id
}
const as = (user_id: string) => t.user({ user_id, user_api_key: KEY })
const forward = async (days: number) => void (await t.clock.moveTo(t.clock.seconds() + days * DAY, t.app.worker))
const night = (policy = sign_in.policy): Promise<number> => {
  const { db, clock, app } = t
  const sessions = { endSessions: async () => undefined, invalidateCredentials: async () => undefined }
  return switchOffInactive({ db, clock, store: app.store, policy, ...sessions }, new AbortController().signal)
}
/** Uses of users are written a moment after their requests. */
async function comes(user_id: string): Promise<void> {
  await (user_id === admin.user_id ? t.api : as(user_id)).users.getCurrent()
  for (let wait = 0; wait < 100; wait++) {
    const [row] = await t.db.query<Json>('select last_active_ts from "user" where id = $1', [user_id])
    if (row.last_active_ts >= t.clock.seconds() - 3600) return
    await pause(100)
  }
  assert.fail('nobody noted that he came')
}
const statusOf = async (id: string): Promise<number> =>
  (await t.db.query<Json>('select status_id from "user" where id = $1', [id]))[0].status_id

test('users who were never seen count from the first night on', async () => {
  await t.db.run('update "user" set last_active_ts = null')
  assert.equal(await night(), 0)
  const [row] = await t.db.query<Json>('select count(*)::integer as unseen from "user" where last_active_ts is null')
  assert.equal(row.unseen, 0)
})

test('who does not come for ninety days is switched off, with an event; who comes by his key is not', async () => {
  const [gone, keen, payer] = [await person(), await person(), await person({ user_type_id: 100 })]
  await forward(80)
  await comes(keen)
  await comes(admin.user_id)
  assert.equal(await night(), 0)
  await forward(11)
  assert.ok((await night()) >= 2, 'the clerk of the sandbox has not come either')
  assert.deepEqual(await Promise.all([gone, keen, payer, admin.user_id, clerk.user_id].map(statusOf)), [0, 1, 1, 1, 0])
  assert.equal((await refusal(as(gone).users.getCurrent())).status, 401)
  const [event] = await t.db.query<Json>(`select method from event where record_id = $1 and verb = 'switched_off'`, [
    gone,
  ])
  assert.equal(event.method, 'inactivity')

  await t.api.users.update(gone, { status_id: 1 })
  assert.equal(await night(), 0)
  await as(gone).users.getCurrent()
})

test('the administrator of a merchant who came last is never switched off', async () => {
  const second = await person({ user_type_id: 250 })
  const below = await person({ user_type_id: 250, primary_location_id: child_location_id })
  await comes(admin.user_id)
  await forward(1)
  await comes(second)
  await forward(200)
  await night()
  assert.deepEqual(await Promise.all([second, below, admin.user_id].map(statusOf)), [1, 0, 0])
  assert.equal(await statusOf(t.merchants[1].user.user_id), 1, 'nor that of the other merchant')
  await as(second).users.update(admin.user_id, { status_id: 1 })
})

test('a merchant may ask for fewer days, where the gateway asks for none', async () => {
  const never = { ...sign_in.policy, inactive_days: 0 }
  const [here, elsewhere] = [await person(), await person()]
  await t.api.locations.update(location_id, { user_inactive_days: 30 })
  await forward(31)
  await comes(elsewhere)
  await comes(admin.user_id)
  await night(never)
  assert.deepEqual([await statusOf(here), await statusOf(elsewhere)], [0, 1])
})
