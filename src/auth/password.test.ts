import assert from 'node:assert/strict'
import { argon2Sync } from 'node:crypto'
import { after, before, test } from 'node:test'
import { COST, hashing, hashPassword, verifyPassword } from './password.ts'

const lowered = hashing.cost
before(() => {
  hashing.cost = COST
})
after(() => {
  hashing.cost = lowered
})

test('a password is verified by its own mark and by no other', async () => {
  const mark = await hashPassword('Correct-horse-1')
  assert.equal(await verifyPassword('Correct-horse-1', mark), true)
  assert.equal(await verifyPassword('correct-horse-1', mark), false)
  assert.equal(await verifyPassword('Correct-horse-1', await hashPassword('Correct-horse-2')), false)
})

test('a mark does not contain the password and is different each time', async () => {
  const [first, second] = await Promise.all([hashPassword('Correct-horse-1'), hashPassword('Correct-horse-1')])
  assert.notEqual(first, second)
  assert.doesNotMatch(first, /horse/i)
  assert.match(first, /^\$argon2id\$v=19\$m=19456,t=2,p=1\$[A-Za-z0-9+/]{22}\$[A-Za-z0-9+/]{43}$/)
})

test('a mark says by itself how it was made: one with other costs still verifies', async () => {
  const nonce = Buffer.from('0123456789abcdef')
  const tag = argon2Sync('argon2id', {
    message: 'Old-cost-9',
    nonce,
    tagLength: 16,
    memory: 64,
    passes: 3,
    parallelism: 2,
  })
  const bare = (bytes: Buffer) => bytes.toString('base64').replace(/=+$/, '')
  const mark = `$argon2id$v=19$m=64,t=3,p=2$${bare(nonce)}$${bare(tag)}`
  assert.equal(await verifyPassword('Old-cost-9', mark), true)
  assert.equal(await verifyPassword('Old-cost-8', mark), false)
})

test('accents are the same password however a keyboard composes them', async () => {
  const mark = await hashPassword('Caf\u00e9-2026')
  assert.equal(await verifyPassword('Cafe\u0301-2026', mark), true)
})

test('nobody without a mark is ever let in', async () => {
  assert.equal(await verifyPassword('', null), false)
  assert.equal(await verifyPassword('Correct-horse-1', null), false)
})

test('what is no mark is an error, not a wrong password', async () => {
  for (const broken of [
    '',
    'Correct-horse-1',
    '$argon2i$v=19$m=64,t=3,p=2$MDEyMzQ1Njc4OWFiY2RlZg$MDEyMzQ1Njc4OWFiY2RlZg',
  ]) {
    await assert.rejects(verifyPassword('Correct-horse-1', broken), /no argon2id mark/)
  }
})
