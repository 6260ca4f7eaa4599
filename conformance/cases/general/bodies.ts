/** Statements about every resource. Never: a rule of a single one. */

import { type Check, check, partCheck } from '../../check.ts'
import type { Answer } from '../../client.ts'
import { answered, bare, matches, record, records, refused, refusedWith, same, that } from '../../expect.ts'
import { invoiceBody, newInvoice, newTag, tagBody, UNKNOWN } from '../../fixtures.ts'
import { SAMPLES, sampleMade } from '../../samples.ts'

function isJson(answer: Answer): void {
  const type = answer.headers.get('content-type') ?? ''
  that(/^application\/json\b/.test(type), `${answer.asked} answered ${answer.status} with the type "${type}"`)
  that(typeof answer.body === 'object', `${answer.asked} answered ${answer.status} with a body that is no JSON`)
}

export const bodyChecks: Check[] = [
  check('GEN-01', async lab => {
    const tag = await newTag(lab)
    const strange = lab.as({ 'developer-id': 'nobody' })
    for (const answer of [
      await lab.api.get('tags'),
      await lab.api.get(`tags/${tag.id}`),
      await lab.api.get(`tags/${UNKNOWN}`),
      await lab.api.post('tags', { tag: tagBody(lab) }),
      await lab.api.post('tags', { tag: {} }),
      await lab.api.put(`tags/${tag.id}`, { tag: { title: 'Other' } }),
      await lab.api.send('POST', 'tags', '{"tag":', { 'content-type': 'application/json' }),
      await lab.api.get('nothing-of-the-kind'),
      await strange.get('tags'),
    ]) {
      isJson(answer)
    }
  }),
  partCheck('GEN-01', 'a body that is no JSON', async lab => {
    const send = (text: string) => lab.api.send('POST', 'tags', text, { 'content-type': 'application/json' })
    for (const text of ['{"tag":', 'tag', '{"tag":{"title":"a",}}', '\u0000']) refusedWith(await send(text), 400)
    for (const text of ['[]', '"tag"', '7', 'null', 'true']) refusedWith(await send(text), 400, 422)
  }),
  check(['GEN-02', 'VER-01'], async lab => {
    for (const { plural } of SAMPLES) {
      answered(await lab.api.get(`/${plural}`), 404)
      answered(await lab.api.get(`/v2/${plural}?page_size=1`), 200)
    }
    answered(await lab.api.post('/tags', { tag: tagBody(lab) }), 404)
  }),
  check('VER-02', async lab => {
    records(await lab.api.get('/v2/tags'), 'tags')
    for (const prefix of ['v1', 'v3', 'V2', 'v2.0', 'v']) answered(await lab.api.get(`/${prefix}/tags`), 404)
  }),
  check('GEN-11', async lab => {
    for (const { noun, plural, body } of SAMPLES) {
      const fields = await body(lab)
      refused(await lab.api.post(plural, fields))
      refused(await lab.api.post(plural, { [plural]: fields }))
      refused(await lab.api.post(plural, { [noun]: [fields] }))
    }
  }),
  check('GEN-12', async lab => {
    for (const sample of SAMPLES) {
      const { id } = await sampleMade(lab, sample)
      record(await lab.api.get(`${sample.plural}/${id}`), sample.noun, 200)
    }
  }),
  check('GEN-13', async lab => {
    for (const { plural } of SAMPLES) records(await lab.api.get(`${plural}?page_size=1`), plural)
  }),
  check('GEN-39', async lab => {
    const bodies = [
      { body: undefined, headers: {} },
      { body: '', headers: { 'content-type': 'application/json' } },
      { body: '{}', headers: { 'content-type': 'application/json' } },
    ]
    for (const { body, headers } of bodies) {
      const invoice = await newInvoice(lab, { email: lab.address() })
      const path = `quickinvoices/${invoice.id}`
      bare(await lab.api.send('POST', `${path}/resend`, body, headers))
      refused(await lab.api.send('POST', `${path}/reopen`, body, headers), 'status_id')
      bare(await lab.api.send('DELETE', path, body, headers))
    }
  }),
  check('GEN-40', async lab => {
    const tag = await newTag(lab)
    const invoice = await newInvoice(lab, { email: lab.address() })
    for (const answer of [
      await lab.api.delete(`tags/${tag.id}`),
      await lab.api.post(`quickinvoices/${invoice.id}/resend`),
      await lab.api.delete(`quickinvoices/${invoice.id}`),
    ]) {
      bare(answer)
    }
  }),
  partCheck('GEN-14', 'all at once', async lab => {
    const errors = refused(await lab.api.post('quickinvoices', { quickinvoice: {} }))
    same(
      Object.keys(errors).toSorted(),
      ['due_date', 'item_list', 'location_id', 'title'],
      'fields reported as missing',
    )
  }),
  partCheck(['GEN-20', 'LIM-06'], 'several fields at once', async lab => {
    const wrong = {
      title: 'x'.repeat(65),
      item_header: 'x'.repeat(251),
      note: 'x'.repeat(201),
      email: 'a@b',
      dl_state: 'MIC',
    }
    const errors = refused(await lab.api.post('quickinvoices', { quickinvoice: { ...invoiceBody(lab), ...wrong } }))
    same(Object.keys(errors).toSorted(), Object.keys(wrong).toSorted(), 'fields reported as wrong')
    for (const texts of Object.values(errors)) matches((texts as string[])[0], /\w/, 'the text of an error')
  }),
  partCheck('GEN-20', 'characters, not bytes', async lab => {
    const title = `${'ü'.repeat(63)}🌳`
    same((await newInvoice(lab, { title })).title, title, 'a title of 64 characters beyond ASCII')
    refused(await lab.api.post('quickinvoices', { quickinvoice: { ...invoiceBody(lab), title: `${title}ü` } }), 'title')
  }),
]
