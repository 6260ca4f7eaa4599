import assert from 'node:assert/strict'
import { mkdirSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import test, { after } from 'node:test'
import type { FromAgent, ToAgent } from '../src/lib/agent-wire.ts'
import { type LineCommand, LineError, type TerminalLine } from '../src/ports/terminal-line.ts'
import { commandExecutor } from './command-executor.ts'
import { openJournal } from './journal.ts'

const home = mkdtempSync(join(tmpdir(), 'tollgate-agent-'))
after(() => rmSync(home, { recursive: true }))

const device = { id: 'a'.repeat(24), local_ip_address: '192.168.1.20', port: 10009, communication_type: null }
const FRAME = 'AkEwMBwxLjI4A0s='
const ANSWER = Buffer.from('an answer with TOKEN=tk_secret')

interface Held {
  command: LineCommand
  answer(frame: Buffer): void
  fail(trouble: LineError): void
}

let folders = 0

/** An agent on a journal of its own, with a device that waits to be told what to do. */
function agent(folder = join(home, String(++folders))) {
  const held: Held[] = []
  const said: FromAgent[] = []
  const line: TerminalLine = {
    send: (_device, command) =>
      new Promise((answer, fail) => {
        held.push({ command, answer, fail })
      }),
  }
  mkdirSync(folder, { recursive: true })
  const journal = openJournal(folder, 'key', () => 1_000)
  const work = commandExecutor(line, journal, message => said.push(message))
  work.handleInbound({ type: 'terminals', terminals: [device] })
  return { folder, held, said, journal, work }
}

const send = (id: string): ToAgent => ({ type: 'send', id, device, frame: FRAME, cancel: 'AAAA', wait_ms: 1000 })

test('a command is carried once, however often it is asked for, and its answer said each time', async () => {
  const { held, said, work } = agent()
  work.handleInbound(send('one'))
  work.handleInbound(send('one'))
  assert.equal(held.length, 1)
  assert.equal(held[0]!.command.frame.toString('base64'), FRAME)
  held[0]!.answer(ANSWER)
  await work.idle()
  work.handleInbound(send('one'))
  assert.equal(held.length, 1)
  const answer = { type: 'answer', id: 'one', frame: ANSWER.toString('base64') }
  assert.deepEqual(said, [answer, answer])
})

test('what was not acknowledged is said on the next line, after a restart too; what was is not', async () => {
  const first = agent()
  first.work.handleInbound(send('one'))
  first.work.handleInbound(send('two'))
  for (const each of first.held) each.answer(ANSWER)
  await first.work.idle()
  first.work.handleInbound({ type: 'ack', id: 'one' })
  assert.deepEqual(
    first.work.unacknowledged().map(message => 'id' in message && message.id),
    ['two'],
  )
  first.journal.close()

  const second = agent(first.folder)
  assert.deepEqual(second.work.unacknowledged(), [{ type: 'answer', id: 'two', frame: ANSWER.toString('base64') }])
  second.work.handleInbound(send('one'))
  assert.equal(second.held.length, 0)
})

test('a command that was under way when the agent died is lost, and never begun again', () => {
  const first = agent()
  first.work.handleInbound(send('one'))
  first.journal.close()
  const second = agent(first.folder)
  second.work.handleInbound(send('one'))
  assert.equal(second.held.length, 0)
  assert.deepEqual(second.said, [
    { type: 'trouble', id: 'one', problem: 'lost', message: 'the agent was restarted while the terminal was at work' },
  ])
})

test('troubles keep their kind, and a cancelled command is cancelled on the device', async () => {
  const { held, said, work } = agent()
  work.handleInbound(send('one'))
  work.handleInbound({ type: 'cancel', id: 'one' })
  assert.equal(held[0]!.command.cancel?.signal.aborted, true)
  held[0]!.fail(new LineError('busy', 'at work'))
  await work.idle()
  assert.deepEqual(said, [{ type: 'trouble', id: 'one', problem: 'busy', message: 'at work' }])
})

test('an agent dials the terminals it was told to serve and nothing else', () => {
  const { held, said, work } = agent()
  for (const other of [
    { ...device, id: 'b'.repeat(24) },
    { ...device, port: 22 },
    { ...device, local_ip_address: '192.168.1.1' },
  ])
    work.handleInbound({
      type: 'send',
      id: `to ${other.port}`,
      device: other,
      frame: FRAME,
      cancel: null,
      wait_ms: 1000,
    })
  assert.equal(held.length, 0)
  assert.deepEqual(
    said.map(message => message.type === 'trouble' && message.problem),
    ['unreachable', 'unreachable', 'unreachable'],
  )
})

test('the journal holds no answer in clear, and one of another key opens nothing', async () => {
  const { folder, held, work, journal } = agent()
  work.handleInbound(send('one'))
  held[0]!.answer(ANSWER)
  await work.idle()
  journal.close()
  const text = readFileSync(join(folder, 'journal.jsonl'), 'utf8')
  assert.ok(!text.includes('tk_secret') && !text.includes(ANSWER.toString('base64')))
  const other = openJournal(folder, 'another key', () => 1_000)
  assert.equal(other.endedOf('one')?.type, 'trouble')
  other.close()
})
