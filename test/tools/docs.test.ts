import assert from 'node:assert/strict'
import { execFile } from 'node:child_process'
import { existsSync, globSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join, resolve } from 'node:path'
import test, { after, before } from 'node:test'
import { pathToFileURL } from 'node:url'
import { promisify } from 'node:util'
import { openBrowser } from '../support/browser.ts'

const out = mkdtempSync(join(tmpdir(), 'tollgate-docs-'))
after(() => rmSync(out, { recursive: true, force: true }))
before(async () => {
  await promisify(execFile)(process.execPath, ['tools/docs.ts', '--out', out])
})

test('every link of the built documentation leads to a file that is there, and to a place in it', () => {
  const pages = globSync('**/*.html', { cwd: out })
  const documents = new Map(pages.map(page => [join(out, page), readFileSync(join(out, page), 'utf8')]))
  const ids = new Map(
    [...documents].map(([file, text]) => [file, new Set([...text.matchAll(/ id="([^"]+)"/g)].map(([, id]) => id))]),
  )
  const lost: string[] = []
  for (const [file, text] of documents) {
    for (const [, , address = ''] of text.matchAll(/ (href|src|action)="([^"]+)"/g)) {
      if (/^(?:https:|data:)/.test(address)) continue
      const [path = '', fragment] = address.split('#')
      const target = path === '' ? file : resolve(dirname(file), path)
      const known = existsSync(target) && (fragment === undefined || ids.get(target)?.has(fragment))
      if (!known) lost.push(`${file.slice(out.length)} → ${address}`)
    }
  }
  assert.ok(pages.length > 250, String(pages.length))
  assert.deepEqual([...new Set(lost)], [])
})

test('the search index is a file of its own, and every place of it is there', () => {
  const text = readFileSync(join(out, 'search-index.js'), 'utf8')
  const places: { href: string }[] = JSON.parse(text.slice(text.indexOf('['), text.lastIndexOf(']') + 1))
  const lost = places.filter(({ href }) => {
    const [path = '', id] = href.split('#')
    const file = join(out, path)
    return !existsSync(file) || (id !== undefined && !readFileSync(file, 'utf8').includes(` id="${id}"`))
  })
  assert.ok(places.length > 1000)
  assert.deepEqual(lost, [])
})

test('opened from the disk its pages are styled and its search finds', async () => {
  const browser = await openBrowser()
  after(() => browser.close())
  const page = await browser.newPage()
  await page.goto(String(pathToFileURL(join(out, 'guides', 'take-a-card.html'))))
  await page.getByRole('searchbox').fill('exp_date')
  await page.locator('.suggestions').getByRole('link', { name: 'exp_date' }).first().waitFor()
  await page.getByRole('searchbox').press('Enter')
  await page.getByRole('status').filter({ hasText: 'places for exp_date' }).waitFor()
  await page.getByRole('main').getByRole('link', { name: 'exp_date', exact: true }).first().click()
  await page.getByRole('heading', { level: 1 }).waitFor()
  assert.match(page.url(), /\.html#field-exp_date$/)
  const font = await page.locator('h1').evaluate(heading => getComputedStyle(heading as never).fontWeight)
  assert.ok(Number(font) >= 600)
})

declare function getComputedStyle(element: never): { fontWeight: string }
