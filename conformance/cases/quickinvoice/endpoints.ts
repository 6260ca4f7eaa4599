import { type Check, check } from '../../check.ts'
import { answered, bare, record, records, refusedWith, same } from '../../expect.ts'
import { newInvoice, readInvoice, UNKNOWN } from '../../fixtures.ts'

export const endpointChecks: Check[] = [
  check('QI-60', async lab => {
    const { id } = await newInvoice(lab)
    const answer = await lab.api.put(`quickinvoices/${id}`, { quickinvoice: { title: 'Another title', note: 'Both' } })
    const changed = record(answer, 'quickinvoice', 200)
    same([changed.title, changed.note], ['Another title', 'Both'], 'title and note in the answer')
    same(await readInvoice(lab, id), changed, 'the invoice read after the update')
    refusedWith(await lab.api.put(`quickinvoices/${UNKNOWN}`, { quickinvoice: { title: 'None' } }), 404)
    refusedWith(await lab.stranger.put(`quickinvoices/${id}`, { quickinvoice: { title: 'Theirs' } }), 404)
    same((await readInvoice(lab, id)).title, 'Another title', 'title after an update by a stranger')
  }),
  check('QI-62', async lab => {
    const title = `Listed ${lab.unique()}`
    for (const due_date of ['2090-03-01', '2090-01-01', '2090-02-01']) await newInvoice(lab, { title, due_date })
    const list = (query: string) => lab.api.get(`quickinvoices?title=${encodeURIComponent(title)}&${query}`)
    const first = await list('sort=-due_date&page_size=1')
    same(
      records(first, 'quickinvoices').map(each => each.due_date),
      ['2090-03-01'],
      'the first of three by due_date',
    )
    same(first.body.meta.pagination.totalCount, 3, 'totalCount')
    const second = await list('sort=-due_date&page_size=1&page=2')
    same(
      records(second, 'quickinvoices').map(each => each.due_date),
      ['2090-02-01'],
      'the second of three by due_date',
    )
    same(records(await list('due_date=2090-01-01'), 'quickinvoices').length, 1, 'invoices of one due_date')
  }),
  check(['QI-63', 'ERR-01'], async lab => {
    const { id } = await newInvoice(lab)
    bare(await lab.api.delete(`quickinvoices/${id}`))
    answered(await lab.api.get(`quickinvoices/${id}`), 404)
    same(records(await lab.api.get(`quickinvoices?id=${id}`), 'quickinvoices'), [], 'the deleted invoice in a list')
  }),
  check(['QI-64', 'ERR-03'], async lab => {
    refusedWith(await lab.api.delete(`quickinvoices/${UNKNOWN}`), 404)
    const { id } = await newInvoice(lab)
    refusedWith(await lab.stranger.delete(`quickinvoices/${id}`), 404)
    bare(await lab.api.delete(`quickinvoices/${id}`))
    refusedWith(await lab.api.delete(`quickinvoices/${id}`), 404)
    for (const path of ['short', 'x'.repeat(24), '..%2Ftags'])
      refusedWith(await lab.api.delete(`quickinvoices/${path}`), 404)
  }),
]
