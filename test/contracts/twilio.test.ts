import assert from 'node:assert/strict'
import { createServer, type IncomingMessage } from 'node:http'
import { after, beforeEach, test } from 'node:test'
import twilio from 'twilio'
import { signatureOf, twilioInbound } from '../../src/adapters/text/twilio/inbound.ts'
import { twilioTexter } from '../../src/adapters/text/twilio/index.ts'
import type { Delivery } from '../../src/ports/mailer.ts'

const SID = `AC${'0'.repeat(32)}`
const TOKEN = 'an-invented-auth-token'
const TEXT = {
  id: '0123456789abcdef01234567',
  to: '2025550143',
  from: 'Juniper',
  text: 'Juniper: $10.00 & more – “Garden” + 5%.',
  reason: 'quickinvoice.created',
  location_id: '0123456789abcdef00000000',
}

interface Seen {
  method: string
  path: string
  authorization: string
  type: string
  form: URLSearchParams
}

/** Responds as the documentation of the Messages resource says. */
let answer: { status: number; body: unknown } | 'cut' = { status: 201, body: {} }
const seen: Seen[] = []
const server = createServer((request: IncomingMessage, response) => {
  void Array.fromAsync(request as AsyncIterable<Buffer>).then(chunks => {
    const { headers, method = '', url = '' } = request
    const form = new URLSearchParams(Buffer.concat(chunks).toString())
    seen.push({
      method,
      path: url,
      authorization: headers.authorization ?? '',
      type: headers['content-type'] ?? '',
      form,
    })
    if (answer === 'cut') return request.socket.destroy()
    response.writeHead(answer.status, { 'content-type': 'application/json' }).end(JSON.stringify(answer.body))
  })
})
await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve))
const { port } = server.address() as { port: number }
after(() => server.close())
beforeEach(() => {
  seen.length = 0
  answer = { status: 201, body: { sid: `SM${'1'.repeat(32)}`, status: 'queued', from: '+12025550100' } }
})

const url = (query = 'from=%2B12025550100') => `http://${SID}:${TOKEN}@127.0.0.1:${port}/?${query}`
const statusUrl = () => 'https://pay.example/inbound/text/status'
const send = (over: Partial<typeof TEXT> = {}, query?: string): Promise<Delivery> =>
  twilioTexter({ url: url(query), statusUrl }).send({ ...TEXT, ...over })

/** The official client, led to the server of this test. */
function official(): ReturnType<typeof twilio> {
  const client = twilio(SID, TOKEN)
  const { httpClient } = client
  const request = httpClient.request.bind(httpClient)
  httpClient.request = options =>
    request({ ...options, uri: options.uri.replace('https://api.twilio.com', `http://127.0.0.1:${port}`) })
  return client
}

for (const [name, sender, query] of [
  ['a number', { from: '+12025550100' }, 'from=+12025550100'],
  ['a messaging service', { messagingServiceSid: `MG${'2'.repeat(32)}` }, `service=MG${'2'.repeat(32)}`],
] as const) {
  test(`a text from ${name} is asked for as the official client asks`, async () => {
    await official().messages.create({ to: '+12025550143', body: TEXT.text, statusCallback: statusUrl(), ...sender })
    await send({}, query)
    const [theirs, ours] = seen
    assert.equal(seen.length, 2)
    assert.deepEqual(
      { ...ours, form: Object.fromEntries(ours!.form) },
      { ...theirs, form: Object.fromEntries(theirs!.form) },
    )
  })
}

test('what Twilio has taken is known by its id and its sender', async () => {
  assert.deepEqual(await send(), { result: 'sent', provider_id: `SM${'1'.repeat(32)}`, sender: '+12025550100' })
})

test('21610 is a recipient who opted out, unreachable numbers are unwelcome, other refusals are final', async () => {
  const refused = async (code: number) => {
    answer = {
      status: 400,
      body: { code, message: 'Why', more_info: 'https://www.twilio.com/docs/errors', status: 400 },
    }
    return send()
  }
  assert.deepEqual(await refused(21610), { result: 'refused', detail: '21610 Why', unwelcome: true, opted_out: true })
  assert.deepEqual(await refused(21614), { result: 'refused', detail: '21614 Why', unwelcome: true })
  assert.deepEqual(await refused(21617), { result: 'refused', detail: '21617 Why', unwelcome: false })
})

test('too many requests, faults of theirs and trouble with the account are tried again later', async () => {
  for (const [status, code] of [
    [429, 20429],
    [500, 20500],
    [503, 20503],
    [401, 20003],
    [403, 20005],
    [404, 20404],
  ] as const) {
    answer = { status, body: { code, message: 'Not now', status } }
    assert.deepEqual(await send(), { result: 'later', detail: `${code} Not now` }, `${status}`)
  }
  answer = { status: 502, body: '<html>' }
  assert.deepEqual(await send(), { result: 'later', detail: '502 no reason was given' })
})

