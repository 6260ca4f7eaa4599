import { createHmac } from 'node:crypto'
import { type Check, check, NotChecked, partCheck } from '../check.ts'
import type { Answer } from '../client.ts'
import { record, records, refusedWith, that } from '../expect.ts'
import { newVault, UNKNOWN } from '../fixtures.ts'
import type { Lab } from '../lab.ts'

interface Signed {
  'user-id': string
  timestamp: string
  'hash-key': string
}

/** The parameters of a caller that signs the user id and the time. */
async function signed(
  lab: Lab,
  over: { age?: number; key?: string; user_id?: string; unit?: number; timestamp?: string } = {},
): Promise<Signed> {
  const { user } = lab.merchant
  const user_id = over.user_id ?? user.user_id
  const timestamp = over.timestamp ?? String(((await lab.seconds()) - (over.age ?? 0)) * (over.unit ?? 1))
  const hash = createHmac('sha256', over.key ?? user.user_hash_key)
    .update(user_id + timestamp)
    .digest('hex')
  return { 'user-id': user_id, timestamp, 'hash-key': hash }
}

/** Sends a signature; not checked where the service's own description does not mention signatures. */
async function byHeaders(lab: Lab, path: string, signature: object): Promise<Answer> {
  await described(lab)
  return lab.as({ 'developer-id': lab.sandbox.developer_id, ...signature }).get(path)
}

async function described(lab: Lab): Promise<void> {
  const text = await lab.once('description', async () => (await lab.as({}).get('/openapi.json')).text)
  if (!text.includes('"hash-key"')) throw new NotChecked('the service does not describe hash-key')
}

const vaults = (lab: Lab, signature: Signed): Promise<Answer> => byHeaders(lab, 'accountvaults?page_size=1', signature)

const OFF_LIST = [
  'tags',
  'quickinvoices',
  'locations',
  'users/me',
  'paylinks',
  'recurrings',
  'contacts',
  'transactionbatches',
]

export const hmacChecks: Check[] = [
  check(['AUTH-HMAC-01', 'AUTH-HMAC-03', 'USR-23'], async lab => {
    records(await vaults(lab, await signed(lab)), 'accountvaults')
    const good = await signed(lab)
    const { user, clerk } = lab.merchant
    for (const wrong of [
      await signed(lab, { key: clerk.user_hash_key }),
      await signed(lab, { key: user.user_api_key }),
      { ...good, 'user-id': clerk.user_id },
      { ...good, timestamp: String(Number(good.timestamp) - 1) },
      { ...good, 'hash-key': good['hash-key'].slice(0, -1) },
      { ...good, 'hash-key': '' },
      { ...good, 'hash-key': 'x'.repeat(64) },
      { ...good, 'hash-key': `${good['hash-key']}00` },
      { ...good, 'hash-key': Buffer.from(good['hash-key'], 'hex').toString('base64') },
      { timestamp: good.timestamp, 'hash-key': good['hash-key'] },
      await signed(lab, { user_id: UNKNOWN }),
      { 'user-id': good['user-id'], 'hash-key': good['hash-key'] },
    ]) {
      refusedWith(await byHeaders(lab, 'accountvaults', wrong), 401)
    }
  }),
  check('AUTH-HMAC-02', async lab => {
    records(await vaults(lab, await signed(lab)), 'accountvaults')
    refusedWith(await byHeaders(lab, 'accountvaults', await signed(lab, { unit: 1000 })), 401)
    const seconds = await lab.seconds()
    for (const timestamp of ['now', '-1', '1e9', '0x10', `${seconds}.5`])
      refusedWith(await byHeaders(lab, 'accountvaults', await signed(lab, { timestamp })), 401)
  }),
  check('AUTH-HMAC-04', async lab => {
    await described(lab)
    const query = new URLSearchParams({ 'developer-id': lab.sandbox.developer_id, ...(await signed(lab)) })
    const answer = await lab.as({}).get(`accountvaults?${query}`)
    records(answer, 'accountvaults')
    that(!answer.text.includes(query.get('hash-key')!), 'the links repeat the signature')
    query.set('hash-key', 'x'.repeat(64))
    refusedWith(await lab.as({}).get(`accountvaults?${query}`), 401)
  }),
  check(['AUTH-HMAC-05', 'LIM-04'], async lab => {
    for (const age of [14 * 60, -55]) records(await vaults(lab, await signed(lab, { age })), 'accountvaults')
    for (const age of [15 * 60 + 2, 16 * 60, -120, -16 * 60])
      refusedWith(await vaults(lab, await signed(lab, { age })), 401)
  }),
  check('AUTH-HMAC-06', async lab => {
    for (const plural of ['accountvaults', 'transactions']) {
      records(await byHeaders(lab, `${plural}?page_size=1`, await signed(lab)), plural)
    }
    const { id } = await newVault(lab)
    record(await byHeaders(lab, `accountvaults/${id}`, await signed(lab)), 'accountvault', 200)
    records(await byHeaders(lab, 'transactions/?page_size=1', await signed(lab)), 'transactions')
    for (const path of OFF_LIST) refusedWith(await byHeaders(lab, path, await signed(lab)), 401)
  }),
  partCheck('AUTH-HMAC-01', 'capitals', async lab => {
    const good = await signed(lab)
    records(await vaults(lab, { ...good, 'hash-key': good['hash-key'].toUpperCase() }), 'accountvaults')
  }),
]
