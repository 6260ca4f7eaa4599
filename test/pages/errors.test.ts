import assert from 'node:assert/strict'
import test, { after } from 'node:test'
import { ERROR_NAMES } from '../../src/http/conventions.ts'
import { explainedBody } from '../../src/http/errors/explain.ts'
import { OAUTH_ERRORS } from '../../src/http/errors/oauth-errors.ts'
import { RULE_ERRORS } from '../../src/http/errors/rule-errors.ts'
import { STATUS_ERRORS } from '../../src/http/errors/status-errors.ts'
import { errorPages } from '../../src/pages/docs/errors/error-pages.ts'
import { REASON_TITLES } from '../../src/resources/reasoncode/reason-titles.ts'
import { testApp } from '../support/app.ts'
import { modulesOf } from '../tidy/modules.ts'

const PAGES = new Set(errorPages().map(({ path }) => path))

function pageFor(body: object, status: number): string {
  const said = JSON.parse(
    explainedBody(JSON.stringify(body), {
      status,
      request_id: 'an-id-of-a-request',
      public_url: 'https://pay.example',
    }),
  )
  return (said.doc_url ?? said.error_uri).replace('https://pay.example/docs/errors/', '')
}

test('every status of an error has a page, and every example leads to the page it stands on', () => {
  for (const status of Object.keys(ERROR_NAMES).map(Number)) {
    const body = status === 422 ? { errors: { x: ['y'] } } : { name: ERROR_NAMES[status], message: '', code: 0, status }
    assert.ok(PAGES.has(pageFor(body, status)), String(status))
  }
  for (const { name, example, status } of STATUS_ERRORS)
    assert.equal(pageFor({ name: '', message: example, code: 0, status: status[0] }, status[0]!), name)
  for (const { name, example } of RULE_ERRORS) assert.equal(pageFor({ errors: { x: [example] } }, 422), name)
  for (const { name, example } of OAUTH_ERRORS) assert.equal(pageFor({ error: example }, 400), name)
  assert.equal(
    pageFor({ errors: { x: ['X cannot be blank.'], y: ['y provided is not valid'] } }, 422),
    'unprocessable-entity',
  )
})

/** Texts of refusals by field, as the sources of the gateway have them; what is filled in is cut out. */
function textsInSources(): string[] {
  const sources = modulesOf('src').filter(({ path }) => /^src\/(resources|payments|definition|engine|lib)\//.test(path))
  const found = sources.flatMap(({ path, text }) => {
    if (/\.test\.ts$/.test(path)) return []
    const calls = text.matchAll(
      /(?:\.add\(|invalidField\(|addProblem\(|problem: |says: |at\()\s*(?:[\w.]+,\s*)?(?:'[\w.]+',\s*)?(['`])([^'`]*?)\1/g,
    )
    const rules = [...calls].filter(([call, , words = '']) => !call.startsWith('says') || /^[a-z]/.test(words))
    return rules.map(([, , words = '']) => words.replaceAll(/\$\{[^}]*\}/g, 'X'))
  })
  return [...new Set(found)].filter(text => text.includes(' ') && /[.]$|valid$/.test(text))
}

test('what the gateway writes about fields is explained by a page that fits it', t => {
  const texts = textsInSources()
  const others = texts.filter(
    text => pageFor({ errors: { x: [/^[a-z]/.test(text) ? `X ${text}` : text] } }, 422) === 'rule',
  )
  t.diagnostic(`${texts.length} texts, ${others.length} of them rules of one record`)
  assert.ok(texts.length > 100)
  assert.ok(others.length < texts.length / 10, others.join('\n'))
})

test('every reason code of the database has a page with its title, and no other', async () => {
  const t = await testApp('reasonpages')
  after(t.close)
  const { body } = await t.api.get('reasoncodes?page_size=500')
  const stored = Object.fromEntries(body.reasoncodes.map(({ id, title }: { id: number; title: string }) => [id, title]))
  assert.deepEqual({ ...REASON_TITLES }, stored)
  for (const code of Object.keys(stored)) assert.ok(PAGES.has(code), code)
})
