import assert from 'node:assert/strict'
import test from 'node:test'
import { bareRegistry } from '../../tools/bare-registry.ts'
import { docsSite, pageText, readPage } from '../support/docs-site.ts'

const site = docsSite(bareRegistry())

test('a search finds guides by their words, records, fields and endpoints, and says when there is nothing', async () => {
  const app = await site
  const found = async (q: string) => pageText(await readPage(app, `/docs/search?q=${encodeURIComponent(q)}`))
  assert.match(await found('refund'), /places for refund: Refund Refund a payment/)
  assert.match(await found('ACH_SEC_CODE'), /ach_sec_code Transactions/)
  assert.match(await found('settle transactionbatches'), /POST \/v2\/transactionbatches\/\{id\}\/settle/)
  assert.match(await found('<qqzzz>'), /Nothing found for &lt;qqzzz>/)
  assert.match(await found(''), /Type a word/)
})

/** What integrators type, and where each has to lead first. */
const EVERYDAY: Readonly<Record<string, string>> = {
  'partial refund': 'guides/refund-and-void#refund',
  dispute: 'guides/settlement',
  chargeback: 'guides/settlement#disputes-and-chargebacks',
  payout: 'guides/settlement#payouts',
  'rate limit': 'errors/too-many-requests',
  '3d secure': 'guides/take-a-card#3-d-secure-apple-pay-and-google-pay',
  stripe: 'manual/processors/stripe',
  'authorize.net': 'manual/processors/authorizenet',
  'refund half': 'guides/refund-and-void#refund',
  webhook: 'guides/postbacks',
  'verify signature': 'guides/postbacks#verify-the-signature',
  'idempotency key': 'conventions#idempotency',
  'duplicate payment': 'guides/take-a-card#never-charge-twice',
  'test card': 'guides/test-values',
  subscription: 'guides/recurring-payments',
  recuring: 'guides/recurring-payments',
  void: 'guides/refund-and-void#void',
  'save card': 'guides/store-and-charge-later',
  tokenize: 'guides/store-and-charge-later',
  'authorize and capture': 'guides/take-a-card#authorize-now-capture-later',
  ach: 'guides/bank-debits',
  surcharge: 'surcharge',
  pagination: 'conventions#lists',
  'api key': 'guides/credentials',
  'payment link': 'guides/pay-links',
  iframe: 'guides/hosted-forms',
  pci: 'manual/pci',
  'insufficient funds': 'errors/1616',
  'csv export': 'guides/lists-and-files',
  'card reader': 'guides/terminals',
  'how do I go live?': 'guides/go-live',
}

test('G29 each of 31 everyday queries leads first to the page for it', async () => {
  const app = await site
  const first = async (query: string) => {
    const page = await readPage(app, `/docs/search?q=${encodeURIComponent(query)}`)
    return /<ul class="terms results"><li><a href="\/docs\/([^"]*)"/.exec(page)?.[1] ?? 'nothing'
  }
  const queries = Object.keys(EVERYDAY)
  const found = await Promise.all(queries.map(async query => [query, await first(query)] as const))
  assert.equal(queries.length, 31)
  assert.deepEqual(Object.fromEntries(found), EVERYDAY)
})

/** What operators type, and a page that has to be among the first three. */
const OPERATORS: Readonly<Record<string, string>> = {
  'install docker': 'manual/operating#install',
  'reverse proxy': 'manual/operating#proxy',
  'tls certificate': 'manual/configuration#tollgate_tls_cert',
  'environment variables': 'manual/configuration',
  TOLLGATE_TRUST_PROXY: 'manual/configuration#tollgate_trust_proxy',
  'first merchant': 'manual/cli#create-root',
  doctor: 'manual/cli#doctor',
  upgrade: 'manual/operating#upgrades',
  'high availability': 'manual/operating#capacity',
  throughput: 'manual/operating#capacity',
  backup: 'manual/backup',
  'restore a backup': 'manual/backup#restoring-one',
  'point in time recovery': 'manual/backup#to-the-second',
  'disaster recovery': 'manual/operating#the-machine-is-lost',
  'move cards to another gateway': 'manual/backup#moving-stored-accounts-to-another-gateway',
  'rotate keys': 'manual/operating#key-ring',
  hsm: 'manual/configuration#tollgate_key_service',
  'key ring leaked': 'manual/operating#the-key-ring-was-revealed',
  smtp: 'manual/configuration#smtp_url',
  twilio: 'manual/configuration#twilio_url',
  prometheus: 'manual/metrics',
  'alert rules': 'manual/operating#alerts',
  'disk full': 'manual/operating#the-disk-is-full',
  'readyz 503': 'manual/operating#readyz-is-503',
  'processor down': 'manual/operating#a-processor-is-down',
  'payment stuck': 'manual/operating#a-payment-is-stuck',
  'job given up': 'manual/operating#a-job-was-given-up',
  'admin locked out': 'manual/operating#somebody-cannot-sign-in',
  'nacha bank file': 'manual/ach',
  'stripe settings': 'manual/processors/stripe#settings',
  'pci dss': 'manual/pci',
  'threat model': 'manual/threat-model',
}

test('G30 each of 32 queries of operators finds its page among the first three', async () => {
  const app = await site
  const lost: Record<string, string[]> = {}
  for (const [query, wanted] of Object.entries(OPERATORS)) {
    const page = await readPage(app, `/docs/search?q=${encodeURIComponent(query)}`)
    const found = [...page.matchAll(/<li><a href="\/docs\/([^"]*)">/g)].map(([, href = '']) => href)
    const results = found.slice(-page.split('class="terms results"')[1]!.split('<li>').length + 1)
    if (!results.slice(0, 3).includes(wanted)) lost[query] = results.slice(0, 3)
  }
  assert.equal(Object.keys(OPERATORS).length, 32)
  assert.deepEqual(lost, {})
})

test('G29 a result shows the part of its text that has the words, and marks them', async () => {
  const page = await readPage(await site, '/docs/search?q=previous_transaction_id%20exceed')
  const [, excerpt = ''] = /<a href="\/docs\/guides\/refund-and-void#refund">.*?<p>(.*?)<\/p>/s.exec(page) ?? []
  assert.match(excerpt, /<mark>previous_transaction_id<\/mark>.* never <mark>exceed<\/mark>/)
  assert.ok(pageText(excerpt).length < 250, excerpt)
})

test('G29 any query is answered, however long or strange it is', async () => {
  const app = await site
  for (const query of ['a', '_', '%', '\u{1F4B3}', '((((', 'a_'.repeat(50), 'e '.repeat(50), 'x'.repeat(100)]) {
    const answer = await app.inject(`/docs/search?q=${encodeURIComponent(query)}`)
    assert.equal(answer.statusCode, 200, query)
    assert.match(answer.body, /role="status"/)
  }
})
