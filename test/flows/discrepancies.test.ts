import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Statement } from '../../src/ports/processor.ts'
import type { Json } from '../support/app.ts'
import { discrepancySite, open } from '../support/discrepancies.ts'
import { refusal } from '../support/typed-client.ts'

const METRICS_TOKEN = 'a-token-of-the-monitor-of-a-test'
const { t, bend, product, pay, compare, listed, ofBatch } = await discrepancySite('discrepancies', {
  config: { notice_email: 'operator@gateway.example', metrics_token: METRICS_TOKEN },
})
const [home] = t.merchants
const DAY = 86_400

/** A settled batch of a sale, a larger sale and a refund. */
async function settled(): Promise<{ batch: Json; small: Json; large: Json; refund: Json }> {
  const own = await product()
  const small = await pay(own, '10.00')
  const large = await pay(own, '25.00')
  const refund = await pay(own, '4.00', { action: 'refund' })
  const transactionbatch = await t.api.transactionbatches.settle(small.transaction_batch_id)
  assert.equal(transactionbatch.processing_status_id, 2)
  return { batch: transactionbatch, small, large, refund }
}

/** Compares a batch whose file is bent, twice, and then once more with the true file. */
async function foundWith(file: (statement: Statement) => Statement | null, batch: Json): Promise<Json[]> {
  bend.file = statement => statement && file(statement)
  try {
    await compare(batch)
    const found = await ofBatch(batch)
    await compare(batch)
    assert.deepEqual(await ofBatch(batch), found, 'the same difference stays one record')
    return found
  } finally {
    bend.file = each => each
    await compare(batch)
    const left = await ofBatch(batch)
    assert.ok(
      left.every(({ status }) => status === 'gone'),
      JSON.stringify(left),
    )
  }
}

test('a settled batch is compared by itself, and one that fits leaves nothing', async () => {
  const { batch } = await settled()
  await t.settle()
  assert.deepEqual(await ofBatch(batch), [])
  const [row] = await t.db.query<{ compare_ts: number }>('select compare_ts from transactionbatch where id = $1', [
    batch.id,
  ])
  assert.ok(row!.compare_ts > t.clock.seconds() + DAY - 60, 'and again in the next night')
})

test('a line that is missing in the file is one difference, and ends when the file has it', async () => {
  const { batch, small } = await settled()
  const found = await foundWith(
    ({ lines, ...file }) => ({ ...file, lines: lines.filter(({ reference }) => reference !== small.id) }),
    batch,
  )
  assert.deepEqual(found, [open('line_missing', '10.00', null, small.id)])
})

test('a refund that is missing in the file is found like a sale', async () => {
  const { batch, refund } = await settled()
  const found = await foundWith(
    ({ lines, ...file }) => ({ ...file, lines: lines.filter(({ amount }) => amount > 0n) }),
    batch,
  )
  assert.deepEqual(found, [open('line_missing', '-4.00', null, refund.id)])
})

test('a line too many, another amount and a line that is there twice are one difference each', async () => {
  const { batch, large } = await settled()
  const extra = await foundWith(
    ({ lines, ...file }) => ({ ...file, lines: [...lines, { reference: 'elsewhere', amount: 100n }] }),
    batch,
  )
  assert.deepEqual(extra, [open('line_extra', null, '1.00')])
  const other = await foundWith(({ lines, ...file }) => {
    const changed = lines.map(line => (line.reference === large.id ? { ...line, amount: 2499n } : line))
    return { ...file, amount: file.amount - 1n, lines: changed }
  }, batch)
  assert.deepEqual(
    other.filter(({ status }) => status === 'open'),
    [open('line_amount', '25.00', '24.99', large.id), open('net_amount', '31.00', '30.99')],
  )
  const twice = await foundWith(({ lines, ...file }) => ({ ...file, lines: [...lines, lines[0]!] }), batch)
  assert.deepEqual(
    twice.filter(({ status }) => status === 'open'),
    [open('line_twice', null, '4')],
  )
})

test('a file that comes late is waited for; one that has not come after a day and a half is a difference until it does', async () => {
  const { batch } = await settled()
  bend.file = () => null
  await t.settle()
  assert.deepEqual(await ofBatch(batch), [])
  await t.clock.moveTo(t.clock.seconds() + 35 * 3600, t.app.worker)
  assert.deepEqual(await ofBatch(batch), [])
  await t.clock.moveTo(t.clock.seconds() + 2 * 3600, t.app.worker)
  assert.deepEqual(await ofBatch(batch), [open('file_missing', batch.settlement_file_name, null)])
  await t.clock.moveTo(t.clock.seconds() + DAY, t.app.worker)
  const [again] = await listed(`transaction_batch_id=${batch.id}`)
  assert.deepEqual([again.times_found, again.found_by], [2, 'settlement'])
  bend.file = each => each
  await t.clock.moveTo(t.clock.seconds() + DAY, t.app.worker)
  assert.equal((await ofBatch(batch))[0]!.status, 'gone')
})

