import assert from 'node:assert/strict'
import { spawnSync } from 'node:child_process'
import test, { after } from 'node:test'
import { exampleValues } from '../../sandbox/sandbox-file.ts'
import { newSigningSecret, webhookSignature } from '../../src/lib/webhook-signature.ts'
import { readGuides } from '../../src/pages/docs/guides/guides.ts'
import type { Guide } from '../../src/pages/docs/guides/read-guide.ts'
import { LANGUAGES, type SampleRequest } from '../../src/pages/docs/guides/sample.ts'
import { type Json, testApp } from '../support/app.ts'
import { javaPrograms } from '../support/java-programs.ts'
import { by, inNode, inPython, inShell, type Runner } from '../support/run-sample.ts'

const GUIDES = readGuides().flatMap(({ guides }) => guides)

type Values = Record<string, string>

/** Returns why a language is skipped here, or false. */
function lacks(needs: string | null): string | false {
  const [program = '', ...args] = needs?.split(' ') ?? []
  return needs !== null && spawnSync(program, args).status !== 0 && `\`${needs}\` fails here`
}

function codeIn(name: string): (request: SampleRequest) => string {
  return LANGUAGES.find(each => each.name === name)!.code
}

function allRequests(): SampleRequest[] {
  const blocks = GUIDES.flatMap(({ sections }) => sections.flatMap(each => each.blocks))
  return blocks.flatMap(block => (block.kind === 'request' ? [block.request] : []))
}

/** `needs` is a command that succeeds where the language can be run. */
const RUNNERS: Readonly<Record<string, { runner: Runner; needs: string | null }>> = {
  typescript: { runner: inNode, needs: null },
  curl: { runner: inShell, needs: 'curl --version' },
  python: { runner: inPython, needs: 'python3 --version' },
  php: { runner: by('php', '-r'), needs: 'php --ri curl' },
  ruby: { runner: by('ruby', '-e'), needs: 'ruby --version' },
  java: { runner: javaPrograms(() => allRequests().map(codeIn('java'))), needs: 'javac --version' },
}

for (const [name, { runner, needs }] of Object.entries(RUNNERS)) {
  const language = LANGUAGES.find(each => each.name === name)!
  test(`every example of every guide works as it is printed: ${language.label}`, { skip: lacks(needs) }, async t => {
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

const ID = 'msg_1'

/** Calls of the guide's function in each language; what they need is in the environment. Each prints 1 or 0. */
const VERIFIERS: Readonly<Record<string, { runs: string; around(code: string): string }>> = {
  js: {
    runs: 'typescript',
    around: code => `const { isGenuine } = await import("data:text/javascript,${encodeURIComponent(code)}")
const { TIME, SIGNATURE, BODY, SECRET } = process.env
const headers = { 'webhook-id': '${ID}', 'webhook-timestamp': TIME, 'webhook-signature': SIGNATURE }
console.log(Number(isGenuine(headers, BODY, SECRET)))`,
  },
  python: {
    runs: 'python',
    around: code => `${code}
from os import environ as env
headers = {"webhook-id": "${ID}", "webhook-timestamp": env["TIME"], "webhook-signature": env["SIGNATURE"]}
print(int(is_genuine(headers, env["BODY"].encode(), env["SECRET"])))`,
  },
  php: {
    runs: 'php',
    around: code => `${code}
$sent = ['webhook-timestamp' => getenv('TIME'), 'webhook-signature' => getenv('SIGNATURE')];
echo (int) is_genuine(['webhook-id' => '${ID}', ...$sent], getenv('BODY'), getenv('SECRET'));`,
  },
  ruby: {
    runs: 'ruby',
    around: code => `${code}
headers = { 'webhook-id' => '${ID}', 'webhook-timestamp' => ENV['TIME'], 'webhook-signature' => ENV['SIGNATURE'] }
puts genuine?(headers, ENV['BODY'], ENV['SECRET']) ? 1 : 0`,
  },
  java: {
    runs: 'java',
    around: code => `${code.replace('\n\n', '\n\nclass Guide {\n')}\n}
var env = System.getenv();
var sent = Map.of("webhook-timestamp", env.get("TIME"), "webhook-signature", env.get("SIGNATURE"));
var headers = new HashMap<>(sent);
headers.put("webhook-id", "${ID}");
System.out.println(Guide.isGenuine(headers, env.get("BODY"), env.get("SECRET")) ? 1 : 0);`,
  },
}

test('postbacks are verified in six languages', () => {
  assert.deepEqual([...verifyingCodes().keys()], [...Object.keys(VERIFIERS), 'csharp'])
})

for (const [name, { runs, around }] of Object.entries(VERIFIERS)) {
  const { runner, needs } = RUNNERS[runs]!
  test(`postbacks are verified as the guide prints it: ${name}`, { skip: lacks(needs) }, async () => {
    const code = around(verifyingCodes().get(name)!)
    const run = name === 'java' ? javaPrograms(() => [code]) : runner
    const secret = newSigningSecret()
    const seconds = Math.floor(Date.now() / 1000)
    const body = '{"type":"CREATE"}'
    const isTaken = async (at: number, arrived: string) => {
      const signature = webhookSignature([newSigningSecret(), secret], ID, at, body)
      const printed = await run(code, { TIME: String(at), SIGNATURE: signature, BODY: arrived, SECRET: secret })
      return printed.trim()
    }
    assert.equal(await isTaken(seconds, body), '1')
    assert.equal(await isTaken(seconds, `${body} `), '0', 'another body')
    assert.equal(await isTaken(seconds - 3600, body), '0', 'an old one')
    const forged = { TIME: String(seconds), SIGNATURE: webhookSignature(['whsec_'], ID, seconds, body), BODY: body }
    const said = await run(code, { ...forged, SECRET: '' }).catch(() => 'refused')
    assert.notEqual(said.trim(), '1', 'G20 signed with the empty key')
  })
}

/** The functions of the guide on postbacks, by language. */
function verifyingCodes(): Map<string, string> {
  const { sections } = GUIDES.find(({ name }) => name === 'postbacks')!
  const tokens = sections.flatMap(({ blocks }) => blocks.flatMap(block => (block.kind === 'text' ? [block.token] : [])))
  const codes = tokens.filter(token => token.type === 'code') as { lang?: string; text: string }[]
  return new Map(codes.map(({ lang = '', text }) => [lang, text]))
}