test('nothing was sent while nobody listened; nobody knows once the request has left', async () => {
  const closed = createServer()
  await new Promise<void>(resolve => closed.listen(0, '127.0.0.1', resolve))
  const { port: unused } = closed.address() as { port: number }
  await new Promise(resolve => closed.close(resolve))
  const nobody = twilioTexter({ url: url().replace(`:${port}/`, `:${unused}/`), statusUrl })
  assert.equal((await nobody.send(TEXT)).result, 'later')
  answer = 'cut'
  assert.equal((await send()).result, 'unknown')
})

test('what is no number of ten digits is not sent', async () => {
  for (const to of ['', '555', '1025550143', '20255501+3', '0025550143']) {
    assert.equal((await send({ to })).result, 'refused', to)
  }
  assert.equal(seen.length, 0)
})

test('a gateway that cannot be reached from outside asks for no news', async () => {
  await twilioTexter({ url: url(), statusUrl: () => null }).send(TEXT)
  assert.equal(seen[0]?.form.has('StatusCallback'), false)
})

test('a TWILIO_URL that makes no sense is told in one line, without its token', () => {
  const refusal = (text: string) => {
    try {
      twilioTexter({ url: text, statusUrl })
    } catch (error) {
      return (error as Error).message
    }
    return null
  }
  for (const text of [
    'smtp://AC1:hush@api.twilio.com/?from=+12025550100',
    'http://AC1:hush@api.twilio.com/?from=+12025550100',
    'https://api.twilio.com/?from=+12025550100',
    'https://AC1:hush@api.twilio.com/',
    'https://AC1:hush@api.twilio.com/?from=12025550100',
  ]) {
    assert.match(refusal(text) ?? '', /^TWILIO_URL must [^\n]+$/, text)
    assert.ok(!refusal(text)!.includes('hush'))
  }
  assert.equal(refusal('https://AC1:hush@api.twilio.com?from=+12025550100'), null)
})

const CALLED = 'https://pay.example/inbound/text?x=1'
const REPLY = { From: '+12025550143', To: '+12025550100', Body: 'Stop é', MessageSid: 'SM1', NumMedia: '0' }

test('a signature is what the official library accepts, and only that', () => {
  const form = new URLSearchParams(REPLY)
  const signature = signatureOf(TOKEN, CALLED, form)
  assert.ok(twilio.validateRequest(TOKEN, signature, CALLED, REPLY))
  const { read } = twilioInbound(TOKEN)
  assert.deepEqual(read(CALLED, form, signature), { kind: 'reply', from: '2025550143', text: 'Stop é' })
  assert.equal(read(CALLED, form, null), null)
  assert.equal(read(CALLED, form, `${signature}x`), null)
  assert.equal(read('https://pay.example/inbound/text', form, signature), null)
  assert.equal(read(CALLED, new URLSearchParams({ ...REPLY, From: '+12025550144' }), signature), null)
  assert.equal(twilioInbound('another').read(CALLED, form, signature), null)
})

function heard(fields: Record<string, string>) {
  const form = new URLSearchParams(fields)
  return twilioInbound(TOKEN).read(CALLED, form, signatureOf(TOKEN, CALLED, form))
}

test('Twilio’s own reading of an answer goes before its words; what is no number of ours is nothing', () => {
  assert.deepEqual(heard({ ...REPLY, Body: 'Arrêt', OptOutType: 'STOP' }), {
    kind: 'reply',
    from: '2025550143',
    text: 'STOP',
  })
  assert.deepEqual(heard({ ...REPLY, From: '+447700900123' }), { kind: 'nothing' })
})

test('news of a text say whether it arrived, and whether its number takes any', () => {
  const status = (MessageStatus: string, more = {}) => heard({ MessageSid: 'SM1', MessageStatus, ...more })
  assert.deepEqual(status('sent'), { kind: 'nothing' })
  const arrived = { kind: 'status', provider_id: 'SM1', status: 'delivered', detail: null, unwelcome: false }
  assert.deepEqual(status('delivered'), arrived)
  assert.deepEqual(status('undelivered', { ErrorCode: '30003' }), {
    ...arrived,
    status: 'failed',
    detail: '30003 undelivered',
  })
  assert.deepEqual(status('failed', { ErrorCode: '30006' }), {
    ...arrived,
    status: 'failed',
    detail: '30006 failed',
    unwelcome: true,
  })
})
