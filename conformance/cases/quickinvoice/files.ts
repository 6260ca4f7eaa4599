import { type Check, check, partCheck } from '../../check.ts'
import type { Answer, Json } from '../../client.ts'
import { record, same, that } from '../../expect.ts'
import { type Fields, invoiceBody, newInvoice, readInvoice } from '../../fixtures.ts'
import type { Lab } from '../../lab.ts'

const PLAN = 'A plan of the garden, as plain text.'

/** An invoice as a multipart form with bracketed names. */
function formOf(fields: Fields, files: readonly string[], tags: readonly string[]): FormData {
  const form = new FormData()
  for (const [name, value] of Object.entries(fields)) {
    if (typeof value !== 'object') form.append(`quickinvoice[${name}]`, String(value))
    else
      for (const [label, amount] of Object.entries(value))
        form.append(`quickinvoice[${name}][${label}]`, String(amount))
  }
  files.forEach((name, index) => {
    form.append(`quickinvoice[files][${index}]`, new File([PLAN], name, { type: 'text/plain' }))
  })
  tags.forEach((title, index) => {
    form.append(`quickinvoice[tags][${index}]`, title)
  })
  return form
}

const send = (lab: Lab, method: 'POST' | 'PUT', path: string, form: FormData): Promise<Answer> =>
  lab.api.send(method, path, form)

async function created(
  lab: Lab,
  over: Fields,
  files: readonly string[] = [],
  tags: readonly string[] = [],
): Promise<Json> {
  const form = formOf({ ...invoiceBody(lab), ...over }, files, tags)
  return record(await send(lab, 'POST', 'quickinvoices', form), 'quickinvoice', 201)
}

const filesOf = async (lab: Lab, id: string): Promise<Json[]> =>
  (await readInvoice(lab, id, '?expand=files')).files ?? []

export const fileChecks: Check[] = [
  check('QI-59', async lab => {
    const over = { note: 'As a form', allow_partial_pay: 1, notification_days_before_due_date: 5, title: 'The same' }
    const byForm = await created(lab, over, ['plan.txt'])
    const byJson = await newInvoice(lab, over)
    for (const name of Object.keys(byJson).filter(
      each => !['id', '_links', 'created_ts', 'modified_ts', 'item_list'].includes(each),
    )) {
      same(byForm[name], byJson[name], `${name} of an invoice sent as a form`)
    }
    same(Object.keys(byForm.item_list), Object.keys(byJson.item_list), 'the labels of an item_list sent as a form')
    same((await filesOf(lab, byForm.id)).length, 1, 'files of an invoice sent as a form')
  }),
  check('QI-41', async lab => {
    const { id } = await created(lab, {}, ['plan.txt', 'bill.txt'])
    const names = (await filesOf(lab, id)).map(({ file_name }) => file_name).toSorted()
    same(names, ['bill.txt', 'plan.txt'], 'the files of the invoice')
  }),
  partCheck('QI-41', 'not in JSON, and not on update', async lab => {
    const body = { ...invoiceBody(lab), files: ['plan.txt'] }
    const answer = await lab.api.post('quickinvoices', { quickinvoice: body })
    if (answer.status !== 422)
      same(await filesOf(lab, record(answer, 'quickinvoice', 201).id), [], 'files of an invoice sent as JSON')
    const { id } = await newInvoice(lab)
    const form = new FormData()
    form.append('quickinvoice[files][0]', new File([PLAN], 'plan.txt', { type: 'text/plain' }))
    const changed = await send(lab, 'PUT', `quickinvoices/${id}`, form)
    that([200, 415, 422].includes(changed.status), `${changed.asked} answered ${changed.status}`)
    same(await filesOf(lab, id), [], 'files after an update that sent one')
  }),
  check('QI-42', async lab => {
    const titles = [`red ${lab.unique()}`, `blue ${lab.unique()}`]
    const { id } = await created(lab, {}, [], titles)
    const { tags } = await readInvoice(lab, id, '?expand=tags')
    same(tags?.map((tag: Json) => tag.title).toSorted(), titles.toSorted(), 'the tags of the invoice')
    const asJson = await newInvoice(lab, { tags: titles })
    const again = (await readInvoice(lab, asJson.id, '?expand=tags')).tags
    same(
      again?.map((tag: Json) => tag.id).toSorted(),
      tags.map((tag: Json) => tag.id).toSorted(),
      'the ids of the same tags',
    )
  }),
  check(['QI-33', 'NT-08'], async lab => {
    const [withFile, without] = [lab.address(), lab.address()]
    await created(lab, { email: withFile, send_email: 1, attach_files_to_email: 1 }, ['plan.txt'])
    await created(lab, { email: without, send_email: 1, attach_files_to_email: 0 }, ['plan.txt'])
    const [mail] = await lab.outbox(withFile)
    same(mail?.attachments, [{ filename: 'plan.txt', size: PLAN.length }], 'attachments of the mail')
    same(
      (await lab.outbox(without)).map(({ attachments }) => attachments),
      [[]],
      'attachments where they are switched off',
    )
  }),
]
