import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { after, test } from 'node:test'
import { verifyPostback } from '../../packages/client/src/index.js'
import { type Json, testApp } from '../support/app.ts'
import { postReceiver } from '../support/post-receiver.ts'
import { ROOT } from '../tidy/modules.ts'

const t = await testApp('client_command_line')
const url = await t.app.http.listen({ host: '127.0.0.1', port: 0 })
const shop = await postReceiver()
after(async () => {
  await shop.close()
  await t.close()
})
const [merchant] = t.merchants
const KEYS = {
  TOLLGATE_URL: url,
  TOLLGATE_DEVELOPER_ID: t.developer_id,
  TOLLGATE_USER_ID: merchant.user.user_id,
  TOLLGATE_USER_API_KEY: merchant.user.user_api_key,
}

function started(args: readonly string[], env: Record<string, string> = KEYS) {
  const program = join(ROOT, 'packages/client/src/cli/main.js')
  return spawn(process.execPath, [program, ...args], { env: { PATH: process.env.PATH ?? '', ...env }, cwd: t.home })
}

async function run(...args: string[]): Promise<{ code: number | null; out: string; err: string }> {
  const child = started(args)
  const [out, err, [code]] = await Promise.all([text(child.stdout), text(child.stderr), once(child, 'close')])
  return { code, out, err }
}

/** What it printed with --json: an object for each line. */
async function data(...args: string[]): Promise<Json[]> {
  const { code, out, err } = await run(...args, '--json')
  assert.equal(code, 0, err)
  return out
    .trim()
    .split('\n')
    .map(line => JSON.parse(line))
}

test('records are read and written by path, and what is refused is said field by field', async () => {
  const [made] = await data('post', 'tags', 'tag.title=Regulars', `tag.location_id=${merchant.location_id}`)
  assert.equal(made.tag.title, 'Regulars')
  const [list] = await data('get', 'tags', 'title=Regulars')
  assert.equal(list.tags[0].id, made.tag.id)
  await data('put', `tags/${made.tag.id}`, '--data', '{"tag": {"title": "Friends"}}')
  const gone = await run('delete', `tags/${made.tag.id}`)
  assert.deepEqual(gone, { code: 0, out: '', err: '' })
  const refused = await run('post', 'tags', 'tag.title=')
  assert.equal(refused.code, 1)
  assert.match(refused.err, /^tollgate-dev: .*Title cannot be blank/s)
})

test('the same key makes one record', async () => {
  const fields = ['post', 'tags', 'tag.title=Once', `tag.location_id=${merchant.location_id}`, '--key', 'mine']
  const [one, other] = [await data(...fields), await data(...fields)]
  assert.equal(one[0].tag.id, other[0].tag.id)
})

test('everything that can be triggered happens', async () => {
  const events = (await data('trigger')).map(({ event }) => event)
  assert.ok(events.length >= 12)
  const states: Record<string, number> = {
    'sale-approved': 101,
    'sale-declined': 301,
    'sale-lost': 101,
    voided: 201,
    'debit-returned': 331,
  }
  for (const event of events) {
    const made = await data('trigger', event)
    assert.ok(made.length > 0, event)
    if (states[event]) assert.equal(made[0].transaction.status_id, states[event], event)
    if (event === 'invoice-paid') assert.equal(made[0].quickinvoice.payment_status_id, 2)
    if (event === 'recurring-charged') assert.equal(made[1].transaction.status_id, 101)
  }
})

test('the clock is shown and moved by a span, and nothing else', async () => {
  const [{ now }] = await data('clock')
  const [{ to }] = await data('clock', 'P1D')
  assert.ok(to - now >= 86_400)
  const back = await run('clock', 'tomorrow')
  assert.deepEqual([back.code, back.err], [1, 'tollgate-dev: Advance must be a span such as P1M or PT36H.\n'])
})

test('the requests of integrators are logged with their refusals, and without keys', async () => {
  await run('get', 'tags/none', `user-api-key=${merchant.user.user_api_key}`)
  const logged = await data('logs', '--once')
  const last = logged.at(-1)
  assert.equal(last.status, 404)
  assert.match(last.path, /^\/v2\/tags\/none/)
  assert.match(last.refusal, /does not exist/)
  assert.ok(!JSON.stringify(logged).includes(merchant.user.user_api_key))
})

test('postbacks are printed and forwarded, signed anew, while it listens; nothing of it is left', async () => {
  const configs = async () => (await t.api.get('postbackconfigs')).body.postbackconfigs
  // One that was killed leaves its configurations behind.
  const killed = started(['listen', 'contact'])
  await once(killed.stderr, 'data')
  killed.kill('SIGKILL')
  await once(killed, 'close')
  assert.equal((await configs()).length, 1)

  const secret = `whsec_${Buffer.from('a secret of the integrator').toString('base64')}`
  const child = started(['listen', 'contact', 'transaction', '--forward-to', shop.url, '--secret', secret, '--json'])
  await once(child.stderr, 'data')
  assert.equal((await configs()).length, 3, 'those of the killed one are gone')
  await t.api.put(`contacts/${merchant.contact_id}`, { contact: { city: 'Elsewhere' } })
  await t.settle()
  const [posted] = await shop.arrived(1)
  const { data: sent } = await verifyPostback(posted!.text, posted!.headers, secret)
  assert.equal(sent.city, 'Elsewhere')
  const out = text(child.stdout)
  child.kill('SIGINT')
  const [code] = await once(child, 'close')
  assert.equal(code, 0)
  const line = JSON.parse(await out)
  assert.deepEqual([line.type, line.resource, line.forwarded], ['UPDATE', 'contact', 200])
  assert.deepEqual(await configs(), [])
})

test('a shop gets a history, once the clock may be moved', async () => {
  const asked = await run('fixtures', '--months', '2')
  assert.equal(asked.code, 2)
  const [made] = await data('fixtures', '--months', '2', '--yes')
  assert.deepEqual(made, {
    ...{ contacts: 2, sales: 12, declines: 2, refunds: 2 },
    ...{ invoices: 4, subscriptions: 3, debits: 2 },
  })
})

test('it says how it is used, and ends by what went wrong', async () => {
  const help = await run('--help')
  assert.equal(help.code, 0)
  for (const name of ['listen', 'trigger', 'logs', 'clock', 'fixtures', 'get', 'post', 'completion'])
    assert.match(help.out, new RegExp(`^  ${name} `, 'm'))
  assert.equal((await run()).code, 2)
  assert.equal((await run('fly')).code, 2)
  assert.equal((await run('get', '--colour')).code, 2)
  const nobody = started(['clock'], { ...KEYS, TOLLGATE_URL: 'http://127.0.0.1:1' })
  assert.equal((await once(nobody, 'close'))[0], 3)
  const nowhere = started(['clock'], {})
  const [err, [code]] = await Promise.all([text(nowhere.stderr), once(nowhere, 'close')])
  assert.equal(code, 3)
  assert.match(err, /No sandbox here/)
})

test('three shells complete commands and events', async () => {
  for (const shell of ['bash', 'zsh', 'fish']) {
    const { code, out } = await run('completion', shell)
    assert.equal(code, 0)
    assert.match(out, /invoice-paid/)
  }
  const child = spawn('bash', ['-n'], { stdio: ['pipe', 'ignore', 'pipe'] })
  child.stdin.end((await run('completion', 'bash')).out)
  assert.equal((await once(child, 'close'))[0], 0)
})
