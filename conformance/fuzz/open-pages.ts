import { createHmac } from 'node:crypto'
import { answered, record } from '../expect.ts'
import { hostedPageBody, invoiceBody, paylinkBody } from '../fixtures.ts'
import type { Lab } from '../lab.ts'
import { formOf, payByCard } from '../pay-page.ts'
import type { Sandbox } from '../sandbox.ts'

/** A page or form as its honest visitor asks for it: what an attack changes something of. */
export interface OpenPage {
  method: 'GET' | 'POST'
  /** As the service registers it, for the report. */
  route: string
  path: string
  query: readonly Pair[]
  /** Of the form that is sent; empty for a page that is read. */
  fields: readonly Pair[]
}

export type Pair = readonly [name: string, value: string]

/**
 * Opens a page of each kind: invoice, paylink, hosted page, both forms, receipts, sign-in, unsubscribing, sign-on by a
 * link.
 */
export async function openPages(lab: Lab): Promise<OpenPage[]> {
  const invoice = record(
    await lab.api.post('quickinvoices', { quickinvoice: { ...invoiceBody(lab), allow_overpayment: 1 } }),
    'quickinvoice',
    201,
  )
  const paid = record(await lab.api.post('quickinvoices', { quickinvoice: invoiceBody(lab) }), 'quickinvoice', 201)
  const link = record(await lab.api.post('paylinks', { paylink: paylinkBody(lab) }), 'paylink', 201)
  const hosted = record(
    await lab.api.post('hostedpaymentpages', { hostedpaymentpage: hostedPageBody(lab) }),
    'hostedpaymentpage',
    201,
  )
  const receipt = await payByCard(lab, `/quickinvoice/?id=${paid.id}`)
  const token = /receipt\?[^"]*token=([^"&]+)/.exec(receipt.asked + receipt.text)?.[1] ?? 'x'
  const read = (route: string, query: readonly Pair[] = [], path = route): OpenPage => ({
    ...{ method: 'GET', route, path, query, fields: [] },
  })
  return [
    ...(await payable(lab, '/quickinvoice/', [['id', invoice.id]])),
    ...(await payable(lab, '/quickinvoice', [['id', invoice.id]])),
    ...(await payable(lab, '/', [['paylink_id', link.id]])),
    ...(await payable(lab, '/hostedpaymentpage', [
      ['id', hosted.id],
      ['data', ''],
    ])),
    read('/hostedpaymentpage/receipt', [...Object.entries({ id: hosted.id, data: 'U2FsdGVkX18=', token, stay: '1' })]),
    ...(await hostedForm(lab, 'payform', 'transaction')),
    ...(await hostedForm(lab, 'accountform', 'accountvault')),
    read('/quickinvoice/receipt', [...Object.entries({ id: paid.id, token, stay: '1' })]),
    read('/paylink/receipt', [...Object.entries({ paylink_id: link.id, token, stay: '1' })]),
    read('/quickinvoice/files/{file_id}', [['id', invoice.id]], `/quickinvoice/files/${invoice.id}`),
    read('/quickinvoice/pdf', [...Object.entries({ id: invoice.id, lang: 'en' })]),
    read('/logos/{name}', [], `/logos/${invoice.id}.png`),
    read('/contact/{id}', [['code', 'x']], `/contact/${lab.merchant.contact_id}`),
    send('/contact/{id}/sign-out', [], [['a', '1']], `/contact/${lab.merchant.contact_id}/sign-out`),
    read('/unsubscribe', [...Object.entries({ id: invoice.id, token: 'x' })]),
    send('/unsubscribe', [...Object.entries({ id: invoice.id, token: 'x' })], [['choice', 'again']]),
    read('/docs'),
    read('/docs/{name}', [], '/docs/transactions'),
    read('/docs/search', [['q', 'refund']]),
    read('/docs/guides/{name}', [], '/docs/guides/card'),
    read('/docs/errors/{name}', [], '/docs/errors/not-found'),
    read('/docs/manual/{name}', [], '/docs/manual/operating'),
    read('/docs/manual/processors/{name}', [], '/docs/manual/processors/stripe'),
    read('/docs/manual/growth.svg'),
    ...['search-index.js', 'errors', 'errors.md', 'postman.json', 'conventions', 'test-tables'].map(name =>
      read(`/docs/${name}`),
    ),
    read('/llms.txt'),
    read('/charge', [['charge', 'x']]),
    ...signOn(lab),
    ...(lab.sandbox.oauth ? integration(lab.sandbox.oauth, lab) : []),
  ]
}