test('a person explains a difference with a note; it opens again only when a side says something else', async () => {
  const { batch, small } = await settled()
  const without = ({ lines, ...file }: Statement) => ({
    ...file,
    lines: lines.filter(({ reference }) => reference !== small.id),
  })
  bend.file = statement => statement && without(statement)
  await compare(batch)
  const [found] = await listed(`transaction_batch_id=${batch.id}`)
  const explain = (note: string | undefined, api = t.api) => api.discrepancies.explain(found.id, { note } as Json)
  assert.equal((await refusal(explain(undefined))).status, 422)
  assert.equal((await refusal(explain('Mine', t.stranger))).status, 404)
  const note = 'Settled by hand with the processor.'
  const { status, note: kept, explained_user_id } = await explain(note)
  assert.deepEqual([status, kept, explained_user_id], ['explained', note, home.user.user_id])
  await compare(batch)
  assert.equal((await ofBatch(batch))[0]!.status, 'explained')
  bend.file = statement =>
    statement && {
      ...statement,
      lines: statement.lines.map(line => (line.reference === small.id ? { ...line, amount: 1n } : line)),
    }
  await compare(batch)
  assert.deepEqual(
    (await ofBatch(batch)).map(({ kind, status }) => [kind, status]),
    [
      ['line_missing', 'explained'],
      ['line_amount', 'open'],
    ],
  )
  bend.file = each => each
  await compare(batch)
  const [, amount] = await listed(`transaction_batch_id=${batch.id}`)
  const gone = await refusal(t.api.discrepancies.explain(amount.id, { note }))
  assert.equal(gone.status, 422)
})

const notices = () =>
  t.db.query<Json>(
    `select recipient, subject, text from outbox_message where reason = 'discrepancy.notice' order by id`,
  )

test('the operator is told of a merchant once a day, however many differences come', async () => {
  await t.clock.moveTo(t.clock.seconds() + 2 * DAY, t.app.worker)
  const before = (await notices()).length
  const one = await settled()
  const other = await settled()
  const differing = [one.small.id, other.small.id]
  bend.file = statement =>
    statement?.lines.some(({ reference }) => differing.includes(reference)) ? { ...statement, amount: 1n } : statement
  await compare(one.batch)
  await t.settle()
  await compare(other.batch)
  await t.settle()
  const [mail, ...more] = (await notices()).slice(before)
  assert.deepEqual(
    [mail.recipient, mail.subject, more],
    ['operator@gateway.example', `1 difference in the books of ${home.name}`, []],
  )
  assert.match(mail.text, /net_amount {2}1\n/)
  assert.ok(mail.text.includes(`npm run tollgate -- discrepancies --merchant ${home.location_id}`))
  await t.clock.moveTo(t.clock.seconds() + DAY, t.app.worker)
  const [, next] = (await notices()).slice(before)
  assert.equal(next.subject, `2 differences in the books of ${home.name}`)
  bend.file = each => each
  await compare(one.batch)
  await compare(other.batch)
  await t.clock.moveTo(t.clock.seconds() + 2 * DAY, t.app.worker)
  assert.equal((await notices()).length, before + 2, 'nothing is open any more')
})

test('a monitor with the token reads what is open, and nothing of a merchant', async () => {
  const { batch } = await settled()
  bend.file = statement => statement && { ...statement, amount: 1n }
  await compare(batch)
  assert.equal((await t.as({}).get('/metrics')).status, 401)
  assert.equal((await t.as(t.keysOf(home.user)).get('/metrics')).status, 401)
  assert.equal((await t.as({ authorization: 'Bearer another' }).get('/metrics')).status, 401)
  const { status, text, headers } = await t.as({ authorization: `Bearer ${METRICS_TOKEN}` }).get('/metrics')
  assert.equal(status, 200)
  assert.match(headers['content-type']!, /^text\/plain; version=0\.0\.4/)
  assert.match(text, /^tollgate_reconciliation_differences\{kind="net_amount"\} 1$/m)
  assert.match(text, /^tollgate_stuck_reversals 0$/m)
  assert.match(text, /^tollgate_jobs\{state="planned"\} \d+$|^# TYPE tollgate_jobs gauge$/m)
  assert.ok(!text.includes(home.location_id) && !text.includes(batch.id))
  bend.file = each => each
  await compare(batch)
})
