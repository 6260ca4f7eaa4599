import assert from 'node:assert/strict'
import test from 'node:test'
import Fastify from 'fastify'
import { requestLog } from '../../sandbox/request-log.ts'
import { machineClock } from '../../src/adapters/clock/machine.ts'

const LONG = 50_000
const answers: Record<string, object> = {
  '/long': { last_name: 'x'.repeat(LONG) },
  '/secret': { user_api_key: 'f00dfeedf00dfeedf00dfeed', note: '4111 1111 1111 1111' },
}

test('what must not be seen is left out of an answer when a developer looks at it', async () => {
  const { log, ask } = attended()
  const id = await ask('/secret')
  for (const { answer } of [log.find(id)!, log.latest(1)[0]!]) {
    assert.doesNotMatch(answer!, /f00dfeed|4111 1111/)
    assert.match(answer!, /user_api_key/)
  }
})

test('of long answers the beginning is kept, and fewer requests, the latest', async () => {
  const { log, ask } = attended()
  const ids: string[] = []
  for (let turn = 0; turn < 300; turn += 1) ids.push(await ask('/long'))
  const kept = log.latest(1000)
  assert.deepEqual(
    kept.map(({ request_id }) => request_id),
    ids.slice(-kept.length).reverse(),
  )
  assert.ok(kept.length > 200 && kept.length < 300, `${kept.length} are kept`)
  assert.equal(kept[0]!.answer!.at(-1), '…')
  assert.ok(kept[0]!.answer!.length < LONG / 5)
})

function attended() {
  const http = Fastify({ genReqId: () => `request-${number++}` })
  let number = 1
  const log = requestLog(machineClock)
  log.attend(http)
  for (const [url, answer] of Object.entries(answers)) http.get(url, async () => answer)
  return {
    log,
    /** Returns the id of the request, which is answered and noted then. */
    async ask(url: string): Promise<string> {
      await http.inject(url)
      return log.latest(1)[0]!.request_id
    },
  }
}
