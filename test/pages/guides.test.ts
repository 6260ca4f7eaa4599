import assert from 'node:assert/strict'
import { execFile, spawnSync } from 'node:child_process'
import test, { after } from 'node:test'
import { promisify } from 'node:util'
import { exampleValues } from '../../sandbox/sandbox-file.ts'
import { newSigningSecret, webhookSignature } from '../../src/lib/webhook-signature.ts'
import { readGuides } from '../../src/pages/docs/guides/guides.ts'
import type { Guide } from '../../src/pages/docs/guides/read-guide.ts'
import { LANGUAGES, type SampleRequest } from '../../src/pages/docs/guides/sample.ts'
import { type Json, testApp } from '../support/app.ts'
import { javaSamples } from '../support/java-samples.ts'
import { by, inNode, inShell, type Runner } from '../support/run-sample.ts'

const GUIDES = readGuides().flatMap(({ guides }) => guides)
const run = promisify(execFile)

type Values = Record<string, string>

function allRequests(): SampleRequest[] {
  const blocks = GUIDES.flatMap(({ sections }) => sections.flatMap(each => each.blocks))
  return blocks.flatMap(block => (block.kind === 'request' ? [block.request] : []))
}

const RUNNERS: Readonly<Record<string, { runner: Runner; needs: string | null }>> = {
  typescript: { runner: inNode, needs: null },
  curl: { runner: inShell, needs: 'curl' },
  python: { runner: by('python3', '-c'), needs: 'python3' },
  java: { runner: javaSamples(allRequests), needs: 'javac' },
}

for (const [name, { runner, needs }] of Object.entries(RUNNERS)) {
  const language = LANGUAGES.find(each => each.name === name)!
  const isMissing = needs !== null && spawnSync(needs, ['--version']).status !== 0
  test(`every example of every guide works as it is printed: ${language.label}`, {
    skip: isMissing && `no ${needs} here`,
  }, async t => {
    const app = await testApp(`guides${name}`)
    after(app.close)
    const base_url = await app.app.http.listen({ host: '127.0.0.1', port: 0 })
    for (const guide of GUIDES) {
      await t.test(guide.title, async () => {
        const file = { base_url, developer_id: app.developer_id, merchants: [...app.merchants] }
        const values = exampleValues(file, app.clock.seconds())!
        await follow(guide, values, request => runner(language.code(request), values))
      })
    }
  })
}

/** Makes the requests of a guide in their order, and compares what is printed of their answers. */
async function follow({ sections }: Guide, values: Values, send: (request: SampleRequest) => Promise<string>) {
  let answer: Json = null
  for (const block of sections.flatMap(({ blocks }) => blocks)) {
    if (block.kind === 'answer') assert.deepEqual(likeness(answer, printedAnswer(block.text, values)), [])
    if (block.kind !== 'request') continue
    const { method, path, status, keeps } = block.request
    const printed = await send(block.request)
    const where = `${method} ${path}: ${printed}`
    assert.match(printed, new RegExp(`^${status}\\b|\\b${status}$`, 'm'), where)
    const [json] = /[[{].*[\]}]/s.exec(printed) ?? []
    answer = json === undefined || path.includes('_format') ? null : JSON.parse(json)
    for (const [name, from] of Object.entries(keeps)) {
      const value = from.split('.').reduce<Json>((record, key) => record?.[key], answer)
      assert.equal(typeof value, 'string', `${where}: ${from}`)
      values[name] = value
    }
  }
}

const ANYTHING = '…'

function printedAnswer(text: string, values: Values): Json {
  const filled = text.replaceAll(/\{\{([A-Z_]+)\}\}/g, (_, name) => values[name] ?? name)
  return JSON.parse(filled.replaceAll(/: …/g, `: "${ANYTHING}"`))
}

/** Returns where the answer is not as it is printed; it may hold more. */
function likeness(actual: Json, printed: Json, path = ''): string[] {
  if (printed === ANYTHING) return actual === undefined ? [`${path} is missing`] : []
  if (typeof printed !== 'object' || printed === null)
    return actual === printed ? [] : [`${path} is ${JSON.stringify(actual)}, printed ${JSON.stringify(printed)}`]
  return Object.entries(printed).flatMap(([key, value]) => likeness(actual?.[key], value, `${path}.${key}`))
}

test('a guide has a way to every other, and names what its requests need', () => {
  for (const { name, lead, sections } of GUIDES) {
    assert.ok(lead.length < 240, name)
    assert.ok(sections.length >= 2 && sections.length <= 7, `${name} is no longer than one scrolls`)
  }
  assert.equal(new Set(GUIDES.map(({ name }) => name)).size, GUIDES.length)
})

test('an example in a language holds the request: its path, and every text of its body', () => {
  for (const request of allRequests()) {
    const texts = JSON.stringify(request.body ?? {}).match(/"[\w-]+"/g) ?? []
    for (const { name, code } of LANGUAGES)
      for (const text of texts) assert.ok(code(request).includes(text.slice(1, -1)), `${name}: ${text}`)
  }
})

test('postbacks are verified as the guide prints it', {
  skip: spawnSync('python3', ['--version']).status !== 0 && 'no python3 here',
}, async () => {
  const { sections } = GUIDES.find(({ name }) => name === 'postbacks')!
  const codes = new Map(
    sections
      .flatMap(({ blocks }) => blocks)
      .flatMap(block => {
        const token = block.kind === 'text' ? (block.token as { lang?: string; text?: string }) : {}
        return token.lang ? [[token.lang, token.text ?? ''] as const] : []
      }),
  )
  assert.deepEqual([...codes.keys()], ['js', 'python', 'php', 'ruby', 'java', 'csharp'])
  const secret = newSigningSecret()
  const seconds = Math.floor(Date.now() / 1000)
  const body = '{"type":"CREATE"}'
  const headersAt = (at: number) => ({
    'webhook-id': 'msg_1',
    'webhook-timestamp': String(at),
    'webhook-signature': webhookSignature([newSigningSecret(), secret], 'msg_1', at, body),
  })
  const cases = [
    { headers: headersAt(seconds), body, is_good: true },
    { headers: headersAt(seconds), body: `${body} `, is_good: false },
    { headers: headersAt(seconds - 3600), body, is_good: false },
  ]
  const script = codes.get('js')!
  const { isGenuine } = await import(`data:text/javascript,${encodeURIComponent(script)}`)
  for (const each of cases) {
    assert.equal(isGenuine(each.headers, each.body, secret), each.is_good)
    const call = `import json, sys\n${codes.get('python')}\ngiven = json.loads(sys.argv[1])\nprint(is_genuine(given["headers"], given["body"].encode(), given["secret"]))`
    const { stdout } = await run('python3', ['-c', call, JSON.stringify({ ...each, secret })])
    assert.equal(stdout.trim(), each.is_good ? 'True' : 'False')
  }
})
