import assert from 'node:assert/strict'
import { readdirSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { after, before, test } from 'node:test'
import { bankFiles } from '../../src/cli/bank-files.ts'
import type { Operator } from '../../src/cli/operator.ts'
import type { JobRun } from '../../src/jobs/declare/task.ts'
import type { Worker } from '../../src/jobs/worker.ts'
import { deliver } from '../../src/payments/bank/deliver.ts'
import { originate } from '../../src/payments/bank/origination.ts'
import { type TestApp, testApp } from '../support/app.ts'
import { bankContext, bankTime, debit, goTo, sendBack } from '../support/bank.ts'
import { transactionOf } from '../support/payments.ts'

let t: TestApp
before(async () => {
  t = await testApp('ach_operator')
})
after(() => t.close())

async function command(...args: string[]): Promise<string[]> {
  const printed: string[] = []
  const operator = { db: t.db, clock: t.clock, print: (line: string) => printed.push(line) } as unknown as Operator
  await bankFiles(args)(operator)
  await t.settle()
  return printed
}

const nameOf = async (id: string) =>
  (
    await t.db.query<{ name: string }>(
      'select name from ach_file join ach_entry on ach_file_id = ach_file.id where transaction_id = $1',
      [id],
    )
  )[0]!.name

test('the list tells what waits, what the bank has not answered, and what a person has to look at', async () => {
  await goTo(t, '2027-03-01T10:00')
  const sent = await debit(t)
  assert.deepEqual(await command(), ['1 payment waits for a file, the first at March 2, 2027 at 2:00 AM EST'])
  await goTo(t, '2027-03-03T10:00')
  await sendBack(t, sent.id, 'R01', { amount: 1 }, 'odd.ach')
  const [waiting, file, item, ...rest] = await command()
  assert.equal(waiting, '0 payments wait for a file')
  assert.match(file!, /^ach-20270302-0200-\w+\.ach {2}acknowledged {2}1 entry, debits 25\.00, credits 0\.00$/)
  assert.match(item!, /^LOOK AT R01 of trace 11000000\d{7}, 0\.01, in odd\.ach: no entry of ours/)
  assert.deepEqual(rest, [])
  const [, id] = /bank-files reviewed (\w+)/.exec(item!)!
  assert.throws(() => bankFiles(['reviewed', id!]), /use: bank-files/)
  assert.deepEqual(await command('reviewed', id!, 'of', 'another', 'bank'), [`${id} is reviewed`])
  assert.equal((await command()).length, 2)
  const [closed] = await t.db.query('select state, note from ach_item where id = $1', [id])
  assert.deepEqual(closed, {
    state: 'reviewed',
    note: 'no entry of ours has this number, bank and amount; of another bank',
  })
})

test('a bank that answers by telephone is answered for by its operator', async () => {
  await goTo(t, '2027-03-08T10:00')
  const [accepted, refused] = [await debit(t), null]
  assert.equal(refused, null)
  await silently('2027-03-09T02:00')
  const name = await nameOf(accepted.id)
  assert.deepEqual(await command('accept', name), [`${name} is accepted as soon as a worker comes to it`])
  assert.equal((await transactionOf(t, accepted.id)).status_id, 133)
  await assert.rejects(async () => command('accept', name), /no file/)
  await goTo(t, '2027-03-09T10:00')
  const next = await debit(t)
  await silently('2027-03-10T02:00')
  await command('refuse', await nameOf(next.id), 'the line broke')
  assert.equal((await transactionOf(t, next.id)).status_id, 131)
})

test('a file that the bank never had is laid down again, the same to the last byte', async () => {
  await goTo(t, '2027-03-15T10:00')
  const sent = await debit(t)
  await silently('2027-03-16T02:00')
  const name = await nameOf(sent.id)
  const outgoing = join(t.home, 'bank', 'outgoing')
  rmSync(join(outgoing, name))
  const listed = await command()
  assert.ok(listed.some(line => line.startsWith(`${name}  delivered`)))
  assert.deepEqual(await command('again', name), [`${name} is laid down again`])
  await goTo(t, '2027-03-18T10:00')
  assert.equal((await transactionOf(t, sent.id)).status_id, 134)
  assert.equal(t.bank.book.entries().filter(({ file }) => file === name).length, 1)
})

test('what cannot be read is put aside, and nothing else waits for it', async () => {
  await goTo(t, '2027-03-22T10:00')
  const sent = await debit(t, { account_number: '990002101' })
  const incoming = join(t.home, 'bank', 'incoming')
  const broken = {
    'a.ach': '101 not a bank file',
    'b.json': '{"file": 7}',
    'c.json': '{"file":"x.ach","status":"accepted"}',
  }
  for (const [name, text] of Object.entries(broken)) writeFileSync(join(incoming, name), text)
  await goTo(t, '2027-03-25T10:00')
  assert.equal((await transactionOf(t, sent.id)).status_id, 331)
  assert.deepEqual(readdirSync(join(incoming, 'aside')).toSorted(), ['a.ach', 'b.json', 'c.json'])
})

test('the bank shows its book, and of accounts no more than four digits', async () => {
  const answer = await t.as({}).get('/sandbox/bank')
  assert.equal(answer.status, 200)
  const { files, totals } = answer.body
  assert.ok(files.length >= 4)
  const entry = files.at(-1).entries[0]
  assert.deepEqual(
    [entry.state, entry.code, entry.amount, entry.account_last_four],
    ['returned', 'R01', '25.00', '2101'],
  )
  assert.equal(totals.debits_returned, '25.00')
  assert.ok(!answer.text.includes('990002101') && !answer.text.includes('123456789'))
})

test('where a bank answers nothing a file counts as taken once it is delivered', async () => {
  await goTo(t, '2027-04-05T10:00')
  const sent = await debit(t)
  await t.clock.moveTo(bankTime('2027-04-06T02:00'), idle)
  const { clock } = t
  const rail = { ...bankContext(t), acknowledges: false }
  const job = <P extends object>(payload: P): JobRun<P> => {
    return { id: 'j', payload, root_id: t.merchants[0].location_id, attempt: 1, seconds: clock.seconds() }
  }
  await originate(rail, job({ product_transaction_id: t.merchants[0].ach_product_transaction_id }))
  const [file] = await t.db.query<{ id: string }>(`select id from ach_file where state = 'built'`)
  await deliver(rail, job({ ach_file_id: file!.id }))
  assert.equal((await transactionOf(t, sent.id)).status_id, 133)
  await goTo(t, '2027-04-07T10:00')
  assert.equal((await transactionOf(t, sent.id)).status_id, 134)
})

const idle = { drain: async () => ({ ran: 0, next: null }) } as unknown as Worker

/** Moves the clock and has the gateway work, while the bank sleeps. */
async function silently(text: string): Promise<void> {
  await t.clock.moveTo(bankTime(text), idle)
  const { act } = t.bank
  t.bank.act = () => 0
  try {
    await t.app.worker.drain(100)
  } finally {
    t.bank.act = act
  }
}
