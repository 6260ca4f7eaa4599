import { type Check, check, partCheck } from '../check.ts'
import { answered, bare, errorShapeProblem, refused, refusedWith, same, that } from '../expect.ts'
import { newInvoice, newSale, newTag, tagBody, UNKNOWN } from '../fixtures.ts'

export const errorChecks: Check[] = [
  check('ERR-02', async lab => {
    const developer = { 'developer-id': lab.sandbox.developer_id }
    const { id } = await newTag(lab)
    for (const headers of [
      { ...developer, 'access-token': 'nothing-of-the-kind' },
      { ...developer, 'access-token': '' },
      { ...developer, authorization: 'Bearer nothing-of-the-kind' },
    ]) {
      const caller = lab.as(headers)
      for (const answer of [
        await caller.get('tags'),
        await caller.get(`tags/${id}`),
        await caller.post('tags', { tag: tagBody(lab) }),
        await caller.delete(`tags/${id}`),
      ]) {
        refusedWith(answer, 401)
      }
    }
    answered(await lab.api.get(`tags/${id}`), 200)
  }),
  check('ERR-11', async lab => {
    const approved = await newSale(lab, '12.00')
    const declined = await newSale(lab, '6.15')
    same([approved.status_id, declined.status_id], [101, 301], 'status_id of an approved and a declined sale')
    that(
      Number.isInteger(approved.reason_code_id) && Number.isInteger(declined.reason_code_id),
      'reason_code_id is no integer',
    )
  }),
  partCheck('ERR-03', 'resend and delete', async lab => {
    bare(await lab.api.delete(`tags/${(await newTag(lab)).id}`))
    for (const plural of ['quickinvoices', 'paylinks', 'recurrings', 'tags']) {
      refusedWith(await lab.api.delete(`${plural}/${UNKNOWN}`), 404)
      refusedWith(await lab.api.delete(`${plural}/not-an-id`), 404)
    }
    for (const plural of ['quickinvoices', 'paylinks'])
      refusedWith(await lab.api.post(`${plural}/${UNKNOWN}/resend`), 404)
  }),
  partCheck('ERR-08', 'the shapes of errors', async lab => {
    const { id } = await newInvoice(lab)
    for (const answer of [
      await lab.api.get('nothing-of-the-kind'),
      await lab.api.get(`tags/${UNKNOWN}`),
      await lab.api.send('PATCH', `tags/${UNKNOWN}`, undefined),
      await lab.api.put('tags', { tag: {} }),
      await lab.api.send('POST', 'tags', '{"tag":', { 'content-type': 'application/json' }),
      await lab.api.post('tags', { tag: { title: 7 } }),
      await lab.as({}).get('tags'),
      await lab.api.post('tags', { tag: { title: 'x'.repeat(2_000_000) } }),
    ]) {
      const problem = errorShapeProblem(answer)
      that(problem === null, `${answer.asked} answered ${answer.status}: ${problem}`)
    }
    refused(
      await lab.api.put(`quickinvoices/${id}`, { quickinvoice: { title: '', due_date: 'soon', item_list: 7 } }),
      'title',
      'due_date',
      'item_list',
    )
  }),
]
