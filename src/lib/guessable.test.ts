import assert from 'node:assert/strict'
import { randomBytes, randomUUID } from 'node:crypto'
import test from 'node:test'
import { isGuessable, unguessedLength } from './guessable.ts'

test('repeats, rows of keys, words and few different characters are guessed', () => {
  for (const key of [
    'x'.repeat(64),
    'abababababababab',
    '1234567890123456',
    'abcdefghijklmnopqrstuvwxyz',
    'zyxwvutsrqponmlkjihgfedcba',
    'qwertyuiopasdfghjkl',
    'passwordpassword',
    'Password-2026-Admin!',
    'P@ssw0rdP@ssw0rd1',
    'changeme-changeme-changeme',
    '0000000000000001',
    'api-key-api-key-secret',
    'aaaabbbbccccdddd',
  ])
    assert.ok(isGuessable(key, 10), key)
})

test('what a program makes is not, and neither is what a person made at some length', () => {
  for (const key of [
    randomBytes(24).toString('base64url'),
    randomBytes(16).toString('hex'),
    randomUUID(),
    'an-invented-key-of-some-length',
    'a-key-of-sixteen-letters',
    'Correct-horse-1',
  ])
    assert.ok(!isGuessable(key, 10), key)
  assert.ok(unguessedLength(randomBytes(32).toString('hex')) > 40)
})

test('words about the user are no secret', () => {
  assert.ok(!isGuessable('Hollister-Juniper-9', 8))
  assert.ok(isGuessable('Hollister-Juniper-9', 8, ['hollister', 'Juniper Street LLC', null]))
})
