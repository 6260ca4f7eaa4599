import assert from 'node:assert/strict'
import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { after, test } from 'node:test'
import { type Answer, type Json, testApp } from '../support/app.ts'

const t = await testApp('contact_files')
after(() => t.close())
const [merchant] = t.merchants
const { api } = t

const LETTER = new Blob(['Dear garden'], { type: 'text/plain' })

async function newContact(over: object = {}): Promise<Json> {
  const contact = { location_id: merchant.location_id, last_name: 'Example', ...over }
  const answer = await api.post('contacts', { contact })
  assert.equal(answer.status, 201, answer.text)
  return answer.body.contact
}

function form(name = 'Letter.txt', content = LETTER, part = 'file[file]'): FormData {
  const data = new FormData()
  data.append(part, content, name)
  return data
}

const attach = (id: string, data: FormData): Promise<Answer> => api.multipart('POST', `contacts/${id}/files`, data)

/** The files that lie in the store. */
async function kept(): Promise<string[]> {
  const entries = await readdir(join(t.home, 'files'), { recursive: true, withFileTypes: true }).catch(() => [])
  return entries.filter(entry => entry.isFile()).map(entry => entry.name)
}

test('a file is attached to a contact, read, listed, expanded, downloaded and deleted', async () => {
  const contact = await newContact()
  const added = await attach(contact.id, form())
  assert.equal(added.status, 201, added.text)
  const { file } = added.body
  assert.deepEqual(
    [file.resource, file.resource_id, file.file_name, file.file_extension, file.file_size_bytes, file.content_type],
    ['Contact', contact.id, 'Letter.txt', 'txt', 11, 'text/plain'],
  )
  assert.equal(file._links.self.href, `http://127.0.0.1:8080/v2/files/${file.id}`)
  assert.deepEqual((await api.get(`files/${file.id}`)).body.file, file)
  assert.deepEqual((await api.get(`contacts/${contact.id}?expand=files`)).body.contact.files, [file])

  const second = (await attach(contact.id, form('Photo.jpg'))).body.file
  const list = await api.get(`contacts/${contact.id}/files`)
  assert.deepEqual([list.status, list.body.files], [200, [second, file]])
  assert.deepEqual([list.body.meta.pagination.totalCount, list.body.meta.sort.attributes], [2, { id: 'desc' }])

  const download = await api.get(`contacts/${contact.id}/files/${file.id}`)
  assert.equal(download.text, 'Dear garden')
  assert.equal(download.headers['content-type'], 'text/plain')
  assert.match(download.headers['content-disposition'] ?? '', /^attachment;.*Letter\.txt/)

  assert.equal((await api.delete(`contacts/${contact.id}/files/${file.id}`)).status, 204)
  assert.equal((await api.delete(`contacts/${contact.id}/files/${file.id}`)).status, 404)
  assert.equal((await api.get(`contacts/${contact.id}/files/${file.id}`)).status, 404)
  assert.deepEqual((await api.get(`contacts/${contact.id}/files`)).body.files, [second])
  await t.settle()
  assert.equal((await kept()).includes(file.id), false)
})

test('a file is found below its own contact only, and by nobody else', async () => {
  const [first, second] = [await newContact(), await newContact()]
  const { file } = (await attach(first.id, form())).body
  assert.deepEqual((await api.get(`contacts/${second.id}/files`)).body.files, [])
  assert.equal((await api.get(`contacts/${second.id}/files/${file.id}`)).status, 404)
  assert.equal((await api.delete(`contacts/${second.id}/files/${file.id}`)).status, 404)
  for (const client of [t.stranger, t.clerk]) {
    assert.equal((await client.get(`contacts/${first.id}/files`)).status, 404)
    assert.equal((await client.get(`contacts/${first.id}/files/${file.id}`)).status, 404)
    assert.equal((await client.multipart('POST', `contacts/${first.id}/files`, form())).status, 404)
    assert.equal((await client.delete(`contacts/${first.id}/files/${file.id}`)).status, 404)
  }
})

test('one file a request; nothing, an empty part or one under another name is refused', async () => {
  const contact = await newContact()
  const two = form()
  two.append('file[other]', LETTER, 'b.txt')
  for (const data of [two, form('', new Blob([])), form('a.txt', LETTER, 'contact[file]')]) {
    const { status, body } = await attach(contact.id, data)
    assert.deepEqual([status, body.errors], [422, { file: ['File cannot be blank.'] }])
  }
  assert.equal((await api.post(`contacts/${contact.id}/files`, {})).status, 422)
})

test('files of more than five megabytes, and the fifty-first, are refused and do not stay in the store', async () => {
  const contact = await newContact()
  const before = (await kept()).length
  const large = await attach(contact.id, form('a.bin', new Blob([new Uint8Array(5 * 1024 * 1024 + 1)])))
  assert.equal(large.status, 422, large.text)
  assert.equal((await kept()).length, before)
  for (let count = 0; count < 50; count += 1) assert.equal((await attach(contact.id, form())).status, 201)
  const { status, body } = await attach(contact.id, form())
  assert.deepEqual([status, body.errors], [422, { files: ['Files should contain at most 50 files.'] }])
  assert.equal((await kept()).length, before + 50)
})

test('the file service of the location counts for its contacts', async () => {
  const { child_location_id: location_id } = merchant
  const { productfiles } = (await api.get(`productfiles?location_id=${location_id}`)).body
  const put = (fields: object) => api.put(`productfiles/${productfiles[0].id}`, { product_file: fields })
  const contact = await newContact({ location_id })
  assert.equal((await put({ active: 0 })).status, 200)
  assert.equal((await attach(contact.id, form())).status, 403)
  assert.equal((await put({ active: 1, file_ext_allowed: 'pdf' })).status, 200)
  assert.equal((await attach(contact.id, form())).status, 422)
  const { status, body } = await attach(contact.id, form('a.PDF'))
  assert.deepEqual([status, body.file?.product_file_id], [201, productfiles[0].id])
})

test('the name of a file keeps neither path nor what breaks a header', async () => {
  const contact = await newContact()
  const names = await Promise.all(
    ['../../etc/passwd', 'größe 1.pdf', 'a<b>|c.txt'].map(async name => (await attach(contact.id, form(name))).body),
  )
  assert.deepEqual(
    names.map(({ file }) => file.file_name),
    ['passwd', 'größe 1.pdf', 'abc.txt'],
  )
})
