import assert from 'node:assert/strict'
import { test } from 'node:test'
import { sealLink, signLink } from '../../test/support/page-link.ts'
import { isLinkSigned, newEncryptionKey, openLink } from './page-link.ts'

const KEY = '0123456789abcdef0123456789abcdef'

test('a link that OpenSSL has encrypted under the passphrase, as CryptoJS and PHP do, is read', () => {
  // printf '{"id":"1"}' | openssl enc -aes-256-cbc -md md5 -S 0102030405060708 -k KEY -base64 -A
  const encrypted = Buffer.from('89Vphq6JdRfuDJBgfKPROA==', 'base64')
  const data = Buffer.concat([Buffer.from('Salted__'), Buffer.from('0102030405060708', 'hex'), encrypted])
  assert.deepEqual(openLink(data.toString('base64'), KEY), { id: '1' })
  assert.deepEqual(openLink(sealLink('{"id":"1","title":"Grüße"}', KEY), KEY), { id: '1', title: 'Grüße' })
})

test('whatever cannot be read is null: another key, noise, a list, a text, nothing', () => {
  const made = sealLink('{"id":"1"}', KEY)
  assert.equal(openLink(made, newEncryptionKey()), null)
  for (const data of ['', '=', 'U2FsdGVkX18=', 'not base64!', Buffer.from('Salted__12345678x').toString('base64')])
    assert.equal(openLink(data, KEY), null, data)
  for (const text of ['[1]', '"1"', 'null', '{"id"', '']) assert.equal(openLink(sealLink(text, KEY), KEY), null, text)
  assert.equal(openLink(sealLink(JSON.stringify({ id: 'x'.repeat(9000) }), KEY), KEY), null)
})

test('data that were changed by a block are not read: the block before is noise, which is no UTF-8', () => {
  const plain = JSON.stringify({ note: 'a long text that gives way to noise', transaction_amount: '100.00' })
  const bytes = Buffer.from(sealLink(plain, KEY), 'base64')
  let read = 0
  for (let at = 16; at < bytes.length; at += 1) {
    const changed = Buffer.from(bytes)
    changed[at]! ^= 1
    if (openLink(changed.toString('base64'), KEY)) read += 1
  }
  assert.equal(read, 0)
})

test('a data-hash fits its page, data and key only', () => {
  const data = sealLink('{}', KEY)
  const hash = signLink('a1', data, KEY)
  assert.equal(isLinkSigned(hash, KEY, { id: 'a1', data }), true)
  assert.equal(isLinkSigned(hash.toUpperCase(), KEY, { id: 'a1', data }), true)
  for (const [given, page] of [
    [hash, { id: 'a2', data }],
    [hash, { id: 'a1', data: `${data}=` }],
    [hash.slice(1), { id: 'a1', data }],
    ['', { id: 'a1', data }],
  ] as const)
    assert.equal(isLinkSigned(given, KEY, page), false)
})