function send(route: string, query: readonly Pair[], fields: readonly Pair[], path = route): OpenPage {
  return { method: 'POST', route, path, query, fields }
}

/** A page with a form to pay, the form filled in well, and with a mistyped card: that one is always shown again. */
async function payable(lab: Lab, path: string, query: readonly Pair[]): Promise<OpenPage[]> {
  const page: OpenPage = { method: 'GET', route: path, path, query, fields: [] }
  const form = formOf(answered(await lab.as({}).get(addressOf(page)), 200).text)
  const typed = { cc_exp_date: '12/49', cc_account_holder_name: 'Pat Example' }
  const filled = (cc_account_number: string): OpenPage => ({
    ...page,
    method: 'POST',
    fields: Object.entries({ ...Object.fromEntries(form?.fields ?? []), ...typed, cc_account_number }),
  })
  return [page, filled('4111111111111111'), filled('4111111111111112')]
}

async function hostedForm(lab: Lab, form: string, noun: string): Promise<OpenPage[]> {
  const { user } = lab.merchant
  const api_id = noun === 'transaction' ? 'transaction_api_id' : 'account_vault_api_id'
  const fields = { location_id: lab.merchant.child_location_id, [api_id]: lab.unique(), transaction_amount: '12.00' }
  const data = Buffer.from(JSON.stringify({ [noun]: fields })).toString('hex')
  const timestamp = String(await lab.seconds())
  const sign = (text: string): string => createHmac('sha256', user.user_hash_key).update(text).digest('hex')
  const signed = {
    'developer-id': lab.sandbox.developer_id,
    'user-id': user.user_id,
    timestamp,
    'hash-key': sign(user.user_id + timestamp),
    'data-hash': sign(user.user_id + timestamp + data),
    data,
  }
  const [page, ...sent] = await payable(lab, `/v2/${form}`, Object.entries(signed))
  return [page!, ...sent.map(each => ({ ...each, query: [] }))]
}

/** Sign-on links that nobody made: their key is the secret of a developer. */
function signOn(lab: Lab): OpenPage[] {
  const query: Pair[] = Object.entries({
    ...{ 'developer-id': lab.sandbox.developer_id, 'user-id': lab.merchant.user.user_id, timestamp: '1800000000' },
    ...{ 'hash-key': 'x', data: '7b7d', e_data: 'AAAA' },
  })
  return ['/v2/contactsso', '/custom/contactsso', '/custom/sso'].flatMap(path => [
    { method: 'GET', route: path, path, query, fields: [] },
    { method: 'POST', route: path, path, query: [], fields: query },
  ])
}

/** The pages of people who allow integrations; the user is made up, so that nobody is locked. */
function integration({ client_id, redirect_uris }: NonNullable<Sandbox['oauth']>, lab: Lab): OpenPage[] {
  const asks: Pair[] = Object.entries({
    ...{ response_type: 'code', client_id, redirect_uri: redirect_uris[0] ?? '', scope: '', state: 's' },
  })
  const login: Pair[] = Object.entries({
    domain: lab.merchant.user.domain,
    username: 'nobody',
    password: 'Wrong-1-wrong',
  })
  return [
    ...['/o/authorize', '/o/authrize'].flatMap((path): OpenPage[] => [
      { method: 'GET', route: path, path, query: asks, fields: [] },
      send(path, asks, [...login, ['decision', 'refuse']]),
    ]),
    { method: 'GET', route: '/o/integrations', path: '/o/integrations', query: [], fields: [] },
    send('/o/integrations', [], login),
    send('/o/integrations/end', [], [['grant_id', lab.merchant.user.user_id]]),
    { method: 'GET', route: '/o/second-factor', path: '/o/second-factor', query: [], fields: [] },
    ...['', '/confirm', '/remove'].map(end => send(`/o/second-factor${end}`, [], [...login, ['code', '123456']])),
  ]
}

function addressOf({ path, query }: Pick<OpenPage, 'path' | 'query'>): string {
  return query.length === 0 ? path : `${path}?${new URLSearchParams(query.map(([name, value]) => [name, value]))}`
}
