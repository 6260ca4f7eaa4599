import assert from 'node:assert/strict'
import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { after, test } from 'node:test'
import { testApp } from '../support/app.ts'
import { newInvoice, outbox, readInvoice, refused } from '../support/invoices.ts'
import { payPage } from '../support/pay-page.ts'

const t = await testApp('invoice_files')
after(() => t.close())
const [merchant] = t.merchants
const { api } = t

const PDF = new Blob(['%PDF-1.7 plan'], { type: 'application/pdf' })

/** The texts of an invoice in multipart form. */
function written(fields: Record<string, string>): FormData {
  const data = new FormData()
  const texts = { location_id: merchant.location_id, title: 'Garden work', due_date: '2030-01-31', ...fields }
  for (const [name, value] of Object.entries(texts)) data.append(`quickinvoice[${name}]`, value)
  return data
}

/** A create in multipart form, with these files under `quickinvoice[files][n]`. */
function form(files: [string, Blob][], fields: Record<string, string> = {}): FormData {
  const items = { 'item_list][Mowing': '7.50', 'item_list][Hedge': '2.50' }
  const data = written({ ...items, 'tags][0': 'spring', 'tags][1': 'garden', ...fields })
  for (const [index, [name, content]] of files.entries()) data.append(`quickinvoice[files][${index}]`, content, name)
  return data
}

function single(name: string, content: Blob = PDF): FormData {
  const data = new FormData()
  data.append('file[file]', content, name)
  return data
}

const create = (data: FormData) => api.multipart('POST', 'quickinvoices', data)
const attach = (id: string, data: FormData) => api.multipart('POST', `quickinvoices/${id}/files`, data)

/** The files that lie in the store. */
async function kept(): Promise<string[]> {
  const entries = await readdir(join(t.home, 'files'), { recursive: true, withFileTypes: true }).catch(() => [])
  return entries.filter(entry => entry.isFile()).map(entry => entry.name)
}

test('QI-41 QI-42 QI-59 a create in multipart form brings items, tags and files', async () => {
  const answer = await create(
    form([
      ['Plan.pdf', PDF],
      ['notes.txt', new Blob(['call first'], { type: 'text/plain' })],
    ]),
  )
  assert.equal(answer.status, 201, answer.text)
  const { quickinvoice } = answer.body
  assert.deepEqual(quickinvoice.item_list, { Mowing: '7.50', Hedge: '2.50' })
  assert.equal(quickinvoice.amount_due, '10.00')
  const { files, tags } = await readInvoice(t, quickinvoice.id, 'files', 'tags')
  assert.deepEqual(
    tags.map((tag: { title: string }) => tag.title),
    ['spring', 'garden'],
  )
  const [second, first] = files
  assert.deepEqual(
    [first.file_name, first.file_extension, first.file_size_bytes, first.resource, first.resource_id],
    ['Plan.pdf', 'pdf', 13, 'QuickInvoice', quickinvoice.id],
  )
  assert.equal(second.file_name, 'notes.txt')
  assert.equal(first._links.self.href, `http://127.0.0.1:8080/v2/files/${first.id}`)
  assert.equal((await api.get(`files/${first.id}`)).body.file.file_name, 'Plan.pdf')
})

test('QI-41 items of a form are one string of JSON as well; tags are numbered and nothing else', async () => {
  const answer = await create(written({ item_list: '{"Mowing": 7.5, "Hedge": "2.50"}', 'tags][0': 'spring' }))
  assert.equal(answer.status, 201, answer.text)
  assert.deepEqual(answer.body.quickinvoice.item_list, { Mowing: 7.5, Hedge: '2.50' })
  assert.deepEqual(refused(await create(written({ 'item_list][Mowing': '7.50', tags: '["spring"]' }))), ['tags'])
})

test('an empty file input of a form is no file', async () => {
  const answer = await create(form([['', new Blob([])]]))
  assert.equal(answer.status, 201, answer.text)
  assert.deepEqual((await readInvoice(t, answer.body.quickinvoice.id, 'files')).files, [])
})

test('GAP-01 GAP-40 more than four files, or one of more than five megabytes, are refused, and nothing stays in the store', async () => {
  const before = (await kept()).length
  const five = Array.from({ length: 5 }, (_, index): [string, Blob] => [`${index}.pdf`, PDF])
  assert.deepEqual(refused(await create(form(five))), ['files'])
  const justFits = new Blob([new Uint8Array(5 * 1024 * 1024)])
  const tooLarge = new Blob([new Uint8Array(5 * 1024 * 1024 + 1)])
  const larger = new Blob([new Uint8Array(6 * 1024 * 1024)])
  for (const content of [tooLarge, larger])
    assert.deepEqual(refused(await create(form([['a.pdf', content]]))), ['files'])
  assert.equal((await kept()).length, before)
  assert.equal((await create(form([['a.pdf', justFits]]))).status, 201)
})

test('a create that is refused leaves no files behind', async () => {
  const before = (await kept()).length
  assert.deepEqual(refused(await create(form([['Plan.pdf', PDF]], { location_id: 'f'.repeat(24) }))), ['location_id'])
  await newInvoice(t, { quick_invoice_api_id: 'taken' })
  assert.deepEqual(refused(await create(form([['Plan.pdf', PDF]], { quick_invoice_api_id: 'taken' }))), [
    'quick_invoice_api_id',
  ])
  assert.equal((await kept()).length, before)
})

