import assert from 'node:assert/strict'
import { test } from 'node:test'
import { readSettings } from './settings.ts'

const TAKES = [
  { name: 'url', title: 'address', fallback: 'https://processor.example', of_test: /^https:\/\/test\./ },
  { name: 'merchant_id', title: 'merchant number', format: /^\d{4,12}$/ },
  { name: 'group', title: 'report group', fallback: null },
  { name: 'password', title: 'password', is_secret: true },
] as const

const given = { merchant_id: '4242', password: 'p4ss-planted' }
const read = (settings: unknown, allow_loopback = false) => readSettings(TAKES, settings, { allow_loopback })
const problems = (settings: unknown, allow_loopback = false): string[] => {
  const found = read(settings, allow_loopback)
  return 'problems' in found ? Object.values(found.problems) : []
}

test('settings and secrets are told apart, fallbacks are filled in, and what may be left out is', () => {
  assert.deepEqual(read(given), {
    settings: { url: 'https://processor.example', merchant_id: '4242' },
    secrets: { password: 'p4ss-planted' },
  })
})

test('G67 in a sandbox the address of production is no default, and one that is given is taken', () => {
  assert.deepEqual(problems(given, true), ['url is missing (address)'])
  assert.deepEqual(problems({ ...given, url: 'https://test.processor.example' }, true), [])
  assert.deepEqual(problems(given), [])
})

test('each setting that is missing, unknown or malformed gets a line that repeats no value', () => {
  const lines = problems({ merchant_id: 'p4ss-planted', pasword: 'p4ss-planted', password: '', group: 7 })
  assert.deepEqual(lines, [
    'merchant_id does not look as it has to (merchant number)',
    'group must be a text',
    'password is missing (password)',
    'pasword is no setting of this connector',
  ])
  assert.deepEqual(problems([]), ['settings must be an object of names and texts'])
})

test('an address is https, and plain http only on this machine where that is allowed', () => {
  const at = (url: string, allowed = false) => problems({ ...given, url }, allowed).length
  assert.deepEqual(
    [at('https://a.example'), at('http://a.example'), at('http://127.0.0.1:9'), at('nowhere')],
    [0, 1, 1, 1],
  )
  assert.deepEqual(
    [at('http://127.0.0.1:9', true), at('http://a.example', true), at('ftp://127.0.0.1', true)],
    [0, 1, 1],
  )
  assert.equal(at('https://user:secret@a.example'), 1)
})

test('a name of the language itself is no setting', () => {
  assert.deepEqual(problems({ ...given, constructor: 'x' }), ['constructor is no setting of this connector'])
})
