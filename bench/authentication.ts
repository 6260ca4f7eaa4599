import { createHmac } from 'node:crypto'
import { medianOf } from './bar.ts'
import type { Gateway } from './gateway.ts'
import { type Load, run } from './measure.ts'

/** Makes the sale whose record is read with each method of authentication. */
async function sell({ url, sandbox, keys }: Gateway): Promise<string> {
  const { location_id } = sandbox.merchants[0]!
  const account = { account_number: '4111111111111111', exp_date: '1230', transaction_amount: '11.00' }
  const transaction = { action: 'sale', payment_method: 'cc', location_id, ...account }
  const answer = await fetch(`${url}/v2/transactions`, {
    method: 'POST',
    headers: { ...keys(0), 'content-type': 'application/json' },
    body: JSON.stringify({ transaction }),
  })
  if (answer.status !== 201) throw new Error(`the sale was refused: ${await answer.text()}`)
  return ((await answer.json()) as { transaction: { id: string } }).transaction.id
}

async function tokenOf({ url, sandbox }: Gateway): Promise<string> {
  const { username, password, domain } = sandbox.merchants[0]!.user
  const answer = await fetch(`${url}/v2/token`, {
    method: 'POST',
    headers: { 'developer-id': sandbox.developer_id, 'content-type': 'application/json' },
    body: JSON.stringify({ username, password, domain }),
  })
  return ((await answer.json()) as { token: { token: string } }).token.token
}

/** Many short pairs: a disturbance of one leaves the median unchanged. */
const ROUNDS = 15
const SECONDS = 1
const WARM_UP_SECONDS = 8

interface Read {
  load: Load
  busy(): Promise<number>
}

/**
 * Reads by id with each method of authentication, each time directly before or after the same read on a gateway that
 * does not authenticate. The figure is the processor time of the gateway's process per request, which other work on
 * the machine hardly changes: the median over the pairs. Both processes get the same number of rounds, so that both
 * are equally warm.
 */
export async function measureAuthentication(
  gateway: Gateway,
  unguarded: Pick<Gateway, 'url' | 'busy'>,
): Promise<string> {
  const path = `/v2/transactions/${await sell(gateway)}`
  const next = () => ({ path })
  const read = ({ url, busy }: Pick<Gateway, 'url' | 'busy'>, headers: Record<string, string>): Read => ({
    load: { url, headers, next },
    busy,
  })
  const open = read(unguarded, gateway.keys(0))
  await cost(open, WARM_UP_SECONDS)
  await cost(read(gateway, gateway.keys(0)), WARM_UP_SECONDS)
  const head = '| way in | processor time per read, µs | when nobody is asked, µs | more |\n|---|---|---|---|'
  const lines = []
  for (const [name, headers] of Object.entries(await credentials(gateway))) {
    const guarded = read(gateway, headers)
    const pairs: { ours: number; none: number }[] = []
    for (let round = 0; round < ROUNDS; round += 1) {
      // The order alternates, so that a trend during the run affects both.
      if (round % 2) pairs.push({ ours: await cost(guarded, SECONDS), none: await cost(open, SECONDS) })
      else {
        const none = await cost(open, SECONDS)
        pairs.push({ none, ours: await cost(guarded, SECONDS) })
      }
    }
    const more = medianOf(pairs.map(({ ours, none }) => ours / none - 1)) * 100
    const [ours, none] = [medianOf(pairs.map(pair => pair.ours)), medianOf(pairs.map(pair => pair.none))]
    lines.push(`| ${name} | ${ours.toFixed(0)} | ${none.toFixed(0)} | ${more.toFixed(1)} % |`)
  }
  return [head, ...lines].join('\n')
}

/** Microseconds of processor time for one request. Throws when one failed: a refusal would be cheap. */
async function cost({ load, busy }: Read, seconds: number): Promise<number> {
  const before = await busy()
  const figure = await run(load, seconds)
  const used = (await busy()) - before
  if (figure.failures > 0) throw new Error(`${figure.failures} reads failed`)
  return (used * 1e6) / (figure.per_second * seconds)
}

async function credentials(gateway: Gateway): Promise<Record<string, Record<string, string>>> {
  const { user } = gateway.sandbox.merchants[0]!
  const developer = { 'developer-id': gateway.sandbox.developer_id }
  const basic = Buffer.from(`${user.user_id}:${user.user_api_key}`).toString('base64')
  const timestamp = String(Math.floor(Date.now() / 1000))
  const hash = createHmac('sha256', user.user_hash_key)
    .update(user.user_id + timestamp)
    .digest('hex')
  return {
    'user id and key': gateway.keys(0),
    'Basic authorization': { ...developer, authorization: `Basic ${basic}` },
    token: { ...developer, 'access-token': await tokenOf(gateway) },
    HMAC: { ...developer, 'user-id': user.user_id, timestamp, 'hash-key': hash },
  }
}