test('names keep neither paths nor what could break a header', async () => {
  const answer = await create(
    form([
      ['..\\..\\evil<x>|.pdf', PDF],
      ['../../../etc/passwd', PDF],
      ['größe 1.pdf', PDF],
    ]),
  )
  const { files } = await readInvoice(t, answer.body.quickinvoice.id, 'files')
  assert.deepEqual(
    files.map((each: { file_name: string }) => each.file_name),
    ['größe 1.pdf', 'passwd', 'evilx.pdf'],
  )
})

test('a file is added to an invoice, up to four, downloaded and deleted', async () => {
  const invoice = await newInvoice(t)
  const added = await attach(invoice.id, single('Plan.pdf'))
  assert.equal(added.status, 201, added.text)
  const { file } = added.body
  assert.deepEqual([file.file_name, file.content_type, file.resource_id], ['Plan.pdf', 'application/pdf', invoice.id])
  assert.deepEqual((await readInvoice(t, invoice.id, 'files')).files, [file])

  const download = await api.get(`quickinvoices/${invoice.id}/files/${file.id}`)
  assert.equal(download.text, '%PDF-1.7 plan')
  assert.equal(download.headers['content-type'], 'application/pdf')
  assert.match(download.headers['content-disposition'] ?? '', /^attachment;.*Plan\.pdf/)

  for (const name of ['2.pdf', '3.pdf', '4.pdf']) assert.equal((await attach(invoice.id, single(name))).status, 201)
  const before = (await kept()).length
  assert.deepEqual(refused(await attach(invoice.id, single('5.pdf'))), ['files'])
  assert.equal((await kept()).length, before)

  assert.equal((await api.delete(`quickinvoices/${invoice.id}/files/${file.id}`)).status, 204)
  assert.equal((await api.delete(`quickinvoices/${invoice.id}/files/${file.id}`)).status, 404)
  assert.equal((await api.get(`quickinvoices/${invoice.id}/files/${file.id}`)).status, 404)
  await t.settle()
  assert.equal((await kept()).includes(file.id), false)
  assert.equal((await attach(invoice.id, single('5.pdf'))).status, 201)
})

test('a file is found below its own invoice only', async () => {
  const [first, second] = [await newInvoice(t), await newInvoice(t)]
  const { file } = (await attach(first.id, single('Plan.pdf'))).body
  assert.equal((await api.get(`quickinvoices/${second.id}/files/${file.id}`)).status, 404)
  assert.equal((await api.delete(`quickinvoices/${second.id}/files/${file.id}`)).status, 404)
  assert.equal((await t.stranger.get(`quickinvoices/${first.id}/files/${file.id}`)).status, 404)
  assert.equal((await t.stranger.get(`files/${file.id}`)).status, 404)
  assert.equal((await t.app.http.inject(`/quickinvoice/files/${file.id}?id=${second.id}`)).statusCode, 404)
})

test('a closed invoice takes no files and gives none up', async () => {
  const invoice = await newInvoice(t)
  const { file } = (await attach(invoice.id, single('Plan.pdf'))).body
  assert.equal((await payPage(t, invoice.id).pay()).status, 303)
  assert.deepEqual(refused(await attach(invoice.id, single('More.pdf'))), ['status_id'])
  assert.deepEqual(refused(await api.delete(`quickinvoices/${invoice.id}/files/${file.id}`)), ['status_id'])
})

test('a request without a file is refused', async () => {
  const invoice = await newInvoice(t)
  assert.deepEqual(refused(await api.post(`quickinvoices/${invoice.id}/files`, {})), ['file'])
})

test('the pay page offers the files as downloads', async () => {
  const invoice = await newInvoice(t)
  const { file } = (await attach(invoice.id, single('Plan.pdf'))).body
  assert.match((await payPage(t, invoice.id).open()).document, /Plan\.pdf/)
  const response = await t.app.http.inject(`/quickinvoice/files/${file.id}?id=${invoice.id}`)
  assert.equal(response.body, '%PDF-1.7 plan')
  assert.match(String(response.headers['content-disposition']), /attachment; filename="Plan\.pdf"/)
})

test('QI-33 NT-08 files are in the notification when attach_files_to_email is set, and only then', async () => {
  for (const [flag, expected] of [
    ['1', [{ filename: 'Plan.pdf', size: 13 }]],
    ['0', []],
  ] as const) {
    const email = `files${flag}@example.com`
    const answer = await create(form([['Plan.pdf', PDF]], { email, send_email: '1', attach_files_to_email: flag }))
    assert.equal(answer.status, 201, answer.text)
    const [mail] = await outbox(t, email)
    assert.deepEqual(mail.attachments, expected)
  }
})

test('a location’s file service can be switched off and limited to kinds of files', async () => {
  const { productfiles } = (await api.get(`productfiles?location_id=${merchant.child_location_id}`)).body
  const { id } = productfiles[0]
  const put = (fields: Record<string, unknown>) => api.put(`productfiles/${id}`, { product_file: fields })
  assert.equal((await put({ active: 0 })).status, 200)
  const invoice = await newInvoice(t, { location_id: merchant.child_location_id })
  assert.equal((await attach(invoice.id, single('Plan.pdf'))).status, 403)
  await put({ active: 1, file_ext_allowed: 'txt, .pdf' })
  assert.deepEqual(refused(await attach(invoice.id, single('run.exe'))), ['files'])
  const added = await attach(invoice.id, single('Plan.PDF'))
  assert.deepEqual([added.status, added.body.file.product_file_id], [201, id])
})
