import { type Check, check, partCheck } from '../check.ts'
import { answered, record, refusedWith, same, that } from '../expect.ts'
import type { Lab } from '../lab.ts'
import type { Person } from '../sandbox.ts'

const basic = (user_id: string, user_api_key: string): string =>
  `Basic ${Buffer.from(`${user_id}:${user_api_key}`).toString('base64')}`

/** The three methods of authentication, each alone. */
function ways(lab: Lab, { user_id, user_api_key }: Pick<Person, 'user_id' | 'user_api_key'>) {
  const developer = { 'developer-id': lab.sandbox.developer_id }
  const query = new URLSearchParams({ 'user-id': user_id, 'user-api-key': user_api_key })
  return {
    headers: (path: string) => lab.as({ ...developer, 'user-id': user_id, 'user-api-key': user_api_key }).get(path),
    query: (path: string) => lab.as(developer).get(`${path}?${query}`),
    basic: (path: string) => lab.as({ ...developer, authorization: basic(user_id, user_api_key) }).get(path),
  }
}

const IDS = { headers: 'AUTH-KEY-01', query: 'AUTH-KEY-02', basic: 'AUTH-KEY-03' } as const

export const userKeyChecks: Check[] = [
  ...(['headers', 'query', 'basic'] as const).map(way =>
    partCheck([IDS[way], 'AUTH-KEY-04'], way, async lab => {
      const { user, clerk } = lab.merchant
      for (const person of [user, clerk, lab.other.user]) {
        const me = record(await ways(lab, person)[way]('users/me'), 'user', 200)
        same(me.id, person.user_id, 'the id of users/me')
      }
      for (const wrong of [
        { user_id: user.user_id, user_api_key: clerk.user_api_key },
        { user_id: user.user_id, user_api_key: '' },
        { user_id: user.user_id, user_api_key: user.user_api_key.toUpperCase() },
        { user_id: user.user_id, user_api_key: user.user_hash_key },
        { user_id: 'f0'.repeat(12), user_api_key: user.user_api_key },
        { user_id: '', user_api_key: '' },
      ]) {
        refusedWith(await ways(lab, wrong)[way]('users/me'), 401)
      }
    }),
  ),
  partCheck('AUTH-KEY-03', 'broken Basic headers', async lab => {
    const caller = (authorization: string) => lab.as({ 'developer-id': lab.sandbox.developer_id, authorization })
    for (const header of ['Basic', 'Basic !!!', `Basic ${Buffer.from('nobody').toString('base64')}`, 'Digest x']) {
      refusedWith(await caller(header).get('users/me'), 401)
    }
    const { user_id, user_api_key } = lab.merchant.user
    same(
      record(await caller(basic(user_id, user_api_key)).get('users/me'), 'user', 200).id,
      user_id,
      'the id of users/me',
    )
  }),
  check('AUTH-KEY-05', async lab => {
    const username = lab.unique()
    const user_api_key = `Key-1.${lab.unique()}`
    const fields = {
      username,
      email: `${username}@example.net`,
      last_name: 'Keyholder',
      primary_location_id: lab.merchant.location_id,
      user_type_id: 250,
      user_api_key,
    }
    const made = record(await lab.api.post('users', { user: fields }), 'user', 201)
    same(made.user_api_key, null, 'user_api_key in the answer to a create')
    const asked = (key: string) => ways(lab, { user_id: made.id, user_api_key: key }).headers('users/me')
    same(record(await asked(user_api_key), 'user', 200).id, made.id, 'the id of users/me with the chosen key')
    const answer = await lab.api.post(`users/${made.id}/generateuserapikey`)
    const generated = record(answer, 'user', 200).user_api_key
    that(
      typeof generated === 'string' && generated.length >= 16 && generated.length <= 64,
      'the generated key has another length',
    )
    same(record(await asked(generated), 'user', 200).id, made.id, 'the id of users/me with the generated key')
    refusedWith(await asked(user_api_key), 401)
    refusedWith(await lab.stranger.post(`users/${made.id}/generateuserapikey`), 404)
    answered(await lab.api.delete(`users/${made.id}`), 204)
    refusedWith(await asked(generated), 401)
  }),
]
