import { type Check, check, partCheck } from '../../check.ts'
import { answered, records, refusedWith } from '../../expect.ts'
import { newTag, tagBody } from '../../fixtures.ts'
import type { Lab } from '../../lab.ts'

function keysWithout(lab: Lab, name: string): Record<string, string> {
  const { [name]: _, ...rest } = lab.keysOf(lab.merchant.user)
  return rest
}

export const developerIdChecks: Check[] = [
  check('GEN-43', async lab => {
    const { id } = await newTag(lab)
    const caller = lab.as(keysWithout(lab, 'developer-id'))
    refusedWith(await caller.get('tags'), 401)
    refusedWith(await caller.get(`tags/${id}`), 401)
    refusedWith(await caller.post('tags', { tag: tagBody(lab) }), 401)
    refusedWith(await caller.put(`tags/${id}`, { tag: { title: 'Other' } }), 401)
    refusedWith(await caller.delete(`tags/${id}`), 401)
    answered(await lab.api.get(`tags/${id}`), 200)
    const unknown = lab.as({ ...lab.keysOf(lab.merchant.user), 'developer-id': 'nobody-knows' })
    refusedWith(await unknown.get('tags'), 401)
  }),
  check('GEN-44', async lab => {
    const rest = keysWithout(lab, 'developer-id')
    const developer_id = lab.sandbox.developer_id
    answered(await lab.as({ ...rest, 'developer-id': developer_id }).get('tags'), 200)
    answered(await lab.as(rest).get(`tags?developer-id=${developer_id}`), 200)
    answered(await lab.as(rest).post(`tags?developer-id=${developer_id}`, { tag: tagBody(lab) }), 201)
  }),
  check('GEN-45', async lab => {
    const caller = lab.as({ 'developer-id': lab.sandbox.developer_id })
    refusedWith(await caller.get('tags'), 401)
    refusedWith(await caller.post('tags', { tag: tagBody(lab) }), 401)
    records(await lab.api.get('tags'), 'tags')
  }),
  check('GEN-46', async lab => {
    records(await lab.as(lab.keysOf(lab.merchant.user)).get('tags'), 'tags')
    records(await lab.as({}).get(`tags?${new URLSearchParams(lab.keysOf(lab.merchant.user))}`), 'tags')
  }),
  partCheck('GEN-46', 'names with underscores are no credentials', async lab => {
    const { user } = lab.merchant
    const caller = lab.as({ 'developer-id': lab.sandbox.developer_id })
    const dashed = new URLSearchParams({ 'user-id': user.user_id, 'user-api-key': user.user_api_key })
    records(await caller.get(`tags?${dashed}`), 'tags')
    const query = new URLSearchParams({ user_id: user.user_id, user_api_key: user.user_api_key })
    refusedWith(await caller.get(`tags?${query}`), 401)
  }),
]
